//===- HeaderUsers.cpp ----------------------------------------------------------===//
#include "Driver/Units/HeaderUsers.h"

#include "Driver/Kept/KeptPasses.h"
#include "Driver/Parallel.h"
#include "Driver/Units/Includes.h"
#include "Driver/Units/NamedSources.h"
#include "Driver/Units/UnparsedFiles.h"
#include "Frontend/ToolkitFiles.h"

#include "clang/Frontend/FrontendActions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetOperations.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace coopify {
namespace {

/// Headers in which a device function is declared that others could call.
std::vector<std::string> headersOfDeviceFunctions(const ParsedProgram &Units) {
  Paths Headers, Found;
  for (const ParsedPass &P : Units.Passes)
    for (const FileFacts &File : P.Summary.Files)
      if (File.IsHeader)
        Headers.insert(File.Path);
  for (const ParsedPass &P : Units.Passes)
    for (const FunctionSummary &F : P.Summary.Functions)
      for (const FunctionDeclaration &D : F.Declarations)
        if (F.Kind != FunctionKind::Kernel && Headers.count(D.Loc.File))
          Found.insert(D.Loc.File);
  return {Found.begin(), Found.end()};
}

bool isSource(StringRef Path) {
  return StringSwitch<bool>(sys::path::extension(Path))
      .Cases({".cu", ".cuh", ".cpp", ".cc", ".cxx", ".c", ".C"}, true)
      .Cases({".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".inl", ".inc", ".hu"}, true)
      .Cases({".c++", ".cp", ".CPP", ".hip", ".cup", ".ixx", ".cppm"}, true)
      .Cases({".tpp", ".ipp", ".tcc", ".txx", ".impl", ".def"}, true)
      .Default(false);
}

/// A host compiler compiles it by itself.
bool isHostSource(StringRef Path) {
  return StringSwitch<bool>(sys::path::extension(Path))
      .Cases({".cpp", ".cc", ".cxx", ".c", ".C", ".c++", ".cp", ".CPP"}, true)
      .Default(false);
}

/// nvcc makes a unit of it.
bool isCudaSource(StringRef Path) { return sys::path::extension(Path) == ".cu"; }

/// The source files in the folders of the program's files.
Paths filesBeside(const Paths &Program) {
  Paths Folders, Found;
  for (const std::string &File : Program)
    Folders.insert(sys::path::parent_path(File).str());
  for (const std::string &Folder : Folders) {
    std::error_code Error;
    for (sys::fs::directory_iterator It(Folder, Error), End; !Error && It != End;
         It.increment(Error))
      if (!isSource(It->path()))
        continue;
      else if (It->type() == sys::fs::file_type::regular_file)
        Found.insert(It->path());
      else if (It->type() == sys::fs::file_type::symlink_file &&
               sys::fs::is_regular_file(It->path()))
        Found.insert(realPath(It->path()));
  }
  return Found;
}

/// Adds to \p Read the files of units that were not asked for: their host code may start kernels.
void addOtherUnits(ParsedProgram &Units, const ParseOptions &Options, Paths &Read) {
  std::vector<const Pass *> Cuda;
  for (const Pass &P : Units.Others)
    if (P.Name != "c++")
      Cuda.push_back(&P);
  preprocess(Cuda, Options, Units.FilesOfOthers);
  for (const Pass *P : Cuda)
    for (const auto &File : Units.FilesOfOthers[{P->Directory, P->Args}].Files)
      if (!isSystemFile(File.first()))
        Read.insert(File.first().str());
}

/// Adds to \p Read the files that \p Passes of the program read as host code.
void addHostUnits(ParsedProgram &Units, ArrayRef<Pass> Passes, ArrayRef<std::string> Headers,
                  const ParseOptions &Options, Paths &Read) {
  std::vector<const Pass *> Host;
  for (const Pass &P : Passes) {
    Read.insert(P.File);
    if (P.Name == "c++")
      Host.push_back(&P);
  }
  std::vector<std::vector<TextRange>> Text(Host.size());
  forEachInParallel(Options.Jobs, Host.size(),
                    [&](size_t I) { Text[I] = hostText(*Host[I], Options.Kept.get()); });
  for (size_t I = 0; I < Host.size(); ++I) {
    TUSummary Unit;
    Unit.MainFile = Host[I]->File;
    Unit.Pass = Host[I]->Name;
    for (TextRange &Range : Text[I]) {
      Read.insert(Range.File);
      if (is_contained(Headers, Range.File))
        Unit.HostVisibleRanges.push_back(std::move(Range));
    }
    if (!Unit.HostVisibleRanges.empty())
      Units.HeaderUsers.push_back(std::move(Unit));
  }
}

void addNames(ParsedProgram &Units, const std::string &File, std::vector<NameUse> Names,
              std::vector<std::string> Compiles = {}) {
  if (Names.empty() && Compiles.empty())
    return;
  TUSummary &Unit = Units.HeaderUsers.emplace_back();
  Unit.MainFile = File;
  Unit.Pass = "c++"; // not a device pass
  Unit.Names = std::move(Names);
  Unit.Compiles = std::move(Compiles);
}

/// Of its directives: where a guess is wrong, headers are missing or an #error is met. Errors of
/// the code are looked at where a rewrite is refused for the guess (Verify): a parse of each source
/// with each guess takes longer than all else.
size_t errorsOf(const Pass &P, KeptPasses *Kept) {
  if (std::optional<json::Value> Known = Kept ? Kept->answer("errors-", P) : std::nullopt)
    if (std::optional<int64_t> Count = Known->getAsInteger())
      return size_t(*Count);
  const auto Since = std::chrono::system_clock::now();
  ReadFiles Read;
  ParseOutcome Outcome =
      parseUnit(P, {}, [] { return std::make_unique<clang::PreprocessOnlyAction>(); }, {}, &Read);
  if (!Outcome.Ran)
    return SIZE_MAX;
  if (Kept)
    Kept->keep("errors-", P, int64_t(Outcome.Errors.size()), Read, Since);
  return Outcome.Errors.size();
}

/// How it is compiled is not known: as the program's first unit, or without its macros. With flags
/// that it does not compile with it is not compiled.
std::vector<Pass> guesses(const ParsedProgram &Units, const std::string &File, KeptPasses *Kept) {
  auto Beside = find_if(Units.Passes, [](const ParsedPass &P) { return P.Ran; });
  if (Beside == Units.Passes.end())
    return {};
  Toolkit Kit;
  Kit.Path = Units.ToolkitPath;
  Pass With = guessedHostPass(Beside->Command, File, Kit, /*WithMacros=*/true);
  Pass Without = guessedHostPass(Beside->Command, File, Kit, /*WithMacros=*/false);
  if (Without.Args == With.Args)
    return {With};
  With.OtherGuess = Without.Args;
  Without.OtherGuess = With.Args;
  const size_t WithErrors = errorsOf(With, Kept), WithoutErrors = errorsOf(Without, Kept);
  std::vector<Pass> Out;
  if (WithErrors <= WithoutErrors)
    Out.push_back(std::move(With));
  if (WithoutErrors == 0 || WithoutErrors < WithErrors)
    Out.push_back(std::move(Without));
  return Out;
}

/// Of the program's own files only strings count, where host code looks kernels up.
void addStrings(ParsedProgram &Units, NamesByFile &Texts) {
  for (auto &[File, Text] : Texts) {
    for (NameUse &Use : Text.Strings)
      Use.Who = "host code that looks kernels up by their names, as this one may be,";
    addNames(Units, File, std::move(Text.Strings));
  }
}

/// Device code that host code compiles when it runs is a unit that nobody reads. Where it is made
/// of anything else than a string it may include and call anything.
void addRuntimeCode(ParsedProgram &Units, const std::string &File, const FileNames &Text,
                    NamesByFile &Names, const NamesByFile &Texts) {
  const std::string Who = "what " + sys::path::filename(File).str() + " compiles when it runs";
  std::vector<std::string> Headers;
  for (const auto &[Path, Of] : Texts)
    Headers.push_back(Path);
  if (Text.Compiles)
    return addNames(Units, Who, {{"##", *Text.Compiles, false, false, Who + ","}}, Headers);
  for (const auto &[Path, Of] : Names)
    if (Of.IncludesHeader)
      Headers.push_back(Path);
  for (const auto &[Code, At] : Text.Code) {
    FileNames Found = namesIn(scanNames(Code, File), HeaderPaths(Headers));
    if (!Found.IncludesHeader)
      continue;
    for (NameUse &Use : Found.Uses) {
      Use.Where = At;
      Use.Who = Who + ",";
    }
    std::vector<NameUse> Uses = Found.Uses;
    Names[""] = std::move(Found);
    addNames(Units, Who, std::move(Uses), compiledBy("", Names, Texts));
    Names.erase("");
  }
}

/// Whether a file of the program includes \p File in an arm of an #if that was not compiled.
bool isIncluded(StringRef File, const NamesByFile &Texts) {
  return any_of(Texts, [&](const auto &Text) {
    return any_of(Text.second.Included, [&](StringRef Name) {
      return sys::path::filename(Name) == sys::path::filename(File);
    });
  });
}

/// Adds the sources for a GPU among \p Unread that are in the folder of a unit.
void addNotRead(ParsedProgram &Units, const Paths &Unread, const NamesByFile &Texts) {
  StringSet<> Folders;
  for (const ParsedPass &P : Units.Passes)
    Folders.insert(sys::path::parent_path(P.Command.File));
  for (const std::string &File : Unread)
    if (isForGPU(File) && Folders.contains(sys::path::parent_path(File)) &&
        !isIncluded(File, Texts))
      Units.NotRead.push_back(File);
}

/// Files that are there and that no unit reads; and those that are only read as host code, which
/// may start kernels.
void addUnreadFiles(ParsedProgram &Units, const Paths &Program, const Paths &Read,
                    const ParseOptions &Options) {
  Paths Files = filesBeside(Program); // also what reaches the program by a header of the host's
  set_union(Files, Read);
  for (const std::string &File : Program)
    Files.erase(File);
  Paths Failed; // units, of which the text is all that is known
  for (const ParsedPass &P : Units.Passes)
    if (!Program.count(P.Command.File))
      Failed.insert(P.Command.File);
  ScannedFiles Scanned;
  NamesByFile Texts = textsOf(Program, Scanned);
  addNotRead(Units, set_difference(set_difference(Files, Read), Failed), Texts);
  set_union(Files, Failed);
  const NamesAround Host = hostNames(Files, Texts, Scanned);
  NamesByFile Names = namesOf(Files, Program, Host, Scanned);
  MacroWords Macros;
  for (const auto *All : {&Names, &Texts})
    for (const auto &[File, Text] : *All)
      Macros.add(Text.Macros);
  std::vector<NamesByFile::const_pointer> Compilers;
  for (const auto *All : {&Names, &Texts})
    for (const auto &Entry : *All)
      if (Entry.second.Compiles || !Entry.second.Code.empty())
        Compilers.push_back(&Entry);
  for (NamesByFile::const_pointer File : Compilers)
    addRuntimeCode(Units, File->first, File->second, Names, Texts);
  std::vector<std::string> Hosts;
  for (auto &[File, Found] : Names) {
    if (Read.count(File)) { // its includes are known
      Found.Uses = Scanned.names(File, HeaderPaths(), Host).Uses;
      for (NameUse &Use : Found.Uses)
        Use.Who = (sys::path::filename(File) + ", which was not read as CUDA,").str();
    } else if (Found.IncludesHeader) {
      addMacroWords(Found, Macros);
      if (isHostSource(File)) { // it names them, or calls nothing of the device's
        Hosts.push_back(File);
        erase_if(Found.Uses, [](const NameUse &Use) { return Use.Name.empty(); });
      }
    }
    addNames(Units, File, std::move(Found.Uses),
             (isCudaSource(File) && !Read.count(File)) || Failed.count(File)
                 ? compiledBy(File, Names, Texts)
                 : std::vector<std::string>());
  }
  if (Host.LooksUp)
    addStrings(Units, Texts);
  std::vector<std::vector<Pass>> Guessed(Hosts.size());
  forEachInParallel(Options.Jobs, Hosts.size(),
                    [&](size_t I) { Guessed[I] = guesses(Units, Hosts[I], Options.Kept.get()); });
  for (std::vector<Pass> &OfFile : Guessed)
    append_range(Units.Others, std::move(OfFile));
}

} // namespace

void addFilesOfFailed(ParsedProgram &Units, const ParseOptions &Options) {
  std::vector<ParsedPass *> Failed;
  for (ParsedPass &P : Units.Passes)
    if (!P.Ran && !P.OverTime) // else it may be the preprocessor that has no end
      Failed.push_back(&P);
  forEachInParallel(Options.Jobs, Failed.size(), [&](size_t I) {
    ParsedPass &P = *Failed[I];
    if (!sys::fs::exists(P.Command.File)) {
      P.MayRead = {P.Command.File};
      return;
    }
    const FilesRead Read = filesRead(P.Command, Options.Kept.get());
    for (StringRef File : Read.Files.keys())
      if (Read.Ran && Read.All && !isSystemFile(File))
        P.MayRead.push_back(File.str());
    llvm::sort(P.MayRead);
  });
}

void addHeaderUsers(ParsedProgram &Units, const ParseOptions &Options, bool Declared) {
  addFilesOfFailed(Units, Options);
  const std::vector<std::string> Headers = headersOfDeviceFunctions(Units);
  Paths Program;
  for (const ParsedPass &P : Units.Passes) {
    if (P.Ran) // else its text is all that is known of it
      Program.insert(P.Command.File);
    Program.insert(P.Files.begin(), P.Files.end());
  }
  Paths Read = Program;
  const size_t Known = Units.Others.size();
  addHostUnits(Units, Units.Others, Headers, Options, Read);
  if (!Declared)
    addOtherUnits(Units, Options, Read);
  addUnreadFiles(Units, Program, Read, Options);
  // Whoever says that there are no other units says nothing of who reads a header for the host.
  addHostUnits(Units, ArrayRef(Units.Others).drop_front(Known), Headers, Options, Read);
}

} // namespace coopify
