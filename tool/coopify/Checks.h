//===- Checks.h - which rules --checks= means --------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_CHECKS_H
#define COOPIFY_TOOL_CHECKS_H

#include "Rules/Rule.h"

#include "llvm/Support/Error.h"

namespace coopify {

/// The rules that run.
struct SelectedRules {
  std::vector<const Rule *> Rules;
  /// Those of Rules that a glob selects which does not match every rule: "wave64", "wave*".
  std::vector<const Rule *> Named;

  /// Whether a named rule has the switch that sets \p Member.
  bool names(bool LinkOptions::*Member) const;
};

/// The rules that \p Globs ("legacy-*,-legacy-vote", ids with or without
/// "coopify-") select: the last glob that matches decides, as in clang-tidy. A
/// list that starts with an exclusion starts from all rules, else from none.
/// A rule that is off by default is selected by name only.
/// An error if a glob is malformed or names no rule.
llvm::Expected<SelectedRules> selectRules(llvm::StringRef Globs, llvm::ArrayRef<const Rule *> All);

/// Whether \p Glob, one of a list, is well-formed and names a rule.
llvm::Error checkGlob(llvm::StringRef Glob);

} // namespace coopify

#endif // COOPIFY_TOOL_CHECKS_H
