//===- Plan.h - from verdicts to the edits of the whole program --*- C++ -*-===//
//
//   Finding... + Vetoes  --planEdits()-->  EditSet + Outcome...       pure
//
// Renders every accepted finding, declares the handles that they asked for
// (once per function), inserts includes and the namespace alias (once per
// file). A finding whose edits conflict is refused as "edit-conflict",
// together with its group, and the plan is made anew without it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EDIT_PLAN_H
#define COOPIFY_EDIT_PLAN_H

#include "Edit/EditSet.h"
#include "Edit/Includes.h"
#include "Edit/Outcome.h"
#include "Edit/PlanContext.h"
#include "Link/ProgramFacts.h"
#include "Rules/Grants.h"

#include "llvm/ADT/StringSet.h"

#include <functional>
#include <vector>

namespace coopify {

struct PlanOptions {
  bool ApplyAssumed = false; ///< --fix=assumed
  Grants Granted;            ///< --assume=
  GroupsChoice Groups = GroupsChoice::Auto;
  llvm::StringSet<> ReadOnlyRoots; ///< files under these (or these files) are not to be edited
  llvm::StringSet<> VendoredRoots; ///< nor are those under these: they hold other projects' code
  /// Whether host-only units include a header: what is inserted there is guarded. Asked only of
  /// headers that are edited; unset, there are no such units.
  std::function<bool(llvm::StringRef Header)> IsHostShared;
};

struct EditPlan {
  EditSet Edits;
  std::vector<Outcome> Outcomes;  ///< of each finding
  std::vector<HandleEdit> Shared; ///< those of Edits that no finding makes alone
  /// The findings that add the parameters which a finding names (each by index).
  std::map<size_t, std::set<size_t>> Parameters = {};
};

/// The edits of the findings that \p Options allow and \p Against is not against.
EditPlan planEdits(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                   const PlanOptions &Options, const Vetoes &Against = {},
                   llvm::ArrayRef<const Rule *> Rules = allRules());

/// It is a file of the program, and none that \p Options take out.
bool mayEdit(llvm::StringRef File, const ProgramFacts &Facts, const PlanOptions &Options);

/// It is code of another project.
bool isVendored(llvm::StringRef File, const PlanOptions &Options);

} // namespace coopify

#endif // COOPIFY_EDIT_PLAN_H
