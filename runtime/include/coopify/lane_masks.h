//===- lane_masks.h - The lanes before and after the caller ----------------------===//
//
// The guides of NVIDIA and MXMACA use __lanemask_lt() (seeds 000, 003 and 004),
// which no CUDA header declares (semantics 0.8). Including this header declares
// it and its siblings; define COOPIFY_NO_GLOBAL_LANEMASK where the code has its
// own, and use coopify::lanemask_lt() and so on.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LANE_MASKS_H
#define COOPIFY_LANE_MASKS_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

#include "detail/lanes.h"

namespace coopify {

/// PTX %lanemask_eq, _lt, _le, _gt, _ge: the caller's lane, and the lanes below and above it.
COOPIFY_FN lane_mask lanemask_eq() { return lane_mask(1) << detail::lanes::lane_id(); }
COOPIFY_FN lane_mask lanemask_lt() { return detail::lanes_below(); }
COOPIFY_FN lane_mask lanemask_le() { return lanemask_lt() | lanemask_eq(); }
COOPIFY_FN lane_mask lanemask_gt() { return ~lanemask_le(); }
COOPIFY_FN lane_mask lanemask_ge() { return ~lanemask_lt(); }

} // namespace coopify

#ifndef COOPIFY_NO_GLOBAL_LANEMASK
COOPIFY_FN coopify::lane_mask __lanemask_eq() { return coopify::lanemask_eq(); }
COOPIFY_FN coopify::lane_mask __lanemask_lt() { return coopify::lanemask_lt(); }
COOPIFY_FN coopify::lane_mask __lanemask_le() { return coopify::lanemask_le(); }
COOPIFY_FN coopify::lane_mask __lanemask_gt() { return coopify::lanemask_gt(); }
COOPIFY_FN coopify::lane_mask __lanemask_ge() { return coopify::lanemask_ge(); }
#endif

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_LANE_MASKS_H
