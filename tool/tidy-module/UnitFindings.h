//===- UnitFindings.h - all stages for one unit, once ------------*- C++ -*-===//
//
//   AST  --extract--> --link--> --decide--> --plan-->  findings with edits
//
// clang-tidy has one unit at a time. What other units, or other passes of
// this one, may contradict is not offered as a fix.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TOOL_UNITFINDINGS_H
#define COOPIFY_TOOL_UNITFINDINGS_H

#include "Edit/Outcome.h"
#include "Extract/Extract.h"
#include "Link/ProgramFacts.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace coopify {

/// What one diagnostic shows.
struct UnitFinding {
  const Finding &Found;
  Outcome Became;
  /// A fix that stands alone: with all that it needs (includes, handles) and all that needs the
  /// same, for clang-tidy makes an insertion as often as it is offered.
  std::vector<Edit> Edits;
  /// Its edits are in the fix of that one.
  const Finding *FixedWith = nullptr;
  /// Not empty: a note that tells the edits, if any; the warning has no fix.
  std::string Caveat;

  Result result() const { return {Found, Became}; }
};

/// Shared by the checks of one unit: the first that asks pays.
class UnitFindings {
public:
  /// The one of the unit that \p PP reads.
  static std::shared_ptr<UnitFindings> of(clang::Preprocessor &PP);

  explicit UnitFindings(clang::Preprocessor &PP);

  /// \p Program: files of --extract, see Program.h; may be empty.
  void enable(const Rule &R, const LinkOptions &Asked, llvm::StringRef Program) {
    Rules.push_back(&R);
    if (!Program.empty())
      ProgramFiles = Program.str();
    for (const LinkSwitch &S : R.switches())
      Link.*S.Member |= Asked.*S.Member;
  }
  /// Only of findings that \p IsShown is anything changed.
  llvm::ArrayRef<UnitFinding> get(clang::ASTContext &Context,
                                  llvm::function_ref<bool(const Location &)> IsShown);

private:
  void compute(clang::ASTContext &Context, llvm::function_ref<bool(const Location &)> IsShown);
  ProgramFacts linkUnits(clang::ASTContext &Context, TUSummary Unit);
  void plan(const ProgramFacts &Facts, Vetoes Against);
  bool isRead(llvm::StringRef File) const { return File == MainFile || FilesRead.contains(File); }
  bool isEditedHere(const std::string &File) const {
    return File == MainFile || (KnowsProgram && isRead(File));
  }
  std::set<std::string> groupsElsewhere(llvm::ArrayRef<Result> Results) const;
  std::string caveatOf(const Result &Planned, const std::set<std::string> &Elsewhere) const;

  clang::Preprocessor &PP;
  std::shared_ptr<PreprocessorRecord> Record;
  std::vector<const Rule *> Rules;
  LinkOptions Link;
  std::string ProgramFiles;
  std::string MainFile;
  llvm::StringSet<> FilesRead; ///< of the unit, all of them
  bool KnowsProgram = false;
  std::string OnlyHere; ///< not empty: why nothing is sure of this unit, as a caveat
  std::vector<Finding> Found;
  std::vector<UnitFinding> Findings; ///< what becomes of Found
  bool Done = false;
};

} // namespace coopify

#endif // COOPIFY_TOOL_UNITFINDINGS_H
