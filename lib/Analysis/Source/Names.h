//===- Names.h - questions to the intrinsics table ---------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_NAMES_H
#define COOPIFY_ANALYSIS_SOURCE_NAMES_H

#include "Model/WarpIntrinsics.h"

namespace coopify {

/// Shuffles and votes without a mask: what the legacy rules migrate.
inline bool isLegacyWarpName(llvm::StringRef Name) {
  const WarpIntrinsic *I = findWarpIntrinsic(Name);
  return I && !I->Sync && (I->Family == WarpFamily::Shuffle || I->Family == WarpFamily::Vote);
}

/// Lanes meet in it, or it tells which lanes are here.
inline bool isCollective(llvm::StringRef Name) {
  const WarpIntrinsic *I = findWarpIntrinsic(Name);
  return I && I->Family != WarpFamily::LaneId && I->Family != WarpFamily::Clock &&
         I->Family != WarpFamily::Atomic;
}

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_NAMES_H
