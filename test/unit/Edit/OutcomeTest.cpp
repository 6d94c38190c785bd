//===- OutcomeTest.cpp - what becomes of findings, and why not ------------===//
#include "PlanHarness.h"

using namespace coopify;

namespace {

class OutcomeTest : public PlanHarness {
protected:
  Finding &grouped(Finding &F, std::string Group = "g") {
    F.Verdict.Group = std::move(Group);
    return F;
  }
  /// Gives up \p Text where its finding is: in the order in which findings were made.
  void refuse(size_t Index, ReasonId Reason, std::string Text = "") {
    Findings[Index].Verdict.What = Refusal{Reason, std::move(Text), {}, ""};
  }
  /// Takes the findings that lie in its text.
  Finding &pattern(llvm::StringRef Whole, std::string To) {
    Finding &F = text(Whole, std::move(To));
    F.Check = "pattern";
    F.Where.Parts.push_back({"takes", F.Where.Range, ""});
    return F;
  }
  void takesToo(Finding &F, llvm::StringRef More) {
    F.Where.Parts.push_back({"takes", place("/f.cu", Texts["/f.cu"], More), ""});
  }
  Refusal broken(std::string Text = "error: x") {
    return {ReasonId::DoesNotCompile, std::move(Text), {"/f.cu", 0, 1, 1}, ""};
  }
  Outcome became(size_t Index) { return Last.Outcomes[Index]; }
};

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

TEST_F(OutcomeTest, RefusedPartnerSpeaksLouderThanSuppressed) {
  file("/f.cu", "AB");
  grouped(text("A", "x"));
  grouped(text("B", "y"));
  refuse(1, ReasonId::Virtual);
  Against = {{0, WhyNot::Comment}};
  EXPECT_EQ(plan(), "AB");
  EXPECT_EQ(reason(0), ReasonId::Virtual);
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

//===-- Patterns that take others --------------------------------------------===//

TEST_F(OutcomeTest, APatternTakesWhatIsInIt) {
  file("/f.cu", "A(B); C;");
  pattern("A(B)", "x");
  text("B", "y");
  text("C", "z");
  EXPECT_EQ(plan(), "x; z;");
  EXPECT_EQ(became(1), Outcome(Subsumed{0}));
}

TEST_F(OutcomeTest, ItTakesRefusalsButNotWhatIsLeft) {
  file("/f.cu", "A(B, C);");
  pattern("A(B, C)", "x");
  text("B", "y");
  refuse(1, ReasonId::Divergent);
  text("C", "z").Verdict.What = Leave{ReasonId::AlreadyPortable};
  EXPECT_EQ(plan(), "x;");
  EXPECT_EQ(became(1), Outcome(Subsumed{0}));
  EXPECT_EQ(became(2), Outcome(Left{}));
}

TEST_F(OutcomeTest, NotThoseOfItsOwnCheck) {
  file("/f.cu", "A(B);");
  pattern("A(B)", "x");
  pattern("B", "y");
  EXPECT_EQ(plan(), "x;");
  EXPECT_EQ(reason(1), ReasonId::EditConflict);
}

TEST_F(OutcomeTest, APatternThatIsHeldTakesNothing) {
  file("/f.cu", "A(B);");
  assume(pattern("A(B)", "x"), {"block-1d"});
  text("B", "y");
  EXPECT_EQ(plan(), "A(y);");
  Options.ApplyAssumed = true;
  EXPECT_EQ(plan(), "x;");
}

TEST_F(OutcomeTest, WhatWasTakenComesBackWithoutThePattern) {
  file("/f.cu", "A(B);");
  pattern("A(B)", "x");
  text("B", "y");
  EXPECT_EQ(plan(), "x;");
  Against = {{0, broken()}};
  EXPECT_EQ(plan(), "A(y);");
  EXPECT_TRUE(applied(1));
}

TEST_F(OutcomeTest, WhatWasTakenComesBackWhereThePatternConflicts) {
  file("/f.cu", "zero A(B);");
  text("zero A", "w");
  pattern("A(B)", "x").Where.Parts.front().Range = place("/f.cu", "zero A(B);", "(B)");
  text("B", "y");
  EXPECT_EQ(plan(), "w(y);");
  EXPECT_EQ(reason(1), ReasonId::EditConflict);
}

TEST_F(OutcomeTest, WhatCameBackMayBeHeld) {
  file("/f.cu", "A(B);");
  pattern("A(B)", "x");
  assume(text("B", "y"), {"block-1d"});
  EXPECT_EQ(plan(), "x;");
  Against = {{0, broken()}};
  EXPECT_EQ(plan(), "A(B);");
  EXPECT_EQ(became(1), Outcome(NotApplied{WhyNot::Assumption}));
}

TEST_F(OutcomeTest, APatternThatIsTakenTakesNothing) {
  file("/f.cu", "A(B(C));");
  pattern("A(B(C))", "x");
  pattern("B(C)", "y").Check = "other";
  text("C", "z");
  EXPECT_EQ(plan(), "x;");
  EXPECT_EQ(became(1), Outcome(Subsumed{0}));
  EXPECT_EQ(became(2), Outcome(Subsumed{0}));
}

TEST_F(OutcomeTest, APatternIsRefusedWhereAPartBelongsToMore) {
  file("/f.cu", "A(B); C;");
  pattern("A(B)", "x");
  Finding &More = text("B", "y");
  More.Where.Parts = {{"edit", place("/f.cu", "A(B); C;", "B"), ""},
                      {"edit", place("/f.cu", "A(B); C;", "C"), ""}};
  EXPECT_EQ(plan(), "A(y); C;");
  EXPECT_EQ(became(0), Outcome(Refused{{ReasonId::EditConflict,
                                        "a part of it belongs to more, beginning at 'B'",
                                        Findings[1].Where.Loc, ""}}));
}

TEST_F(OutcomeTest, ARefusalThatBelongsToMoreIsNotInItsWay) {
  file("/f.cu", "A(B); C;");
  pattern("A(B)", "x");
  Finding &More = text("B", "y");
  More.Where.Parts = {{"edit", place("/f.cu", "A(B); C;", "B"), ""},
                      {"edit", place("/f.cu", "A(B); C;", "C"), ""}};
  refuse(1, ReasonId::Divergent);
  EXPECT_EQ(plan(), "x; C;");
  EXPECT_EQ(reason(1), ReasonId::Divergent) << "not taken: a part of it is elsewhere";
}

TEST_F(OutcomeTest, APatternThatIsRefusedForOnePartTakesNoOther) {
  file("/f.cu", "A(B); C(D); E;");
  takesToo(pattern("A(B)", "x"), "C(D)");
  text("B", "y");
  Finding &More = text("D", "z");
  More.Where.Parts = {{"edit", place("/f.cu", "A(B); C(D); E;", "D"), ""},
                      {"edit", place("/f.cu", "A(B); C(D); E;", "E"), ""}};
  EXPECT_EQ(plan(), "A(y); C(z); E;");
  EXPECT_TRUE(applied(1));
}

TEST_F(OutcomeTest, APatternThatCannotTakeIsInItsGroupsWay) {
  file("/f.cu", "A(B); C; D;");
  grouped(pattern("A(B)", "x"));
  Finding &More = text("B", "y");
  More.Where.Parts = {{"edit", place("/f.cu", "A(B); C; D;", "B"), ""},
                      {"edit", place("/f.cu", "A(B); C; D;", "C"), ""}};
  grouped(text("D", "z"));
  EXPECT_EQ(plan(), "A(y); C; D;");
  EXPECT_EQ(reason(2), ReasonId::EditConflict);
  EXPECT_EQ(partner(2), "A(B)");
}

} // namespace
