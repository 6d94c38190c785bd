//===- Includes.h - how a file comes to know the groups ----------*- C++ -*-===//
#ifndef COOPIFY_EDIT_INCLUDES_H
#define COOPIFY_EDIT_INCLUDES_H

#include "Rules/Rule.h"

#include <optional>
#include <string>

namespace coopify {

/// What the edits of one file name the groups with: "cg::", the alias that the
/// file has, or "cooperative_groups::" where cg means something else. An alias
/// that comes after \p FirstUse (an offset) is no help.
std::string groupsPrefix(const FileFacts &File, unsigned FirstUse);

/// Inserts the include and the alias that \p File lacks; nullopt if neither.
/// \p HostShared: units that no CUDA compiler sees include it.
std::optional<Edit> includeEdit(const FileFacts &File, unsigned FirstUse, bool HostShared);

} // namespace coopify

#endif // COOPIFY_EDIT_INCLUDES_H
