//===- SharedRegions.h - lanes that meet in shared memory --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_SHAREDSYNC_SHAREDREGIONS_H
#define COOPIFY_EXTRACT_SITES_SHAREDSYNC_SHAREDREGIONS_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// Sites of kind "shared-steps": statements in which lanes of a warp read what others write, with
/// nothing between that makes them wait. Right only where lanes move together (semantics C).
///
/// Pieces with the role "edit" replace their range by their text, in which ${tile:N} is the handle
/// of N lanes and ${name:x} a name that is free. Args: what has to be uniform over Constant lanes.
/// TypeMatters: volatile is missing, so that compilers may break it besides.
void sharedStepSites(const FunctionView &View, std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_SHAREDSYNC_SHAREDREGIONS_H
