//===- WarpIntrinsics.h - what CUDA's warp functions mean --------*- C++ -*-===//
//
// A pure table (WarpIntrinsics.def) of the toolkit's functions that speak to
// other lanes, wait for them, or give each lane something of its own. By name
// only: whether a call resolves to the toolkit's function is Extract's to say.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_WARPINTRINSICS_H
#define COOPIFY_MODEL_WARPINTRINSICS_H

#include "Model/Operations/Waits.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace coopify {

enum class WarpFamily {
  Shuffle,
  Vote,
  ActiveMask,
  Match,
  Reduce,
  WarpBarrier,
  BlockBarrier,
  BlockVote, ///< a block barrier that also votes
  Fence,
  LaneId,
  Clock,
  Atomic,
};

/// How equal the result is over the lanes (semantics B.2).
enum class WarpResult {
  WarpUniform,  ///< equal in the whole warp, where the whole warp takes part
  BlockUniform, ///< equal in the block
  Shuffle,      ///< equal over groups of the width, if the source lane is and is Indexed
  Lane,         ///< the lane's number
  Divergent,    ///< lanes do differ
  Unknown,      ///< nothing is promised
  OfArguments,  ///< as equal as the arguments
};

/// Argument indices are -1 where there is none; a Sync intrinsic has its mask
/// as argument 0.
struct WarpIntrinsic {
  llvm::StringLiteral Name;
  WarpFamily Family;
  bool Sync;             ///< takes a lane mask
  unsigned char MaxArgs; ///< with those that have a default
  signed char Value;
  signed char Lane;  ///< lane, delta or lane mask of a shuffle
  signed char Width; ///< has a default
  bool Indexed;      ///< Lane is the source lane itself (`__shfl`), not relative
  /// The group's member that does the same; empty: none. `__all` has none:
  /// tile.all() is false where lanes are missing (trap T1).
  llvm::StringLiteral Member;
  WaitsFor Waits;
  Orders Memory;
  WarpResult Result;
};

/// nullptr: not one of them. Scoped atomics (`atomicAdd_block`) are found too.
const WarpIntrinsic *findWarpIntrinsic(llvm::StringRef Name);

/// Shuffles and votes without a mask: what the legacy rules migrate.
inline bool isLegacyWarpName(llvm::StringRef Name) {
  const WarpIntrinsic *I = findWarpIntrinsic(Name);
  return I && !I->Sync && (I->Family == WarpFamily::Shuffle || I->Family == WarpFamily::Vote);
}

/// The whole table, sorted by name.
llvm::ArrayRef<WarpIntrinsic> warpIntrinsics();

} // namespace coopify

#endif // COOPIFY_MODEL_WARPINTRINSICS_H
