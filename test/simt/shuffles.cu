// RUN: %{run-simt} | %FileCheck %s
// RUN: %{run-simt64} | %FileCheck %s
// CHECK: all equal
//
// Each shuffle, legacy and _sync, of each type, width and operand, against the
// words of the CUDA guide (10.22) and of semantics A.1.
#ifdef __CUDACC__

template <class T> __global__ void shuffles(const T *In, T *Out, int B, int Width) {
  unsigned Id = threadIdx.x, All = blockDim.x;
  T Value = In[Id];
  Out[0 * All + Id] = __shfl(Value, B, Width);
  Out[1 * All + Id] = __shfl_up(Value, B, Width);
  Out[2 * All + Id] = __shfl_down(Value, B, Width);
  Out[3 * All + Id] = __shfl_xor(Value, B, Width);
  simt_mask_t Full = ~(simt_mask_t)0;
  Out[4 * All + Id] = __shfl_sync(Full, Value, B, Width);
  Out[5 * All + Id] = __shfl_up_sync(Full, Value, B, Width);
  Out[6 * All + Id] = __shfl_down_sync(Full, Value, B, Width);
  Out[7 * All + Id] = __shfl_xor_sync(Full, Value, B, Width);
}
#define INSTANTIATE(T) template __global__ void shuffles<T>(const T *, T *, int, int);
INSTANTIATE(int)
INSTANTIATE(unsigned)
INSTANTIATE(long)
INSTANTIATE(unsigned long)
INSTANTIATE(long long)
INSTANTIATE(unsigned long long)
INSTANTIATE(float)
INSTANTIATE(double)

// Smaller types promote, as they do with CUDA's overloads.
static_assert(sizeof(__shfl((char)1, 0)) == sizeof(int));
static_assert(sizeof(__shfl(true, 0)) == sizeof(int));
static_assert(sizeof(__shfl(1.0f, 0)) == sizeof(float));

__global__ void defaults(int *Out) {
  Out[threadIdx.x] = __shfl((int)threadIdx.x, warpSize - 1);
  Out[blockDim.x + threadIdx.x] = __shfl_xor((int)threadIdx.x, warpSize / 2);
}

__global__ void absent(unsigned *Out) {
  Out[threadIdx.x] = __shfl_down(threadIdx.x, 1);
}

__global__ void oddWidth(int *Out) { Out[threadIdx.x] = __shfl((int)threadIdx.x, 0, 24); }

#else
#include "harness.h"

template <class T> void shuffles(const T *In, T *Out, int B, int Width);
void defaults(int *Out);
void absent(unsigned *Out);
void oddWidth(int *Out);

static const int Lanes = LANES;

// The lane whose value a lane gets.
static int source(int Form, int Lane, int B, int Width) {
  int Bits = ((B % Lanes) + Lanes) % Lanes, Group = Lane / Width, Rank = Lane % Width;
  switch (Form % 4) {
  case 0:
    return Group * Width + Bits % Width;
  case 1:
    return Rank - Bits < 0 ? Lane : Lane - Bits;
  case 2:
    return Rank + Bits >= Width ? Lane : Lane + Bits;
  default: // earlier groups may be read, later ones may not
    return (Lane ^ Bits) / Width > Group ? Lane : Lane ^ Bits;
  }
}

template <class T> static void testType(const char *Type, const Config &C) {
  std::vector<T> In(2 * Lanes), Out(8 * In.size());
  for (T &Value : In)
    Value = T(int(&Value - In.data()) * 3 - 7) * T(1.25); // some below 0
  for (int Width = 1; Width <= Lanes; Width *= 2)
    for (int B : {0, 1, 3, 7, 8, 16, 31, 32, 33, 47, 63, 65, -1}) {
      std::string What = std::string(Type) + " width " + std::to_string(Width) + " b " +
                         std::to_string(B) + " " + name(C);
      ok(simt::launch(C, shuffles<T>, 1, In.size(), 0, In.data(), Out.data(), B, Width), What);
      for (int Form = 0; Form < 8; ++Form)
        for (int Id = 0; Id < 2 * Lanes; ++Id)
          if (T Expected = In[Id / Lanes * Lanes + source(Form, Id % Lanes, B, Width)];
              Out[Form * In.size() + Id] != Expected)
            equal(Out[Form * In.size() + Id], Expected,
                  What + " form " + std::to_string(Form) + " thread " + std::to_string(Id));
    }
}

static void testDefaults() {
  std::vector<int> Out(4 * Lanes);
  ok(simt::launch(lockstep(), defaults, 1, 2 * Lanes, 0, Out.data()), "defaults");
  for (int Id = 0; Id < 2 * Lanes; ++Id) {
    equal(Out[Id], Id / Lanes * Lanes + Lanes - 1, "default width");
    equal(Out[2 * Lanes + Id], Id ^ Lanes / 2, "default width of xor");
  }
}

// The last lane of a partial warp reads a lane that is not there.
static void testAbsent() {
  unsigned A[13] = {}, B[13] = {}, Again[13] = {};
  simt::launch(lockstep(), absent, 1, 13, 0, A);
  simt::launch(lockstep(), absent, 1, 13, 0, Again);
  Config Other = lockstep();
  Other.Seed = 2;
  simt::launch(Other, absent, 1, 13, 0, B);
  check(A[12] != B[12], "garbage differs by seed");
  for (unsigned Id = 0; Id < 12; ++Id)
    equal(A[Id], Id + 1, "a lane that is there");
  equal(A[12], Again[12], "garbage of the same seed");
}

int main() {
  Report Width = simt::launch(lockstep(), oddWidth, 1, 32, 0, std::vector<int>(32).data());
  check(Width.has(Kind::BadWidth), "width 24 is reported");
  testDefaults();
  testAbsent();
  // Legacy shuffles need the whole warp there: lockstep and fair schedules.
  for (const Config &C : {lockstep(), fair()}) {
    testType<int>("int", C);
    testType<unsigned>("unsigned", C);
    testType<long>("long", C);
    testType<unsigned long>("unsigned long", C);
    testType<long long>("long long", C);
    testType<unsigned long long>("unsigned long long", C);
    testType<float>("float", C);
    testType<double>("double", C);
  }
  return finish();
}
#endif
