//===- HoldingWaits.h - waits that hold some lanes of a warp back -*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_OPERATIONS_HOLDINGWAITS_H
#define COOPIFY_ANALYSIS_OPERATIONS_HOLDINGWAITS_H

#include "Analysis/Source/SourceText.h"

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace coopify {

/// How a user would name \p S, if it is a barrier for the whole block, or for more: a
/// __syncthreads(), the sync() of a thread_block, a cluster or a grid, `bar.sync 0` in assembly.
/// Empty if not: a named barrier may be for some of the warps only (nccl).
std::string blockBarrierName(const clang::Stmt *S, const SourceText &Text);

/// The operations that may hold a lane back while other lanes of its warp continue
/// (docs/semantics.md, B.11). Before Volta a barrier counted warps, so that one lane arrived for
/// its warp, and a mask made nobody wait. Today both wait for each lane. A spin or a lock is not
/// among them: before Volta, too, the warp waited for the lane that spins.
class HoldingWaits {
public:
  explicit HoldingWaits(const SourceText &Text) : Text(Text) {}

  /// \p S is a barrier of the block, or a call that may lead to one, as far as this unit shows;
  /// what it does not show may.
  bool mayWaitForBlock(const clang::Stmt *S);

private:
  bool reaches(const clang::FunctionDecl *F);
  bool anywhereIn(const clang::Stmt *S);

  const SourceText &Text;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

/// All lanes of each aligned group of so many that has a lane at \p S must come to \p S, which is
/// no barrier of the block: a `*_sync` with a constant mask, a group's member, a named barrier.
/// 0: it waits for nobody, or it is not known for whom.
unsigned namedLanes(const clang::Stmt *S, const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_OPERATIONS_HOLDINGWAITS_H
