#include "Driver/Reports.h"

#include "Driver/Units/Units.h"
#include "Driver/Write/OutputFile.h"
#include "Report/JSON.h"
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

Error writeReports(const RunFindings &Run, SourceTexts &Texts, const OutputOptions &Output) {
  auto Text = [&](StringRef Path) { return Texts.get(Path); };
  raw_ostream &OS = Output.programsReadStdout() ? errs() : outs();
  ReportOptions Options{colorsFor(OS, Output), Output.Quiet, Output.Verbose,
                        realPath("."),         Run.World,    Run.Remarks};
  append_range(Options.Remarks, linesOf(Run.Groups, /*OnlyFailures=*/Output.Quiet));
  Options.EachNote = Output.EachNote;
  reportText(OS, Run.Results, Run.Facts, Text, Options);
  Options.Color = colorsFor(outs(), Output);
  if (Output.Diff)
    reportDiff(outs(), Run.Edits.all(), Text, Options);
  return writeForPrograms({Run.Results, Run.Edits, Run.Facts, Text, Output.PageOf, Options.Root,
                           Run.World, Output.Version, Output.DocsURI, Run.Groups},
                          Run.Trial, Output);
}

} // namespace coopify
