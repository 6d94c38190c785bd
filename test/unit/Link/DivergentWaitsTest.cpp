//===- DivergentWaitsTest.cpp - barriers that not all threads reach ------------===//

#include "Build.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace coopify;
using namespace coopify::test;

namespace {

DivergencePoint by(Uniformity Decides, unsigned Line, bool Leaves = false) {
  return {std::move(Decides), "c", at("where.cu", Line), false, Leaves};
}

BarrierUse &wait(FunctionSummary *F, unsigned Line,
                 std::vector<DivergencePoint> DivergencePoints = {}) {
  BarrierUse W;
  W.Name = "__syncthreads";
  W.Loc = at(F->Loc.File, Line);
  W.DivergencePoints = std::move(DivergencePoints);
  return F->Waits.emplace_back(std::move(W));
}

/// Of the function that the edge which was added last calls.
BarrierUse &waitInCall(FunctionSummary *F, std::vector<DivergencePoint> DivergencePoints = {}) {
  const CallEdge &E = F->Calls.back();
  BarrierUse W;
  W.Callee = W.Name = E.Callee;
  W.Loc = E.Loc;
  W.DivergencePoints = std::move(DivergencePoints);
  return F->Waits.emplace_back(std::move(W));
}

std::vector<Site> found(const ProgramFacts &Facts) {
  std::vector<Site> Out;
  llvm::copy_if(Facts.sites(), std::back_inserter(Out),
                [](const Site &S) { return S.Kind == SiteKind::DivergentWait; });
  return Out;
}

std::vector<Site> found(Unit &U) { return found(link({U})); }

bool says(const Site &S, llvm::StringRef Text) {
  return llvm::any_of(S.Conv.Steps, [&](const ProofStep &Step) { return Step.Text == Text; });
}

TEST(DivergentWaitsTest, OneSiteForEachCondition) {
  Unit U("a.cu");
  Function K = U.kernel("k");
  wait(K.operator->(), 10, {by(lanes(1), 5)});
  wait(K.operator->(), 11, {by(lanes(1), 5)});
  wait(K.operator->(), 12, {by(lanes(1), 6)});
  wait(K.operator->(), 13);
  wait(K.operator->(), 14, {by(lanes(1), 5)});
  std::vector<Site> Sites = found(U);
  ASSERT_EQ(Sites.size(), 2u);
  EXPECT_EQ(Sites[0].Loc.Line, 10u);
  EXPECT_EQ(Sites[0].Preset->Reason, ReasonId::DivergentBarrier);
  EXPECT_TRUE(says(Sites[0], "the same holds for '__syncthreads' in lines 11, 14"));
  EXPECT_EQ(Sites[1].Loc.Line, 12u);
}

TEST(DivergentWaitsTest, WhatIsNotKnownToDifferIsSilent) {
  Unit U("a.cu");
  Function K = U.kernel("k");
  wait(K.operator->(), 10, {by(unknown(), 5), by(uniform(), 6), by(laneIsThreadX(), 7)});
  EXPECT_TRUE(found(U).empty());
}

// The whole block must come: whole warps are not enough, unless the block is one warp.
TEST(DivergentWaitsTest, WarpsMayPartBlocks) {
  Uniformity OfWarp;
  OfWarp.UniformOver = warpWidth();
  for (unsigned Threads : {32u, 64u}) {
    Unit U("a.cu");
    Function K = U.kernel("k");
    wait(K.operator->(), 10, {by(OfWarp, 5)});
    U.launch("k", 30, {Threads, 1, 1});
    EXPECT_EQ(found(U).size(), Threads == 32 ? 0u : 1u);
  }
}

// A shape that fails says that a value is not equal in a warp; the block agreed on it already.
TEST(DivergentWaitsTest, ShapesDoNotMatter) {
  Unit U("a.cu");
  Function K = U.kernel("k");
  wait(K.operator->(), 10, {by(laneIsThreadX(), 5), by(rowsOf32(), 6)});
  U.launch("k", 30, {8, 8, 1});
  EXPECT_TRUE(found(U).empty());
}

TEST(DivergentWaitsTest, ToldWhereTheThreadsPart) {
  Unit U("a.cu");
  Function F = U.device("f");
  wait(F.operator->(), 3);
  Function G = U.device("g").call("f", 8);
  waitInCall(G.operator->());
  Function K = U.kernel("k").call("g", 20, under(lanes(1)));
  waitInCall(K.operator->(), {by(lanes(1), 19)});
  std::vector<Site> Sites = found(U);
  ASSERT_EQ(Sites.size(), 1u);
  EXPECT_EQ(Sites[0].Function, "k");
  EXPECT_EQ(Sites[0].Loc.Line, 20u);
  EXPECT_TRUE(says(Sites[0], "'g' calls 'f' here"));
  EXPECT_TRUE(says(Sites[0], "'f' waits for the whole block here: __syncthreads"));
}

TEST(DivergentWaitsTest, ParametersAreFollowedToCallers) {
  for (bool Differs : {false, true}) {
    Unit U("a.cu");
    Function F = U.device("f").params({"sync"});
    wait(F.operator->(), 3, {by(param(0), 2)});
    Function G = U.device("g").params({"s"}).call("f", 8, converged(), {param(0)});
    waitInCall(G.operator->());
    Function K = U.kernel("k").call("g", 20, converged(), {Differs ? lanes(1) : uniform()});
    waitInCall(K.operator->());
    std::vector<Site> Sites = found(U);
    ASSERT_EQ(Sites.size(), Differs ? 1u : 0u);
    if (!Differs)
      continue;
    EXPECT_EQ(Sites[0].Function, "f");
    EXPECT_TRUE(says(Sites[0], "'g' passes it as 'sync' of 'f' here"));
    EXPECT_TRUE(says(Sites[0], "'k' passes it as 's' of 'g' here"));
  }
}

TEST(DivergentWaitsTest, WhatACallReturnsIsFollowed) {
  Unit U("a.cu");
  U.device("mine").returns(lanes(1));
  U.device("ours").returns(uniform());
  Function K = U.kernel("k").call("mine", 9).call("ours", 10);
  wait(K.operator->(), 11, {by(result(1), 6)});
  wait(K.operator->(), 12, {by(result(0), 5)});
  std::vector<Site> Sites = found(U);
  ASSERT_EQ(Sites.size(), 1u);
  EXPECT_EQ(Sites[0].Loc.Line, 12u);
  EXPECT_TRUE(says(Sites[0], "it is what 'mine' returns here"));
}

// moderngpu: if (sync) __syncthreads(); and calls that pass false.
TEST(DivergentWaitsTest, ConstantsMayExcludeTheBarrier) {
  for (int64_t Sync : {0, 1}) {
    Unit U("a.cu");
    Function F = U.device("f").params({"sync"});
    wait(F.operator->(), 3, {by(param(0), 2)}).Only = {{0, true}};
    Function G = U.device("g").params({"s"}).call("f", 8, converged(), {param(0)});
    waitInCall(G.operator->()).ConstantArgs = {{std::nullopt, 0}};
    Function K = U.kernel("k").call("g", 20, under(lanes(1)), {uniform()});
    waitInCall(K.operator->(), {by(lanes(1), 19)}).ConstantArgs = {{Sync, std::nullopt}};
    EXPECT_EQ(found(U).size(), Sync ? 1u : 0u);
  }
}

TEST(DivergentWaitsTest, ThoseThatWaitElsewhereBeforeThoseThatLeave) {
  Unit U("a.cu");
  Function K = U.kernel("k");
  wait(K.operator->(), 10, {by(lanes(1), 4, /*Leaves=*/true), by(lanes(1), 5)});
  wait(K.operator->(), 11, {by(lanes(1), 4, /*Leaves=*/true)});
  std::vector<Site> Sites = found(U);
  ASSERT_EQ(Sites.size(), 2u);
  EXPECT_EQ(Sites[0].Preset->Reason, ReasonId::DivergentBarrier);
  EXPECT_EQ(Sites[1].Preset->Reason, ReasonId::BarrierAfterExit);
}

// b is looked at while a is: what it comes to by way of a counts all the same.
TEST(DivergentWaitsTest, FunctionsThatCallEachOther) {
  Unit U("a.cu");
  Function A = U.device("a").call("b", 3).call("f", 4);
  waitInCall(A.operator->()); // of f
  Function B = U.device("b").call("a", 6);
  waitInCall(B.operator->());
  BarrierUse First;
  First.Callee = First.Name = "b";
  First.Loc = at("a.cu", 3);
  A->Waits.insert(A->Waits.begin(), First);
  Function F = U.device("f");
  wait(F.operator->(), 8);
  Function K = U.kernel("k").call("a", 20, under(lanes(1)));
  waitInCall(K.operator->(), {by(lanes(1), 19)});
  K.call("b", 22, under(lanes(1)));
  waitInCall(K.operator->(), {by(lanes(1), 21)});
  EXPECT_EQ(found(U).size(), 2u);
}

// What one pass decides alike may part the threads of another; the host pass runs no threads.
TEST(DivergentWaitsTest, PassesAreMerged) {
  Unit Host("a.cu", "host"), Old("a.cu", "sm_35"), New("a.cu", "sm_70");
  Function OfHost = Host.kernel("k", 1), OfOld = Old.kernel("k", 1), OfNew = New.kernel("k", 1);
  wait(OfHost.operator->(), 9, {by(lanes(1), 4)});
  wait(OfOld.operator->(), 10, {by(uniform(), 5)});
  wait(OfNew.operator->(), 10, {by(lanes(1), 5)});
  std::vector<Site> Sites = found(link({Host, Old, New}));
  ASSERT_EQ(Sites.size(), 1u);
  EXPECT_EQ(Sites[0].Loc.Line, 10u);
}

} // namespace
