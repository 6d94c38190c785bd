__device__ int all(int v) {
  v += __shfl_sync(0xffffffff, v, 1);          // match
  v += __shfl_down_sync(0xf, v, 1);            // match: who is named is asked later
  v += __ballot_sync(0xffffffff, v);           // match
  __syncwarp();                                // match
  v += __all_sync(0xffffffff, v);              // no match: tile.all() compares with the full mask
  return v + __match_any_sync(0xffffffff, v);  // no match
}
