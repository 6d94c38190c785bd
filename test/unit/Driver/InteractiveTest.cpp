#include "Driver/Write/Interactive.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

/// Findings that each replace one character of a file, and what is answered.
class InteractiveTest : public testing::Test {
protected:
  void finding(unsigned Offset, llvm::StringRef File = "/f.cu", llvm::StringRef Check = "c",
               llvm::StringRef Group = "") {
    Finding F;
    F.Check = Check.str();
    F.Where.Name = "n";
    F.Where.Loc = {File.str(), Offset, 1, Offset + 1};
    F.Verdict.What = Rewrite();
    F.Verdict.Group = Group.str();
    Findings.push_back(F);
    const Edit Own = {{File.str(), Offset, Offset + 1}, "x"};
    Plan.Outcomes.push_back(Applied{{Own}});
    Plan.Edits.add(Own);
  }
  Agreement ask(std::vector<std::string> Answers) {
    llvm::raw_string_ostream OS(Said);
    size_t Next = 0;
    const ReportOptions Options;
    return askEach(
        resultsOf(Findings, Plan.Outcomes), EditsAlone(Findings, Plan),
        {OS,
         [&]() { return Next < Answers.size() ? std::optional(Answers[Next++]) : std::nullopt; },
         [](llvm::StringRef) { return std::optional<std::string>("abcdef"); },
         [](llvm::StringRef) { return std::optional<llvm::StringRef>(); }, Options});
  }
  size_t questions() const { return llvm::StringRef(Said).count("[q]uit?"); }

  std::vector<Finding> Findings;
  EditPlan Plan;
  std::string Said;
};

using Set = std::set<size_t>;

TEST_F(InteractiveTest, EachIsAskedFor) {
  finding(0), finding(1), finding(2);
  const Agreement A = ask({"y", "N", " yes "});
  EXPECT_EQ(A.Agreed, (Set{0, 2}));
  EXPECT_EQ(A.Declined, Set{1});
}

TEST_F(InteractiveTest, AGroupIsOneQuestion) {
  finding(0, "/f.cu", "c", "g"), finding(1), finding(2, "/f.cu", "c", "g");
  EXPECT_EQ(ask({"y", "n"}).Agreed, (Set{0, 2}));
  EXPECT_EQ(questions(), 2u);
  EXPECT_EQ(ask({"n", "y"}).Declined, (Set{0, 2}));
}

TEST_F(InteractiveTest, TheEndOfInputDeclinesTheRest) {
  finding(0), finding(1), finding(2);
  EXPECT_EQ(ask({"y"}).Declined, (Set{1, 2}));
  EXPECT_EQ(questions(), 2u);
  EXPECT_EQ(ask({"y", "q", "y"}).Agreed, Set{0});
}

TEST_F(InteractiveTest, AllOfACheckAreNotThoseOfAnother) {
  finding(0), finding(1, "/f.cu", "d"), finding(2), finding(3, "/f.cu", "d");
  EXPECT_EQ(ask({"a", "n", "n"}).Agreed, (Set{0, 2}));
  EXPECT_EQ(questions(), 3u);
}

TEST_F(InteractiveTest, ASkippedFileIsNotEditedByAGroupOfAnother) {
  finding(0, "/a.cu"), finding(1, "/a.cu"), finding(0, "/b.cu", "c", "g");
  finding(2, "/a.cu", "c", "g"), finding(1, "/b.cu");
  const Agreement A = ask({"s", "y"});
  EXPECT_EQ(A.Declined, (Set{0, 1, 2, 3}));
  EXPECT_EQ(A.Agreed, Set{4});
}

TEST_F(InteractiveTest, WhatWasAgreedToBeforeAFileIsSkippedStays) {
  finding(0), finding(1);
  EXPECT_EQ(ask({"y", "s"}).Agreed, Set{0});
}

TEST_F(InteractiveTest, OtherWordsAreNoAnswer) {
  finding(0);
  EXPECT_EQ(ask({"", "yy", "y"}).Agreed, Set{0});
  EXPECT_EQ(questions(), 3u);
}

} // namespace
