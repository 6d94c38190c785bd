//===- Interactive.h - each rewrite is asked for -----------------*- C++ -*-===//
//
//   Result... + EditsAlone + answers  --askEach()-->  the findings to leave
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_WRITE_INTERACTIVE_H
#define COOPIFY_DRIVER_WRITE_INTERACTIVE_H

#include "Edit/Alone.h"
#include "Report/Report.h"

#include <functional>
#include <optional>
#include <set>
#include <string>

namespace coopify {

/// Who answers, and what is needed to ask.
struct Dialogue {
  llvm::raw_ostream &OS;
  /// A line without what ends it; nullopt: nobody answers any more.
  std::function<std::optional<std::string>()> Answer;
  FileTextFn Text;
  PageFn Page;
  const ReportOptions &Options;
};

/// What the user said of the rewrites of a plan.
struct Agreement {
  std::set<size_t> Agreed, Declined; ///< findings, by index
};

/// Shows the rewrites among \p Results one by one, each with those that it needs, and asks. What is
/// not asked for any more, since the user has had enough, is declined.
Agreement askEach(llvm::ArrayRef<Result> Results, const EditsAlone &Edits, const Dialogue &With);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_INTERACTIVE_H
