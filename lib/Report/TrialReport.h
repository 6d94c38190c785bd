//===- TrialReport.h - --try, for reports ------------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_TRIALREPORT_H
#define COOPIFY_REPORT_TRIALREPORT_H

#include <string>
#include <vector>

namespace coopify {

struct TrialReport {
  std::string Command;
  std::string Verdict;     ///< "agrees", "differs", or "cannot" tell; of what is to be written
  std::string Text = {};   ///< of one that is not "agrees"
  std::string Replay = {}; ///< of one that is "differs": what shows it again
  unsigned Schedules = 0;
  /// Of rewrites that were taken back: the same of what failed.
  std::vector<std::string> Faults = {};
  std::vector<std::string> NotRun = {};      ///< functions that were rewritten
  std::vector<std::string> NotCompared = {}; ///< nor in their order alone
};

} // namespace coopify

#endif // COOPIFY_REPORT_TRIALREPORT_H
