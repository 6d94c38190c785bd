//===- MeantPath.h - the path that a mistyped one may mean -------*- C++ -*-===//
#ifndef COOPIFY_SUPPORT_MEANTPATH_H
#define COOPIFY_SUPPORT_MEANTPATH_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace coopify {

/// A path that exists and is spelled almost as \p Path, which does not exist; empty if there is
/// none. It is relative to the same folder as \p Path.
std::string pathMeantBy(llvm::StringRef Path);

/// "did you mean 'x'?" with such a path, or \p Else.
std::string suggestedPath(llvm::StringRef Path, llvm::StringRef Else);

} // namespace coopify

#endif // COOPIFY_SUPPORT_MEANTPATH_H
