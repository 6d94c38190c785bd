//===- GroupNames.h - the namespaces of cooperative groups -------*- C++ -*-===//
#ifndef COOPIFY_MODEL_GROUPNAMES_H
#define COOPIFY_MODEL_GROUPNAMES_H

#include "llvm/ADT/StringRef.h"

namespace coopify {

/// The namespaces of NVIDIA's groups and of the bundled ones (runtime/include).
inline constexpr llvm::StringLiteral CudaGroups = "cooperative_groups";
inline constexpr llvm::StringLiteral BundledGroups = "coopify";
inline bool isGroupsNamespace(llvm::StringRef Name) {
  return Name == CudaGroups || Name == BundledGroups;
}

} // namespace coopify

#endif // COOPIFY_MODEL_GROUPNAMES_H
