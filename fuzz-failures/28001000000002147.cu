// complaint (assumed), block 64: block 64, input 0, fair seed 1, arguments int bits 3, int bits 2: race: q22+124: nothing orders these accesses
//   thread 12 reads at a.cu:119
//   thread 31 writes at a.cu:116
// race: q22+124: nothing orders these accesses
//   thread 12 reads at a.cu:119
//   thread 31 writes at a.cu:117
// race: q22+124: nothing orders these accesses
//   thread 31 writes at a.cu:117
//   thread 13 reads at a.cu:119
// completed after 4970 steps
// 
// ./dev fuzz --replay=28001000000002147
// program 28001000000002147
__shared__ volatile int s6_28001000000002147[128];
__device__ static int f16_28001000000002147(int a17) { return (
#ifdef ALT
  [] { unsigned l18; asm("mov.u32 %0, %%laneid;" : "=r"(l18)); return l18; }()
#else
  a17
#endif
  ); }
struct T13_28001000000002147 { int m14_28001000000002147 = f16_28001000000002147(1); };
struct T31_28001000000002147 { __device__ short f30_28001000000002147(int a25, const int a26, volatile int *a27) const {
    int v28 = 1;
    if (a25 & 1) v28 ^= (int)__shfl((int)__shfl_xor((int)[&] { return 6; }(), a26, 16), 13);
    for (int i29 = 0; i29 < 1 + (a25 & 1); ++i29) {
      switch (a25 & 3) {
        case 0: {
          if (blockIdx.x == 1) {
            v28 ^= v28;
            v28 ^= 9;
          } else {
            v28 ^= v28;
            v28 = v28;
            v28 += v28;
          }
        } break;
        case 1: {
          v28 += 9;
          v28 += v28;
        } break;
        case 2: {
          v28 = 4;
          v28 = v28;
        } break;
        default: ;
      }
      v28 += v28;
    }
    return v28;
  }
};
template <class F, class... A> __device__ int f32_28001000000002147(F f, A &&...a) { if constexpr (requires { f.f30_28001000000002147(a...); }) return f.f30_28001000000002147(a...); else return -1; }
struct T36_28001000000002147 { static __device__ long long f35_28001000000002147(int a33) {
    int v34 = 0;
    v34 = v34 = __shfl_up_sync(0xffffffffu, (int)v34, 16);
    __syncthreads();
    if (((threadIdx.x << 3) / 2)) v34 = __all(v34 < 1);
    v34 ^= __popc(__ballot((v34 ^ v34)) & 0xff);
    v34 += v34;
    v34 = v34;
    return v34;
  }
};
__device__ static inline unsigned f49_28001000000002147(int a47) {
  int v48 = 2;
  v48 += __shfl_xor((int)(v48 | 9), a47, 8);
  v48 += v48;
  v48 ^= v48;
  return v48;
}
__global__ void k1_28001000000002147(int *out, const int *__restrict__ in, int n, int m, int *cnt, int *bag, int *board) {
  int t2 = threadIdx.x;
  int gid = blockIdx.x * 64 + t2;
  int l3 = t2 % 32;
  __shared__ volatile int s4[128];
  for (int i5 = t2; i5 < 128; i5 += 64) s4[i5] = in[i5];
  __syncthreads();
  for (int i7 = t2; i7 < 128; i7 += 64) s6_28001000000002147[i7] = in[i7];
  __syncthreads();
  int v8 = in[gid + 0];
  int v9 = in[gid + 13];
  int v10 = in[gid + 26];
  if ((l3 - 1) < 48) v10 += __any((--v10));
  volatile int *p11 = (volatile int *)s6_28001000000002147;
#ifdef ALT
  if (([] { unsigned l12; asm("{ .reg .u32 l; mov.u32 l, %%laneid; and.b32 %0, l, 4; }" : "=r"(l12)); return l12; }() % 8)) v10 = (int)__ballot(in[gid + 29]);
#endif
  if (m > 4) {
    T13_28001000000002147 o15;
    v9 += o15.m14_28001000000002147;
    p11[t2] = (int)cooperative_groups::this_thread_block().thread_rank();
    v10 = p11[t2 ^ 5];
  }
  p11[t2] = (int)__shfl_xor((int)l3, 2);
  v8 = p11[t2 ^ 31];
  auto l19 = [&](int a20) {
    __shared__ int q22[128];
    q22[(t2 - l3) + l3] = 0;
    q22[(t2 - l3) + l3] = v9;
    if (q22[(t2 - l3) + 31] & 3) a20 ^= (int)__shfl((int)__shfl_xor((int)((t2 ^ atomicAdd((int *)&p11[t2], 0)) * a20), t2, 16), (((int)__shfl_down((int)(v10 + a20), 15, 16) * (a20 + a20)) & 31));
    a20 ^= __popc(__ballot(max((int)in[gid + 5], 3)));
    return (int)(l3);
  };
  v8 += l19([&](volatile int *a37, const int a38) -> int {
    int v39 = 2;
    volatile int *p40 = (volatile int *)a37;
    if ((((unsigned short)(threadIdx.z) + 16) & 4)) p40 = (volatile int *)s6_28001000000002147;
    for (int d41 = 1; d41 <= 2; d41 <<= 1) v39 += __shfl_xor(v39, d41, 4);
    if ([] { unsigned l42; asm("mov.u32 %0, %%laneid;" : "=r"(l42)); return l42; }() > 12) {
      if (((threadIdx.x - 2) - 48) < 48) v39 += __all(v39);
      int i43 = 0;
      while (i43++ < 2 && (v39 > 2)) {
        int d44;
        for (d44 = 16; d44 > 0; d44 /= 2) {
          if (([] { unsigned l45; asm("mov.u32 %0, %%laneid;" : "=r"(l45)); return l45; }() - 1) < 48) v39 ^= (int)__ballot(v39);
        }
        v39 ^= a38;
      }
    }
    v39 = v39;
    return 0;
  }
  ((volatile int *)(s4), __shfl((int)f49_28001000000002147(t2), l3, 4)));
  v10 = 3;
  v9 ^= v10;
  out[4 * gid + 0] = v8;
  out[4 * gid + 1] = v9;
  out[4 * gid + 2] = v10;
  __syncthreads();
  out[4 * gid + 3] = s4[t2];
}
