//===- MemoryAccess.h - what is read and written, by its type -----*- C++ -*-===//
//
// Which kinds of memory (Model/Operations/MemoryTypes.h) a load reads, and a function writes, its
// callees left aside. What has no rule writes all memory.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_OPERATIONS_MEMORYACCESS_H
#define COOPIFY_ANALYSIS_OPERATIONS_MEMORYACCESS_H

#include "Analysis/Source/SourceText.h"
#include "Model/Operations/MemoryTypes.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace coopify {

/// All that a local variable is ever set to; a step by a number keeps a pointer in its object and
/// does not count. nullopt: not known.
using ValuesOf = llvm::function_ref<std::optional<llvm::SmallVector<const clang::Expr *, 2>>(
    const clang::VarDecl *)>;

/// The kinds that \p Load reads, with memory::Global where its address was made of what the host
/// passes the kernel \p F; nullopt: it is volatile or atomic, or a part of it is, and so may
/// change at any time.
std::optional<unsigned> loadedMemory(const clang::Expr *Load, const clang::FunctionDecl *F,
                                     ValuesOf Values);

/// Of the object that \p Pointer leads to, all of it; as loadedMemory().
std::optional<unsigned> loadedMemoryBehind(const clang::Expr *Pointer, const clang::FunctionDecl *F,
                                           ValuesOf Values);

/// What the body of \p F writes itself, beside its own variables: of each kind the first place. Of
/// a constructor, with its initialisers, the object that it makes is its own.
std::vector<MemoryWrite> memoryWrites(const clang::FunctionDecl *F, const SourceText &Text,
                                      ValuesOf Values);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_OPERATIONS_MEMORYACCESS_H
