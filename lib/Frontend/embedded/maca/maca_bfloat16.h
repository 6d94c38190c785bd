// bfloat16 for MXMACA, by CUDA's names. No real header was at hand.
#ifndef COOPIFY_MACA_BFLOAT16_H
#define COOPIFY_MACA_BFLOAT16_H

#include "mc_runtime.h"

#define __hip_bfloat16 __maca_bfloat16
#define __hip_bfloat162 __maca_bfloat162
#define __hip_bfloat16_raw __maca_bfloat16_raw
#define __hip_bfloat162_raw __maca_bfloat162_raw
#include "../hip/coopify_hip_bfloat.h"
#undef __hip_bfloat16
#undef __hip_bfloat162
#undef __hip_bfloat16_raw
#undef __hip_bfloat162_raw
#if defined(__cplusplus) && defined(COOPIFY_GPU_UNIT)
typedef __maca_bfloat16 maca_bfloat16;
typedef __maca_bfloat162 maca_bfloat162;
#endif

#endif
