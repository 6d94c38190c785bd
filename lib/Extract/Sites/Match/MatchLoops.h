//===- MatchLoops.h - loops that find the lanes with an equal key -*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_MATCH_MATCHLOOPS_H
#define COOPIFY_EXTRACT_SITES_MATCH_MATCHLOOPS_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/Site.h"

#include <optional>

namespace coopify {

/// The site of kind "match-loop" that \p Loop is. Two sorts of loop compute what match_any does:
///
/// - peeling: the key of the first unclaimed lane goes round, and those that have it are taken out;
///   each lane leaves with its own set, or all go on until none is unclaimed;
/// - broadcasting: each lane's key goes round once.
///
/// A loop matches if all of its statements are known and nothing else of it is seen afterwards.
/// Parts: the call of match_any stands open in the text of "edit" ("peers = ${value};");
/// "drop" goes, "claims" are the calls in the loop. The site's name is the key.
std::optional<Site> matchLoop(const FunctionView &View, const clang::Stmt *Loop);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_MATCH_MATCHLOOPS_H
