#include "Frontend/NvccArguments.h"

#include "Frontend/Command/CommandWords.h"
#include "Frontend/Command/CompilerWord.h"
#include "Frontend/Command/OptionTables.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {
std::string normalArch(StringRef Name) {
  Name = Name.trim("\"'[] ");
  for (StringRef Prefix : {"compute_", "sm_", "lto_"})
    if (Name.consume_front(Prefix))
      break;
  return !Name.empty() && isDigit(Name[0]) ? ("sm_" + Name).str() : std::string();
}

bool isSource(StringRef Path) {
  return StringSwitch<bool>(sys::path::extension(Path))
      .Cases({".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++", ".cp", ".CPP", ".hip",
              ".maca"},
             true)
      .Cases({".h", ".hh", ".hpp", ".hxx", ".ipp", ".inl", ".i", ".ii", ".inc"}, true)
      .Default(false);
}

class Translator {
public:
  Translator(ReadFileFn ReadFile, ReadVariableFn Variable, const ExtraFlags &Extra)
      : ReadFile(ReadFile), Variable(Variable), Extra(Extra) {}

  ClangCommand translate(ArrayRef<std::string> Given) {
    const std::vector<std::string> Line = withoutShell(Given, Out.Unread);
    const size_t Program = findCompiler(Line);
    if (Program >= Line.size())
      return Out;
    Out.IsNvcc = fileNameOf(Line[Program]).contains("nvcc");
    setCompilerOfEnvironment();
    addVariable("NVCC_PREPEND_FLAGS");
    for (const std::string &Arg : withExtraFlags(ArrayRef(Line).drop_front(Program + 1)))
      expand(Arg, 0);
    addVariable("NVCC_APPEND_FLAGS");
    expandOptionsFiles();
    if (Out.IsNvcc)
      translateNvcc();
    else
      takeHost(Args, /*Whole=*/true);
    if (!Out.IsNvcc) // some other name of nvcc, or its launcher
      copy_if(Args, std::back_inserter(Out.Unread), isFlagOfNvccAlone);
    if (Out.Archs.empty())
      for (const std::string &Code : Codes)
        addArch(Code);
    noteAccelerator(fileNameOf(Line[Program]));
    return std::move(Out);
  }

private:
  // A file that names itself ends here.
  static constexpr unsigned MaxDepth = 8;

  /// Behind a "--" there are sources alone.
  std::vector<std::string> withExtraFlags(ArrayRef<std::string> Args) const {
    const auto Flags = Args.take_until([](StringRef Arg) { return Arg == "--"; });
    std::vector<std::string> Out = Extra.Before;
    append_range(Out, Flags);
    append_range(Out, Extra.Behind);
    append_range(Out, Args.drop_front(Flags.size()));
    return Out;
  }

  void expand(StringRef Arg, unsigned Depth) {
    StringRef File = Arg;
    if (Depth < MaxDepth && !isForHost() && File.consume_front("@")) {
      if (!readOptions(File, Depth))
        Out.Unread.push_back(Arg.str());
      return;
    }
    Args.push_back(Arg.str());
  }

  /// Behind -Xcompiler: gcc reads the file.
  bool isForHost() const {
    const NvccOption *O = Out.IsNvcc && !Args.empty() && StringRef(Args.back()).starts_with("-")
                              ? findNvccOption(StringRef(Args.back()).ltrim('-'), true)
                              : nullptr;
    return O && O->Does == Meaning::Host;
  }

  /// nvcc --help, "Environment variables".
  void addVariable(StringRef Name) {
    std::optional<std::string> Value =
        Out.IsNvcc && Variable ? Variable(Name) : std::optional<std::string>();
    if (!Value || StringRef(*Value).trim().empty())
      return;
    Out.FromEnvironment.push_back((Name + "=" + *Value).str());
    for (const std::string &Word : splitWords(*Value))
      expand(Word, 0);
  }

  /// nvcc's manual, "NVCC Environment Variables": what -ccbin says by default.
  void setCompilerOfEnvironment() {
    std::optional<std::string> Value =
        Out.IsNvcc && Variable ? Variable("NVCC_CCBIN") : std::optional<std::string>();
    if (!Value || StringRef(*Value).trim().empty())
      return;
    Out.FromEnvironment.push_back("NVCC_CCBIN=" + *Value);
    setCompiler(*Value);
  }

  void setCompiler(StringRef Value) {
    if (std::optional<HostCompiler> Host = hostCompiler(Value))
      Out.Host = *Host;
    else if (!Value.empty())
      Out.Unknown.push_back(("-ccbin=" + Value).str());
  }

  bool readOptions(StringRef File, unsigned Depth) {
    std::optional<std::vector<std::string>> Words = wordsOf(File);
    if (!Words)
      return false;
    for (const std::string &Word : *Words)
      expand(Word, Depth + 1);
    return true;
  }

  std::optional<std::vector<std::string>> wordsOf(StringRef File) const {
    std::optional<std::string> Text = ReadFile(File);
    if (!Text)
      return std::nullopt;
    return splitWords(*Text);
  }

  /// --options-file: its words stand where the option stood.
  void expandOptionsFiles() {
    for (unsigned Depth = 0; Out.IsNvcc && Depth < MaxDepth; ++Depth) {
      std::vector<std::string> Line;
      std::swap(Line, Args);
      bool Any = false;
      for (size_t I = 0; I < Line.size(); ++I)
        Any |= expandOptionsFile(Line, I);
      if (!Any)
        return;
    }
  }

  bool expandOptionsFile(ArrayRef<std::string> Line, size_t &I) {
    auto [Name, Value] = StringRef(Line[I]).split('=');
    StringRef Bare = Name.ltrim('-');
    if (!Name.starts_with("-") || (Bare != "options-file" && Bare != "optf")) {
      Args.push_back(Line[I]);
      return false;
    }
    if (Value.empty() && I + 1 < Line.size())
      Value = Line[++I];
    for (const std::string &File : splitList(Value))
      if (!readOptions(File, 0)) {
        Out.Unknown.push_back("--options-file=" + File);
        Out.Unread.push_back("--options-file " + File);
      }
    return true;
  }

  void translateNvcc() {
    for (const std::string &Arg : Args)
      if (const NvccOption *O = findNvccOption(StringRef(Arg).ltrim('-'), true))
        ForwardUnknown |= O->Does == Meaning::Forward && Arg[0] == '-';
    for (size_t I = 0; I < Args.size(); ++I)
      if (StringRef(Args[I]).starts_with("-") && Args[I] != "-")
        takeNvcc(I);
      else
        takeInput(Args[I]);
    // nvcc passes on what is for the host compiler before its own -D, -U and -I.
    Out.Args.insert(Out.Args.begin(), ForHost.begin(), ForHost.end());
  }

  void takeInput(StringRef Path) {
    if (isSource(Path))
      Out.Inputs.push_back(Path.str());
  }

  void takeNvcc(size_t &I) {
    StringRef Arg = Args[I], Bare = Arg.ltrim('-');
    bool Long = Arg.starts_with("--");
    if (const NvccOption *O = findNvccOption(Bare, Long))
      return apply(*O, O->Form == Shape::Flag ? "" : nextValue(*O, I));
    auto [Name, Value] = Bare.split('=');
    const NvccOption *O = Bare.contains('=') ? findNvccOption(Name, Long) : nullptr;
    if (O && (O->Form != Shape::Flag || Value == "true"))
      return apply(*O, Value);
    if (O && Value == "false")
      return;
    if ((O = Long ? nullptr : findGluedOption(Bare)))
      return apply(*O, Bare.drop_front(O->Short.size()));
    takeUnknown(I);
  }

  /// The argument behind the option at \p I, when it is the option's.
  StringRef nextValue(const NvccOption &O, size_t &I) {
    bool Has = I + 1 < Args.size();
    // "-O" alone is a gcc habit; nvcc wants a number.
    if (O.Does == Meaning::Optimize && Has && !all_of(Args[I + 1], isDigit))
      Has = false;
    return Has ? StringRef(Args[++I]) : StringRef();
  }

  /// nvcc alone rejects flags of the host compiler. So the compiler is another one, and flags that
  /// change what code means are honoured.
  void takeUnknown(size_t &I) {
    const HostOption *O = findHostOption(Args[I]);
    const bool Kept = O && O->Form == Shape::Flag && O->Does == Meaning::Keep;
    if (!ForwardUnknown && !Kept)
      return Out.Unknown.push_back(Args[I]);
    bool Apart = O && (O->Form == Shape::Value || O->Form == Shape::Joined) && Args[I] == O->Name;
    size_t Length = Apart && I + 1 < Args.size() ? 2 : 1;
    takeHost(ArrayRef(Args).slice(I, Length), /*Whole=*/false);
    I += Length - 1;
  }

  void apply(const NvccOption &O, StringRef Value) {
    switch (O.Does) {
    case Meaning::Add:
      return Out.Args.push_back(O.Adds.str());
    case Meaning::Glue:
    case Meaning::Std:
      return Out.Args.push_back((O.Adds + Value).str());
    case Meaning::List:
    case Meaning::Define:
      return addList(O, Value);
    case Meaning::DefaultStream:
      return Value == "per-thread" ? Out.Args.push_back(O.Adds.str()) : void();
    case Meaning::Host:
      return takeHost(splitHostOptions(Value), /*Whole=*/false);
    case Meaning::Optimize: // of the host compiler too: it defines __OPTIMIZE__
      return Value.empty() || Value == "0" ? void() : Out.Args.push_back(("-O" + Value).str());
    default:
      return applyDevice(O.Does, Value);
    }
  }

  /// What both tables say of devices and languages.
  void applyDevice(Meaning Does, StringRef Value) {
    switch (Does) {
    case Meaning::Language:
      return setLanguage(Value);
    case Meaning::Arch:
      return addArchs(Value);
    case Meaning::Code:
      return append_range(Codes, splitList(Value));
    case Meaning::Gencode:
      return addGencode(Value);
    case Meaning::Relocatable:
      Out.RelocatableDevice = Value == "true";
      return;
    case Meaning::RelocatableOn:
      Out.RelocatableDevice = true;
      return;
    case Meaning::Compiler:
      return setCompiler(Value);
    case Meaning::DeviceOnly:
      Out.DeviceOnly = true;
      return;
    case Meaning::Wave64:
    case Meaning::Wave32:
      Out.Wave64 = Does == Meaning::Wave64;
      return;
    default:
      return;
    }
  }

  void addList(const NvccOption &O, StringRef Value) {
    for (std::string &Part : splitList(Value, O.Does == Meaning::Define)) {
      // The compiler searches it in any case. Named by -isystem it would come before the headers of
      // C++, whose #include_next then finds none of C's. CMake writes it where it does not know the
      // compiler's own folders.
      if (Part.empty() || (O.Adds == "-isystem" && Part == "/usr/include"))
        continue;
      if (O.Adds.size() == 2) { // -D, -I, -U are glued
        Out.Args.push_back((O.Adds + Part).str());
        continue;
      }
      Out.Args.push_back(O.Adds.str());
      Out.Args.push_back(std::move(Part));
    }
  }

  void setLanguage(StringRef Value) {
    Out.Compiles = StringSwitch<Accelerator>(Value)
                       .Case("hip", Accelerator::Hip)
                       .Case("maca", Accelerator::Maca)
                       .Default(Accelerator::Cuda);
    Out.Language = StringSwitch<std::string>(Value)
                       .Cases({"cu", "cuda", "hip", "maca"}, "cuda")
                       .Case("none", "")
                       .Default(Value.str());
  }

  /// AMD's compilers, and MetaX's (seed 003). hipcc takes C++ files for HIP (hipcc, "-x").
  void noteAccelerator(StringRef Compiler) {
    if (any_of(Args, [](StringRef Arg) { return Arg.contains("=gfx"); }))
      Out.Compiles = Accelerator::Hip;
    auto ForNvidia = [](StringRef Arg) { return Arg.contains("__HIP_PLATFORM_NV"); }; // over CUDA
    const bool Hipcc = Compiler.contains("hipcc"), Mxcc = Compiler.contains("mxcc");
    if (!Hipcc && !Mxcc)
      return;
    if (none_of(Args, ForNvidia))
      Out.Compiles = Hipcc ? Accelerator::Hip : Accelerator::Maca;
    if (Out.Language.empty() &&
        none_of(Out.Inputs, [](StringRef Input) { return sys::path::extension(Input) == ".c"; }))
      Out.Language = "cuda";
  }

  void addArch(StringRef Name) {
    // "gfx90a:sramecc+:xnack-"
    std::string Arch = Name.starts_with("gfx") ? Name.split(':').first.str() : normalArch(Name);
    if (Arch.empty() && !Name.empty())
      Out.OpenArch = Name.str();
    else if (!Arch.empty() && !is_contained(Out.Archs, Arch))
      Out.Archs.push_back(std::move(Arch));
  }
  void addArchs(StringRef Names) {
    for (const std::string &Name : splitList(Names))
      addArch(Name);
  }

  /// arch=compute_35,code=[sm_35,compute_35]: what the source sees is arch.
  void addGencode(StringRef Value) {
    size_t At = Value.find("arch=");
    if (At != StringRef::npos)
      addArch(Value.substr(At + 5).split(',').first);
  }

  /// gcc's and clang's flags: a whole command line, or what nvcc passes on.
  void takeHost(ArrayRef<std::string> Line, bool Whole, unsigned Depth = 0) {
    for (size_t I = 0; I < Line.size(); ++I) {
      if (!Whole && StringRef(Line[I]).starts_with("@")) {
        takeHostFile(Line[I], Depth);
      } else if (!StringRef(Line[I]).starts_with("-") || Line[I] == "-") {
        if (Whole)
          takeInput(Line[I]);
      } else if (const HostOption *O = findHostOption(Line[I])) {
        takeHostOption(*O, Line, I, Whole);
      } else if (Whole) {
        takeAsClang(Line, I);
      } else {
        Out.Unknown.push_back("-Xcompiler " + Line[I]);
      }
    }
  }

  /// Of no table of ours: with the value that clang takes for it, which may begin with a dash.
  void takeAsClang(ArrayRef<std::string> Line, size_t &I) {
    if (StringRef Arch = Line[I]; Arch.consume_front("-Xarch_sm_"))
      Out.Unread.push_back(Line[I]); // of a pass that --arch may leave out
    const size_t Words = std::min(wordsOfClang(Line.drop_front(I)), Line.size() - I);
    append_range(Out.Args, Line.slice(I, Words));
    I += Words - 1;
  }

  /// gcc reads its flags from there.
  void takeHostFile(StringRef Arg, unsigned Depth) {
    std::optional<std::vector<std::string>> Words =
        Depth < MaxDepth ? wordsOf(Arg.drop_front()) : std::nullopt;
    if (Words)
      takeHost(*Words, /*Whole=*/false, Depth + 1);
    else
      Out.Unread.push_back(("-Xcompiler " + Arg).str());
  }

  void takeHostOption(const HostOption &O, ArrayRef<std::string> Line, size_t &I, bool Whole) {
    size_t First = I;
    StringRef Value = StringRef(Line[I]).drop_front(O.Name.size());
    Value.consume_front("=");
    bool TakesValue = O.Form == Shape::Value || O.Form == Shape::Joined;
    if (TakesValue && Line[I] == O.Name && I + 1 < Line.size())
      Value = Line[++I];
    if (Whole && O.Form == Shape::Prefix) // -framework X, of -f
      I = std::min(I + wordsOfClang(Line.drop_front(I)), Line.size()) - 1;
    ArrayRef<std::string> Words = Line.slice(First, I + 1 - First);
    if (!Whole)
      Out.HostFlags.push_back(Line[First]);
    if (O.Does == Meaning::Unread)
      Out.Unread.push_back(join(Words, " "));
    else if (O.Does == Meaning::Pass && !Whole)
      takePassed(Value);
    else if (O.Does == Meaning::Keep || (Whole && isKept(O.Does)))
      append_range(Whole ? Out.Args : ForHost, Words);
    else if (Whole)
      applyDevice(O.Does, Value);
  }

  static bool isKept(Meaning Does) {
    return Does == Meaning::KeepHere || Does == Meaning::KeepLine || Does == Meaning::Pass;
  }

  /// -Wp,-DA,-UB and -Xpreprocessor -DA: flags of gcc's preprocessor.
  void takePassed(StringRef Value) {
    SmallVector<std::string> Flags = splitList(Value);
    append_range(Passed, Flags);
    // "-D" may have its value in the next -Xpreprocessor.
    if (Passed.size() == 1 && (Passed[0] == "-D" || Passed[0] == "-U" || Passed[0] == "-include"))
      return;
    std::vector<std::string> All;
    std::swap(All, Passed);
    takeHost(All, /*Whole=*/false);
  }

  ReadFileFn ReadFile;
  ReadVariableFn Variable;
  const ExtraFlags &Extra;
  ClangCommand Out;
  std::vector<std::string> ForHost; ///< of -Xcompiler
  std::vector<std::string> Passed;  ///< of -Xpreprocessor, without its value as yet
  std::vector<std::string> Args;    ///< response files expanded
  std::vector<std::string> Codes;
  bool ForwardUnknown = false;
};

} // namespace

ClangCommand translateCommand(ArrayRef<std::string> CommandLine, ReadFileFn ReadFile,
                              ReadVariableFn Variable, const ExtraFlags &Extra) {
  return Translator(ReadFile, Variable, Extra).translate(CommandLine);
}

} // namespace coopify
