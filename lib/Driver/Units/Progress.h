//===- Progress.h - how far the reading of units is --------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_UNITS_PROGRESS_H
#define COOPIFY_DRIVER_UNITS_PROGRESS_H

#include "Driver/RunOptions.h"
#include "Frontend/Passes.h"

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

namespace coopify {

struct ReadingState {
  size_t Done = 0, AtWork = 0, Total = 0; ///< units
  double Seconds = 0;                     ///< since the first began
  std::string File;                       ///< that is at work for the longest time
};

/// "12 of 318 units, 3 at work, about 40 s left: src/foo.cu", in less than \p Columns: the path
/// loses its beginning.
std::string progressText(const ReadingState &S, unsigned Columns);

/// Says on stderr how far the reading is; for all threads.
class Progress {
public:
  Progress(ProgressKind Kind, size_t Units, size_t Passes);
  /// What was shown of it is gone: the line is anybody's again.
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  void unitBegins(llvm::StringRef File);
  void passDone(const Pass &P);
  void unitDone(llvm::StringRef File);

private:
  void show();

  const ProgressKind Kind;
  const size_t Units, Passes;
  const std::chrono::steady_clock::time_point Since = std::chrono::steady_clock::now();
  std::mutex Mutex;
  std::vector<std::string> AtWork;
  size_t UnitsDone = 0, PassesDone = 0;
};

} // namespace coopify

#endif // COOPIFY_DRIVER_UNITS_PROGRESS_H
