//===- Slots.h - what is decided by what lanes tell each other ---*- C++ -*-===//
//
// Internal to Decide. A proof by a WarpSlot leans on the rewrite of its steps. Where that was
// refused, or its rule is not asked, the sites of the function are decided as if nothing were known
// of the slot: they may still get masks. Pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_RULES_DECIDE_SLOTS_H
#define COOPIFY_RULES_DECIDE_SLOTS_H

#include "Rules/Finding.h"

#include <set>

namespace coopify {

using SlotIds = std::set<unsigned>; ///< WarpSlot::Id

/// \p S, where what it says by one of \p Denied is not known.
Site withoutSlots(Site S, const SlotIds &Denied, const ProgramFacts &Facts);
/// Without any; nullopt: it says nothing by slots.
std::optional<Site> withoutSlots(const Site &S, const ProgramFacts &Facts);

/// Of what was decided of \p S with its slots, and \p Without them, that which is sure, or else may
/// do more; with what it leans on.
Decision chosen(Decision With, std::optional<Decision> Without, const Site &S,
                const ProgramFacts &Facts);

/// Takes back what is to be written into steps that another configuration, as it was read, refuses.
void refuseInRefusedSteps(std::vector<Finding> &Findings);

/// Adds the slots whose syncs none of \p Findings writes. False: there are no more.
bool denyUnsynced(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts, SlotIds &Denied);

} // namespace coopify

#endif // COOPIFY_RULES_DECIDE_SLOTS_H
