//===- Operations.h - what a call or an asm asks of other threads -*- C++ -*-===//
//
// a call, an asm statement  ->  tables of Model  ->  Operation
//
// The one place that knows which lanes an operation waits for and whose memory it orders.
// Whoever needs that asks a question below; one that only one analysis asks has a name and says
// why it is another one. What no table knows is unknown, and may wait for anybody.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_OPERATIONS_OPERATIONS_H
#define COOPIFY_ANALYSIS_OPERATIONS_OPERATIONS_H

#include "Analysis/Operations/Groups.h"
#include "Analysis/Source/SourceText.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/Stmt.h"

#include <string>

namespace coopify {

enum class OperationKind {
  None,         ///< of one lane
  UserCall,     ///< a function of the program: its body says
  Fence,        ///< orders the lane's own accesses
  Query,        ///< of a group: a number, a size, which lanes are here
  Making,       ///< of a group
  Collective,   ///< lanes give each other values
  WarpBarrier,  ///< of lanes of one warp
  GroupBarrier, ///< of a group that may be larger than a warp: a large tile, a thread_group
  BlockBarrier, ///< of the whole block, in whatever spelling
  NamedBarrier, ///< of the block, by number: perhaps of some of its warps only
  ClusterBarrier,
  GridBarrier,
  Unknown,
};

struct Operation {
  OperationKind Kind = OperationKind::None;
  std::string Name; ///< as a user would say it: "__syncwarp", "thread_block::sync", "bar.sync 0"
  WaitsFor Waits = WaitsFor::Nobody;
  Orders Memory = Orders::Nothing;
  /// What the call is passed is read, written and called before it waits, and no more after.
  bool OperandsFirst = true;

  // Where it waits for a mask's lanes.
  const clang::Expr *Mask = nullptr; ///< null: not an expression, or the default
  std::optional<uint64_t> Lanes;     ///< the mask's value, if it is known

  // Where it is one of a group.
  const clang::Expr *Object = nullptr;
  std::optional<GroupType> Group;

  // What it is in the tables; of asm neither.
  const WarpIntrinsic *Intrinsic = nullptr;
  const GroupMember *Member = nullptr;
  /// Of asm: one of its instructions is a shuffle.
  bool ShufflesInAsm = false;

  bool is(GroupFamily F) const { return Member && Member->Family == F; }
  bool is(WarpFamily F) const { return Intrinsic && Intrinsic->Family == F; }

  /// Lanes take part in it together, or may: where they part before it, it tells. Queries of a
  /// group count, as some of them (coalesced_threads(), %activemask) are about who is here.
  bool concernsOthers() const;
  bool shuffles() const;
  /// The lanes of one warp that it waits for, as aligned groups of so many; 0: others, or none.
  unsigned warpLanes() const;
  /// Every aligned group of so many lanes that comes to it whole is ordered by it: what its lanes
  /// did to memory before, all of them see after. 0: none is.
  unsigned orderedLanes() const;
  /// A barrier of the block that names no block, and could name one.
  bool hidesBlock() const { return Kind == OperationKind::BlockBarrier && !Group; }
  /// __syncthreads() and its votes. In old code nothing else was a promise that the whole block
  /// comes (BarrierConvergence.h): bar.sync in asm, and a group that was passed on, may be an
  /// expert's.
  bool promisesBlock() const { return Intrinsic && Intrinsic->Waits == WaitsFor::Block; }
};
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Operation &O);
llvm::StringRef nameOf(OperationKind K);

/// The toolkit's \p F, which is no operation of the tables, neither waits for other lanes nor
/// speaks to them, by the table of library functions. What is not there may.
bool staysInLane(const clang::FunctionDecl *F, const SourceText &Text);

/// Another body may run where \p F is called: that of an overrider, or of a definition that the
/// linker prefers.
bool mayBeReplaced(const clang::FunctionDecl *F);
/// The definition that runs at \p Call, and no other; null: a pointer's, an overrider's, another
/// unit's.
const clang::FunctionDecl *bodyThatRuns(const clang::CallExpr *Call);

/// What \p S itself does, without its parts: a call or an asm; anything else does nothing.
Operation operationOf(const clang::Stmt *S, const SourceText &Text);

/// `coopify::masked_warp::full()`, or a constant that is set to it.
bool isFullWarp(const clang::Expr *E);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_OPERATIONS_OPERATIONS_H
