#include "Frontend/Passes.h"

#include "Frontend/Command/BuildFlags.h"
#include "Frontend/Command/DefaultLanguage.h"
#include "Frontend/Command/PassArguments.h"
#include "Frontend/ToolkitFiles.h"
#include "Model/Output/Toolkits.h"

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

/// Without a toolkit: the first on which legacy code breaks.
constexpr StringLiteral DefaultArch = "sm_70";
constexpr StringLiteral HostPass = "host";

bool isSupported(unsigned Number) {
  return clang::StringToOffloadArch("sm_" + std::to_string(Number)) != clang::OffloadArch::UNKNOWN;
}

std::string languageOf(const ClangCommand &Command, StringRef File) {
  if (!Command.Language.empty())
    return Command.Language;
  // By the name that the command gives: x.cu may be a link to x.cpp.
  StringRef Named = Command.Inputs.size() == 1 ? StringRef(Command.Inputs[0]) : File;
  return StringSwitch<std::string>(sys::path::extension(Named))
      .Cases({".cu", ".cuh", ".hip", ".maca"}, "cuda")
      .Case(".c", "c")
      .Default("c++");
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

/// What nvcc compiles for: by itself, and at least and at most.
struct NvccArchs {
  unsigned Default, Oldest, Newest;
};
constexpr NvccArchs BeforeGroups = {20, 20, 62}; // nvcc 8

NvccArchs archsOf(const Toolkit &Kit) {
  // Headers of no toolkit: any may compile it.
  if (Kit.embedded())
    return {70, 50, 121};
  const ToolkitFacts *Facts = findToolkitFacts(Kit.Version);
  return Facts ? NvccArchs{Facts->DefaultArch, Facts->OldestArch, Facts->NewestArch} : BeforeGroups;
}

std::string nameOf(unsigned Arch) { return "sm_" + std::to_string(Arch); }

/// The architectures that nobody named.
struct ChosenArchs {
  std::vector<std::string> Parsed;
  std::string Why; ///< with the name of what was named in place of a number
  std::vector<unsigned> Others;
};

ChosenArchs chosenArchs(const ClangCommand &Command, const Toolkit &Kit) {
  const NvccArchs Nvcc = archsOf(Kit);
  const bool All = StringRef(Command.OpenArch).starts_with("all");
  ChosenArchs Out;
  if (!Command.OpenArch.empty()) {
    Out.Why = "-arch=" + Command.OpenArch;
    Out.Parsed = {nameOf(All ? Nvcc.Oldest : Nvcc.Default)};
    if (All)
      Out.Parsed.push_back(nameOf(Nvcc.Newest));
    for (unsigned Arch = Nvcc.Oldest; Arch <= Nvcc.Newest; ++Arch)
      if (isSupported(Arch))
        Out.Others.push_back(Arch);
    return Out;
  }
  Out.Why = "no -arch";
  if (!Command.IsNvcc) {
    Out.Parsed = {clang::OffloadArchToString(clang::OffloadArch::CudaDefault)};
    return Out;
  }
  Out.Parsed = {nameOf(Nvcc.Default)};
  if (Kit.embedded()) // they say that they are CUDA 13's
    Out.Others = {AllToolkits[0].DefaultArch};
  return Out;
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

static constexpr StringLiteral ArchFlag = "--cuda-gpu-arch=";

Pass forArch(const Pass &P, unsigned Arch) {
  Pass Out = P;
  Out.Name = nameOf(Arch);
  for (std::string &Arg : MutableArrayRef(Out.Args).take_front(Out.OwnArgs))
    if (StringRef(Arg).starts_with(ArchFlag))
      Arg = (ArchFlag + Out.Name).str();
  return Out;
}

std::optional<Pass> inOtherLanguage(const Pass &P) {
  if (P.OtherLanguage.empty())
    return std::nullopt;
  Pass Out = P;
  for (std::string &Arg : MutableArrayRef(Out.Args).take_front(Out.OwnArgs))
    if (StringRef(Arg).starts_with("-std="))
      Arg = "-std=" + std::exchange(Out.OtherLanguage, {});
  return Out;
}

std::optional<Pass> otherSide(const Pass &P) {
  if (P.DeviceOnly)
    return std::nullopt;
  Pass Out = P;
  const bool Host = P.Name == HostPass;
  for (std::string &Arg : MutableArrayRef(Out.Args).take_front(Out.OwnArgs))
    if (Arg == (Host ? "--cuda-host-only" : "--cuda-device-only"))
      Arg = Host ? "--cuda-device-only" : "--cuda-host-only";
    else if (StringRef(Arg).starts_with(ArchFlag))
      Out.Name = Host ? StringRef(Arg).drop_front(ArchFlag.size()).str() : HostPass.str();
  return Out.Name == P.Name ? std::nullopt : std::optional(Out);
}

std::vector<unsigned> archsToldApart(const Pass &P, const std::set<unsigned> &Tested) {
  // What ==, < and <= with any of the numbers say of an architecture.
  auto Answers = [&](unsigned Arch) {
    std::vector<int> Out;
    for (unsigned Number : Tested)
      Out.push_back(Arch * 10 < Number ? -1 : Arch * 10 > Number);
    return Out;
  };
  std::vector<unsigned> Out;
  std::set<std::vector<int>> Seen = {Answers(numberOf(P.Name))};
  for (unsigned Arch : P.OtherArchs)
    if (Seen.insert(Answers(Arch)).second)
      Out.push_back(Arch);
  return Out;
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
  P.Args = plainArguments({}, languageOf({}, File), Kit);
  P.OwnArgs = P.Args.size();
  ArrayRef<std::string> Users = ArrayRef(Beside.Args).drop_front(Beside.OwnArgs).drop_back(2);
  append_range(P.Args, preprocessorFlags(Users, WithMacros));
  P.Args.insert(P.Args.end(), {"--", File.str()});
  return P;
}

/// What all passes of a unit share. What cannot be taken leaves \p Users.
static Pass basePass(const ClangCommand &Command, StringRef File, StringRef Directory, bool Ports,
                     Arguments &Users) {
  Pass Base;
  Base.File = File.str();
  Base.Directory = Directory.str();
  Base.RelocatableDevice = Command.RelocatableDevice;
  Base.DeviceOnly = Command.DeviceOnly;
  Base.AsNvcc = Command.IsNvcc && Command.Compiles == Accelerator::Cuda;
  Base.Host = Command.Host;
  Base.Unread = Command.Unread;
  Base.Ports = Ports;
  Base.Build = buildOf(Command);
  for (const std::vector<std::string> &Flags : {Command.Unknown, dropUnknown(Users)})
    for (const std::string &Flag : Flags)
      Base.Notes.push_back({"unknown-flag", Flag, {}});
  for (const std::string &Variable : Command.FromEnvironment)
    Base.Notes.push_back({"environment", Variable, {}});
  return Base;
}

/// The architectures that a CUDA unit asks for and does not get.
static void noteOtherArchs(const ClangCommand &Command, Pass &Base) {
  for (const std::string &Arch : Command.Archs)
    if (std::string Parsed = parsedArch(Arch); Parsed != Arch)
      Base.Notes.push_back({"other-arch", Arch + " as " + Parsed, {}});
}

static void raiseLanguage(const Toolkit *Kit, Pass &Base, Arguments &Users) {
  const std::optional<RaisedLanguage> Raised = raisedLanguage(Users, Kit);
  if (!Raised)
    return;
  Users.push_back(("-std=" + Raised->Parsed).str());
  if (!Raised->Note.empty())
    Base.Notes.push_back({Raised->Note.str(),
                          (sys::path::filename(Base.File) + " (" + Raised->Users + ")").str(),
                          {}});
}

namespace {
struct Wanted {
  std::vector<std::string> Passes; ///< "sm_XX" and "host"
  std::vector<std::string> Archs;  ///< of the command, or chosen for it
};
} // namespace

/// Says in \p Base what was chosen.
static Wanted wantedPasses(const ClangCommand &Command, const Toolkit &Kit,
                           const PassOptions &Options, Pass &Base) {
  Wanted Out{Options.Wanted, Command.Archs};
  auto &[AllWanted, Archs] = Out;
  erase_if(AllWanted, [](StringRef Arch) { return Arch.starts_with("gfx"); }); // of HIP units
  if (Command.DeviceOnly)
    erase(AllWanted, HostPass);
  const bool Named = !AllWanted.empty() || (!Archs.empty() && Command.OpenArch.empty());
  const ChosenArchs Chosen = Named ? ChosenArchs() : chosenArchs(Command, Kit);
  append_range(Archs, Chosen.Parsed);
  if (AllWanted.empty()) {
    AllWanted = Archs;
    if (!Command.DeviceOnly)
      AllWanted.push_back(HostPass.str());
  }
  Base.AssumedArch = Chosen.Why;
  Base.OtherArchs = Chosen.Others;
  for (const std::string &Arch : Archs) // of the command line, that --arch leaves out
    if (Named && !is_contained(AllWanted, Arch))
      Base.OtherArchs.push_back(numberOf(parsedArch(Arch)));
  return Out;
}

/// The folders of CUDA toolkits that -I names become the system's: behind those of \p Kit, which is
/// parsed with, and not to be edited. \p Directory is that of the command.
static void takeToolkits(Arguments &Users, StringRef Directory, const Toolkit &Kit, Pass &Base) {
  SmallString<256> Own;
  if (!Kit.embedded())
    sys::fs::real_path(Kit.Path + "/include", Own);
  for (size_t I = 0; I < Users.size(); ++I) {
    StringRef Dir = Users[I];
    if (!Dir.consume_front("-I"))
      continue;
    const bool Apart = Dir.empty() && I + 1 < Users.size();
    SmallString<256> Path(Apart ? StringRef(Users[I + 1]) : Dir), Real;
    sys::path::make_absolute(Directory, Path);
    if (!addToolkitHeaders(Path))
      continue;
    if (sys::fs::real_path(Path, Real); Real != Own)
      Base.Notes.push_back({"other-toolkit", std::string(Path), {}});
    Users[I] = "-isystem";
    if (!Apart)
      Users.insert(Users.begin() + I + 1, std::string(Path));
    ++I;
  }
}

/// The command's, or that of the file's name.
static Accelerator acceleratorOf(const ClangCommand &Command, StringRef Input) {
  if (Command.Compiles != Accelerator::Cuda || !Command.Language.empty())
    return Command.Compiles;
  return StringSwitch<Accelerator>(sys::path::extension(Input))
      .Case(".hip", Accelerator::Hip)
      .Case(".maca", Accelerator::Maca)
      .Default(Accelerator::Cuda);
}

namespace {
struct HipPass {
  std::string Name, Arch;
  unsigned WarpWidth;
};
} // namespace

/// Those of GCN and CDNA have 64 lanes; RDNA's 32, or 64 if the command says so (HIP documentation,
/// "Warp size").
static unsigned lanesOf(StringRef Gfx, std::optional<bool> Wave64) {
  unsigned Number = 0;
  StringRef Rest = Gfx;
  const bool Known = Rest.consume_front("gfx") && !Rest.empty();
  // The last two digits are its stepping: gfx90a is 9, gfx1100 is 11, gfx9-generic and
  // gfx11-generic.
  StringRef Major = Rest.contains('-') ? Rest.take_until([](char C) { return C == '-'; })
                                       : Rest.drop_back(std::min<size_t>(2, Rest.size()));
  if (!Known || Major.getAsInteger(10, Number) || Number < 10)
    return MaxWarpWidth;
  return Wave64.value_or(false) ? MaxWarpWidth : SmallWarp;
}

/// One that clang knows, of the same kind.
static std::string knownGfx(StringRef Arch, Pass &Base) {
  if (clang::StringToOffloadArch(Arch) != clang::OffloadArch::UNKNOWN)
    return Arch.str();
  const std::string Near = lanesOf(Arch, std::nullopt) == MaxWarpWidth ? "gfx90a" : "gfx1100";
  Base.Notes.push_back({"other-arch", (Arch + " as " + Near).str(), {}});
  return Near;
}

static std::vector<std::string> gfxOf(std::vector<std::string> Archs) {
  erase_if(Archs, [](StringRef Arch) { return !Arch.starts_with("gfx"); });
  return Archs;
}

/// One for each architecture, and the host's. Where none is named ("native" names none), those of
/// both widths, so that what is written serves either, unless --warp-size says which.
static std::vector<HipPass> hipPasses(const ClangCommand &Command, Accelerator For,
                                      const PassOptions &Options, Pass &Base) {
  std::vector<std::string> Archs = gfxOf(Command.Archs), Wanted = Options.Wanted;
  erase_if(Wanted, [](StringRef Arch) { return Arch.starts_with("sm_"); });
  if (For == Accelerator::Maca) {
    Archs = {"gfx90a"};
  } else if (std::vector<std::string> More = gfxOf(Wanted); Archs.empty() && !More.empty()) {
    Archs = std::move(More);
  } else if (Archs.empty()) {
    Base.Notes.push_back({"assumed-gfx", sys::path::filename(Base.File).str(), {}});
    Archs = {"gfx90a", "gfx1100"};
    if (Options.WarpWidth)
      Archs = {Options.WarpWidth == MaxWarpWidth ? "gfx90a" : "gfx1100"};
  }
  if (For == Accelerator::Hip) // as of CUDA units: also what the command does not name
    for (std::string &Arch : gfxOf(Wanted))
      if (!is_contained(Archs, Arch))
        Archs.push_back(std::move(Arch));
  std::vector<HipPass> Out;
  HipPass Host{HostPass.str(), "", 0};
  for (const std::string &Named : Archs) {
    const std::string Arch = knownGfx(Named, Base);
    const unsigned Lanes = lanesOf(Arch, Command.Wave64);
    if (Options.WarpWidth && Options.WarpWidth != Lanes)
      Base.Notes.push_back({"other-warp-size", Named, {}});
    if (Lanes > Host.WarpWidth)
      Host.Arch = Arch, Host.WarpWidth = Lanes;
    const std::string Name = For == Accelerator::Maca ? "maca" : Named;
    if (Wanted.empty() || is_contained(Wanted, Name))
      Out.push_back({Name, Arch, Lanes});
  }
  if (!Command.DeviceOnly && (Wanted.empty() || is_contained(Wanted, HostPass)))
    Out.push_back(Host);
  return Out;
}

std::vector<Pass> expandPasses(const ClangCommand &Command, StringRef File, StringRef Directory,
                               const Toolkit &Kit, const PassOptions &Options) {
  if (!Kit.embedded())
    addToolkitRoot(Kit.Path);
  Arguments Users = Command.Args;
  Pass Base = basePass(Command, File, Directory, Options.Ports, Users);
  takeToolkits(Users, Directory, Kit, Base);
  const std::string Input = Options.Named.empty() ? File.str() : Options.Named;
  std::string Language = languageOf(Command, Input);
  const Accelerator For = acceleratorOf(Command, Input);
  Base.Build.Cuda = For == Accelerator::Cuda;
  if (Language == "cuda" || Language == "hip")
    raiseLanguage(For == Accelerator::Cuda ? &Kit : nullptr, Base, Users);
  if (Language == "cuda" && For == Accelerator::Cuda) {
    noteOtherArchs(Command, Base);
    if (!names(Command.Args, "-std="))
      Base.OtherLanguage = defaultLanguage(Kit).Other;
  }
  const Arguments Renamed = Command.IsNvcc ? renamedMacros(Users, Command.Host) : Arguments();
  std::vector<Pass> Passes;
  auto Add = [&](StringRef Name, Arguments Args, unsigned PreludeHeaders) {
    const size_t Own = Args.size();
    Args.insert(Args.end(), Users.begin(), Users.end());
    append_range(Args, Renamed);
    Args.insert(Args.end(), {"--", Input});
    Pass P = Base;
    P.Name = Name.str();
    P.OwnArgs = Own;
    P.PreludeHeaders = PreludeHeaders;
    P.Precompiled = Options.Precompiled;
    P.Args = std::move(Args);
    Passes.push_back(std::move(P));
  };
  if (Language != "cuda") {
    Add("c++", plainArguments(Command, Language, Kit), 0);
    return Passes;
  }
  if (For != Accelerator::Cuda) {
    for (const HipPass &P : hipPasses(Command, For, Options, Base)) {
      Base.WarpWidth = P.WarpWidth;
      Add(P.Name, hipArguments(Command, For, P.Arch, P.WarpWidth, P.Name == HostPass), 1);
    }
    return Passes;
  }
  std::vector<std::string> Seen;
  const auto [AllWanted, Archs] = wantedPasses(Command, Kit, Options, Base);
  const std::string FirstArch = parsedArch(Archs.empty() ? StringRef(DefaultArch) : Archs[0]);
  for (const std::string &Wanted : AllWanted) {
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
