//===- Report.h - what the user reads ----------------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_REPORT_H
#define COOPIFY_REPORT_REPORT_H

#include "Edit/Alone.h"
#include "Edit/EditSet.h"
#include "Edit/Outcome.h"
#include "Link/ProgramFacts.h"
#include "Model/Output/UnitGroups.h"
#include "Report/Sources.h"
#include "Report/Terminal/Markdown.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace coopify {

struct ReportOptions {
  bool Color = false;
  bool Quiet = false;   ///< findings only, no summary but for Remarks
  bool Verbose = false; ///< proofs of rewrites and all obstacles too (-v)
  std::string Root;     ///< paths are printed relative to it where that is shorter
  std::string World;    ///< whether code that was not read counts: "closed: 2 of 2 units of..."
  std::vector<std::string> Remarks = {};   ///< what else the summary says, a line each
  std::optional<Terminal> ReadsPages = {}; ///< nullopt: pages are printed as they are
  bool EachNote = false;                   ///< nothing is folded nor cut, as with Verbose
};

/// Findings as compiler-style lines: "f.cu:12:7: warning: ... [coopify-legacy-shuffle]",
/// the quoted line with a caret, the proof or obstacle as notes, then counts.
void reportText(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results, const ProgramFacts &Facts,
                FileTextFn Text, const ReportOptions &Options);

/// Gives the page of a check or the section of a reason.
using PageFn = llvm::function_ref<std::optional<llvm::StringRef>(llvm::StringRef)>;

/// \p Asked, each in full: proof or obstacles, what its assumptions say and what would
/// settle them, and the page of its reason. \p All is the whole run's.
void reportExplanation(llvm::raw_ostream &OS, llvm::ArrayRef<Result> All,
                       llvm::ArrayRef<Result> Asked, FileTextFn Text, PageFn Page,
                       const ReportOptions &Options);

/// A unified diff (three lines of context, a/ b/ prefixes) that `patch -p1` and
/// `git apply` take, in the order of paths.
void reportDiff(llvm::raw_ostream &OS, const EditSet &Edits, FileTextFn Text,
                const ReportOptions &Options);

/// What the reports for other programs are made of.
struct FullReport {
  llvm::ArrayRef<Result> Results;
  const EditsAlone &Edits;
  const ProgramFacts &Facts;
  FileTextFn Text;
  PageFn Page;
  std::string Root;                       ///< paths are relative to it
  std::string World;                      ///< ReportOptions::World
  std::string Version;                    ///< of coopify
  std::string DocsURI;                    ///< where docs/ is on the web; may be empty
  llvm::ArrayRef<UnitGroups> Groups = {}; ///< of the units that the edits reach
};

/// SARIF 2.1.0.
void reportSARIF(llvm::raw_ostream &OS, const FullReport &Run);

/// Workflow commands, which GitHub shows beside the lines of a change.
void reportGitHub(llvm::raw_ostream &OS, const FullReport &Run);

/// GitLab's Code Quality report.
void reportGitLab(llvm::raw_ostream &OS, const FullReport &Run);

/// One page to read in a browser, which loads nothing.
void reportHTML(llvm::raw_ostream &OS, const FullReport &Run);

/// clang-apply-replacements YAML.
llvm::Error reportYAML(llvm::raw_ostream &OS, const EditSet &Edits, llvm::StringRef MainFile);

} // namespace coopify

#endif // COOPIFY_REPORT_REPORT_H
