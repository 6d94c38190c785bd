__device__ float shuffles(float v) {
  v += __shfl_down(v, 16); // match
  return __shfl(v, 0);     // match
}
struct Warp {
  __device__ float __shfl(float v, int lane);
};
__device__ float others(Warp w, float v) {
  v += __shfl_sync(~0u, v, 0); // no match: it names its lanes
  return w.__shfl(v, 0);       // no match: a member of the user's
}
