//===- LaunchShapesTest.cpp - what launches show of lanes -----------------===//
#include "Build.h"

#include <gtest/gtest.h>

using namespace coopify;
using namespace coopify::test;

namespace {

using Dims = std::array<std::optional<int64_t>, 3>;
constexpr auto Any = std::nullopt;

Proven launched(Uniformity Fact, std::vector<Dims> Launches) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11);
  U.device("f");
  for (auto [I, D] : llvm::enumerate(Launches))
    U.launch("k", 30 + I, D);
  return link({U}).prove(Fact, "f");
}

TEST(Prove, OneDimensionIsEnoughForTheLane) {
  Proven P = launched(laneIsThreadX(), {Dims{Any, 1, 1}, Dims{48, 1, 1}});
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_EQ(P.Assumptions, NoIds);
  EXPECT_TRUE(has(P.Steps, "'k' is launched with 1-D blocks or rows of whole warps: a.cu:30, "
                           "a.cu:31"));
}

TEST(Prove, RowsOfWholeWarpsAreEnoughForTheLane) {
  EXPECT_EQ(launched(laneIsThreadX(), {Dims{32, 8, 1}}).Assumptions, NoIds);
  EXPECT_EQ(launched(laneIsThreadX(), {Dims{64, Any, Any}}).Assumptions, NoIds);
}

TEST(Prove, BrokenRowsFail) {
  Proven P = launched(laneIsThreadX(), {Dims{128, 1, 1}, Dims{16, 16, 1}});
  EXPECT_EQ(P.Width, 1u);
  EXPECT_EQ(P.Why->Kind, ObstacleKind::LaneDependent);
  EXPECT_EQ(P.Why->Where, at("a.cu", 31));
  EXPECT_NE(P.Why->Text.find("16x16x1"), std::string::npos);
}

TEST(Prove, AShapeThatIsNotKnownIsAssumed) {
  for (Dims D : {Dims{}, Dims{16, Any, Any}, Dims{Any, 16, 1}, Dims{16, 1, Any}}) {
    Proven P = launched(laneIsThreadX(), {Dims{32, 1, 1}, D});
    EXPECT_EQ(P.Width, BlockWidth);
    EXPECT_EQ(P.Assumptions, Ids{"block-1d"});
  }
}

TEST(Prove, NoLaunchAndNoKernelAreAssumed) {
  EXPECT_EQ(launched(laneIsThreadX(), {}).Assumptions, Ids{"block-1d"});
  Unit U("a.cu");
  U.device("f");
  EXPECT_EQ(link({U}).prove(laneIsThreadX(), "f").Assumptions, Ids{"block-1d"});
}

TEST(Prove, AllKernelsThatReachTheFunctionCount) {
  Unit U("a.cu");
  U.kernel("k1").call("f", 11);
  U.kernel("k2").call("f", 12);
  U.kernel("other");
  U.device("f");
  U.launch("k1", 30, {32, 1, 1}).launch("other", 31, {7, 7, 1});
  EXPECT_EQ(link({U}).prove(laneIsThreadX(), "f").Assumptions, Ids{"block-1d"});
  U.launch("k2", 32, {32, 1, 1});
  EXPECT_EQ(link({U}).prove(laneIsThreadX(), "f").Assumptions, NoIds);
}

TEST(Prove, KernelsThatWereNotSeenMayBeLaunchedInAnyShape) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11);
  U.device("f")->External = true;
  U->RelocatableDevice = true;
  U.launch("k", 30, {32, 1, 1});
  EXPECT_EQ(link({U}).prove(laneIsThreadX(), "f").Assumptions, Ids{"block-1d"});
}

TEST(Prove, MultiplesOf32) {
  EXPECT_EQ(launched(rowsOf32(), {Dims{96, Any, Any}}).Assumptions, NoIds);
  EXPECT_EQ(launched(rowsOf32(), {Dims{Any, 1, 1}}).Assumptions, Ids{"block-multiple-of-32"});
  Proven P = launched(rowsOf32(), {Dims{48, 1, 1}});
  EXPECT_EQ(P.Width, 1u);
  EXPECT_EQ(P.Why->Kind, ObstacleKind::LaneDependent);
}

} // namespace
