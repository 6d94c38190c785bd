//===- OptionTable.h - the options as Markdown -------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_OPTIONTABLE_H
#define COOPIFY_TOOL_OPTIONTABLE_H

#include "llvm/Support/CommandLine.h"

namespace coopify {

/// The table of the README: every shown option of \p Category, by name.
void printOptionTable(llvm::raw_ostream &OS, llvm::cl::OptionCategory &Category);

} // namespace coopify

#endif // COOPIFY_TOOL_OPTIONTABLE_H
