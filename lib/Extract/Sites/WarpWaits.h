//===- WarpWaits.h - collectives that name whole groups -----------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_WARPWAITS_H
#define COOPIFY_EXTRACT_SITES_WARPWAITS_H

#include "Analysis/Convergence/FunctionView.h"

#include <vector>

namespace coopify {

/// A site of kind "warp-wait" for each call that waits for all lanes of a warp or of an aligned
/// group of it: `*_sync` with all lanes in the mask, __syncwarp(), what a tile does together.
/// Piece "lanes" is their number. Only those that the function itself lets some lanes past.
void warpWaitSites(const FunctionView &View, std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_WARPWAITS_H
