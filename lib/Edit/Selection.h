//===- Selection.h - which findings are to be rewritten ----------*- C++ -*-===//
#ifndef COOPIFY_EDIT_SELECTION_H
#define COOPIFY_EDIT_SELECTION_H

#include "Edit/Plan.h"

namespace coopify {

/// The outcome of each finding before anything is rendered: Applied, without its edits yet, is a
/// rewrite that \p Options allow, that \p Against is not against, that no member of its group is in
/// the way of, and that leans on no promise (Site.h) of a finding that is not selected. Those take
/// the findings that lie in their pieces with the role "takes"; one that cannot is refused, in \p
/// Against too.
std::vector<Outcome> selectFindings(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                                    const PlanOptions &Options, Vetoes &Against);

/// A rewrite that nothing stands against so far.
bool isSelected(const Outcome &O);

} // namespace coopify

#endif // COOPIFY_EDIT_SELECTION_H
