#include "RuleHarness.h"

#include "llvm/ADT/StringSet.h"

using namespace coopify;

namespace {

TEST(AllRules, AreSortedAndNamedAsTheyAreRegistered) {
  llvm::ArrayRef<const Rule *> Rules = allRules();
  EXPECT_TRUE(
      llvm::is_sorted(Rules, [](const Rule *A, const Rule *B) { return A->id() < B->id(); }));
  llvm::StringSet<> Registered, Own;
  for (const RuleRegistry::entry &E : RuleRegistry::entries())
    Registered.insert(E.getName());
  for (const Rule *R : Rules) {
    EXPECT_TRUE(Own.insert(R->id()).second) << R->id().str();
    EXPECT_TRUE(Registered.contains(R->id())) << R->id().str();
    EXPECT_FALSE(R->summary().empty()) << R->id().str();
  }
}

TEST(DecideAll, FindingsAreSortedByPlace) {
  RuleHarness H("__any(a); __shfl(b, 0); __any(c);");
  H.function("k");
  H.call("__any(c)", "k");
  H.call("__shfl(b, 0)", "k");
  H.call("__any(a)", "k");
  std::vector<Finding> All = H.findings();
  ASSERT_EQ(All.size(), 3u);
  EXPECT_EQ(All[0].Check, "legacy-vote");
  EXPECT_EQ(All[1].Check, "legacy-shuffle");
  EXPECT_LT(All[1].Where.Loc.Offset, All[2].Where.Loc.Offset);
}

TEST(DecideAll, InstancesAreOneFinding) {
  RuleHarness H("v += __shfl(v, 0);");
  H.function("sum<int>").Pattern = "sum";
  H.function("sum<float>").Pattern = "sum";
  H.call("__shfl(v, 0)", "sum<int>");
  H.call("__shfl(v, 0)", "sum<float>");
  Finding F = H.finding();
  ASSERT_TRUE(F.Verdict.rewrite());
  EXPECT_EQ(F.Verdict.rewrite()->Handles.size(), 2u);
}

TEST(DecideAll, OneDivergentInstanceSpeaksForAll) {
  RuleHarness H("v += __shfl(v, 0);");
  H.function("sum<int>").Pattern = "sum";
  H.function("sum<float>").Pattern = "sum";
  H.call("__shfl(v, 0)", "sum<int>");
  H.call("__shfl(v, 0)", "sum<float>").Conv.Active = laneDependent();
  EXPECT_EQ(H.reason(), "divergent");
  EXPECT_EQ(H.rewritten(), H.Code);
}

TEST(DecideAll, InstancesThatNeedDifferentCastsDisagree) {
  RuleHarness H("v += __shfl(v, 0);");
  H.function("sum<int>").Pattern = "sum";
  H.function("sum<char>").Pattern = "sum";
  H.call("__shfl(v, 0)", "sum<int>");
  H.call("__shfl(v, 0)", "sum<char>").Args[0].Plain = false;
  EXPECT_EQ(H.reason(), "instances-disagree");
}

TEST(DecideAll, AnInstanceInAnotherUnitSettlesATemplate) {
  RuleHarness H("v += __shfl(v, 0);");
  H.function("sum<int>").Pattern = "sum";
  H.call("__shfl(v, 0)", "sum").Preset = Refusal{ReasonId::NotInstantiated, "", {}, ""};
  H.call("__shfl(v, 0)", "sum<int>");
  EXPECT_EQ(H.reason(), "rewrite");
  H.Sites.pop_back();
  EXPECT_EQ(H.reason(), "not-instantiated");
}

TEST(DecideAll, APassThatSkipsTheTextDoesNotHideIt) {
  RuleHarness H("v += __shfl(v, 0);");
  H.function("k");
  H.call("__shfl(v, 0)", "k");
  Site &Skipped = H.call("__shfl(v, 0)", "");
  Skipped.NotASite = ReasonId::InactiveBranch;
  Skipped.Range = Skipped.Callee; // all that the skipped text shows
  EXPECT_EQ(H.reason(), "rewrite");
}

/// A pattern that owns a shuffle; no other rule handles that kind.
struct Pattern : Rule {
  llvm::StringRef id() const override { return "pattern"; }
  llvm::StringRef summary() const override { return "for this test"; }
  bool handles(const Site &S) const override { return S.Kind == SiteKind::ResultUse; }
  Decision decide(const Site &, const ProgramFacts &) const override {
    Decision D;
    D.What = Rewrite{};
    return D;
  }
  std::vector<Edit> render(const Site &, const Rewrite &, const RenderContext &) const override {
    return {};
  }
};

TEST(DecideAll, APatternOfSomeInstancesOnlyIsRefused) {
  RuleHarness H("v += __shfl(v, l);");
  H.function("f<int>").Pattern = "f";
  H.function("f<long>").Pattern = "f";
  Site &Owned = H.call("__shfl(v, l)", "f<int>");
  Owned.ClaimedBy = SiteKind::ResultUse;
  Site Whole = Owned;
  Whole.Kind = SiteKind::ResultUse;
  Whole.ClaimedBy.reset();
  Whole.Parts = {{"claims", Owned.Range, ""}};
  H.Sites.push_back(Whole);
  Pattern Rule;
  std::vector<const coopify::Rule *> Rules = {&Rule};
  llvm::append_range(Rules, allRules());
  EXPECT_TRUE(decideAll(H.facts(), Rules).front().Verdict.rewrite());
  H.call("__shfl(v, l)", "f<long>");
  for (const Finding &F : decideAll(H.facts(), Rules))
    EXPECT_TRUE(F.Verdict.refusal() && F.Verdict.refusal()->Reason == ReasonId::InstancesDisagree)
        << F.Check;
}

TEST(DecideAll, OnlyTheRulesThatWereAskedSpeak) {
  RuleHarness H("__any(a);");
  H.function("k");
  H.call("__any(a)", "k");
  EXPECT_TRUE(decideAll(H.facts(), {}).empty());
}

} // namespace
