//===- Plan.h - from verdicts to the edits of the whole program --*- C++ -*-===//
//
//   Finding... --planEdits()--> EditSet       pure
//
// Renders every accepted finding, declares the handles that they asked for
// (once per function), inserts includes and the namespace alias (once per
// file). A finding whose edits conflict becomes the refusal "edit-conflict",
// together with its group, and the plan is made anew without it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EDIT_PLAN_H
#define COOPIFY_EDIT_PLAN_H

#include "Edit/EditSet.h"
#include "Edit/Includes.h"
#include "Link/ProgramFacts.h"
#include "Rules/Finding.h"

#include "llvm/ADT/StringSet.h"

#include <vector>

namespace coopify {

struct PlanOptions {
  bool ApplyAssumed = false; ///< --fix=assumed
  llvm::StringSet<> Granted; ///< --assume=
  GroupsChoice Groups = GroupsChoice::Auto;
  llvm::StringSet<> HostShared;    ///< headers that host-only units include: guard insertions
  llvm::StringSet<> ReadOnlyRoots; ///< files under these (or these files) are not to be edited
};

struct EditPlan {
  EditSet Edits;
  /// Which findings (by index) put edits into a file, for roll-back.
  std::map<std::string, std::vector<size_t>> FindingsOfFile;
};

/// Fills in Finding::Edits, Applied, NotApplied (Assumed) and
/// Partner. What the caller put into NotApplied before (Suppressed) stays.
/// May be called again after the caller refused some findings: their partners
/// and all that only they needed go too.
EditPlan planEdits(std::vector<Finding> &Findings, const ProgramFacts &Facts,
                   const PlanOptions &Options, llvm::ArrayRef<const Rule *> Rules = allRules());

} // namespace coopify

#endif // COOPIFY_EDIT_PLAN_H
