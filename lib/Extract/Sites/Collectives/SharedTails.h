//===- SharedTails.h - reductions of a warp in shared memory -----*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_SHAREDTAILS_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_SHAREDTAILS_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// Sites of kind "collective", as collectiveSites() makes them, for statements one after another
/// that reduce the elements of a warp: s[tid] += s[tid + 16]; ... s[tid] += s[tid + 1];
void sharedTailSites(const FunctionView &View, std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_SHAREDTAILS_H
