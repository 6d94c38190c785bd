//===- Failure.h - an error with a formatted text -----------------*- C++ -*-===//
#ifndef COOPIFY_SUPPORT_FAILURE_H
#define COOPIFY_SUPPORT_FAILURE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace coopify {

/// As formatv() has it.
template <typename... Ts> llvm::Error failure(const char *Format, const Ts &...Values) {
  return llvm::createStringError(llvm::formatv(Format, Values...).str());
}

} // namespace coopify

#endif // COOPIFY_SUPPORT_FAILURE_H
