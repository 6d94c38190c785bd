//===- Selection.h - which findings are to be rewritten ----------*- C++ -*-===//
#ifndef COOPIFY_EDIT_SELECTION_H
#define COOPIFY_EDIT_SELECTION_H

#include "Edit/Plan.h"

namespace coopify {

/// Sets NotApplied of the rewrites that \p Options do not allow, then takes
/// out every group that has a member which is refused or not applied. What is left
/// takes the rewrites that lie in its pieces with the role "takes".
void selectFindings(std::vector<Finding> &Findings, const PlanOptions &Options);

/// A rewrite that nothing stands against so far.
bool isSelected(const Finding &F);

/// Turns \p F into a refusal; the proof it had stays, to be shown.
void refuse(Finding &F, Refusal Why);

} // namespace coopify

#endif // COOPIFY_EDIT_SELECTION_H
