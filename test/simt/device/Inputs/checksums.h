// Functions by groups: each group's results, of the same inputs, as one number. A NaN counts as any
// other one. With an argument each function has a line.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned long long u64;
typedef unsigned u32;

struct Input {
  u64 Words[4], Doubles[3];
  u32 Floats[3], Halves[3];
  float Near[3]; // not far from whole numbers
  double Close[3];
};
typedef void (*Kernel)(const Input *, u64 *);
struct Test {
  const char *Name;
  Kernel Run; // null: a group begins
  Test *Next;
  static Test *First, **Last;
  Test(const char *Name, Kernel Run) : Name(Name), Run(Run), Next(nullptr) {
    *Last = this;
    Last = &Next;
  }
};
Test *Test::First, **Test::Last = &Test::First;

#define BITS(TYPE, RESULT)                                                                         \
  __device__ u64 bits(TYPE V) { return RESULT; }
BITS(bool, V)
BITS(signed char, (unsigned char)V)
BITS(unsigned char, V)
BITS(short, (unsigned short)V)
BITS(unsigned short, V)
BITS(int, (u32)V)
BITS(u32, V)
BITS(long, V)
BITS(unsigned long, V)
BITS(long long, V)
BITS(u64, V)
BITS(float, V != V ? 1 : __float_as_uint(V))
BITS(double, V != V ? 1 : __double_as_longlong(V))
BITS(__half, __hisnan(V) ? 1 : __half_as_ushort(V))
BITS(__half2, bits(__low2half(V)) | bits(__high2half(V)) << 16)
#ifndef WITHOUT_BFLOAT
BITS(__nv_bfloat16, __hisnan(V) ? 1 : __bfloat16_as_ushort(V))
BITS(__nv_bfloat162, bits(__low2bfloat16(V)) | bits(__high2bfloat16(V)) << 16)
#endif

#define I(K) ((int)X.Words[K])
#define U(K) ((u32)X.Words[K])
#define L(K) ((long long)X.Words[K])
#define UL(K) (X.Words[K])
#define S(K) ((short)X.Words[K])
#define US(K) ((unsigned short)X.Words[K])
#define F(K) __uint_as_float(X.Floats[K])
#define D(K) __longlong_as_double((long long)X.Doubles[K])
#define G(K) X.Near[K]
#define E(K) X.Close[K]
#define H(K) __ushort_as_half((unsigned short)X.Halves[K])
#define HH(K) __halves2half2(H(K), __ushort_as_half((unsigned short)(X.Halves[K] >> 16)))
#define B(K) __ushort_as_bfloat16((unsigned short)X.Halves[K])
#define BB(K) __halves2bfloat162(B(K), __ushort_as_bfloat16((unsigned short)(X.Halves[K] >> 16)))

#define GROUP(NAME) static Test Group_##NAME(#NAME, nullptr);
#define TEST(NAME, ...) BODY(NAME, Out[Id] = bits(__VA_ARGS__))
#define BODY(NAME, ...)                                                                            \
  __global__ void Run_##NAME(const Input *In, u64 *Out) {                                          \
    const int Id = threadIdx.x + blockIdx.x * 256;                                                 \
    const Input X = In[Id];                                                                        \
    __VA_ARGS__;                                                                                   \
  }                                                                                                \
  static Test Test_##NAME(#NAME, Run_##NAME);

static u64 random64() {
  static u64 State = 88172645463325252ull;
  State ^= State << 13, State ^= State >> 7, State ^= State << 17;
  return State * 0x2545F4914F6CDD1Dull;
}
template <class T, size_t N> static T any(const T (&Of)[N]) { return Of[random64() % N]; }

static const u64 Words[] = {0, 1, ~0ull, 0x7fffffff, 1u << 31, 1ull << 63, ~0ull >> 1, 31, 32, 33,
                            0x8080808080808080, 0x7f7f7f7f7f7f7f7f, 0x7fff7fff7fff7fff,
                            0x8000800080008000, ~0ull << 32, 0xffff, 0x10000};
static const u32 Floats[] = {0, 1u << 31, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
                             0x7fc00000, 0xffc00001, 1, 0x80000001, 0x7fffff, 0x800000,
                             0x7f7fffff, 0xff7fffff, 0x4f000000, 0xcf000000, 0x4f800000,
                             0x5f000000, 0xdf000000, 0x5f800000, 0x3f000000, 0x3fc00000,
                             0x40200000, 0x477fe000, 0x477ff000, 0x33000000, 0x33000001};
static const u64 Doubles[] = {0, 1ull << 63, 0x3ff0000000000000, 0xbff0000000000000,
                              0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 1,
                              0xfffffffffffff, 0x10000000000000, 0x7fefffffffffffff,
                              0x41e0000000000000, 0xc1e0000000000000, 0x41f0000000000000,
                              0x43e0000000000000, 0xc3e0000000000000, 0x43f0000000000000,
                              0x47efffffe0000000, 0x47effffff0000000, 0x3690000000000000,
                              0x3690000000000001};

static float nearFloat() { return float(int(random64())) / float(1 << random64() % 31); }
static void fill(Input &X, int K) {
  u64 R = random64();
  const int Kind = random64() % 8;
  X.Words[K] = Kind < 2 ? any(Words) : Kind == 2 ? u64((long long)R >> random64() % 63) : R;
  if (K == 3)
    return;
  X.Floats[K] = Kind < 2   ? any(Floats)
                : Kind < 4 ? u32(R)
                           : u32(R & 0x807fffff) | u32(110 + random64() % 36) << 23;
  X.Doubles[K] = Kind < 2   ? any(Doubles)
                 : Kind < 4 ? random64()
                            : (R & 0x800fffffffffffff) | (1000 + random64() % 48) << 52;
  X.Halves[K] = Kind == 0 ? 0x7c0000ff
                : Kind < 4
                    ? u32(R & 0x83ff83ff) | u32(8 + random64() % 14) << 10 | u32(9 + Kind) << 26
                    : u32(R);
  X.Near[K] = Kind < 2 ? int(R >> 44 & 0xfff) * 0.5f - 1000 : nearFloat();
  X.Close[K] = Kind < 2 ? X.Near[K] : double((long long)R) / double(1ull << random64() % 63);
}

int main(int Count, char **) {
  const int N = 4096;
  std::vector<Input> In(N);
  for (Input &X : In)
    for (int K = 0; K < 4; ++K)
      fill(X, K);
  std::vector<u64> Results(N);
  Input *DeviceIn;
  u64 *DeviceOut, Sum = 0;
  cudaMalloc(&DeviceIn, N * sizeof(Input));
  cudaMalloc(&DeviceOut, N * sizeof(u64));
  cudaMemcpy(DeviceIn, In.data(), N * sizeof(Input), cudaMemcpyHostToDevice);
  for (const Test *T = Test::First, *Group = T; T; T = T->Next) {
    if (!T->Run) {
      Group = T, Sum = 0;
      continue;
    }
    T->Run<<<N / 256, 256>>>(DeviceIn, DeviceOut);
    if (cudaMemcpy(Results.data(), DeviceOut, N * sizeof(u64), cudaMemcpyDeviceToHost))
      return printf("%s failed\n", T->Name);
    u64 Own = 0xcbf29ce484222325;
    for (u64 Word : Results)
      Own = (Own ^ Word) * 0x100000001b3, Own ^= Own >> 29;
    Sum = (Sum ^ Own) * 0x100000001b3;
    if (Count > 1)
      printf("  %s %016llx\n", T->Name, Own);
    if (!T->Next || !T->Next->Run)
      printf("%s %016llx\n", Group->Name, Sum);
  }
}
