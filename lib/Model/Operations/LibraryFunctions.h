//===- LibraryFunctions.h - functions that only compute -----------*- C++ -*-===//
#ifndef COOPIFY_MODEL_OPERATIONS_LIBRARYFUNCTIONS_H
#define COOPIFY_MODEL_OPERATIONS_LIBRARYFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace coopify {

/// The result of the toolkit's function \p Name depends on its arguments alone
/// (LibraryFunctions.def).
bool isArithmetic(llvm::StringRef Name);

} // namespace coopify

#endif // COOPIFY_MODEL_OPERATIONS_LIBRARYFUNCTIONS_H
