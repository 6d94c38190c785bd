//===- PassedPointers.h - pointers that lead to no shared memory -*- C++ -*-===//
//
// A helper's pointer may lead to shared memory, unless all that call it pass what kernels were
// given. Which parameters are worth to ask about is found in the unit; whether they do is proven
// over all units (AtomKind::ParamOutsideShared), and what to do if they do not is found as well
// (Premise): a wrong guess here costs time, or a sync that nobody needs.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_PASSEDPOINTERS_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_PASSEDPOINTERS_H

#include "Analysis/SharedMemory/FewLanes.h"
#include "Analysis/Source/SourceText.h"
#include "Model/Uniformity.h"

#include "clang/AST/Expr.h"

#include <map>
#include <optional>
#include <vector>

namespace coopify {

class MemoryLocations;

/// The variable by whose name the pointer \p E is made: `s`, `s + 4`, `&s[4]`; else null.
const clang::VarDecl *pointerMadeOf(const clang::Expr *E);
/// The variable that a chain of initialisers begins with: p of `int *q = p + 4, *r = q;`.
const clang::VarDecl *beginningOf(const clang::VarDecl *V);
/// Two pointers are made of one variable, or of one member of it.
bool namedAlike(const clang::Expr *A, const clang::Expr *B);

class PassedPointers {
public:
  /// \p Calls and \p Callers: all of the unit. They are read when something is asked.
  PassedPointers(const std::vector<const clang::CallExpr *> &Calls,
                 const std::vector<const clang::FunctionDecl *> &Callers)
      : Calls(Calls), Few(Callers) {}

  /// Every call that the unit makes of \p P's function, in any instance of its template, passes no
  /// pointer to shared memory, as far as is seen at a glance.
  bool outsideShared(const clang::ParmVarDecl *P);

  /// The parameters of its function for which every call that the unit makes passes a pointer into
  /// another object than for \p P, as far as is seen at a glance (AtomKind::ParamsApart). Of a
  /// kernel those for which no launch is seen to pass a pointer into the same one.
  llvm::SmallVector<const clang::ParmVarDecl *, 2> apartFrom(const clang::ParmVarDecl *P);
  /// All such pairs of \p F; nullopt: there are none.
  std::optional<Uniformity> apartIn(const clang::FunctionDecl *F);

  /// Some call passes a pointer for \p P that is made of \p V by its name: `s`, `&s[4]`.
  bool passes(const clang::ParmVarDecl *P, const clang::VarDecl *V);
  /// Some call passes the address of \p V, a variable in global memory, or takes it for the host.
  bool isPassed(const clang::VarDecl *V, const SourceText &Text);

  FewCallers &few() { return Few; }

private:
  void readCalls();
  using Key = std::pair<const clang::FunctionDecl *, unsigned>;
  static Key keyOf(const clang::ParmVarDecl *P);
  bool allPass(const Key &Of);
  bool apart(const Key &A, const Key &B);
  bool launchedWithOne(const Key &A, const Key &B);
  bool intoTwo(const clang::Expr *A, const clang::Expr *B);
  bool leadsOutside(const clang::Expr *E);
  bool leadsOutside(const clang::VarDecl *V);

  const std::vector<const clang::CallExpr *> &Calls;
  FewCallers Few;
  size_t Read = 0; ///< of Calls
  std::map<Key, std::vector<const clang::Expr *>> Passed;
  std::map<std::pair<Key, Key>, bool> Pairs;
  std::map<Key, bool> Working; ///< what is being asked, or was
};

/// That \p Arg, a pointer, leads to no shared memory.
Uniformity outsideShared(const clang::Expr *Arg, MemoryLocations &Places);

/// That \p A and \p B, two pointers, lead into different objects; nullopt: nothing shows it.
std::optional<Uniformity> apart(const clang::Expr *A, const clang::Expr *B,
                                MemoryLocations &Places);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_PASSEDPOINTERS_H
