//===- MatchedLanes.h - lanes that are here and have one key -----*- C++ -*-===//
//
//   `__match_any_sync(__activemask(), key)`  ->  labeled_partition(coalesced_threads(), key)
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_ELECTION_MATCHEDLANES_H
#define COOPIFY_EXTRACT_SITES_ELECTION_MATCHEDLANES_H

#include "Analysis/Convergence/FunctionView.h"

#include <optional>

namespace coopify {

struct MatchedLanes {
  const clang::CallExpr *Asks;          ///< `__activemask()`
  const clang::VarDecl *Held = nullptr; ///< that holds it for the match alone
  const clang::Expr *Label; ///< what a partition takes for the key: the same lanes have it
};

/// What \p Match matches, if the lanes that are here are its members and its key is an integer of
/// at most 32 bits or a pointer: CUDA 11.0 has labels of that size only.
std::optional<MatchedLanes> matchedLanes(const clang::CallExpr *Match, const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_ELECTION_MATCHEDLANES_H
