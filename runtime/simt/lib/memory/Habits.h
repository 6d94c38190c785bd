//===- Habits.h - which races are meant --------------------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_HABITS_H
#define COOPIFY_SIMT_HABITS_H

#include "Shared.h"

#include <set>

namespace simt {

/// What threads do at a place of the code, in one launch. Some races are in the canonical form of
/// right programs, and what the racing access alone does not say, the place does:
///  * A hint: a plain read of what others update atomically, behind which the reader updates the
///    word itself. The guide's atomicAdd() for double begins so (CUDA guide, atomic functions), and
///    `if (Best < Mine) atomicMax(&Best, Mine)`, where others do not come to the update. A volatile
///    read, which is a race in its warp only, is one before a compare and swap. None is what reads
///    a sum to which the reader added before a barrier: that is a result, and what adds to it next
///    must wait.
///  * A bound: a plain read of global memory of what others lower, raise or claim (atomicMin,
///    atomicMax, atomicCAS), where nobody reads what he updated himself: graph programs look at
///    their neighbours so. Who reads back his own update wants the result, and a barrier.
///  * A wait: a volatile read whose value ends a round of a loop, or the loop.
class Habits {
public:
  void begin() { Hints.clear(), ReadsBack.clear(), Results.clear(), Waits.clear(); }
  void note(Thread &T, Access How, uintptr_t Address) {
    T.ReadVolatile = How == Access::VolatileRead;
    if (How == Access::Read || How == Access::VolatileRead)
      noteRead(T, How, Address);
    else if (isAtomic(How))
      noteUpdate(T, How, Address);
  }
  void blockBarrier(Thread &T) { T.Last.blockBarrier(), T.ReadVolatile = false; }
  /// The thread leaves a loop or begins its next round.
  void endRound(Thread &T) {
    if (T.ReadVolatile)
      noteWait(T);
  }
  static bool isHintOrBound(Access Earlier, Access Later) {
    return isAtomic(writes(Later) ? Later : Earlier) && isWord(writes(Later) ? Earlier : Later);
  }
  static bool isWait(Access Earlier, Access Later) {
    return isStrong(Earlier) && isStrong(Later) && !(writes(Earlier) && writes(Later));
  }
  bool isHint(uintptr_t Reader) const { return Hints.count(Reader); }
  bool readsBack(uintptr_t Reader) const { return ReadsBack.count(Reader); }
  bool isResult(uintptr_t Reader) const { return Results.count(Reader); }
  bool isWait(uintptr_t Reader) const { return Waits.count(Reader); }

private:
  static bool isWord(Access How) { return How == Access::Read || How == Access::VolatileRead; }
  void noteRead(Thread &T, Access How, uintptr_t Address) {
    RecentAccesses &Last = T.Last;
    Last.Read[Last.Reads++ % Last.Kept] = {Address, T.Place, How == Access::VolatileRead};
    if (Last.Updates)
      lookBack(T, Address);
  }
  void lookBack(const Thread &T, uintptr_t Address);
  void noteUpdate(Thread &T, Access How, uintptr_t Address);
  void noteWait(Thread &T);

  std::set<uintptr_t> Hints, ReadsBack, Results, Waits; ///< Places of reads.
};

} // namespace simt

#endif
