//===- CompletedValue.h - what may stand behind an option --------*- C++ -*-===//
//
//   cl::Option  --completedValue()-->  CompletedValue  --Completion*.cpp-->  a shell's script
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TOOL_COMPLETEDVALUE_H
#define COOPIFY_TOOL_COMPLETEDVALUE_H

#include "OptionTable.h"

namespace coopify {

/// All that a shell can offer for the value of an option.
struct CompletedValue {
  std::vector<std::string> Words;
  bool Files = false; ///< and folders
  bool Folders = false;
  bool List = false;     ///< several words, with commas between them
  bool Excludes = false; ///< each of which may have a '-' in front
};

/// By the placeholders in what the option shows as its value: "folder|none" is a folder or "none".
CompletedValue completedValue(const llvm::cl::Option &O);

/// The beginning of what is said of the option: there is a line for it.
llvm::StringRef summary(const llvm::cl::Option &O);

} // namespace coopify

#endif // COOPIFY_TOOL_COMPLETEDVALUE_H
