//===- BlockedLanesTest.cpp - waits that an inserted wait would wait for -------===//

#include "Link/Proofs/BlockedLanes.h"
#include "Build.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

using namespace coopify;
using namespace coopify::test;

namespace {

/// The point that the conditions and calls of \p Lines are before.
Convergence after(std::vector<unsigned> Lines, Convergence C = converged()) {
  for (unsigned Line : Lines)
    C.After.push_back(at("a.cu", Line));
  return C;
}

DivergencePoint by(Uniformity Decides, unsigned Line) {
  return {std::move(Decides), "c", at("a.cu", Line), false, false};
}

BarrierUse &wait(Function F, unsigned Line, std::vector<DivergencePoint> Points = {},
                 std::string Callee = "") {
  BarrierUse W;
  W.Name = Callee.empty() ? "__syncthreads" : Callee;
  W.Callee = std::move(Callee);
  W.Loc = at("a.cu", Line);
  W.DivergencePoints = std::move(Points);
  return F->Waits.emplace_back(std::move(W));
}

void ofLanes(BarrierUse &W, unsigned Lanes = warpWidth()) {
  W.OfLanes = true;
  W.Lanes = Lanes;
}

TEST(BlockedLanes, ABarrierThatLanesPassByBlocks) {
  Unit U("a.cu");
  wait(U.kernel("k"), 6, {by(lanes(8), 5)});
  const ProgramFacts Facts = link({U});
  const Proven P = Facts.prove(after({5}), "k");
  EXPECT_EQ(P.Width, DivergentWidth);
  ASSERT_TRUE(P.Blocked);
  EXPECT_EQ(P.Blocked->Reason, ReasonId::DivergentBarrier);
  EXPECT_EQ(P.Blocked->Where, at("a.cu", 5));
  EXPECT_EQ(P.Blocked->Text, "lanes would wait here for lanes of their warp that wait at "
                             "'__syncthreads' (a.cu:6): 'lane' differs from lane to lane");
  // Who adds no wait is not blocked.
  EXPECT_EQ(Facts.proveReached(after({5}), "k").Width, BlockWidth);
}

TEST(BlockedLanes, NoneBeforeThePoint) {
  Unit U("a.cu");
  wait(U.kernel("k"), 6, {by(lanes(8), 5)});
  const Proven P = link({U}).prove(after({4}), "k");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_FALSE(P.Blocked);
}

TEST(BlockedLanes, WholeWarpsMayPassBy) {
  Uniformity OfWarp;
  OfWarp.UniformOver = warpWidth();
  Unit U("a.cu");
  wait(U.kernel("k"), 6, {by(OfWarp, 5), by(uniform(), 4)});
  const Proven P = link({U}).prove(after({4, 5}), "k");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_EQ(P.Assumptions, NoIds);
}

TEST(BlockedLanes, WhatIsUnknownIsAssumed) {
  Unit U("a.cu");
  wait(U.kernel("k"), 6, {by(unknown(), 5)});
  const Proven P = link({U}).prove(after({5}), "k");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_EQ(P.Assumptions, Ids{"converged-barriers"});
  EXPECT_TRUE(has(P.Steps, "nothing proves that all threads of the block execute this barrier "
                           "together: 'x' is not known"));
}

TEST(BlockedLanes, WhatMayChangeIsOneValueForTheBlock) {
  Unit U("a.cu");
  wait(U.kernel("k"), 6, {by(divergent(ObstacleKind::MayChange, "p[0] may change", {}), 5)});
  EXPECT_EQ(link({U}).prove(after({5}), "k").Assumptions, NoIds);
}

// The barrier shows that they are equal; of shapes it shows nothing.
TEST(BlockedLanes, WhatUnseenCallersPassIsNotAsked) {
  Unit U("a.cu");
  Function F = U.device("f").params({"n"});
  wait(F, 6, {by(param(0), 5)});
  EXPECT_EQ(link({U}).prove(after({5}), "f").Assumptions, Ids{"converged-callers"});
  Uniformity OfRows = laneIsThreadX();
  OfRows.UniformOver = warpWidth();
  Unit V("a.cu");
  wait(V.kernel("k"), 6, {by(OfRows, 5)});
  EXPECT_EQ(link({V}).prove(after({5}), "k").Assumptions, Ids{"block-1d"});
}

TEST(BlockedLanes, CallersMayHoldLanesBack) {
  Unit U("a.cu");
  Function K = U.kernel("k").call("f", 9, after({5}));
  wait(K, 6, {by(lanes(1), 5)});
  U.device("f").call("g", 12);
  U.device("g");
  EXPECT_TRUE(link({U}).prove(converged(), "g").Blocked);
}

TEST(BlockedLanes, LanesReturnThatPassedABarrierByInACallee) {
  for (bool Calls : {false, true}) {
    Unit U("a.cu");
    Function K = U.kernel("k").call("f", 9);
    wait(K, 9, {}, "f");
    Function F = U.device("f").call("g", 12);
    wait(F, 12, {}, "g");
    wait(U.device("g"), 16, {by(lanes(1), 15)});
    EXPECT_EQ(link({U})
                  .prove(after(Calls ? std::vector<unsigned>{9} : std::vector<unsigned>{}), "k")
                  .Blocked.has_value(),
              Calls);
  }
}

TEST(BlockedLanes, NoBarrierIsNoWait) {
  Unit U("a.cu");
  Function K = U.kernel("k").call("f", 9, under(lanes(1)));
  wait(K, 9, {by(lanes(1), 5)}, "f"); // of this unit alone it was not known
  U.device("f");
  EXPECT_FALSE(link({U}).prove(after({5, 9}), "k").Blocked);
}

TEST(BlockedLanes, WhoIsNamedMayBeElsewhere) {
  for (const Uniformity &Decides : {unknown(), lanes(1)}) {
    Unit U("a.cu");
    ofLanes(wait(U.kernel("k"), 6, {by(Decides, 5)}));
    const Proven P = link({U}).prove(after({5}), "k");
    ASSERT_EQ(P.Blocked.has_value(), Decides == lanes(1));
    if (P.Blocked)
      EXPECT_EQ(P.Blocked->Reason, ReasonId::Divergent);
    else
      EXPECT_EQ(P.Assumptions, Ids{"converged-barriers"});
  }
}

TEST(BlockedLanes, AllOfAGroupComeOrNone) {
  for (unsigned Named : {8u, 16u}) {
    Unit U("a.cu");
    ofLanes(wait(U.kernel("k"), 6, {by(lanes(8), 5)}), Named);
    const Proven P = link({U}).prove(after({5}), "k");
    EXPECT_EQ(P.Blocked.has_value(), Named > 8);
    EXPECT_EQ(P.Assumptions, NoIds);
  }
}

TEST(BlockedLanes, TheShapeMayPartThoseThatAreNamed) {
  Uniformity OfRows = laneIsThreadX();
  OfRows.UniformOver = warpWidth();
  Unit U("a.cu");
  ofLanes(wait(U.kernel("k"), 6, {by(OfRows, 5)}));
  EXPECT_EQ(link({U}).prove(after({5}), "k").Assumptions, Ids{"block-1d"});
}

/// "f" waits for \p Named lanes, and a part of the warp calls it.
bool blocksInCallee(unsigned Named) {
  Unit U("a.cu");
  Function K = U.kernel("k").call("f", 6);
  BarrierUse &Call = wait(K, 6, {by(lanes(8), 5)}, "f");
  Call.OfLanes = true;
  Function F = U.device("f").call("g", 12);
  wait(F, 12, {}, "g").OfLanes = true;
  U.device("g")->NamedLanes = Named;
  return link({U}).prove(after({5, 6}), "k").Blocked.has_value();
}

TEST(BlockedLanes, ACallCountsForTheLanesThatItsFunctionsName) {
  EXPECT_FALSE(blocksInCallee(0));
  EXPECT_FALSE(blocksInCallee(8));
  EXPECT_TRUE(blocksInCallee(16));
}

TEST(BlockedLanes, ACallByAPointerMayRunWhateverHasAnAddress) {
  for (bool Taken : {false, true}) {
    Unit U("a.cu");
    BarrierUse &Call = wait(U.kernel("k"), 6, {by(lanes(8), 5)});
    Call.Indirect = true;
    Function F = U.device("f");
    F->AddressTaken = Taken;
    wait(F, 12);
    EXPECT_EQ(link({U}).prove(after({5, 6}), "k").Blocked.has_value(), Taken);
  }
}

TEST(BlockedLanes, AKernelIsCalledByNoPointer) {
  Unit U("a.cu");
  wait(U.kernel("k"), 6, {by(lanes(8), 5)}).Indirect = true;
  Function Other = U.kernel("other");
  Other->AddressTaken = true;
  wait(Other, 12);
  EXPECT_FALSE(link({U}).prove(after({5, 6}), "k").Blocked);
}

TEST(BlockedLanes, ALibraryFunctionMayBeABarrier) {
  Unit U("a.cu");
  wait(U.kernel("k"), 6, {by(lanes(8), 5)}).Unknown = true;
  const Proven P = link({U}).prove(after({5, 6}), "k");
  ASSERT_TRUE(P.Blocked);
  EXPECT_EQ(P.Blocked->Text, "lanes would wait here for lanes of their warp that wait at "
                             "'__syncthreads' (a.cu:6), which may be a barrier: 'lane' differs "
                             "from lane to lane");
}

// Of the barrier in "f" nothing is left to say: why that of "k" is assumed, its own proof says.
TEST(BlockedLanes, AnAssumptionOfACallerHasNoReasonHere) {
  Convergence Call = under(unknown());
  Call.Barrier = at("a.cu", 3);
  Uniformity OfWarp;
  OfWarp.UniformOver = warpWidth();
  Convergence Here = under(OfWarp);
  Here.Barrier = at("a.cu", 9);
  Unit U("a.cu");
  U.kernel("k").call("f", 5, Call);
  U.device("f");
  const Proven P = link({U}).prove(Here, "f");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_TRUE(llvm::is_contained(P.Assumptions, "converged-barriers"));
  EXPECT_TRUE(llvm::none_of(P.Steps, [](const ProofStep &S) {
    return llvm::StringRef(S.Text).starts_with("nothing proves");
  }));
}

TEST(BlockedLanes, NoReasonIsToldWhereThereIsNone) {
  Proven Out, Decides;
  Out.Width = BlockWidth;
  Decides.Width = warpWidth();
  Decides.Assumptions = {"converged-barriers"};
  const BarrierUse Wait;
  const DivergencePoint By;
  restOnWaits(Out, {PassedWait{0, &Wait, &By, 0}}, [&](const PassedWait &) { return Decides; });
  EXPECT_FALSE(Out.Blocked);
  EXPECT_EQ(Out.Assumptions, Ids{"converged-barriers"});
  EXPECT_TRUE(Out.Steps.empty());
}

TEST(BlockedLanes, FunctionsThatCallEachOther) {
  Unit U("a.cu");
  Function A = U.device("a").call("b", 3, after({2, 3}));
  wait(A, 3, {by(lanes(1), 2)}, "b");
  Function B = U.device("b").call("a", 6, after({6}));
  wait(B, 6, {}, "a");
  wait(B, 7);
  U.kernel("k").call("a", 9);
  EXPECT_TRUE(link({U}).prove(converged(), "a").Blocked);
}

} // namespace
