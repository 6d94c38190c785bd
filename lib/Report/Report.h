//===- Report.h - what the user reads ----------------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_REPORT_H
#define COOPIFY_REPORT_REPORT_H

#include "Edit/EditSet.h"
#include "Edit/Outcome.h"
#include "Link/ProgramFacts.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace coopify {

struct ReportOptions {
  bool Color = false;
  bool Quiet = false;   ///< findings only, no summary
  bool Verbose = false; ///< proofs of rewrites and all obstacles too (-v)
  std::string Root;     ///< paths are printed relative to it where that is shorter
  std::string World;    ///< whether code that was not read counts: "closed: 2 of 2 units of..."
};

/// Gives the text of a file, for the line quoted under a finding and for diffs.
using FileTextFn = llvm::function_ref<std::optional<std::string>(llvm::StringRef)>;

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

/// clang-apply-replacements YAML.
llvm::Error reportYAML(llvm::raw_ostream &OS, const EditSet &Edits, llvm::StringRef MainFile);

} // namespace coopify

#endif // COOPIFY_REPORT_REPORT_H
