//===- ShuffleRounds.h - loops over 16, 8, 4, 2, 1 ---------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_SHUFFLEROUNDS_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_SHUFFLEROUNDS_H

#include "Analysis/Convergence/FunctionView.h"

#include <optional>
#include <vector>

namespace coopify {

/// for (int d = 16; d > 0; d /= 2)
struct ShuffleRounds {
  const clang::VarDecl *Counter = nullptr;
  bool Declared = false;          ///< by the loop itself
  std::vector<int64_t> Distances; ///< what the counter is, round by round
};
/// nullopt: not of that form. The body is not looked at.
std::optional<ShuffleRounds> shuffleRounds(const FunctionView &View, const clang::ForStmt *For);

/// A number that is known; the toolkit's warpSize is no constant expression.
std::optional<int64_t> laneCount(const FunctionView &View, const clang::Expr *E);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_SHUFFLEROUNDS_H
