//===- LineDiff.h - which lines differ ---------------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_LINEDIFF_H
#define COOPIFY_REPORT_LINEDIFF_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace coopify {

/// Lines [OldBegin, OldEnd) of one text became [NewBegin, NewEnd) of another.
struct LineChange {
  size_t OldBegin, OldEnd, NewBegin, NewEnd;
  bool operator==(const LineChange &) const = default;
};

/// The smallest set of changes, in order, with an equal line between any two.
std::vector<LineChange> diffLines(llvm::ArrayRef<llvm::StringRef> Old,
                                  llvm::ArrayRef<llvm::StringRef> New);

} // namespace coopify

#endif // COOPIFY_REPORT_LINEDIFF_H
