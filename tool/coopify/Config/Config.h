//===- Config.h - .coopify.yaml ----------------------------------*- C++ -*-===//
#ifndef COOPIFY_TOOL_CONFIG_CONFIG_H
#define COOPIFY_TOOL_CONFIG_CONFIG_H

#include "Flags.h"

#include "Rules/Grants.h"

#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace coopify {

/// What a run takes from a file.
struct Config {
  std::string Path; ///< absolute; empty: there is none
  /// What the command line has not said, as words for it: ("arch", "sm_70"). With "checks" those of
  /// both.
  std::vector<std::pair<std::string, std::string>> Taken;
  std::vector<ScopedGrant> Grants; ///< for one function or file
};

/// Sets what \p F, which holds the command line, has not said: from the file that --config names,
/// else from the nearest .coopify.yaml above the working directory.
llvm::Expected<Config> takeConfig(Flags &F);

/// --dump-config: \p F and \p From as a file.
void dumpConfig(llvm::raw_ostream &OS, Flags &F, const Config &From);

} // namespace coopify

#endif // COOPIFY_TOOL_CONFIG_CONFIG_H
