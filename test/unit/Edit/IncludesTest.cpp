#include "Edit/Includes.h"

#include "Edit/EditSet.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

const std::string Both = "#include <cooperative_groups.h>\n\nnamespace cg = cooperative_groups;\n";

FileFacts file() {
  FileFacts F;
  F.Path = "/f.cu";
  F.IncludePoint = {"/f.cu", 20, 20};
  F.BlankAfter = true;
  return F;
}

std::string inserted(const FileFacts &F, unsigned FirstUse = 100, bool HostShared = false,
                     GroupsChoice Choice = GroupsChoice::Auto) {
  std::optional<Edit> E = includeEdit(F, FirstUse, HostShared, Choice, {GroupHeader::Groups});
  return E ? E->Text : "none";
}

TEST(GroupsPrefixTest, AliasOrCgOrTheWholeName) {
  FileFacts F = file();
  EXPECT_EQ(groupsPrefix(F, 100, GroupsChoice::Auto), "cg::");
  F.CgTaken = true;
  EXPECT_EQ(groupsPrefix(F, 100, GroupsChoice::Auto), "cooperative_groups::");
  F.Alias = "coop";
  F.AliasOf = "cooperative_groups";
  F.AliasAt = {"/f.cu", 30, 3, 1};
  EXPECT_EQ(groupsPrefix(F, 100, GroupsChoice::Auto), "coop::");
}

TEST(GroupsPrefixTest, AliasBelowTheFirstUseIsNoHelp) {
  FileFacts F = file();
  F.Alias = "coop";
  F.AliasOf = "cooperative_groups";
  F.AliasAt = {"/f.cu", 130, 13, 1};
  EXPECT_EQ(groupsPrefix(F, 100, GroupsChoice::Auto), "cg::");
  EXPECT_EQ(inserted(F), "#include <cooperative_groups.h>\n\nnamespace cg = cooperative_groups;\n");
}

TEST(IncludeEditTest, IncludeThenAlias) {
  EXPECT_EQ(inserted(file()),
            "#include <cooperative_groups.h>\n\nnamespace cg = cooperative_groups;\n");
  EXPECT_EQ(includeEdit(file(), 100, false, GroupsChoice::Auto, {GroupHeader::Groups})->Range,
            file().IncludePoint);
}

TEST(IncludeEditTest, SkipsWhatIsThere) {
  FileFacts F = file();
  F.Includes |= {GroupHeader::Groups};
  EXPECT_EQ(inserted(F), "\nnamespace cg = cooperative_groups;\n");
  F.Alias = "cg";
  F.AliasOf = "cooperative_groups";
  F.AliasAt = {"/f.cu", 30, 3, 1};
  EXPECT_EQ(inserted(F), "none");
  F.Includes = {};
  EXPECT_EQ(inserted(F), "#include <cooperative_groups.h>\n");
}

TEST(IncludeEditTest, NoAliasWhereCgIsTaken) {
  FileFacts F = file();
  F.CgTaken = true;
  EXPECT_EQ(inserted(F), "#include <cooperative_groups.h>\n");
  F.Includes |= {GroupHeader::Groups};
  EXPECT_EQ(inserted(F), "none");
}

TEST(IncludeEditTest, GuardedWhereHostUnitsLook) {
  EXPECT_EQ(inserted(file(), 100, true), "#ifdef __CUDACC__\n"
                                         "#include <cooperative_groups.h>\n"
                                         "\n"
                                         "namespace cg = cooperative_groups;\n"
                                         "#endif\n");
  FileFacts F = file();
  F.Includes |= {GroupHeader::Groups};
  EXPECT_EQ(inserted(F, 100, true), "#ifdef __CUDACC__\n"
                                    "namespace cg = cooperative_groups;\n"
                                    "#endif\n");
}

TEST(IncludeEditTest, KeepsCRLF) {
  FileFacts F = file();
  F.CRLF = true;
  EXPECT_EQ(inserted(F),
            "#include <cooperative_groups.h>\r\n\r\nnamespace cg = cooperative_groups;\r\n");
}

TEST(IncludeEditTest, BlankLineBetweenTheAliasAndCode) {
  FileFacts F = file();
  F.BlankAfter = false;
  EXPECT_EQ(inserted(F), Both + "\n");
  F.CgTaken = true; // more includes may follow
  EXPECT_EQ(inserted(F), "#include <cooperative_groups.h>\n");
}

TEST(IncludeEditTest, FileWithoutIncludes) {
  FileFacts F = file();
  F.NeedsBlankBefore = true;
  F.BlankAfter = false;
  EXPECT_EQ(inserted(F), "\n" + Both + "\n");
  F.BlankAfter = true;
  EXPECT_EQ(inserted(F), "\n" + Both);
  F.BlankBefore = true;
  EXPECT_EQ(inserted(F), Both);
  F.IncludePoint = {"/f.cu", 0, 0};
  F.BlankBefore = F.BlankAfter = false;
  EXPECT_EQ(inserted(F), Both + "\n");
}

TEST(IncludeEditTest, NoKnownPlaceIsTheTop) {
  FileFacts F = file();
  F.IncludePoint = {};
  EXPECT_EQ(includeEdit(F, 100, false, GroupsChoice::Auto, {GroupHeader::Groups})->Range,
            (TextRange{"/f.cu", 0, 0}));
}

//===- The bundled groups ---------------------------------------------------===//

const std::string Bundled = "#include <coopify/cooperative_groups.h>\n\nnamespace cg = coopify;\n";

std::string insertedWith(const FileFacts &F, GroupsChoice Choice) {
  return inserted(F, 100, false, Choice);
}

TEST(BundledGroupsTest, NamedWhereAsked) {
  FileFacts F = file();
  EXPECT_EQ(insertedWith(F, GroupsChoice::Bundled), Bundled);
  EXPECT_EQ(insertedWith(F, GroupsChoice::Cuda), Both);
  F.Includes |= {GroupHeader::Bundled};
  EXPECT_EQ(insertedWith(F, GroupsChoice::Bundled), "\nnamespace cg = coopify;\n");
  EXPECT_EQ(insertedWith(F, GroupsChoice::Cuda), Both);
}

TEST(BundledGroupsTest, AutoFollowsTheInclude) {
  FileFacts F = file();
  F.Includes |= {GroupHeader::Bundled};
  EXPECT_EQ(insertedWith(F, GroupsChoice::Auto), "\nnamespace cg = coopify;\n");
  F.Includes |= {GroupHeader::Groups}; // both: CUDA's, as without the bundled one
  EXPECT_EQ(insertedWith(F, GroupsChoice::Auto), "\nnamespace cg = cooperative_groups;\n");
}

TEST(BundledGroupsTest, TheNamespaceThatTheFileHasStays) {
  FileFacts F = file();
  F.Includes |= {GroupHeader::Bundled};
  F.Alias = "groups";
  F.AliasOf = "coopify";
  F.AliasAt = {"/f.cu", 30, 3, 1};
  for (GroupsChoice Choice : {GroupsChoice::Auto, GroupsChoice::Cuda, GroupsChoice::Bundled}) {
    EXPECT_EQ(insertedWith(F, Choice), "none");
    EXPECT_EQ(groupsPrefix(F, 100, Choice), "groups::");
  }
}

TEST(BundledGroupsTest, CgOfAnIncludedHeaderIsNotGivenAnotherMeaning) {
  FileFacts F = file();
  F.CgMeans = "coopify";
  EXPECT_EQ(insertedWith(F, GroupsChoice::Auto), Bundled);
  F.CgMeans = "cooperative_groups";
  EXPECT_EQ(insertedWith(F, GroupsChoice::Bundled), Both);
}

TEST(BundledGroupsTest, TheWholeNameWhereCgIsTaken) {
  FileFacts F = file();
  F.CgTaken = true;
  EXPECT_EQ(groupsPrefix(F, 100, GroupsChoice::Bundled), "coopify::");
  EXPECT_EQ(insertedWith(F, GroupsChoice::Bundled), "#include <coopify/cooperative_groups.h>\n");
}

TEST(BundledGroupsTest, GuardedForCudaAndHip) {
  EXPECT_EQ(inserted(file(), 100, true, GroupsChoice::Bundled),
            "#if defined(__CUDACC__) || defined(__HIP__)\n" + Bundled + "#endif\n");
}

//===-- The runtime header's masked_warp -----------------------------------------===//

TEST(Includes, MaskedWarpNeedsItsHeaderAlone) {
  std::optional<Edit> E =
      includeEdit(file(), 100, false, GroupsChoice::Auto, {GroupHeader::MaskedWarp});
  ASSERT_TRUE(E);
  EXPECT_NE(E->Text.find("#include <coopify/masked_warp.h>"), std::string::npos);
  EXPECT_EQ(E->Text.find("namespace cg"), std::string::npos);
  EXPECT_EQ(E->Text.find("cooperative_groups.h"), std::string::npos);
}

TEST(Includes, TheBundledGroupsBringMaskedWarp) {
  std::optional<Edit> E = includeEdit(file(), 100, false, GroupsChoice::Bundled,
                                      {GroupHeader::Groups, GroupHeader::MaskedWarp});
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Text.find("masked_warp.h"), std::string::npos);
  FileFacts Has = file();
  Has.Includes |= {GroupHeader::MaskedWarp};
  EXPECT_FALSE(includeEdit(Has, 100, false, GroupsChoice::Auto, {GroupHeader::MaskedWarp}));
}

TEST(Includes, ReduceHasAHeaderOfItsOwnInCuda) {
  const HeaderSet Needs{GroupHeader::Groups, GroupHeader::Reduce, GroupHeader::Scan};
  std::optional<Edit> E = includeEdit(file(), 100, false, GroupsChoice::Auto, Needs);
  ASSERT_TRUE(E);
  EXPECT_NE(E->Text.find("#include <cooperative_groups.h>\n"
                         "#include <cooperative_groups/reduce.h>\n"
                         "#include <cooperative_groups/scan.h>\n"),
            std::string::npos);
  FileFacts Has = file();
  Has.Includes |= {GroupHeader::Reduce};
  E = includeEdit(Has, 100, false, GroupsChoice::Auto, Needs);
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Text.find("reduce.h"), std::string::npos);
  E = includeEdit(file(), 100, false, GroupsChoice::Bundled, Needs);
  ASSERT_TRUE(E);
  EXPECT_EQ(E->Text.find("reduce.h"), std::string::npos);
}

} // namespace
