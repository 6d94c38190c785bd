//===- NextSteps.h - the commands that follow a run --------------*- C++ -*-===//
//
//   Result...  --runEnd()-->  RunEnd  --nextSteps()-->  the last lines of the output
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_REPORT_NEXTSTEPS_H
#define COOPIFY_REPORT_NEXTSTEPS_H

#include "Edit/Outcome.h"

#include <set>
#include <string>
#include <vector>

namespace coopify {

/// The command line of the run without its action, for commands that repeat it.
struct CommandAgain {
  std::vector<std::string> Words = {"coopify"}; ///< the program, and options that select findings
  std::vector<std::string> Trial;               ///< options of --try, which --explain excludes
  std::vector<std::string> Flags;               ///< "--" and the words after it
  bool Assumed = false;                         ///< --fix=assumed was given
};

/// A finished run: its action, and the sites that it leaves.
struct RunEnd {
  enum class Action { Report, Diff, Fix, Copies, Comments, Baseline };
  Action Did = Action::Report;
  std::string Written; ///< the folder of Copies, the file of Baseline

  unsigned Rewrites = 0; ///< those that --fix writes
  bool OnlyCuda = true;  ///< no unit is for AMD's GPUs or MXMACA

  /// Sites that today's toolkits reject, or that today's GPUs may compute wrongly.
  unsigned Proven = 0, Accepted = 0, Undecided = 0; ///< Accepted: under granted assumptions

  std::vector<Location> Open; ///< sites without a rewrite; the first Undecided ones are required
  std::set<std::string> Assumptions; ///< those that would allow more rewrites
  unsigned Awaiting = 0;             ///< how many more
};

/// The part of RunEnd that \p Results decide. Sites that the user silenced do not count.
RunEnd runEnd(llvm::ArrayRef<Result> Results);

/// The last lines of the output: the sites that must change, in numbers, and at most three steps.
/// \p OpenPlaces are those of End.Open, as "f.cu:12".
std::vector<std::string> nextSteps(const RunEnd &End, llvm::ArrayRef<std::string> OpenPlaces,
                                   const CommandAgain &Command);

} // namespace coopify

#endif // COOPIFY_REPORT_NEXTSTEPS_H
