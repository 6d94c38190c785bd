#include "Edit/Plan.h"

#include "llvm/ADT/StringExtras.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

/// Renders by the kind of the site, as the real rules do.
class TestRule : public Rule {
public:
  HeaderSet Needs; ///< of what text() replaces

  llvm::StringRef id() const override { return "test"; }
  llvm::StringRef summary() const override { return ""; }
  bool handles(const Site &) const override { return true; }
  Decision decide(const Site &, const ProgramFacts &) const override { return {}; }
  std::vector<Edit> render(const Site &S, const Rewrite &R,
                           const RenderContext &Context) const override {
    if (S.Kind == SiteKind::SharedSteps)
      return {{S.Range, R.Params.at("text"), Needs}};
    if (S.Kind == SiteKind::OpportunisticGroup)
      return {{S.Range, Context.freshName("active", S)}};
    std::string Handle = Context.handle(R.Handles.front(), S);
    if (S.Kind != SiteKind::Signature)
      return {{S.Range, Handle}};
    Handle = "const " + Context.groups(S.Range.File) + "thread_block &" + Handle;
    return {{S.Range, Handle, {GroupHeader::Groups}}};
  }
};

TextRange place(const std::string &File, const std::string &Code, llvm::StringRef Text) {
  size_t At = Code.find(Text);
  EXPECT_NE(At, std::string::npos) << Text.str();
  return {File, static_cast<unsigned>(At), static_cast<unsigned>(At + Text.size())};
}

Location start(const TextRange &R) { return {R.File, R.Begin, 1, R.Begin + 1}; }

/// A program of files whose functions are spelled "name(...) {".
class PlanTest : public testing::Test {
protected:
  void file(std::string Path, std::string Code) {
    FileFacts F;
    F.Path = Path;
    F.IncludePoint = {Path, 0, 0};
    F.BlankAfter = true;
    Unit.Files.push_back(F);
    Texts[Path] = std::move(Code);
  }
  FileFacts &facts(size_t Index = 0) { return Unit.Files[Index]; }

  FunctionSummary &function(std::string Name, std::string File = "/f.cu") {
    const std::string &Code = Texts[File];
    size_t At = Code.find(Name + "("), Brace = Code.find('{', At);
    size_t First = Code.find_first_not_of(" \n", Brace + 1);
    size_t Line = Code.find_last_of("{\n", First - 1) + 1;
    FunctionSummary F;
    F.USR = F.Pattern = F.Name = Name;
    F.Loc = {File, static_cast<unsigned>(At), 1, 1};
    F.HasBody = true;
    F.BodyBegin = {File, static_cast<unsigned>(Brace + 1), static_cast<unsigned>(Brace + 1)};
    F.Body = {File, static_cast<unsigned>(Brace), static_cast<unsigned>(Code.find('}', Brace) + 1)};
    F.OneLineBody = Line == Brace + 1;
    F.BodyIndent = Code.substr(Line, First - Line);
    Unit.Functions.push_back(F);
    return Unit.Functions.back();
  }

  Finding &finding(SiteKind Kind, std::string Function, llvm::StringRef Text,
                   std::string File = "/f.cu") {
    Finding F;
    F.Check = "test";
    F.Where.Kind = Kind;
    F.Where.Range = place(File, Texts[File], Text);
    F.Where.Loc = start(F.Where.Range);
    F.Where.Name = Text;
    F.Where.Function = F.Where.Subject = Function;
    F.Verdict.What = Rewrite{};
    Findings.push_back(F);
    return Findings.back();
  }
  /// Replaces \p Text by the name of a tile.
  Finding &tile(std::string Function, llvm::StringRef Text, std::string Size = "32",
                std::string File = "/f.cu") {
    Finding &F = finding(SiteKind::Shuffle, Function, Text, File);
    std::get<Rewrite>(F.Verdict.What).Handles = {{HandleRequest::Tile, Size, Function}};
    return F;
  }
  Finding &block(SiteKind Kind, std::string Function, llvm::StringRef Text) {
    Finding &F = finding(Kind, Function, Text);
    std::get<Rewrite>(F.Verdict.What).Handles = {{HandleRequest::Block, "", Function}};
    return F;
  }
  Finding &text(llvm::StringRef From, std::string To, std::string File = "/f.cu") {
    Finding &F = finding(SiteKind::SharedSteps, "", From, File);
    std::get<Rewrite>(F.Verdict.What).Params["text"] = To;
    return F;
  }
  static void assume(Finding &F, std::vector<std::string> Ids) {
    Rewrite &R = std::get<Rewrite>(F.Verdict.What);
    R.Applies = Applicability::Assumed;
    R.Assumptions = std::move(Ids);
  }

  /// The text of \p Path after the plan.
  std::string plan(std::string Path = "/f.cu") {
    const Rule *Rules[] = {&TheRule};
    Last.emplace(planEdits(Findings, link({Unit}), Options, Rules));
    auto It = Last->Edits.byFile().find(Path);
    return It == Last->Edits.byFile().end() ? Texts[Path]
                                            : llvm::cantFail(applyEdits(Texts[Path], It->second));
  }
  std::optional<ReasonId> reason(size_t Index) {
    const Refusal *R = Findings[Index].Verdict.refusal();
    return R ? std::optional(R->Reason) : std::nullopt;
  }

  TestRule TheRule;
  TUSummary Unit;
  std::map<std::string, std::string> Texts;
  std::vector<Finding> Findings;
  PlanOptions Options;
  std::optional<EditPlan> Last;
};

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
  EXPECT_TRUE(Findings[0].Applied);
  EXPECT_EQ(Findings[1].Edits.size(), 1u);
  EXPECT_EQ(Last->FindingsOfFile["/f.cu"], (std::vector<size_t>{0, 1}));
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
  EXPECT_TRUE(Last->Edits.empty());
  EXPECT_EQ(Findings[0].NotApplied, ReasonId::Assumed);
  EXPECT_FALSE(Findings[0].Applied);
}

TEST_F(PlanTest, EveryAssumptionMustBeGranted) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\n");
  function("f");
  assume(tile("f", "A"), {"block-1d", "converged-callers"});
  assume(tile("f", "B"), {"block-1d"});
  Options.Granted.insert("block-1d");
  plan();
  EXPECT_EQ(Findings[0].NotApplied, ReasonId::Assumed);
  EXPECT_TRUE(Findings[1].Applied);
  Options.ApplyAssumed = true;
  plan();
  EXPECT_TRUE(Findings[0].Applied);
  EXPECT_EQ(Findings[0].NotApplied, std::nullopt);
}

TEST_F(PlanTest, SuppressedStaysSo) {
  file("/f.cu", "A");
  text("A", "x").NotApplied = ReasonId::Suppressed;
  plan();
  EXPECT_EQ(plan(), "A");
  EXPECT_EQ(Findings[0].NotApplied, ReasonId::Suppressed);
}

TEST_F(PlanTest, RefusalAndLeaveMakeNoEdits) {
  file("/f.cu", "AB");
  text("A", "x").Verdict.What = Refusal{ReasonId::Divergent, "", {}, ""};
  text("B", "y").Verdict.What = Leave{ReasonId::AlreadyPortable};
  EXPECT_EQ(plan(), "AB");
  EXPECT_EQ(reason(0), ReasonId::Divergent);
  EXPECT_TRUE(Findings[1].Verdict.leave());
}

TEST_F(PlanTest, ConflictRefusesTheLaterAndSaysWhose) {
  file("/f.cu", "one two three");
  text("one two", "x");
  text("two three", "y");
  EXPECT_EQ(plan(), "x three");
  EXPECT_EQ(reason(1), ReasonId::EditConflict);
  EXPECT_EQ(Findings[1].Verdict.refusal()->Text, "its edit would overlap that of 'one two'");
  EXPECT_EQ(Findings[1].Verdict.refusal()->Where, Findings[0].Where.Loc);
  EXPECT_TRUE(Findings[1].Edits.empty());
}

TEST_F(PlanTest, ConflictTakesTheGroupOut) {
  file("/f.cu", "one two three four");
  text("one two", "x");
  text("two three", "y").Verdict.Group = "g";
  text("four", "z").Verdict.Group = "g";
  EXPECT_EQ(plan(), "x three four");
  EXPECT_EQ(reason(2), ReasonId::EditConflict);
  EXPECT_EQ(Findings[2].Partner, "two three");
  EXPECT_EQ(Findings[2].PartnerAt, Findings[1].Where.Loc);
}

TEST_F(PlanTest, AGroupThatIsOutIsInNobodysWay) {
  file("/f.cu", "one two three four");
  text("one two", "x").Verdict.Group = "g";
  text("two three", "y");
  text("four", "z").Verdict.Group = "g";
  Findings[2].Verdict.What = Refusal{ReasonId::Virtual, "it is virtual", Findings[2].Where.Loc, ""};
  EXPECT_EQ(plan(), "one y four");
  EXPECT_EQ(reason(0), ReasonId::Virtual);
  EXPECT_EQ(Findings[0].Verdict.refusal()->Text,
            "it must change together with 'four': it is virtual");
  EXPECT_TRUE(Findings[1].Applied);
}

TEST_F(PlanTest, PartnerThatIsNotGrantedHoldsTheGroup) {
  file("/f.cu", "AB");
  text("A", "x").Verdict.Group = "g";
  assume(text("B", "y"), {"block-1d"});
  Findings[1].Verdict.Group = "g";
  EXPECT_EQ(plan(), "AB");
  EXPECT_EQ(Findings[0].NotApplied, ReasonId::Assumed);
  EXPECT_EQ(Findings[0].Partner, "B");
  EXPECT_EQ(Findings[1].Partner, "");
  Options.Granted.insert("block-1d");
  EXPECT_EQ(plan(), "xy");
  EXPECT_EQ(Findings[0].Partner, "");
}

TEST_F(PlanTest, SuppressedPartnerSpeaksLouderThanAssumed) {
  file("/f.cu", "AB");
  assume(text("A", "x"), {"block-1d"});
  text("B", "y").NotApplied = ReasonId::Suppressed;
  for (Finding &F : Findings)
    F.Verdict.Group = "g";
  EXPECT_EQ(plan(), "AB");
  EXPECT_EQ(Findings[0].NotApplied, ReasonId::Suppressed);
  EXPECT_EQ(Findings[0].Partner, "B");
}

TEST_F(PlanTest, OtherGroupsAreUntouched) {
  file("/f.cu", "ABC");
  text("A", "x").Verdict.Group = "g";
  text("B", "y").Verdict.What = Refusal{ReasonId::Virtual, "", {}, ""};
  Findings[1].Verdict.Group = "h";
  text("C", "z");
  EXPECT_EQ(plan(), "xBz");
}

TEST_F(PlanTest, RefusedAfterwardsMeansPlannedWithout) {
  file("/f.cu", "int f() {\n  A;\n  B;\n}\n");
  function("f");
  tile("f", "A").Verdict.Group = "g";
  text("B", "y").Verdict.Group = "g";
  EXPECT_NE(plan(), Texts["/f.cu"]);
  Findings[1].Verdict.What =
      Refusal{ReasonId::DoesNotCompile, "error: x", Findings[1].Where.Loc, ""};
  EXPECT_EQ(plan(), Texts["/f.cu"]);
  EXPECT_EQ(reason(0), ReasonId::DoesNotCompile);
  EXPECT_FALSE(Findings[0].Applied);
}

TEST_F(PlanTest, ReadOnlyRoots) {
  file("/sys/f.cu", "A");
  file("/system/g.cu", "B");
  text("A", "x", "/sys/f.cu").Verdict.Group = "g";
  text("B", "y", "/system/g.cu");
  Options.ReadOnlyRoots.insert("/sys");
  EXPECT_EQ(plan("/system/g.cu"), "y");
  EXPECT_EQ(reason(0), ReasonId::ReadOnly);
  EXPECT_EQ(Findings[0].Verdict.refusal()->Text, "'f.cu' is not a file to edit");
  EXPECT_EQ(Last->Edits.byFile().count("/sys/f.cu"), 0u);
}

TEST_F(PlanTest, OneFileMayBeReadOnly) {
  file("/f.cu", "A");
  text("A", "x");
  Options.ReadOnlyRoots.insert("/f.cu");
  plan();
  EXPECT_EQ(reason(0), ReasonId::ReadOnly);
}

TEST_F(PlanTest, FilesThatAreNotTheUsersAreReadOnly) {
  Texts["/usr/include/m.h"] = "A";
  text("A", "x", "/usr/include/m.h");
  plan("/usr/include/m.h");
  EXPECT_EQ(reason(0), ReasonId::ReadOnly);
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
  Options.HostShared.insert("/f.cu");
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

/// A pattern of another check over all of \p Text.
static void takes(Finding &F, const TextRange &Whole) {
  F.Check = "pattern";
  F.Where.Pieces.push_back({"takes", Whole, ""});
}

TEST_F(PlanTest, APatternTakesWhatIsInIt) {
  file("/f.cu", "A(B); C;");
  text("A(B)", "x");
  takes(Findings[0], Findings[0].Where.Range);
  text("B", "y");
  text("C", "z");
  const Rule *Rules[] = {&TheRule};
  Findings[0].Check = "test"; // rendered by the same rule
  for (size_t I : {1, 2})
    Findings[I].Check = "other";
  planEdits(Findings, link({Unit}), Options, Rules);
  EXPECT_TRUE(Findings[0].Applied);
  EXPECT_TRUE(Findings[1].Taken);
  EXPECT_FALSE(Findings[2].Taken);
}

TEST_F(PlanTest, ARefusedPatternTakesNothing) {
  file("/f.cu", "A(B);");
  text("A(B)", "x");
  takes(Findings[0], Findings[0].Where.Range);
  assume(Findings[0], {"block-1d"});
  text("B", "y");
  EXPECT_EQ(plan(), "A(y);");
  EXPECT_FALSE(Findings[1].Taken);
}

TEST_F(PlanTest, APatternIsRefusedWhereAPartBelongsToMore) {
  file("/f.cu", "A(B); C;");
  text("A(B)", "x");
  takes(Findings[0], Findings[0].Where.Range);
  Finding &More = text("B", "y");
  More.Where.Pieces = {{"edit", place("/f.cu", "A(B); C;", "B"), ""},
                       {"edit", place("/f.cu", "A(B); C;", "C"), ""}};
  EXPECT_EQ(plan(), "A(y); C;");
  EXPECT_EQ(reason(0), ReasonId::EditConflict);
}

} // namespace
