#include "Driver/Units/Units.h"

#include "Driver/Units/FindCuda.h"
#include "Driver/Units/NamedSources.h"
#include "Frontend/NvccArguments.h"
#include "Report/Paths.h"
#include "Support/Failure.h"
#include "Support/MeantPath.h"

#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace clang::tooling;
using namespace llvm;

namespace coopify {
namespace {

constexpr llvm::StringLiteral DatabaseName = "compile_commands.json";
constexpr llvm::StringLiteral HowToGet = "docs/compile-commands.md shows how to get one";

/// Where build systems put it: in the folder itself, or below. Where all is FindCUDA's, it is what
/// the build was configured with.
std::string databaseIn(StringRef Folder) {
  for (StringRef Name : {StringRef(DatabaseName), StringRef(CMakeCacheName)})
    for (StringRef Below : {"", "build", "builddir", "out", "_build"}) {
      SmallString<256> Path(Folder);
      sys::path::append(Path, Below, Name);
      if (sys::fs::exists(Path) &&
          (Name == DatabaseName || usesFindCuda(sys::path::parent_path(Path))))
        return Path.str().str();
    }
  return {};
}

std::string nearestDatabase(StringRef Folder) {
  for (; !Folder.empty(); Folder = sys::path::parent_path(Folder))
    if (std::string Path = databaseIn(Folder); !Path.empty())
      return Path;
  return {};
}

/// The database's file; empty if none was named and none is near.
Expected<std::string> locateDatabase(const InputOptions &Input) {
  if (Input.Database.empty())
    return nearestDatabase(realPath("."));
  if (!sys::fs::exists(Input.Database))
    return failure("-p: '{0}' does not exist; {1}", Input.Database,
                   suggestedPath(Input.Database, "name the build folder, or give flags behind --"));
  if (!sys::fs::is_directory(Input.Database))
    return Input.Database;
  std::string Path = databaseIn(Input.Database);
  if (Path.empty())
    return failure("-p: there is no {0} in '{1}' nor in its folder build; cmake writes one with "
                   "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON; {2}",
                   DatabaseName, Input.Database, HowToGet);
  return Path;
}

/// Clang reads the database as YAML and prints what it cannot; reading it as
/// JSON first gives one line with the place instead.
Error checkJSON(StringRef Path, StringRef Text) {
  Expected<json::Value> Value = json::parse(json::fixUTF8(Text));
  if (!Value)
    return failure("'{0}' is not a compile database: {1}; name the folder or file of a "
                   "compile_commands.json with -p",
                   Path, toString(Value.takeError()));
  if (!Value->getAsArray())
    return failure("'{0}' is not a compile database: it holds no list of commands; let the build "
                   "system write it anew",
                   Path);
  return Error::success();
}

/// \p Path as the compiler opens it: "..", behind a link to a folder, is left to the disk.
std::string absolute(StringRef Path, StringRef Base) {
  SmallString<256> Absolute(Path);
  sys::path::make_absolute(Base, Absolute);
  return Absolute.str().str();
}

/// Whether a compiler makes a unit of it without being told to (-x).
bool isUnit(StringRef Path) {
  return StringSwitch<bool>(sys::path::extension(Path))
      .Cases({".cu", ".cpp", ".cc", ".cxx", ".c", ".C", ".c++", ".cp", ".CPP"}, true)
      .Default(false);
}

/// Of all sources that the command line of \p First names: \p First, then those that only it names.
std::vector<UnitCommand> unitsOf(UnitCommand First) {
  auto Read = [&](StringRef Path) -> std::optional<std::string> {
    auto Buffer = MemoryBuffer::getFile(absolute(Path, First.Directory));
    return Buffer ? std::optional((*Buffer)->getBuffer().str()) : std::nullopt;
  };
  const ClangCommand Command = translateCommand(First.CommandLine, Read);
  std::vector<UnitCommand> Units = {First};
  for (const std::string &Input : Command.Inputs) {
    UnitCommand Unit = First;
    Unit.Named = absolute(Input, First.Directory);
    Unit.File = realPath(Unit.Named);
    if ((isUnit(Input) || !Command.Language.empty()) && sys::fs::exists(Unit.File) &&
        none_of(Units, [&](const UnitCommand &U) { return U.File == Unit.File; }))
      Units.push_back(std::move(Unit));
  }
  return Units;
}

std::vector<UnitCommand> unitsFrom(const CompileCommand &Command) {
  UnitCommand Unit;
  Unit.Directory = realPath(Command.Directory);
  Unit.Named = absolute(Command.Filename, Unit.Directory);
  Unit.File = realPath(Unit.Named);
  Unit.CommandLine = Command.CommandLine;
  return unitsOf(std::move(Unit));
}

/// Of a compile_commands.json alone.
Expected<std::vector<CompileCommand>> commandsOfFile(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return failure(
        "cannot read '{0}': {1}; name the folder or file of a compile_commands.json with "
        "-p",
        Path, Buffer.getError().message());
  if (Error E = checkJSON(Path, (*Buffer)->getBuffer()))
    return std::move(E);
  if ((*Buffer)->getBuffer().contains(ExportedMark))
    return failure("'{0}' was exported for clang's tools; name the one that it was made of", Path);
  std::string Why;
  auto Database = JSONCompilationDatabase::loadFromBuffer((*Buffer)->getBuffer(), Why,
                                                          JSONCommandLineSyntax::AutoDetect);
  if (!Database)
    return failure("'{0}' is not a compile database: {1}; let the build system write it anew", Path,
                   StringRef(Why).rtrim(" .\n"));
  std::vector<CompileCommand> Commands = Database->getAllCompileCommands();
  for (CompileCommand &Command : Commands) // a database that is part of the sources may be anywhere
    Command.Directory = absolute(Command.Directory, sys::path::parent_path(realPath(Path)));
  return Commands;
}

Expected<std::vector<UnitCommand>> readDatabase(const std::string &Path) {
  Expected<std::vector<CompileCommand>> Commands = sys::path::filename(Path) == CMakeCacheName
                                                       ? std::vector<CompileCommand>()
                                                       : commandsOfFile(Path);
  if (!Commands)
    return Commands.takeError();
  Expected<std::vector<CompileCommand>> More =
      findCudaCommands(sys::path::parent_path(realPath(Path)));
  if (!More)
    return More.takeError();
  append_range(*Commands, *More);
  std::vector<UnitCommand> Units;
  for (const CompileCommand &Command : *Commands)
    for (UnitCommand &Unit : unitsFrom(Command))
      if (!is_contained(Units, Unit))
        Units.push_back(std::move(Unit));
  return Units;
}

/// With flags that only clang takes, the line after "--" is a clang line.
bool isClangOnly(StringRef Flag) {
  static constexpr llvm::StringLiteral Prefixes[] = {
      "--cuda-", "--offload-", "-Xclang", "-no-cuda", "-nocuda", "--driver-mode", "-fcuda"};
  return any_of(Prefixes, [&](StringRef P) { return Flag.starts_with(P); });
}

UnitCommand unitFromFlags(const std::string &File, const std::vector<std::string> &Flags) {
  UnitCommand Unit;
  Unit.Directory = realPath(".");
  Unit.Named = absolute(File, Unit.Directory);
  Unit.File = realPath(File);
  Unit.CommandLine.push_back(any_of(Flags, isClangOnly) ? "clang++" : "nvcc");
  append_range(Unit.CommandLine, Flags);
  Unit.CommandLine.push_back(Unit.Named);
  return Unit;
}

/// Where no command says for whose GPUs a file is, its includes do. One with CUDA's, too, is for
/// both.
void nameLanguage(UnitCommand &Unit) {
  if (any_of(Unit.CommandLine, [](StringRef Arg) { return Arg.starts_with("-x"); }))
    return;
  ErrorOr<std::unique_ptr<MemoryBuffer>> File = MemoryBuffer::getFile(Unit.File);
  const StringRef Text = File ? (*File)->getBuffer() : StringRef();
  if (Text.contains("cuda_runtime"))
    return;
  const bool Hip = Text.contains("<hip/hip_runtime.h>");
  const bool Maca = Text.contains("<mc_runtime.h>") || Text.contains("<maca_runtime.h>");
  if (!Hip && !Maca)
    return;
  Unit.CommandLine.front() = "clang++";
  Unit.CommandLine.insert(Unit.CommandLine.begin() + 1, {"-x", Hip ? "hip" : "maca"});
}

std::vector<UnitCommand> unitsFromFlags(const InputOptions &Input) {
  static const std::vector<std::string> NoFlags;
  std::vector<UnitCommand> Units;
  for (const std::string &Source : Input.Sources)
    Units.push_back(unitFromFlags(Source, Input.FixedFlags ? *Input.FixedFlags : NoFlags));
  // Sources among the flags are read as context, like units that were not asked for.
  if (Input.FixedFlags && !Units.empty())
    for (UnitCommand &Unit : unitsOf(Units.front()))
      if (none_of(Units, [&](const UnitCommand &U) { return U.File == Unit.File; })) {
        Unit.Selected = false;
        Units.push_back(std::move(Unit));
      }
  for (UnitCommand &Unit : Units) {
    Unit.NoFlags = !Input.FixedFlags;
    nameLanguage(Unit);
  }
  return Units;
}

/// With the files that folders and patterns name.
Expected<InputOptions> withFilesNamed(const InputOptions &Input) {
  InputOptions Out = Input;
  Out.Sources.clear();
  for (const std::string &Source : Input.Sources) {
    if (!namesSeveral(Source)) {
      Out.Sources.push_back(Source);
      continue;
    }
    Expected<std::vector<std::string>> Files = filesNamed(Source);
    if (!Files)
      return Files.takeError();
    append_range(Out.Sources, *Files);
  }
  return Out;
}

/// The compile database in a folder that \p Source names, or that it names itself; else empty.
std::string databaseNamed(StringRef Source) {
  if (sys::fs::is_directory(Source))
    return databaseIn(Source);
  return sys::path::filename(Source) == DatabaseName && sys::fs::exists(Source) ? Source.str() : "";
}

bool hasUnitIn(ArrayRef<UnitCommand> Units, StringRef Folder) {
  const std::string Real = realPath(Folder) + "/";
  return any_of(Units, [&](const UnitCommand &Unit) {
    return StringRef(Unit.File).starts_with(Real) && sys::fs::is_directory(Folder);
  });
}

/// The units of a database; none if it cannot be read.
std::vector<UnitCommand> unitsIfReadable(const std::string &Database) {
  Expected<std::vector<UnitCommand>> Units = readDatabase(Database);
  if (Units)
    return std::move(*Units);
  consumeError(Units.takeError());
  return {};
}

/// Whether the nearest database, which is read without -p, has units in \p Folder.
bool isOfNearestDatabase(StringRef Folder) {
  const std::string Nearest = nearestDatabase(realPath("."));
  return !Nearest.empty() && hasUnitIn(unitsIfReadable(Nearest), Folder);
}

/// A source that is or contains a compile database names that database, as -p does. It still
/// selects the units that are in it, if there are any.
Expected<InputOptions> withDatabaseNamed(const InputOptions &Input) {
  InputOptions Out = Input;
  if (Input.FixedFlags || !Input.Database.empty() || Input.Link)
    return Out;
  for (const std::string &Source : Input.Sources) {
    const std::string Database = databaseNamed(Source);
    if (Database.empty() || isOfNearestDatabase(Source))
      continue;
    if (!Out.Database.empty() && realPath(Out.Database) != realPath(Database))
      return failure("'{0}' and '{1}' are two compile databases, and a run reads one; name one of "
                     "them with -p",
                     Out.Database, Database);
    Out.Database = Database;
    Expected<std::vector<UnitCommand>> Units = readDatabase(Database);
    if (!Units)
      return Units.takeError();
    if (!hasUnitIn(*Units, Source))
      llvm::erase(Out.Sources, Source);
  }
  return Out;
}

/// The path of the database's unit of that name, if only one has it; else empty.
std::string unitCalled(StringRef Name, const InputOptions &Input) {
  Expected<std::string> Database = locateDatabase(Input);
  if (!Database) {
    consumeError(Database.takeError());
    return "";
  }
  std::set<std::string> Found;
  for (const UnitCommand &Unit : unitsIfReadable(*Database))
    if (sys::path::filename(Unit.File) == Name && sys::fs::exists(Unit.File))
      Found.insert(displayPath(Unit.File, realPath(".")));
  return Found.size() == 1 ? *Found.begin() : "";
}

Expected<FoundUnits> findWithoutDatabase(const InputOptions &Input) {
  Expected<InputOptions> Files = withFilesNamed(Input);
  if (!Files)
    return Files.takeError();
  return FoundUnits{unitsFromFlags(*Files), "", {}};
}

} // namespace

std::string realPath(StringRef Path, StringRef Base) {
  SmallString<256> Absolute(Path), Real;
  if (!Base.empty())
    sys::path::make_absolute(Base, Absolute);
  if (!sys::fs::real_path(Absolute, Real))
    return Real.str().str();
  sys::fs::make_absolute(Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

static bool isWide(StringRef Text) {
  return Text.starts_with("\xff\xfe") || Text.starts_with("\xfe\xff");
}

Error checkReadableText(StringRef Path) {
  if (!sys::fs::exists(Path))
    return failure("'{0}' does not exist", Path);
  if (sys::fs::is_directory(Path))
    return failure("'{0}' is a folder; name a source file, or the build folder with -p", Path);
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return failure("cannot read '{0}': {1}", Path, Buffer.getError().message());
  // No source encoding that clang reads has zero bytes (UTF-16 has).
  if ((*Buffer)->getBuffer().contains('\0'))
    return failure("'{0}' is not a text file{1}", Path,
                   isWide((*Buffer)->getBuffer()) ? ": it is UTF-16; convert it to UTF-8 first, "
                                                    "which compilers read, too"
                                                  : "; name a source");
  // What is added are lines, and no directive may be found in a file of one line.
  if ((*Buffer)->getBuffer().contains('\r') && !(*Buffer)->getBuffer().contains('\n'))
    return failure("'{0}' ends its lines with CR alone; convert it to LF or CR LF first", Path);
  return Error::success();
}

/// Of a source that does not exist: a path that may have been meant, or how paths are read.
static std::string whatElse(StringRef Source, const InputOptions &Input) {
  std::string Meant = Input.FixedFlags ? "" : unitCalled(sys::path::filename(Source), Input);
  if (Meant.empty())
    Meant = pathMeantBy(Source);
  return Meant.empty() ? "; paths are relative to '" + realPath(".") + "'"
                       : "; did you mean '" + Meant + "'?";
}

static Error checkSources(const InputOptions &Input) {
  for (const std::string &Source : Input.Sources) {
    if (namesSeveral(Source))
      continue;
    if (!sys::fs::exists(Source))
      return failure("'{0}' does not exist{1}", Source, whatElse(Source, Input));
    if (Error E = checkReadableText(Source))
      return E;
  }
  return Error::success();
}

Expected<FoundUnits> findUnits(const InputOptions &Asked) {
  if (Error E = checkSources(Asked))
    return std::move(E);
  Expected<InputOptions> Named = withDatabaseNamed(Asked);
  if (!Named)
    return Named.takeError();
  const InputOptions &Input = *Named;
  if (Input.FixedFlags && Input.Sources.empty())
    return failure("flags were given after --, but no source: name them in front, as in 'coopify "
                   "<source> -- <flags>'");
  if (Input.FixedFlags)
    return findWithoutDatabase(Input);
  Expected<std::string> Database = locateDatabase(Input);
  if (!Database)
    return Database.takeError();
  if (Database->empty() && !Input.Sources.empty())
    return findWithoutDatabase(Input);
  if (Database->empty())
    return failure("no source was named, and there is no {0} in '{1}', in its folder build, or "
                   "above it; name one with -p, or name sources; {2}",
                   DatabaseName, realPath("."), HowToGet);
  Expected<std::vector<UnitCommand>> Units = readDatabase(*Database);
  if (!Units)
    return Units.takeError();
  if (!Units->empty() && none_of(*Units, [](const UnitCommand &Unit) {
        return sys::fs::exists(Unit.File) || sys::fs::exists(Unit.Directory);
      }))
    return failure("'{0}' is of another place: none of its sources is there, nor a folder of its "
                   "commands ('{1}'); write it anew here",
                   *Database, Units->front().Directory);
  if (Units->empty())
    return failure("'{0}' holds no command: configure the build so that it compiles CUDA, or name "
                   "sources with flags behind --",
                   *Database);
  FoundUnits Found{std::move(*Units), realPath(*Database), {}};
  if (!Input.Sources.empty())
    if (Error E = select(Found, Input.Sources))
      return std::move(E);
  return Found;
}

} // namespace coopify
