#include "Driver/Verify/VanishedCalls.h"

#include <gtest/gtest.h>

using namespace coopify;

namespace {

Location at(const char *File, unsigned Offset) { return {File, Offset, 1, Offset + 1}; }

/// Of a call at \p Offset of a.cu, of what f.cuh declares at \p Declared.
CallTarget call(unsigned Offset, unsigned Declared) {
  return {at("a.cu", Offset), at("a.cu", Offset + 2), "f", {at("f.cuh", Declared)}};
}

/// f.cuh declares f at 10, which gets a parameter, and g at 50.
class VanishedCallsTest : public testing::Test {
protected:
  VanishedCallsTest() {
    Finding Signature;
    Signature.Where.Kind = SiteKind::Signature;
    Signature.Where.Loc = at("f.cuh", 10);
    Findings.push_back(Signature);
    Plan.Outcomes.push_back(Applied{{{{"f.cuh", 12, 12}, "block, "}}});
    edit({"f.cuh", 12, 12}, "block, ");
    edit({"a.cu", 102, 102}, "block, ");
  }
  void edit(TextRange Range, const char *Text) {
    ASSERT_FALSE(Plan.Edits.add({{std::move(Range), Text}}));
  }
  std::vector<BrokenUnit> vanished(std::vector<CallTarget> Before, std::vector<CallTarget> Now) {
    return vanishedCalls(meaningsOf(Before), Now, Plan, Findings, {"a.cu", "f.cuh"});
  }

  EditPlan Plan;
  std::vector<Finding> Findings;
};

TEST_F(VanishedCallsTest, WhatIsStillThereIsNone) {
  EXPECT_TRUE(vanished({call(100, 10), call(200, 50)}, {call(100, 10), call(207, 57)}).empty());
}

TEST_F(VanishedCallsTest, ACallThatIsLeftOutIsTheParametersFault) {
  std::vector<BrokenUnit> Found = vanished({call(100, 10), call(200, 50)}, {call(207, 57)});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Error.Where.Offset, 100u);
  EXPECT_EQ(Found[0].Error.Means.Offset, 10u);
  EXPECT_EQ(Found[0].Culprits, (std::set<size_t>{0}));
}

TEST_F(VanishedCallsTest, APlaceIsToldAsItIsInTheEditedText) {
  std::vector<BrokenUnit> Found = vanished({call(200, 50)}, {});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Error.Where.Offset, 207u);
  EXPECT_EQ(Found[0].Error.Means.Offset, 57u);
  EXPECT_EQ(Found[0].Culprits, (std::set<size_t>{0})) << "g is not edited, but nothing else is";
}

TEST_F(VanishedCallsTest, EachInstanceCounts) {
  EXPECT_EQ(vanished({call(100, 10), call(100, 10)}, {call(100, 10)}).size(), 1u);
  EXPECT_TRUE(vanished({call(100, 10)}, {call(100, 10), call(100, 10)}).empty());
}

TEST_F(VanishedCallsTest, AnotherMeaningIsNotTheSameCall) {
  EXPECT_EQ(vanished({call(100, 10)}, {call(100, 57)}).size(), 1u);
}

TEST_F(VanishedCallsTest, WhatAnEditReplacesMayGo) {
  edit({"a.cu", 300, 320}, "block.sync()");
  EXPECT_TRUE(vanished({call(305, 10)}, {}).empty());
  EXPECT_EQ(vanished({call(325, 10)}, {}).size(), 1u);
}

TEST_F(VanishedCallsTest, FunctionsOfTheToolkitAreNotCompared) {
  CallTarget Toolkit = call(100, 10);
  Toolkit.OfUser = false;
  EXPECT_TRUE(vanished({Toolkit}, {}).empty());
}

} // namespace
