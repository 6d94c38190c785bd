//===- Nearest.h - what a mistyped word was meant to be ----------*- C++ -*-===//
#ifndef COOPIFY_SUPPORT_NEAREST_H
#define COOPIFY_SUPPORT_NEAREST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace coopify {

/// The one of \p Known that \p Word is most like, upper case and '_' apart; empty if it is like
/// none of them.
std::string nearest(llvm::StringRef Word, llvm::ArrayRef<std::string> Known);

/// "; did you mean 'x'?", or nothing.
std::string didYouMean(llvm::StringRef Word, llvm::ArrayRef<std::string> Known);

} // namespace coopify

#endif // COOPIFY_SUPPORT_NEAREST_H
