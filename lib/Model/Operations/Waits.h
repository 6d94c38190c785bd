//===- Waits.h - for whom an operation waits, and what it orders --*- C++ -*-===//
//
// The words that the tables of intrinsics, of groups' members and of PTX share.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_OPERATIONS_WAITS_H
#define COOPIFY_MODEL_OPERATIONS_WAITS_H

#include "llvm/ADT/StringRef.h"

namespace coopify {

/// The threads that must have come, too, before it goes on.
enum class WaitsFor {
  Nobody,
  Present,  ///< legacy: the lanes that it speaks of must be here already, it waits for none
  Mask,     ///< the lanes that a mask names
  Group,    ///< all of a group
  Warp,     ///< all lanes of the warp
  Block,    ///< the whole block
  Numbered, ///< those of the block who use a barrier's number: some warps, or all
  Cluster,
  Grid,
  Anybody, ///< nothing is known
};

/// Whose memory accesses are in order afterwards: those from before it are seen by all after it.
/// Shuffles, votes, matches and reductions order nothing (CUDA guide 10.19 to 10.22).
enum class Orders {
  Nothing,
  Waited, ///< among those that it waits for
  Block,  ///< a fence: the thread's own accesses, as the block sees them
  Cluster,
  Device,
  System,
};

llvm::StringRef nameOf(WaitsFor W);
llvm::StringRef nameOf(Orders O);

} // namespace coopify

#endif // COOPIFY_MODEL_OPERATIONS_WAITS_H
