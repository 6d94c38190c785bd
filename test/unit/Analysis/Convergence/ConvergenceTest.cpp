//===- ConvergenceTest.cpp - which lanes are at a marked point ------------===//
//
// A mark says what holds where it stands, in the words of Model/Uniformity.h: "$all^", "$lanes8^",
// "$divergent^", "$all but exited^", "$all if callers^". Most kernels are those of the traps
// (test/traps, docs/semantics.md).
//
//===----------------------------------------------------------------------===//

#include "../CudaSnippet.h"

#include "gtest/gtest.h"

using namespace coopify;
using llvm::StringRef;

namespace {

/// Which lanes are at each mark.
void lanes(StringRef Code) {
  CudaSnippet S(Code);
  for (const Mark &M : S.marks()) {
    if (!M.At)
      continue;
    const ConvergenceAnalysis &Analysis = S.analysis(M);
    Convergence Here = Analysis.at(M.At);
    EXPECT_EQ(Analysis.reachable(M.At) ? print(Here) : "unreachable", M.Name)
        << "line " << M.Line << ": " << S.text().text(M.At->getSourceRange())
        << (Here.Active.Why ? "\nbecause " + Here.Active.Why->Text : "");
  }
}

//===- Straight code, branches --------------------------------------------===//

TEST(ConvergenceTest, AKernelBeginsWithAllLanes) {
  lanes("__global__ void k(int *p) { $all^__any(p[threadIdx.x]); }");
}

TEST(ConvergenceTest, AHelperIsReachedAsItsCallersCome) {
  lanes("__device__ int f(int v) { return $all if callers^__shfl(v, 0); }");
}

TEST(ConvergenceTest, T01AnElementOfOnesOwnIsNoConditionForTheVote) {
  lanes(R"(__global__ void k(const int *a, int *ok) {
    if ($all^__all(a[threadIdx.x] > -8)) ok[threadIdx.x / 32] = 1;
    $all^__any(1);
  })");
}

TEST(ConvergenceTest, T04OddLanesAlone) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x];
    if (threadIdx.x & 1)
      v = $divergent^__shfl(v, 1);
    $all^__ballot(v);
  })");
}

// clang warns that the condition "always" holds, and would take the other edge out of its graph.
TEST(ConvergenceTest, ANaNIsNeitherBelowZeroNorAbove) {
  lanes(R"(__global__ void k(const float *p, const volatile int *q) {
    float x = p[threadIdx.x];
    if (x < 0 || x >= 0) $divergent^__any(1);
    if (!(x >= 0 || x < 0)) $divergent^__any(1);
    if (*q != 1 || *q != 2) $unknown^__any(1);
    while (x < 0 || x >= 0) { $divergent^__any(1); x -= 1; }
    $all^__any(1);
  })");
}

TEST(ConvergenceTest, ANaNReturnsFromAHelper) {
  lanes(R"(__device__ int f(float x, int v) {
    if (x < 0.f || x >= 0.f)
      ;
    else
      return 0;
    return $all if callers, arg0^__shfl(v, 1);
  })");
}

TEST(ConvergenceTest, WhatAConstantRulesOutIsNoBranch) {
  lanes(R"(template <int N> __device__ int f(int v) {
    if (N > 64 && v > 3) v += $unreachable^__any(v);
    if (N < 64 || v > 3) v += $all if callers^__any(v);
    do v += $all if callers^__any(v); while (0);
    switch (N) {
    case 16: case 32: v += $all if callers^__any(v); break;
    case 64: v += $unreachable^__any(v); break;
    default: return $unreachable^__any(v);
    }
    while (true) {
      v += $all if callers^__any(v);
      if (N == 32) break;
    }
    return $all if callers^__any(v);
  }
  __global__ void k(int *p) { p[threadIdx.x] = f<32>(p[threadIdx.x]); })");
}

TEST(ConvergenceTest, T04BranchByData) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x];
    if (v > 3) v += $divergent^__any(v > 20);
    else $divergent^__any(v);
    $all^__any(v);
  })");
}

TEST(ConvergenceTest, T04PrefixOfTheWarp) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x];
    if ((threadIdx.x & 31) < 9) $divergent^__shfl_up(v, 1);
    if ((threadIdx.x & 31) < 16) $lanes16 if 1d^__shfl_up(v, 1);
    p[0] = v;
  })");
}

TEST(ConvergenceTest, T06BothSidesOfAHalfWarp) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x];
    if (threadIdx.x & 16) v += $lanes16 if 1d^__shfl_xor(v, 1);
    else v -= $lanes16 if 1d^__shfl_xor(v, 16);
  })");
}

TEST(ConvergenceTest, T11GroupsOfEight) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x], lane = threadIdx.x & 31;
    if ((lane >> 3) == 2) v += $lanes8 if 1d^__shfl_down(v, 4, 8);
    p[threadIdx.x] = v;
  })");
}

TEST(ConvergenceTest, T16RowsOfABlock) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x];
    if (threadIdx.y < 4) $all if 1d^__shfl(v, 0);
    p[0] = 1;
  })");
}

TEST(ConvergenceTest, T17GuardWithinAWarp) {
  lanes(R"(__global__ void k(int *p) {
    if (threadIdx.x < 48) $lanes16 if 1d^__any(1);
    if (threadIdx.x < 64) $all if 1d^__any(1);
    if (threadIdx.x < 50) $lanes2 if 1d^__any(1);
    p[0] = 1;
  })");
}

TEST(ConvergenceTest, T40ShortCircuit) {
  lanes(R"(__global__ void k(int *p, int n) {
    int v = p[threadIdx.x];
    if (v > 0 && $divergent^__any(v)) p[0] = 1;
    if (n > 0 && $all^__any(v)) p[0] = 1;
    if (v > 0 || $divergent^__any(v)) p[0] = 1;
    v = v > 1 ? $divergent^__any(v) : 2;
    v = n > 1 ? $all^__any(v) : 2;
  })");
}

TEST(ConvergenceTest, WhatTheBlockSharesKeepsWarpsWhole) {
  lanes(R"(__global__ void k(int *p, const int *__restrict__ q, int n) {
    if (n > 3) $all^__any(1);
    if (blockIdx.x & 1) $all^__any(1);
    if (q[blockIdx.x] > 0) $all^__any(1);
    if (p[blockIdx.x] > 0) $unknown^__any(1);
    if (blockDim.x > 64 && gridDim.y == 2) $all^__any(1);
    p[0] = 1;
  })");
}

TEST(ConvergenceTest, OneLaneIsNoWarp) {
  lanes(R"(__global__ void k(int *p) {
    if (threadIdx.x == 0) $divergent^__any(1);
    if (threadIdx.x % 32 == 0) $divergent^__any(1);
    if (threadIdx.x / 32 == 0) $all if 1d^__any(1);
    p[0] = 1;
  })");
}

TEST(ConvergenceTest, ASwitchOverAUniformValue) {
  lanes(R"(__global__ void k(int *p, int n) {
    int v = p[threadIdx.x];
    switch (n) { case 1: $all^__any(v); break; default: $all^__any(v); }
    switch (v) { case 1: $divergent^__any(v); break; case 2: $divergent^__any(v); default: $divergent^__any(v); }
    $all^__any(v);
  })");
}

TEST(ConvergenceTest, ABranchThatIsConstantIsNone) {
  lanes(R"(template <bool B> __global__ void k(int *p) {
    if (B) $all^__any(p[threadIdx.x]);
  }
  template __global__ void k<true>(int *);)");
}

//===- Exits and returns --------------------------------------------------===//

TEST(ConvergenceTest, T03LanesThatLeftTheKernel) {
  lanes(R"(__global__ void k(const int *a, int n) {
    int gid = blockIdx.x * blockDim.x + threadIdx.x;
    if (gid >= n) return;
    $all but exited^__ballot(a[gid]);
  })");
}

TEST(ConvergenceTest, T45ReturnOfAHelperIsNoExit) {
  lanes(R"(__device__ int f(int x) {
    if (x < 0) return 0;
    return $all if callers, arg0/32^__shfl(x, 0);
  }
  __global__ void k(int *p) { int v = p[threadIdx.x]; v = $all^f(v); $all^__any(v); })");
}

TEST(ConvergenceTest, AnExitOfAUniformValueTakesWholeWarps) {
  lanes(R"(__global__ void k(int n) {
    if (blockIdx.x >= n) return;
    $all but exited^__ballot(1);
  })");
}

TEST(ConvergenceTest, AnExitInADivergentBranch) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x];
    if (v > 1) { if (v > 2) return; $divergent but exited^__any(v); }
    $all but exited^__any(v);
  })");
}

//===- Loops --------------------------------------------------------------===//

TEST(ConvergenceTest, T07OwnTripCount) {
  lanes(R"(__global__ void k(const int *len, int n) {
    int x = len[threadIdx.x];
    for (int i = 0; i < (x & 7); ++i) $divergent^__ballot(x > i);
    $all^__any(x);
    for (int i = 0; i < (n & 15); ++i) $all^__shfl(x, i & 31);
    for (int i = threadIdx.x & 31; i < n; i += 32) $divergent^__ballot(x > i);
  })");
}

TEST(ConvergenceTest, T44BehindABreak) {
  lanes(R"(__global__ void k(int *p, int n) {
    int v = p[threadIdx.x];
    for (int i = 0; i < n; ++i) {
      if (v > i) break;
      $divergent^__any(v);
    }
    $all^__any(v);
  })");
}

TEST(ConvergenceTest, BeforeTheBreakOfALaterRoundLanesAreGone) {
  lanes(R"(__global__ void k(int *p, int n) {
    int v = p[threadIdx.x];
    for (int i = 0; i < n; ++i) {
      $divergent^__any(v);
      if (v > i) break;
    }
  })");
}

TEST(ConvergenceTest, T46AVoteKeepsTheLoopWhole) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x];
    while ($all^__any(v > 0)) {
      if (v > 0) { $divergent^__any(v); --v; }
      $all^__ballot(v);
    }
  })");
}

TEST(ConvergenceTest, ADoLoopIsWholeBecauseOfTheShuffleInIt) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x], first;
    do {
      first = $all^__shfl(v, 0);
      v -= 1;
    } while (first > 0);
  })");
}

TEST(ConvergenceTest, AContinueSkipsTheRest) {
  lanes(R"(__global__ void k(int *p, int n) {
    int v = p[threadIdx.x];
    for (int i = 0; i < n; ++i) {
      if (v & i) continue;
      $divergent^__any(v);
    }
    $all^__any(v);
  })");
}

TEST(ConvergenceTest, ALaterRoundSeesWhatALaneCountedInAnEarlierOne) {
  lanes(R"(__global__ void k(int *p, int n) {
    int rounds = 0;
    for (int i = 0; i < n; ++i) {
      if (rounds == 3) $divergent^__any(1);
      rounds += threadIdx.x & 1;
    }
  })");
}

TEST(ConvergenceTest, AGotoIsALoop) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x];
  again:
    $divergent^__any(v);
    if (--v > 0) goto again;
    $all^__any(v);
  })");
}

//===- Barriers -----------------------------------------------------------===//

TEST(ConvergenceTest, ToABarrierAllLanesCome) {
  lanes(R"(__device__ int f(int v, int n) {
    if (n > 0) {
      __syncthreads();
      return $all if callers, arg1 beside a barrier^__shfl(v, 0);
    }
    return 0;
  })");
}

TEST(ConvergenceTest, ABarrierSaysNothingOfABranchBehindIt) {
  lanes(R"(__global__ void k(int *p) {
    __syncthreads();
    if (p[threadIdx.x]) $divergent^__any(1);
    p[0] = 1;
  })");
}

TEST(ConvergenceTest, WhoSkipsTheLastBranchOfAKernelLeavesIt) {
  lanes(R"(__global__ void k(int *p) {
    if (p[threadIdx.x]) $all but exited^__any(1);
  })");
}

TEST(ConvergenceTest, AWarpSyncIsNoBarrierOfTheBlock) {
  lanes(R"(__device__ int f(int v, int *p) {
    if (p[threadIdx.x] > 0) {
      __syncwarp();
      return $divergent^__shfl(v, 0);
    }
    return 0;
  })");
}

TEST(ConvergenceTest, T43TwoCallersAreTheLinkersToSettle) {
  lanes(R"(__device__ int f(int v) { return $all if callers^__shfl(v, 0); }
  __global__ void whole(int *p) { $all^f(p[0]); p[0] = 1; }
  __global__ void part(int *p) { if (p[threadIdx.x]) $divergent^f(1); p[0] = 1; })");
}

TEST(ConvergenceTest, AShuffleInABranchIsEqualWithinItOnly) {
  lanes(R"(__global__ void k(int *p) {
    int v = p[threadIdx.x], x = 0;
    if (v & 1) x = __shfl(v, 1);
    if (x) $divergent^__any(v);
    p[0] = 1;
  })");
}

TEST(ConvergenceTest, T23OneInstanceOfATemplateMayBeDivergent) {
  lanes(R"(template <int W> __device__ void f(int v) {
    if (threadIdx.x < W) $all if callers, 1d^__any(v);
    sink(v);
  }
  template __device__ void f<64>(int);)");
  lanes(R"(template <int W> __device__ void f(int v) {
    if (threadIdx.x < W) $lanes8 if callers, 1d^__any(v);
    sink(v);
  }
  template __device__ void f<8>(int);)");
}

TEST(ConvergenceTest, ALambdaIsReachedAsItsCallersCome) {
  lanes(R"(__global__ void k(int *p) {
    auto f = [=](int v) __attribute__((device)) { return $all if callers^__any(v); };
    f(p[0]);
  })");
}

} // namespace
