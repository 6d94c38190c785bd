//===- BlockWaits.h - what waits for the whole block --------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_BLOCKWAITS_H
#define COOPIFY_EXTRACT_BLOCKWAITS_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/BlockWait.h"

#include <vector>

namespace coopify {

/// The barriers of a body, and its calls of functions that may come to one, where threads of
/// the block may part before.
std::vector<BlockWait> blockWaits(const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_BLOCKWAITS_H
