#include "Driver/Units/KnownWorld.h"

#include "Report/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

std::string units(size_t Count) { return (Twine(Count) + (Count == 1 ? " unit" : " units")).str(); }

StringSet<> filesRead(const ParsedProgram &Program) {
  StringSet<> Files;
  for (const ParsedPass &P : Program.Passes)
    if (P.Ran)
      Files.insert(P.Command.File);
  return Files;
}

/// With those of other programs, which are no CUDA: their names were looked at (addHeaderUsers).
size_t unitsOf(const ParsedProgram &Program) {
  StringSet<> Files;
  for (const ParsedPass &P : Program.Passes)
    Files.insert(P.Command.File);
  for (const Pass &P : Program.Others)
    if (P.Name != "c++")
      Files.insert(P.File);
  return Files.size();
}

} // namespace

static KnownWorld worldOf(const InputOptions &Input, const ParsedProgram &Program) {
  const size_t Read = filesRead(Program).size(), All = unitsOf(Program);
  if (Input.WholeProgram)
    return {World::Declared, formatv("closed: --whole-program, {0} read{1}", units(Read),
                                     Program.failures().empty() ? "" : "; not all could be parsed")
                                 .str()};
  if (Program.Database.empty())
    return {World::Open, formatv("open: {0} read, and no compile database that tells of others; "
                                 "--whole-program says that there are none",
                                 units(Read))
                             .str()};
  const std::string Database = displayPath(Program.Database, realPath("."));
  if (Read == All)
    return {World::Closed, formatv("closed: {0} of {1} of {2}", Read, units(All), Database).str()};
  if (Program.failures().empty())
    return {World::Closed, formatv("closed: {0} of {1} of {2}; the others include none of their "
                                   "files",
                                   Read, units(All), Database)
                               .str()};
  return {World::Closed, formatv("closed, but for what could not be parsed: {0} of {1} of {2}",
                                 Read, units(All), Database)
                             .str()};
}

/// Whether no unit for a GPU of the database was excluded.
static bool isWholeDatabase(const ParsedProgram &Program) {
  return !Program.Database.empty() &&
         none_of(Program.Others, [](const Pass &P) { return P.Name != "c++"; });
}

KnownWorld knownWorld(const InputOptions &Input, const ParsedProgram &Program) {
  KnownWorld Out = worldOf(Input, Program);
  if (isWholeDatabase(Program))
    Out.NotCompiled = Program.NotRead;
  return Out;
}

std::optional<std::string> remarkOnNotCompiled(const KnownWorld &Known, const PlanOptions &Plan) {
  constexpr size_t MostNames = 3;
  std::vector<std::string> Names;
  for (const std::string &File : Known.NotCompiled)
    if (!isVendored(File, Plan))
      Names.push_back(displayPath(File, realPath(".")));
  if (Names.empty())
    return std::nullopt;
  std::string Verb = Names.size() == 1 ? " is" : " are";
  if (Names.size() > MostNames) {
    Verb = formatv(" and {0} more are", Names.size() - MostNames);
    Names.resize(MostNames);
  }
  return join(Names, ", ") + Verb + " in no compile command: not analyzed";
}

} // namespace coopify
