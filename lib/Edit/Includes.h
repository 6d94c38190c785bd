//===- Includes.h - how a file comes to know the groups ----------*- C++ -*-===//
#ifndef COOPIFY_EDIT_INCLUDES_H
#define COOPIFY_EDIT_INCLUDES_H

#include "Rules/Rule.h"

#include <optional>
#include <string>

namespace coopify {

/// Whose groups the edits name where a file does not say itself.
enum class GroupsChoice {
  Auto,    ///< those whose header the file includes, else CUDA's
  Cuda,    ///< <cooperative_groups.h>
  Bundled, ///< <coopify/cooperative_groups.h>
};

/// What the edits of one file name the groups with: "cg::", the alias that the
/// file has, or "cooperative_groups::" where cg means something else. An alias
/// that comes after \p FirstUse (an offset) is no help. The namespace that cg
/// or the alias has in the file stays.
std::string groupsPrefix(const FileFacts &File, unsigned FirstUse, GroupsChoice Choice);

/// What the edits of a file name.
struct IncludeNeeds {
  bool Groups = false;     ///< thread_block_tile and the like
  bool MaskedWarp = false; ///< the runtime header's addition, whoever's the groups are
  bool Reduce = false;     ///< cg::reduce, which CUDA has in a header of its own
  bool Scan = false;       ///< cg::inclusive_scan, likewise
};

/// Inserts the includes and the alias that \p File lacks; nullopt if none.
/// \p HostShared: units that no CUDA compiler sees include it.
std::optional<Edit> includeEdit(const FileFacts &File, unsigned FirstUse, bool HostShared,
                                GroupsChoice Choice, IncludeNeeds Needs);

} // namespace coopify

#endif // COOPIFY_EDIT_INCLUDES_H
