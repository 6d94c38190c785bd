//===- HandWrittenCollectives.h - whole trees of shuffles --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_HANDWRITTENCOLLECTIVES_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_HANDWRITTENCOLLECTIVES_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// Sites of kind "collective": all steps of a reduction or an inclusive scan. Pieces: "whole" is
/// replaced by its text, in which ${tile} and ${cg} are left open; "drop" goes; "takes" is the text
/// that no other rule has to look at then; "tile" is the size, "group" the user's own tile, if it
/// fits; "returned": what lanes other than 0
/// have is returned. The first argument is the number of lanes; the others have to be uniform: how
/// lanes leave the kernel before (Type "left"), threadIdx.x where that has to count lanes...
void collectiveSites(const FunctionView &View, std::vector<Site> &Sites);

/// Sites of kind "lane-zero-use": calls of functions with shuffles in them (Subject), of which lane
/// 0 of every so many lanes (the first argument) uses the result; and whoever called this function,
/// with the piece "returned". Preset: others may.
void laneZeroUseSites(const FunctionView &View, std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_HANDWRITTENCOLLECTIVES_H
