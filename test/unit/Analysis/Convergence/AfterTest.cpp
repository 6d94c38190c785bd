//===- AfterTest.cpp - what may hold lanes back before a marked point ---------===//
//
// A mark names the lines of Convergence::After, from 1: "$l3_l5_l7^", "$none^".
//
//===----------------------------------------------------------------------===//

#include "../CudaSnippet.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

using namespace coopify;
using llvm::StringRef;

namespace {

void after(StringRef Code) {
  CudaSnippet S(Code);
  const Mark &First = S.mark("first");
  const unsigned Begin = S.text().expansion(First.At->getBeginLoc()).Line;
  for (const Mark &M : S.marks()) {
    std::vector<std::string> Lines;
    for (const Location &L : S.analysis(M).at(M.At).After)
      Lines.push_back("l" + std::to_string(L.Line - Begin + 1));
    const std::string Said = Lines.empty() ? "none" : llvm::join(Lines, "_");
    EXPECT_TRUE(M.Name == "first" || M.Name == Said) << "line " << M.Line << ": " << Said;
  }
}

TEST(AfterTest, OnlyWhatAPathLeadsFrom) {
  after(R"(__global__ void k(int *p) { $first^p[0] = 1;
    $none^__any(p[1]);
    if (p[threadIdx.x])
      __syncthreads();
    $l3_l4^__any(p[1]);
    __syncthreads();
    if (p[threadIdx.x] > 3)
      $l3_l4_l6^__any(p[1]);
  })");
}

TEST(AfterTest, AllOfALoopIsAfterItself) {
  after(R"(__global__ void k(int *p) { $first^p[0] = 1;
    $none^__any(p[1]);
    for (int i = threadIdx.x; i < p[0]; i += 32) {
      $l3_l5_l7^__any(p[1]);
      if (p[i] > 3)
        continue;
      __syncthreads();
    }
    $l3_l5_l7^__any(p[1]);
  })");
}

// What decides about a wait and is the same for the block holds nobody back: the wait alone is
// listed.
TEST(AfterTest, NotWhatIsTheSameForTheBlock) {
  after(R"(__global__ void k(int *p, int n) { $first^p[0] = 1;
    for (int i = 0; i < n; ++i) {
      $l4^__any(p[1]);
      __syncthreads();
    }
    $l4^__any(p[1]);
  })");
}

TEST(AfterTest, CallsThatMayWait) {
  after(R"(__device__ void waits() { __syncthreads(); }
  __device__ int quiet(int v) { return v + 1; }
  __global__ void k(int *p) { $first^p[0] = 1;
    $none^__any(p[1]);
    p[2] = quiet(p[3]);
    $none^__any(p[1]); waits(); $l4^__any(p[1]);
  })");
}

TEST(AfterTest, WaitsForLanes) {
  after(R"(__global__ void k(int *p) { $first^p[0] = 1;
    if (threadIdx.x % 32 < 7)
      __syncwarp();
    $l2_l3^__any(p[1]);
    while (p[threadIdx.x] > 3)
      --p[threadIdx.x];
    $l2_l3^__any(p[1]);
  })");
}

} // namespace
