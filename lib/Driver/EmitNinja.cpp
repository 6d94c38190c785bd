#include "Driver/EmitNinja.h"

#include "Driver/Units/NamedSources.h"
#include "Driver/Units/ParsedProgram.h"
#include "Driver/Write/OutputFile.h"
#include "Support/ShellWord.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace coopify {
namespace {

//===-- Words of other languages -----------------------------------------------===//

/// For the right side of "name = ".
std::string ninjaValue(StringRef Text) {
  std::string Out;
  for (char C : Text)
    Out += C == '$' ? "$$" : std::string(1, C);
  return Out;
}

/// For the line of an edge.
std::string ninjaPath(StringRef Path) {
  std::string Out;
  for (char C : Path)
    if (C == '$' || C == ' ' || C == ':')
      Out += {'$', C};
    else
      Out += C;
  return Out;
}

//===-- The graph --------------------------------------------------------------===//

/// The sources to extract, each once. Sources for the host show nothing; but without a compile
/// database only their commands say what they are.
Expected<std::vector<std::string>> sourcesOf(const FoundUnits &Found, const ParseOptions &Parse) {
  ParsedProgram Program;
  if (Error E = addOtherUnits(Program, Found.Commands, Parse))
    return std::move(E);
  StringSet<> Cuda, Seen;
  for (const Pass &P : Program.Others)
    if (P.Name != "c++")
      Cuda.insert(P.File);
  std::vector<std::string> Sources;
  for (const UnitCommand &Unit : Found.Commands) {
    const bool Shows = Unit.Selected && (Found.Database.empty() || Cuda.contains(Unit.File));
    if (!Shows || !Seen.insert(Unit.File).second)
      continue;
    if (Error E = checkReadableText(Unit.File))
      WithColor::warning(errs(), "coopify")
          << toString(std::move(E)) << ": it is not in the graph; write that again when it is\n";
    else
      Sources.push_back(Unit.File);
  }
  return Sources;
}

/// Where things lie: all paths are absolute, so that the graph can be run from anywhere.
struct Layout {
  std::string File, Folder, Here;

  explicit Layout(StringRef NinjaFile) : Here(realPath(".")) {
    SmallString<256> Path(NinjaFile);
    sys::path::make_absolute(Here, Path);
    File = Path.str().str();
    sys::path::replace_extension(Path, "units");
    Folder = Path.str().str();
  }

  std::string in(const Twine &Name) const { return (Folder + "/" + Name).str(); }
  std::string absolute(StringRef Path) const {
    SmallString<256> Out(Path);
    sys::path::make_absolute(Here, Out);
    return Out.str().str();
  }
  /// The same for a source in every graph, whatever else is in it.
  std::string extracted(StringRef Source) const {
    return in(sys::path::filename(Source) + "-" +
              utohexstr(xxh3_64bits(Source), /*LowerCase=*/true) + ".json");
  }
  std::string here() const { return "cd " + ninjaValue(shellWord(Here)) + " && "; }
};

/// Ninja makes its own file anew only under the name that it is given: from another folder the
/// graph would go on without the units that are new.
std::string unlessStale(const Layout &At, ArrayRef<std::string> MadeOf) {
  std::string Out;
  for (const std::string &File : MadeOf) {
    const std::string Why = "coopify: error: '" + File + "' is newer than '" + At.File +
                            "'; write that again, or say ninja -C <its folder>";
    Out += "! { [ " + shellWord(File) + " -nt " + shellWord(At.File) + " ] && echo " +
           shellWord(Why) + " >&2; } && ";
  }
  return ninjaValue(Out);
}

/// What says which units there are and how they are read.
std::vector<std::string> madeOf(const FoundUnits &Found, const RunOptions &Options) {
  std::vector<std::string> Out = {Found.Database, Options.Ninja.ConfigFile};
  std::erase(Out, "");
  return Out;
}

void writeRules(raw_ostream &OS, const Layout &At, const RunOptions &Options,
                ArrayRef<std::string> MadeOf) {
  const auto Command = [](ArrayRef<std::string> Words) { return ninjaValue(shellWords(Words)); };
  const auto &Flags = Options.Input.FixedFlags;
  OS << "ninja_required_version = 1.5\nbuilddir = " << ninjaValue(At.Folder) << "\n\n"
     << "rule extract\n  command = " << At.here() << Command(Options.Ninja.Extract)
     << " -j1 --quiet --extract=$out --depfile=$out.d $in"
     << (Flags ? " -- " + Command(*Flags) : "")
     << "\n  depfile = $out.d\n  deps = gcc\n  description = extract $in\n\n"
     // That findings remain is no failure of the build. It makes no $out, so it is done each time:
     // what host units include, and files that appear, may tell otherwise of what was extracted.
     << "rule link\n  command = " << At.here() << unlessStale(At, MadeOf) << "{ "
     << Command(Options.Ninja.Link) << " --link @$out.rsp || [ $$? -eq 1 ]; }\n"
     << "  rspfile = $out.rsp\n  rspfile_content = $in\n  pool = console\n"
     << "  description = link\n\n"
     << "rule again\n  command = " << At.here() << Command(Options.Ninja.Again)
     << "\n  generator = 1\n  description = write $out\n\n";
}

void writeEdges(raw_ostream &OS, const Layout &At, ArrayRef<std::string> Sources,
                ArrayRef<std::string> MadeOf, const RunOptions &Options) {
  if (!MadeOf.empty())
    OS << "build " << ninjaPath(sys::path::filename(At.File)) << ": again "
       << join(map_range(MadeOf, ninjaPath), " ") << '\n';
  for (const std::string &Source : Sources)
    OS << "build " << ninjaPath(At.extracted(Source)) << ": extract " << ninjaPath(Source) << '\n';
  const std::string Linked = ninjaPath(At.in("linked"));
  OS << "build " << Linked;
  const char *Separator = " | ";
  std::vector<std::string> Files = Options.Output.reportFiles();
  Files.push_back(Options.Scope.NewBaseline);
  for (const std::string &Also : Files)
    if (!Also.empty() && Also != "-")
      OS << std::exchange(Separator, " ") << ninjaPath(At.absolute(Also));
  OS << ": link";
  for (const std::string &Source : Sources)
    OS << " $\n  " << ninjaPath(At.extracted(Source));
  OS << "\ndefault " << Linked << '\n';
}

} // namespace

Error emitNinja(const RunOptions &Options) {
  Expected<FoundUnits> Found = findUnits(Options.Input);
  if (!Found)
    return Found.takeError();
  if (Error E = refuseHeaders(*Found, "--emit-ninja"))
    return E;
  Expected<std::vector<std::string>> Sources = sourcesOf(*Found, Options.Parse);
  if (!Sources)
    return Sources.takeError();
  if (Sources->empty())
    return createStringError("--emit-ninja: none of the units is CUDA: there is nothing to do");
  const Layout At(Options.Ninja.File);
  const std::vector<std::string> MadeOf = madeOf(*Found, Options);
  for (const std::string &Path : concat<const std::string>(*Sources, ArrayRef(At.File), MadeOf))
    if (StringRef(Path).find_first_of("|\n") != StringRef::npos)
      return createStringError("--emit-ninja: ninja can name no path with '|' or the end of a "
                               "line: '" +
                               Path + "'");
  return writeOutput(At.File, [&](raw_ostream &OS) {
    writeRules(OS, At, Options, MadeOf);
    writeEdges(OS, At, *Sources, MadeOf, Options);
    return Error::success();
  });
}

} // namespace coopify
