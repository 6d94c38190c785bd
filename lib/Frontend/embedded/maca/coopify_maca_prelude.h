// What mxcc puts in front of every MXMACA unit, as far as is known: CUDA's language
// with 64 lanes. No real MXMACA compiler was at hand; the names are those of seed
// 003 and CUDA's with the prefix mc. Included by -include.
#ifndef COOPIFY_MACA_PRELUDE_H
#define COOPIFY_MACA_PRELUDE_H

#ifndef __MACA__
#define __MACA__ 1
#endif
#ifndef __MACACC__
#define __MACACC__ 1
#endif
// Parsed as HIP, and no user's file should see that.
#undef __HIP__
#undef __HIPCC__
#undef __HIP_DEVICE_COMPILE__
#define COOPIFY_GPU_UNIT 1
#ifndef COOPIFY_HIP_WARP_SIZE
#define COOPIFY_HIP_WARP_SIZE 64
#endif

#include "mc_runtime.h"

#endif
