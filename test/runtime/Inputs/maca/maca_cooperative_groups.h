// The classes and functions that MXMACA's guide documents (seed 003, 2.3 to 2.5), declared only.
#ifndef MACA_COOPERATIVE_GROUPS_STUB_H
#define MACA_COOPERATIVE_GROUPS_STUB_H

#include "mc_runtime.h"

namespace cooperative_groups {

class thread_group {
public:
  __device__ void sync() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long thread_rank() const;
};

class thread_block : public thread_group {
public:
  static __device__ void sync();
  static __device__ unsigned thread_rank();
  static __device__ dim3 group_index();
  static __device__ dim3 thread_index();
  static __device__ dim3 dim_threads();
  static __device__ unsigned num_threads();
  static __device__ unsigned size();
  static __device__ dim3 group_dim();
};
__device__ thread_block this_thread_block();

class grid_group : public thread_group {
public:
  __device__ bool is_valid() const;
  __device__ void sync() const;
  static __device__ unsigned long long thread_rank();
  static __device__ unsigned long long block_rank();
  static __device__ unsigned long long num_threads();
  static __device__ unsigned long long num_blocks();
  static __device__ dim3 dim_blocks();
  static __device__ dim3 block_index();
  static __device__ unsigned long long size();
  static __device__ dim3 group_dim();
};
__device__ grid_group this_grid();

class multi_grid_group : public thread_group {
public:
  __device__ bool is_valid() const;
  __device__ void sync() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long thread_rank() const;
  __device__ unsigned grid_rank() const;
  __device__ unsigned long long size() const;
};
__device__ multi_grid_group this_multi_grid();

// Members of tiles and of coalesced groups. The guide's lists leave out shfl and use it below.
#define MACA_WARP_GROUP                                                                            \
  __device__ void sync() const;                                                                    \
  __device__ unsigned long long num_threads() const;                                               \
  __device__ unsigned long long thread_rank() const;                                               \
  __device__ unsigned long long meta_group_size() const;                                           \
  __device__ unsigned long long meta_group_rank() const;                                           \
  __device__ unsigned long long size() const;                                                      \
  template <typename T> __device__ T shfl(T var, unsigned source) const;                           \
  template <typename T> __device__ T shfl_up(T var, int delta) const;                              \
  template <typename T> __device__ T shfl_down(T var, int delta) const;                            \
  template <typename T> __device__ T shfl_xor(T var, int delta) const;                             \
  __device__ int any(int predicate) const;                                                         \
  __device__ int all(int predicate) const;                                                         \
  __device__ unsigned long long ballot(int predicate) const;                                       \
  template <typename T> __device__ unsigned long long match_any(T val) const;                      \
  template <typename T> __device__ unsigned long long match_all(T val, int &pred) const;

template <unsigned Size, typename ParentT = void> class thread_block_tile;
template <unsigned Size> class thread_block_tile<Size, void> : public thread_group {
public:
  MACA_WARP_GROUP
};
template <unsigned Size, typename ParentT> class thread_block_tile {
  static_assert(Size <= 64 && (Size & (Size - 1)) == 0, "seed 003, 2.3.2.1");

public:
  MACA_WARP_GROUP
  __device__ operator thread_block_tile<Size, void>() const;
};
__device__ thread_block_tile<1> this_thread();

class coalesced_group : public thread_group {
public:
  MACA_WARP_GROUP
};
__device__ coalesced_group coalesced_threads();

template <unsigned Size, typename ParentT>
__device__ thread_block_tile<Size, ParentT> tiled_partition(const ParentT &g);
__device__ thread_group tiled_partition(const thread_group &parent, unsigned tilesz);
__device__ coalesced_group labeled_partition(const coalesced_group &g, int label);
template <unsigned Size, typename ParentT>
__device__ coalesced_group labeled_partition(const thread_block_tile<Size, ParentT> &g, int label);
__device__ coalesced_group binary_partition(const coalesced_group &g, bool pred);
template <unsigned Size, typename ParentT>
__device__ coalesced_group binary_partition(const thread_block_tile<Size, ParentT> &g, bool pred);

template <typename T> __device__ void sync(T &group);
template <typename T> __device__ unsigned long long thread_rank(T &group);
template <typename T> __device__ unsigned long long group_size(T &group);

} // namespace cooperative_groups

#endif // MACA_COOPERATIVE_GROUPS_STUB_H
