//===- LinkerNames.h - functions that are meant by the linker's name -*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_USES_LINKERNAMES_H
#define COOPIFY_EXTRACT_USES_LINKERNAMES_H

#include "Analysis/Source/SourceText.h"
#include "Model/TUSummary.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace coopify {

/// Marks those of \p Functions whose names assembler text says, or what \p Declared has for
/// another name.
void namedForLinker(llvm::ArrayRef<const clang::GCCAsmStmt *> Asms,
                    llvm::ArrayRef<const clang::FunctionDecl *> Declared, const SourceText &Text,
                    std::vector<FunctionSummary> &Functions);

} // namespace coopify

#endif // COOPIFY_EXTRACT_USES_LINKERNAMES_H
