#include "Edit/Handles.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

using Kind = HandleRequest::KindTy;
const HandleRequest Block{Kind::Block, "", "f"};
const HandleRequest Warp{Kind::Tile, "32", "f"};
const HandleRequest Tile8{Kind::Tile, "8", "f"};
const HandleRequest TileW{Kind::Tile, "WIDTH", "f"};

/// A device function with its '{' at 100 and its '}' at 200.
FunctionSummary function(std::vector<std::string> Taken = {}) {
  FunctionSummary F;
  F.USR = "f";
  F.HasBody = true;
  F.BodyBegin = {"/f.cu", 101, 101};
  F.Body = {"/f.cu", 100, 201};
  F.BodyIndent = "  ";
  F.TakenNames = std::move(Taken);
  return F;
}

const Location Inside{"/f.cu", 150, 15, 1};
using Name = std::optional<std::string>;

std::string text(const BodyHandles &Body, llvm::StringRef Groups = "cg::", bool CRLF = false) {
  std::optional<Edit> E = Body.declarations(Groups, CRLF);
  return E ? E->Text : "none";
}

TEST(HandleNameTest, SaysTheSize) {
  EXPECT_EQ(plainHandleName(Block), "block");
  EXPECT_EQ(plainHandleName(Warp), "warp");
  EXPECT_EQ(plainHandleName(Tile8), "tile8");
  EXPECT_EQ(plainHandleName(TileW), "tile");
  EXPECT_EQ(plainHandleName({Kind::Tile, "8 * N", "f"}), "tile");
  EXPECT_EQ(plainHandleName({Kind::Tile, "0x20", "f"}), "tile");
}

TEST(TakeNameTest, NumbersFromTwo) {
  llvm::StringSet<> Taken;
  EXPECT_EQ(takeName(Taken, "warp"), "warp");
  EXPECT_EQ(takeName(Taken, "warp"), "warp2");
  EXPECT_EQ(takeName(Taken, "warp"), "warp3");
  EXPECT_EQ(takeName(Taken, "tile8"), "tile8");
  EXPECT_EQ(takeName(Taken, "tile8"), "tile8_2");
}

TEST(HandleExpressionTest, StandsAlone) {
  EXPECT_EQ(handleExpression(Warp, "cg::"), "cg::tiled_partition<32>(cg::this_thread_block())");
  EXPECT_EQ(handleExpression(Block, "cooperative_groups::"),
            "cooperative_groups::this_thread_block()");
  EXPECT_EQ(handleExpression({Kind::Tile, "A > 1 ? 32 : 16", "f"}, "cg::"),
            "cg::tiled_partition<(A > 1 ? 32 : 16)>(cg::this_thread_block())");
}

TEST(BodyHandlesTest, NothingUsedNothingDeclared) {
  FunctionSummary F = function();
  BodyHandles Body({&F}, false);
  EXPECT_FALSE(Body.declarations("cg::", false));
}

TEST(BodyHandlesTest, DeclaredOnceForManyUses) {
  FunctionSummary F = function();
  BodyHandles Body({&F}, false);
  EXPECT_EQ(Body.use(Warp, Inside), Name("warp"));
  EXPECT_EQ(Body.use(Warp, {"/f.cu", 170, 17, 1}), Name("warp"));
  EXPECT_EQ(Body.declarations("cg::", false)->Range, F.BodyBegin);
  EXPECT_EQ(text(Body), "\n  auto warp = cg::tiled_partition<32>(cg::this_thread_block());");
}

TEST(BodyHandlesTest, BlockBeforeTilesLargeBeforeSmall) {
  FunctionSummary F = function();
  BodyHandles Body({&F}, false);
  for (const HandleRequest *R : {&TileW, &Tile8, &Warp, &Block})
    Body.use(*R, Inside);
  EXPECT_EQ(text(Body), "\n  auto block = cg::this_thread_block();"
                        "\n  auto warp = cg::tiled_partition<32>(block);"
                        "\n  auto tile8 = cg::tiled_partition<8>(block);"
                        "\n  auto tile = cg::tiled_partition<WIDTH>(block);");
}

TEST(BodyHandlesTest, ExpressionSizesAreToldApart) {
  FunctionSummary F = function();
  BodyHandles Body({&F}, false);
  EXPECT_EQ(Body.use(TileW, Inside), Name("tile"));
  EXPECT_EQ(Body.use({Kind::Tile, "N", "f"}, Inside), Name("tile2"));
  EXPECT_EQ(Body.use(TileW, Inside), Name("tile"));
}

TEST(BodyHandlesTest, TakenNamesOfAnyInstanceCount) {
  FunctionSummary F = function(), G = function({"warp"}), H = function({"warp2"});
  BodyHandles Body({&F, &G, &H}, false);
  EXPECT_EQ(Body.use(Warp, Inside), Name("warp3"));
}

TEST(BodyHandlesTest, ParametersAreTaken) {
  FunctionSummary F = function();
  F.Params = {{"block", "int"}};
  EXPECT_EQ(BodyHandles({&F}, false).use(Block, Inside), Name("block2"));
  EXPECT_EQ(BodyHandles({&F}, true).use(Block, Inside), Name("block2"));
}

TEST(BodyHandlesTest, AddedParameterIsTheBlockEverywhere) {
  FunctionSummary F = function();
  BodyHandles Body({&F}, true);
  EXPECT_EQ(Body.use(Block, {"/f.h", 3, 1, 4}), Name("block")); // its prototype
  EXPECT_FALSE(Body.declarations("cg::", false));
  Body.use(Warp, Inside);
  EXPECT_EQ(text(Body), "\n  auto warp = cg::tiled_partition<32>(block);");
}

TEST(BodyHandlesTest, UsesAnExistingHandle) {
  FunctionSummary F = function();
  F.Handles = {{"w", "tile32", {"/f.cu", 110, 140}, true}};
  BodyHandles Body({&F}, false);
  EXPECT_EQ(Body.use(Warp, Inside), Name("w"));
  EXPECT_FALSE(Body.declarations("cg::", false));
  EXPECT_EQ(Body.use(Tile8, Inside), Name("tile8"));
}

TEST(BodyHandlesTest, ExistingHandleIsNoUseBeforeItsDeclaration) {
  FunctionSummary F = function();
  F.Handles = {{"warp", "tile32", {"/f.cu", 155, 160}, true}};
  BodyHandles Body({&F}, false);
  EXPECT_EQ(Body.use(Warp, Inside), Name("warp2"));
  EXPECT_EQ(Body.use(Warp, {"/f.cu", 170, 17, 1}), Name("warp"));
}

TEST(BodyHandlesTest, ExistingHandleIsNoUseInAnInnerScope) {
  FunctionSummary F = function();
  F.Handles = {{"warp", "tile32", {"/f.cu", 110, 120}, false}};
  EXPECT_EQ(BodyHandles({&F}, false).use(Warp, Inside), Name("warp2"));
}

TEST(BodyHandlesTest, ExistingHandleMustBeInEveryInstance) {
  FunctionSummary F = function(), G = function();
  F.Handles = {{"g", "tile32", {"/f.cu", 110, 120}, true}};
  G.Handles = {{"g", "tile16", {"/f.cu", 110, 120}, true}};
  EXPECT_EQ(BodyHandles({&F, &G}, false).use(Warp, Inside), Name("warp"));
}

TEST(BodyHandlesTest, TileIsMadeFromABlockParameterTheCodeHas) {
  FunctionSummary F = function();
  F.Handles = {{"cta", "block", {"/f.cu", 80, 95}, true}};
  BodyHandles Body({&F}, false);
  Body.use(Warp, Inside);
  EXPECT_EQ(text(Body), "\n  auto warp = cg::tiled_partition<32>(cta);");
}

TEST(BodyHandlesTest, TileIsNotMadeFromABlockDeclaredBelow) {
  FunctionSummary F = function();
  F.Handles = {{"cta", "block", {"/f.cu", 105, 120}, true}};
  BodyHandles Body({&F}, false);
  Body.use(Warp, Inside);
  EXPECT_EQ(text(Body), "\n  auto warp = cg::tiled_partition<32>(cg::this_thread_block());");
}

TEST(BodyHandlesTest, NoDeclarationWhereNoneCanStand) {
  FunctionSummary Macro = function();
  Macro.BodyInMacro = true;
  EXPECT_EQ(BodyHandles({&Macro}, false).use(Warp, Inside), std::nullopt);
  FunctionSummary Constexpr = function(); // no variable of a class that is no literal type
  Constexpr.LiteralsOnly = true;
  EXPECT_EQ(BodyHandles({&Constexpr}, false).use(Warp, Inside), std::nullopt);
  FunctionSummary Prototype = function();
  Prototype.HasBody = false;
  EXPECT_EQ(BodyHandles({&Prototype}, false).use(Warp, Inside), std::nullopt);
  FunctionSummary Both = function(); // its host side would call the groups too
  Both.Kind = FunctionKind::HostDevice;
  EXPECT_EQ(BodyHandles({&Both}, false).use(Warp, Inside), std::nullopt);
}

TEST(BodyHandlesTest, NoDeclarationForSitesOutsideOfTheBraces) {
  FunctionSummary F = function();
  BodyHandles Body({&F}, false);
  EXPECT_EQ(Body.use(Warp, {"/f.cu", 90, 9, 1}), std::nullopt); // constructor initialiser
  EXPECT_EQ(Body.use(Warp, {"/f.cu", 220, 22, 1}), std::nullopt);
  EXPECT_EQ(Body.use(Warp, {"/g.cu", 150, 15, 1}), std::nullopt);
  EXPECT_FALSE(Body.declarations("cg::", false));
}

TEST(BodyHandlesTest, OneLineBodies) {
  FunctionSummary F = function();
  F.OneLineBody = true;
  F.BodyIndent = " ";
  BodyHandles Spaced({&F}, false);
  Spaced.use(Warp, Inside);
  Spaced.use(Block, Inside);
  EXPECT_EQ(text(Spaced),
            " auto block = cg::this_thread_block(); auto warp = cg::tiled_partition<32>(block);");
  EXPECT_EQ(Spaced.declarations("cg::", false, "\n\t")->Text,
            "\n\tauto block = cg::this_thread_block();"
            "\n\tauto warp = cg::tiled_partition<32>(block);")
      << "its statements get lines of their own";
  F.BodyIndent = "";
  BodyHandles Tight({&F}, false);
  Tight.use(Block, Inside);
  EXPECT_EQ(text(Tight), "auto block = cg::this_thread_block(); ");
}

TEST(BodyHandlesTest, KeepsTabsAndCRLF) {
  FunctionSummary F = function();
  F.BodyIndent = "\t";
  BodyHandles Body({&F}, false);
  Body.use(Block, Inside);
  EXPECT_EQ(text(Body, "cooperative_groups::", true),
            "\r\n\tauto block = cooperative_groups::this_thread_block();");
}

TEST(BodyHandlesTest, FreshNamesAreStablePerPlace) {
  FunctionSummary F = function({"active"});
  BodyHandles Body({&F}, false);
  EXPECT_EQ(Body.freshName("active", Inside), "active2");
  EXPECT_EQ(Body.freshName("active", Inside), "active2");
  EXPECT_EQ(Body.freshName("active", {"/f.cu", 170, 17, 1}), "active3");
  EXPECT_EQ(Body.freshName("warp", Inside), "warp");
  EXPECT_EQ(Body.use(Warp, Inside), Name("warp2"));
}

} // namespace
