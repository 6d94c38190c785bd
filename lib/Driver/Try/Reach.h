//===- Reach.h - which kernels run what was rewritten ------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_TRY_REACH_H
#define COOPIFY_DRIVER_TRY_REACH_H

#include "Edit/Plan.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace coopify {

/// A kernel's name without parameters and template arguments: "void f<int>(int*)" is f.
std::string bareName(llvm::StringRef Kernel);

/// Those that can come to a finding which \p Plan leaves as it is.
std::vector<std::string> unfinishedKernels(llvm::ArrayRef<Finding> Findings,
                                           const ProgramFacts &Facts, const EditPlan &Plan);

/// The findings (by index) with edits in \p Plan.
std::vector<size_t> appliedIn(const EditPlan &Plan);

/// The callers of a program's functions.
class Reach {
public:
  Reach(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts);

  /// The rewrites in \p Plan that \p Kernel can come to, or what it launches.
  std::set<size_t> rewritesOf(llvm::StringRef Kernel, const EditPlan &Plan) const;

  /// "f (a.cu:7)", where no kernel of \p Launched comes to the rewrites of f.
  std::vector<std::string> notRun(llvm::ArrayRef<std::string> Launched, const EditPlan &Plan,
                                  llvm::StringRef Root) const;

private:
  bool mayRun(size_t Index, const std::set<std::string> &Launched) const;

  llvm::ArrayRef<Finding> Findings;
  const ProgramFacts &Facts;
  std::map<std::string, std::set<std::string>> Callers, Instances; ///< by USR; by that of a pattern
  std::map<Location, std::set<std::string>> Functions;             ///< with a finding at a place
};

} // namespace coopify

#endif // COOPIFY_DRIVER_TRY_REACH_H
