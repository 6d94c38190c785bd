#include "Flags.h"

#include "Archs.h"

#include "Model/Reasons/Assumptions.h"
#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

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
    if (!findAssumption(Id)) {
      const std::string Meant = didYouMean(Id, assumptionNames());
      return createStringError(
          "--assume: '" + Id + "' is " +
          (Meant.empty() ? "none of " + assumptionIds() : "no assumption" + Meant));
    }
  return Error::success();
}

/// What becomes of the findings, but for the text.
bool asksForOutput(const Flags &F) {
  return F.Fix != FixKind::No || F.Diff || !F.OutDir.empty() || !F.ExportFixes.empty() ||
         !F.JSON.empty() || !F.SARIF.empty() || !F.HTML.empty() || F.Annotations != Forge::None ||
         F.WriteBaseline.getNumOccurrences() || F.AddNolint;
}

/// An empty variable of a script is no value: --out-dir="$OUT" would write over the sources.
Error checkEmpty(const Flags &F) {
  for (const StringOpt *O : {&F.Database, &F.MinArch, &F.CudaPath, &F.Cache, &F.Extract, &F.DepFile,
                             &F.Config, &F.Toolkit, &F.OutDir, &F.ExportFixes, &F.JSON, &F.SARIF,
                             &F.HTML, &F.Explain, &F.TryAgainst})
    if (O->getNumOccurrences() && O->empty())
      return createStringError((O->ArgStr.size() == 1 ? "-" : "--") + O->ArgStr +
                               " is given without a value");
  return Error::success();
}

/// Which of the findings it is about.
Error checkScope(const Flags &F) {
  for (const StringOpt *O : {&F.Baseline, &F.WriteBaseline})
    if (O->getNumOccurrences() && (O->empty() || *O == "-"))
      return createStringError("--" + O->ArgStr + " needs a file");
  if (F.WriteBaseline.getNumOccurrences() && F.Fix != FixKind::No)
    return createStringError("--write-baseline is about the files as they are: --fix excludes it");
  const bool OfLines = F.Since.getNumOccurrences() || F.LineFilter.getNumOccurrences();
  for (const StringOpt *O : {&F.Since, &F.LineFilter})
    if (O->getNumOccurrences() && O->empty())
      return createStringError("--" + O->ArgStr + " needs a value");
  if (F.WriteBaseline.getNumOccurrences() && OfLines)
    return createStringError("--write-baseline takes all findings: --since and --line-filter "
                             "exclude it");
  if (!F.Extract.empty() && (F.Baseline.getNumOccurrences() || OfLines))
    return createStringError("--extract decides nothing: --baseline, --since and --line-filter "
                             "are for --link");
  return Error::success();
}

/// The text becomes a comment, which must be one and say nothing else.
Error checkNolint(const Flags &F) {
  if (!F.AddNolint)
    return F.Because.getNumOccurrences() ? createStringError("--because is for --add-nolint")
                                         : Error::success();
  StringRef Why = F.Because;
  if (Why.trim().empty())
    return createStringError("--add-nolint needs a reason: --because=<text>");
  if (any_of(Why, [](char C) { return C == '\n' || C == '\r' || C == '\0'; }) ||
      Why.contains("*/") || Why.contains("/*") || Why.rtrim().ends_with("\\") ||
      Why.contains("?\?/") || Why.contains("NOLINT"))
    return createStringError(
        "--because has to be a text for one line, without '/*', '*/', NOLINT and "
        "a '\\' at its end");
  if (F.Fix != FixKind::No || F.Diff || !F.OutDir.empty() || !F.ExportFixes.empty() ||
      F.WriteBaseline.getNumOccurrences())
    return createStringError("--add-nolint writes comments and nothing else: --fix, --diff, "
                             "--out-dir, --export-fixes and --write-baseline exclude it");
  return Error::success();
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
    return createStringError(join(There, " and ") + ": stdout has room for one of them; write the "
                                                    "others to files");
  return Error::success();
}

Error checkCombination(const Flags &F) {
  const bool Writes = asksForOutput(F) || !F.Extract.empty();
  if (!F.Explain.empty() && Writes)
    return createStringError("--explain of a place only explains: --fix, --diff, --out-dir, "
                             "--export-fixes, --json, --sarif, --html, --annotations, "
                             "--write-baseline, --add-nolint and --extract exclude it");
  if (F.Link && F.Sources.empty())
    return createStringError("--link needs the files that --extract wrote");
  if (F.Link && !F.Extract.empty())
    return createStringError("--link and --extract exclude each other");
  if (!F.Extract.empty() && asksForOutput(F))
    return createStringError(
        "--extract decides nothing: --fix, --diff, --out-dir, --export-fixes, "
        "--json, --sarif, --html, --annotations, --write-baseline and --add-nolint are for "
        "--link");
  if (!F.DepFile.empty() && F.Extract.empty())
    return createStringError("--depfile is for --extract=<file>");
  if (F.EmitNinja.getNumOccurrences() &&
      (F.Link || !F.Extract.empty() || !F.Explain.empty() || F.Interactive))
    return createStringError("--emit-ninja writes down a run over units: --link, --extract, "
                             "--explain and --interactive exclude it");
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
  if (F.Try.getNumOccurrences() && StringRef(F.Try).trim().empty())
    return createStringError("--try needs the command that is to be run, as --try='./program 100'");
  // cl::list overloads operator&.
  for (const std::reference_wrapper<const cl::Option> O :
       std::initializer_list<std::reference_wrapper<const cl::Option>>{F.TryAgainst, F.TryStdin,
                                                                       F.TrySchedules, F.TryLink})
    if (O.get().getNumOccurrences() && F.Try.empty())
      return createStringError("--" + O.get().ArgStr + " is for --try=<command>");
  if (F.TryStdin.getNumOccurrences() && !sys::fs::is_regular_file(F.TryStdin))
    return createStringError("--try-stdin: there is no file '" + F.TryStdin + "'");
  if (F.Try.getNumOccurrences() &&
      (F.Link || !F.Extract.empty() || !F.Explain.empty() || F.EmitNinja.getNumOccurrences()))
    return createStringError(
        "--try builds the program from its units: --link, --extract, --explain "
        "and --emit-ninja exclude it");
  if (F.Interactive && F.Fix == FixKind::No)
    return createStringError("--interactive asks which rewrites --fix is to write: give that, too");
  if (F.Diff && !F.OutDir.empty())
    return createStringError("--diff and --out-dir exclude each other: --diff writes no files");
  if (sys::fs::is_regular_file(F.OutDir))
    return createStringError("--out-dir: '" + F.OutDir + "' is a file; name a folder");
  return Error::success();
}

} // namespace

static Error checkToolkit(const Flags &F) { return toolkitVersion(F.Toolkit).takeError(); }

Error checkFlags(const Flags &F) {
  for (auto Check : {checkEmpty, checkAssumptions, checkScope, checkNolint, checkCombination,
                     checkStdout, checkToolkit})
    if (Error E = Check(F))
      return E;
  return Error::success();
}

} // namespace coopify
