__device__ void helper(int *p) {
  p[0] = 0;
  __syncthreads(); // match
}
struct Group {
  __device__ void __syncthreads();
};
__global__ void kernel(Group g) {
  g.__syncthreads(); // no match: a member of the user's
  __syncwarp();      // no match
}
