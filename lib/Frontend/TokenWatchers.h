//===- TokenWatchers.h - who is told of each token ---------------*- C++ -*-===//
#ifndef COOPIFY_FRONTEND_TOKENWATCHERS_H
#define COOPIFY_FRONTEND_TOKENWATCHERS_H

#include "llvm/ADT/FunctionExtras.h"

namespace clang {
class Preprocessor;
class Token;
} // namespace clang

namespace coopify {

/// \p Watcher is called with each token of the final stream, as those that were added before.
/// Preprocessor::setTokenWatcher() knows the last one only.
void addTokenWatcher(clang::Preprocessor &PP,
                     llvm::unique_function<void(const clang::Token &)> Watcher);

} // namespace coopify

#endif // COOPIFY_FRONTEND_TOKENWATCHERS_H
