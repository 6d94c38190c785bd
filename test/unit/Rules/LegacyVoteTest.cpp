#include "RuleHarness.h"

using namespace coopify;

namespace {

struct OneVote : RuleHarness {
  explicit OneVote(const std::string &Call, std::string Type = "bool")
      : RuleHarness("r = " + Call + ";") {
    function("k");
    S = &call(Call, "k");
    S->Args[0].Type = std::move(Type);
  }
  Site *S;
};

TEST(LegacyVote, AnyAndBallotAreMembers) {
  EXPECT_EQ(OneVote("__any(p)").rewritten(), "r = warp.any(p);");
  EXPECT_EQ(OneVote("__ballot( x > 0 )").rewritten(), "r = warp.ballot( x > 0 );");
  EXPECT_EQ(OneVote("__ballot(1)").rewritten(), "r = warp.ballot(1);");
}

TEST(LegacyVote, OperandsOfAnyNeedNoCast) { // its parameter is an int too
  EXPECT_EQ(OneVote("__any(f)", "float").rewritten(), "r = warp.any(f);");
}

TEST(LegacyVote, AllIsNeverTheTilesAll) { // trap T1
  EXPECT_EQ(OneVote("__all(p)").rewritten(), "r = !warp.any(!(p));");
  EXPECT_EQ(OneVote("__all(x > 0)").rewritten(), "r = !warp.any(!(x > 0));");
}

TEST(LegacyVote, AllKeepsParenthesesThatAreThere) {
  EXPECT_EQ(OneVote("__all((x > 0))").rewritten(), "r = !warp.any(!(x > 0));");
  EXPECT_EQ(OneVote("__all((a) && (b))").rewritten(), "r = !warp.any(!((a) && (b)));");
  EXPECT_EQ(OneVote("__all((c == ')'))").rewritten(), "r = !warp.any(!((c == ')')));");
}

TEST(LegacyVote, AllCastsWhatAnIntWouldCut) { // trap T2
  EXPECT_EQ(OneVote("__all(f)", "float").rewritten(), "r = !warp.any(!(int)(f));");
  EXPECT_EQ(OneVote("__all(mask)", "unsigned long long").rewritten(),
            "r = !warp.any(!(int)(mask));");
  EXPECT_EQ(OneVote("__all(flag)", "Flag").rewritten(), "r = !warp.any(!(int)(flag));");
  EXPECT_EQ(OneVote("__all(c)", "unsigned char").rewritten(), "r = !warp.any(!(c));");
}

TEST(LegacyVote, AllStaysAnIntWhereThatShows) {
  OneVote T("__all(p)");
  T.S->TypeMatters = true;
  EXPECT_EQ(T.rewritten(), "r = static_cast<int>(!warp.any(!(p)));");
}

TEST(LegacyVote, NestedAlls) {
  RuleHarness H("r = __all(__all(a));");
  H.function("k");
  H.call("__all(__all(a))", "k");
  H.call("__all(a)", "k");
  EXPECT_EQ(H.rewritten(), "r = !warp.any(!(!warp.any(!(a))));");
}

TEST(LegacyVote, AllInAMacrosBody) {
  RuleHarness H("#define ALL(p) __all(p)\nr = ALL(x > 0);");
  H.function("k");
  Site &S = H.call("__all(p)", "k");
  S.Macro = {MacroKind::Body, "ALL", S.Loc, H.at("ALL(x > 0)")};
  S.Args[0].Range = H.range("x > 0");
  S.Args[0].Text = "x > 0";
  H.Expansions = {{"ALL", S.Loc, H.at("ALL(x > 0)")}};
  EXPECT_EQ(H.rewritten(), "#define ALL(p) !cg::tiled_partition<32>(cg::this_thread_block())"
                           ".any(!(p))\nr = ALL(x > 0);");
}

TEST(LegacyVote, EarlyReturnIsNoObstacle) { // trap T3
  OneVote T("__all(p)");
  T.S->Conv.Exits = true;
  EXPECT_EQ(T.reason(), "rewrite");
}

TEST(LegacyVote, UnseenCallersMakeItAssumed) {
  RuleHarness H("r = __any(p);");
  H.function("f", FunctionKind::Device);
  H.call("__any(p)", "f").Conv.Active.Atoms = {{AtomKind::EntryConverged, 0}};
  Finding F = H.finding();
  ASSERT_TRUE(F.Verdict.rewrite());
  EXPECT_EQ(F.Verdict.rewrite()->Applies, Applicability::Assumed);
}

TEST(LegacyVote, VotesHaveNoWidth) {
  OneVote T("__any(p)");
  T.S->Conv.Active = wholeGroupsOf(16);
  EXPECT_EQ(T.reason(), "divergent");
}

TEST(LegacyVote, RefusesUnderALaneDependentBranch) { // trap T40
  OneVote T("__any(b)");
  T.S->Conv.Active = laneDependent();
  EXPECT_EQ(T.reason(), "divergent");
}

TEST(LegacyVote, RefusesWhatNothingShows) {
  OneVote T("__any(b)");
  T.S->Conv.Active = unknownHere();
  EXPECT_EQ(T.reason(), "unproven");
}

TEST(LegacyVote, BallotOfOneUnderABranchHintsAtTheActiveGroup) {
  OneVote T("__ballot(1)");
  T.S->Conv.Active = laneDependent();
  Finding F = T.finding();
  ASSERT_TRUE(F.Verdict.refusal());
  EXPECT_NE(F.Verdict.refusal()->Help.find("coalesced_threads"), std::string::npos);
  OneVote Other("__ballot(p)");
  Other.S->Conv.Active = laneDependent();
  EXPECT_EQ(Other.finding().Verdict.refusal()->Help.find("coalesced_threads"), std::string::npos);
}

TEST(LegacyVote, LeavesWhatAnotherSiteOwns) {
  OneVote T("__ballot(1)");
  T.S->ClaimedBy = SiteKind::OpportunisticGroup;
  EXPECT_TRUE(T.findings().empty());
}

TEST(LegacyVote, CountsPortablePairs) {
  OneVote T("__any(p)");
  T.S->NotASite = ReasonId::AlreadyPortable;
  EXPECT_EQ(T.finding().Verdict.leave()->Note, ReasonId::AlreadyPortable);
}

} // namespace
