//===- Alone.h - the edits of one finding, with all that they need -*- C++ -*-===//
//
//   EditPlan  --EditsAlone::of()-->  edits that make one rewrite of the plan, and compile
//
// Handles, includes and an alias belong to several findings, and findings of a
// group stand or fall together. Who takes one finding takes these with it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EDIT_ALONE_H
#define COOPIFY_EDIT_ALONE_H

#include "Edit/Plan.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coopify {

/// What one finding changes, if it is the only one that is wanted.
struct AloneEdits {
  std::vector<Edit> Edits; ///< by file, in the order in which applyEdits() takes them
  std::set<size_t> With;   ///< the other findings (by index) that are rewritten with it
};

/// Refers to the findings and to the plan.
class EditsAlone {
public:
  EditsAlone(llvm::ArrayRef<Finding> Findings, const EditPlan &Plan);

  AloneEdits of(size_t Index) const;
  /// Of one of the findings that this was made of.
  AloneEdits of(const Finding &F) const { return of(&F - Findings.data()); }
  /// Where reports have the edits of \p F, if those are many and another finding has the same: to
  /// tell them for each finding of a large group would take the square of its size.
  std::optional<size_t> toldAt(const Finding &F) const;
  /// All that the plan makes.
  const EditSet &all() const { return Plan.Edits; }
  size_t indexOf(const Finding &F) const { return &F - Findings.data(); }

private:
  bool isMade(size_t Index) const { return !editsOf(Plan.Outcomes[Index]).empty(); }
  std::set<size_t> together(size_t Index) const;
  AloneEdits with(size_t Index) const;

  llvm::ArrayRef<Finding> Findings;
  const EditPlan &Plan;
  std::map<std::string, std::set<size_t>> Groups;
  std::map<Promise, std::set<size_t>> Promisers;
  std::map<size_t, std::set<size_t>> Shared; ///< of each finding, which of Plan.Shared it wants
  /// The same for all members of a group, With has each of them.
  mutable std::map<std::string, AloneEdits> OfGroups;
};

} // namespace coopify

#endif // COOPIFY_EDIT_ALONE_H
