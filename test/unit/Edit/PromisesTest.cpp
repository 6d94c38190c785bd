//===- PromisesTest.cpp - rewrites that lean on other rewrites ------------===//

#include "PlanHarness.h"

using namespace coopify;

namespace {

/// caller() leans on what the finding in helper() promises.
class PromisesTest : public PlanHarness {
protected:
  void SetUp() override {
    file("/f.cu", "int helper() { A; }\nint caller() { B; }\nint other() { C; }\n");
    for (const char *Name : {"helper", "caller", "other"})
      function(Name);
    text("A", "a").Where.Function = "helper";
    text("B", "b").Where.Function = "caller";
    text("C", "c").Where.Function = "other";
    rewrite(0).Promises = {Ends};
    rewrite(1).LeansOn = {Ends};
  }
  Rewrite &rewrite(size_t Index) { return std::get<Rewrite>(Findings[Index].Verdict.What); }
  const NotApplied *held(size_t Index) { return std::get_if<NotApplied>(&Last.Outcomes[Index]); }
  const Promise Ends{"helper", "ends with a sync"};
};

TEST_F(PromisesTest, KeptByItsFinding) {
  EXPECT_EQ(plan(), "int helper() { a; }\nint caller() { b; }\nint other() { c; }\n");
}

TEST_F(PromisesTest, MadeByNobody) {
  rewrite(0).Promises.clear();
  EXPECT_EQ(plan(), "int helper() { a; }\nint caller() { B; }\nint other() { c; }\n");
  EXPECT_EQ(reason(1), ReasonId::HelperUnsynced);
}

TEST_F(PromisesTest, OfAnotherFunction) {
  rewrite(0).Promises = {{"other", Ends.What}};
  plan();
  EXPECT_EQ(reason(1), ReasonId::HelperUnsynced);
}

TEST_F(PromisesTest, OfAnotherRule) {
  Findings[0].Check = "pattern";
  plan();
  EXPECT_TRUE(applied(0));
  EXPECT_EQ(reason(1), ReasonId::HelperUnsynced);
}

TEST_F(PromisesTest, SilencedByAComment) {
  Against.emplace(0, WhyNot::Comment);
  EXPECT_EQ(plan(), "int helper() { A; }\nint caller() { B; }\nint other() { c; }\n");
  ASSERT_TRUE(held(1));
  EXPECT_EQ(held(1)->Why, WhyNot::Comment);
  EXPECT_EQ(partner(1), "helper");
}

TEST_F(PromisesTest, HeldBackByAnAssumption) {
  assume(Findings[0], {"block-1d"});
  plan();
  ASSERT_TRUE(held(1));
  EXPECT_EQ(held(1)->Why, WhyNot::Assumption);
  Options.Granted.insert("block-1d");
  plan();
  EXPECT_TRUE(applied(1));
}

TEST_F(PromisesTest, RefusedWhenItWasDecided) {
  Findings[0].Verdict.What = Refusal{ReasonId::SpinLoop, "it spins", Findings[0].Where.Loc, ""};
  plan();
  EXPECT_EQ(reason(1), ReasonId::HelperUnsynced);
  EXPECT_EQ(partner(1), "helper");
}

TEST_F(PromisesTest, TakenBackAfterItWasPlanned) {
  Against.emplace(0, Refusal{ReasonId::DoesNotCompile, "", {}, ""});
  plan();
  EXPECT_FALSE(applied(1));
}

TEST_F(PromisesTest, AllWhoMakeItMustBeRewritten) {
  rewrite(2).Promises = {Ends};
  Against.emplace(2, WhyNot::Comment);
  plan();
  EXPECT_TRUE(applied(0));
  EXPECT_FALSE(applied(1));
}

TEST_F(PromisesTest, FallsOnInAChain) {
  rewrite(1).Promises = {{"caller", Ends.What}};
  rewrite(2).LeansOn = {{"caller", Ends.What}};
  plan();
  EXPECT_TRUE(applied(2));
  Against.emplace(0, WhyNot::Comment);
  plan();
  EXPECT_FALSE(applied(1));
  EXPECT_FALSE(applied(2));
}

TEST_F(PromisesTest, OfItself) {
  rewrite(1).LeansOn = rewrite(1).Promises = {{"caller", "recursive"}};
  plan();
  EXPECT_TRUE(applied(1));
}

TEST_F(PromisesTest, PartnersFallTogether) {
  Findings[1].Verdict.Group = Findings[2].Verdict.Group = "both";
  Against.emplace(0, WhyNot::Comment);
  plan();
  EXPECT_FALSE(applied(1));
  EXPECT_FALSE(applied(2));
}

} // namespace
