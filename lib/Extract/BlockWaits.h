//===- BlockWaits.h - what waits for the whole block --------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_BLOCKWAITS_H
#define COOPIFY_EXTRACT_BLOCKWAITS_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/BlockWait.h"

#include <vector>

namespace coopify {

/// How a user would name \p S, if it is a barrier for the whole block: a __syncthreads(), the
/// sync() of a thread_block, `bar.sync 0` in assembly. Empty if not: a named barrier may be for
/// some of the warps only (nccl).
std::string blockBarrierName(const clang::Stmt *S, const SourceText &Text);

/// Of those, one that names no block: all but the sync() of a thread_block.
bool waitsForHiddenBlock(const clang::Stmt *S, const SourceText &Text);

/// A barrier in assembly, or `__barrier_sync*`, that may be for some of the block's threads: it
/// has a number other than 0, one that is not known, or a count of threads.
bool isNamedBarrier(const clang::Stmt *S, const SourceText &Text);

/// The barriers of a body, and its calls of functions that may come to one, where threads of
/// the block may part before.
std::vector<BlockWait> blockWaits(const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_BLOCKWAITS_H
