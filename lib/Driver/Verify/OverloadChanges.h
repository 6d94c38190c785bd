//===- OverloadChanges.h - calls that edits give another meaning ------*- C++ -*-===//
//
//   ProgramFacts + EditPlan + CallTarget... of the edited code  -->  BrokenUnit...
//
// With a thread_block in front, an overload may fit better than the function
// that was meant: a template, or one of cooperative_groups, which is looked up
// because of the argument. That compiles, so it is looked for (semantics D,
// "overloads"). Pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_VERIFY_OVERLOADCHANGES_H
#define COOPIFY_DRIVER_VERIFY_OVERLOADCHANGES_H

#include "Driver/Verify/RollBack.h"
#include "Extract/CallTargets.h"

#include <map>
#include <set>

namespace coopify {

/// What the calls of a program meant before any edit.
class OverloadChanges {
public:
  explicit OverloadChanges(const ProgramFacts &Facts);

  /// The calls among \p Now, of code with the edits of \p Plan, that mean another
  /// function than before, or have come to mean one whose parameters \p Plan edits.
  std::vector<BrokenUnit> brokenUnits(llvm::ArrayRef<CallTarget> Now, const EditPlan &Plan,
                                      llvm::ArrayRef<Finding> Findings) const;

private:
  bool meantAt(const Location &Call, const Location &Declared) const;

  struct Meaning {
    std::set<Location> Declared; ///< of all functions of that name meant by calls at one place
    bool Unknown = false;        ///< one of them was not seen
  };
  /// A macro's use is the place of several calls.
  std::map<std::pair<Location, std::string>, Meaning> Before;
};

} // namespace coopify

#endif // COOPIFY_DRIVER_VERIFY_OVERLOADCHANGES_H
