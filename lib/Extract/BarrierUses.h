//===- BarrierUses.h - what waits for the block, or for lanes ------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_BARRIERUSES_H
#define COOPIFY_EXTRACT_BARRIERUSES_H

#include "Analysis/Convergence/FunctionView.h"
#include "Analysis/SharedMemory/SharedAccess.h"
#include "Model/BarrierUse.h"

#include <vector>

namespace coopify {

struct FunctionWaits {
  std::vector<BarrierUse> Uses; ///< sorted by place
  unsigned NamedLanes = 0;      ///< FunctionSummary::NamedLanes
};

/// The barriers of a body, its calls of functions that may come to a wait, where threads of the
/// block may part before, and the waits of lanes that some of them pass by (BarrierUse::OfLanes).
FunctionWaits functionWaits(const FunctionView &View, MemoryLocations &Places);

} // namespace coopify

#endif // COOPIFY_EXTRACT_BARRIERUSES_H
