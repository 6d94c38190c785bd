//===- Archs.h - whether the named architectures are there -------*- C++ -*-===//
#ifndef COOPIFY_TOOL_ARCHS_H
#define COOPIFY_TOOL_ARCHS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace coopify {

/// "12.6" as 12060; 0 of "". An error: it is no version, or has no cooperative groups.
llvm::Expected<unsigned> toolkitVersion(llvm::StringRef Text);

/// Of --arch, --min-arch ("": not given) and --warp-size (0: not given).
llvm::Error checkArchs(llvm::ArrayRef<std::string> Archs, llvm::StringRef MinArch,
                       unsigned WarpSize);

} // namespace coopify

#endif // COOPIFY_TOOL_ARCHS_H
