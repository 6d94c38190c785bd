__device__ unsigned votes(bool p) {
  if (__any(p))         // match
    return __ballot(p); // match
  return 0;
}
__device__ unsigned others(bool p) {
  return __ballot_sync(~0u, p); // no match: it names its lanes
}
