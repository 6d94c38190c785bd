//===- TileSize.h - how many lanes work together -----------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_TILESIZE_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_TILESIZE_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// A template parameter that says how many lanes work together.
struct TileSize {
  std::string Text;
  unsigned Lanes;
};

/// That by which the function divides threadIdx.x, or takes its rest.
std::optional<TileSize> tileSize(const FunctionView &View);

/// Where 32 is the size of the tiles that a template's other instances need: as it is written
/// there; else empty.
std::string warpSize(const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_TILESIZE_H
