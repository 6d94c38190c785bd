//===- runtime_api.h - the host API, for both sides --------------*- C++ -*-===//
//
// The device side only parses host code. What the host side calls is of runtime/simt/lib/host.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_PRELUDE_RUNTIME_API_H
#define COOPIFY_SIMT_PRELUDE_RUNTIME_API_H

#include <cuda_runtime.h>

#endif
