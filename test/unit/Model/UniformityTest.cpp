#include "Model/Uniformity.h"

#include <gtest/gtest.h>

using namespace coopify;

namespace {

const Atom Entry{AtomKind::EntryConverged, 0}, Param1{AtomKind::ParamUniform, 1};

TEST(Uniformity, MeetTakesTheSmallerWidthAndItsReason) {
  Uniformity Eight = divergent(ObstacleKind::Unknown, "eight", {});
  Eight.UniformOver = 8;
  Uniformity One = divergent(ObstacleKind::Unknown, "one", {});
  EXPECT_EQ(meet(Eight, One).UniformOver, 1u);
  EXPECT_EQ(meet(Eight, One).Why->Text, "one");
  EXPECT_EQ(meet(Eight, One), meet(One, Eight));
}

TEST(Uniformity, WhatIsUnknownDoesNotHideThatLanesDiffer) { // it vetoes the barrier axiom
  Uniformity Eight = divergent(ObstacleKind::LaneDependent, "eight", {});
  Eight.UniformOver = 8;
  Uniformity One = divergent(ObstacleKind::Unknown, "one", {});
  EXPECT_EQ(meet(Eight, One).UniformOver, 1u);
  EXPECT_EQ(meet(Eight, One).Why->Text, "eight");
  EXPECT_EQ(meet(Eight, One), meet(One, Eight));
}

TEST(Uniformity, WhatMayChangeDoesNotHideWhatIsUnknown) { // there a barrier proves nothing
  Uniformity Eight = divergent(ObstacleKind::Unknown, "eight", {});
  Eight.UniformOver = 8;
  Uniformity One = divergent(ObstacleKind::MayChange, "one", {});
  EXPECT_EQ(meet(Eight, One).UniformOver, 1u);
  EXPECT_EQ(meet(Eight, One).Why->Text, "eight");
  EXPECT_EQ(meet(Eight, One), meet(One, Eight));
}

TEST(Uniformity, MeetUnitesWhatComesBefore) {
  Convergence A, B;
  A.After = {{"a.cu", 1, 1, 1}, {"a.cu", 3, 3, 1}};
  B.After = {{"a.cu", 2, 2, 1}, {"a.cu", 3, 3, 1}};
  EXPECT_EQ(meet(A, B).After,
            (std::vector<Location>{{"a.cu", 1, 1, 1}, {"a.cu", 2, 2, 1}, {"a.cu", 3, 3, 1}}));
}

TEST(Uniformity, MeetUnitesAtoms) {
  Uniformity A{BlockWidth, {Param1}, {}}, B{warpWidth(), {Entry, Param1}, {}};
  EXPECT_EQ(meet(A, B), (Uniformity{warpWidth(), {Entry, Param1}, {}}));
}

TEST(Uniformity, MeetPrefersLanesThatDoDiffer) {
  Uniformity A = divergent(ObstacleKind::Unknown, "a", {"a.cu", 1, 1, 1});
  Uniformity B = divergent(ObstacleKind::LaneDependent, "b", {"b.cu", 1, 1, 1});
  EXPECT_EQ(meet(A, B).Why->Text, "b");
  EXPECT_EQ(meet(B, A).Why->Text, "b");
}

TEST(Uniformity, MeetOfTheSameKindIsTheFirstPlace) {
  Uniformity A = divergent(ObstacleKind::Unknown, "late", {"a.cu", 9, 9, 1});
  Uniformity B = divergent(ObstacleKind::Unknown, "early", {"a.cu", 1, 1, 1});
  EXPECT_EQ(meet(A, B).Why->Text, "early");
  EXPECT_EQ(meet(A, B), meet(B, A));
}

TEST(Uniformity, MeetKeepsAReasonThatOneSideLacks) {
  Uniformity A = divergent(ObstacleKind::Unknown, "why", {});
  Uniformity B{DivergentWidth, {}, std::nullopt};
  EXPECT_EQ(meet(A, B).Why->Text, "why");
  EXPECT_EQ(meet(B, A).Why->Text, "why");
}

TEST(Uniformity, TheDefaultIsNeutral) {
  Uniformity A{8, {Entry}, Obstacle{ObstacleKind::LaneDependent, "x", {}}};
  EXPECT_EQ(meet(A, Uniformity()), A);
  EXPECT_EQ(meet(Uniformity(), A), A);
}

} // namespace
