// What hipcc and clang (__clang_hip_runtime_wrapper.h) put in front of every HIP
// unit, and most of <hip/hip_runtime.h>, for a machine with no ROCm. Included by
// -include.
#ifndef COOPIFY_HIP_PRELUDE_H
#define COOPIFY_HIP_PRELUDE_H

#include "coopify_hip_runtime.h"

#endif
