//===- ShellWord.h - words as a shell reads them -----------------*- C++ -*-===//
#ifndef COOPIFY_SUPPORT_SHELLWORD_H
#define COOPIFY_SUPPORT_SHELLWORD_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace coopify {

/// \p Word, in single quotes if a POSIX shell would not take it literally.
std::string shellWord(llvm::StringRef Word);

/// The same for each word, with blanks between them.
std::string shellWords(llvm::ArrayRef<std::string> Words);

} // namespace coopify

#endif // COOPIFY_SUPPORT_SHELLWORD_H
