__device__ unsigned peers(int key) {
  unsigned unclaimed = ~0u, mine;
  bool peer;
  do { // match
    peer = key == __shfl(key, __ffs(unclaimed) - 1);
    mine = __ballot(peer);
    unclaimed ^= mine;
  } while (!peer);
  return mine;
}
__device__ int ballots(int n) {
  int count = 0;
  for (int i = 0; i < n; ++i) // no match: no key goes round
    count += __ballot(i) != 0;
  return __shfl(count, 0); // no match: no loop
}
