//===- Scope.h - which findings a run is about -------------------*- C++ -*-===//
//
//   Finding... + what the user asked for  --outside()-->  Vetoes      Baseline, Lines
//
// What is outside is neither told nor written. What would have to change
// together with it is told, and stays as well (Outcome.h).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_SCOPE_SCOPE_H
#define COOPIFY_DRIVER_SCOPE_SCOPE_H

#include "Driver/RunOptions.h"
#include "Driver/Scope/Baseline.h"
#include "Driver/Scope/ChangedLines.h"
#include "Driver/Units/ParsedProgram.h"
#include "Edit/Plan.h"

#include "llvm/ADT/StringSet.h"

namespace coopify {

/// What a run shows.
struct Shown {
  llvm::ArrayRef<Finding> Findings;
  const ProgramFacts &Facts;
  llvm::StringSet<> Selected; ///< files of units that were asked for
  SourceTexts &Texts;
  /// No code but this uses its headers, and none of it failed.
  bool Closed = false;

  /// Of units that were asked for, or a legacy call in a header of -isystem.
  bool holds(const Finding &F) const;
  /// Of those, without the ones that others replace.
  std::vector<Result> results(const EditPlan &Plan) const;
};

class Scope {
public:
  /// What can be read before the program is: a mistake there should not take minutes to be told.
  static llvm::Expected<Scope> read(const RunOptions &Options);

  /// Adds what is outside to \p Against, which has the findings that comments silence: those are
  /// in no baseline.
  llvm::Error narrow(const Shown &Run, Vetoes &Against);

  /// Writes the new baseline, if one is wanted. \p Silenced as of narrow().
  llvm::Error writeBaseline(const Shown &Run, const Vetoes &Silenced);

  /// A new baseline has all that there is.
  bool keepsAll() const { return !Asked.NewBaseline.empty(); }

  /// The file of the new baseline; empty: none is wanted.
  llvm::StringRef newBaseline() const { return Asked.NewBaseline; }

  /// That ran.
  const llvm::StringSet<> &checks() const { return Checks; }

  /// Lines for the summary: what was hidden, and why.
  std::vector<std::string> remarks(llvm::ArrayRef<Result> All) const;

private:
  void narrowToNew(const Shown &Run, Vetoes &Against);
  llvm::Error narrowToLines(const Shown &Run, Vetoes &Against) const;

  ScopeOptions Asked;
  LineFilter Filter;
  llvm::StringSet<> Checks; ///< that ran
  Baseline Known;
  size_t Gone = 0, Written = 0; ///< of Known, and into the new one
};

} // namespace coopify

#endif // COOPIFY_DRIVER_SCOPE_SCOPE_H
