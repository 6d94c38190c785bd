//===- LeaderElection.h - who votes, who leads, who follows ------*- C++ -*-===//
//
// Recognises `__ballot(1)` elections over several statements, for the rule
// opportunistic-group, which names the roles of their pieces.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_ELECTION_LEADERELECTION_H
#define COOPIFY_EXTRACT_SITES_ELECTION_LEADERELECTION_H

#include "Analysis/Convergence/FunctionView.h"
#include "Analysis/Source/Exprs.h"
#include "Model/Site.h"

#include <optional>

namespace coopify {

/// \p E is `__activemask()`, or a vote of all that are here: `__ballot(1)`.
bool asksWhoIsHere(const FunctionView &View, const clang::Expr *E);

/// The election that hangs on \p Mask, a variable that \p Anchor (a call that
/// tells which lanes are here) initialises and nothing else changes. A site with
/// its pieces; a refused one ("lane-escapes") where the leader's number or the
/// mask gets away in divergent code; nullopt where there is no election.
std::optional<Site> matchElection(const FunctionView &View, const clang::VarDecl *Mask,
                                  const clang::CallExpr *Anchor);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_ELECTION_LEADERELECTION_H
