//===- Order.h - what happened before what, for races ------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_ORDER_H
#define COOPIFY_SIMT_ORDER_H

#include "GridOrder.h"
#include "Thread.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace simt {

/// Vector clocks of the threads of a block.
///
/// Block barriers order everything before them: they begin a new epoch, and
/// clocks only matter within one. In an epoch these order:
///  * __syncwarp, among its members (CUDA guide 10.6);
///  * a fence, then an atomic or volatile write, that another thread's atomic
///    or volatile read sees, which then fences (PTX ISA, memory consistency
///    model: fences synchronise through strong operations).
/// The fence may be another thread's, if a sync lies between: all fence, one says so. Fences have
/// one order (fence.sc, which __threadfence*() is), the writer's comes before the reader's in it,
/// as the sync and the flag are between them, and fences in that order synchronise (PTX ISA,
/// causality order). So a sync hands on what its members know, what is fenced, and what was seen.
/// Shuffles and votes order nothing (CUDA guide 10.19-10.22). In lockstep the
/// lanes of a warp are one thread: they share a clock.
class Order {
public:
  using Clock = uint32_t;

  /// \p LanesAsOne: so many threads move as one; 1: each for itself.
  void begin(unsigned Threads, unsigned LanesAsOne);
  unsigned owner(const Thread &T) const { return T.Id & OwnerMask; }
  Clock now(unsigned Owner) const { return HasOrder ? (*Known[Owner])[Owner] : 1; }
  unsigned ownerOf(unsigned Id) const { return Id & OwnerMask; }
  bool knows(unsigned Owner, unsigned Other, Clock Then) const {
    return Owner == Other || (HasOrder && (*Known[Owner])[Other] > Then);
  }

  /// What knows() says, or both have fenced, the other one first: fences have one order
  /// (CUDA guide 10.5: __threadfence*() is a fence with sequential consistency).
  bool mustSee(unsigned Owner, unsigned Other, Clock Then) const {
    return knows(Owner, Other, Then) ||
           (HasFences && !Fences[Owner].empty() && Fences[Owner][Other] > Then);
  }

  using Row = ClockRow;
  using SharedRow = std::shared_ptr<Row>; ///< Null: nothing.
  /// What threads bring to a barrier with a number.
  struct Brought {
    Row Known;
    SharedRow Fenced, Seen;
  };
  void blockBarrier();
  void syncWarp(const Thread *First, uint64_t Members);
  /// At a barrier for some threads: what is over for those who come, for those who wait there.
  void bring(Brought &To, const Thread &T);
  void learn(const Thread &T, const Brought &From);
  void fence(const Thread &T, FenceFor For);
  bool hasFences() const { return HasFences; }
  /// A strong access; it matters only in blocks with fences.
  /// \p FindsOld: what was there before the last write.
  void observe(const Thread &T, uintptr_t Address, bool FindsOld);
  void publish(const Thread &T, uintptr_t Address);

  OtherBlocks Others;

private:
  void join(Row &To, const Row &From) const;
  void join(SharedRow &To, const SharedRow &From) const;
  Row &ownRow(unsigned Owner);
  void shareFences(const Thread *First, uint64_t Members);
  void shareOthers(const Thread *First, uint64_t Members);
  std::shared_ptr<Row> joined(const Thread *First, uint64_t Members) const;

  unsigned Threads = 0, OwnerMask = ~0u;
  bool HasFences = false;
  bool HasOrder = false; ///< Else all rows are of ones, and need not be asked.
  /// [owner][other]: the interval of the other that is known to be over. Threads that met
  /// last know the same, and share a row: a warp that syncs again and again keeps one.
  std::vector<std::shared_ptr<Row>> Known;
  std::vector<SharedRow> Fenced; ///< What was known at the last fence that the owner knows of.
  std::vector<SharedRow> Seen;   ///< What strong reads saw; known from the next fence on.
  std::vector<Row> Fences;       ///< What all fences before the owner's last one had known.
  Row AllFences;
  struct Place {
    SharedRow Now, Before; ///< What was published there, and what before the last write.
  };
  std::unordered_map<uintptr_t, Place> Published;
};

} // namespace simt

#endif
