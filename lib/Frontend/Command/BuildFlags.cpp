#include "Frontend/Command/BuildFlags.h"

#include "Frontend/Command/PassArguments.h"

#include "clang/Basic/LangStandard.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace coopify {

/// 11 of C++11; 0 of C.
static unsigned numberOfLanguage(const clang::LangStandard &Standard) {
  if (!Standard.isCPlusPlus())
    return 0;
  return Standard.isCPlusPlus26()   ? 26
         : Standard.isCPlusPlus23() ? 23
         : Standard.isCPlusPlus20() ? 20
         : Standard.isCPlusPlus17() ? 17
         : Standard.isCPlusPlus14() ? 14
         : Standard.isCPlusPlus11() ? 11
                                    : 98;
}

/// The last one counts.
static void takeStandard(ArrayRef<std::string> Args, UnitBuild &Build) {
  for (StringRef Arg : reverse(Args)) {
    if (!Arg.consume_front("-std=") && !Arg.consume_front("--std="))
      continue;
    const clang::LangStandard::Kind Kind = clang::LangStandard::getLangKind(Arg);
    if (Kind == clang::LangStandard::lang_unspecified)
      return;
    const auto &Standard = clang::LangStandard::getLangStandardForKind(Kind);
    Build.Language = numberOfLanguage(Standard);
    Build.Gnu = Standard.isGNUMode();
    return;
  }
}

/// nvcc hands its -std to the host compiler in front of what -Xcompiler names, which counts there:
/// the header is compiled as the older one.
static void takeHostStandard(const ClangCommand &Command, UnitBuild &Build) {
  UnitBuild Host;
  takeStandard(Command.HostFlags, Host);
  if (!Build.Nvcc || Host.Language == 0 || Host.Language >= Build.Language)
    return;
  Build.Language = Host.Language;
  Build.OfHostCompiler = true;
}

UnitBuild buildOf(const ClangCommand &Command) {
  UnitBuild Build;
  Build.Cuda = Command.Compiles == Accelerator::Cuda;
  Build.Nvcc = Command.IsNvcc;
  takeStandard(Command.Args, Build);
  takeHostStandard(Command, Build);
  for (StringRef Arch : Command.Archs)
    if (Arch.starts_with("sm_"))
      Build.Archs.push_back(numberOf(Arch));
  return Build;
}

} // namespace coopify
