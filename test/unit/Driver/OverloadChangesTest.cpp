#include "Driver/Verify/OverloadChanges.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

Location at(const char *File, unsigned Offset) { return {File, Offset, 1, Offset + 1}; }

FunctionSummary function(const char *USR, unsigned Declared) {
  FunctionSummary F;
  F.USR = F.Pattern = F.Name = USR;
  F.Loc = at("f.cuh", Declared);
  F.Declarations.emplace_back().Loc = F.Loc;
  return F;
}

/// f.cuh declares f at 10 and g at 50; k of a.cu calls f at 100, and something unseen at 200.
class ResolutionTest : public testing::Test {
protected:
  ResolutionTest() : Facts(link({unit()})), Before(Facts) {
    Finding Signature;
    Signature.Where.Kind = SiteKind::Signature;
    Signature.Where.Loc = at("f.cuh", 10);
    Findings.push_back(Signature);
    Plan.Outcomes.push_back(Applied{{{{"f.cuh", 12, 12}, "block, "}}});
    edit({"f.cuh", 12, 12}, "block, ");
    edit({"a.cu", 102, 102}, "block, ");
  }

  static TUSummary unit() {
    TUSummary Unit;
    FunctionSummary K = function("k", 90);
    for (auto [Offset, Callee] : {std::pair(100u, "f"), std::pair(200u, "unseen")}) {
      CallEdge E;
      E.CalleeName = Callee;
      E.Loc = at("a.cu", Offset);
      E.Callee = Callee;
      K.Calls.push_back(E);
    }
    Unit.Functions = {function("f", 10), function("g", 50), K};
    return Unit;
  }

  void edit(TextRange Range, const char *Text) {
    ASSERT_FALSE(Plan.Edits.add({{std::move(Range), Text}}));
  }

  /// Of a call at \p Offset of a.cu that now means what f.cuh declares at \p Declared.
  std::vector<BrokenUnit> brokenUnits(unsigned Offset, unsigned Declared, unsigned ArgsAt = 2) {
    CallTarget Call{at("a.cu", Offset),
                    at("a.cu", Offset + ArgsAt),
                    Offset == 207 ? "unseen" : "f",
                    {at("f.cuh", Declared)}};
    return Before.brokenUnits({Call}, Plan, Findings);
  }

  ProgramFacts Facts;
  OverloadChanges Before;
  EditPlan Plan;
  std::vector<Finding> Findings;
};

TEST_F(ResolutionTest, ACallThatMeansWhatItMeantIsNone) {
  EXPECT_TRUE(brokenUnits(100, 10).empty());
}

TEST_F(ResolutionTest, AnotherFunctionIsOne) {
  std::vector<BrokenUnit> Found = brokenUnits(100, 57); // g, behind the edit
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Error.Where, at("a.cu", 102));
  EXPECT_EQ(Found[0].Error.Means, at("f.cuh", 57));
  EXPECT_EQ(Found[0].Culprits, (std::set<size_t>{0})) << "f has the parameter";
}

TEST_F(ResolutionTest, AnotherCallMayNotComeToMeanTheEditedOne) {
  EXPECT_EQ(brokenUnits(307, 10).size(), 1u) << "nothing is known of it";
  EXPECT_EQ(brokenUnits(207, 10).size(), 1u) << "it meant something else";
  EXPECT_EQ(brokenUnits(207, 10).front().Culprits, (std::set<size_t>{0}));
}

TEST_F(ResolutionTest, WhatIsNotKnownMayMeanOthers) {
  EXPECT_TRUE(brokenUnits(207, 57).empty());
  EXPECT_TRUE(brokenUnits(307, 57).empty());
}

TEST_F(ResolutionTest, InstancesMayDifferInOtherCalls) {
  EXPECT_TRUE(brokenUnits(100, 57, /*ArgsAt=*/20).empty()) << "no edit has written its argument";
  EXPECT_EQ(brokenUnits(100, 10, /*ArgsAt=*/20).size(), 0u);
}

TEST_F(ResolutionTest, TextThatAnEditWroteIsNotCompared) {
  EXPECT_TRUE(brokenUnits(104, 57).empty());
}

TEST_F(ResolutionTest, AFunctionThatIsNotEditedMayNotBeLostEither) {
  Plan.Outcomes.front() = NotApplied{WhyNot::Assumption};
  std::vector<BrokenUnit> Found = brokenUnits(100, 57);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].Culprits.empty()) << "found by the line, as errors are";
}

} // namespace
