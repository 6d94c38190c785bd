#include "Options.h"

#include "Driver/Driver.h"
#include "Driver/Write/OutputFile.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace coopify;

/// Leaves without destructors: a unit on which clang crashed may have left
/// LLVM's globals in pieces, and llvm_shutdown() then hangs.
[[noreturn]] static void leave(ExitCode Code) {
  if (llvm::Error E = checkStream(llvm::outs(), "standard output")) {
    llvm::WithColor::error(llvm::errs(), "coopify") << llvm::toString(std::move(E)) << '\n';
    Code = CouldNotDoItsJob;
  }
  llvm::errs().flush();
  llvm::sys::Process::Exit(static_cast<int>(Code), /*NoCleanup=*/true);
}

int main(int Argc, char **Argv) {
  // Who reads no further wants no more of it, nor a word about that: SIGPIPE ends the program.
  llvm::InitLLVM Init(Argc, Argv, /*InstallPipeSignalExitHandler=*/false);
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a file that cannot be written
#endif
  auto Asked = parseCommandLine(Argc, Argv);
  if (const ExitCode *Answered = std::get_if<ExitCode>(&Asked))
    leave(*Answered);
  leave(run(std::get<RunOptions>(Asked)));
}
