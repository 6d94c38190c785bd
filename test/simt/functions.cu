// RUN: %{run-simt} | %FileCheck %s
// CHECK: all equal
//
// Atomics, bit functions and mathematics, against their definitions.
#ifdef __CUDACC__
#include <algorithm>
#include <cassert>
#include <cmath>

template <class T> struct Atomics {
  T Add, Sub, Exch, Min, Max, And, Or, Xor, CAS;
};

template <class T> __global__ void atomics(Atomics<T> *A, T *Old) {
  T Id = threadIdx.x;
  atomicAdd(&A->Add, Id);
  atomicSub(&A->Sub, Id);
  Old[threadIdx.x] = atomicExch(&A->Exch, Id + 1);
  atomicMin(&A->Min, Id - 3);
  atomicMax(&A->Max, Id - 3);
  atomicAnd(&A->And, ~((T)1 << Id % 8));
  atomicOr(&A->Or, (T)1 << Id % 8);
  atomicXor(&A->Xor, (T)3 << Id % 8);
  for (T Seen = A->CAS, Expected;;) {
    Expected = Seen;
    Seen = atomicCAS(&A->CAS, Expected, Expected + Id);
    if (Seen == Expected)
      break;
  }
}
template __global__ void atomics<int>(Atomics<int> *, int *);
template __global__ void atomics<unsigned>(Atomics<unsigned> *, unsigned *);
template __global__ void atomics<unsigned long long>(Atomics<unsigned long long> *,
                                                     unsigned long long *);

__global__ void others(unsigned *Words, float *Float, double *Double) {
  atomicInc(&Words[0], 9);
  atomicDec(&Words[1], 9);
  atomicAdd(Float, 0.5f);
  atomicAdd(Double, 0.25);
  __atomic_fetch_add(&Words[2], 3u, __ATOMIC_RELAXED);
}

__global__ void functions(int *Ok) {
  int I = 0;
  Ok[I++] = __popc(0xf0f0u) == 8 && __popcll(~0ull) == 64;
  Ok[I++] = __ffs(0) == 0 && __ffs(8) == 4 && __ffsll(1ll << 40) == 41;
  Ok[I++] = __clz(0) == 32 && __clz(1) == 31 && __clzll(0) == 64 && __clzll(1) == 63;
  Ok[I++] = __brev(1) == 0x80000000u && __brevll(1) == 1ull << 63;
  Ok[I++] = __fns(0b10110, 0, 2) == 2 && __fns(0b10110, 4, -2) == 2 && __fns(6, 0, 3) == ~0u;
  Ok[I++] = __byte_perm(0x33221100, 0x77665544, 0x7410) == 0x77441100;
  Ok[I++] = __funnelshift_l(0x80000000, 1, 1) == 3 && __funnelshift_r(1, 1, 1) == 0x80000000;
  Ok[I++] = __float_as_int(1.0f) == 0x3f800000 && __int_as_float(0x40000000) == 2.0f;
  Ok[I++] = __longlong_as_double(__double_as_longlong(-2.5)) == -2.5;
  Ok[I++] = __hiloint2double(__double2hiint(0.1), __double2loint(0.1)) == 0.1;
  Ok[I++] = min(3, -2) == -2 && max(3u, 7u) == 7 && min(1.5f, 2.f) == 1.5f;
  Ok[I++] = fmaxf(NAN, 1.f) == 1.f && max(NAN, 2.f) == 2.f && isnan(NAN);
  Ok[I++] = sqrtf(9.f) == 3.f && std::sqrt(16.0) == 4.0 && rsqrtf(4.f) == 0.5f;
  Ok[I++] = powf(2.f, 3.f) == 8.f && fabsf(-1.f) == 1.f && floorf(-0.5f) == -1.f;
  Ok[I++] = std::max(1, 2) == 2 && abs(-4) == 4 && fmodf(7.f, 4.f) == 3.f;
  Ok[I++] = __mul24(-3, 5) == -15 && __umulhi(1u << 31, 4) == 2 && __float2int_rn(2.5f) == 2;
  int4 V = make_int4(1, 2, 3, 4);
  float2 F = make_float2(0.5f, 1.5f);
  Ok[I++] = V.x + V.w == 5 && F.y == 1.5f && sizeof(float3) == 12 && alignof(float4) == 16;
  const int *P = Ok;
  Ok[I++] = __ldg(P) == 1;
}

#else
#include "harness.h"

#include <algorithm>
#include <numeric>

template <class T> struct Atomics {
  T Add, Sub, Exch, Min, Max, And, Or, Xor, CAS;
};
template <class T> void atomics(Atomics<T> *A, T *Old);
void others(unsigned *Words, float *Float, double *Double);
void functions(int *Ok);

template <class T> static void testAtomics(const Config &C) {
  Atomics<T> A = {T(1) << 31, 0, 0, 100, 0, T(~T(0)), 0, 0, 7};
  std::vector<T> Old(50), Sorted(50);
  ok(simt::launch(C, atomics<T>, 1, 50, 0, &A, Old.data()), "atomics");
  bool Signed = T(-1) < T(0);
  equal(A.Add, T((T(1) << 31) + 1225), "add");
  equal(A.Sub, T(-1225), "sub");
  equal(A.Min, Signed ? T(-3) : T(0), "min");
  equal(A.Max, Signed ? T(46) : T(-1), "max");
  equal(A.And, T(~T(0xff)), "and");
  equal(A.Or, T(0xff), "or");
  T Xor = 0;
  for (int I = 0; I < 50; ++I)
    Xor ^= T(3) << I % 8;
  equal(A.Xor, Xor, "xor");
  equal(A.CAS, T(7 + 1225), "cas");
  // Each value but the last is somebody's old one.
  Old.push_back(A.Exch);
  std::sort(Old.begin(), Old.end());
  for (int I = 0; I <= 50; ++I)
    equal(Old[I], T(I), "exch");
}

int main() {
  for (Config C : schedules(20)) {
    C.CheckRaces = true;
    testAtomics<int>(C);
    testAtomics<unsigned>(C);
    testAtomics<unsigned long long>(C);
    unsigned Words[3] = {0, 0, 0};
    float Float = 1;
    double Double = 1;
    ok(simt::launch(C, others, 1, 33, 0, Words, &Float, &Double), "others");
    equal(Words[0], 3u, "atomicInc, which wraps after 9");
    equal(Words[1], 7u, "atomicDec, which wraps to 9");
    equal(Words[2], 99u, "__atomic_fetch_add");
    equal(Float, 17.5f, "float");
    equal(Double, 9.25, "double");
  }
  std::vector<int> Ok(18, -1);
  ok(simt::launch(lockstep(), functions, 1, 1, 0, Ok.data()), "functions");
  for (unsigned I = 0; I < Ok.size(); ++I)
    equal(Ok[I], 1, "line " + std::to_string(I));
  return finish();
}
#endif
