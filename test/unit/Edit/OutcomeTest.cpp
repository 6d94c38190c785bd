//===- OutcomeTest.cpp - what becomes of findings, and why not ------------===//
#include "OutcomeHarness.h"

using namespace coopify;

namespace {

//===-- Alone ----------------------------------------------------------------===//

TEST_F(OutcomeTest, OneForEachFinding) {
  file("/f.cu", "ABC");
  text("A", "x");
  text("B", "y").Verdict.What = Leave{ReasonId::AlreadyPortable};
  text("C", "z").Verdict.What = Refusal{ReasonId::Divergent, "it is", {}, ""};
  EXPECT_EQ(plan(), "xBC");
  EXPECT_EQ(became(0), Outcome(Applied{{{{"/f.cu", 0, 1}, "x"}}}));
  EXPECT_EQ(became(1), Outcome(Left{}));
  EXPECT_EQ(became(2), Outcome(Refused{{ReasonId::Divergent, "it is", {}, ""}}));
}

TEST_F(OutcomeTest, NoFindingsNoOutcomes) {
  file("/f.cu", "A");
  EXPECT_EQ(plan(), "A");
  EXPECT_TRUE(Last.Outcomes.empty());
}

TEST_F(OutcomeTest, FindingsStayAsDecided) {
  file("/f.cu", "one two three");
  text("one two", "x");
  text("two three", "y");
  plan();
  EXPECT_EQ(reason(1), ReasonId::EditConflict);
  EXPECT_TRUE(Findings[1].Verdict.rewrite());
  EXPECT_FALSE(result(1).rewrite()) << "but that is not what stands";
}

TEST_F(OutcomeTest, WithoutEditsNothingIsApplied) {
  file("/f.cu", "A");
  text("A", "x").Check = "of no rule";
  EXPECT_EQ(plan(), "A");
  EXPECT_EQ(became(0), Outcome(Applied{}));
  EXPECT_FALSE(applied(0));
}

TEST_F(OutcomeTest, EveryAssumptionMustBeGranted) {
  file("/f.cu", "AB");
  assume(text("A", "x"), {"block-1d", "converged-callers"});
  assume(text("B", "y"), {"block-1d"});
  Options.Granted.insert("block-1d");
  EXPECT_EQ(plan(), "Ay");
  EXPECT_EQ(became(0), Outcome(NotApplied{WhyNot::Assumption}));
  Options.ApplyAssumed = true;
  EXPECT_EQ(plan(), "xy");
}

TEST_F(OutcomeTest, AnAssumptionWithoutANameIsNeverGranted) {
  file("/f.cu", "A");
  assume(text("A", "x"), {});
  Options.Granted.insert("block-1d");
  EXPECT_EQ(plan(), "A");
  EXPECT_EQ(became(0), Outcome(NotApplied{WhyNot::Assumption}));
}

//===-- Vetoes ---------------------------------------------------------------===//

TEST_F(OutcomeTest, ACommentHoldsARewrite) {
  file("/f.cu", "AB");
  text("A", "x");
  text("B", "y");
  Against = {{0, WhyNot::Comment}};
  EXPECT_EQ(plan(), "Ay");
  EXPECT_EQ(became(0), Outcome(NotApplied{WhyNot::Comment}));
}

TEST_F(OutcomeTest, ACommentIsHeardWhereAnAssumptionIsGranted) {
  file("/f.cu", "A");
  assume(text("A", "x"), {"block-1d"});
  Against = {{0, WhyNot::Comment}};
  EXPECT_EQ(plan(), "A");
  EXPECT_EQ(became(0), Outcome(NotApplied{WhyNot::Comment})) << "granting would not help";
  Options.ApplyAssumed = true;
  EXPECT_EQ(plan(), "A");
}

TEST_F(OutcomeTest, ACommentSilencesARefusalToo) {
  file("/f.cu", "AB");
  text("A", "x");
  refuse(0, ReasonId::Divergent);
  text("B", "y").Verdict.What = Leave{ReasonId::AlreadyPortable};
  Against = {{0, WhyNot::Comment}, {1, WhyNot::Comment}};
  EXPECT_EQ(plan(), "AB");
  EXPECT_EQ(became(0), Outcome(NotApplied{WhyNot::Comment}));
  EXPECT_EQ(result(0).refusal()->Reason, ReasonId::Divergent) << "which it still is";
  EXPECT_TRUE(result(1).leave());
}

TEST_F(OutcomeTest, AnErrorRefusesARewrite) {
  file("/f.cu", "AB");
  text("A", "x");
  text("B", "y");
  Against = {{0, broken()}};
  EXPECT_EQ(plan(), "Ay");
  EXPECT_EQ(became(0), Outcome(Refused{broken()}));
}

TEST_F(OutcomeTest, AnErrorSaysNothingOfWhatWasRefusedOrLeft) {
  file("/f.cu", "AB");
  text("A", "x");
  refuse(0, ReasonId::Divergent);
  text("B", "y").Verdict.What = Leave{ReasonId::AlreadyPortable};
  Against = {{0, broken()}, {1, broken()}};
  plan();
  EXPECT_EQ(reason(0), ReasonId::Divergent);
  EXPECT_EQ(became(1), Outcome(Left{}));
}

TEST_F(OutcomeTest, ThePlanLeavesTheVetoesAlone) {
  file("/f.cu", "one two three");
  text("one two", "x");
  text("two three", "y");
  plan();
  EXPECT_TRUE(Against.empty());
  Against = {{0, broken()}};
  EXPECT_EQ(plan(), "one y") << "what was in the way is gone";
}

TEST_F(OutcomeTest, WithoutTheVetoItIsMadeAgain) {
  file("/f.cu", "A");
  text("A", "x");
  Against = {{0, broken()}};
  EXPECT_EQ(plan(), "A");
  Against.clear();
  EXPECT_EQ(plan(), "x");
}

//===-- Conflicts ------------------------------------------------------------===//

TEST_F(OutcomeTest, ConflictRefusesTheLaterAndSaysWhose) {
  file("/f.cu", "one two three");
  text("one two", "x");
  text("two three", "y");
  EXPECT_EQ(plan(), "x three");
  EXPECT_EQ(became(1),
            Outcome(Refused{{ReasonId::EditConflict, "its edit would overlap that of 'one two'",
                             Findings[0].Where.Loc, ""}}));
}

TEST_F(OutcomeTest, WhatIsHeldIsInNobodysWay) {
  file("/f.cu", "one two three");
  assume(text("one two", "x"), {"block-1d"});
  text("two three", "y");
  EXPECT_EQ(plan(), "one y");
  Options.ApplyAssumed = true;
  EXPECT_EQ(plan(), "x three");
  EXPECT_EQ(reason(1), ReasonId::EditConflict);
}

TEST_F(OutcomeTest, OfThreeInARowTheMiddleGoes) {
  file("/f.cu", "one two three four");
  text("one two", "x");
  text("two three", "y");
  text("three four", "z");
  EXPECT_EQ(plan(), "x z") << "the third conflicts only with what is not made";
  EXPECT_EQ(reason(1), ReasonId::EditConflict);
}

TEST_F(OutcomeTest, ConflictTakesTheGroupOut) {
  file("/f.cu", "one two three four");
  text("one two", "x");
  grouped(text("two three", "y"));
  grouped(text("four", "z"));
  EXPECT_EQ(plan(), "x three four");
  EXPECT_EQ(reason(2), ReasonId::EditConflict);
  EXPECT_EQ(std::get<Refused>(became(2)).Because, (Partner{"two three", Findings[1].Where.Loc}));
}

TEST_F(OutcomeTest, AConflictWithinOneGroupTakesAllOfItOut) {
  file("/f.cu", "one two three four");
  grouped(text("one two", "x"));
  grouped(text("two three", "y"));
  grouped(text("four", "z"));
  EXPECT_EQ(plan(), "one two three four");
  EXPECT_EQ(reason(0), ReasonId::EditConflict);
  EXPECT_EQ(partner(0), "two three");
  EXPECT_EQ(partner(1), "");
  EXPECT_EQ(partner(2), "two three");
}

//===-- Groups ---------------------------------------------------------------===//

TEST_F(OutcomeTest, AGroupIsMadeTogether) {
  file("/f.cu", "AB");
  grouped(text("A", "x"));
  grouped(text("B", "y"));
  EXPECT_EQ(plan(), "xy");
}

TEST_F(OutcomeTest, WhatIsLeftIsInNoGroupsWay) {
  file("/f.cu", "AB");
  grouped(text("A", "x"));
  grouped(text("B", "y")).Verdict.What = Leave{ReasonId::AlreadyPortable};
  EXPECT_EQ(plan(), "xB");
}

TEST_F(OutcomeTest, AGroupThatIsOutIsInNobodysWay) {
  file("/f.cu", "one two three four");
  grouped(text("one two", "x"));
  text("two three", "y");
  grouped(text("four", "z"));
  refuse(2, ReasonId::Virtual, "it is virtual");
  EXPECT_EQ(plan(), "one y four");
  EXPECT_EQ(became(0), Outcome(Refused{{ReasonId::Virtual,
                                        "it must change together with 'four': it is virtual",
                                        Findings[2].Where.Loc, ""},
                                       Partner{"four", Findings[2].Where.Loc}}));
  EXPECT_TRUE(applied(1));
}

TEST_F(OutcomeTest, PartnerThatIsNotGrantedHoldsTheGroup) {
  file("/f.cu", "AB");
  grouped(text("A", "x"));
  assume(grouped(text("B", "y")), {"block-1d"});
  EXPECT_EQ(plan(), "AB");
  EXPECT_EQ(became(0),
            Outcome(NotApplied{WhyNot::Assumption, Partner{"B", Findings[1].Where.Loc}}));
  EXPECT_FALSE(result(0).isNotApplied(WhyNot::Assumption)) << "of itself";
  EXPECT_EQ(became(1), Outcome(NotApplied{WhyNot::Assumption}));
  Options.Granted.insert("block-1d");
  EXPECT_EQ(plan(), "xy");
}

TEST_F(OutcomeTest, EachMemberOfAGroupMustBeGranted) {
  file("/f.cu", "A");
  file("/g.cu", "B");
  assume(grouped(text("A", "x", "/f.cu")), {"block-1d"});
  assume(grouped(text("B", "y", "/g.cu")), {"block-1d"});
  Options.Granted.insert(ScopedGrant{"block-1d", "", "/f*", "of f", ""});
  plan();
  EXPECT_EQ(became(0),
            Outcome(NotApplied{WhyNot::Assumption, Partner{"B", Findings[1].Where.Loc}}));
  EXPECT_EQ(became(1), Outcome(NotApplied{WhyNot::Assumption}));
  Options.Granted.insert(ScopedGrant{"block-1d", "", "/g*", "of g", ""});
  plan();
  EXPECT_TRUE(applied(0) && applied(1));
  EXPECT_EQ(*result(0).because("block-1d"), "of f");
  EXPECT_EQ(result(0).because("one-row"), nullptr);
}

TEST_F(OutcomeTest, SuppressedPartnerSpeaksLouderThanAssumed) {
  file("/f.cu", "ABC");
  assume(grouped(text("A", "x")), {"block-1d"});
  grouped(text("B", "y"));
  grouped(text("C", "z"));
  Against = {{1, WhyNot::Comment}};
  EXPECT_EQ(plan(), "ABC");
  EXPECT_EQ(became(0), Outcome(NotApplied{WhyNot::Comment, Partner{"B", Findings[1].Where.Loc}}));
  EXPECT_EQ(became(1), Outcome(NotApplied{WhyNot::Comment}));
  EXPECT_EQ(partner(2), "B");
}

TEST_F(OutcomeTest, WhatTheUserSaidOfOneIsHeardBesideARefusedPartner) {
  file("/f.cu", "ABC");
  grouped(text("A", "x"));
  grouped(text("B", "y"));
  grouped(text("C", "z"));
  refuse(1, ReasonId::Virtual);
  for (WhyNot Said : {WhyNot::Comment, WhyNot::Baseline, WhyNot::Lines, WhyNot::Declined}) {
    Against = {{0, Said}};
    EXPECT_EQ(plan(), "ABC");
    EXPECT_EQ(became(0), Outcome(NotApplied{Said})) << "a comment silences it, whatever B is";
    EXPECT_EQ(reason(2), ReasonId::Virtual) << "of which nothing was said";
  }
}

TEST_F(OutcomeTest, OfEqualObstaclesTheFirstSpeaks) {
  file("/f.cu", "ABC");
  grouped(text("A", "x"));
  grouped(text("B", "y"));
  grouped(text("C", "z"));
  refuse(1, ReasonId::Virtual);
  refuse(2, ReasonId::Operator);
  plan();
  EXPECT_EQ(reason(0), ReasonId::Virtual);
  EXPECT_EQ(reason(2), ReasonId::Operator) << "each refusal of its own stays";
}

TEST_F(OutcomeTest, OtherGroupsAreUntouched) {
  file("/f.cu", "ABC");
  grouped(text("A", "x"));
  grouped(text("B", "y"), "h");
  refuse(1, ReasonId::Virtual);
  text("C", "z");
  EXPECT_EQ(plan(), "xBz");
}

TEST_F(OutcomeTest, AnErrorOfOneTakesTheGroupOut) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\n");
  function("f");
  grouped(tile("f", "A"));
  grouped(text("B", "y"));
  EXPECT_NE(plan(), Texts["/f.cu"]);
  Against = {{1, broken()}};
  EXPECT_EQ(plan(), Texts["/f.cu"]) << "nor are a handle and an include left";
  EXPECT_EQ(reason(0), ReasonId::DoesNotCompile);
  EXPECT_EQ(partner(0), "B");
}

//===-- Files and headers ----------------------------------------------------===//

TEST_F(OutcomeTest, ReadOnlyRoots) {
  file("/sys/f.cu", "A");
  file("/system/g.cu", "B");
  grouped(text("A", "x", "/sys/f.cu"));
  text("B", "y", "/system/g.cu");
  Options.ReadOnlyRoots.insert("/sys");
  EXPECT_EQ(plan("/system/g.cu"), "y");
  EXPECT_EQ(became(0), Outcome(Refused{{ReasonId::ReadOnly, "'f.cu' is not a file to edit",
                                        Findings[0].Where.Loc, ""}}));
  EXPECT_EQ(Last.Edits.byFile().count("/sys/f.cu"), 0u);
}

TEST_F(OutcomeTest, CodeOfOthers) {
  file("/p/deps/f.cu", "A");
  file("/p/deps2/g.cu", "B");
  grouped(text("A", "x", "/p/deps/f.cu"));
  text("B", "y", "/p/deps2/g.cu");
  Options.VendoredRoots.insert("/p/deps");
  EXPECT_EQ(plan("/p/deps2/g.cu"), "y");
  EXPECT_EQ(reason(0), ReasonId::Vendored);
  EXPECT_EQ(Last.Edits.byFile().count("/p/deps/f.cu"), 0u);
}

TEST_F(OutcomeTest, OneFileMayBeReadOnly) {
  file("/f.cu", "A");
  text("A", "x");
  Options.ReadOnlyRoots.insert("/f.cu");
  plan();
  EXPECT_EQ(reason(0), ReasonId::ReadOnly);
}

TEST_F(OutcomeTest, AHandleInAReadOnlyFileIsNoHandle) {
  file("/f.cu", "int f() {\n  A;\n}\n");
  file("/g.cu", "B");
  function("f");
  tile("f", "B", "32", "/g.cu").Where.Loc = start(place("/f.cu", Texts["/f.cu"], "A"));
  EXPECT_EQ(plan("/g.cu"), "warp");
  Options.ReadOnlyRoots.insert("/f.cu");
  EXPECT_EQ(plan("/g.cu"), "B");
  EXPECT_EQ(reason(0), ReasonId::ReadOnly);
}

TEST_F(OutcomeTest, FilesThatAreNotTheUsersAreReadOnly) {
  Texts["/usr/include/m.h"] = "A";
  text("A", "x", "/usr/include/m.h");
  plan("/usr/include/m.h");
  EXPECT_EQ(reason(0), ReasonId::ReadOnly);
}

TEST_F(OutcomeTest, MaskedWarpNeedsTheRuntimeHeader) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\n");
  function("f");
  std::get<Rewrite>(tile("f", "A").Verdict.What).Handles = {{HandleRequest::Lanes, "32", "f"}};
  grouped(Findings[0]);
  grouped(text("B", "y"));
  EXPECT_NE(plan(), Texts["/f.cu"]);
  Options.Groups = GroupsChoice::Cuda;
  EXPECT_EQ(plan(), Texts["/f.cu"]);
  EXPECT_EQ(reason(0), ReasonId::NeedsRuntimeHeader);
  EXPECT_EQ(partner(1), "A");
}

} // namespace
