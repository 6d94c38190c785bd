//===- OptionTable.h - the shown options, and the table of them --*- C++ -*-===//
//
// README's table, --help, the manual page and the shells' completion are made of these: what is
// said of an option is said once, where it is declared.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TOOL_OPTIONTABLE_H
#define COOPIFY_TOOL_OPTIONTABLE_H

#include "llvm/Support/CommandLine.h"

#include <string>
#include <vector>

namespace coopify {

using ShownOptions = std::vector<const llvm::cl::Option *>;

/// Those of \p Topics that are not hidden, by name.
ShownOptions shownOptions(llvm::ArrayRef<llvm::cl::OptionCategory *> Topics);

/// "--fix", "-j".
std::string dashed(const llvm::cl::Option &O);

/// "--fix[=safe|assumed]", "-j <N>", "--diff".
std::string spelling(const llvm::cl::Option &O);

bool takesValue(const llvm::cl::Option &O);
/// "--fix" and "--fix=safe" are both right.
bool mayLackValue(const llvm::cl::Option &O);

/// The table of the README.
void printOptionTable(llvm::raw_ostream &OS, const ShownOptions &Options);

} // namespace coopify

#endif // COOPIFY_TOOL_OPTIONTABLE_H
