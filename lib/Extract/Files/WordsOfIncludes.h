//===- WordsOfIncludes.h - what includes do to NVIDIA's header ----*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_WORDSOFINCLUDES_H
#define COOPIFY_EXTRACT_FILES_WORDSOFINCLUDES_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace coopify {

/// The #includes of \p Of, by offset, that bring one of the \p Macros, whose names are words of
/// NVIDIA's <cooperative_groups.h>: below them that header does not compile (semantics 0.6). Not
/// those that bring <cuda_fp16.h>, too, which has to come before it.
std::vector<unsigned> includesOfWords(const clang::SourceManager &SM, clang::FileID Of,
                                      llvm::ArrayRef<clang::SourceLocation> Macros);

/// One of the \p Macros is there at \p Offset of \p Header already, and NVIDIA's header is not.
bool isBelowWords(const clang::SourceManager &SM, clang::FileID Header, unsigned Offset,
                  llvm::ArrayRef<clang::SourceLocation> Macros);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_WORDSOFINCLUDES_H
