//===- Version.h - what --version prints -------------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_VERSION_H
#define COOPIFY_TOOL_VERSION_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace coopify {

/// The versions of coopify and of what a run would parse with. \p CudaPath is what --cuda-path
/// says; an error if it names no toolkit, after the first line.
llvm::Error printVersion(llvm::raw_ostream &OS, llvm::StringRef CudaPath);

/// An error where clang's own headers are not: no unit can be read then.
llvm::Error checkClangHeaders();

} // namespace coopify

#endif // COOPIFY_TOOL_VERSION_H
