//===- WarpReductions.h - reductions of a warp in shared memory -----*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_WARPREDUCTIONS_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_WARPREDUCTIONS_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/Site.h"

namespace coopify {

/// Sites of kind "collective", as shuffleSteps() makes them, for statements of \p Block, one after
/// another, that reduce the elements of a warp: s[tid] += s[tid + 16]; ... s[tid] += s[tid + 1];
void sharedTails(const FunctionView &View, const clang::CompoundStmt *Block,
                 std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_WARPREDUCTIONS_H
