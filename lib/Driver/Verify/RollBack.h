//===- RollBack.h - which edit broke the build ----------------------*- C++ -*-===//
//
//   new error + EditPlan + Finding...  --blame()-->  the findings to take back
//
// Pure: unit-tested without a parser.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_VERIFY_ROLLBACK_H
#define COOPIFY_DRIVER_VERIFY_ROLLBACK_H

#include "Edit/Plan.h"
#include "Frontend/ParseUnit.h"

#include <set>

namespace coopify {

/// \p Now without \p Before, as multisets of (file, text): edits move lines.
std::vector<ParseError> newErrors(llvm::ArrayRef<ParseError> Before,
                                  llvm::ArrayRef<ParseError> Now);

/// An error of the edited program, and the files of the unit that showed it.
struct BrokenUnit {
  ParseError Error;
  std::vector<std::string> Files;
  std::set<size_t> Culprits = {}; ///< findings, where they are known
};

/// How far from the error the guilty edit is looked for. Each step takes in
/// more; the last takes back everything, so that verifying always ends.
enum class BlameReach { Line, Function, File, Unit, Program };

/// The applied findings that \p Broken is due to: where it does not say so, those with an edit on
/// the error's line (also: where the macro that holds it is used), else in its function, in its
/// file, in its unit, else all; starting no nearer than \p From.
std::set<size_t> blame(const BrokenUnit &Broken, BlameReach From, llvm::ArrayRef<Finding> Findings,
                       const EditPlan &Plan, const ProgramFacts &Facts);

/// The place in the text before the edits of what is at \p Offset after them.
unsigned offsetBefore(unsigned Offset, llvm::ArrayRef<Edit> Edits);

/// \p Now, a place in an edited file, in the text \p Before that the user has.
Location placeBefore(const Location &Now, llvm::ArrayRef<Edit> Edits, llvm::StringRef Before);

/// The findings that stand or fall with \p Index, and itself.
std::set<size_t> groupOf(size_t Index, llvm::ArrayRef<Finding> Findings);

/// Has \p Against refuse the finding \p Index, and all that stand or fall with it, as
/// "does-not-compile" or "other-function".
void rollBack(llvm::ArrayRef<Finding> Findings, size_t Index, const ParseError &Because,
              Vetoes &Against);

} // namespace coopify

#endif // COOPIFY_DRIVER_VERIFY_ROLLBACK_H
