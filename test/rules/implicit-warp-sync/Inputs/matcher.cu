__global__ void steps() {
  __shared__ float s[64];
  const int tid = threadIdx.x; // no match
  s[tid] += s[tid + 16];       // match
}
__device__ int *shared(int n);
__device__ void tail(volatile int *p, int tid) {
  p[tid] += p[tid + 4]; // match
  shared(tid)[0] = 1;   // match
}
__device__ void alone(int *p, int n) {
  int local[4] = {};
  for (int i = 0; i < n; ++i)
    local[i % 4] += i; // no match: of its own
  p[0] = local[0];     // match
}
struct Ends {
  int n;
  __device__ ~Ends();
  __device__ int twice() {
    return 2 * n; // match
  }
};
struct View {
  int *p;
};
__device__ int ofView(View v, int n) {
  return n + // no match
         *v.p; // match
}
__device__ int unwritten(int n) {
  alone(&n, 1); // match
  Ends ends{};  // match
  return n;     // no match
}
