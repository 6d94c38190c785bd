//===- GroupMembers.h - what cooperative groups' functions mean --*- C++ -*-===//
//
// A pure table (GroupMembers.def) of the classes of cooperative groups, NVIDIA's and the bundled
// ones, of their members and of the free functions on them. By name only: whether a call resolves
// to one of them is Analysis/Operations.h to say.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_OPERATIONS_GROUPMEMBERS_H
#define COOPIFY_MODEL_OPERATIONS_GROUPMEMBERS_H

#include "Model/Operations/Waits.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace coopify {

enum class GroupKind {
  ThreadBlock,
  Tile, ///< thread_block_tile<N>
  Coalesced,
  ThreadGroup, ///< any of them, known at run time
  Cluster,
  Grid,
  MultiGrid,
  MaskedWarp, ///< coopify::masked_warp
};

enum class GroupFamily {
  Barrier,
  Arrival, ///< the half of a barrier that waits for nobody
  Shuffle,
  Vote,
  Match,
  Reduce,
  Scan,
  Invoke, ///< calls a function for the group
  Copy,
  Rank,
  Size,
  Query,  ///< another number or place
  Making, ///< of a group
};

enum class ShuffleMode { None, Indexed, Up, Down, Xor };

struct GroupMember {
  llvm::StringLiteral Name;
  bool AsMember, AsFunction; ///< `g.f()`, `f(g)`
  GroupFamily Family;
  ShuffleMode Shuffle;
  WaitsFor Waits;
  Orders Memory;
  bool OperandsFirst;
};

/// nullptr: not one of them.
const GroupMember *findGroupMember(llvm::StringRef Name, bool AsMember);
std::optional<GroupKind> findGroupClass(llvm::StringRef Name);
/// The class's name.
llvm::StringRef nameOf(GroupKind K);

llvm::ArrayRef<GroupMember> groupMembers();

} // namespace coopify

#endif // COOPIFY_MODEL_OPERATIONS_GROUPMEMBERS_H
