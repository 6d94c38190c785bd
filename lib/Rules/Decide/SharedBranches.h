//===- SharedBranches.h - groups of branches that several sites share -*- C++ -*-===//
//
// Internal to Decide. A group that a condition divides waits in every function, pass and instance
// that has the text of the condition, and each condition has one such group. Pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_RULES_DECIDE_SHAREDBRANCHES_H
#define COOPIFY_RULES_DECIDE_SHAREDBRANCHES_H

#include "Rules/Decide/Merge.h"
#include "Rules/Finding.h"

namespace coopify {

/// Refuses \p D, which was merged of \p All, where an instance that never reaches the site does not
/// show that the same conditions divide whole warps in it.
void keepFromIdleInstances(Decision &D, llvm::ArrayRef<InstanceDecision> All,
                           const ProgramFacts &Facts);

/// Refuses sites that need different groups at one condition.
void refuseOtherGroups(std::vector<Finding> &Findings);

} // namespace coopify

#endif // COOPIFY_RULES_DECIDE_SHAREDBRANCHES_H
