// What nvcc (cuda_runtime.h) and clang (__clang_cuda_runtime_wrapper.h) put in
// front of every CUDA unit, for a machine with no toolkit. Included by -include.
#ifndef COOPIFY_CUDA_PRELUDE_H
#define COOPIFY_CUDA_PRELUDE_H

// A user's -DCUDA_VERSION chooses the user's branches, not ours.
#ifndef CUDA_VERSION
#define CUDA_VERSION 13000
#endif
#define COOPIFY_IN_PRELUDE
#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 13000
#include <__clang_cuda_math_forward_declares.h>
// libstdc++ avoids __float128 when it sees this.
#define __CUDACC__
#include <climits>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

#include "host_defines.h"
#include <__clang_cuda_builtin_vars.h>

#include "cuda_runtime.h"

#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>

#include "coopify_device.h"

#include <__clang_cuda_cmath.h>
#include <__clang_cuda_complex_builtins.h>

#include <assert.h> // as cuda_runtime.h of nvcc
#include "coopify_optional.h"
#include "coopify_removed.h"
#include "coopify_gcc.h"
#pragma pop_macro("CUDA_VERSION")
#undef COOPIFY_IN_PRELUDE

#endif
