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
