//===- GridOrder.h - what happened before what, between blocks ---*- C++ -*-===//
#ifndef COOPIFY_SIMT_GRIDORDER_H
#define COOPIFY_SIMT_GRIDORDER_H

#include "LaunchOrder.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace simt {

/// A block between two of its barriers; later ones have greater numbers. 0: never.
using Phase = uint32_t;

using ClockRow = std::vector<uint32_t>;

/// For whom a fence is (CUDA guide, memory fence functions).
enum class FenceFor : uint8_t { Block, Grid };

/// What a block had done when one of its threads fenced: all of earlier phases, and of that phase
/// what the row says of each thread.
struct BlockView {
  Phase Until = 0;
  std::shared_ptr<ClockRow> Row; ///< Null: nobody did. Not written while it is shared.

  /// True if it is more than before.
  bool add(const BlockView &Other);
};

class Publications;

/// What is known of other blocks: all that was published at some addresses so far.
class Knowledge {
public:
  /// True if it is more than before.
  bool add(const Publications *Place, uint32_t Count);
  void add(const Knowledge &Other);
  bool empty() const { return Seen.empty(); }
  bool has(const Publications *Place, uint32_t Count) const;
  bool knows(unsigned Block, Phase When, unsigned Owner, uint32_t Clock) const;

private:
  std::vector<std::pair<const Publications *, uint32_t>> Seen;
};

/// What threads published at one address, in the order of time.
class Publications {
public:
  void publish(unsigned Block, BlockView View);
  void addOthers(const Knowledge &Known) { Others.add(Known); }
  uint32_t count() const { return Count; }
  const Knowledge &others() const { return Others; }
  bool knows(uint32_t Seen, unsigned Block, Phase When, unsigned Owner, uint32_t Clock) const;

private:
  struct Entry {
    uint32_t Number;
    BlockView View; ///< Of all of this block up to here.
  };
  uint32_t Count = 0;
  std::unordered_map<unsigned, std::vector<Entry>> ByBlock;
  Knowledge Others;
};

/// Of a launch: what orders blocks.
///
/// A fence, then an atomic or volatile write, that another block's atomic or volatile read sees,
/// which then fences (PTX ISA, memory consistency model: release and acquire patterns). Syncs of
/// threads may lie between: see Order. On the reading side a block barrier does as well: CUDA's own
/// threadFenceReduction sample reads the other blocks' sums behind one (CUDA guide, memory fence
/// functions). The grid's barrier orders all.
class Grid {
public:
  void begin(unsigned Blocks);
  bool hasOtherBlocks() const { return Blocks > 1; }
  /// Everything so far comes before everything after.
  void orderAll() { FirstPhase = LastPhase + 1; }
  /// Another launch runs while this one stands still; it comes after all that was before it, and
  /// before all that is after it.
  Grid setAside();
  void takeBack(Grid Aside);
  Phase newPhase(unsigned Block);
  bool isOver(Phase When) const {
    return When < FirstPhase && (When >= FirstOfLaunch || TheLaunches.isBefore(When));
  }
  bool isOfLaunch(Phase When) const { return When >= FirstOfLaunch; }
  unsigned blockOf(Phase When) const {
    const Run &R = Runs[usualRun(When)];
    return R.holds(When) ? R.Block : findBlock(When);
  }
  /// What is published there; null if nothing is and \p Make is false.
  Publications *at(uintptr_t Address, bool Make);
  /// Too much is published to keep it apart: who saw something knows all. Rather a race that is not
  /// found than one that is none.
  bool isFull() const { return Kept > MostKept; }
  /// For as long as the launch. Blocks that do the same share a row.
  std::shared_ptr<ClockRow> keep(const std::shared_ptr<ClockRow> &Done);

private:
  // In clocks.
  static constexpr size_t MostKept = 64 << 20;
  static constexpr size_t SizeOfEntry = 8, SizeOfRow = 16; ///< Beside its clocks.
  /// Phases of one block, up to the next run. Of another grid's in between nobody asks.
  struct Run {
    Phase First;
    uint32_t Count, Block;
    bool holds(Phase When) const { return When - First < Count; }
  };
  /// Where it is if all blocks have as many phases.
  size_t usualRun(Phase When) const {
    const Phase First = Runs.front().First;
    return uint64_t(When - First) * Runs.size() / (LastPhase - First + 1);
  }
  unsigned findBlock(Phase When) const;

  unsigned Blocks = 0;
  Phase LastPhase = 0, FirstPhase = 1, FirstOfLaunch = 1;
  size_t Kept = 0;
  std::shared_ptr<ClockRow> LastKept;
  std::vector<Run> Runs;
  std::unordered_map<uintptr_t, Publications> Places;
};

extern Grid TheGrid;

/// Of a block: what its threads know of the others.
class OtherBlocks {
public:
  void begin(unsigned NewBlock, unsigned Threads);
  void end() { Now = 0; }
  bool areThere() const { return Now && TheGrid.hasOtherBlocks(); }
  Phase now() const { return Now; } ///< 0: nobody asks.
  unsigned block() const { return Block; }
  bool knows(unsigned Owner, unsigned OfBlock, Phase When, unsigned Other, uint32_t Clock) const;

  /// All that was published there.
  bool hasSeenAll(unsigned Owner, uintptr_t Address) const;

  void blockBarrier();
  /// \p Done: what the owner knows of the threads of its block.
  void fence(unsigned Owner, FenceFor For, const std::shared_ptr<ClockRow> &Done);
  void observe(unsigned Owner, uintptr_t Address);
  void publish(unsigned Owner, uintptr_t Address);
  void share(unsigned From, unsigned To); ///< By a sync of some threads.
  /// By a barrier; generous with one that has a number, which some only come to.
  void shareWithAll(unsigned From, bool WithFences = true);

private:
  struct ThreadView {
    Knowledge Known, Seen, AtFence;          ///< Since the block's last barrier.
    Knowledge SeenInBlock, AtAnyFence;       ///< From and for threads of the block.
    BlockView Fenced;                        ///< By the fences that it knows of.
    const Publications *LastPlace = nullptr; ///< Where what it fenced is published already.
  };
  ThreadView &view(unsigned Owner);

  unsigned Block = 0, ThreadCount = 0;
  Phase Now = 0;
  Knowledge OfAll;                                  ///< That each of its threads has,
  Knowledge AtFenceOfAll;                           ///< and had at a fence.
  BlockView FencedByAll, FencedSoFar;               ///< By fences before its last barrier; by all.
  std::unordered_map<uintptr_t, Knowledge> InBlock; ///< What its threads published.
  std::vector<ThreadView> Views; ///< Empty in a block without fences and what they publish.
};

} // namespace simt

#endif
