//===- Mistakes.h - words that no option takes -------------------*- C++ -*-===//
//
// Before cl reads them: it knows neither the compiler's flags nor what a value is like.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TOOL_MISTAKES_H
#define COOPIFY_TOOL_MISTAKES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace coopify {

/// Of \p Words, the program in front, without what stands behind "--". The options have been
/// registered.
llvm::Error checkWords(llvm::ArrayRef<const char *> Words);

/// Of the words that stand behind "--": an option of coopify is none of the compiler's.
llvm::Error checkFlagsOfCompiler(llvm::ArrayRef<std::string> Flags);

} // namespace coopify

#endif // COOPIFY_TOOL_MISTAKES_H
