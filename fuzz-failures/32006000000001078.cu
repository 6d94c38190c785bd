// complaint (unread), block 64: block 64, input 0, fair seed 1, arguments int bits 64, int bits 1: race: dynamic+144: nothing orders these accesses
//   thread 36 updates atomically at a.cuh:46
//   thread 33 reads at a.cuh:46
// completed after 2417 steps
// 
// ./dev fuzz --replay=32006000000001078
// program 32006000000001078
__device__ static int f17_32006000000001078(volatile int *a12, int *a13) {
  int v14 = 2;
  if ((int)threadIdx.x < 32) {
    for (int d15 = 16; d15 > 0; d15 /= 2) {
      if ((((libraryThread(16, 0) >> 1) - 16) + ((((threadIdx.y * blockDim.x) + threadIdx.x) & 1) * 4)) != 108) a12[(int)(((blockDim.x * threadIdx.y) + threadIdx.x))] += a12[(int)(threadIdx.x) + d15];
    }
  }
  v14 = v14;
  v14 ^= v14;
  v14 = 6;
  return 6;
}
struct T25_32006000000001078 { static __device__ long long f24_32006000000001078(int a20, int a21, const int &a22) {
    int v23 = 1;
    if (bool((blockIdx.x == 0 ? v23 : 2)) < (v23++)) {
      a21 = v23;
    }
    a21 ^= v23;
    return v23;
  }
};
__device__ static int f26_32006000000001078(volatile int *a18) {
  int v19 = 0;
  if (((threadIdx.y * blockDim.x) + threadIdx.x) > 32) v19 ^= (atomicAdd((int *)&a18[(int)(((blockDim.x * threadIdx.y) + threadIdx.x))], 0) - T25_32006000000001078::f24_32006000000001078(a18[(int)(threadIdx.x) ^ 5], v19, v19));
  return v19;
}
__device__ long long f34_32006000000001078(const int a27, int *sync) {
  int v29 = 0;
  if ((a27 & 8)) {
    v29 -= ((threadIdx.y * blockDim.x) + threadIdx.x);
    const unsigned m30 = __ballot(true);
    int e31 = __ffs(m30) - 1;
    if (e31 == (a27 % 32)) atomicAdd(sync + 2, __popc(m30));
    if (1) {
      if (5 != v29) {
        v29 += 1;
        v29 += v29;
      }
      v29 ^= v29;
      v29 = v29;
    }
  }
  v29 = v29;
  v29 += 5;
  return v29;
}
__global__ void k1_32006000000001078(int *out, const int *__restrict__ in, int n, int m, int *cnt, int *bag, int *board) {
  unsigned t2 = threadIdx.x;
  int gid = blockIdx.x * 64 + t2;
  const unsigned l3 = t2 & 31;
  unsigned char v4 = (l3 - (((t2 & 3) - l3) / 1));
  short v5((v4 & 33));
  extern __shared__ volatile int s6[];
  for (int i7 = t2; i7 < 128; i7 += 64) s6[i7] = in[i7];
  __syncthreads();
  int v8 = in[gid + 0];
  int v9 = in[gid + 13];
  int v10 = in[gid + 26];
  int v11 = n;
  v8 = f17_32006000000001078((volatile int *)(s6), cnt);
  __syncthreads();
  v9 ^= f26_32006000000001078((threadIdx.x > 4000 ? nullptr : (volatile int *)(s6)));
  __syncthreads();
  v10 ^= f34_32006000000001078(t2, cnt);
  __syncthreads();
  out[4 * gid + 0] = v8;
  out[4 * gid + 1] = v9;
  out[4 * gid + 2] = v10;
  __syncthreads();
  out[4 * gid + 3] = s6[t2];
}
