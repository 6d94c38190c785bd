//===- SharedRegions.h - lanes that meet in shared memory --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_SHAREDSYNC_SHAREDREGIONS_H
#define COOPIFY_EXTRACT_SITES_SHAREDSYNC_SHAREDREGIONS_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/TUSummary.h"

namespace coopify {

/// Sites of kind "shared-steps": statements in which lanes of a warp read what others write, with
/// nothing between that makes them wait. Right only where lanes move together (semantics C).
///
/// Parts with the role "edit" replace their range by their text (Model/Output/Placeholders.h).
/// VolatileMissing: compilers may break it besides.
void sharedStepSites(const FunctionView &View, std::vector<Site> &Sites);

/// Of the slots that \p View.Analysis takes for equal those that the rewrites of these sites make
/// so (SlotSyncs.h).
std::vector<WarpSlot> servedSlots(const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_SHAREDSYNC_SHAREDREGIONS_H
