#include "Options.h"

#include "Driver/Driver.h"

#include "llvm/Support/InitLLVM.h"

using namespace coopify;

int main(int Argc, char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  auto Asked = parseCommandLine(Argc, Argv);
  if (const ExitCode *Answered = std::get_if<ExitCode>(&Asked))
    return *Answered;
  return run(std::get<RunOptions>(Asked));
}
