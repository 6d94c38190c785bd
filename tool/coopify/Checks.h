//===- Checks.h - which rules --checks= means --------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_CHECKS_H
#define COOPIFY_TOOL_CHECKS_H

#include "Rules/Rule.h"

#include "llvm/Support/Error.h"

namespace coopify {

/// The rules that \p Globs ("legacy-*,-legacy-vote", ids with or without
/// "coopify-") name: the last glob that matches decides, as in clang-tidy. A
/// list that starts with an exclusion starts from all rules, else from none.
/// An error if a glob is malformed or names no rule.
llvm::Expected<std::vector<const Rule *>> selectRules(llvm::StringRef Globs,
                                                      llvm::ArrayRef<const Rule *> All);

/// Whether \p Glob, one of a list, is well-formed and names a rule.
llvm::Error checkGlob(llvm::StringRef Glob);

} // namespace coopify

#endif // COOPIFY_TOOL_CHECKS_H
