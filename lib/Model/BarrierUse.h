//===- BarrierUse.h - where a whole block is waited for ------------*- C++ -*-===//
//
// What a function shows of its block barriers: which of its branches decide who
// of the block comes to one. Whether those are equal in the block may depend on
// callers; Link looks there (Link/Proofs/DivergentWaits.h, BlockedLanes.h).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_BARRIERUSE_H
#define COOPIFY_MODEL_BARRIERUSE_H

#include "Model/Uniformity.h"
#include "Support/TextRange.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// A branch by which the threads of a block may part before they wait.
struct DivergencePoint {
  Uniformity Decides;
  std::string Condition; ///< as written
  Location Where;
  bool Loop = false;
  /// Those that go the other way wait for nobody any more: they leave the kernel.
  /// The hardware does not wait for them (semantics A.5, B.3).
  bool Leaves = false;
  bool operator==(const DivergencePoint &) const = default;
};

/// What a call passes on, as far as it is known.
struct PassedConstant {
  std::optional<int64_t> Constant;
  std::optional<int64_t> Parameter; ///< the caller's parameter, as it came in
  bool operator==(const PassedConstant &) const = default;
};

/// Code that runs only where a parameter of the function, as it came in, is (not) 0.
struct ParameterTest {
  unsigned Index = 0;
  bool Nonzero = true;
  bool operator==(const ParameterTest &) const = default;
};

/// A block barrier, a call of a function that may come to one, or another wait (OfLanes).
struct BarrierUse {
  std::string Callee; ///< USR of the function called; empty: the barrier itself
  std::string Name;   ///< as a user would say it: "__syncthreads", "block.sync()", "sum"
  Location Loc;       ///< where a reader sees it, a macro's use
  TextRange Range;
  /// It is no barrier of the block: a `*_sync`, or a group's member, that waits for Lanes of a
  /// warp, of which DivergencePoints let some go elsewhere; or a call that leads to such waits
  /// alone, as far as its unit shows.
  bool OfLanes = false;
  unsigned Lanes = 0; ///< of such a wait itself: it names lanes of aligned groups of so many
  /// A call by a pointer: of which function is not known, and Callee is empty.
  bool Indirect = false;
  /// A library's function of which nothing is known: it may be a barrier of the block.
  bool Unknown = false;
  std::vector<DivergencePoint> DivergencePoints; ///< sorted by place
  std::vector<ParameterTest> Only;               ///< `if (sync) __syncthreads();`
  std::vector<PassedConstant> ConstantArgs;      ///< of a call, by parameter index
  /// A barrier of the block, in this function's own text.
  bool isBarrier() const { return Callee.empty() && !OfLanes && !Indirect && !Unknown; }
  bool operator==(const BarrierUse &) const = default;
};

} // namespace coopify

#endif // COOPIFY_MODEL_BARRIERUSE_H
