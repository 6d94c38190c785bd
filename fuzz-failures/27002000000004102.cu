// complaint (assumed), block 32: block 32, input 0, fair seed 1, arguments int bits 1, int bits 3: race: dynamic+100: nothing orders these accesses
//   thread 24 reads at a.cu:41
//   thread 25 writes at a.cu:34
// completed after 1028 steps
// 
// ./dev fuzz --replay=27002000000004102
// program 27002000000004102
__device__ static inline short f23_27002000000004102(const int a17) {
  int v18 = 2;
  if (threadIdx.y != 0) v18 += (int)__shfl_up((int)[=](int &a19, const int a20) -> int {
    int v21 = 2;
    v21 -= a19;
    if (a20 > 3) v21 += __all((v21 + a20));
    return a19;
  }
  (v18, v18), 11);
  return 1;
}
__device__ static int f29_27002000000004102(int a30) { return a30; }
struct T32_27002000000004102 { __device__ long long f31_27002000000004102(volatile int *a12, volatile int *a13, int &a14, volatile int *a15) const {
    int v16 = 3;
    a15[(int)(threadIdx.x)] = f23_27002000000004102((v16 - [&](volatile int *__restrict__ a24, short a25) -> long long {
      int v26 = 3;
      if ((threadIdx.x % 8u) < 1) v26 += (int)__ballot(0 > 4);
      a24[(int)(((blockDim.x * threadIdx.y) + threadIdx.x))] = a25;
      v26 += a24[(int)(threadIdx.x) + 1];
      if (threadIdx.x >= 0) v26 += (int)__shfl_down((int)(int)cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block()).thread_rank(), 15);
      unsigned l27;
      asm("{ .reg .u32 l; mov.u32 l, %%laneid; shl.b32 %0, l, 3; }" : "=r"(l27));
      return v26;
    }
    ((volatile int *)(a13), f29_27002000000004102((6 * a14)))));
    __syncthreads();
    v16 += a15[(int)(threadIdx.x) + 4];
    return a14;
  }
};
template <class F, class A0, class A1, class A2, class A3> __device__ int f33_27002000000004102(F f, A0 &&a0, A1 &&a1, A2 &&a2, A3 &&a3) { return f.f31_27002000000004102(a0, a1, a2, a3); }
__global__ void k1_27002000000004102(int *out, const int *__restrict__ in, int n, int m, int *cnt, int *bag, int *board) {
  unsigned t2 = ((blockDim.x * threadIdx.y) + threadIdx.x);
  int gid = blockIdx.x * 32 + t2;
  const unsigned l3 = t2 & 31;
  short v4 = l3;
  extern __shared__ volatile int s5[];
  for (int i6 = t2; i6 < 96; i6 += 32) s5[i6] = in[i6];
  __syncthreads();
  int v7 = in[gid + 0];
  int v8 = in[gid + 13];
  int v9 = in[gid + 26];
  int v10 = n;
  cooperative_groups::coalesced_threads().sync();
  long long v11 = f33_27002000000004102(T32_27002000000004102{}, wayTo((volatile int *)(s5)), (volatile int *)(s5), v9, (volatile int *)(s5));
  out[4 * gid + 0] = v7;
  out[4 * gid + 1] = v8;
  out[4 * gid + 2] = v9;
  __syncthreads();
  out[4 * gid + 3] = s5[t2];
}
