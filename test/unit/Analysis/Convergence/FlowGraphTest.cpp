//===- FlowGraphTest.cpp - control dependence with kernel exits -----------===//

#include "Analysis/Convergence/Flow/FlowGraph.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

/// Blocks are numbered as Clang does: 0 is the exit, the entry comes last.
struct Shape {
  FlowInput In;
  Shape(unsigned N, bool Kernel) {
    In.Nodes.resize(N);
    In.Entry = N - 1;
    In.Kernel = Kernel;
  }
  Shape &edge(unsigned A, unsigned B) {
    In.Nodes[A].Succs.push_back(B);
    return *this;
  }
  Shape &collective(unsigned B) {
    In.Nodes[B].Collective = true;
    return *this;
  }
  Shape &returns(unsigned B) {
    In.Nodes[B].Returns = true;
    return *this;
  }
};

bool depends(const FlowGraph &G, unsigned B, unsigned On) { return G.dependences(B).test(On); }

// if (4) {3} 2
TEST(FlowGraphTest, AJoinDoesNotDependOnItsBranch) {
  Shape S(5, true);
  S.edge(4, 3).edge(4, 2).edge(3, 2).edge(2, 0).collective(3).collective(2);
  FlowGraph G(S.In);
  EXPECT_TRUE(depends(G, 3, 4));
  EXPECT_FALSE(depends(G, 2, 4));
}

// for (;;) { 6; if (6) break; if (5) { 4 } if (3) break; }
Shape leftInTwoPlaces() {
  Shape S(8, false);
  S.edge(7, 6).edge(6, 5).edge(6, 0).edge(5, 4).edge(5, 3).edge(4, 3).edge(3, 0).edge(3, 6);
  return S;
}

TEST(FlowGraphTest, WhatLiesBetweenTwoBlocksIsNotTheRestOfTheLoop) {
  FlowGraph G(leftInTwoPlaces().In);
  EXPECT_TRUE(depends(G, 4, 3));
  llvm::BitVector Between = G.between(6, 4);
  EXPECT_TRUE(Between.test(6));
  EXPECT_TRUE(Between.test(5));
  EXPECT_EQ(Between.count(), 2u);
  EXPECT_TRUE(G.between(6, 6).none());
}

TEST(FlowGraphTest, ABranchThatGoesOnWithTheLoopLeadsToABlockOfItAgain) {
  FlowGraph G(leftInTwoPlaces().In);
  llvm::BitVector Again = G.again(5, 0); // by the way back from 3, past the exit in 6
  EXPECT_TRUE(Again.test(6));
  EXPECT_TRUE(Again.test(3));
  EXPECT_FALSE(Again.test(5));
  EXPECT_TRUE(G.again(5, 3).none()); // each way to the next round is through 3
}

// if (5) { if (4) { 3: return } } 2
TEST(FlowGraphTest, BothSidesOfABranchLeadToWhatFollowsAnInnerReturn) {
  Shape S(7, false);
  S.edge(6, 5).edge(5, 4).edge(5, 2).edge(4, 3).edge(4, 2).edge(3, 0).edge(2, 0).returns(3);
  FlowGraph G(S.In);
  llvm::BitVector Outer(7), Inner(7);
  Outer.set(5), Inner.set(4);
  EXPECT_TRUE(depends(G, 2, 5));
  EXPECT_EQ(G.waysTo(2, Outer), 2u);
  EXPECT_EQ(G.waysTo(2, Inner), 1u);
  EXPECT_EQ(G.waysTo(3, Outer), 1u);
}

// if (4) { 3: return } 2
Shape earlyReturn(bool Kernel) {
  Shape S(5, Kernel);
  S.edge(4, 3).edge(4, 2).edge(3, 0).edge(2, 0).returns(3).collective(2);
  return S;
}

TEST(FlowGraphTest, AReturnFromAKernelIsAnExit) {
  FlowGraph G(earlyReturn(true).In);
  EXPECT_FALSE(depends(G, 2, 4));
  EXPECT_TRUE(G.exitsBefore(2));
  EXPECT_TRUE(G.exitBranches().test(4));
}

TEST(FlowGraphTest, AReturnFromAHelperIsDivergence) { // trap T45
  FlowGraph G(earlyReturn(false).In);
  EXPECT_TRUE(depends(G, 2, 4));
  EXPECT_FALSE(G.exitsBefore(2));
}

TEST(FlowGraphTest, AReturnAfterACollectiveIsNoExit) {
  Shape S = earlyReturn(true);
  S.collective(3);
  FlowGraph G(S.In);
  EXPECT_TRUE(depends(G, 2, 4));
  EXPECT_TRUE(depends(G, 3, 4));
}

// if (3) { 2: whole body }
TEST(FlowGraphTest, AGuardAroundTheWholeBodyIsAnExit) {
  Shape S(4, true);
  S.edge(3, 2).edge(3, 0).edge(2, 0).collective(2);
  FlowGraph G(S.In);
  EXPECT_FALSE(depends(G, 2, 3));
  EXPECT_TRUE(G.exitsBefore(2));
}

// if (4) {3} 2: nothing collective is left in 2, but both sides run it
TEST(FlowGraphTest, CodeAfterTheJoinIsNoExit) { // trap T4
  Shape S(5, true);
  S.edge(4, 3).edge(4, 2).edge(3, 2).edge(2, 0).collective(3);
  FlowGraph G(S.In);
  EXPECT_TRUE(depends(G, 3, 4));
  S.In.Nodes[2].Empty = true; // just `return;`
  EXPECT_FALSE(depends(FlowGraph(S.In), 3, 4));
}

// while (3) { 2 } 1: return
TEST(FlowGraphTest, AReturnAfterALoopIsNoExitFromIt) {
  Shape S(5, true);
  S.edge(4, 3).edge(3, 2).edge(2, 3).edge(3, 1).edge(1, 0).collective(2).returns(1);
  S.In.Nodes[1].Empty = S.In.Nodes[3].LoopBranch = true;
  FlowGraph G(S.In);
  EXPECT_TRUE(depends(G, 2, 3));
}

// 4 -> while (3) { 2 } 1
TEST(FlowGraphTest, LeavingALoopIsNoExit) { // trap T7
  Shape S(5, true);
  S.edge(4, 3).edge(3, 2).edge(2, 3).edge(3, 1).edge(1, 0).collective(2);
  FlowGraph G(S.In);
  EXPECT_TRUE(depends(G, 2, 3));
  EXPECT_TRUE(depends(G, 3, 3));
  EXPECT_FALSE(depends(G, 4, 3));
}

// 5 -> while (true) 4 { if (4) { 3: return } 2 }
TEST(FlowGraphTest, AnEndlessLoopLeftByReturnKeepsTheOthersTogether) {
  Shape S(6, true);
  S.edge(5, 4).edge(4, 3).edge(4, 2).edge(3, 0).edge(2, 4).returns(3).collective(2);
  FlowGraph G(S.In);
  EXPECT_FALSE(depends(G, 2, 4));
  EXPECT_TRUE(G.exitsBefore(2));
}

// 5 -> while (true) { if (4) {3} 2 }: no way out at all
TEST(FlowGraphTest, BranchesInsideAnEndlessLoopStillCount) {
  Shape S(6, true);
  S.edge(5, 4).edge(4, 3).edge(4, 2).edge(3, 2).edge(2, 4).collective(3).collective(2);
  FlowGraph G(S.In);
  EXPECT_TRUE(depends(G, 3, 4));
  EXPECT_FALSE(depends(G, 2, 4));
}

// while (true) { if (4) { 3; break; } 2 } 1
Shape leftBehindAVote() {
  Shape S(6, false);
  S.edge(5, 4).edge(4, 3).edge(4, 2).edge(3, 1).edge(2, 4).edge(1, 0);
  S.In.Loops.push_back({{2}, llvm::BitVector(6), llvm::BitVector(6)});
  for (unsigned Inside : {2, 3, 4})
    S.In.Loops[0].Inside.set(Inside);
  return S;
}

TEST(FlowGraphTest, WhatStandsInFrontOfABreakDependsOnTheRound) {
  Shape S = leftBehindAVote();
  FlowGraph G(S.In);
  EXPECT_TRUE(depends(G, 3, 4));
  EXPECT_TRUE(depends(G, 4, 4));
  EXPECT_FALSE(depends(G, 1, 4)); // behind the loop all are together again
  S.In.Loops.clear();
  EXPECT_FALSE(depends(FlowGraph(S.In), 3, 4)); // what the graph alone would say
}

// for (; 4;) { if (3) { 2: vote, return; } } 1: trap
TEST(FlowGraphTest, ALoopWhoseConditionLeadsToNoReturnIsLeftByJumpsOnly) {
  Shape S(7, false);
  S.edge(6, 4).edge(4, 3).edge(4, 1).edge(3, 2).edge(3, 5).edge(5, 4).edge(2, 0).edge(1, 0);
  S.In.Loops.push_back({{5}, llvm::BitVector(7), llvm::BitVector(7)});
  for (unsigned Inside : {2, 3, 4, 5})
    S.In.Loops[0].Inside.set(Inside);
  S.In.Loops[0].Head.set(4);
  EXPECT_TRUE(depends(FlowGraph(S.In), 2, 3)); // 1 returns: the condition ends it
  S.In.Nodes[1].NoReturn = true;
  EXPECT_TRUE(depends(FlowGraph(S.In), 2, 3));
  S.In.Loops.clear();
  EXPECT_FALSE(depends(FlowGraph(S.In), 2, 3)); // what the graph alone would say
}

// if (5) { if (4) {3} } 2
TEST(FlowGraphTest, DependencesAreTransitive) {
  Shape S(6, false);
  S.edge(5, 4).edge(5, 2).edge(4, 3).edge(4, 2).edge(3, 2).edge(2, 0);
  FlowGraph G(S.In);
  EXPECT_TRUE(depends(G, 3, 4));
  EXPECT_TRUE(depends(G, 3, 5));
  EXPECT_FALSE(G.directDependences(3).test(5));
}

TEST(FlowGraphTest, AFailedAssertIsAnExitInHelpersToo) {
  Shape S(5, false);
  S.edge(4, 3).edge(4, 2).edge(3, 0).edge(2, 0).collective(2);
  S.In.Nodes[3].NoReturn = true;
  FlowGraph G(S.In);
  EXPECT_FALSE(depends(G, 2, 4));
}

/// Every block branches to the next and to another one, far away.
Shape tangle(unsigned N) {
  Shape S(N, false);
  for (unsigned B = 1; B < N; ++B)
    S.edge(B, B - 1).edge(B, 1 + (B * 2654435761u >> 7) % (N - 1));
  return S;
}

TEST(FlowGraphTest, TheBoundIsBeyondRealFunctions) {
  EXPECT_FALSE(FlowGraph(tangle(400).In).tooLarge());
  EXPECT_TRUE(FlowGraph(tangle(6000).In).tooLarge());
}

} // namespace
