// RUN: %{run-program} | %FileCheck %s
// CHECK: all right
//
// A launch passes each argument as the kernel takes it: in registers, in memory, in parts. Each
// thread has its own copies.
#include <cstdio>

struct Empty {};
struct Byte {
  char A;
};
struct ThreeBytes {
  char A, B, C;
};
struct TwoFloats {
  float A, B;
};
struct ThreeFloats {
  float A, B, C;
};
struct Mixed {
  double A;
  int B;
};
struct IntAndFloat {
  int A;
  float B;
};
struct TwelveBytes {
  int A, B, C;
};
struct SixteenBytes {
  long A, B;
};
struct Large {
  int A[40];
};
struct alignas(32) Aligned {
  int A;
};
struct WithArray {
  char A[7];
};
struct Base {
  int A;
};
struct Derived : Base {
  short B;
};
struct BitField {
  unsigned A : 3, B : 20, C : 9;
};
union Either {
  int A;
  double B;
};
enum class Kind : unsigned char { One = 1, Two };
struct Copied { // a class with a constructor of its own is passed by its address
  int A;
  __host__ __device__ Copied(int A) : A(A) {}
  __host__ __device__ Copied(const Copied &Other) : A(Other.A) {}
  __host__ __device__ ~Copied() {}
};

__device__ int Wrong;

#define EXPECT(CONDITION)                                                                          \
  if (!(CONDITION))                                                                                \
    printf("line %d: %s\n", __LINE__, #CONDITION), atomicAdd(&Wrong, 1)

__global__ void small(bool T, bool F, signed char C, unsigned char U, short S, unsigned short V,
                      Kind K, float X, double Y, long long L, const int *P, long double D) {
  EXPECT(T && !F && C == -1 && U == 255 && S == -2 && V == 65534 && K == Kind::Two);
  EXPECT(X == 0.5f && Y == 0.25 && L == -(1ll << 40) && P == nullptr && D == 3);
}

__global__ void classes(Empty, Byte A, ThreeBytes B, TwoFloats C, ThreeFloats D, Empty, Mixed E,
                        IntAndFloat F, TwelveBytes G, SixteenBytes H, WithArray I) {
  EXPECT(A.A == 1 && B.A == 2 && B.B == 3 && B.C == 4);
  EXPECT(C.A == 5 && C.B == 6 && D.A == 7 && D.B == 8 && D.C == 9);
  EXPECT(E.A == 10 && E.B == 11 && F.A == 12 && F.B == 13);
  EXPECT(G.A == 14 && G.B == 15 && G.C == 16 && H.A == 17 && H.B == 18 && I.A[6] == 19);
}

// More than there are registers, so the rest is on the stack.
__global__ void many(long A, long B, long C, long D, long E, SixteenBytes F, long G, Byte H,
                     double I, ThreeFloats J, int3 K, float4 L, dim3 M) {
  EXPECT(A == 1 && B == 2 && C == 3 && D == 4 && E == 5 && F.A == 6 && F.B == 7 && G == 8);
  EXPECT(H.A == 9 && I == 10 && J.C == 11 && K.x == 12 && K.z == 13 && L.w == 14 && M.y == 15);
}

__global__ void inMemory(Large A, Aligned B, int C, Derived D, BitField E, Either F, Copied G) {
  EXPECT(A.A[0] == 1 && A.A[39] == 2 && B.A == 3 && (size_t)&B % 32 == 0 && C == 4);
  EXPECT(D.A == 5 && D.B == 6 && E.A == 7 && E.B == 80000 && E.C == 300 && F.B == 9 && G.A == 10);
}

// A thread's changes are its own.
__global__ void changes(Large A, ThreeBytes B, int C) {
  A.A[3] += threadIdx.x, B.B += threadIdx.x, C += threadIdx.x;
  __syncthreads();
  EXPECT(A.A[3] == int(threadIdx.x) && B.B == char(2 + threadIdx.x) && C == 5 + int(threadIdx.x));
}

template <class T, class... More> __global__ void generic(T First, More... Rest) {
  EXPECT(sizeof...(Rest) == 2 && First.A == 1);
}

template <class F> __global__ void calls(F Function, int *Out) { Out[threadIdx.x] = Function(threadIdx.x); }

int main() {
  small<<<1, 1>>>(true, false, -1, 255, -2, 65534, Kind::Two, 0.5f, 0.25, -(1ll << 40), nullptr, 3);
  classes<<<1, 1>>>({}, {1}, {2, 3, 4}, {5, 6}, {7, 8, 9}, {}, {10, 11}, {12, 13}, {14, 15, 16},
                    {17, 18}, {{0, 0, 0, 0, 0, 0, 19}});
  many<<<1, 1>>>(1, 2, 3, 4, 5, {6, 7}, 8, {9}, 10, {0, 0, 11}, make_int3(12, 0, 13),
                 make_float4(0, 0, 0, 14), dim3(0, 15));
  Large Big = {{1}};
  Big.A[39] = 2;
  Derived D;
  D.A = 5, D.B = 6;
  Either E;
  E.B = 9;
  inMemory<<<1, 1>>>(Big, {3}, 4, D, {7, 80000, 300}, E, Copied(10));
  changes<<<1, 64>>>({}, {1, 2, 3}, 5);
  generic<<<1, 1>>>(Byte{1}, 2, 3.0);
  int *Out, Offset = 40, Seen[2];
  cudaMalloc(&Out, 8);
  calls<<<1, 2>>>([=] __device__(int I) { return I + Offset; }, Out);
  cudaMemcpy(Seen, Out, 8, cudaMemcpyDeviceToHost);
  int Failures = 1;
  cudaMemcpyFromSymbol(&Failures, Wrong, sizeof Failures);
  Failures += Seen[0] != 40 || Seen[1] != 41;
  printf(Failures || cudaGetLastError() ? "wrong\n" : "all right\n");
}
