#include "Driver/Reports.h"

#include "Driver/Units/Units.h"
#include "Driver/Write/OutputFile.h"
#include "Driver/Write/Write.h"
#include "Report/JSON.h"
#include "Report/NextSteps.h"
#include "Report/Paths.h"
#include "Report/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {

bool colorsFor(const raw_ostream &OS, const OutputOptions &Output) {
  return Output.Color.value_or(OS.has_colors() && !sys::Process::GetEnv("NO_COLOR"));
}

std::optional<Terminal> terminalOf(const raw_ostream &OS, const OutputOptions &Output) {
  if (!OS.is_displayed())
    return std::nullopt;
  Terminal At;
  At.Color = colorsFor(OS, Output);
  if (const unsigned Columns = sys::Process::StandardOutColumns())
    At.Columns = Columns;
  return At;
}

Error checkOutputs(const OutputOptions &Output, const ScopeOptions &Scope) {
  std::vector<std::string> Files = Output.reportFiles();
  append_range(Files, std::vector{Output.ExtractFile, Output.DepFile, Scope.NewBaseline});
  for (StringRef File : Files)
    if (Error E = checkOutput(File))
      return E;
  return Output.OutDir.empty() ? Error::success() : checkFolderForOutput(Output.OutDir);
}

/// For programs, beside the text.
static Error writeForPrograms(const FullReport &Run, const TrialReport *Trial,
                              const OutputOptions &Output) {
  const auto Write = [](StringRef Path, function_ref<void(raw_ostream &)> Report) -> Error {
    if (Path.empty())
      return Error::success();
    return writeOutput(Path, [&](raw_ostream &OS) {
      Report(OS);
      return Error(Error::success());
    });
  };
  if (Output.Annotations == Forge::GitHub)
    reportGitHub(outs(), Run);
  if (Output.Annotations == Forge::GitLab)
    reportGitLab(outs(), Run);
  if (Error E = Write(Output.JSONFile, [&](raw_ostream &OS) {
        reportJSON(OS, Run.Results, Run.Edits, Run.Facts, Run.World, Trial, Run.Groups);
      }))
    return E;
  if (Error E = Write(Output.SARIFFile, [&](raw_ostream &OS) { reportSARIF(OS, Run); }))
    return E;
  return Write(Output.HTMLFile, [&](raw_ostream &OS) { reportHTML(OS, Run); });
}

raw_ostream &textStream(const OutputOptions &Output) {
  return Output.programsReadStdout() ? errs() : outs();
}

Error writeReports(const RunFindings &Run, SourceTexts &Texts, const OutputOptions &Output) {
  auto Text = [&](StringRef Path) { return Texts.get(Path); };
  raw_ostream &OS = textStream(Output);
  ReportOptions Options{colorsFor(OS, Output), Output.Quiet, Output.Verbose,
                        realPath("."),         Run.World,    Run.Remarks};
  append_range(Options.Remarks, linesOf(Run.Groups, /*OnlyDefinite=*/Output.Quiet));
  Options.EachNote = Output.EachNote;
  reportText(OS, Run.Results, Run.Facts, Text, Options);
  Options.Color = colorsFor(outs(), Output);
  if (Output.Diff)
    reportDiff(outs(), Run.Edits.all(), Text, Options);
  return writeForPrograms({Run.Results, Run.Edits, Run.Facts, Text, Output.PageOf, Options.Root,
                           Run.World, Output.Version, Output.DocsURI, Run.Groups},
                          Run.Trial, Output);
}

/// nullopt: the run has written something that no command of coopify continues.
static std::optional<RunEnd::Action> actionOf(StringRef NewBaseline, const OutputOptions &Output) {
  using Action = RunEnd::Action;
  if (!NewBaseline.empty())
    return Action::Baseline;
  if (Output.NolintBecause)
    return Action::Comments;
  if (!Output.OutDir.empty())
    return Action::Copies;
  if (!Output.FixesFile.empty())
    return std::nullopt;
  return Output.Diff ? Action::Diff : Output.Fix ? Action::Fix : Action::Report;
}

/// "f.cu:12" for each of \p Open, in the files that \p Made, if not null, has changed.
static std::vector<std::string> placesNow(ArrayRef<Location> Open, const EditSet *Made,
                                          SourceTexts &Texts) {
  const std::string Root = realPath(".");
  std::vector<std::string> Out;
  for (const Location &At : Open) {
    unsigned Line = At.Line;
    if (Made && Made->byFile().count(At.File))
      Line = lineAfter(At, Made->byFile().at(At.File), Texts.get(At.File).value_or(""));
    Out.push_back(displayPath(At.File, Root) + ":" + std::to_string(Line));
  }
  return Out;
}

void reportNextSteps(const RunFindings &Run, StringRef NewBaseline, SourceTexts &Texts,
                     const OutputOptions &Output) {
  const std::optional<RunEnd::Action> Did = actionOf(NewBaseline, Output);
  if (!Did || Output.Quiet)
    return;
  RunEnd End = runEnd(Run.Results);
  End.Did = *Did;
  End.Written = *Did == RunEnd::Action::Copies ? Output.OutDir : NewBaseline.str();
  const std::vector<std::string> Places =
      placesNow(End.Open, Output.inPlace() ? &Run.Edits.all() : nullptr, Texts);
  for (const std::string &Line : nextSteps(End, Places, Output.Again))
    textStream(Output) << Line << '\n';
}

} // namespace coopify
