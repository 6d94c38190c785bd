// NVIDIA's cooperative groups, as far as code that uses them needs it: the
// classes, signatures and constraints of the 12.9/13.0 guide ("Cooperative
// Groups"), no implementation.
#ifndef COOPIFY_CUDA_COOPERATIVE_GROUPS_H
#define COOPIFY_CUDA_COOPERATIVE_GROUPS_H

#if __has_include("coopify_words.h") // ParseUnit.cpp makes it
#include "coopify_words.h"
#endif
#include "cuda_runtime.h"

#if defined(__cplusplus) && defined(__CUDA__)
#include <type_traits>

namespace cooperative_groups {

namespace details {
template <class T>
using remove_qual = typename std::remove_cv<typename std::remove_reference<T>::type>::type;
// What a shuffle can carry: section "Warp Shuffle Functions" of the guide.
template <class T> struct shuffled {
  static_assert(std::is_trivially_copyable<T>::value, "Type is not compatible with shuffle");
  static_assert(sizeof(T) <= 32, "Type is too large for a shuffle");
  typedef T type;
};
struct coalesced_tag {};
} // namespace details

#define COOPIFY_CG static __inline__ __device__
#define COOPIFY_CG_SHUFFLE(NAME, SECOND)                                       \
  template <class T, class R = details::remove_qual<T>>                        \
  __device__ typename details::shuffled<R>::type NAME(T &&value, SECOND) const;
#define COOPIFY_CG_VOTES                                                       \
  __device__ int any(int predicate) const;                                     \
  __device__ int all(int predicate) const;                                     \
  __device__ unsigned int ballot(int predicate) const;                         \
  template <class T> __device__ unsigned int match_any(T value) const {        \
    static_assert(std::is_arithmetic<T>::value, "match_any takes arithmetic types");                \
    return 0;                                                                  \
  }                                                                            \
  template <class T> __device__ unsigned int match_all(T value, int &pred) const {                  \
    static_assert(std::is_arithmetic<T>::value, "match_all takes arithmetic types");                \
    return 0;                                                                  \
  }

class thread_block;
class coalesced_group;
class thread_group {
  friend __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
  friend __device__ thread_group tiled_partition(const thread_block &parent, unsigned int size);

protected:
  unsigned int data[4];
  __device__ thread_group() {}
  __device__ thread_group operator=(const thread_group &);

public:
  __device__ thread_group(const thread_group &) = default;
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long thread_rank() const;
  __device__ void sync() const;
  __device__ unsigned int get_type() const;
};

class grid_group : public thread_group {
  friend __device__ grid_group this_grid();
  const unsigned int id = 0; // groups are copied, never assigned
  __device__ grid_group() {}

public:
  typedef unsigned int arrival_token;
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
  static __device__ unsigned long long size();
  static __device__ dim3 group_dim();
  static __device__ dim3 dim_threads();
  static __device__ unsigned long long num_threads();
  static __device__ dim3 thread_index();
  static __device__ unsigned long long thread_rank();
  static __device__ dim3 dim_blocks();
  static __device__ unsigned long long num_blocks();
  static __device__ dim3 block_index();
  static __device__ unsigned long long block_rank();
  static __device__ dim3 dim_clusters();
  static __device__ unsigned long long num_clusters();
  static __device__ dim3 cluster_index();
  static __device__ unsigned long long cluster_rank();
};
__device__ grid_group this_grid();

class cluster_group : public thread_group {
  friend __device__ cluster_group this_cluster();
  __device__ cluster_group() {}

public:
  struct arrival_token {};
  static __device__ void sync();
  static __device__ arrival_token barrier_arrive();
  static __device__ void barrier_wait();
  static __device__ void barrier_wait(arrival_token &&);
  static __device__ unsigned int query_shared_rank(const void *address);
  template <class T> static __device__ T *map_shared_rank(T *address, int rank);
  static __device__ dim3 block_index();
  static __device__ unsigned int block_rank();
  static __device__ dim3 thread_index();
  static __device__ unsigned int thread_rank();
  static __device__ dim3 dim_blocks();
  static __device__ unsigned int num_blocks();
  static __device__ dim3 dim_threads();
  static __device__ unsigned int num_threads();
  static __device__ unsigned int size();
};
__device__ cluster_group this_cluster();

template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
  char scratch[MaxBlockSize / 32 * 8 + 16];
};

class thread_block : public thread_group {
  friend __device__ thread_block this_thread_block();
  template <unsigned int Size> friend __device__ thread_block this_thread_block(block_tile_memory<Size> &);
  const unsigned int id = 0; // copied, never assigned (semantics E)
  __device__ thread_block() {}

public:
  struct arrival_token {};
  __device__ thread_block(const thread_block &) = default;
  static __device__ void sync();
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
  static __device__ unsigned int size();
  static __device__ unsigned int thread_rank();
  static __device__ dim3 group_index();
  static __device__ dim3 thread_index();
  static __device__ dim3 group_dim();
  static __device__ dim3 dim_threads();
  static __device__ unsigned int num_threads();
};
__device__ thread_block this_thread_block();
template <unsigned int Size> __device__ thread_block this_thread_block(block_tile_memory<Size> &);

class coalesced_group : public thread_group {
  friend __device__ coalesced_group coalesced_threads();
  friend __device__ coalesced_group tiled_partition(const coalesced_group &, unsigned int);
  template <class G> friend __device__ coalesced_group binary_partition(const G &, bool);
  template <class L, class G> friend __device__ coalesced_group labeled_partition(const G &, L);

protected:
  __device__ coalesced_group() {}

public:
  __device__ coalesced_group(const coalesced_group &) = default;
  __device__ unsigned int num_threads() const;
  __device__ unsigned int size() const;
  __device__ unsigned int thread_rank() const;
  __device__ unsigned int meta_group_rank() const;
  __device__ unsigned int meta_group_size() const;
  __device__ void sync() const;
  // No shfl_xor: ranks are packed.
  COOPIFY_CG_SHUFFLE(shfl, int source)
  COOPIFY_CG_SHUFFLE(shfl_down, unsigned int delta)
  COOPIFY_CG_SHUFFLE(shfl_up, int delta)
  COOPIFY_CG_VOTES
};
__device__ coalesced_group coalesced_threads();

template <unsigned int Size, class ParentT = void> class thread_block_tile;

namespace details {
template <unsigned int Size> class tile_base {
public:
  static __device__ unsigned int thread_rank();
  static constexpr __device__ unsigned int num_threads() { return Size; }
  static constexpr __device__ unsigned int size() { return Size; }
};
// Up to a warp: everything.
template <unsigned int Size, bool MultiWarp> class tile : public tile_base<Size> {
public:
  static __device__ void sync();
  COOPIFY_CG_SHUFFLE(shfl, int source)
  COOPIFY_CG_SHUFFLE(shfl_down, unsigned int delta)
  COOPIFY_CG_SHUFFLE(shfl_up, unsigned int delta)
  COOPIFY_CG_SHUFFLE(shfl_xor, unsigned int mask)
  COOPIFY_CG_VOTES
};
// Several warps: no shuffles but shfl, no ballot.
template <unsigned int Size> class tile<Size, true> : public tile_base<Size> {
public:
  __device__ void sync() const;
  template <class T> __device__ T shfl(T value, unsigned int source) const;
  __device__ int any(int predicate) const;
  __device__ int all(int predicate) const;
};
template <unsigned int Size, class ParentT> struct partition;
} // namespace details

template <unsigned int Size, class ParentT>
class thread_block_tile : public details::tile<Size, (Size > 32)> {
  static_assert((Size & (Size - 1)) == 0 && Size <= 1024, "Size must be a power of 2");
  template <unsigned int S, class P> friend struct details::partition;

protected:
  __device__ thread_block_tile(const ParentT &) {}

public:
  static __device__ unsigned int meta_group_rank();
  static __device__ unsigned int meta_group_size();
  __device__ operator thread_block_tile<Size, void>() const;
  template <unsigned int S = Size, class = typename std::enable_if<S <= 32>::type>
  __device__ operator thread_group() const;
};
template <unsigned int Size>
class thread_block_tile<Size, void> : public details::tile<Size, (Size > 32)> {
  friend __device__ thread_block_tile<1, void> this_thread();

protected:
  __device__ thread_block_tile() {}

public:
  template <class ParentT> __device__ thread_block_tile(const thread_block_tile<Size, ParentT> &) {}
  __device__ unsigned int meta_group_rank() const;
  __device__ unsigned int meta_group_size() const;
  template <unsigned int S = Size, class = typename std::enable_if<S <= 32>::type>
  __device__ operator thread_group() const;
};

namespace details {
template <unsigned int Size> struct partition<Size, thread_block> : thread_block_tile<Size, thread_block> {
  __device__ partition(const thread_block &b) : thread_block_tile<Size, thread_block>(b) {}
};
template <unsigned int Size, unsigned int ParentSize, class G>
struct partition<Size, thread_block_tile<ParentSize, G>>
    : thread_block_tile<Size, thread_block_tile<ParentSize, G>> {
  static_assert(Size < ParentSize, "Tile size bigger or equal to the parent group size");
  __device__ partition(const thread_block_tile<ParentSize, G> &t)
      : thread_block_tile<Size, thread_block_tile<ParentSize, G>>(t) {}
};
} // namespace details

template <unsigned int Size, class ParentT>
COOPIFY_CG thread_block_tile<Size, ParentT> tiled_partition(const ParentT &parent) {
  return details::partition<Size, ParentT>(parent);
}
__device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);
__device__ thread_group tiled_partition(const thread_block &parent, unsigned int size);
__device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size);
template <class G> __device__ coalesced_group binary_partition(const G &group, bool predicate);
template <class L, class G> __device__ coalesced_group labeled_partition(const G &group, L label);
__device__ thread_block_tile<1, void> this_thread();

template <class G> COOPIFY_CG void sync(const G &g) { g.sync(); }
template <class G> COOPIFY_CG auto thread_rank(const G &g) -> decltype(g.thread_rank()) {
  return g.thread_rank();
}
template <class G> COOPIFY_CG auto group_size(const G &g) -> decltype(g.num_threads()) {
  return g.num_threads();
}

// Of <cooperative_groups/...>, visible through this header in part.
#define COOPIFY_CG_OPERATOR(NAME, EXPRESSION)                                  \
  template <class T> struct NAME {                                             \
    __device__ T operator()(T a, T b) const { return EXPRESSION; }             \
  };
COOPIFY_CG_OPERATOR(plus, a + b)
COOPIFY_CG_OPERATOR(less, (b < a) ? b : a)
COOPIFY_CG_OPERATOR(greater, (a < b) ? b : a)
COOPIFY_CG_OPERATOR(bit_and, a & b)
COOPIFY_CG_OPERATOR(bit_or, a | b)
COOPIFY_CG_OPERATOR(bit_xor, a ^ b)
#undef COOPIFY_CG_OPERATOR

template <class G, class F, class... A> COOPIFY_CG void invoke_one(const G &group, F &&f, A &&...a) {
  if (group.thread_rank() == 0)
    static_cast<F &&>(f)(static_cast<A &&>(a)...);
}
template <class G, class F, class... A>
COOPIFY_CG auto invoke_one_broadcast(const G &group, F &&f, A &&...a)
    -> decltype(static_cast<F &&>(f)(static_cast<A &&>(a)...)) {
  return group.shfl(static_cast<F &&>(f)(static_cast<A &&>(a)...), 0);
}

#undef COOPIFY_CG
#undef COOPIFY_CG_SHUFFLE
#undef COOPIFY_CG_VOTES

// NVIDIA's names itself from the global scope: it does not compile in another namespace.
namespace details {
typedef ::cooperative_groups::thread_block in_global_scope;
} // namespace details

} // namespace cooperative_groups
#endif

#endif
