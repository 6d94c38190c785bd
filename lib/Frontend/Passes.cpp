#include "Frontend/Passes.h"

#include "Frontend/ToolkitFiles.h"

#include "clang/Basic/OffloadArch.h"
#include "clang/Options/Options.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

using Arguments = std::vector<std::string>;

constexpr StringLiteral DefaultArch = "sm_70";
constexpr StringLiteral HostPass = "host";
constexpr StringLiteral HipPass = "hip";
constexpr unsigned FirstWithCCCL = 13000; ///< CUB and Thrust moved to include/cccl
constexpr unsigned FirstWithCxx17 = 13000;

bool isSupported(unsigned Number) {
  return clang::StringToOffloadArch("sm_" + std::to_string(Number)) != clang::OffloadArch::UNKNOWN;
}

std::string languageOf(const ClangCommand &Command, StringRef File) {
  if (!Command.Language.empty())
    return Command.Language;
  // By the name that the command gives: x.cu may be a link to x.cpp.
  StringRef Named = Command.Inputs.size() == 1 ? StringRef(Command.Inputs[0]) : File;
  return StringSwitch<std::string>(sys::path::extension(Named))
      .Cases({".cu", ".cuh"}, "cuda")
      .Case(".c", "c")
      .Default("c++");
}

/// The command's -std where cooperative groups of \p Kit refuse it: what is
/// written will not compile with it (semantics 0.7), so nothing is gained by
/// parsing with it.
std::string tooOldStandard(const Arguments &Args, const Toolkit &Kit) {
  if (Kit.embedded() || Kit.Version < FirstWithCxx17)
    return {};
  for (StringRef Arg : reverse(Args)) {
    if (!Arg.consume_front("-std=") && !Arg.consume_front("--std="))
      continue;
    bool Old = StringSwitch<bool>(Arg)
                   .Cases({"c++98", "c++03", "c++0x", "c++11", "c++1y", "c++14"}, true)
                   .Cases({"gnu++98", "gnu++03", "gnu++0x", "gnu++11", "gnu++1y", "gnu++14"}, true)
                   .Default(false);
    return Old ? Arg.str() : std::string();
  }
  return {};
}

bool names(const Arguments &Args, StringRef Prefix) {
  return any_of(Args, [&](StringRef Arg) {
    return Arg.starts_with(Prefix) ||
           (Arg.starts_with("-") && Arg.drop_front().starts_with(Prefix));
  });
}

/// gcc's flags that clang's driver does not know leave \p Args.
std::vector<std::string> dropUnknown(Arguments &Args) {
  std::vector<const char *> Words;
  for (const std::string &Arg : Args)
    Words.push_back(Arg.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  opt::InputArgList Parsed = clang::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount, opt::Visibility(clang::options::ClangOption));
  std::vector<std::string> Unknown;
  SmallVector<unsigned> Places;
  for (const opt::Arg *A : Parsed.filtered(clang::options::OPT_UNKNOWN))
    Places.push_back(A->getIndex());
  // A last option with its value cut off.
  if (MissingCount && MissingIndex < Args.size())
    Places.push_back(MissingIndex);
  sort(Places);
  for (unsigned Place : reverse(Places)) {
    Unknown.push_back(Args[Place]);
    Args.erase(Args.begin() + Place);
  }
  std::reverse(Unknown.begin(), Unknown.end());
  return Unknown;
}

std::string embedded(StringRef Folder) { return (EmbeddedRoot + "/" + Folder).str(); }

void define(Arguments &Args, StringRef Name, unsigned Value) {
  Args.push_back(("-D" + Name + "=" + Twine(Value)).str());
}

/// What `nvcc --dryrun` passes; never __NVCC__: CUB and Thrust then want nvcc's
/// own extensions. In the user's files it is defined (SourceFixes.h).
void addVersionMacros(Arguments &Args, const Toolkit &Kit, bool Relocatable) {
  unsigned Major = Kit.Version / 1000, Minor = Kit.Version % 1000 / 10;
  define(Args, "__CUDACC_VER_MAJOR__", Major);
  define(Args, "__CUDACC_VER_MINOR__", Minor);
  define(Args, "__CUDACC_VER_BUILD__", Kit.Build);
  if (Kit.Version >= 11000) {
    define(Args, "__CUDA_API_VER_MAJOR__", Major);
    define(Args, "__CUDA_API_VER_MINOR__", Minor);
  }
  if (Relocatable)
    Args.push_back("-D__CUDACC_RDC__");
}

/// The runtime comes last: the user's own copy of it is the one that counts.
void addHeaders(Arguments &Args, const Toolkit &Kit) {
  if (Kit.embedded()) {
    for (StringRef Folder : {"shim", "cuda"}) // -I: before any toolkit a user's -I names
      Args.push_back("-I" + embedded(Folder));
    Args.insert(Args.end(), {"-include", "coopify_prelude.h"});
  } else {
    Args.insert(Args.end(), {"-I" + embedded("shim"), "-isystem", Kit.Path + "/include"});
    if (Kit.Version >= FirstWithCCCL)
      Args.insert(Args.end(), {"-isystem", Kit.Path + "/include/cccl"});
    Args.insert(Args.end(),
                {"-include", "__clang_cuda_runtime_wrapper.h", "-include", "coopify_toolkit.h"});
  }
  Args.insert(Args.end(), {"-idirafter", embedded("late"), "-idirafter", embedded("runtime")});
}

/// How many headers addHeaders includes.
unsigned preludeHeaders(const Toolkit &Kit) { return Kit.embedded() ? 1 : 2; }

/// The part that is the same for every language. -Wno-everything: clang makes
/// errors of warnings that nvcc does not have (narrowing, "x"NAME, register).
Arguments commonArguments(StringRef Language) {
  return {COOPIFY_CLANG,        "-x",
          Language.str(),       "-fsyntax-only",
          "-resource-dir",      COOPIFY_RESOURCE_DIR,
          "-Qunused-arguments", "-w",
          "-Wno-everything",    "-ferror-limit=0"};
}

Arguments cudaArguments(const ClangCommand &Command, const Toolkit &Kit, StringRef Arch,
                        bool Host) {
  Arguments Args = commonArguments("cuda");
  Args.insert(Args.end(),
              {Host ? "--cuda-host-only" : "--cuda-device-only", "--cuda-gpu-arch=" + Arch.str(),
               "--no-cuda-version-check", "-nocudainc", "-nocudalib",
               // No toolkit is there: else the driver reads the megabyte of the machine's cuda.h
               // in each pass for a version that is given here (CudaInstallationDetector).
               "--cuda-path=" + EmbeddedRoot.str(),
               "-Xclang", // without it no <<<>>> parses
               "-target-sdk-version=" + std::to_string(Kit.Version / 1000) + "." +
                   std::to_string(Kit.Version % 1000 / 10),
               "-Xclang", "-fcuda-allow-variadic-functions"});
  // Whatever the command says: without it a launch in a kernel does not parse.
  Args.push_back("-fgpu-rdc");
  if (!names(Command.Args, "-std="))
    Args.push_back(Kit.Version >= FirstWithCxx17 ? "-std=gnu++17" : "-std=gnu++14");
  addVersionMacros(Args, Kit, Command.RelocatableDevice);
  addHeaders(Args, Kit);
  return Args;
}

Arguments plainArguments(StringRef Language, const Toolkit &Kit) {
  Arguments Args = commonArguments(Language);
  if (!Kit.embedded())
    Args.insert(Args.end(), {"-idirafter", Kit.Path + "/include"});
  else
    Args.insert(Args.end(), {"-idirafter", embedded("shim"), "-idirafter", embedded("cuda")});
  Args.insert(Args.end(), {"-idirafter", embedded("late"), "-idirafter", embedded("runtime")});
  return Args;
}

/// The passes wanted, "sm_XX" and "host", each once.
std::vector<std::string> wantedPasses(const ClangCommand &Command, const PassOptions &Options) {
  std::vector<std::string> Wanted = Options.Wanted;
  if (Wanted.empty()) {
    Wanted = Command.Archs.empty() ? std::vector{DefaultArch.str()} : Command.Archs;
    Wanted.push_back(HostPass.str());
  }
  return Wanted;
}

} // namespace

std::string parsedArch(StringRef Arch) {
  if (clang::StringToOffloadArch(Arch) != clang::OffloadArch::UNKNOWN)
    return Arch.str();
  unsigned Number = 0;
  StringRef Digits = Arch.drop_front(std::min<size_t>(3, Arch.size()));
  if (Digits.consumeInteger(10, Number) || Number > 999)
    return DefaultArch.str();
  for (unsigned N = Number; N >= 20; --N)
    if (isSupported(N))
      return "sm_" + std::to_string(N);
  while (!isSupported(Number))
    ++Number;
  return "sm_" + std::to_string(Number);
}

/// What flags say of where headers are, and of macros.
static Arguments preprocessorFlags(ArrayRef<std::string> Flags, bool Macros) {
  Arguments Out;
  for (size_t I = 0; I < Flags.size(); ++I) {
    StringRef Flag = Flags[I];
    const bool Alone = is_contained({"-I", "-isystem", "-iquote", "-idirafter", "-D", "-U"}, Flag);
    const bool Macro = Flag.starts_with("-D") || Flag.starts_with("-U");
    const bool Wanted = Macro ? Macros : Alone || Flag.starts_with("-I");
    for (size_t Last = I + (Alone && I + 1 < Flags.size()); Wanted && I < Last; ++I)
      Out.push_back(Flags[I]);
    if (Wanted)
      Out.push_back(Flags[I]);
    else if (Alone)
      ++I;
  }
  return Out;
}

Pass guessedHostPass(const Pass &Beside, StringRef File, const Toolkit &Kit, bool WithMacros) {
  Pass P;
  P.Name = "c++";
  P.File = File.str();
  P.Directory = Beside.Directory;
  P.Args = plainArguments(languageOf(ClangCommand(), File), Kit);
  P.OwnArgs = P.Args.size();
  ArrayRef<std::string> Users = ArrayRef(Beside.Args).drop_front(Beside.OwnArgs).drop_back(2);
  append_range(P.Args, preprocessorFlags(Users, WithMacros));
  P.Args.insert(P.Args.end(), {"--", File.str()});
  return P;
}

std::vector<Pass> expandPasses(const ClangCommand &Command, StringRef File, StringRef Directory,
                               const Toolkit &Kit, const PassOptions &Options) {
  if (!Kit.embedded())
    addToolkitRoot(Kit.Path);
  Pass Base;
  Base.File = File.str();
  Base.Directory = Directory.str();
  Base.RelocatableDevice = Command.RelocatableDevice;
  Base.AsNvcc = Command.IsNvcc;
  Arguments Users = Command.Args;
  for (const std::vector<std::string> &Flags : {Command.Unknown, dropUnknown(Users)})
    for (const std::string &Flag : Flags)
      Base.Notes.push_back({"unknown-flag", Flag, {}});

  if (Command.IsHip || File.ends_with(".hip")) {
    Base.Name = HipPass.str();
    return {Base};
  }
  const std::string Named = Options.Named.empty() ? File.str() : Options.Named;
  std::string Language = languageOf(Command, Named);
  for (const std::string &Arch : Command.Archs)
    if (std::string Parsed = parsedArch(Arch); Language == "cuda" && Parsed != Arch)
      Base.Notes.push_back({"other-arch", Arch + " as " + Parsed, {}});
  if (std::string Old = tooOldStandard(Users, Kit); Language == "cuda" && !Old.empty()) {
    Users.push_back("-std=gnu++17");
    Base.Notes.push_back(
        {"old-standard", (sys::path::filename(File) + " (" + Old + ")").str(), {}});
  }
  std::vector<Pass> Passes;
  auto Add = [&](StringRef Name, Arguments Args, unsigned PreludeHeaders) {
    const size_t Own = Args.size();
    Args.insert(Args.end(), Users.begin(), Users.end());
    Args.insert(Args.end(), {"--", Named});
    Pass P = Base;
    P.Name = Name.str();
    P.OwnArgs = Own;
    P.PreludeHeaders = PreludeHeaders;
    P.Precompiled = Options.Precompiled;
    P.Args = std::move(Args);
    Passes.push_back(std::move(P));
  };
  if (Language != "cuda") {
    Add("c++", plainArguments(Language, Kit), 0);
    return Passes;
  }
  std::vector<std::string> Seen;
  std::string FirstArch =
      parsedArch(Command.Archs.empty() ? StringRef(DefaultArch) : StringRef(Command.Archs[0]));
  for (const std::string &Wanted : wantedPasses(Command, Options)) {
    bool Host = Wanted == HostPass;
    std::string Arch = Host ? FirstArch : parsedArch(Wanted);
    std::string Side = Host ? HostPass.str() : Arch;
    if (is_contained(Seen, Side))
      continue;
    Seen.push_back(Side);
    Add(Wanted, cudaArguments(Command, Kit, Arch, Host), preludeHeaders(Kit));
  }
  return Passes;
}

} // namespace coopify
