// MXMACA for C++ units: the API and the kernels' side. No real one was at hand.
#ifndef COOPIFY_MACA_RUNTIME_H
#define COOPIFY_MACA_RUNTIME_H

#ifdef COOPIFY_GPU_UNIT
#include "../hip/coopify_hip_device.h"
#else
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif
#include "mc_runtime_api.h"

#endif
