#include "Options.h"

#include "Driver/Driver.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace coopify;

/// Leaves without destructors: a unit on which clang crashed may have left
/// LLVM's globals in pieces, and llvm_shutdown() then hangs.
[[noreturn]] static void leave(ExitCode Code) {
  llvm::outs().flush();
  llvm::errs().flush();
  llvm::sys::Process::Exit(static_cast<int>(Code), /*NoCleanup=*/true);
}

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a file that cannot be written
#endif
  auto Asked = parseCommandLine(Argc, Argv);
  if (const ExitCode *Answered = std::get_if<ExitCode>(&Asked))
    leave(*Answered);
  leave(run(std::get<RunOptions>(Asked)));
}
