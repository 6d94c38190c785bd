#include "Driver/Write/Suppress.h"

#include "TemporaryFolder.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

TEST(Silences, BareWordSilencesAll) {
  EXPECT_TRUE(silences("f(); // NOLINT", "NOLINT", "legacy-vote"));
  EXPECT_TRUE(silences("f(); // NOLINT: for a reason", "NOLINT", "legacy-vote"));
  EXPECT_TRUE(silences("f(); /* NOLINT */", "NOLINT", "legacy-vote"));
}

TEST(Silences, ListNamesChecks) {
  EXPECT_TRUE(silences("// NOLINT(coopify-legacy-vote): reason", "NOLINT", "legacy-vote"));
  EXPECT_TRUE(silences("// NOLINT(bugprone-x, coopify-legacy-vote)", "NOLINT", "legacy-vote"));
  EXPECT_TRUE(silences("// NOLINT(coopify-*)", "NOLINT", "legacy-vote"));
}

TEST(Silences, NotByOtherWords) {
  EXPECT_FALSE(silences("f();", "NOLINT", "legacy-vote"));
  EXPECT_FALSE(silences("// NOLINTNEXTLINE", "NOLINT", "legacy-vote")) << "means the next line";
  EXPECT_FALSE(silences("// NOLINT", "NOLINTNEXTLINE", "legacy-vote")) << "means this line";
  EXPECT_FALSE(silences("// XNOLINT", "NOLINT", "legacy-vote")) << "another word";
  EXPECT_FALSE(silences("// NOLINT(coopify-legacy-shuffle)", "NOLINT", "legacy-vote"))
      << "another check";
  EXPECT_FALSE(silences("// NOLINT(legacy-vote)", "NOLINT", "legacy-vote"))
      << "clang-tidy knows it by its prefix, and one comment serves both";
  EXPECT_FALSE(silences("// NOLINT()", "NOLINT", "legacy-vote"));
}

TEST(Silences, SecondWordOfALineCounts) {
  EXPECT_TRUE(silences("// NOLINT(a) NOLINT(coopify-legacy-vote)", "NOLINT", "legacy-vote"));
}

Finding findingAt(const std::string &File, llvm::StringRef Text, llvm::StringRef Marked) {
  Finding F;
  F.Check = "legacy-vote";
  F.Where.Loc = {File, unsigned(Text.find(Marked)), 1, 1};
  F.Verdict.What = Rewrite{};
  return F;
}

TEST(Suppress, LooksAtTheSitesLineAndTheOneBefore) {
  TemporaryFolder Folder;
  const llvm::StringRef Text = "first(); // NOLINT\n"
                               "second();\n"
                               "// NOLINTNEXTLINE(coopify-legacy-vote)\n"
                               "third();\n"
                               "fourth();\n";
  const std::string File = Folder.write("a.cu", Text);
  std::vector<Finding> Findings;
  for (llvm::StringRef Name : {"first", "second", "third", "fourth"})
    Findings.push_back(findingAt(File, Text, Name));
  SourceTexts Texts;
  EXPECT_EQ(suppressed(Findings, Texts), (Vetoes{{0, WhyNot::Comment}, {2, WhyNot::Comment}}));
}

/// The names of \p Text's calls, "a();", that are silenced, and what is said of the rest.
struct FencedCalls {
  explicit FencedCalls(llvm::StringRef Text) {
    TemporaryFolder Folder;
    const std::string File = Folder.write("a.cu", Text);
    std::vector<Finding> Findings;
    for (size_t At = Text.find("();"); At != llvm::StringRef::npos; At = Text.find("();", At + 1))
      Findings.push_back(findingAt(File, Text, Text.slice(At - 1, At + 3)));
    SourceTexts Texts;
    for (const auto &[Index, Veto] : suppressed(Findings, Texts))
      Silenced += Text[Findings[Index].Where.Loc.Offset];
    for (llvm::StringRef Line : unmatchedFences(Findings, Texts))
      Said.push_back(Line.substr(File.size() + 1).str());
  }
  std::string Silenced;
  std::vector<std::string> Said;
};

using Lines = std::vector<std::string>;

TEST(Suppress, WhatIsFencedOff) {
  const FencedCalls All("a();\n// NOLINTBEGIN\nb();\n\nc();\n// NOLINTEND\nd();\n");
  EXPECT_EQ(All.Silenced, "bc");
  EXPECT_EQ(All.Said, Lines());
  EXPECT_EQ(FencedCalls("a(); /* NOLINTBEGIN */ b(); /* NOLINTEND */ c();").Silenced, "b");
  EXPECT_EQ(FencedCalls("// NOLINTBEGIN(coopify-*, x)\na();\n// NOLINTEND(coopify-*, x)\nb();\n")
                .Silenced,
            "a");
  EXPECT_EQ(FencedCalls("// NOLINTBEGIN(legacy-vote)\na();\n// NOLINTEND(legacy-vote)\n").Silenced,
            "")
      << "clang-tidy knows it by its prefix";
}

TEST(Suppress, FencesInFences) {
  const FencedCalls Nested("// NOLINTBEGIN(coopify-legacy-shuffle)\na();\n// NOLINTBEGIN\nb();\n"
                           "// NOLINTEND\nc();\n// NOLINTEND(coopify-legacy-shuffle)\nd();\n");
  EXPECT_EQ(Nested.Silenced, "b");
  EXPECT_EQ(Nested.Said, Lines());
}

TEST(Suppress, FencesWithoutTheirOtherEnd) {
  const FencedCalls Open("// NOLINTBEGIN\na();\n");
  EXPECT_EQ(Open.Silenced, "");
  EXPECT_EQ(Open.Said, Lines{"1: 'NOLINTBEGIN' silences nothing: no 'NOLINTEND' follows it"});
  const FencedCalls Closed("a();\n// NOLINTEND(coopify-*)\n");
  EXPECT_EQ(Closed.Said, Lines{"2: 'NOLINTEND(coopify-*)' silences nothing: no "
                               "'NOLINTBEGIN(coopify-*)' is before it"});
  const FencedCalls Other("// NOLINTBEGIN(coopify-*)\na();\n// NOLINTEND\n");
  EXPECT_EQ(Other.Silenced, "") << "other checks are other words";
  EXPECT_EQ(Other.Said.size(), 2u);
  EXPECT_EQ(FencedCalls("// NOLINTBEGIN(bugprone-*)\na();\n").Said, Lines()) << "not of ours";
}

TEST(Suppress, MissingFileSilencesNothing) {
  std::vector<Finding> Findings = {findingAt("/no/such/file.cu", "x", "x")};
  SourceTexts Texts;
  EXPECT_EQ(suppressed(Findings, Texts), Vetoes());
}

} // namespace
