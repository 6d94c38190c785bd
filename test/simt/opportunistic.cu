// RUN: %{run-simt} | %FileCheck %s
// RUN: %{run-simt64} | %FileCheck %s
// CHECK: all equal
//
// Legacy intrinsics and __activemask(): exactly the lanes of the point in
// lockstep, any that contain the caller for independent threads.
#ifdef __CUDACC__

__global__ void masks(simt_mask_t *Out) {
  if (threadIdx.x % 3 == 0)
    return;
  Out[threadIdx.x] = threadIdx.x & 1 ? __activemask() : __ballot(1);
}

__global__ void agreement(simt_mask_t *Out) {
  simt_mask_t Mask = __ballot(threadIdx.x & 1);
  Out[threadIdx.x] = Mask ? (simt_mask_t)__all(threadIdx.x < 1000) : 5;
}

// The migration that the CUDA guide calls wrong: the set of active lanes is no
// promise about the lanes that arrive.
__global__ void sumOfActive(int *In, int *Out) {
  int Sum = In[threadIdx.x];
  for (int D = warpSize / 2; D; D /= 2)
    Sum += __shfl_xor_sync(__activemask(), Sum, D);
  Out[threadIdx.x] = Sum;
}

// What is the same for every partition into groups: a count.
__global__ void aggregated(int *Out) {
  if (threadIdx.x % 5 < 3) {
    simt_mask_t Active = __activemask();
    int Leader = __builtin_ctzll(Active), Lane = threadIdx.x % warpSize;
    if (Lane == Leader)
      atomicAdd(Out, __popcll(Active));
  }
}

#else
#include "harness.h"

#include <set>

#if LANES == 64
using Mask = unsigned long long;
#else
using Mask = unsigned;
#endif
void masks(Mask *Out), agreement(Mask *Out), sumOfActive(int *In, int *Out), aggregated(int *Out);

constexpr int Size = 2 * LANES;

static Mask standing(int Id) {
  Mask Expected = 0;
  for (int Lane = 0; Lane < LANES; ++Lane) {
    int Other = Id / LANES * LANES + Lane;
    Expected |= Mask(Other % 3 && Other % 2 == Id % 2) << Lane;
  }
  return Expected;
}

static void testExact() {
  std::vector<Mask> Out(Size);
  for (Config C : {lockstep(), fair()}) {
    ok(simt::launch(C, masks, 1, Size, 0, Out.data()), "masks");
    for (int Id = 0; Id < Size; ++Id)
      if (Id % 3)
        equal(Out[Id], standing(Id), "mask of thread " + std::to_string(Id) + ", " + name(C));
    ok(simt::launch(C, agreement, 1, Size, 0, Out.data()), "agreement");
    for (int Id = 0; Id < Size; ++Id)
      equal(Out[Id], Mask(1), "agreement, " + name(C));
  }
}

static void testSubsets() {
  std::vector<Mask> Out(Size);
  std::set<Mask> Seen;
  for (int Seed = 0; Seed < 100; ++Seed) {
    ok(simt::launch(adversarial(Seed), masks, 1, Size, 0, Out.data()), "masks");
    for (int Id = 0; Id < Size; ++Id)
      if (Id % 3) {
        check(Out[Id] >> Id % LANES & 1, "the caller is in its mask");
        check((Out[Id] & ~standing(Id)) == 0, "nobody else is");
      }
    Seen.insert(Out[1]);
  }
  check(Seen.count(standing(1)), "sometimes all come together");
  check(Seen.count(Mask(2)), "sometimes none");
  check(Seen.size() > 10, "sometimes some");
}

static void testUse() {
  std::vector<int> In(LANES, 1), Out(LANES);
  unsigned Wrong = 0;
  for (const Config &C : schedules(100)) {
    Report R = simt::launch(C, sumOfActive, 1, LANES, 0, In.data(), Out.data());
    bool Right = R.ok() && Out == std::vector<int>(LANES, LANES);
    Wrong += !Right;
    check(Right || C.Schedule != Policy::Lockstep, "right in lockstep");
    int Count = 0;
    ok(simt::launch(C, aggregated, 1, 200, 0, &Count), "aggregated");
    equal(Count, 120, "aggregated count, " + name(C));
  }
  check(Wrong >= 90, "wrong under " + std::to_string(Wrong) + " of 100 seeds only");
}

int main() {
  testExact();
  testSubsets();
  testUse();
  return finish();
}
#endif
