//===- TakeBack.h - --try: what fails it is not written ----------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_TRY_TAKEBACK_H
#define COOPIFY_DRIVER_TRY_TAKEBACK_H

#include "Driver/Agree.h"

namespace coopify {

struct Tried {
  VerifiedPlan Verified;
  std::vector<std::string> Remarks; ///< for the summary
  bool Agrees = true;               ///< before and after, or nothing was tried
  bool TookBack = false;            ///< Against has more than before
  std::string Failed = {}; ///< not empty: the machine cannot tell, and nothing is to be written
};

/// \p Verified, with --try without the rewrites by which the command computes something else: each
/// joins \p Against.
Tried tryPlan(const RunOptions &Options, const Shown &Run, VerifiedPlan Verified, Vetoes &Against,
              Planner Plan);

/// Those that can come to a finding which \p Plan leaves as it is.
std::vector<std::string> unfinishedKernels(llvm::ArrayRef<Finding> Findings,
                                           const ProgramFacts &Facts, const EditPlan &Plan);

} // namespace coopify

#endif // COOPIFY_DRIVER_TRY_TAKEBACK_H
