//===- ExplainedNames.h - the checks that report a CUDA function -*- C++ -*-===//
#ifndef COOPIFY_TOOL_EXPLAINEDNAMES_H
#define COOPIFY_TOOL_EXPLAINEDNAMES_H

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace coopify {

/// The ids of the checks that report calls of \p Function ("__shfl_down"), the most important
/// first; empty: \p Function is none of CUDA's warp functions, or no check reports it.
std::vector<llvm::StringRef> checksOf(llvm::StringRef Function);

} // namespace coopify

#endif // COOPIFY_TOOL_EXPLAINEDNAMES_H
