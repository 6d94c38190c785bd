//===- ConfigText.h - what a .coopify.yaml says, and where -------*- C++ -*-===//
//
//   text  --readConfigText()-->  ConfigText  --applyConfig()-->  Flags
//
// Syntax alone: a mapping of keys to words, lists of words, and lists of mappings of words.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TOOL_CONFIG_CONFIGTEXT_H
#define COOPIFY_TOOL_CONFIG_CONFIGTEXT_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace coopify {

struct ConfigWord {
  std::string Text;
  std::string Place; ///< "x.yaml:3:5"
};

/// "- function: f", with more keys.
struct ConfigObject {
  std::string Place;
  std::vector<std::pair<ConfigWord, ConfigWord>> Fields;
};

struct ConfigEntry {
  ConfigWord Key;
  bool IsList = false;
  std::vector<ConfigWord> Words;
  std::vector<ConfigObject> Objects; ///< of a list
};

llvm::Error errorAt(llvm::StringRef Place, const llvm::Twine &Why);

/// \p Path as errors are to name it.
llvm::Expected<std::vector<ConfigEntry>> readConfigText(llvm::StringRef Text, llvm::StringRef Path);

} // namespace coopify

#endif // COOPIFY_TOOL_CONFIG_CONFIGTEXT_H
