//===- Settings.h - the options that a file may set --------------*- C++ -*-===//
//
// How a program is read and judged is of the program, and may stand in its .coopify.yaml. What a
// run does and writes is said by who runs it: no folder makes a run write files.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TOOL_CONFIG_SETTINGS_H
#define COOPIFY_TOOL_CONFIG_SETTINGS_H

#include "Flags.h"

#include <functional>
#include <string>
#include <vector>

namespace coopify {

struct Setting {
  enum Shape { Path, Flag, Number, Choice, List };

  llvm::cl::Option *Option;
  Shape Is;
  /// As they would be written; none where they are the default.
  std::function<std::vector<std::string>()> Values;

  std::string name() const { return Option->ArgStr.str(); }
  bool isOf(const llvm::cl::Option &O) const { return Option == &O; }
};

/// By name; they refer to \p F.
std::vector<Setting> settings(Flags &F);

/// Why a file may not set \p Name, which is an option's; empty: there is no such option.
std::string whyNoSetting(llvm::StringRef Name);

} // namespace coopify

#endif // COOPIFY_TOOL_CONFIG_SETTINGS_H
