#include "Flags.h"

#include "Model/Reasons/Assumptions.h"
#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace coopify {

std::vector<std::string> assumptionNames() {
  std::vector<std::string> Out;
  for (const Assumption &A : allAssumptions())
    Out.push_back(A.Id.str());
  return Out;
}

std::string assumptionIds() { return join(assumptionNames(), ", "); }

StringRef assumeHelp() {
  static const std::string Text =
      "Assumptions that you grant, see --explain=<assumption>: " + assumptionIds();
  return Text;
}

namespace {

Error checkAssumptions(const Flags &F) {
  for (const std::string &Id : F.Assume)
    if (!findAssumption(Id))
      return createStringError(formatv("--assume: '{0}' is none of {1}{2}", Id, assumptionIds(),
                                       didYouMean(Id, assumptionNames()))
                                   .str());
  return Error::success();
}

/// What becomes of the findings, but for the text.
bool asksForOutput(const Flags &F) {
  return F.Fix != FixKind::No || F.Diff || !F.OutDir.empty() || !F.ExportFixes.empty() ||
         !F.JSON.empty() || !F.SARIF.empty() || !F.HTML.empty() || F.Annotations != Forge::None;
}

/// Two reports in one stream are none.
Error checkStdout(const Flags &F) {
  std::vector<std::string> There;
  if (F.Diff)
    There.push_back("--diff");
  if (F.Annotations != Forge::None)
    There.push_back("--annotations");
  for (const StringOpt *O : {&F.ExportFixes, &F.JSON, &F.SARIF, &F.HTML})
    if (*O == "-")
      There.push_back("--" + O->ArgStr.str() + "=-");
  if (There.size() > 1)
    return createStringError(join(There, " and ") + ": stdout has room for one of them");
  return Error::success();
}

Error checkCombination(const Flags &F) {
  const bool Writes = asksForOutput(F) || !F.Extract.empty();
  if (!F.Explain.empty() && Writes)
    return createStringError("--explain of a place only explains: --fix, --diff, --out-dir, "
                             "--export-fixes, --json, --sarif, --html, --annotations and "
                             "--extract exclude it");
  if (F.Link && F.Sources.empty())
    return createStringError("--link needs the files that --extract wrote");
  if (F.Link && !F.Extract.empty())
    return createStringError("--link and --extract exclude each other");
  if (!F.Extract.empty() && asksForOutput(F))
    return createStringError("--extract decides nothing: --fix, --diff, --out-dir, --export-fixes, "
                             "--json, --sarif, --html and --annotations are for --link");
  if (!F.DepFile.empty() && F.Extract.empty())
    return createStringError("--depfile is for --extract");
  if (F.EmitNinja.getNumOccurrences() && (F.Link || !F.Extract.empty() || !F.Explain.empty()))
    return createStringError("--emit-ninja writes down a run over units: --link, --extract and "
                             "--explain exclude it");
  if (F.EmitNinja.getNumOccurrences() && (F.EmitNinja.empty() || F.EmitNinja == "-"))
    return createStringError("--emit-ninja needs a file");
  if (F.ClangDatabase.getNumOccurrences() &&
      (Writes || F.Link || F.EmitNinja.getNumOccurrences() || !F.Explain.empty()))
    return createStringError("--export-clang-database does nothing else: what writes, --link, "
                             "--emit-ninja and --explain exclude it");
  if (F.ClangDatabase.getNumOccurrences() && F.ClangDatabase.empty())
    return createStringError("--export-clang-database needs a folder");
  if (!(F.TimeLimit >= 0))
    return createStringError("--timeout-per-file is a number of seconds, 0 for no limit");
  if (F.Diff && !F.OutDir.empty())
    return createStringError("--diff and --out-dir exclude each other");
  return Error::success();
}

} // namespace

Error checkFlags(const Flags &F) {
  for (auto Check : {checkAssumptions, checkCombination, checkStdout})
    if (Error E = Check(F))
      return E;
  return Error::success();
}

} // namespace coopify
