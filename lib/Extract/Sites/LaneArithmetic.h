//===- LaneArithmetic.h - lane numbers by hand -------------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_LANEARITHMETIC_H
#define COOPIFY_EXTRACT_SITES_LANEARITHMETIC_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// Sites of kind "lane-number": `threadIdx.x & 31`, `threadIdx.x % 32`, and an asm that reads
/// %laneid or %warpid. The piece "edit" is what the rank replaces. threadIdx.x has to
/// number the lanes.
void laneNumberSites(const FunctionView &View, std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_LANEARITHMETIC_H
