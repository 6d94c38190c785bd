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

#include "Extract/Extract.h"
#include "Link/ProgramFacts.h"
#include "Rules/Finding.h"

#include <memory>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace coopify {

/// What one diagnostic shows.
struct UnitFinding {
  Finding Found;
  /// Found.Edits, and those of the edits made once for several findings
  /// (includes, handles) that the first of them carries.
  std::vector<Edit> Edits;
  /// Not empty: a note to which the edits, if any, belong; not the warning.
  std::string Caveat;
};

/// Shared by the checks of one unit: the first that asks pays.
class UnitFindings {
public:
  /// The one of the unit that \p PP reads.
  static std::shared_ptr<UnitFindings> of(clang::Preprocessor &PP);

  explicit UnitFindings(clang::Preprocessor &PP);

  void enable(const Rule &R, const LinkOptions &Asked) {
    Rules.push_back(&R);
    Link.LocalBlocks |= Asked.LocalBlocks;
  }
  llvm::ArrayRef<UnitFinding> get(clang::ASTContext &Context);

private:
  void compute(clang::ASTContext &Context);
  void plan(std::vector<Finding> Found, const ProgramFacts &Facts, const std::string &MainFile);

  std::shared_ptr<PreprocessorRecord> Record;
  std::vector<const Rule *> Rules;
  LinkOptions Link;
  std::vector<UnitFinding> Findings;
  bool Done = false;
};

} // namespace coopify

#endif // COOPIFY_TOOL_UNITFINDINGS_H
