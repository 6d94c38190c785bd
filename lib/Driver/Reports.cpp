#include "Driver/Reports.h"

#include "Driver/Units/Units.h"
#include "Report/JSON.h"
#include "Report/Report.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {

bool colorsFor(const raw_ostream &OS, const OutputOptions &Output) {
  return Output.Color.value_or(OS.has_colors() && !sys::Process::GetEnv("NO_COLOR"));
}

Error writeReports(const RunFindings &Run, SourceTexts &Texts, const OutputOptions &Output) {
  auto Text = [&](StringRef Path) { return Texts.get(Path); };
  raw_ostream &OS = Output.programsReadStdout() ? errs() : outs();
  ReportOptions Options{colorsFor(OS, Output), Output.Quiet, Output.Verbose, realPath("."),
                        Run.World};
  reportText(OS, Run.Results, Run.Facts, Text, Options);
  Options.Color = colorsFor(outs(), Output);
  if (Output.Diff)
    reportDiff(outs(), Run.Edits.all(), Text, Options);
  if (Output.JSONFile.empty())
    return Error::success();
  return writeToOutput(Output.JSONFile, [&](raw_ostream &File) {
    reportJSON(File, Run.Results, Run.Edits, Run.Facts, Run.World);
    return Error::success();
  });
}

} // namespace coopify
