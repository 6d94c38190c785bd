// Cooperative groups of HIP and of MXMACA (seed 003): the documented classes and
// signatures, no implementation. A size is unsigned in HIP, 64 bits in MXMACA.
#ifndef COOPIFY_HIP_GROUPS_H
#define COOPIFY_HIP_GROUPS_H

#include <type_traits>

#include "coopify_hip_builtins.h"

namespace cooperative_groups {

namespace details {
#ifdef __MACA__
typedef unsigned long long size_type;
#else
typedef unsigned int size_type;
#endif
template <class T>
using remove_qual = typename std::remove_cv<typename std::remove_reference<T>::type>::type;
// What a shuffle can carry.
template <class T> struct shuffled {
  static_assert(std::is_trivially_copyable<T>::value, "Type is not compatible with shuffle");
  static_assert(sizeof(T) <= 32, "Type is too large for a shuffle");
  typedef T type;
};
} // namespace details

#define COOPIFY_CG_SHUFFLE(NAME, SECOND)                                       \
  template <class T, class R = details::remove_qual<T>>                        \
  __device__ typename details::shuffled<R>::type NAME(T &&value, SECOND) const;
#define COOPIFY_CG_VOTES                                                       \
  __device__ int any(int predicate) const;                                     \
  __device__ int all(int predicate) const;                                     \
  __device__ unsigned long long ballot(int predicate) const;                   \
  template <class T> __device__ unsigned long long match_any(T value) const;   \
  template <class T> __device__ unsigned long long match_all(T value, int &pred) const;

class thread_block;
class coalesced_group;
class thread_group {
  friend __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
  friend __device__ thread_group tiled_partition(const thread_block &parent, unsigned int size);

protected:
  unsigned int data[4];
  __device__ thread_group() {}

public:
  __device__ thread_group(const thread_group &) = default;
  __device__ thread_group &operator=(const thread_group &) = default;
  __device__ details::size_type size() const;
  __device__ details::size_type num_threads() const;
  __device__ details::size_type thread_rank() const;
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ unsigned int cg_type() const;
};

class multi_grid_group : public thread_group {
  friend __device__ multi_grid_group this_multi_grid();
  __device__ multi_grid_group() {}

public:
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ details::size_type num_threads() const;
  __device__ details::size_type thread_rank() const;
  __device__ unsigned int grid_rank() const;
  __device__ unsigned int num_grids() const;
  __device__ details::size_type size() const;
};
__device__ multi_grid_group this_multi_grid();

class grid_group : public thread_group {
  friend __device__ grid_group this_grid();
  __device__ grid_group() {}

public:
  struct arrival_token {
    unsigned int signal;
  };
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
  static __device__ details::size_type thread_rank();
  static __device__ details::size_type block_rank();
  static __device__ details::size_type num_threads();
  static __device__ details::size_type num_blocks();
  static __device__ dim3 dim_blocks();
  static __device__ dim3 block_index();
  static __device__ details::size_type size();
  static __device__ dim3 group_dim();
};
__device__ grid_group this_grid();

class thread_block : public thread_group {
  friend __device__ thread_block this_thread_block();
  __device__ thread_block() {}

public:
  struct arrival_token {};
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
  static __device__ bool is_valid();
  static __device__ void sync();
  static __device__ unsigned int thread_rank();
  static __device__ unsigned int num_threads();
  static __device__ unsigned int size();
  static __device__ dim3 group_index();
  static __device__ dim3 thread_index();
  static __device__ dim3 group_dim();
  static __device__ dim3 dim_threads();
};
__device__ thread_block this_thread_block();

class coalesced_group : public thread_group {
  friend __device__ coalesced_group coalesced_threads();
  template <class G> friend __device__ coalesced_group binary_partition(const G &, bool);
  template <class G> friend __device__ coalesced_group labeled_partition(const G &, int);

protected:
  __device__ coalesced_group() {}

public:
  __device__ details::size_type num_threads() const;
  __device__ details::size_type size() const;
  __device__ details::size_type thread_rank() const;
  __device__ details::size_type meta_group_rank() const;
  __device__ details::size_type meta_group_size() const;
  __device__ void sync() const;
  COOPIFY_CG_SHUFFLE(shfl, int source)
  COOPIFY_CG_SHUFFLE(shfl_down, unsigned int delta)
  COOPIFY_CG_SHUFFLE(shfl_up, unsigned int delta)
#ifdef __MACA__ // listed, though ranks are packed
  COOPIFY_CG_SHUFFLE(shfl_xor, unsigned int mask)
#endif
  COOPIFY_CG_VOTES
};
__device__ coalesced_group coalesced_threads();

template <unsigned int Size, class ParentT = void> class thread_block_tile;

namespace details {
template <unsigned int Size> class tile_base {
  static_assert((Size & (Size - 1)) == 0 && Size <= 1024, "Size must be a power of 2");

public:
  static __device__ size_type thread_rank();
  static constexpr __device__ size_type num_threads() { return Size; }
  static constexpr __device__ size_type size() { return Size; }
  static __device__ bool is_valid();
  static __device__ void sync();
  COOPIFY_CG_SHUFFLE(shfl, int source)
  COOPIFY_CG_SHUFFLE(shfl_down, unsigned int delta)
  COOPIFY_CG_SHUFFLE(shfl_up, unsigned int delta)
  COOPIFY_CG_SHUFFLE(shfl_xor, unsigned int mask)
  COOPIFY_CG_VOTES
};
template <unsigned int Size, class ParentT> struct partition;
} // namespace details

template <unsigned int Size, class ParentT>
class thread_block_tile : public details::tile_base<Size> {
  template <unsigned int S, class P> friend struct details::partition;

protected:
  __device__ thread_block_tile(const ParentT &) {}

public:
  static __device__ details::size_type meta_group_rank();
  static __device__ details::size_type meta_group_size();
  __device__ operator thread_block_tile<Size, void>() const;
  __device__ operator thread_group() const;
};
template <unsigned int Size> class thread_block_tile<Size, void> : public details::tile_base<Size> {
#ifdef __MACA__
  friend __device__ thread_block_tile<1, void> this_thread();
#endif

protected:
  __device__ thread_block_tile() {}

public:
  template <class ParentT> __device__ thread_block_tile(const thread_block_tile<Size, ParentT> &) {}
  __device__ details::size_type meta_group_rank() const;
  __device__ details::size_type meta_group_size() const;
  __device__ operator thread_group() const;
};

namespace details {
template <unsigned int Size, class ParentT> struct partition : thread_block_tile<Size, ParentT> {
  __device__ partition(const ParentT &parent) : thread_block_tile<Size, ParentT>(parent) {}
};
} // namespace details

template <unsigned int Size, class ParentT>
static inline __device__ thread_block_tile<Size, ParentT> tiled_partition(const ParentT &parent) {
  return details::partition<Size, ParentT>(parent);
}
__device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
__device__ thread_group tiled_partition(const thread_block &parent, unsigned int size);
__device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size);
template <class G> __device__ coalesced_group binary_partition(const G &group, bool predicate);
#ifdef __MACA__
template <class G> __device__ coalesced_group labeled_partition(const G &group, int label);
__device__ thread_block_tile<1, void> this_thread();
#endif

template <class G> static inline __device__ void sync(const G &g) { g.sync(); }
template <class G> static inline __device__ auto thread_rank(const G &g) -> decltype(g.thread_rank()) {
  return g.thread_rank();
}
template <class G> static inline __device__ auto group_size(const G &g) -> decltype(g.size()) {
  return g.size();
}
template <class G> static inline __device__ bool is_valid(const G &g) { return g.is_valid(); }
#ifdef __MACA__
template <class G> static inline __device__ auto size(const G &g) -> decltype(g.size()) {
  return g.size();
}
#endif

#undef COOPIFY_CG_SHUFFLE
#undef COOPIFY_CG_VOTES

} // namespace cooperative_groups

#endif
