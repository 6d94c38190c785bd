// Half precision.
#ifndef COOPIFY_HIP_FP16_H
#define COOPIFY_HIP_FP16_H

#include "hip_runtime.h"

#include "../coopify_hip_half.h"

#endif
