//===- Lines.h - a text by its lines -----------------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_LINES_H
#define COOPIFY_REPORT_LINES_H

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace coopify {

/// \p Text cut after each '\n'; the last line may lack it.
std::vector<llvm::StringRef> splitLines(llvm::StringRef Text);

/// \p Line without the characters that end it.
llvm::StringRef withoutEnd(llvm::StringRef Line);

} // namespace coopify

#endif // COOPIFY_REPORT_LINES_H
