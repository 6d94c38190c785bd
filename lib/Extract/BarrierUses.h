//===- BarrierUses.h - what waits for the whole block --------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_BARRIERUSES_H
#define COOPIFY_EXTRACT_BARRIERUSES_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/BarrierUse.h"

#include <vector>

namespace coopify {

/// The barriers of a body, and its calls of functions that may come to one, where threads of
/// the block may part before; and the waits of lanes that some of them pass by
/// (BarrierUse::OfLanes).
std::vector<BarrierUse> barrierUses(const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_BARRIERUSES_H
