//===- Trials.h - templates that nobody uses ----------------------*- C++ -*-===//
//
// Internal to Link. What is asked of a trial instance is asked of another program: the one that was
// read, with the trials as further callers. Of the program itself they are no part.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_MERGE_TRIALS_H
#define COOPIFY_LINK_MERGE_TRIALS_H

#include "Link/Proofs/Prover.h"

namespace coopify {

struct TrialProgram {
  Program P;
  Prover Facts;
  explicit TrialProgram(Program Of) : P(std::move(Of)), Facts(P) {}
};

/// \p Units with their trials, but for those of a template that some unit instantiates, and without
/// other sites; empty: there are no trials.
std::vector<TUSummary> unitsWithTrials(const std::vector<TUSummary> &Units);

/// \p Out, which code that was not read might break, where a trial is code that does.
Proven vetoed(Proven Out, const Proven &WithTrials);

} // namespace coopify

#endif // COOPIFY_LINK_MERGE_TRIALS_H
