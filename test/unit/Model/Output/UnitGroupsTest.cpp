#include "Model/Output/UnitGroups.h"

#include "Model/Output/Toolkits.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

constexpr HeaderSet Cuda = {GroupHeader::Groups}, Bundled = {GroupHeader::Bundled};

UnitBuild nvcc(unsigned Language, std::vector<unsigned> Archs = {}) {
  return {Language, false, true, true, std::move(Archs)};
}

TEST(UnitGroupsTest, TheNewestRowOfAToolkitCounts) {
  EXPECT_EQ(findToolkitFacts(12060)->From, 12000u);
  EXPECT_EQ(findToolkitFacts(13020)->From, 13000u);
  EXPECT_EQ(findToolkitFacts(8000), nullptr);
  EXPECT_TRUE(llvm::is_sorted(AllToolkits, [](auto &A, auto &B) { return A.From > B.From; }));
}

TEST(UnitGroupsTest, Cuda13NeedsCxx17) {
  for (unsigned Old : {98u, 11u, 14u})
    EXPECT_EQ(judgeGroups("a.cu", nvcc(Old), Cuda, 13000).Change,
              std::vector<std::string>{"-std=c++17"});
  for (unsigned New : {0u, 17u, 20u})
    EXPECT_EQ(judgeGroups("a.cu", nvcc(New), Cuda, 13000).Compiles, true);
  EXPECT_EQ(judgeGroups("a.cu", nvcc(11), Cuda, 12090).Compiles, true);
  EXPECT_EQ(judgeGroups("a.cu", nvcc(98), Cuda, 12090).Compiles, false);
}

TEST(UnitGroupsTest, BundledGroupsNeedCxx14WithEachToolkit) {
  for (unsigned Toolkit : {0u, 9000u, 11080u, 13000u}) {
    EXPECT_EQ(judgeGroups("a.cu", nvcc(11), Bundled, Toolkit).Compiles, false);
    EXPECT_EQ(judgeGroups("a.cu", nvcc(14), Bundled, Toolkit).Compiles, true);
  }
}

TEST(UnitGroupsTest, MaskedWarpBesideCudasGroupsNeedsTheNewerOfBoth) {
  const HeaderSet Both = {GroupHeader::Groups, GroupHeader::MaskedWarp};
  EXPECT_EQ(languageFor(Both, 11080), 14u);
  EXPECT_EQ(languageFor(Both, 13000), 17u);
}

TEST(UnitGroupsTest, TheDialectStays) {
  UnitBuild Gnu = nvcc(11);
  Gnu.Gnu = true;
  Gnu.Nvcc = false;
  EXPECT_EQ(judgeGroups("a.cu", Gnu, Cuda, 13000).Change, std::vector<std::string>{"-std=gnu++17"});
  Gnu.Nvcc = true; // has none of GNU
  EXPECT_EQ(judgeGroups("a.cu", Gnu, Cuda, 13000).Change, std::vector<std::string>{"-std=c++17"});
}

TEST(UnitGroupsTest, ArchitecturesAreThoseOfTheToolkit) {
  EXPECT_EQ(judgeGroups("a.cu", nvcc(17, {60, 75}), Cuda, 13000).Change,
            std::vector<std::string>{"-arch=sm_75"});
  EXPECT_EQ(judgeGroups("a.cu", nvcc(17, {120}), Cuda, 12060).Change,
            std::vector<std::string>{"-arch=sm_90"});
  EXPECT_EQ(judgeGroups("a.cu", nvcc(17, {60}), Cuda, 12060).Compiles, true);
}

TEST(UnitGroupsTest, OnlyNvccHasANewestLanguage) {
  UnitBuild Build = nvcc(20);
  EXPECT_EQ(judgeGroups("a.cu", Build, Cuda, 11080).Compiles, false);
  Build.Nvcc = false;
  EXPECT_EQ(judgeGroups("a.cu", Build, Cuda, 11080).Compiles, true);
}

TEST(UnitGroupsTest, WithoutAToolkitItDepends) {
  const UnitGroups Old = judgeGroups("a.cu", nvcc(11, {60}), Cuda, 0);
  EXPECT_EQ(Old.Compiles, std::nullopt);
  EXPECT_NE(Old.Text.find("CUDA 9 to 12 compile it"), std::string::npos) << Old.Text;
  EXPECT_EQ(judgeGroups("a.cu", nvcc(17, {60}), Cuda, 0).Compiles, true);
}

TEST(UnitGroupsTest, NoToolkitMattersForOtherGpus) {
  UnitBuild Hip = nvcc(14);
  Hip.Cuda = false;
  EXPECT_EQ(judgeGroups("a.hip", Hip, Bundled, 13000).Toolkit, 0u);
  EXPECT_EQ(judgeGroups("a.hip", Hip, Bundled, 13000).Compiles, true);
  Hip.Language = 11;
  EXPECT_EQ(judgeGroups("a.hip", Hip, Bundled, 0).Compiles, false);
}

TEST(UnitGroupsTest, UnitsOfOneTextAreOneLine) {
  std::vector<UnitGroups> Units;
  for (const char *File : {"/p/d.cu", "/p/b.cu", "/p/a.cu", "/p/c.cu"})
    Units.push_back(judgeGroups(File, nvcc(14), Cuda, 13000));
  Units.push_back(judgeGroups("/p/e.cu", nvcc(17), Cuda, 13000));
  const std::vector<std::string> Lines = linesOf(Units, /*OnlyDefinite=*/true);
  ASSERT_EQ(Lines.size(), 1u);
  EXPECT_EQ(Lines[0].find("4 units compiled as C++14 (a.cu, b.cu, c.cu and 1 more): "), 0u)
      << Lines[0];
}

TEST(UnitGroupsTest, ChosenBundledGroupsAreExplained) {
  std::vector<UnitGroups> Units = {judgeGroups("a.cu", nvcc(14), Bundled, 13000),
                                   judgeGroups("b.cu", nvcc(17), Bundled, 13000)};
  explainBundled(Units);
  EXPECT_NE(Units[0].Text.find("the bundled groups are used"), std::string::npos);
  EXPECT_EQ(Units[1].Text, Units[0].Text); // it includes the same headers
  EXPECT_EQ(linesOf(Units, /*OnlyDefinite=*/true).size(), 2u);
  Units = {judgeGroups("b.cu", nvcc(17), Bundled, 13000)};
  explainBundled(Units);
  EXPECT_EQ(Units[0].Text, "");
}

} // namespace
