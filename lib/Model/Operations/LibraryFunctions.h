//===- LibraryFunctions.h - functions of one lane -----------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_OPERATIONS_LIBRARYFUNCTIONS_H
#define COOPIFY_MODEL_OPERATIONS_LIBRARYFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace coopify {

/// The result of the toolkit's function \p Name depends on its arguments alone
/// (LibraryFunctions.def).
bool isArithmetic(llvm::StringRef Name);

/// It waits for no other lane and speaks to none (OneLaneFunctions.def): what only computes, and
/// more.
bool staysInLane(llvm::StringRef Name);
/// It gives back what it is passed, whatever that is, and calls nothing of it.
bool onlyPassesOn(llvm::StringRef Name);
/// Its result is the address that it is passed, as a number.
bool makesAddressNumber(llvm::StringRef Name);
/// Functions that take \p Type work together, whatever their names.
bool isOfManyLanes(llvm::StringRef Type);

} // namespace coopify

#endif // COOPIFY_MODEL_OPERATIONS_LIBRARYFUNCTIONS_H
