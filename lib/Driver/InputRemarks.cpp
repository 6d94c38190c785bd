#include "Driver/InputRemarks.h"

#include "Driver/Units/NamedSources.h"
#include "Report/Paths.h"
#include "Support/Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

namespace coopify {

static std::string asCuda() {
  return "; if it is, pass '-x cu' to the compiler: behind --, or as --extra-arg=-x --extra-arg=cu";
}

/// For a database without CUDA units: what to do instead.
static std::string insteadOfDatabase() {
  Expected<std::vector<std::string>> Files = filesNamed(".");
  if (!Files) {
    consumeError(Files.takeError());
    return "configure the build with CUDA, or name the database of another build with -p; if its "
           "sources are CUDA whatever their ending, give --extra-arg=-x --extra-arg=cu";
  }
  return formatv("the commands of {0}{1} are not in it: name them with their flags, as in "
                 "'coopify {0} -- -I<folder>', configure the build with CUDA, or let 'bear' record "
                 "the commands that make runs",
                 displayPath(Files->front(), realPath(".")),
                 Files->size() > 1 ? formatv(" and {0} more", Files->size() - 1).str() : "")
      .str();
}

bool hasCuda(const ParsedProgram &Program) {
  return !Program.Passes.empty() ||
         any_of(Program.Others, [](const Pass &P) { return P.Name != "c++"; });
}

Error noCudaIn(StringRef Database, size_t Units) {
  const std::string Shown = displayPath(Database, realPath("."));
  if (Units == 1)
    return failure("the only unit of '{0}' is not CUDA; {1}", Shown, insteadOfDatabase());
  return failure("none of the {0} units of '{1}' is CUDA; {2}", Units, Shown, insteadOfDatabase());
}

static bool isHeader(StringRef Path) {
  return StringSwitch<bool>(sys::path::extension(Path))
      .Cases({".cuh", ".h", ".hpp", ".hh", ".hxx", ".inl", ".inc"}, true)
      .Default(false);
}

/// Callers and instances of templates are in the units that include a header.
static void remarkOnHeaders(raw_ostream &OS, ArrayRef<UnitCommand> Units) {
  for (const UnitCommand &U : Units)
    if (U.Selected && isHeader(U.File))
      WithColor::note(OS, "coopify")
          << formatv("'{0}' is a header and is parsed on its own; name the sources that include it "
                     "instead, which call its functions\n",
                     displayPath(U.File, realPath(".")));
}

void remarkOnInput(raw_ostream &OS, ArrayRef<UnitCommand> Units, const ParsedProgram &Program) {
  if (any_of(Units, [](const UnitCommand &U) { return U.NoFlags; }))
    WithColor::note(OS, "coopify")
        << "no compile_commands.json here or above: parsed without flags; give them after --. "
           "docs/compile-commands.md shows how to get a compile_commands.json\n";
  const size_t Selected = count_if(Units, [](const UnitCommand &U) { return U.Selected; });
  if (Program.Passes.empty())
    WithColor::note(OS, "coopify")
        << (Selected == 1 ? "the unit is not CUDA: nothing to do"
                          : formatv("none of the {0} units is CUDA: nothing to do", Selected).str())
        << asCuda() << '\n';
  if (Program.Database.empty())
    remarkOnHeaders(OS, Units);
  for (const UnitCommand &U : Units)
    if (StringRef(U.File).ends_with(".cup"))
      WithColor::warning(OS, "coopify")
          << U.File << " is preprocessed and was not read: name the source that it was made of\n";
}

} // namespace coopify
