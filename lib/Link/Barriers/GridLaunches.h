//===- GridLaunches.h - launches of kernels that wait for their grid -*- C++ -*-===//
#ifndef COOPIFY_LINK_BARRIERS_GRIDLAUNCHES_H
#define COOPIFY_LINK_BARRIERS_GRIDLAUNCHES_H

#include "Link/Program.h"

namespace coopify {

/// A site for each launch that is not cooperative of a kernel that waits for its whole grid, itself
/// or in what it calls: there grid.sync() ends the kernel with an error (CUDA guide, Grid
/// Synchronization). None where the program asks whether the grid can be waited for.
std::vector<Site> gridLaunchSites(const Program &P);

} // namespace coopify

#endif // COOPIFY_LINK_BARRIERS_GRIDLAUNCHES_H
