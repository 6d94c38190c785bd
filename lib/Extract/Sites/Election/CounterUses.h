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

/// The use of what one of \p Adds adds to, in its function or a caller in this unit, from which or
/// to which a way leads with no barrier of the block on it. \p Taken: somebody takes a number that
/// they give; then what others add for those that they have counted is no use, else what anybody
/// adds and takes no number of. Null: there is none.
const clang::Expr *useOfCounter(const FunctionView &View,
                                llvm::ArrayRef<const clang::CallExpr *> Adds, bool Taken);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_ELECTION_COUNTERUSES_H
