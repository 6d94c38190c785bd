//===- IncludePoint.h - where a file takes one more include ------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_INCLUDEPOINT_H
#define COOPIFY_EXTRACT_FILES_INCLUDEPOINT_H

#include "Model/Output/GroupHeaders.h"

#include "llvm/ADT/ArrayRef.h"

namespace coopify {

/// It stays the first thing in a file.
inline constexpr llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

struct IncludePoint {
  unsigned Offset = 0;       ///< the start of a line
  bool AfterInclude = false; ///< that line follows an include
  HeaderSet Includes;        ///< outside of any #if
  bool CRLF = false;
};

/// The line after the last include of the leading block: outside of any #if
/// but the include guard, before the first declaration. Last, because
/// <cuda_fp16.h> must come before <cooperative_groups.h> (semantics 0.6, trap T21).
///
/// It stays above the includes at the offsets \p Words, which bring macros that the header must not
/// see.
IncludePoint findIncludePoint(llvm::StringRef Code, llvm::ArrayRef<unsigned> Words = {});

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_INCLUDEPOINT_H
