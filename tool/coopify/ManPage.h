//===- ManPage.h - coopify(1) ------------------------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_MANPAGE_H
#define COOPIFY_TOOL_MANPAGE_H

#include "OptionTable.h"

namespace coopify {

/// What exit codes mean, by their number.
llvm::ArrayRef<llvm::StringLiteral> exitCodeMeanings();

/// The manual page, for man(7).
void printManPage(llvm::raw_ostream &OS, const ShownOptions &Options);

} // namespace coopify

#endif // COOPIFY_TOOL_MANPAGE_H
