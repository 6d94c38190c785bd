//===- lanes_indices.h - Indices by the variables of CUDA --------------------===//
//
// threadIdx and its siblings; host passes know them too.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DETAIL_LANES_INDICES_H
#define COOPIFY_DETAIL_LANES_INDICES_H

namespace coopify {
namespace detail {
namespace lanes {

COOPIFY_FN index3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
COOPIFY_FN index3 block_dim() { return {blockDim.x, blockDim.y, blockDim.z}; }
COOPIFY_FN index3 block_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
COOPIFY_FN index3 grid_dim() { return {gridDim.x, gridDim.y, gridDim.z}; }

} // namespace lanes
} // namespace detail
} // namespace coopify

#endif // COOPIFY_DETAIL_LANES_INDICES_H
