//===- TrialInstances.h - instances that the unit does not make --*- C++ -*-===//
//
// Made through Sema when all else of the unit is known, with diagnostics held back. Nothing that
// looks at the whole AST may do so afterwards.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_TRIALS_TRIALINSTANCES_H
#define COOPIFY_EXTRACT_TRIALS_TRIALINSTANCES_H

#include "Extract/Trials/TrialArguments.h"

#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseSet.h"

#include <map>

namespace coopify {

class TrialInstances {
public:
  /// \p Made grows with what Sema makes (Analysis/Source/Walks/Reached.h).
  TrialInstances(clang::Sema &S, const std::vector<const clang::Decl *> &Made);
  ~TrialInstances();

  /// Why no trial of \p Pattern can be made, as far as its text shows; empty: that is to be seen.
  static std::string whyNone(const clang::FunctionDecl *Pattern, clang::ASTContext &Context);

  /// Makes trials of \p Pattern. Returns why there is none that counts; empty: there is.
  std::string make(const clang::FunctionDecl *Pattern);

  /// A trial that counts: the \p Number-th of its pattern.
  struct Root {
    const clang::FunctionDecl *Pattern, *Instance;
    unsigned Number;
  };
  /// The bodies of those that are \p Wanted, and of what they call of that kind.
  std::vector<const clang::FunctionDecl *>
  bodies(llvm::function_ref<bool(const Root &)> Wanted) const;

  /// No more: the parser is in no state to go on.
  bool exhausted() const { return Total >= MostTrials; }

private:
  class HeldBack;
  /// Of one unit; each takes milliseconds.
  static constexpr unsigned MostTrials = 4000;

  clang::FunctionDecl *instance(const clang::FunctionDecl *Pattern, const TrialArguments &Arguments,
                                unsigned Number);
  clang::DeclContext *classOf(const clang::FunctionDecl *Pattern, const TrialArguments &Arguments,
                              unsigned Number);
  std::string tryOne(const clang::FunctionDecl *Pattern, const TrialArguments &Arguments,
                     unsigned Number, unsigned Succeeded);
  void noteMade(size_t Before, const HeldBack &Errors);
  bool reach(const clang::FunctionDecl *Root, std::vector<const clang::FunctionDecl *> &Out) const;

  clang::Sema &S;
  const std::vector<const clang::Decl *> &Made;
  unsigned Total = 0;
  llvm::DenseSet<const clang::FunctionDecl *> New, Broken; ///< canonical
  std::vector<Root> Roots;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_TRIALS_TRIALINSTANCES_H
