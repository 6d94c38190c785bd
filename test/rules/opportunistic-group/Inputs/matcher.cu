__device__ int aggregated(int *counter) {
  unsigned active = __ballot(1); // match
  unsigned here = __activemask(); // match
  return atomicAdd(counter, active & here);
}
__device__ int others(int *counter) {
  unsigned named = __ballot_sync(~0u, 1); // no match: it names its lanes
  int old = atomicAdd(counter, 1);        // no match
  return old + named + __ballot(1);       // no match: held by no variable
}
__device__ int masks(int v) {
  v += __shfl_sync(__activemask(), v, 0); // match
  return __shfl_sync(~0u, v, 0);          // no match
}
