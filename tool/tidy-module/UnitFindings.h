//===- UnitFindings.h - all stages for one unit, once ------------*- C++ -*-===//
//
//   AST  --extract--> --link--> --decide--> --plan-->  findings with edits
//
// clang-tidy has one unit at a time. What other units may contradict is not
// offered as a fix.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TOOL_UNITFINDINGS_H
#define COOPIFY_TOOL_UNITFINDINGS_H

#include "Edit/Outcome.h"
#include "Extract/Extract.h"
#include "Link/ProgramFacts.h"

#include <memory>
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
  /// Its own edits, and those of the edits made once for several findings
  /// (includes, handles) that the first of them carries.
  std::vector<Edit> Edits;
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

  void enable(const Rule &R, const LinkOptions &Asked) {
    Rules.push_back(&R);
    for (const LinkSwitch &S : R.switches())
      Link.*S.Member |= Asked.*S.Member;
  }
  llvm::ArrayRef<UnitFinding> get(clang::ASTContext &Context);

private:
  void compute(clang::ASTContext &Context);
  void plan(const ProgramFacts &Facts, const std::string &MainFile, Vetoes Against);

  std::shared_ptr<PreprocessorRecord> Record;
  std::vector<const Rule *> Rules;
  LinkOptions Link;
  std::vector<Finding> Found;
  std::vector<UnitFinding> Findings; ///< what becomes of Found
  bool Done = false;
};

} // namespace coopify

#endif // COOPIFY_TOOL_UNITFINDINGS_H
