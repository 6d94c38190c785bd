//===- ConstPassing.h - what a reference to const leaves alone ----*- C++ -*-===//
//
// `const T &` promises nothing: of an object that is not const itself, a cast writes it, a mutable
// member is written without one, and whoever keeps the reference may do so later (C++
// [dcl.type.cv]).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_OPERATIONS_CONSTPASSING_H
#define COOPIFY_ANALYSIS_OPERATIONS_CONSTPASSING_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace coopify {

/// An object of \p T has members that are written although it is const.
bool hasMutableMembers(clang::QualType T);

class ConstPassing {
public:
  /// \p F neither changes what its parameter \p P, a reference to const, refers to, nor keeps it.
  /// If \p F gives back a reference, or what may hold one, that may be to it. Null asks for the
  /// object of a const member function.
  bool leavesAlone(const clang::FunctionDecl *F, const clang::ParmVarDecl *P);
  /// \p M changes nothing in its object, nor keeps it: const or not, what it does counts.
  bool leavesObjectAlone(const clang::CXXMethodDecl *M);
  /// What \p F gives back may lead to what it was passed.
  static bool mayGiveBack(const clang::FunctionDecl *F);

private:
  /// By function and parameter; false while it is worked out.
  llvm::DenseMap<std::pair<const clang::FunctionDecl *, unsigned>, bool> Known;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_OPERATIONS_CONSTPASSING_H
