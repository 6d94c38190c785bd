#include "Report/Summary.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

struct Example {
  Finding Found;
  Outcome Became;
};
Example rewrite(Applicability Applies, std::vector<std::string> Assumptions = {},
                Outcome Became = Applied{}, std::string Group = "") {
  Rewrite R;
  R.Applies = Applies;
  R.Assumptions = std::move(Assumptions);
  Finding F;
  F.Verdict.What = R;
  F.Verdict.Group = std::move(Group);
  return {std::move(F), std::move(Became)};
}
Example held(std::vector<std::string> Assumptions, std::string Group = "") {
  return rewrite(Applicability::Assumed, std::move(Assumptions), NotApplied{WhyNot::Assumption},
                 std::move(Group));
}
Example refused(ReasonId Reason) {
  Finding F;
  F.Verdict.What = Refusal{Reason, "", {}, ""};
  return {F, Refused{*F.Verdict.refusal()}};
}
Example left(ReasonId Note) {
  Finding F;
  F.Verdict.What = Leave{Note};
  return {F, Left{}};
}

Summary summarize(const std::vector<Example> &Examples) {
  std::vector<Result> Results;
  for (const Example &E : Examples)
    Results.push_back({E.Found, E.Became});
  return coopify::summarize(Results);
}

std::string text(const std::vector<Example> &Examples) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  printSummary(OS, summarize(Examples));
  return Out;
}

std::string notes(const std::vector<ParseNote> &Notes) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  printParseNotes(OS, Notes);
  return Out;
}

TEST(SummaryTest, NothingFound) { EXPECT_EQ(text({}), "no sites found\n"); }

TEST(SummaryTest, OneSite) {
  EXPECT_EQ(text({rewrite(Applicability::Safe)}), "1 site found: 1 safe to rewrite\n");
}

TEST(SummaryTest, EveryKindIsCountedOnce) {
  EXPECT_EQ(text({rewrite(Applicability::Safe), rewrite(Applicability::Assumed, {"block-1d"}),
                  rewrite(Applicability::Safe, {}, NotApplied{WhyNot::Comment}), held({"block-1d"}),
                  refused(ReasonId::Macro), refused(ReasonId::Divergent),
                  refused(ReasonId::Divergent), left(ReasonId::AlreadyPortable)}),
            "8 sites found: 1 safe to rewrite, 1 to rewrite under assumptions, 2 not applied, "
            "3 refused, 1 to leave as they are\n"
            "  not applied: assumed 1, suppressed 1\n"
            "  refused: divergent 2, macro 1\n"
            "  left: already-portable 1\n"
            "granting --assume=block-1d would migrate 1 more site\n");
}

Example in(const char *Function, SiteKind Kind, Example E) {
  E.Found.Where.Function = Function;
  E.Found.Where.Kind = Kind;
  E.Found.Where.Loc = {"/" + std::string(Function), 0, 7, 1};
  return E;
}

TEST(SummaryTest, StepsStayWhereTheFunctionIsRewrittenOtherwise) {
  const Outcome Edited = Applied{{Edit{}}};
  std::vector<Example> Examples;
  for (const char *Function : {"vote", "region", "both", "none"}) {
    const bool Vote = Function != llvm::StringRef("none") && Function != llvm::StringRef("region");
    const bool Region = Function == llvm::StringRef("both");
    Examples.push_back(
        in(Function, SiteKind::Vote,
           Vote ? rewrite(Applicability::Safe, {}, Edited) : refused(ReasonId::Divergent)));
    Examples.push_back(
        in(Function, SiteKind::SharedSteps,
           Region ? rewrite(Applicability::Safe, {}, Edited) : refused(ReasonId::Divergent)));
  }
  Examples.push_back(in("held", SiteKind::SharedSteps, held({"block-1d"})));
  Examples.push_back(in("held", SiteKind::Vote, rewrite(Applicability::Safe, {}, Edited)));
  std::vector<Result> Results;
  for (const Example &E : Examples)
    Results.push_back({E.Found, E.Became});
  std::vector<std::string> Files;
  for (const Location &Where : stepsThatStay(Results))
    Files.push_back(Where.File);
  EXPECT_EQ(Files, (std::vector<std::string>{"/vote", "/held"}));
}

TEST(SummaryTest, PartnersOfSuppressedOnesAreCountedApart) {
  const NotApplied Beside{WhyNot::Comment, coopify::Partner{"f", {}}};
  EXPECT_NE(
      text({rewrite(Applicability::Safe, {}, NotApplied{WhyNot::Comment}),
            rewrite(Applicability::Safe, {}, Beside), rewrite(Applicability::Safe, {}, Beside)})
          .find("  not applied: beside a suppressed one 2, suppressed 1\n"),
      std::string::npos);
}

using Gains = std::vector<Summary::Gain>;

TEST(SummaryTest, GainsOfEachSetOfAssumptions) {
  EXPECT_EQ(summarize({held({"a"}), held({"a", "b"}), held({"a"}), held({"c"})}).Gains,
            (Gains{{{"a"}, 2}, {{"c"}, 1}, {{"a", "b"}, 3}}));
}

TEST(SummaryTest, GroupNeedsWhatAllOfItNeeds) {
  Example Partner = rewrite(Applicability::Safe, {},
                            NotApplied{WhyNot::Assumption, coopify::Partner{"f", {}}}, "g");
  EXPECT_EQ(summarize({held({"a"}, "g"), Partner, held({"b"}, "g")}).Gains,
            (Gains{{{"a", "b"}, 3}}));
}

TEST(SummaryTest, NoGainWhereNothingIsHeldBackForIt) {
  EXPECT_TRUE(
      summarize({rewrite(Applicability::Assumed, {"a"}),
                 rewrite(Applicability::Assumed, {"a"}, NotApplied{WhyNot::Comment}),
                 rewrite(Applicability::Assumed, {"a"}, Refused{{ReasonId::Macro, "", {}, ""}}),
                 refused(ReasonId::Macro), held({})})
          .Gains.empty());
}

TEST(SummaryTest, SaysWhatGrantingWouldGain) {
  EXPECT_EQ(text({held({"block-1d"}), held({"block-1d", "converged-callers"})}),
            "2 sites found: 2 not applied\n"
            "  not applied: assumed 2\n"
            "granting --assume=block-1d would migrate 1 more site\n"
            "granting --assume=block-1d,converged-callers would migrate 2 more sites\n");
}

TEST(SummaryTest, WhatThePlanRefusedIsRefused) {
  EXPECT_EQ(text({rewrite(Applicability::Safe, {}, Refused{{ReasonId::EditConflict, "", {}, ""}})}),
            "1 site found: 1 refused\n  refused: edit-conflict 1\n");
}

TEST(SummaryTest, ASuppressedRefusalIsARefusal) {
  Example Silenced = refused(ReasonId::Macro);
  Silenced.Became = NotApplied{WhyNot::Comment};
  EXPECT_EQ(text({Silenced}), "1 site found: 1 refused\n  refused: macro 1\n");
}

TEST(ParseNotesTest, NoneNothing) { EXPECT_EQ(notes({}), ""); }

TEST(ParseNotesTest, AMissingHeaderCountsOnce) {
  EXPECT_EQ(notes({{"missing-header", "a.h", {"/f.cu", 0, 1, 1}},
                   {"missing-header", "a.h", {"/g.cu", 0, 1, 1}}}),
            "1 header was not found: a.h\n");
}

TEST(ParseNotesTest, LongListsAreCut) {
  EXPECT_EQ(notes({{"unknown-flag", "-d", {}},
                   {"unknown-flag", "-a", {}},
                   {"unknown-flag", "-c", {}},
                   {"unknown-flag", "-b", {}}}),
            "4 compiler flags were not understood: -a, -b, -c and 1 more\n");
}

TEST(ParseNotesTest, FilesWithErrorsAreNamed) {
  EXPECT_EQ(notes({{"parse-error", "f.cu:1: expected ')'", {"/f.cu", 0, 1, 1}},
                   {"parse-error", "g.cu:2: expected ')'", {"/g.cu", 9, 2, 1}}}),
            "2 files have errors: f.cu:1: expected ')', g.cu:2: expected ')'\n"
            "what an error hides may decide what other text of its unit means: mend it before you "
            "trust a rewrite there\n");
}

TEST(ParseNotesTest, UnknownKindsAreNotDropped) {
  EXPECT_EQ(notes({{"odd-thing", "x", {}}}), "1 odd-thing: x\n");
}

} // namespace
