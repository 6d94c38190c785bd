#include "Report/Report.h"

#include "clang/Tooling/ReplacementsYaml.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

std::string yaml(const EditSet &Edits) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  EXPECT_FALSE(reportYAML(OS, Edits, "/f.cu"));
  return Out;
}

clang::tooling::TranslationUnitReplacements parse(const std::string &Text) {
  clang::tooling::TranslationUnitReplacements Unit;
  llvm::yaml::Input In(Text);
  In >> Unit;
  EXPECT_FALSE(In.error()) << Text;
  return Unit;
}

TEST(YAMLTest, NoEdits) {
  auto Unit = parse(yaml({}));
  EXPECT_EQ(Unit.MainSourceFile, "/f.cu");
  EXPECT_TRUE(Unit.Replacements.empty());
}

TEST(YAMLTest, TextSurvivesTheFormat) {
  const std::string Odd = "\n  auto x = \"a: b\"; // 'c' \\ #\r\n\t";
  EditSet Edits;
  Edits.add({{{"/f.cu", 3, 5}, Odd}});
  auto Unit = parse(yaml(Edits));
  ASSERT_EQ(Unit.Replacements.size(), 1u);
  EXPECT_EQ(Unit.Replacements[0].getReplacementText(), Odd);
  EXPECT_EQ(Unit.Replacements[0].getOffset(), 3u);
  EXPECT_EQ(Unit.Replacements[0].getLength(), 2u);
  EXPECT_EQ(Unit.Replacements[0].getFilePath(), "/f.cu");
}

TEST(YAMLTest, EditsThatTouchBecomeOne) {
  EditSet Edits;
  Edits.add({{{"/f.cu", 3, 5}, "R"}, {{"/f.cu", 3, 3}, "i"}, {{"/f.cu", 5, 5}, "j"}});
  auto Unit = parse(yaml(Edits));
  ASSERT_EQ(Unit.Replacements.size(), 1u);
  EXPECT_EQ(Unit.Replacements[0].getReplacementText(), "iRj");
  EXPECT_EQ(Unit.Replacements[0].getLength(), 2u);
}

TEST(YAMLTest, EditsApartStayApart) {
  EditSet Edits;
  Edits.add({{{"/f.cu", 3, 5}, "R"}, {{"/f.cu", 6, 6}, "i"}, {{"/g.cu", 6, 6}, "j"}});
  EXPECT_EQ(parse(yaml(Edits)).Replacements.size(), 3u);
}

} // namespace
