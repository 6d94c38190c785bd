//===- VendorMacros.h - macros of NVIDIA's cooperative_groups.h ----*- C++ -*-===//
#ifndef COOPIFY_MODEL_OUTPUT_VENDORMACROS_H
#define COOPIFY_MODEL_OUTPUT_VENDORMACROS_H

#include "llvm/ADT/StringRef.h"

namespace coopify {

/// Where the header is included, \p Name is one of its macros, and was none before.
bool isVendorMacro(llvm::StringRef Name);

} // namespace coopify

#endif // COOPIFY_MODEL_OUTPUT_VENDORMACROS_H
