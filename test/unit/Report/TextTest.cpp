#include "Report/Quote.h"
#include "Report/Report.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

class TextTest : public testing::Test {
protected:
  Location at(llvm::StringRef Text) {
    size_t At = Code.find(Text);
    EXPECT_NE(At, std::string::npos) << Text.str();
    auto Line = llvm::StringRef(Code).take_front(At);
    size_t Begin = Line.rfind('\n') + 1; // npos + 1 == 0
    return {"/r/f.cu", static_cast<unsigned>(At), static_cast<unsigned>(Line.count('\n') + 1),
            static_cast<unsigned>(At - Begin + 1)};
  }
  Finding &finding(llvm::StringRef Call, Decision Verdict) {
    Finding F;
    F.Check = "legacy-vote";
    F.Where.Name = Call.take_until([](char C) { return C == '('; }).str();
    F.Where.Loc = at(Call);
    F.Where.Range = {"/r/f.cu", F.Where.Loc.Offset,
                     static_cast<unsigned>(F.Where.Loc.Offset + Call.size())};
    F.Verdict = std::move(Verdict);
    F.Verdict.Message = "'" + F.Where.Name + "' has no lane mask";
    Findings.push_back(F);
    Outcomes.emplace_back();
    if (const Refusal *Why = F.Verdict.refusal())
      Outcomes.back() = Refused{*Why};
    else if (F.Verdict.rewrite())
      Outcomes.back() = Applied{};
    return Findings.back();
  }
  Finding &rewrite(llvm::StringRef Call, Applicability Applies = Applicability::Safe,
                   std::vector<std::string> Assumptions = {}) {
    Rewrite R;
    R.Form = "tile";
    R.Applies = Applies;
    R.Assumptions = std::move(Assumptions);
    Decision D;
    D.What = R;
    return finding(Call, D);
  }
  Finding &refuse(llvm::StringRef Call, Refusal R) {
    Decision D;
    D.What = std::move(R);
    return finding(Call, D);
  }
  /// What became of the last finding.
  Outcome &became() { return Outcomes.back(); }
  void applyEdit(llvm::StringRef From, std::string To) {
    unsigned Begin = at(From).Offset;
    std::get<Applied>(became()).Edits.push_back(
        {{"/r/f.cu", Begin, static_cast<unsigned>(Begin + From.size())}, To});
  }

  std::string report() {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    auto Text = [&](llvm::StringRef Path) -> std::optional<std::string> {
      return Path == "/r/f.cu" ? std::optional(Code) : std::nullopt;
    };
    reportText(OS, resultsOf(Findings, Outcomes), link({}), Text, Options);
    return Out;
  }
  void SetUp() override {
    Options.Root = "/r";
    Options.Quiet = true;
  }

  std::string Code = "void f(int n) {\n  if (n)\n    g(__any(__all(n)));\n}\n";
  std::vector<Finding> Findings;
  std::vector<Outcome> Outcomes;
  ReportOptions Options;
};

TEST_F(TextTest, NoFindingsQuietlyNothing) { EXPECT_EQ(report(), ""); }

TEST_F(TextTest, NoFindingsIsSaid) {
  Options.Quiet = false;
  EXPECT_EQ(report(), "no sites found\n");
}

TEST_F(TextTest, SafeRewriteWithTheNewLine) {
  rewrite("__any(__all(n))");
  applyEdit("__any", "warp.any");
  Findings[0].Verdict.Proof = {{at("if"), "uniform"}};
  EXPECT_EQ(report(), "f.cu:3:7: warning: '__any' has no lane mask; safe rewrite: tile "
                      "[coopify-legacy-vote]\n"
                      "    3 |     g(__any(__all(n)));\n"
                      "      |       ^~~~~~~~~~~~~~~\n"
                      "      +     g(warp.any(__all(n)));\n");
}

TEST_F(TextTest, NewLineHasTheNestedEditsToo) {
  rewrite("__any(__all(n))");
  applyEdit("__any", "warp.any");
  rewrite("__all(n)");
  applyEdit("__all", "warp.all");
  std::string Out = report(), Line = "      +     g(warp.any(warp.all(n)));\n";
  EXPECT_NE(Out.find(Line), Out.rfind(Line));
}

TEST_F(TextTest, WhatHoldsForManyInstancesInOnePlaceIsToldOnce) {
  rewrite("__any(__all(n))").Verdict.Proof = {
      {at("if"), "'k<1>' is launched with rows: f.cu:2"},
      {at("if"), "'k<2, S<3>>' is launched with rows: f.cu:2"},
      {at("if"), "'k<2, S<4>>' is launched with rows: f.cu:2"},
      {at("if"), "'other<2>' is launched with rows: f.cu:2"},
      {at("g("), "'k<1>' is launched with rows: f.cu:2"}};
  Options.Verbose = true;
  const std::string Out = report();
  EXPECT_NE(Out.find("f.cu:2:3: note: 'k<1>' is launched with rows: f.cu:2 (2 more instances)\n"),
            std::string::npos);
  EXPECT_EQ(Out.find("'k<2"), std::string::npos);
  EXPECT_NE(Out.find("f.cu:2:3: note: 'other<2>' is launched with rows: f.cu:2\n"),
            std::string::npos);
  EXPECT_NE(Out.find("f.cu:3:5: note: 'k<1>' is launched with rows: f.cu:2\n"), std::string::npos);
}

TEST_F(TextTest, VerboseSaysTheProof) {
  rewrite("__any(__all(n))").Verdict.Proof = {{at("if"), "uniform"}, {{}, "kernel entry"}};
  Options.Verbose = true;
  EXPECT_NE(report().find("f.cu:2:3: note: uniform\nf.cu:3:7: note: kernel entry\n"),
            std::string::npos);
}

TEST_F(TextTest, HeldBackSaysWhatToGrant) {
  Finding &F =
      rewrite("__any(__all(n))", Applicability::Assumed, {"block-1d", "block-multiple-of-32"});
  became() = NotApplied{WhyNot::Assumption};
  F.Verdict.Proof = {{at("if"), "whole if the block is 1-D"}};
  EXPECT_EQ(report(), "f.cu:3:7: warning: '__any' has no lane mask; not rewritten without "
                      "--assume=block-1d,block-multiple-of-32: tile [coopify-legacy-vote]\n"
                      "    3 |     g(__any(__all(n)));\n"
                      "      |       ^~~~~~~~~~~~~~~\n"
                      "f.cu:2:3: note: whole if the block is 1-D\n"
                      "f.cu:3:7: note: help: if blocks have one dimension, or rows of whole warps "
                      "(threadIdx.x % 32 is the lane), and the x size of a block is a multiple of "
                      "32, grant --assume=block-1d,block-multiple-of-32\n");
}

TEST_F(TextTest, GrantedAssumptionIsStillSaid) {
  rewrite("__any(__all(n))", Applicability::Assumed, {"block-1d"});
  applyEdit("__any", "w.any");
  std::string Out = report();
  EXPECT_NE(Out.find("; rewrite: tile, assumes block-1d [coopify"), std::string::npos);
  EXPECT_EQ(Out.find("help:"), std::string::npos);
}

TEST_F(TextTest, PartnerIsNamed) {
  rewrite("__any(__all(n))");
  became() = NotApplied{WhyNot::Assumption, Partner{"f", at("f(int")}};
  std::string Out = report();
  EXPECT_NE(Out.find("; not rewritten, since a partner is not: tile [coopify"), std::string::npos);
  EXPECT_NE(Out.find("f.cu:1:6: note: must change together with 'f' here, which is not rewritten "
                     "(assumed)\n"),
            std::string::npos);
  EXPECT_EQ(Out.find("--assume"), std::string::npos);
}

TEST_F(TextTest, RefusalSaysReasonLineAndHelp) {
  refuse("__any(__all(n))",
         {ReasonId::Divergent, "'n' differs from lane to lane", at("n)\n"), "do it"})
      .Verdict.Proof = {{at("f(int"), "called by a kernel"}};
  EXPECT_EQ(report(), "f.cu:3:7: warning: '__any' has no lane mask; not rewritten: divergent "
                      "[coopify-legacy-vote]\n"
                      "    3 |     g(__any(__all(n)));\n"
                      "      |       ^~~~~~~~~~~~~~~\n"
                      "f.cu:1:6: note: called by a kernel\n"
                      "f.cu:2:7: note: 'n' differs from lane to lane\n"
                      "    2 |   if (n)\n"
                      "      |       ^\n"
                      "f.cu:3:7: note: help: do it\n");
}

TEST_F(TextTest, RefusalOfThePlanIsARefusal) {
  rewrite("__any(__all(n))").Verdict.Proof = {{at("f(int"), "called by a kernel"}};
  became() = Refused{{ReasonId::EditConflict, "its edit would overlap", at("g("), "do it"}};
  EXPECT_EQ(report(), "f.cu:3:7: warning: '__any' has no lane mask; not rewritten: edit-conflict "
                      "[coopify-legacy-vote]\n"
                      "    3 |     g(__any(__all(n)));\n"
                      "      |       ^~~~~~~~~~~~~~~\n"
                      "f.cu:1:6: note: called by a kernel\n"
                      "f.cu:3:5: note: its edit would overlap\n"
                      "f.cu:3:7: note: help: do it\n");
}

TEST_F(TextTest, SuppressedRefusalIsSilent) {
  refuse("__all(n)", {ReasonId::Macro, "x", {}, "y"});
  became() = NotApplied{WhyNot::Comment};
  EXPECT_EQ(report(), "");
}

TEST_F(TextTest, RefusalWithoutWordsHasThoseOfTheTable) {
  refuse("__all(n)", {ReasonId::ReadOnly, "", {}, ""});
  std::string Out = report();
  EXPECT_NE(Out.find("f.cu:3:13: note: the file may not be edited\n"), std::string::npos);
  EXPECT_NE(Out.find("note: help: make the file writable"), std::string::npos);
}

TEST_F(TextTest, NoteThatTheRefusalRepeatsIsSaidOnce) {
  refuse("__all(n)", {ReasonId::Divergent, "same", at("if"), "x"}).Verdict.Proof = {
      {at("if"), "same"}};
  std::string Out = report();
  EXPECT_EQ(Out.find("note: same"), Out.rfind("note: same"));
}

TEST_F(TextTest, MacroBodySaysTheUse) {
  Finding &F = refuse("__all(n)", {ReasonId::Macro, "x", {}, "y"});
  F.Where.Macro = {MacroKind::Body, "ALL", at("if"), at("g(")};
  EXPECT_NE(report().find("f.cu:3:5: note: in macro 'ALL', used here\n"), std::string::npos);
}

TEST_F(TextTest, SuppressedAndLeftAreSilent) {
  rewrite("__all(n)");
  became() = NotApplied{WhyNot::Comment};
  finding("__any(__all(n))", {Leave{ReasonId::AlreadyPortable}, "", {}, ""});
  EXPECT_EQ(report(), "");
}

TEST_F(TextTest, VerboseNamesTheSilentOnes) {
  rewrite("__all(n)");
  became() = NotApplied{WhyNot::Comment};
  finding("__any(__all(n))", {Leave{ReasonId::AlreadyPortable}, "", {}, ""});
  Options.Verbose = true;
  EXPECT_EQ(report(), "f.cu:3:13: note: '__all' has no lane mask; left as it is: a NOLINT comment "
                      "says to leave it [coopify-legacy-vote]\n"
                      "f.cu:3:7: note: '__any' has no lane mask; left as it is: the new form "
                      "stands beside it, chosen by the preprocessor [coopify-legacy-vote]\n");
}

TEST_F(TextTest, PartnerOfASuppressedOneIsNotSilent) {
  rewrite("__all(n)");
  became() = NotApplied{WhyNot::Comment, Partner{"f", at("f(int")}};
  EXPECT_NE(report().find("which is not rewritten (suppressed)"), std::string::npos);
}

TEST_F(TextTest, TextThatIsGoneIsNotQuoted) {
  refuse("__all(n)", {ReasonId::Macro, "x", {"/gone.h", 4, 9, 2}, "y"}).Where.Loc.File = "/gone.cu";
  EXPECT_EQ(report(), "/gone.cu:3:13: warning: '__all' has no lane mask; not rewritten: macro "
                      "[coopify-legacy-vote]\n"
                      "/gone.h:9:2: note: x\n"
                      "/gone.cu:3:13: note: help: y\n");
}

TEST_F(TextTest, TextThatIsShorterNowIsNotQuoted) {
  refuse("__all(n)", {ReasonId::Macro, "x", {}, "y"});
  Code = "a\n";
  EXPECT_EQ(report().find(" | "), std::string::npos);
}

TEST_F(TextTest, ColoursOnlyWhenAsked) {
  rewrite("__all(n)");
  EXPECT_EQ(report().find('\x1b'), std::string::npos);
  Options.Color = true;
  EXPECT_NE(report().find("\x1b[0;1;35mwarning: "), std::string::npos);
}

TEST_F(TextTest, SummaryComesLast) {
  rewrite("__all(n)");
  Options.Quiet = false;
  EXPECT_TRUE(llvm::StringRef(report()).ends_with("\n\n1 site found: 1 safe to rewrite\n"));
}

//===-- Quotes ---------------------------------------------------------------===//

std::string quote(llvm::StringRef Line, unsigned Column, unsigned Length) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  printQuote(OS, Line, 7, Column, Length);
  return Out;
}

TEST(QuoteTest, CaretAndTildes) {
  EXPECT_EQ(quote("ab cd", 4, 2), "    7 | ab cd\n      |    ^~\n");
  EXPECT_EQ(quote("ab", 1, 0), "    7 | ab\n      | ^\n");
}

TEST(QuoteTest, TabsAreExpanded) {
  EXPECT_EQ(quote("\tx\ty", 4, 1), "    7 |         x       y\n      |                 ^\n");
}

TEST(QuoteTest, ColumnsNotBytes) {
  EXPECT_EQ(quote("/* \xc3\xbc */ x", 10, 1), "    7 | /* \xc3\xbc */ x\n      |         ^\n");
}

TEST(QuoteTest, JunkIsEscaped) {
  EXPECT_EQ(printable(llvm::StringRef("a\x1b\xff\0z", 5)), "a<1B><FF><00>z");
  EXPECT_EQ(printable("\xc3"), "<C3>");
  EXPECT_EQ(printable(""), "");
}

TEST(QuoteTest, ColumnOutsideOfTheLineHasNoCaret) {
  EXPECT_EQ(quote("ab", 9, 1), "    7 | ab\n");
  EXPECT_EQ(quote("ab", 0, 1), "    7 | ab\n");
}

} // namespace
