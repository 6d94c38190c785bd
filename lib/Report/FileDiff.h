//===- FileDiff.h - what edits make of a file's lines ------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_FILEDIFF_H
#define COOPIFY_REPORT_FILEDIFF_H

#include "Report/LineDiff.h"
#include "Rules/Rule.h"

#include <vector>

namespace coopify {

/// A diff of one file. Refers to both texts.
struct FileDiff {
  std::vector<llvm::StringRef> Old, New; ///< lines
  std::vector<LineChange> Changes;
};

/// \p NewCode is \p Code with \p Edits, which are sorted, made.
FileDiff diffFile(llvm::StringRef Code, llvm::StringRef NewCode, llvm::ArrayRef<Edit> Edits);

} // namespace coopify

#endif // COOPIFY_REPORT_FILEDIFF_H
