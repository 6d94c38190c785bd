//===- Explain.h - --explain=FILE:LINE ---------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_EXPLAIN_H
#define COOPIFY_DRIVER_EXPLAIN_H

#include "Driver/RunOptions.h"
#include "Rules/Finding.h"

#include "llvm/Support/Error.h"

namespace coopify {

/// The findings at \p Place, or in a macro that is used there. If there are none, an error
/// that names the nearest.
llvm::Expected<std::vector<const Finding *>> findingsAt(const AskedPlace &Place,
                                                        llvm::ArrayRef<Finding> Findings);

} // namespace coopify

#endif // COOPIFY_DRIVER_EXPLAIN_H
