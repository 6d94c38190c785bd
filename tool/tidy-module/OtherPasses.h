//===- OtherPasses.h - text that another compilation reads otherwise -*- C++ -*-===//
//
// clang-tidy parses one pass of a command, and as clang does. What the host's
// pass, that of another architecture, or nvcc makes of the same text is not at
// hand: only that there may be such a text.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TOOL_OTHERPASSES_H
#define COOPIFY_TOOL_OTHERPASSES_H

#include "Model/TUSummary.h"

#include <optional>

namespace clang {
class SourceManager;
}

namespace coopify {

struct PassName {
  std::string Name;
  std::string File;
  unsigned Line = 0;
};

/// The first name in a user's file, skipped branches too, by which text is chosen for one pass or
/// one compiler; nullopt: every pass reads the same.
std::optional<PassName> namedForOnePass(const clang::SourceManager &SM, const TUSummary &Unit);

} // namespace coopify

#endif // COOPIFY_TOOL_OTHERPASSES_H
