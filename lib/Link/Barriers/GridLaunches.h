//===- GridLaunches.h - launches of kernels that wait for their grid -*- C++ -*-===//
#ifndef COOPIFY_LINK_BARRIERS_GRIDLAUNCHES_H
#define COOPIFY_LINK_BARRIERS_GRIDLAUNCHES_H

#include "Link/Program.h"

namespace coopify {

/// Adds to \p Sites one for each launch that is not cooperative of a kernel that waits for its
/// whole grid, itself or in what it calls: there grid.sync() ends the kernel with an error (CUDA
/// guide, Grid Synchronization). None where the program asks whether the grid can be waited for.
/// Barriers by a counter become grid.sync() where all launches of their kernels can become
/// cooperative: others of \p Sites are refused, and the part "group" says what goes together.
void addGridLaunches(const Program &P, std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_LINK_BARRIERS_GRIDLAUNCHES_H
