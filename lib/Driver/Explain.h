//===- Explain.h - --explain=FILE:LINE ---------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_EXPLAIN_H
#define COOPIFY_DRIVER_EXPLAIN_H

#include "Driver/RunOptions.h"
#include "Edit/Outcome.h"

#include "llvm/Support/Error.h"

namespace coopify {

/// Those of \p Results at \p Place, or in a macro that is used there. If there are none, an
/// error that names the nearest.
llvm::Expected<std::vector<Result>> resultsAt(const AskedPlace &Place,
                                              llvm::ArrayRef<Result> Results);

} // namespace coopify

#endif // COOPIFY_DRIVER_EXPLAIN_H
