//===- Trial.h - the program before and after, on the machine ----*- C++ -*-===//
//
//   units, new texts  --tryTexts()-->  what a run of each shows   (simttry, docs/simt.md)
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_TRY_TRIAL_H
#define COOPIFY_DRIVER_TRY_TRIAL_H

#include "Driver/RunOptions.h"
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

struct TrialAnswer {
  bool Agrees = false;
  unsigned Schedules = 0; ///< that were tried, with lockstep
  int Status = 0;         ///< with which the old program ends
  std::vector<TriedKernel> Kernels;
  std::vector<std::string> Never;        ///< kernels that the command does not launch
  std::vector<std::string> NotCompared;  ///< what differs between runs of the old program
  std::vector<std::string> WithoutOrder; ///< what differs there in its order alone
  std::string Text, Policy, Replay;      ///< of the schedule that does not agree
  unsigned Seed = 0;
};

struct Trial {
  const TrialOptions &Options;
  std::string Folder; ///< for what is built: of the old program once
  std::vector<UnitCommand> Units;
  FileOverlay Before;                  ///< where the old texts are not those on disk
  std::vector<std::string> Unfinished; ///< kernels in which legacy code is left
  std::vector<std::string> Known;      ///< functions that were read: others may call what is left
};

/// The texts on disk, but for \p After; of several the \p Number'th. An error where the machine
/// cannot tell: the program does not compile for it, say.
llvm::Expected<TrialAnswer> tryTexts(const Trial &T, const FileOverlay &After, unsigned Number);

/// What the files that git knows were in commit \p Rev, of those that are something else now.
llvm::Expected<FileOverlay> textsOf(llvm::StringRef Rev, llvm::StringRef Folder);

} // namespace coopify

#endif // COOPIFY_DRIVER_TRY_TRIAL_H
