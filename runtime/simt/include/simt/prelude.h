//===- prelude.h - CUDA's device side, for the SIMT machine ------*- C++ -*-===//
//
// simtcc includes this file first in every kernel file, in place of the CUDA
// headers. It declares what kernels use; the machine (runtime/simt/lib) gives
// it meaning.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_PRELUDE_H
#define COOPIFY_SIMT_PRELUDE_H

#define COOPIFY_TARGET_SIMT 1
#ifndef COOPIFY_WARP_SIZE
#define COOPIFY_WARP_SIZE 32
#endif

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Programs may be of an older C++ than the prelude.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++14-extensions"
#pragma clang diagnostic ignored "-Wc++17-extensions"
#include "simt/prelude/atomics.h"
#include "simt/prelude/bits.h"
#include "simt/prelude/block.h"
#include "simt/prelude/builtins.h"
#include "simt/prelude/extrema.h"
#include "simt/prelude/integers.h"
#include "simt/prelude/keywords.h"
#include "simt/prelude/machine_calls.h"
#include "simt/prelude/math.h"
#include "simt/prelude/more_math.h"
#include "simt/prelude/old_names.h"
#include "simt/prelude/packed.h"
#include "simt/prelude/rounded.h"
#include "simt/prelude/runtime_api.h"
#include "simt/prelude/spaces.h"
#include "simt/prelude/special.h"
#include "simt/prelude/warp.h"
#pragma clang diagnostic pop

// <stdlib.h> has put these into std before the device had them.
namespace std {
using ::abs;
using ::free;
using ::labs;
using ::llabs;
using ::malloc;
} // namespace std

// What nvcc includes before each unit, and its programs rely on. At the end, so that std:: has the
// device's functions as well.
#ifdef COOPIFY_UNIT
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <new>
#endif

#endif
