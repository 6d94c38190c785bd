//===- HandWrittenCollectives.h - whole trees of shuffles --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_HANDWRITTENCOLLECTIVES_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_HANDWRITTENCOLLECTIVES_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// Sites of kind "collective": all steps of a reduction or an inclusive scan of groups of Lanes.
/// Pieces: "edit" is replaced by its text (Model/Output/Placeholders.h); "drop" goes; "takes" is
/// the text that no other rule has to look at then; "returned": what lanes other than 0 have is
/// returned.
void collectiveSites(const FunctionView &View, std::vector<Site> &Sites);

/// Sites of kind "lane-zero-use": calls of functions with shuffles in them (Subject), of which lane
/// 0 of every Lanes uses the result; and whoever called this function,
/// with the piece "returned". Preset: others may.
void laneZeroUseSites(const FunctionView &View, std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_HANDWRITTENCOLLECTIVES_H
