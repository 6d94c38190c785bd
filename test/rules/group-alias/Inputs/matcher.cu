__device__ unsigned threads(const cooperative_groups::thread_block &block) {
  return block.size(); // match
}
struct Mine {
  __device__ int length() const;
};
__device__ int size();
__device__ int other(const Mine &mine) {
  return mine.length() + size(); // no match: no member, and no such name
}
