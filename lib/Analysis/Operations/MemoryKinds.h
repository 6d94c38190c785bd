//===- MemoryKinds.h - memory that types keep apart ---------------*- C++ -*-===//
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_OPERATIONS_MEMORYKINDS_H
#define COOPIFY_ANALYSIS_OPERATIONS_MEMORYKINDS_H

#include "Model/Operations/MemoryTypes.h"

#include "clang/AST/Expr.h"

namespace coopify {

/// Notes in \p Context that the command of the unit lets an object of any type be accessed through
/// any other type (-fno-strict-aliasing): as if each type of the unit were may_alias.
void letAnyTypeAlias(clang::ASTContext &Context);
/// Whether that was noted.
bool anyTypeMayAlias(const clang::ASTContext &Context);

/// Of all that an object of type \p T is made of.
MemoryTypes memoryTypes(clang::QualType T);

/// Of an array or a pointer.
clang::QualType pointee(clang::QualType T);

/// Raw memory, \p T of which may be a cast of any other type: void, characters.
bool isRaw(clang::QualType T);

/// By its own name or as a tag: an object of any type may be accessed through it.
bool mayAliasAll(clang::QualType T);

/// The kinds that \p Cast mixes: memory of one type by the name of another; 0: none. Of raw memory,
/// what other casts make of it is not known: it may be written so.
MemoryTypes mixedBy(const clang::CastExpr *Cast);

/// `p + (q - p)`: the number \p E, the distance of two pointers or made of one, may lead from one
/// object to another, though C++ has it that it does not.
bool leavesObject(const clang::Expr *E);

/// Its member may be written as one type and read as another; so may that of a may_alias struct.
bool inUnion(const clang::Expr *E);

/// An array that is \p extern __shared__: all of them are one memory.
bool isDynamicShared(const clang::VarDecl *V);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_OPERATIONS_MEMORYKINDS_H
