//===- Decide.h - one verdict per place --------------------------*- C++ -*-===//
//
//   ProgramFacts + rules --decideAll()--> Finding...
//
// A place is decided once per function instance, pass and unit that shows it;
// the verdicts are merged and the worst wins. Pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_RULES_DECIDE_H
#define COOPIFY_RULES_DECIDE_H

#include "Rules/Finding.h"

namespace coopify {

/// The findings of \p Rules over all sites, sorted by place. Sites of several
/// expansions of one macro body must agree, or become the refusal "macro"; a
/// Leave without a note gives no finding.
std::vector<Finding> decideAll(const ProgramFacts &Facts, llvm::ArrayRef<const Rule *> Rules);

/// A function that asks which lanes are here, and is refused that, is written for callers that
/// bring a part of the warp: nothing else in it may assume that they bring all of it, nor in a
/// function that calls it with all that came. The last step: a parameter may show that they do.
void refuseBesideQueries(std::vector<Finding> &Findings, const ProgramFacts &Facts);

} // namespace coopify

#endif // COOPIFY_RULES_DECIDE_H
