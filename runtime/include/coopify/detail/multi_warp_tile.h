//===- multi_warp_tile.h - Collectives of a tile of several warps ---------------===//
//
// Warps meet in the memory that the kernel reserved (block_tile_memory): each
// warp's first lane counts itself in and, but for the last one, waits for the
// generation to change. One lane of a warp waits while the others stand still at the
// warp's sync, so that this ends below sm_70 as well.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_MULTI_WARP_TILE_H
#define COOPIFY_DETAIL_MULTI_WARP_TILE_H

#include "group_base.h"
#include "votes.h"
#include "words.h"

namespace coopify {
namespace detail {

constexpr unsigned largest_block = 1024;

/// One meeting point; a tile uses that of its size and of its first warp.
struct warp_barrier {
  unsigned arrived;
  unsigned generation;
};

/// How many warps a tile of the size class has, and where the class's barriers begin when the
/// classes of 2, 4, 8... warps lie one after another, each with one barrier a tile.
COOPIFY_FN unsigned barriers_of_classes(unsigned warps_of_block, unsigned below) {
  unsigned barriers = 0;
  for (unsigned warps = 2; warps < below; warps *= 2)
    barriers += rounded_up(warps_of_block, warps);
  return barriers;
}

constexpr unsigned bytes_per_warp = 32; // the largest value that can be exchanged

/// What tiles of several warps keep in shared memory.
struct tile_memory {
  unsigned warps; // of the block at most
  warp_barrier *barriers;
  unsigned char *values; // bytes_per_warp for each warp of the block
};

COOPIFY_FN unsigned warp_of_thread() { return block_rank_of_thread() / warp_lanes; }

/// The barrier of the caller's tile of `warps` warps.
COOPIFY_FN warp_barrier &barrier_of_tile(tile_memory &memory, unsigned warps) {
  return memory.barriers[barriers_of_classes(memory.warps, warps) + warp_of_thread() / warps];
}

/// Waits for all warps of the caller's tile of `warps` warps.
COOPIFY_FN void sync_warps(tile_memory &memory, unsigned warps) {
  lanes::sync(all_lanes);
  if (lanes::lane_id() == 0) {
    warp_barrier &barrier = barrier_of_tile(memory, warps);
    const unsigned generation = lanes::fetch_add(&barrier.generation, 0);
    lanes::block_fence();
    if (lanes::fetch_add(&barrier.arrived, 1) == warps - 1) {
      lanes::fetch_add(&barrier.arrived, 0u - warps);
      lanes::block_fence();
      lanes::fetch_add(&barrier.generation, 1);
    } else {
      while (lanes::fetch_add(&barrier.generation, 0) == generation) {
      }
    }
    lanes::block_fence();
  }
  lanes::sync(all_lanes);
}

/// What thread_block_tile offers for sizes above a warp (seed 004, 4.2.1.3). The block must be made
/// with this_thread_block(memory) and its size be a multiple of Size. All threads of the tile must
/// call a collective; none of them may have exited.
template <unsigned Size> class multi_warp_tile {
  static_assert((Size & (Size - 1)) == 0 && Size <= largest_block,
                "a tile has a power of two of threads, 1024 at most");

public:
  COOPIFY_STATIC_FN unsigned thread_rank() { return block_rank_of_thread() & (Size - 1); }
  COOPIFY_FN static constexpr unsigned num_threads() { return Size; }
  COOPIFY_FN static constexpr unsigned size() { return Size; }

  COOPIFY_FN void sync() const { sync_warps(*memory_, warps()); }

  /// The value of the thread of rank `source`, which all threads must name alike.
  template <typename T> COOPIFY_FN T shfl(T value, unsigned source) const {
    T *slot = slot_of_warp<T>(source / warp_lanes);
    if (thread_rank() == source)
      *slot = value;
    sync();
    const T result = *slot;
    sync(); // the slot may be written again
    return result;
  }
  COOPIFY_FN int any(int predicate) const {
    return fold(vote_any(all_lanes, predicate), [](int a, int b) { return a | b; });
  }
  COOPIFY_FN int all(int predicate) const {
    return fold(vote_all(all_lanes, predicate), [](int a, int b) { return a & b; });
  }

  // Each warp combines the values of all by itself, each of its aligned runs of warps() lanes as
  // NVIDIA's last warp does: results are equal bit for bit, also of floating-point numbers.

  /// Combines one value of each warp by a butterfly and gives all threads the result. `value` must
  /// be the same in all lanes of a warp.
  template <typename T, typename Op> COOPIFY_FN T fold(T value, Op op) const {
    T result = value_of_lanes_warp(value);
    for (unsigned distance = warps() / 2; distance > 0; distance /= 2)
      result = op(result, shuffle_xor(all_lanes, result, distance, warps()));
    result = shuffle(all_lanes, result, own_warp(), warps());
    sync(); // the slots may be written again
    return result;
  }

  /// The same over the warps before the caller's, by a scan: a later value is op's first operand.
  /// `found` is false in the first warp, whose result means nothing.
  template <typename T, typename Op> COOPIFY_FN T fold_before(T value, Op op, bool &found) const {
    T result = value_of_lanes_warp(value);
    for (unsigned distance = 1; distance < warps(); distance *= 2) {
      const T before = shuffle_up(all_lanes, result, distance, warps());
      if (distance <= lanes::lane_id() % warps())
        result = op(result, before);
    }
    found = own_warp() != 0;
    result = shuffle(all_lanes, result, own_warp() - 1, warps());
    sync(); // the slots may be written again
    return result;
  }

protected:
  COOPIFY_FN explicit multi_warp_tile(tile_memory *memory) : memory_(memory) {
    if (memory == nullptr)
      COOPIFY_TRAP(); // the block was made without a block_tile_memory
  }
  COOPIFY_FN tile_memory *memory() const { return memory_; }

private:
  friend struct access;

  COOPIFY_FN static constexpr unsigned warps() { return Size / warp_lanes; }
  COOPIFY_STATIC_FN unsigned own_warp() { return thread_rank() / warp_lanes; }

  /// Exchanges the warps' values: lane i gets that of warp i mod warps().
  template <typename T> COOPIFY_FN T value_of_lanes_warp(T value) const {
    if (lanes::lane_id() == 0)
      *slot_of_warp<T>(own_warp()) = value;
    sync();
    return *slot_of_warp<T>(lanes::lane_id() % warps());
  }

  template <typename T> COOPIFY_FN T *slot_of_warp(unsigned warp) const {
    static_assert(sizeof(words<T>) <= bytes_per_warp, "only values of up to 32 bytes");
    const unsigned first = (block_rank_of_thread() - thread_rank()) / warp_lanes;
    return reinterpret_cast<T *>(memory_->values + (first + warp) * bytes_per_warp);
  }

  tile_memory *memory_;
};

} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_MULTI_WARP_TILE_H
