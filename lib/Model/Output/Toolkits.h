//===- Toolkits.h - what each CUDA toolkit compiles ----------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_OUTPUT_TOOLKITS_H
#define COOPIFY_MODEL_OUTPUT_TOOLKITS_H

#include "llvm/ADT/STLExtras.h"

#include <iterator>

namespace coopify {

/// A row of Toolkits.def. Languages are as in -std=c++17: 17.
struct ToolkitFacts {
  unsigned From; ///< as CUDA_VERSION: 13000
  unsigned GroupsLanguage, NewestLanguage;
  unsigned DefaultArch, OldestArch, NewestArch;
};

/// The newest first.
inline constexpr ToolkitFacts AllToolkits[] = {
#define TOOLKIT(FROM, GROUPS_CXX, NEWEST_CXX, DEFAULT_ARCH, OLDEST_ARCH, NEWEST_ARCH)              \
  {FROM, GROUPS_CXX, NEWEST_CXX, DEFAULT_ARCH, OLDEST_ARCH, NEWEST_ARCH},
#include "Model/Output/Toolkits.def"
};

inline constexpr unsigned OldestToolkit = std::end(AllToolkits)[-1].From;

/// The row of \p Version (13000); nullptr: that one has no cooperative groups.
inline const ToolkitFacts *findToolkitFacts(unsigned Version) {
  auto Row = llvm::find_if(AllToolkits, [&](const ToolkitFacts &T) { return Version >= T.From; });
  return Row == std::end(AllToolkits) ? nullptr : Row;
}

} // namespace coopify

#endif // COOPIFY_MODEL_OUTPUT_TOOLKITS_H
