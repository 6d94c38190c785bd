//===- OutcomePatternsTest.cpp - patterns that take other findings --------===//
#include "OutcomeHarness.h"

using namespace coopify;

namespace {

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
