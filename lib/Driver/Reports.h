//===- Reports.h - what a run says, and where it goes ------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_REPORTS_H
#define COOPIFY_DRIVER_REPORTS_H

#include "Driver/RunOptions.h"
#include "Driver/Units/SourceTexts.h"
#include "Edit/Alone.h"
#include "Edit/Outcome.h"
#include "Link/ProgramFacts.h"
#include "Model/Output/UnitGroups.h"
#include "Report/Terminal/Markdown.h"
#include "Report/TrialReport.h"

namespace coopify {

/// What there is to tell of a run.
struct RunFindings {
  llvm::ArrayRef<Result> Results; ///< of units that were asked for
  const EditsAlone &Edits;
  const ProgramFacts &Facts;
  std::string World;                      ///< KnownWorld::Text
  std::vector<std::string> Remarks = {};  ///< ReportOptions::Remarks
  const TrialReport *Trial = nullptr;     ///< nullptr: there was none
  llvm::ArrayRef<UnitGroups> Groups = {}; ///< of the units that the edits reach
};

/// Colors, where a terminal reads them or the user wants them.
bool colorsFor(const llvm::raw_ostream &OS, const OutputOptions &Output);

/// The terminal that reads \p OS; nullopt: none does.
std::optional<Terminal> terminalOf(const llvm::raw_ostream &OS, const OutputOptions &Output);

/// Where the text goes.
llvm::raw_ostream &textStream(const OutputOptions &Output);

/// An error if a file or folder that the results go to cannot be written. Asked before units are
/// parsed, which may take minutes.
llvm::Error checkOutputs(const OutputOptions &Output, const ScopeOptions &Scope);

/// Writes all that \p Output asks for. What is for programs has stdout to itself: the findings in
/// text go to stderr then.
llvm::Error writeReports(const RunFindings &Run, SourceTexts &Texts, const OutputOptions &Output);

/// Prints the commands that follow \p Run, whose files are written; \p NewBaseline is one of them,
/// or empty.
void reportNextSteps(const RunFindings &Run, llvm::StringRef NewBaseline, SourceTexts &Texts,
                     const OutputOptions &Output);

} // namespace coopify

#endif // COOPIFY_DRIVER_REPORTS_H
