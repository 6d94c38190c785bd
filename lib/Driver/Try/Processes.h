//===- Processes.h - what --try starts ends with it --------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_TRY_PROCESSES_H
#define COOPIFY_DRIVER_TRY_PROCESSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <csignal>
#include <mutex>
#include <string>
#include <thread>

namespace coopify {

/// While it lives, a signal that ends this program also ends what run() started, with all that
/// that started, and removes the folder. One at a time; threads begun before are not to be left.
class ProcessesIn {
public:
  explicit ProcessesIn(std::string Folder);
  ~ProcessesIn();
  ProcessesIn(const ProcessesIn &) = delete;
  ProcessesIn &operator=(const ProcessesIn &) = delete;

  /// Its exit status, as a shell has it.
  llvm::Expected<int> run(const std::string &Program, llvm::ArrayRef<std::string> Arguments);

private:
  void watch();
  void endWith(int Signal);

  const std::string Folder;
  sigset_t Watched, Before;
  std::mutex Lock; ///< of what follows; held for good when all is to end
  pid_t Group = 0; ///< of the program that runs
  bool IsDone = false;
  std::thread Watcher;
};

} // namespace coopify

#endif // COOPIFY_DRIVER_TRY_PROCESSES_H
