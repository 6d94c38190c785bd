#include "Rules/Render/Stencil.h"

#include "Model/Output/Placeholders.h"
#include "RuleHarness.h"

using namespace coopify;

namespace {

Site somewhere() {
  Site S;
  S.Function = "f";
  S.Range = S.Callee = {TestFile, 4, 9};
  return S;
}

std::string filled(llvm::StringRef Text, const std::string &Value = "") {
  return Stencil(Text).fill(somewhere(), PlainNames(), Value);
}

TEST(StencilTest, TextStandsForItself) {
  EXPECT_EQ(filled(""), "");
  EXPECT_EQ(filled("a $ {b} $c"), "a $ {b} $c");
}

TEST(StencilTest, EachPlaceholderHasItsName) {
  EXPECT_EQ(filled(placeholder::tile("32") + ".sync(); " + placeholder::tile("8")),
            "warp.sync(); tile8");
  EXPECT_EQ(filled(placeholder::Lanes.str() + ".shfl"), "lanes.shfl");
  EXPECT_EQ(filled("int " + placeholder::name("other") + ";"), "int other;");
  EXPECT_EQ(filled(placeholder::Groups.str() + "plus"), "cg::plus");
  EXPECT_EQ(filled(placeholder::Reduce.str() + "(x)"), "cg::reduce(x)");
  EXPECT_EQ(filled(placeholder::InclusiveScan.str() + "(x)"), "cg::inclusive_scan(x)");
  EXPECT_EQ(filled("x = " + placeholder::Value.str() + ";", "y"), "x = y;");
}

TEST(StencilTest, TheUsersTextIsNoPlaceholder) {
  for (llvm::StringRef Text : {"/* ${tile:32} */", "${", "$${name:x}", "\"${value}\"", "}${cg}{"})
    EXPECT_EQ(filled(placeholder::verbatim(Text)), Text);
}

TEST(StencilTest, WhatIsUnknownOrUnfinishedStays) {
  EXPECT_EQ(filled("a${odd:x}b"), "a${odd:x}b");
  EXPECT_EQ(filled("a${tile:32"), "a${tile:32");
}

TEST(StencilTest, NamesItsGroupsOnce) {
  Stencil Text(placeholder::tile("8") + placeholder::tile("32") + placeholder::tile("8") +
               placeholder::Lanes.str());
  EXPECT_EQ(Text.handles("f"), (std::vector<HandleRequest>{{HandleRequest::Tile, "8", "f"},
                                                           {HandleRequest::Tile, "32", "f"},
                                                           {HandleRequest::Lanes, "", "f"}}));
}

TEST(StencilTest, NeedsTheHeadersOfWhatItNames) {
  EXPECT_EQ(Stencil("x").needs(), HeaderSet());
  EXPECT_EQ(Stencil(placeholder::tile("32")).needs(), HeaderSet());
  EXPECT_EQ(Stencil(placeholder::Groups).needs(), HeaderSet{GroupHeader::Groups});
  EXPECT_EQ(Stencil(placeholder::Reduce).needs(),
            (HeaderSet{GroupHeader::Groups, GroupHeader::Reduce}));
  EXPECT_EQ(Stencil(placeholder::InclusiveScan).needs(),
            (HeaderSet{GroupHeader::Groups, GroupHeader::Scan}));
}

//===-- Parts -----------------------------------------------------------------===//

TEST(RenderPiecesTest, EditsReplaceAndDropsGo) {
  Site S = somewhere();
  S.Parts = {{"edit", {TestFile, 1, 2}, "v = " + placeholder::Value.str()},
             {"claims", {TestFile, 4, 5}, ""},
             {"drop", {TestFile, 7, 8}, "kept in mind"}};
  EXPECT_EQ(renderPieces(S, PlainNames(), "3"),
            (std::vector<Edit>{{{TestFile, 1, 2}, "v = 3"}, {{TestFile, 7, 8}, ""}}));
}

TEST(RenderPiecesTest, TextsTellInstancesApart) {
  Site A = somewhere(), B = A;
  A.Parts = {{"edit", {TestFile, 1, 2}, placeholder::tile("8")}};
  B.Parts = {{"edit", {TestFile, 1, 2}, placeholder::tile("16")}};
  EXPECT_NE(textOf(A), textOf(B));
  B.Parts[0].Text = A.Parts[0].Text;
  EXPECT_EQ(textOf(A), textOf(B));
  B.Parts[0].Range.Begin = 0;
  EXPECT_NE(textOf(A), textOf(B));
}

} // namespace
