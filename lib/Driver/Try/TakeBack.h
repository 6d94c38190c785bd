//===- TakeBack.h - --try: what fails it is not written ----------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_TRY_TAKEBACK_H
#define COOPIFY_DRIVER_TRY_TAKEBACK_H

#include "Driver/Agree.h"
#include "Report/TrialReport.h"

#include <optional>

namespace coopify {

struct Tried {
  VerifiedPlan Verified;
  std::vector<std::string> Remarks = {}; ///< for the summary
  std::vector<std::string> Faults = {};  ///< those of them that are told without one as well
  bool Agrees = true;                    ///< before and after, or nothing was tried
  bool TookBack = false;                 ///< Against has more than before
  /// Not empty: the machine cannot tell, and nothing is to be written.
  std::string Failed = {};
  /// The program is another one than it was without any rewrite: none was tried, or is written.
  bool FailsWithout = false;
  std::optional<TrialReport> Report = {}; ///< nullopt: nothing was tried

  bool mayWrite() const { return Failed.empty() && !FailsWithout; }
  void remark(std::string Line) { Remarks.push_back(std::move(Line)); }
  void fault(const std::string &Line) {
    Remarks.push_back(Line);
    Faults.push_back(Line);
  }
};

/// \p Verified, with --try without the rewrites by which the command computes something else: each
/// joins \p Against.
Tried tryPlan(const RunOptions &Options, const Shown &Run, VerifiedPlan Verified, Vetoes &Against,
              Planner Plan);

} // namespace coopify

#endif // COOPIFY_DRIVER_TRY_TAKEBACK_H
