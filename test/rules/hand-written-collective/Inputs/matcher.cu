__device__ float sum(float v) { // no match: none of its statements alone is a step
  for (int d = 16; d > 0; d /= 2) // match
    v += __shfl_down(v, d);
  return v;
}
__device__ float unrolled(float v) { // match
  v += __shfl_down(v, 2);
  v += __shfl_down(v, 1);
  return v;
}
__device__ void tail(volatile float *s, int tid) { // match
  s[tid] += s[tid + 2];
  s[tid] += s[tid + 1];
}
__global__ void uses(float *p, int n) { // no match
  float total = sum(p[n]); // match
  if (threadIdx.x == 0)
    p[0] = total;
  for (int i = 0; i < n; ++i) // no match: it counts, and shuffles nothing
    p[i] = 0;
  tail(p, n); // no match: it returns nothing
}
