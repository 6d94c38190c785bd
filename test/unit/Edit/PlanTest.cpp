#include "PlanHarness.h"

using namespace coopify;

namespace {

using PlanTest = PlanHarness;

const std::string Head = "#include <cooperative_groups.h>\n\nnamespace cg = cooperative_groups;\n";
const std::string Warp = "auto warp = cg::tiled_partition<32>(cg::this_thread_block());";

TEST_F(PlanTest, DeclaresOnceAndIncludesOnce) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\n");
  facts().IncludePoint = {};
  facts().BlankAfter = false;
  function("f");
  tile("f", "A");
  tile("f", "B");
  EXPECT_EQ(plan(), Head + "\nint f() {\n  " + Warp + "\n  warp;\n  warp;\n}\n");
  EXPECT_TRUE(applied(0));
  EXPECT_EQ(editsOf(Last.Outcomes[1]).size(), 1u) << "the handle and the include are nobody's own";
}

TEST_F(PlanTest, InstancesOfATemplateShareTheDeclaration) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\n");
  function("f").USR = "f<int>";
  function("f").USR = "f<float>";
  Unit.Functions.back().TakenNames = {"warp"};
  tile("f<int>", "A");
  tile("f<float>", "B");
  EXPECT_EQ(plan(), Head + "int f() {\n  auto warp2 = cg::tiled_partition<32>(cg::this_thread_"
                           "block());\n  warp2;\n  warp2;\n}\n");
}

TEST_F(PlanTest, OneLineBody) {
  file("/f.cu", "int f() { return A; }\n");
  facts().Includes = {GroupHeader::Groups};
  facts().Alias = "cg";
  function("f");
  tile("f", "A");
  EXPECT_EQ(plan(), "int f() { " + Warp + " return warp; }\n");
}

TEST_F(PlanTest, NothingAcceptedNothingDeclared) {
  file("/f.cu", "int f() {\n  A;\n}\n");
  function("f");
  assume(tile("f", "A"), {"block-1d"});
  EXPECT_EQ(plan(), Texts["/f.cu"]);
  EXPECT_TRUE(Last.Edits.empty());
}

TEST_F(PlanTest, NoIncludeWhereGroupsAreNotNamed) {
  file("/f.cu", "block.A");
  text("A", "sync()");
  EXPECT_EQ(plan(), "block.sync()");
}

TEST_F(PlanTest, IncludesAreWhatEditsNeed) {
  file("/f.cu", "A B");
  text("A", "x");
  text("B", "y");
  TheRule.Needs = {GroupHeader::MaskedWarp};
  EXPECT_EQ(plan(), "#include <coopify/masked_warp.h>\nx y");
  TheRule.Needs = {GroupHeader::Groups, GroupHeader::Scan};
  EXPECT_EQ(plan(), "#include <cooperative_groups.h>\n#include <cooperative_groups/scan.h>\n\n"
                    "namespace cg = cooperative_groups;\nx y");
}

TEST_F(PlanTest, HostSharedFileIsGuarded) {
  file("/f.cu", "A");
  text("A", "cg::thread_block");
  TheRule.Needs = {GroupHeader::Groups};
  Options.IsHostShared = [](llvm::StringRef Header) { return Header == "/f.cu"; };
  EXPECT_EQ(plan(), Head + "cg::thread_block") << "no header";
  facts().IsHeader = true;
  EXPECT_EQ(plan(), "#ifdef __CUDACC__\n" + Head + "#endif\ncg::thread_block");
}

TEST_F(PlanTest, CgTaken) {
  file("/f.cu", "int f() {\n  A;\n}\n");
  facts().CgTaken = true;
  function("f");
  tile("f", "A");
  EXPECT_EQ(plan(), "#include <cooperative_groups.h>\nint f() {\n  auto warp = "
                    "cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_"
                    "block());\n  warp;\n}\n");
}

TEST_F(PlanTest, MacroBodyGetsTheWholeExpression) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\n");
  function("f");
  tile("f", "A").Where.Macro.Kind = MacroKind::Body;
  EXPECT_EQ(plan(), Head + "int f() {\n  cg::tiled_partition<32>(cg::this_thread_block());\n"
                           "  B;\n}\n");
  tile("f", "B").Where.Macro.Kind = MacroKind::Argument;
  EXPECT_EQ(plan(), Head + "int f() {\n  " + Warp +
                        "\n  cg::tiled_partition<32>(cg::this_thread_block());\n  warp;\n}\n");
}

TEST_F(PlanTest, UnknownFunctionGetsTheWholeExpression) {
  file("/f.cu", "A");
  tile("f", "A");
  EXPECT_EQ(plan(), Head + "cg::tiled_partition<32>(cg::this_thread_block())");
}

/// sum() hides a barrier; k() calls it.
class BlockPlanTest : public PlanTest {
protected:
  void SetUp() override {
    file("/f.cu", "int sum(P) {\n  BARRIER;\n  LANES;\n}\nvoid k() {\n  sum(C);\n}\n");
    facts().Includes = {GroupHeader::Groups};
    facts().Alias = "cg";
    facts().AliasAt = {"/elsewhere.h", 0, 1, 1};
    FunctionSummary &Sum = function("sum");
    Sum.DirectBarrier = true;
    FunctionDeclaration D;
    D.Loc = Sum.Loc;
    D.ParamsBegin = place("/f.cu", Texts["/f.cu"], "P");
    D.HasParams = true;
    Sum.Declarations = {D};
    FunctionSummary &K = function("k");
    K.Kind = FunctionKind::Kernel;
    CallEdge Call;
    Call.Callee = Call.CalleeName = "sum";
    Call.ArgsBegin = place("/f.cu", Texts["/f.cu"], "C");
    Call.Loc = start(Call.ArgsBegin);
    K.Calls = {Call};
  }
  void barrierFindings() {
    block(SiteKind::Signature, "sum", "P").Verdict.Group = "g";
    block(SiteKind::Barrier, "sum", "BARRIER").Verdict.Group = "g";
    block(SiteKind::Call, "k", "C").Verdict.Group = "g";
  }
};

TEST_F(BlockPlanTest, ParameterIsTheHandle) {
  barrierFindings();
  tile("sum", "LANES");
  EXPECT_EQ(plan(), "int sum(const cg::thread_block &block) {\n"
                    "  auto warp = cg::tiled_partition<32>(block);\n"
                    "  block;\n  warp;\n}\n"
                    "void k() {\n  auto block = cg::this_thread_block();\n  sum(block);\n}\n");
}

TEST_F(BlockPlanTest, ParameterNameAvoidsTakenNames) {
  barrierFindings();
  Unit.Functions[0].TakenNames = {"block"};
  EXPECT_EQ(plan(), "int sum(const cg::thread_block &block2) {\n  block2;\n  LANES;\n}\n"
                    "void k() {\n  auto block = cg::this_thread_block();\n  sum(block);\n}\n");
}

TEST_F(BlockPlanTest, WithoutTheSignatureThereIsNoParameter) {
  tile("sum", "LANES");
  EXPECT_EQ(plan(), "int sum(P) {\n  " + Warp +
                        "\n  BARRIER;\n  warp;\n}\n"
                        "void k() {\n  sum(C);\n}\n");
}

TEST_F(BlockPlanTest, RolledBackParameterIsNotUsed) {
  barrierFindings();
  tile("sum", "LANES");
  Findings[2].Verdict.What = Refusal{ReasonId::CallerCannotTakeBlock, "no", {}, ""};
  EXPECT_EQ(plan(), "int sum(P) {\n  " + Warp +
                        "\n  BARRIER;\n  warp;\n}\n"
                        "void k() {\n  sum(C);\n}\n");
}

TEST_F(PlanTest, FreshNamesDoNotMeetHandles) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\n");
  function("f").TakenNames = {"active"};
  finding(SiteKind::OpportunisticGroup, "f", "A");
  finding(SiteKind::OpportunisticGroup, "f", "B");
  EXPECT_EQ(plan(), "int f() {\n  active2;\n  active3;\n}\n");
}

TEST_F(PlanTest, SameInputSameEdits) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\nint g() {\n  C;\n}\n");
  function("f");
  function("g");
  tile("f", "A", "8");
  tile("f", "B");
  tile("g", "C");
  std::string First = plan();
  EXPECT_EQ(plan(), First);
  std::reverse(Unit.Functions.begin(), Unit.Functions.end());
  EXPECT_EQ(plan(), First);
}

} // namespace
