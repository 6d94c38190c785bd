// Half precision for MXMACA, by CUDA's names. No real header was at hand.
#ifndef COOPIFY_MACA_FP16_H
#define COOPIFY_MACA_FP16_H

#include "mc_runtime.h"

#include "../hip/coopify_hip_half.h"

#endif
