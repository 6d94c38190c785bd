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
  /// The bundled ones whatever the file has: those of HIP and MXMACA lack members, and what they
  /// give of a 64-lane warp is not the same in all versions.
  AlwaysBundled,
};

/// What the edits of one file name the groups with: "cg::", the alias that the
/// file has, or "cooperative_groups::" where cg means something else. An alias
/// that comes after \p FirstUse (an offset) is no help. The namespace that cg
/// or the alias has in the file stays.
std::string groupsPrefix(const FileFacts &File, unsigned FirstUse, GroupsChoice Choice);

/// Inserts the includes and the alias that \p File lacks of \p Needs; nullopt if none.
/// \p HostShared: units that no CUDA compiler sees include it.
std::optional<Edit> includeEdit(const FileFacts &File, unsigned FirstUse, bool HostShared,
                                GroupsChoice Choice, HeaderSet Needs);

/// The same without the alias: for what \p File includes further down.
std::optional<Edit> includeAlone(const FileFacts &File, GroupsChoice Choice, HeaderSet Needs);

} // namespace coopify

#endif // COOPIFY_EDIT_INCLUDES_H
