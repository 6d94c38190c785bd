//===- FunctionNames.h - parts of "ns::S<int>::f<2>" --------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_FUNCTIONNAMES_H
#define COOPIFY_MODEL_FUNCTIONNAMES_H

#include "llvm/ADT/StringRef.h"

#include <utility>

namespace coopify {

/// Drops "<int, 4>" from the end of "pick<int, 4>".
llvm::StringRef withoutArguments(llvm::StringRef Name);

/// "ns::S<int>" and "f" of "ns::S<int>::f<2>", a FunctionSummary::Name. No scope: empty.
std::pair<llvm::StringRef, llvm::StringRef> scopeAndWord(llvm::StringRef Name);

} // namespace coopify

#endif // COOPIFY_MODEL_FUNCTIONNAMES_H
