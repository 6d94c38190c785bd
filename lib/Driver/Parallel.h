//===- Parallel.h - the same work for many units -----------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_PARALLEL_H
#define COOPIFY_DRIVER_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace coopify {

/// Calls \p Work for 0 .. \p Count - 1 on \p Jobs threads (0: one per hardware
/// thread) and waits. Results belong into slots by index: their order must not
/// depend on which thread was faster.
void forEachInParallel(unsigned Jobs, size_t Count, llvm::function_ref<void(size_t)> Work);

} // namespace coopify

#endif // COOPIFY_DRIVER_PARALLEL_H
