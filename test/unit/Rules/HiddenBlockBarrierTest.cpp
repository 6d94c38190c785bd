#include "RuleHarness.h"

using namespace coopify;

namespace {

/// A helper with a barrier, `sum`, and a kernel that calls it.
struct Hidden : RuleHarness {
  explicit Hidden(std::string Code = "int sum(int *x) { __syncthreads(); }\n"
                                     "void k(int *x) { sum(x); }\n")
      : RuleHarness(std::move(Code)) {
    Sum = &function("sum", FunctionKind::Device);
    Sum->DirectBarrier = true;
    declare(*Sum, "sum(");
    Barrier = &call("__syncthreads()", "sum");
    Kernel = &function("k");
    declare(*Kernel, "k(");
    Call = &calls(*Kernel, *Sum, "sum(x)");
  }

  FunctionDeclaration &declare(FunctionSummary &F, llvm::StringRef Head, size_t From = 0) {
    FunctionDeclaration &D = F.Declarations.emplace_back();
    F.Loc = D.Loc = at(Head, From);
    unsigned After = D.Loc.Offset + Head.size();
    D.ParamsBegin = {TestFile, After, After};
    D.HasParams = Code[After] != ')';
    if (llvm::StringRef(Code).substr(After).starts_with("void)")) {
      D.VoidParams = {TestFile, After, After + 4};
      D.HasParams = false;
    }
    return D;
  }

  CallEdge &calls(FunctionSummary &Caller, const FunctionSummary &Callee, llvm::StringRef Text) {
    CallEdge &E = Caller.Calls.emplace_back();
    E.Id = Caller.Calls.size() - 1;
    E.Callee = Callee.USR;
    E.CalleeName = Callee.Name;
    E.Loc = at(Text);
    unsigned After = E.Loc.Offset + Text.find('(') + 1;
    E.ArgsBegin = {TestFile, After, After};
    E.HasArgs = Code[After] != ')';
    return E;
  }

  std::vector<std::string> reasons() {
    std::vector<std::string> Out;
    for (const Finding &F : findings())
      Out.push_back(F.Verdict.refusal() ? toString(F.Verdict.refusal()->Reason).str() : "rewrite");
    return Out;
  }

  FunctionSummary *Sum, *Kernel;
  Site *Barrier;
  CallEdge *Call;
};

TEST(HiddenBlockBarrier, PassesTheBlockDown) {
  EXPECT_EQ(Hidden().rewritten(), "int sum(const cg::thread_block &block, int *x) "
                                  "{ block.sync(); }\n"
                                  "void k(int *x) { sum(block, x); }\n");
}

TEST(HiddenBlockBarrier, EverythingIsOneGroup) {
  std::vector<Finding> All = Hidden().findings();
  ASSERT_EQ(All.size(), 3u);
  EXPECT_FALSE(All[0].Verdict.Group.empty());
  for (const Finding &F : All)
    EXPECT_EQ(F.Verdict.Group, All[0].Verdict.Group) << F.Where.Kind;
}

TEST(HiddenBlockBarrier, VoidAndEmptyLists) {
  Hidden Void("int sum(void) { __syncthreads(); }\nvoid k() { sum(); }\n"
              "// sum(x)\n");
  Void.Kernel->Calls.clear();
  Void.calls(*Void.Kernel, *Void.Sum, "sum();");
  EXPECT_EQ(Void.rewritten(), "int sum(const cg::thread_block &block) { block.sync(); }\n"
                              "void k() { sum(block); }\n// sum(x)\n");
}

TEST(HiddenBlockBarrier, PrototypesToo) {
  Hidden H("int sum(int *);\nint sum(int *x) { __syncthreads(); }\nvoid k(int *x) { sum(x); }\n");
  H.declare(*H.Sum, "sum(", 10);
  EXPECT_EQ(H.rewritten(), "int sum(const cg::thread_block &block, int *);\n"
                           "int sum(const cg::thread_block &block, int *x) { block.sync(); }\n"
                           "void k(int *x) { sum(block, x); }\n");
}

TEST(HiddenBlockBarrier, SaysHowTheBarrierIsReached) {
  for (const Finding &F : Hidden().findings()) {
    ASSERT_FALSE(F.Verdict.Proof.empty());
    EXPECT_EQ(F.Verdict.Proof[0].Text, "'sum' waits for the whole block itself");
  }
}

TEST(HiddenBlockBarrier, AKernelsOwnBarrierHidesNothing) {
  RuleHarness H("void k() { __syncthreads(); }");
  H.function("k").DirectBarrier = true;
  H.call("__syncthreads()", "k");
  EXPECT_TRUE(H.findings().empty());
}

TEST(HiddenBlockBarrier, AKernelThatHasTheBlockUsesIt) {
  Hidden H("int sum(int *x) { __syncthreads(); }\nvoid k(int *x) { sum(x); __syncthreads(); }\n");
  H.Kernel->DirectBarrier = true;
  H.call("__syncthreads()", "k", 30);
  EXPECT_EQ(H.rewritten(), "int sum(const cg::thread_block &block, int *x) { block.sync(); }\n"
                           "void k(int *x) { sum(block, x); block.sync(); }\n");
}

TEST(HiddenBlockBarrier, AddressTakenIsRefusedOnce) { // trap T33
  Hidden H;
  H.Sum->AddressTaken = true;
  H.Sum->AddressTakenAt = {TestFile, 5, 9, 1};
  EXPECT_EQ(H.reasons(), std::vector<std::string>{"address-taken"});
  EXPECT_EQ(H.rewritten(), H.Code);
}

TEST(HiddenBlockBarrier, ADivergentCallStopsAll) { // trap T32
  Hidden H;
  H.Call->Conv.Active = laneDependent();
  std::vector<std::string> Reasons = H.reasons();
  EXPECT_NE(llvm::find(Reasons, "divergent-barrier"), Reasons.end());
}

TEST(HiddenBlockBarrier, ADivergentBarrierIsRefused) { // trap T31
  Hidden H;
  H.Barrier->Conv.Active = laneDependent();
  std::vector<std::string> Reasons = H.reasons();
  EXPECT_NE(llvm::find(Reasons, "divergent-barrier"), Reasons.end());
}

TEST(HiddenBlockBarrier, AnUnknownBranchIsTheUsersBusiness) { // the barrier stays what it was
  Hidden H;
  H.Barrier->Conv.Active = unknownHere();
  EXPECT_EQ(H.reasons(), std::vector<std::string>(3, "rewrite"));
}

TEST(HiddenBlockBarrier, BarrierInAMacrosBodyIsRefused) {
  Hidden H("#define SYNC __syncthreads()\nint sum(int *x) { SYNC; }\nvoid k(int *x) { sum(x); }\n");
  H.Barrier->Macro = {MacroKind::Body, "SYNC", H.Barrier->Loc, H.at("SYNC;")};
  std::vector<std::string> Reasons = H.reasons();
  EXPECT_NE(llvm::find(Reasons, "macro"), Reasons.end());
}

TEST(HiddenBlockBarrier, ATemplateThatNobodyInstantiatesIsANote) {
  RuleHarness H("void k() { __syncthreads(); }");
  H.call("__syncthreads()", "pattern").Preset = Refusal{ReasonId::NotInstantiated, "", {}, ""};
  Finding F = H.finding();
  ASSERT_TRUE(F.Verdict.leave());
  EXPECT_EQ(F.Verdict.leave()->Note, ReasonId::NotInstantiated);
}

} // namespace
