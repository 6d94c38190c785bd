//===- ValueTest.cpp - arithmetic on abstract values ----------------------===//

#include "Analysis/Convergence/Value.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

unsigned width(const Value &V) { return V.uniformity().UniformOver; }

bool needs(const Value &V, AtomKind Kind) {
  for (const Atom &A : V.uniformity().Atoms)
    if (A.Kind == Kind)
      return true;
  return false;
}

Value tid() { return threadIdxX(); }
Value globalId() {
  Value Block = blockNumber({0, 63}); // blockIdx.x
  return add(mul(Block, blockDimX()), tid());
}

TEST(ValueTest, ThreadIndexDiffersFromLaneToLane) { EXPECT_EQ(width(tid()), 1u); }

// Whatever it is added to or compared with.
TEST(ValueTest, ThreadIndexAndAnUnknownNumberDiffer) {
  const Value Unknown = divergentValue(ObstacleKind::Unknown, "nobody knows", {});
  for (const Value &V :
       {add(tid(), Unknown), compare(Comparison::LT, tid(), Unknown),
        compare(Comparison::GE, Unknown, tid()), compare(Comparison::EQ, tid(), Unknown)})
    EXPECT_EQ(V.uniformity().Why->Kind, ObstacleKind::LaneDependent);
  EXPECT_EQ(compare(Comparison::LT, constant(3), Unknown).uniformity().Why->Kind,
            ObstacleKind::Unknown);
}

TEST(ValueTest, WarpNumberIsEqualInTheWarp) {
  EXPECT_EQ(width(div(tid(), constant(32))), 32u);
  EXPECT_EQ(width(shr(tid(), constant(5))), 32u);
  EXPECT_EQ(width(bitAnd(tid(), constant(~31))), 32u);
  EXPECT_TRUE(needs(div(tid(), constant(32)), AtomKind::LaneIsThreadX));
}

TEST(ValueTest, DivisionByOtherNumbersIsEqualInSmallerGroups) {
  EXPECT_EQ(width(div(tid(), constant(8))), 8u);
  EXPECT_EQ(width(div(tid(), constant(48))), 16u);
  EXPECT_EQ(width(div(tid(), constant(3))), 1u);
}

// C rounds (-31) / 32 to 0 and (-32) / 32 to -1: one group, two results.
TEST(ValueTest, SignedDivisionOfWhatMayBeNegativeIsNotFollowed) {
  EXPECT_EQ(width(div(sub(tid(), constant(32)), constant(32))), 1u);
  EXPECT_EQ(width(shr(sub(tid(), constant(32)), constant(5))), 32u);
}

TEST(ValueTest, ComparisonsWithMultiplesOf32KeepWarpsWhole) {
  EXPECT_EQ(width(compare(Comparison::LT, tid(), constant(32))), 32u);
  EXPECT_EQ(width(compare(Comparison::LE, tid(), constant(31))), 32u);
  EXPECT_EQ(width(compare(Comparison::GT, tid(), constant(31))), 32u);
  EXPECT_EQ(width(compare(Comparison::GE, constant(31), tid())), 32u);
  EXPECT_EQ(width(compare(Comparison::LT, constant(63), tid())), 32u);
}

TEST(ValueTest, OtherComparisonsDoNot) {
  EXPECT_EQ(width(compare(Comparison::LT, tid(), constant(33))), 1u);
  EXPECT_EQ(width(compare(Comparison::LE, tid(), constant(32))), 1u);
  EXPECT_EQ(width(compare(Comparison::GT, tid(), constant(32))), 1u);
  EXPECT_EQ(width(compare(Comparison::LT, tid(), constant(48))), 16u); // trap T17
  EXPECT_EQ(width(compare(Comparison::EQ, tid(), constant(0))), 1u);
  EXPECT_EQ(width(compare(Comparison::LT, tid(), uniformValue())), 1u);
}

TEST(ValueTest, GlobalIdNeedsWholeWarpsPerBlock) {
  Value V = div(globalId(), constant(32));
  EXPECT_EQ(width(V), 32u);
  EXPECT_TRUE(needs(V, AtomKind::BlockXMultipleOf32));
  EXPECT_EQ(width(compare(Comparison::LT, globalId(), uniformValue())), 1u);
}

TEST(ValueTest, TheLanePartCancels) {
  EXPECT_EQ(width(sub(globalId(), tid())), BlockWidth);
  EXPECT_EQ(width(compare(Comparison::LT, sub(globalId(), tid()), uniformValue())), BlockWidth);
}

TEST(ValueTest, RemainderIsTheLane) {
  Value Lane = rem(tid(), constant(32));
  EXPECT_EQ(width(Lane), 1u);
  EXPECT_EQ(width(shr(Lane, constant(3))), 8u);
  EXPECT_EQ(width(compare(Comparison::LT, Lane, constant(16))), 16u);
  EXPECT_EQ(width(compare(Comparison::LT, bitAnd(tid(), constant(63)), constant(32))), 32u);
}

// y * blockDim.x + x counts lanes in every block of one plane.
TEST(ValueTest, LinearThreadIdNeedsPlanesOfWarps) {
  Value Linear = add(mul(threadIdxYZ(true), blockDimX()), tid());
  Value Guard = compare(Comparison::LT, Linear, constant(32));
  EXPECT_EQ(width(Guard), 32u);
  EXPECT_FALSE(needs(Guard, AtomKind::LaneIsThreadX));
  EXPECT_TRUE(needs(Guard, AtomKind::PlanesOfWarps));
  // z is not y
  EXPECT_EQ(width(compare(Comparison::LT, add(mul(threadIdxYZ(false), blockDimX()), tid()),
                          constant(32))),
            32u);
  EXPECT_TRUE(
      needs(compare(Comparison::LT, add(mul(threadIdxYZ(false), blockDimX()), tid()), constant(32)),
            AtomKind::LaneIsThreadX));
}

TEST(ValueTest, ScaledThreadIndex) {
  Value V = mul(tid(), constant(4));
  EXPECT_EQ(width(compare(Comparison::LT, V, constant(128))), 32u);
  EXPECT_EQ(width(compare(Comparison::LT, V, constant(100))), 1u);
  EXPECT_EQ(width(mul(tid(), uniformValue())), 1u);
}

TEST(ValueTest, NegatedThreadIndex) {
  Value V = sub(constant(31), tid()); // 31 - t < 0  <=>  t >= 32
  EXPECT_EQ(width(compare(Comparison::LT, V, constant(0))), 32u);
  EXPECT_EQ(width(compare(Comparison::LT, sub(constant(32), tid()), constant(0))), 1u);
}

/// The lanes that a comparison of a parameter is equal in, if it counts them.
unsigned lanesOf(const Value &V) {
  for (const Atom &A : V.U.Atoms)
    if (A.Kind == AtomKind::ParamLaneAffine)
      return A.Lanes;
  return 0;
}

TEST(ValueTest, ParametersMayCountLanes) {
  Value P = parameterNumber(2);
  EXPECT_EQ(lanesOf(compare(Comparison::LT, P, constant(32))), 32u);
  EXPECT_EQ(lanesOf(compare(Comparison::LE, P, constant(31))), 32u);
  EXPECT_EQ(lanesOf(compare(Comparison::GT, constant(32), P)), 32u);
  EXPECT_EQ(lanesOf(compare(Comparison::GE, P, constant(96))), 32u);
  EXPECT_EQ(lanesOf(compare(Comparison::LT, P, constant(16))), 16u);
  EXPECT_EQ(lanesOf(compare(Comparison::LT, add(P, constant(8)), constant(32))), 8u);
  EXPECT_EQ(lanesOf(compare(Comparison::LT, sub(P, constant(64)), constant(16))), 16u);
  EXPECT_EQ(lanesOf(shr(P, constant(5))), 32u);
  EXPECT_EQ(lanesOf(bitAnd(P, constant(~15))), 16u);
  Value Lane = bitAnd(P, constant(31));
  EXPECT_EQ(lanesOf(compare(Comparison::LT, Lane, constant(16))), 16u);
}

TEST(ValueTest, ParametersThatHaveToBeEqual) {
  Value P = parameterNumber(2);
  auto Equal = [](const Value &V) {
    return lanesOf(V) == 0 && V.U.Atoms == std::vector<Atom>{{AtomKind::ParamUniform, 2}};
  };
  EXPECT_TRUE(Equal(compare(Comparison::EQ, P, constant(32))));
  EXPECT_TRUE(Equal(compare(Comparison::LT, P, constant(31))));
  EXPECT_TRUE(Equal(compare(Comparison::LE, P, constant(32))));
  EXPECT_TRUE(Equal(compare(Comparison::LT, P, uniformValue())));
  EXPECT_TRUE(Equal(compare(Comparison::LT, mul(P, constant(2)), constant(32))));
  EXPECT_TRUE(Equal(compare(Comparison::LT, sub(constant(0), P), constant(32))));
  EXPECT_TRUE(Equal(join(P, constant(3))) || join(P, constant(3)).Counts == std::nullopt);
  EXPECT_EQ(div(P, constant(32)).U.Atoms, P.U.Atoms) << "below zero it rounds up";
  EXPECT_FALSE(under(P, uniformValue({{AtomKind::CallUniform, 0}}).U).Counts);
}

TEST(ValueTest, WhatCountsLanesIsPassedSo) {
  EXPECT_EQ(tid().groups()->UniformOver, 32u);
  EXPECT_EQ(add(tid(), constant(8)).groups()->UniformOver, 8u);
  EXPECT_EQ(laneId().groups()->UniformOver, 32u);
  EXPECT_FALSE(add(tid(), constant(1)).groups());
  EXPECT_FALSE(mul(tid(), constant(2)).groups());
  EXPECT_FALSE(uniformValue().groups());
  EXPECT_EQ(parameterNumber(1).groups()->Atoms,
            (std::vector<Atom>{{AtomKind::ParamLaneAffine, 1, 32}}));
}

TEST(ValueTest, JoinKeepsWhatBothSay) {
  Value V = join(tid(), add(tid(), constant(64)));
  EXPECT_EQ(width(compare(Comparison::LT, V, constant(32))), 32u);
  V = join(tid(), add(tid(), constant(8)));
  EXPECT_EQ(width(compare(Comparison::LT, V, constant(32))), 8u);
  EXPECT_EQ(width(join(tid(), constant(0))), 1u);
  EXPECT_FALSE(join(constant(1), constant(2)).Const);
}

TEST(ValueTest, UnderADivergentBranchNothingIsUniform) {
  Uniformity Div = divergent(ObstacleKind::LaneDependent, "x", {});
  EXPECT_EQ(width(under(constant(3), Div)), 1u);
  EXPECT_FALSE(under(constant(3), Div).Const);
  EXPECT_EQ(width(under(constant(3), Uniformity())), BlockWidth);
}

// i = threadIdx.x; i < roundUp(n, blockDim.x); i += blockDim.x: threadIdx.x < blockDim.x, so all
// of the block leave the loop together.
TEST(ValueTest, MultiplesOfTheBlockBoundAllOfIt) {
  Value Bound = mul(uniformValue(), blockDimX());
  Value I = join(tid(), add(tid(), blockDimX()));
  for (Comparison Op : {Comparison::LT, Comparison::GE})
    EXPECT_EQ(width(compare(Op, I, Bound)), BlockWidth);
  for (Comparison Op : {Comparison::GT, Comparison::LE})
    EXPECT_EQ(width(compare(Op, Bound, I)), BlockWidth);
  EXPECT_EQ(width(compare(Comparison::LT, globalId(), Bound)), BlockWidth);
}

// galois: src = begin + tid; src < begin + roundup(end - begin, blockDim.x).
TEST(ValueTest, ABeginningThatBothHaveCancels) {
  int X = 0, Y = 0;
  Value Begin = named(uniformValue(), &X), Other = named(uniformValue(), &Y);
  Value Bound = mul(uniformValue(), blockDimX());
  Value I = add(add(Begin, globalId()), blockDimX());
  EXPECT_EQ(width(compare(Comparison::LT, I, add(Begin, Bound))), BlockWidth);
  EXPECT_EQ(width(compare(Comparison::LT, I, add(Bound, Begin))), BlockWidth);
  EXPECT_EQ(width(compare(Comparison::LT, I, add(Other, Bound))), 1u);
  EXPECT_EQ(width(compare(Comparison::LT, I, Bound)), 1u);
  EXPECT_EQ(width(compare(Comparison::LT, tid(), Begin)), 1u);
  EXPECT_EQ(width(compare(Comparison::LT, add(I, Begin), add(Begin, Bound))), 1u);
  EXPECT_EQ(width(compare(Comparison::LT, tid(), mul(Begin, Other))), 1u);
  EXPECT_EQ(width(compare(Comparison::LT, join(I, tid()), add(Begin, Bound))), 1u);
}

TEST(ValueTest, OtherBoundsDoNot) {
  Value Bound = mul(uniformValue(), blockDimX());
  EXPECT_EQ(width(compare(Comparison::LT, tid(), uniformValue())), 1u);
  EXPECT_EQ(width(compare(Comparison::LE, tid(), Bound)), 1u); // thread 0 of the next
  EXPECT_EQ(width(compare(Comparison::LT, add(tid(), constant(1)), Bound)), 1u);
  EXPECT_EQ(width(compare(Comparison::EQ, tid(), Bound)), 1u);
  EXPECT_EQ(width(compare(Comparison::LT, mul(tid(), constant(2)), Bound)), 1u);
  EXPECT_LT(width(compare(Comparison::LT, laneId(), blockDimX())),
            BlockWidth);                                                  // counts within a warp
  Value Linear = add(mul(threadIdxYZ(/*IsY=*/true), blockDimX()), tid()); // counts the rows, too
  EXPECT_LT(width(compare(Comparison::LT, Linear, Bound)), BlockWidth);
  EXPECT_LT(width(compare(Comparison::LT, add(Linear, blockDimX()), Bound)), BlockWidth);
  Value Late = under(tid(), divergent(ObstacleKind::LaneDependent, "x", {}));
  EXPECT_EQ(width(compare(Comparison::LT, Late, Bound)), 1u);
}

} // namespace
