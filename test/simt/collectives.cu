// RUN: %{run-simt} | %FileCheck %s
// RUN: %{run-simt64} | %FileCheck %s
// CHECK: all equal
//
// Votes, matches, reductions and block-wide ones, with full and partial masks,
// partial warps and exited lanes, under all schedules.
#ifdef __CUDACC__

__device__ bool takesPart(unsigned Lane, unsigned long long Mask) { return Mask >> Lane & 1; }

__global__ void collectives(const int *In, unsigned long long *Out, simt_mask_t Mask, int Exits) {
  unsigned Id = threadIdx.x, All = blockDim.x, Lane = Id % warpSize;
  if (Id % 5 == 4 && Exits)
    return;
  if (!takesPart(Lane, Mask))
    return;
  int Value = In[Id], Predicate = 7;
  Out[0 * All + Id] = __ballot_sync(Mask, Value & 1);
  Out[1 * All + Id] = __any_sync(Mask, Value == 3);
  Out[2 * All + Id] = __all_sync(Mask, Value < 6);
  Out[3 * All + Id] = __uni_sync(Mask, Value < 6);
  Out[4 * All + Id] = __match_any_sync(Mask, Value);
  Out[5 * All + Id] = __match_any_sync(Mask, (float)Value);
  Out[6 * All + Id] = __match_any_sync(Mask, (unsigned long long)Value << 40);
  Out[7 * All + Id] = __match_all_sync(Mask, Value < 6, &Predicate);
  Out[8 * All + Id] = Predicate;
  Out[9 * All + Id] = __reduce_add_sync(Mask, Value);
  Out[10 * All + Id] = __reduce_min_sync(Mask, Value - 4);
  Out[11 * All + Id] = __reduce_max_sync(Mask, (unsigned)(Value - 4));
  Out[12 * All + Id] = __reduce_xor_sync(Mask, (unsigned)Value);
  Out[13 * All + Id] = __reduce_and_sync(Mask, (unsigned)Value);
  Out[14 * All + Id] = __reduce_or_sync(Mask, (unsigned)Value);
}

__global__ void bits(unsigned long long *Out) {
  // Bitwise: a NaN matches itself, the two zeros do not match (trap T37).
  float Values[] = {0.0f, -0.0f, __int_as_float(0x7fc00000), 1.0f};
  Out[threadIdx.x] = __match_any_sync(~(simt_mask_t)0, Values[threadIdx.x % 4]);
}

__global__ void blockWide(const int *In, int *Out) {
  unsigned Id = threadIdx.x;
  if (Id % 7 == 6)
    return;
  Out[Id * 3] = __syncthreads_count(In[Id] & 1);
  Out[Id * 3 + 1] = __syncthreads_and(In[Id] < 6);
  Out[Id * 3 + 2] = __syncthreads_or(In[Id] == 3);
}

#else
#include "harness.h"

#include <algorithm>
#include <functional>

using u64 = unsigned long long;
#if LANES == 64
using Mask = u64;
#else
using Mask = unsigned;
#endif

void collectives(const int *In, u64 *Out, Mask M, int Exits);
void bits(u64 *Out);
void blockWide(const int *In, int *Out);

static std::vector<int> In;

// The lanes of a warp that take part, and what they bring.
struct Warp {
  u64 Members = 0;
  std::vector<int> Values;
  Warp(int First, int Size, Mask M, bool Exits) {
    for (int Lane = 0; Lane < LANES && First + Lane < Size; ++Lane)
      if ((M >> Lane & 1) && !(Exits && (First + Lane) % 5 == 4)) {
        Members |= 1ull << Lane;
        Values.push_back(In[First + Lane]);
      }
  }
  u64 lanes(int First, std::function<bool(int)> Test) const {
    u64 Result = 0;
    for (int Lane = 0; Lane < LANES; ++Lane)
      Result |= u64((Members >> Lane & 1) && Test(In[First + Lane])) << Lane;
    return Result;
  }
  template <class Function> u64 fold(Function Do) const {
    int Total = Values[0];
    for (size_t I = 1; I < Values.size(); ++I)
      Total = Do(Total, Values[I]);
    return Total;
  }
};

static void testThread(const u64 *Out, int Id, int Size, Mask M, bool Exits,
                       const std::string &What) {
  int First = Id / LANES * LANES;
  Warp W(First, Size, M, Exits);
  u64 Small = W.lanes(First, [](int V) { return V < 6; });
  u64 Peers = W.lanes(First, [&](int V) { return V == In[Id]; });
  bool Same = Small == 0 || Small == W.Members;
  u64 Expected[] = {
      W.lanes(First, [](int V) { return V & 1; }),
      W.lanes(First, [](int V) { return V == 3; }) != 0,
      Small == W.Members,
      Same,
      Peers,
      Peers,
      Peers,
      Same ? W.Members : 0,
      Same,
      W.fold([](int A, int B) { return A + B; }),
      u64(int(W.fold([](int A, int B) { return std::min(A, B); })) - 4),
      W.fold([](unsigned A, unsigned B) { return A - 4 > B - 4 ? A : B; }) - 4 & 0xffffffff,
      W.fold([](int A, int B) { return A ^ B; }),
      W.fold([](int A, int B) { return A & B; }),
      W.fold([](int A, int B) { return A | B; }),
  };
  for (size_t Row = 0; Row < std::size(Expected); ++Row)
    if (Out[Row * Size + Id] != Expected[Row])
      equal(Out[Row * Size + Id], Expected[Row],
            What + " row " + std::to_string(Row) + " thread " + std::to_string(Id));
}

static void testCollectives(const Config &C, int Size, Mask M, bool Exits) {
  std::string What = name(C) + " block " + std::to_string(Size) + " mask " + std::to_string(M);
  std::vector<u64> Out(15 * Size);
  ok(simt::launch(C, collectives, 1, Size, 0, In.data(), Out.data(), M, Exits), What);
  for (int Id = 0; Id < Size; ++Id)
    if ((M >> Id % LANES & 1) && !(Exits && Id % 5 == 4))
      testThread(Out.data(), Id, Size, M, Exits, What);
}

static void testBlockWide(const Config &C, int Size) {
  std::vector<int> Out(3 * Size);
  int Count = 0, And = 1, Or = 0;
  for (int Id = 0; Id < Size; ++Id)
    if (Id % 7 != 6) {
      Count += In[Id] & 1;
      And &= In[Id] < 6;
      Or |= In[Id] == 3;
    }
  ok(simt::launch(C, blockWide, 1, Size, 0, In.data(), Out.data()), name(C));
  for (int Id = 0; Id < Size; ++Id)
    if (Id % 7 != 6) {
      equal(Out[Id * 3], Count, "__syncthreads_count, " + name(C));
      equal(Out[Id * 3 + 1], And, "__syncthreads_and, " + name(C));
      equal(Out[Id * 3 + 2], Or, "__syncthreads_or, " + name(C));
    }
}

static void testBits() {
  u64 Out[LANES];
  ok(simt::launch(adversarial(1), bits, 1, LANES, 0, Out), "bits");
  for (int Lane = 0; Lane < LANES; ++Lane)
    equal(Out[Lane], (~0ull >> (64 - LANES)) / 15 << Lane % 4, "matches of floats");
}

static void testAll(int Range) {
  In.clear();
  for (int I = 0; I < 200; ++I)
    In.push_back(int(unsigned(I) * 2654435761u >> 16) % Range);
  for (const Config &C : schedules(6)) {
    for (int Size : {1, LANES - 1, LANES, 2 * LANES + 5, 200})
      for (bool Exits : {false, true})
        for (Mask M : {~Mask(0), Mask(0x5555555555555555), Mask(1), Mask(0x0ff00ff0)})
          testCollectives(C, Size, M, Exits);
    testBlockWide(C, 200);
  }
}

int main() {
  testAll(8);
  testAll(6);
  testAll(1);
  testBits();
  return finish();
}
#endif
