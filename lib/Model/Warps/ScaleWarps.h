//===- ScaleWarps.h - passes whose warps differ, as one program --*- C++ -*-===//
#ifndef COOPIFY_MODEL_SCALEWARPS_H
#define COOPIFY_MODEL_SCALEWARPS_H

#include "Model/TUSummary.h"

namespace coopify {

/// The lanes of the device passes' warps.
WarpLanes warpsOf(const std::vector<TUSummary> &Units);

/// \p Unit, of 32 lanes, says that something holds over 64 lanes where it says so of 32: of a whole
/// warp either way. What holds over fewer is left. So units whose warps differ can be merged: the
/// least of them is what holds in each pass (docs/decisions/0021-warp-width-of-the-pass.md).
void scaleWarps(TUSummary &Unit);

} // namespace coopify

#endif // COOPIFY_MODEL_SCALEWARPS_H
