// bfloat16.
#ifndef COOPIFY_HIP_BF16_H
#define COOPIFY_HIP_BF16_H

#include "hip_runtime.h"

#include "../coopify_hip_bfloat.h"

#endif
