//===- Merge.h - many verdicts on one place become one -----------*- C++ -*-===//
#ifndef COOPIFY_RULES_MERGE_H
#define COOPIFY_RULES_MERGE_H

#include "Rules/Rule.h"

namespace coopify {

/// What one function instance, pass or expansion says of a place.
struct InstanceDecision {
  const Site *At;
  Decision Says;
  std::string Instance; ///< the function, as a user would say it
  bool Trial = false;   ///< of a template that no unit read instantiates
};

struct Merged {
  const Site *At; ///< of the instance that the verdict is taken from
  Decision Says;
};

/// The worst wins: Refusal, Assumed, Safe, Leave; of equals the first.
/// Rewrites that differ, or stand beside an instance that needs the text as it
/// is, become the refusal "instances-disagree"; assumptions and handles are
/// united. \p All is not empty.
Merged mergeVerdicts(llvm::ArrayRef<InstanceDecision> Instances);

/// The same for a site in a macro's body, which has one text for all its
/// \p Expansions (of that macro): each must be rewritten, and alike.
Merged mergeExpansions(llvm::ArrayRef<InstanceDecision> All,
                       llvm::ArrayRef<MacroExpansion> Expansions);

} // namespace coopify

#endif // COOPIFY_RULES_MERGE_H
