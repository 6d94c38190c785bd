//===- CounterUses.h - who else sees what the leader adds to -----*- C++ -*-===//
//
// Lanes that move together have all been counted when one of them reads the counter. Of several
// groups the first may read before the others have added, or another one write before: whoever
// uses the counter has to meet them all first, at a barrier of the block.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_ELECTION_COUNTERUSES_H
#define COOPIFY_EXTRACT_SITES_ELECTION_COUNTERUSES_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// What another one may do to a counter, and nobody can tell.
enum class CounterUse {
  None,
  Summed,  ///< nobody takes a number: adds to it
  Counted, ///< somebody does: adds the lanes that it has counted, and takes numbers for them
};

/// The use of what one of \p Adds adds to, in its function or a caller in this unit, from which or
/// to which a way leads with no barrier of the block on it. What \p Others do is no use. Null:
/// there is none.
const clang::Expr *useOfCounter(const FunctionView &View,
                                llvm::ArrayRef<const clang::CallExpr *> Adds, CounterUse Others);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_ELECTION_COUNTERUSES_H
