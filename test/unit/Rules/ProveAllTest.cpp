#include "RuleHarness.h"

#include "Rules/Common.h"

using namespace coopify;

namespace {

Uniformity atom(AtomKind Kind) {
  Uniformity U;
  U.Atoms.push_back({Kind, 0});
  return U;
}

/// A kernel that nothing launches, and a site in it that has requirements.
class ProveAllTest : public testing::Test {
protected:
  ProveAllTest() : H("use(x);") {
    H.function("k");
    S.Function = "k";
    S.Loc = H.at("use");
  }
  std::optional<Refusal> prove(llvm::StringRef Help = "") {
    return proveAll(S, H.facts(), Here, Help);
  }
  void expect(ReasonId Reason, const std::string &Text) {
    std::optional<Refusal> Why = prove();
    ASSERT_TRUE(Why);
    EXPECT_EQ(Why->Reason, Reason);
    EXPECT_EQ(Why->Text, Text);
  }

  RuleHarness H;
  Site S;
  ActivityProof Here;
};

TEST_F(ProveAllTest, NothingIsProvenAtOnce) {
  EXPECT_FALSE(prove());
  EXPECT_TRUE(Here.Assumptions.empty());
}

TEST_F(ProveAllTest, WhatItRestsOnIsSaidOnceAndSorted) {
  Requirement Rows{RequirementRole::LaneCount, "blockDim.x", atom(AtomKind::BlockXMultipleOf32)};
  Requirement Number{RequirementRole::LaneNumber, "threadIdx.x", atom(AtomKind::LaneIsThreadX)};
  S.Requires = {Rows, Number, Rows};
  EXPECT_FALSE(prove());
  EXPECT_FALSE(Here.Assumptions.empty());
  EXPECT_TRUE(llvm::is_sorted(Here.Assumptions));
  EXPECT_EQ(std::set<std::string>(Here.Assumptions.begin(), Here.Assumptions.end()).size(),
            Here.Assumptions.size());
}

TEST_F(ProveAllTest, AWidthOfItsOwnIsEnough) {
  S.Requires = {{RequirementRole::Tile, "tile8", wholeGroupsOf(8), 8}};
  EXPECT_FALSE(prove());
  S.Requires[0].Width = 16;
  expect(ReasonId::Divergent, "'lane / 8 == 2' splits the warp");
}

TEST_F(ProveAllTest, EachRoleSaysWhatIsNotMet) {
  const std::string Differs = "'lane < n' differs from lane to lane";
  S.Requires = {{RequirementRole::LaneNumber, "threadIdx.x", laneDependent()}};
  expect(ReasonId::Divergent, "'threadIdx.x' is not provably the lane index: " + Differs);
  S.Requires[0].Role = RequirementRole::Address;
  expect(ReasonId::Divergent,
         "the leader adds to its own 'threadIdx.x' for all lanes, and " + Differs);
  S.Requires[0].Role = RequirementRole::LaneCount;
  expect(ReasonId::Divergent, Differs);
  S.Requires[0].Role = RequirementRole::Leavers;
  expect(ReasonId::LanesLeft, "lanes may have left the kernel before, so their values are missing");
}

TEST_F(ProveAllTest, WhatIsNotKnownIsUnproven) {
  S.Requires = {{RequirementRole::Subscripts, "the subscripts",
                 divergent(ObstacleKind::Unknown, "", Location())}};
  expect(ReasonId::Unproven, "cannot prove that it is equal in all lanes");
  EXPECT_EQ(prove("do it")->Help, "do it");
  EXPECT_EQ(prove()->Where, S.Loc);
}

TEST_F(ProveAllTest, APassedAddressThatNothingShowsToDifferMayBeAssumed) {
  H.function("helper", FunctionKind::Device);
  CallEdge Call;
  Call.Callee = Call.CalleeName = S.Function = "helper";
  Call.Args = {unknownHere()};
  H.function("caller").Calls = {Call};
  S.Requires = {{RequirementRole::Address, "p", atom(AtomKind::ParamUniform)}};
  EXPECT_FALSE(prove());
  EXPECT_EQ(Here.Assumptions, std::vector<std::string>{assumption::UniformArguments});
}

TEST_F(ProveAllTest, OfAnAddressThatNobodyPassesNobodyIsAsked) {
  S.Requires = {{RequirementRole::Address, "p", unknownHere()}};
  ASSERT_TRUE(prove());
  EXPECT_EQ(prove()->Reason, ReasonId::Unproven);
  EXPECT_TRUE(Here.Assumptions.empty());
}

} // namespace
