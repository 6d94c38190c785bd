// All of <hip/hip_runtime.h> but the form of a launch, which a user's macro in front
// of that header chooses.
#ifndef COOPIFY_HIP_RUNTIME_H
#define COOPIFY_HIP_RUNTIME_H

#include "hip/hip_common.h"
#include "hip/hip_version.h"

#ifdef __HIP__
#include "coopify_hip_device.h"
#else
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif
#ifdef __cplusplus
#include <thread> // as ROCm's: code takes <memory> and <chrono> from it
#endif
#include "hip/hip_runtime_api.h"

#ifdef __HIP__
#include "coopify_hip_textures.h"
#endif
#include "hip/hip_ext.h"

#endif
