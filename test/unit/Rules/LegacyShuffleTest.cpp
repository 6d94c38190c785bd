#include "RuleHarness.h"

using namespace coopify;

namespace {

/// One shuffle, \p Call, in a kernel of its own.
struct OneShuffle : RuleHarness {
  explicit OneShuffle(const std::string &Call) : RuleHarness("r = " + Call + ";") {
    function("k");
    S = &call(Call, "k");
  }
  Site *S;
};

Argument &asTemplateParameter(Argument &A, int64_t Value) {
  A.Constant = Value;
  A.ConstantAtEntry = true;
  return A;
}

//===-- What is written -------------------------------------------------------===//

TEST(LegacyShuffle, WithoutWidthIsTheWarp) {
  EXPECT_EQ(OneShuffle("__shfl(v, 0)").rewritten(), "r = warp.shfl(v, 0);");
  EXPECT_EQ(OneShuffle("__shfl_up(v, d)").rewritten(), "r = warp.shfl_up(v, d);");
  EXPECT_EQ(OneShuffle("__shfl_down(v, d)").rewritten(), "r = warp.shfl_down(v, d);");
  EXPECT_EQ(OneShuffle("__shfl_xor(v, m)").rewritten(), "r = warp.shfl_xor(v, m);");
}

TEST(LegacyShuffle, GlobalQualifierGoesWithTheName) {
  EXPECT_EQ(OneShuffle("::__shfl(v, 0)").rewritten(), "r = warp.shfl(v, 0);");
}

TEST(LegacyShuffle, WidthOf32IsDropped) {
  EXPECT_EQ(OneShuffle("__shfl(v, 0, 32)").rewritten(), "r = warp.shfl(v, 0);");
  EXPECT_EQ(OneShuffle("__shfl(v, 0 , 0x20)").rewritten(), "r = warp.shfl(v, 0 );");
}

TEST(LegacyShuffle, WarpSizeIs32) {
  OneShuffle Parsed("__shfl(v, 0, warpSize)");
  Parsed.S->Args[2].Constant = 32; // the toolkit's
  EXPECT_EQ(Parsed.rewritten(), "r = warp.shfl(v, 0);");
  // A user's own variable may be any number.
  EXPECT_EQ(OneShuffle("__shfl(v, 0, warpSize)").rewritten(), "r = lanes.shfl(v, 0, warpSize);");
}

TEST(LegacyShuffle, NarrowWidthIsATileOfIt) {
  EXPECT_EQ(OneShuffle("__shfl_down(v, 4, 8)").rewritten(), "r = tile8.shfl_down(v, 4);");
  EXPECT_EQ(OneShuffle("__shfl(v, 0, 1)").rewritten(), "r = tile1.shfl(v, 0);");
}

TEST(LegacyShuffle, TemplateParameterNamesTheTile) {
  OneShuffle T("__shfl(v, 0, WIDTH)");
  asTemplateParameter(T.S->Args[2], 16);
  Finding F = T.finding();
  ASSERT_TRUE(F.Verdict.rewrite());
  EXPECT_EQ(F.Verdict.rewrite()->Handles.front().Size, "WIDTH");
  EXPECT_EQ(T.rewritten(), "r = tile.shfl(v, 0);");
}

TEST(LegacyShuffle, LocalConstantIsItsNumberOutsideOfTemplates) {
  OneShuffle T("__shfl(v, 0, w)");
  T.S->Args[2].Constant = 16; // const int w = 16; in the body
  EXPECT_EQ(T.rewritten(), "r = tile16.shfl(v, 0);");
}

TEST(LegacyShuffle, CastsWhatIsNotPlain) {
  OneShuffle T("__shfl(s.flags, 0)");
  T.S->Args[0].Plain = false;
  EXPECT_EQ(T.rewritten(), "r = warp.shfl(static_cast<int>(s.flags), 0);");
}

TEST(LegacyShuffle, NestedSitesComposeWithoutPrintingArguments) {
  RuleHarness H("r = __shfl(__shfl_xor(c, 1, 2), /* first */ 0, 32);");
  H.function("k");
  H.call("__shfl(__shfl_xor(c, 1, 2), /* first */ 0, 32)", "k");
  Site &Inner = H.call("__shfl_xor(c, 1, 2)", "k");
  Inner.Args[0].Plain = false;
  EXPECT_EQ(H.rewritten(), "r = warp.shfl(tile2.shfl_xor(static_cast<int>(c), 1), /* first */ 0);");
}

TEST(LegacyShuffle, XorMaskBelowTheWidth) {
  OneShuffle T("__shfl_xor(v, m, 8)");
  T.S->Args[1].UpperBound = 4;
  EXPECT_EQ(T.rewritten(), "r = tile8.shfl_xor(v, m);");
}

TEST(LegacyShuffle, AnyXorMaskFitsTheWarp) {
  EXPECT_EQ(OneShuffle("__shfl_xor(v, m, 32)").reason(), "rewrite");
  EXPECT_EQ(OneShuffle("__shfl_xor(v, 64)").reason(), "rewrite");
}

TEST(LegacyShuffle, GroupsOfTheWidthAreEnough) { // trap T11
  OneShuffle T("__shfl_down(v, 4, 8)");
  T.S->Conv.Active = wholeGroupsOf(8);
  EXPECT_EQ(T.rewritten(), "r = tile8.shfl_down(v, 4);");
}

TEST(LegacyShuffle, EarlyReturnOfTheKernelIsNoObstacle) {
  OneShuffle T("__shfl(v, 0)");
  T.S->Conv.Exits = true;
  Finding F = T.finding();
  ASSERT_TRUE(F.Verdict.rewrite());
  ASSERT_FALSE(F.Verdict.Proof.empty());
  EXPECT_NE(F.Verdict.Proof[0].Text.find("left the kernel"), std::string::npos);
}

TEST(LegacyShuffle, SelfContainedInAMacrosBody) {
  RuleHarness H("#define BCAST(v) __shfl(v, 0)\nr = BCAST(x);");
  H.function("k");
  Site &S = H.call("__shfl(v, 0)", "k");
  S.Macro = {MacroKind::Body, "BCAST", S.Loc, H.at("BCAST(x)")};
  S.Args[0].Range = H.range("x);"); // spelled where the macro is used
  H.Expansions = {{"BCAST", S.Loc, H.at("BCAST(x)")}};
  EXPECT_EQ(H.rewritten(), "#define BCAST(v) cg::tiled_partition<32>(cg::this_thread_block())"
                           ".shfl(v, 0)\nr = BCAST(x);");
}

//===-- What it rests on ------------------------------------------------------===//

TEST(LegacyShuffle, ProofSaysWhoIsHereAndWhy) {
  OneShuffle T("__shfl(v, 0)");
  T.S->Conv.Steps = {{{TestFile, 0, 41, 1}, "uniform (blockIdx.x)"}};
  Finding F = T.finding();
  EXPECT_EQ(F.Verdict.rewrite()->Applies, Applicability::Safe);
  ASSERT_GE(F.Verdict.Proof.size(), 2u);
  EXPECT_EQ(F.Verdict.Proof[0].Text, "all 32 lanes of the warp reach this point together");
  EXPECT_EQ(F.Verdict.Proof[1].Where.Line, 41u);
}

TEST(LegacyShuffle, UnseenCallersMakeItAssumed) {
  RuleHarness H("r = __shfl(v, 0);");
  H.function("f", FunctionKind::Device);
  H.call("__shfl(v, 0)", "f").Conv.Active.Atoms = {{AtomKind::EntryConverged, 0}};
  Finding F = H.finding();
  ASSERT_TRUE(F.Verdict.rewrite());
  EXPECT_EQ(F.Verdict.rewrite()->Applies, Applicability::Assumed);
  EXPECT_EQ(F.Verdict.rewrite()->Assumptions,
            std::vector<std::string>{assumption::ConvergedCallers});
}

//===-- What is refused -------------------------------------------------------===//

TEST(LegacyShuffle, RefusesUnderALaneDependentBranch) { // trap T4
  OneShuffle T("__shfl(v, 1)");
  T.S->Conv.Active = laneDependent();
  Finding F = T.finding();
  ASSERT_TRUE(F.Verdict.refusal());
  EXPECT_EQ(F.Verdict.refusal()->Reason, ReasonId::Divergent);
  EXPECT_EQ(F.Verdict.refusal()->Where.Line, 7u);
  EXPECT_FALSE(F.Verdict.refusal()->Help.empty());
  EXPECT_EQ(T.rewritten(), T.Code);
}

TEST(LegacyShuffle, RefusesWhatNothingShows) {
  OneShuffle T("__shfl(v, 1)");
  T.S->Conv.Active = unknownHere();
  EXPECT_EQ(T.reason(), "unproven");
}

TEST(LegacyShuffle, GroupsOf8AreNoWarp) {
  OneShuffle T("__shfl(v, 1)");
  T.S->Conv.Active = wholeGroupsOf(8);
  EXPECT_EQ(T.reason(), "divergent");
  OneShuffle Wider("__shfl(v, 1, 16)");
  Wider.S->Conv.Active = wholeGroupsOf(8);
  EXPECT_EQ(Wider.reason(), "divergent");
}

TEST(LegacyShuffle, ARuntimeWidthTakesTheWholeWarp) { // trap T12
  OneShuffle T("__shfl(v, 0, w)");
  EXPECT_EQ(T.rewritten(), "r = lanes.shfl(v, 0, w);");
  OneShuffle Groups("__shfl(v, 0, w)");
  Groups.S->Conv.Active = wholeGroupsOf(8);
  EXPECT_EQ(Groups.reason(), "divergent");
}

TEST(LegacyShuffle, RefusesAWarpSizeOfTheUsersOwn) {
  OneShuffle T("__shfl(v, 0, warpSize)");
  T.S->Args[2].Constant = 24;
  EXPECT_EQ(T.reason(), "invalid-width");
}

TEST(LegacyShuffle, ALocalConstantOfATemplateIsNoTile) {
  OneShuffle T("__shfl(v, 0, w)");
  T.Functions[0].Pattern = "template k";
  T.S->Args[2].Constant = 16; // the next instance may have another
  EXPECT_EQ(T.rewritten(), "r = lanes.shfl(v, 0, w);");
}

TEST(LegacyShuffle, RefusesUndefinedWidths) { // trap T13
  EXPECT_EQ(OneShuffle("__shfl(v, 0, 24)").reason(), "invalid-width");
  EXPECT_EQ(OneShuffle("__shfl(v, 0, 64)").reason(), "invalid-width");
  EXPECT_EQ(OneShuffle("__shfl(v, 0, 0)").reason(), "invalid-width");
  OneShuffle Negative("__shfl(v, 0, w)");
  Negative.S->Args[2].Constant = -8;
  EXPECT_EQ(Negative.reason(), "invalid-width");
}

TEST(LegacyShuffle, XorMasksThatLeaveTheTileTakeTheWholeWarp) { // trap T10
  EXPECT_EQ(OneShuffle("__shfl_xor(v, 8, 8)").rewritten(), "r = lanes.shfl_xor(v, 8, 8);");
  EXPECT_EQ(OneShuffle("__shfl_xor(v, m, 8)").rewritten(), "r = lanes.shfl_xor(v, m, 8);");
  OneShuffle Bounded("__shfl_xor(v, m, 8)");
  Bounded.S->Args[1].UpperBound = 8;
  EXPECT_EQ(Bounded.rewritten(), "r = lanes.shfl_xor(v, m, 8);");
  OneShuffle Negative("__shfl_xor(v, m, 8)");
  Negative.S->Args[1].Constant = -1;
  EXPECT_EQ(Negative.rewritten(), "r = lanes.shfl_xor(v, m, 8);");
}

TEST(LegacyShuffle, OnlyXorCaresForItsSecondArgument) {
  EXPECT_EQ(OneShuffle("__shfl(v, 40, 8)").reason(), "rewrite"); // trap T14
  EXPECT_EQ(OneShuffle("__shfl_down(v, 33, 8)").reason(), "rewrite");
}

TEST(LegacyShuffle, RefusesACastInsideOfAMacrosArgument) {
  RuleHarness H("#define BCAST(v) __shfl(v, 0)\nr = BCAST(c);");
  H.function("k");
  Site &S = H.call("__shfl(v, 0)", "k");
  S.Macro = {MacroKind::Body, "BCAST", S.Loc, H.at("BCAST(c)")};
  S.Args[0].Range = H.range("c);");
  S.Args[0].Plain = false;
  H.Expansions = {{"BCAST", S.Loc, H.at("BCAST(c)")}};
  EXPECT_EQ(H.reason(), "macro");
}

TEST(LegacyShuffle, RefusesAWidthFromAMacrosArgument) {
  RuleHarness H("#define BCAST(v, w) __shfl(v, 0, w)\nr = BCAST(c, 8);");
  H.function("k");
  Site &S = H.call("__shfl(v, 0, w)", "k");
  S.Macro = {MacroKind::Body, "BCAST", S.Loc, H.at("BCAST(c, 8)")};
  asTemplateParameter(S.Args[2], 8).Range = H.range("8);");
  H.Expansions = {{"BCAST", S.Loc, H.at("BCAST(c, 8)")}};
  EXPECT_EQ(H.reason(), "macro");
}

TEST(LegacyShuffle, RefusesWhatIsPartlyInAMacro) {
  OneShuffle T("__shfl(v, 0)");
  T.S->Macro.Kind = MacroKind::Mixed;
  EXPECT_EQ(T.reason(), "macro");
}

TEST(LegacyShuffle, ARefusalOfExtractStands) {
  OneShuffle T("__shfl(v, 0)");
  T.S->Args.clear(); // the parser knew nothing of them
  T.S->Preset = Refusal{ReasonId::ParseError, "unknown type", {TestFile, 0, 3, 1}, ""};
  EXPECT_EQ(T.reason(), "parse-error");
}

//===-- What is left ----------------------------------------------------------===//

TEST(LegacyShuffle, LeavesWhatAnotherSiteOwns) {
  OneShuffle T("__shfl(v, leader)");
  T.S->ClaimedBy = SiteKind::OpportunisticGroup;
  EXPECT_TRUE(T.findings().empty());
}

TEST(LegacyShuffle, CountsWhatIsNoSite) {
  OneShuffle T("__shfl(v, 0)");
  T.S->NotASite = ReasonId::UserOverload;
  Finding F = T.finding();
  ASSERT_TRUE(F.Verdict.leave());
  EXPECT_EQ(F.Verdict.leave()->Note, ReasonId::UserOverload);
  EXPECT_EQ(T.rewritten(), T.Code);
}

} // namespace
