//===- CountedBarrier.h - a whole barrier over blocks by a counter -*- C++ -*-===//
//
//   if (threadIdx.x == 0) {
//     atomicAdd(&count, 1);
//     while (count < goal) { }
//   }
//   __syncthreads();
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_GRIDS_COUNTEDBARRIER_H
#define COOPIFY_EXTRACT_SITES_GRIDS_COUNTEDBARRIER_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// The `if` around \p Loop, where one thread of each block counts and waits in it and does nothing
/// else, and the block waits for that thread behind it; null: it is another barrier.
const clang::IfStmt *countedBarrier(const clang::Stmt *Loop, const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_GRIDS_COUNTEDBARRIER_H
