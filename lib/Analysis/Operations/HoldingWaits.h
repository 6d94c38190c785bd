//===- HoldingWaits.h - waits that hold some lanes of a warp back -*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_OPERATIONS_HOLDINGWAITS_H
#define COOPIFY_ANALYSIS_OPERATIONS_HOLDINGWAITS_H

#include "Analysis/Source/ImplicitCalls.h"
#include "Analysis/Source/SourceText.h"

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <functional>
#include <string>

namespace coopify {

/// How a user would name \p S, if it is a barrier for the whole block, or for more: a
/// __syncthreads(), the sync() of a thread_block, a cluster or a grid, `bar.sync 0` in assembly.
/// Empty if not: a named barrier may be for some of the warps only (nccl).
std::string blockBarrierName(const clang::Stmt *S, const SourceText &Text);

/// \p S is an asm that waits, or not: a predicate or a jump in it decides.
bool isHiddenWait(const clang::Stmt *S, const SourceText &Text);

/// \p S itself waits for other lanes of its warp, and is no barrier of the block: a `*_sync`, a
/// member of a group, a named barrier.
bool waitsForLanes(const clang::Stmt *S, const SourceText &Text);

/// Like waitsForLanes(), but for members of a masked_warp that is a parameter; or \p S passes
/// another masked_warp than such a one.
bool waitsForOthers(const clang::Stmt *S, const SourceText &Text);

/// The operations that may hold a lane back while other lanes of its warp continue
/// (docs/semantics.md, B.11). Before Volta a barrier counted warps, so that one lane arrived for
/// its warp, and a mask made nobody wait. Today both wait for each lane. A spin or a lock is not
/// among them: before Volta, too, the warp waited for the lane that spins.
///
/// Calls may lead to one as far as this unit shows, those of cub and of other parts of the toolkit
/// that no table has among them; what it does not show may.
class HoldingWaits {
public:
  explicit HoldingWaits(const SourceText &Text)
      : OfBlock(Text, [&Text](const clang::Stmt *S) { return !blockBarrierName(S, Text).empty(); }),
        OfLanes(Text, [&Text](const clang::Stmt *S) { return waitsForLanes(S, Text); }),
        OfOthers(Text, [&Text](const clang::Stmt *S) { return waitsForOthers(S, Text); }) {}

  /// \p S is a barrier of the block, or a call that may lead to one.
  bool mayWaitForBlock(const clang::Stmt *S) { return OfBlock.at(S); }
  /// \p S waits for lanes of its warp, or is a call that may lead to such a wait.
  bool mayWaitForLanes(const clang::Stmt *S) { return OfLanes.at(S); }
  /// Of a call that no text writes; null: it is not known of what.
  bool mayWaitForBlock(const clang::FunctionDecl *Callee) { return OfBlock.calling(Callee); }
  bool mayWaitForLanes(const clang::FunctionDecl *Callee) { return OfLanes.calling(Callee); }
  /// Of a function that is passed a masked_warp: it may wait for lanes that are not in that one.
  bool mayWaitForOthers(const clang::FunctionDecl *Callee) { return OfOthers.calling(Callee); }
  /// \p S calls a function of the toolkit that may run what it is passed, and that may wait.
  bool mayRunWait(const clang::Stmt *S);
  template <typename T> bool mayWait(const T *Of) {
    return mayWaitForBlock(Of) || mayWaitForLanes(Of);
  }

private:
  /// What leads to a statement of one kind.
  class Ways {
  public:
    Ways(const SourceText &Text, std::function<bool(const clang::Stmt *)> IsOne)
        : Text(Text), IsOne(std::move(IsOne)) {}
    bool at(const clang::Stmt *S);
    bool calling(const clang::FunctionDecl *F);
    bool passesOne(const clang::CallExpr *Call);
    const SourceText &Text;

  private:
    bool found(const clang::FunctionDecl *Definition);
    bool inBody(const clang::FunctionDecl *Definition);
    bool anywhereIn(const clang::Stmt *S);
    bool anyOf(const ImplicitCalls &Calls);

    std::function<bool(const clang::Stmt *)> IsOne;
    llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
    llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Open; ///< being looked through
  };
  Ways OfBlock, OfLanes, OfOthers;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_OPERATIONS_HOLDINGWAITS_H
