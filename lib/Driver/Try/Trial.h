//===- Trial.h - the program before and after, on the machine ----*- C++ -*-===//
//
//   units, new texts  --tryTexts()-->  what a run of each shows   (simttry, docs/simt.md)
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_TRY_TRIAL_H
#define COOPIFY_DRIVER_TRY_TRIAL_H

#include "Driver/RunOptions.h"
#include "Driver/Try/Processes.h"
#include "Driver/Units/Units.h"
#include "Frontend/ParseUnit.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace coopify {

struct TriedKernel {
  std::string Name;
  unsigned Launches = 0;
  std::string Verdict; ///< "agrees", "differs", or "unfinished": legacy code is left in it
  std::string Text;    ///< of what does not agree
};

/// Of a finding, as the machine names it.
struct TriedPlace {
  std::string File;
  unsigned Line = 0;
};

struct TrialAnswer {
  bool Agrees = false;
  unsigned Schedules = 0; ///< that were tried, with lockstep
  int Status = 0;         ///< with which the old program ends
  std::vector<TriedKernel> Kernels;
  std::vector<std::string> Never;        ///< kernels that the command does not launch
  std::vector<std::string> NotCompared;  ///< what differs between runs of the old program
  std::vector<std::string> WithoutOrder; ///< what differs there in its order alone
  std::vector<std::string> Launched;     ///< kernels, those that kernels launched as well
  std::vector<std::string> Remarks; ///< on the trial: findings of the old program, architectures
  std::string Text, Policy, Replay; ///< of the schedule that does not agree
  std::string Kernel;               ///< of that; empty: not known
  std::vector<TriedPlace> Places;   ///< of the finding, if it is one
  unsigned Seed = 0;

  /// It is so without a schedule that works against it: the old program went the same way.
  bool isLockstep() const { return llvm::StringRef(Policy).starts_with("lockstep"); }
};

struct Trial {
  const TrialOptions &Options;
  std::string Folder; ///< for what is built: of the old program once
  std::vector<UnitCommand> Units;
  FileOverlay Before;                  ///< where the old texts are not those on disk
  std::vector<std::string> Unfinished; ///< kernels in which legacy code is left
  std::vector<std::string> Known;      ///< functions that were read: others may call what is left
  bool ShowsProgress = false;
};

struct TrialStep {
  const FileOverlay &After;
  unsigned Number;    ///< of several
  unsigned Schedules; ///< beside lockstep
};

/// The texts on disk, but for those of \p Step. An error where the machine cannot tell: the program
/// does not compile for it, say.
llvm::Expected<TrialAnswer> tryTexts(const Trial &T, const TrialStep &Step, ProcessesIn &Processes);

} // namespace coopify

#endif // COOPIFY_DRIVER_TRY_TRIAL_H
