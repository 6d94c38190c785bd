//===- PartitionedWarp.h - a warp that conditions divide -------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_PARTITIONEDWARP_H
#define COOPIFY_MODEL_PARTITIONEDWARP_H

#include "Model/Uniformity.h"
#include "Support/TextRange.h"

#include <string>
#include <vector>

namespace coopify {

/// A condition on the way to a site that the lanes of a warp may decide
/// differently, and the statement that it is in.
struct EnclosingCondition {
  Uniformity Decides;  ///< the condition
  TextRange Condition; ///< as written, without the parentheses around it; invalid: not to be edited
  TextRange Before;    ///< empty range at the start of the statement
  std::string Indent;  ///< white space in front of that; only where it begins its line
  bool OwnLine = false;
  bool AbovePragmas = false; ///< Before is the beginning of the first line of those that go with it
  bool Loop = false;         ///< decides on the next round of a loop
  /// All of one side of the split before it (else if): it may divide that one's group.
  bool Continues = false;
  bool operator==(const EnclosingCondition &) const = default;
};

/// The lanes at a site, as a whole warp that Conditions divided, the first of them
/// the outermost. Whole describes the activity with these conditions left out.
struct PartitionedWarp {
  std::vector<EnclosingCondition> Conditions;
  Convergence Whole;
  bool operator==(const PartitionedWarp &) const = default;
};

} // namespace coopify

#endif // COOPIFY_MODEL_PARTITIONEDWARP_H
