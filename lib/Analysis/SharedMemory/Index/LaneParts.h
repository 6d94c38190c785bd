//===- LaneParts.h - what lanes add to an index -------------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_INDEX_LANEPARTS_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_INDEX_LANEPARTS_H

#include "Analysis/SharedMemory/Index/SymbolicIndex.h"

namespace coopify {

/// Proven: of no two lanes of a warp one has the first numbers of all \p Pairs and the other one
/// the second ones, whatever is equal in the warp: 2 * t - (t & 7); t / 8 and t % 8. None of them
/// moves in between. The values that this rests on are added to \p Used.
bool lanesDiffer(llvm::ArrayRef<std::pair<Polynomial, Polynomial>> Pairs,
                 const SymbolicIndex &Forms, std::vector<Uniformity> &Used);

/// Proven: of no two warps of a block a lane of one has the first numbers of all \p Pairs and a
/// lane of the other one the second ones, whatever the lanes: `w * 8 + lane % 8` with w =
/// threadIdx.x / 32, s[threadIdx.x] and s[threadIdx.x - lane], slot[threadIdx.y]. nullopt: not
/// shown; else what that rests on.
std::optional<Uniformity> warpsDiffer(llvm::ArrayRef<std::pair<Polynomial, Polynomial>> Pairs,
                                      const SymbolicIndex &Forms);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_INDEX_LANEPARTS_H
