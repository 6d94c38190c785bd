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
  EXPECT_EQ(suppressed(Findings, Texts), (Vetoes{{0, Hold::Comment}, {2, Hold::Comment}}));
}

TEST(Suppress, MissingFileSilencesNothing) {
  std::vector<Finding> Findings = {findingAt("/no/such/file.cu", "x", "x")};
  SourceTexts Texts;
  EXPECT_EQ(suppressed(Findings, Texts), Vetoes());
}

} // namespace
