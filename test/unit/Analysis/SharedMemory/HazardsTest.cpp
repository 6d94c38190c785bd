//===- HazardsTest.cpp - between which marked steps lanes may meet --------===//
//
// Marks are numbered steps; `hazards` gives "1>2" where a lane may be at 2 before another one has
// done 1, with one of them writing what the other one accesses, and "2" for both within 2.
//
//===----------------------------------------------------------------------===//

#include "../CudaSnippet.h"
#include "Analysis/SharedMemory/HelperEffects.h"
#include "Analysis/SharedMemory/SharedHazards.h"
#include "Analysis/Source/Exprs.h"

#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <set>

using namespace clang;
using namespace coopify;

namespace {

struct Body {
  explicit Body(StringRef Code)
      : Snippet(Code), View(Snippet.view(Snippet.marks().front())),
        Forms(View.Function, View.Context, View.Analysis.variables(), &View.Analysis),
        Places(View.Function, View.Context, View.Text, View.Analysis.variables(), Forms),
        Steps(View, Forms, Places, warpWidth()) {
    EXPECT_TRUE(Steps.build(View.Function->getBody(), {}));
  }
  /// The number of the mark in a step; empty: none.
  std::string number(unsigned Step) const {
    for (const Mark &M : Snippet.marks())
      if (Steps.Steps[Step].S && holds(Steps.Steps[Step].S, M.At))
        return M.Name;
    return "";
  }
  CudaSnippet Snippet;
  FunctionView View;
  SymbolicIndex Forms;
  MemoryLocations Places;
  SharedSteps Steps;
};

std::string hazards(StringRef Code) {
  Body B(Code);
  SharedHazards Hazards(B.View, B.Steps, B.Forms);
  std::set<std::string> All;
  for (const Hazard &H : Hazards.all()) {
    std::string From = B.number(H.From), To = B.number(H.To);
    if (!From.empty() && !To.empty())
      All.insert(H.Within ? From : From + ">" + To);
  }
  return llvm::join(All, " ");
}

/// In a kernel with shared memory.
std::string inKernel(const std::string &Code, const std::string &Before = "") {
  return hazards(Before + R"(
  __global__ void k(int *in, int *out, int n) {
    __shared__ volatile int s[128]; __shared__ int plain[128]; extern __shared__ int dynamic[];
    int t = threadIdx.x, x = 0;
  )" + Code + "}");
}

TEST(HazardsTest, AReadOfWhatAnotherLaneWrites) {
  EXPECT_EQ(inKernel("$1^s[t] = 1; $2^x = s[t ^ 1];"), "1>2");
  EXPECT_EQ(inKernel("$1^s[t] = 1; $2^x = s[t];"), "");
  EXPECT_EQ(inKernel("$1^s[t] += s[t + 1];"), "1");
}

TEST(HazardsTest, BarriersOrderAndVotesDoNot) {
  EXPECT_EQ(inKernel("$1^s[t] = 1; __syncwarp(); $2^x = s[t ^ 1];"), "");
  EXPECT_EQ(inKernel("$1^s[t] = 1; __any_sync(~0u, t); $2^x = s[t ^ 1];"), "1>2");
  EXPECT_EQ(inKernel("$1^s[t] = 1; __syncwarp(1u << t); $2^x = s[t ^ 1];"), "1>2");
  EXPECT_EQ(inKernel("$1^s[t] = 1; __threadfence_block(); $2^x = s[t ^ 1];"), "1>2");
  EXPECT_EQ(inKernel("$1^s[t] = 1; $2^x = __syncthreads_or(s[t ^ 1]);"), "1>2");
}

TEST(HazardsTest, AStructIsReadByItsAssignment) {
  const char *Pair = "struct Pair { int a, b; };";
  EXPECT_EQ(inKernel("__shared__ Pair p[64]; $1^p[t] = p[t + 1];", Pair), "1");
  EXPECT_EQ(inKernel("__shared__ Pair p[64]; $1^p[t].a = 1; $2^Pair q = p[t + 1];", Pair), "1>2");
  EXPECT_EQ(inKernel("__shared__ Pair p[64]; $1^p[t].a = 1; $2^x = p[t + 1].b;", Pair), "");
}

TEST(HazardsTest, WhatALocalReferenceRefersTo) {
  EXPECT_EQ(inKernel("volatile int &mine = s[t]; $1^mine = 1; $2^x = s[t ^ 1];"), "1>2");
  EXPECT_EQ(inKernel("int &own = x; $1^own = 1; $2^x = s[t ^ 1];"), "");
}

TEST(HazardsTest, HelpersThatAreSeen) {
  const char *Put = "__device__ void put(volatile int *p) { p = p + threadIdx.x; *p = 3; }"
                    "__device__ int get(const volatile int *p) { return p[threadIdx.x ^ 1]; }"
                    "__device__ int nothing(const volatile int *p) { return 3; }";
  EXPECT_EQ(inKernel("$1^put(s); $2^x = s[t ^ 1];", Put), "1>2");
  EXPECT_EQ(inKernel("$1^s[t] = 1; $2^x = get(s);", Put), "1>2");
  EXPECT_EQ(inKernel("$1^x = s[t]; $2^x = get(s);", Put), "");
  EXPECT_EQ(inKernel("$1^s[t] = 1; $2^x = nothing(s);", Put), "");
}

TEST(HazardsTest, HelpersThatAreNotSeenReachWhatTheyCan) {
  const char *Unseen = "__device__ void unseen(); __device__ void takes(int *); "
                       "__shared__ int file[128];"
                       "__device__ void touches() { file[threadIdx.x ^ 1] = 3; }";
  EXPECT_EQ(inKernel("$1^takes(plain); $2^x = plain[t];", Unseen), "1>2");
  EXPECT_EQ(inKernel("$1^unseen(); $2^x = plain[t];", Unseen), "") << "it has no way to get there";
  EXPECT_EQ(inKernel("$1^unseen(); $2^x = dynamic[t];", Unseen), "1>2");
  EXPECT_EQ(inKernel("takes(plain); $1^unseen(); $2^x = plain[t];", Unseen), "1>2")
      << "it may have been kept";
  EXPECT_EQ(inKernel("$1^touches(); $2^x = file[t];", Unseen), "1>2");
  EXPECT_EQ(inKernel("$1^touches(); $2^x = plain[t];", Unseen), "");
}

TEST(HazardsTest, AnObjectThatIsReferredToAndWhatLiesBesideIt) {
  const char *Helpers = "__device__ void set(volatile int &r) { r = 1; }"
                        "__device__ void next(volatile int &r) { (&r)[1] = 1; }";
  EXPECT_EQ(inKernel("$1^set(s[t]); $2^x = s[t];", Helpers), "");
  EXPECT_EQ(inKernel("$1^set(s[t]); $2^x = s[t + 1];", Helpers), "1>2");
  EXPECT_EQ(inKernel("$1^next(s[t]); $2^x = s[t];", Helpers), "1>2");
}

TEST(HazardsTest, WhatIsNotPassedIsPromisedByItsName) {
  const char *Tail = "__shared__ volatile int file[128];"
                     "__device__ void tail() { int t = threadIdx.x; file[t] += file[t + 1]; }"
                     "__device__ void set() { file[threadIdx.x] = 1; }";
  EXPECT_EQ(inKernel("$1^tail(); $2^x = file[t ^ 1];", Tail), "");
  EXPECT_EQ(inKernel("$1^set(); $2^x = file[t ^ 1];", Tail), "1>2") << "lanes do not meet in it";
}

TEST(HazardsTest, ObjectsAndLambdas) {
  const char *Object =
      "struct Row { volatile int *p; __device__ void set() { p[threadIdx.x] = 1; } };";
  EXPECT_EQ(inKernel("Row r{s}; $1^r.set(); $2^x = s[t ^ 1];", Object), "1>2");
  EXPECT_EQ(inKernel("auto set = [&] { s[t] = 1; }; $1^set(); $2^x = s[t ^ 1];"), "1>2");
}

TEST(HazardsTest, PointersThatMayLeadToTheSame) {
  EXPECT_EQ(hazards("__shared__ int file[64]; __device__ void f(volatile int *p) { int x = 0;"
                    "$1^file[threadIdx.x] = 1; $2^x = p[threadIdx.x ^ 1]; }"),
            "1>2");
  EXPECT_EQ(hazards("__device__ void f(volatile int *p) { __shared__ int own[64]; int x = 0;"
                    "$1^own[threadIdx.x] = 1; $2^x = p[threadIdx.x ^ 1]; }"),
            "");
  EXPECT_EQ(hazards("__device__ void f(int *__restrict__ p, int *q) { int x = 0;"
                    "$1^q[threadIdx.x] = 1; $2^x = p[threadIdx.x ^ 1]; }"),
            "");
}

TEST(HazardsTest, LanesOfSeveralWarps) {
  auto Crosses = [](StringRef Code) {
    Body B(("__global__ void k(int *in) { __shared__ volatile int s[256]; int t = threadIdx.x, x;" +
            Code + "}")
               .str());
    SharedHazards Hazards(B.View, B.Steps, B.Forms);
    return llvm::any_of(Hazards.all(), [&](const Hazard &H) { return Hazards.crossesWarps(H); });
  };
  EXPECT_TRUE(Crosses("$1^s[t] = 1; $2^x = s[t + 1];"));
  EXPECT_TRUE(Crosses("$1^s[t] = 1; for (int i = 1; i < 9; ++i) $2^x = s[t + i];"));
  EXPECT_FALSE(Crosses("$1^s[t] = 1; $2^x = s[t ^ 1];")) << "not shown";
  EXPECT_FALSE(Crosses("if (t < 32) { $1^s[t] = 1; $2^x = s[t + 1]; }")) << "one warp";
  EXPECT_FALSE(Crosses("$1^s[t] = 1; for (int i = 1; i < 99; ++i) $2^x = s[t + i];"))
      << "not shown";
}

} // namespace
