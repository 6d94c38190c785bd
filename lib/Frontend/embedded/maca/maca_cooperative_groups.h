// MXMACA's cooperative groups (seed 003). No real ones were at hand.
#ifndef COOPIFY_MACA_COOPERATIVE_GROUPS_H
#define COOPIFY_MACA_COOPERATIVE_GROUPS_H

#include "mc_runtime.h"

#if defined(__cplusplus) && defined(COOPIFY_GPU_UNIT)
#include "../hip/coopify_hip_groups.h"
#endif

#endif
