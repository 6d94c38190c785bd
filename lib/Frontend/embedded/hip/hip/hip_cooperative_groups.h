// Cooperative groups of HIP.
#ifndef COOPIFY_HIP_COOPERATIVE_GROUPS_H
#define COOPIFY_HIP_COOPERATIVE_GROUPS_H

#include "hip_runtime.h"

#if defined(__cplusplus) && defined(COOPIFY_GPU_UNIT)
#include "../coopify_hip_groups.h"
#endif

#endif
