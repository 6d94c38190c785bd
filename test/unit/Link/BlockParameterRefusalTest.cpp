#include "BlockParameters.h"

using namespace coopify;
using namespace coopify::test;

namespace {

//===-- Refusals ---------------------------------------------------------------===//

struct Obstruction {
  const char *Reason;
  void (*Make)(FunctionSummary &);
};
const Obstruction Obstructions[] = {
    {"operator", [](FunctionSummary &F) { F.Operator = true; }},
    {"destructor", [](FunctionSummary &F) { F.Destructor = true; }},
    {"constructor", [](FunctionSummary &F) { F.Constructor = true; }},
    {"virtual", [](FunctionSummary &F) { F.Virtual = true; }},
    {"address-taken", [](FunctionSummary &F) { F.AddressTaken = true; }},
    {"external-callers", [](FunctionSummary &F) { F.ExternC = true; }},
    {"variadic", [](FunctionSummary &F) { F.Variadic = true; }},
    {"host-device", [](FunctionSummary &F) { F.Kind = FunctionKind::HostDevice; }},
    {"system-header", [](FunctionSummary &F) { F.InSystemHeader = true; }},
    {"unseen-definition", [](FunctionSummary &F) { F.HasBody = false; }},
    {"macro", [](FunctionSummary &F) { F.Declarations[0].Editable = false; }},
    {"macro", [](FunctionSummary &F) { F.BodyInMacro = true; }},
    {"not-instantiated", [](FunctionSummary &F) { F.DependentCalls = true; }},
    {"parse-error", [](FunctionSummary &F) { F.HasParseError = true; }},
};

TEST(BlockParameter, WhatHasNoRoomForItIsRefused) {
  for (const Obstruction &O : Obstructions) {
    Unit U = chain();
    O.Make(function(U, "f"));
    ProgramFacts Facts = link({U});
    EXPECT_EQ(reason(Facts, "f"), O.Reason);
    EXPECT_EQ(kind(Facts, "mid"), Block::NotNeeded) << O.Reason << ": nothing to pass";
    EXPECT_EQ(kind(Facts, "k"), Block::NotNeeded) << O.Reason;
    EXPECT_TRUE(sites(Facts, "call").empty()) << O.Reason;
  }
}

TEST(BlockParameter, ACallerThatCannotTakeItRefusesWhatItCalls) {
  for (const Obstruction &O : Obstructions) {
    Unit U = chain();
    U.device("top", 5).call("mid", 6);
    O.Make(function(U, "top"));
    ProgramFacts Facts = link({U});
    EXPECT_EQ(reason(Facts, "top"), O.Reason);
    EXPECT_EQ(reason(Facts, "mid"), "caller-cannot-take-block") << O.Reason;
    EXPECT_EQ(reason(Facts, "f"), "caller-cannot-take-block") << O.Reason;
    EXPECT_EQ(Facts.blockParameter("mid").Why->Where, at("a.cu", 6));
    EXPECT_EQ(kind(Facts, "k"), Block::NotNeeded);
  }
}

TEST(BlockParameter, ARefusalLeavesTheOthersAlone) {
  Unit U = chain();
  Function(function(U, "mid")).call("g", 24);
  U.device("g", 40);
  U.barrier(42);
  function(U, "f").Virtual = true;
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "f"), "virtual");
  EXPECT_EQ(kind(Facts, "g"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "mid"), Block::Parameter);
  for (const Site *S : sites(Facts, "call"))
    EXPECT_NE(S->Subject, "f");
  EXPECT_EQ(sites(Facts, "call").size(), 2u) << "of 'mid' and of 'g'";
}

TEST(BlockParameter, RelocatableCodeMayTakeIt) {
  Unit U = chain();
  for (FunctionSummary &F : U->Functions)
    F.External = true;
  U->RelocatableDevice = true;
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
}

TEST(BlockParameter, HostCodeCannotPassIt) {
  Unit U = chain();
  Function(U.add(FunctionKind::Host, "main", at("a.cu", 90))).call("f", 92);
  EXPECT_EQ(reason(link({U}), "f"), "caller-cannot-take-block");
}

TEST(BlockParameter, AKernelThatCannotMakeItRefusesWhatItCalls) {
  for (bool FunctionSummary::*Flag :
       {&FunctionSummary::HasParseError, &FunctionSummary::BodyInMacro,
        &FunctionSummary::InSystemHeader}) {
    Unit U = chain();
    function(U, "k").*Flag = true;
    ProgramFacts Facts = link({U});
    EXPECT_EQ(reason(Facts, "f"), "caller-cannot-take-block");
    EXPECT_EQ(kind(Facts, "k"), Block::NotNeeded);
  }
}

TEST(BlockParameter, ALambdaNeedsItsCallers) {
  Unit U = chain();
  function(U, "f").Lambda = true;
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
  function(U, "mid").Calls.clear();
  EXPECT_EQ(reason(link({U}), "f"), "external-callers");
}

TEST(BlockParameter, ASpecialisationThatWasNotSeenRefuses) {
  Unit U("a.cu");
  U.kernel("k", 10).call("t<1>", 12);
  U.device("t<1>", 20)->Pattern = "t";
  U.barrier(22);
  U.device("t<2>", 40).noBody()->Pattern = "t";
  EXPECT_EQ(reason(link({U}), "t<1>"), "unseen-definition");
  // An instance that nobody made has the text of the others.
  U->Functions.back().Declarations = U->Functions[1].Declarations;
  EXPECT_EQ(kind(link({U}), "t<1>"), Block::Parameter);
}

TEST(BlockParameter, OneOfSeveralDefinitionsRefuses) {
  Unit A("a.cu"), B("b.cu"), C("c.cu");
  for (Unit *U : {&A, &B}) {
    U->device("f", 20);
    U->barrier(22);
  }
  EXPECT_EQ(kind(link({A, B}), "f"), Block::Parameter);
  C.kernel("k", 10).call("f", 12);
  EXPECT_EQ(reason(link({A, B, C}), "f"), "external-callers");
}

TEST(BlockParameter, ANamedBarrierIsNoBlocks) {
  Unit U = chain();
  U.device("named", 40);
  function(U, "named").NamedBarrierAt = {"a.cu", 0, 41, 1};
  function(U, "f").NamedBarrierAt = {"a.cu", 0, 33, 1};
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "named"), "named-barrier");
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter) << "it waits for the whole block, too";
}

//===-- Blocks of their own ----------------------------------------------------===//

TEST(BlockParameter, WhoCannotTakeItMayMakeIt) {
  for (const Obstruction &O : Obstructions) {
    Unit U = chain();
    O.Make(function(U, "f"));
    llvm::StringRef Reason = O.Reason;
    bool Editable = Reason != "macro" && Reason != "host-device" && Reason != "system-header" &&
                    Reason != "parse-error";
    Block B = link({U}, {.LocalBlocks = true}).blockParameter("f");
    EXPECT_EQ(B.Kind, Editable ? Block::Local : Block::Refused) << O.Reason;
    EXPECT_EQ(B.Why->Reason, O.Reason);
  }
}

TEST(BlockParameter, WhoMakesItPassesItOn) {
  Unit U = chain();
  U.device("top", 5).call("mid", 6);
  function(U, "top").Destructor = true;
  ProgramFacts Facts = link({U}, {.LocalBlocks = true});
  EXPECT_EQ(kind(Facts, "top"), Block::Local);
  EXPECT_EQ(kind(Facts, "mid"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
  EXPECT_EQ(sites(Facts, "call").size(), 3u);
}

//===-- Macros -----------------------------------------------------------------===//

TEST(BlockParameter, ACallThatAMacroPutsTogetherRefuses) {
  Unit U = chain();
  function(U, "mid").Calls[0].Macro.Kind = MacroKind::Mixed;
  EXPECT_EQ(reason(link({U}), "f"), "macro");
  function(U, "mid").Calls[0].Macro.Kind = MacroKind::Argument;
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
}

TEST(BlockParameter, ACallInAMacrosBodyNeedsAllItsExpansions) {
  Unit U = chain();
  MacroUse &M = function(U, "mid").Calls[0].Macro;
  M = {MacroKind::Body, "CALL", at("a.cu", 1), at("a.cu", 22)};
  U->Expansions = {{"CALL", at("a.cu", 1), at("a.cu", 22)}};
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
  U->Expansions.push_back({"CALL", at("a.cu", 1), at("a.cu", 99)});
  EXPECT_EQ(reason(link({U}), "f"), "macro");
}

TEST(BlockParameter, ABarrierInAMacrosBodyNeedsAllItsUses) {
  Unit U = chain();
  U->Sites[0].Macro = {MacroKind::Body, "SYNC", at("a.cu", 1), at("a.cu", 32)};
  U->Sites[0].Loc = at("a.cu", 1);
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
  // A kernel that has a block for f, and a function that takes one.
  MacroUse Use = U->Sites[0].Macro;
  U.kernel("local", 40).call("f", 43);
  U.barrier(1);
  U->Sites[1].Macro = Use;
  U.device("taker", 45)->Handles = {{"b", "block", spot(at("a.cu", 45), 6), true}};
  U.barrier(1);
  U->Sites[2].Macro = Use;
  U->Sites[2].Macro.Expansion = at("a.cu", 46);
  EXPECT_EQ(kind(link({U}), "taker"), Block::Existing);
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
  // A kernel that hides nothing keeps its __syncthreads().
  U.kernel("plain", 50);
  U.barrier(1);
  U->Sites[3].Macro = Use;
  EXPECT_EQ(reason(link({U}), "f"), "macro");
}

//===-- Divergence -------------------------------------------------------------===//

// T32: if (threadIdx.x < 64) sum(x, n);
TEST(BlockParameter, ADivergentCallRefuses) {
  for (unsigned Width : {1u, 8u, 32u}) {
    Unit U = chain();
    function(U, "mid").Calls[0].Conv =
        under(lanes(Width, "'threadIdx.x < 64' differs", at("a.cu", 21)));
    ProgramFacts Facts = link({U});
    ASSERT_EQ(reason(Facts, "f"), "divergent-barrier");
    Refusal R = *Facts.blockParameter("f").Why;
    EXPECT_EQ(R.Where, at("a.cu", 21));
    EXPECT_NE(R.Text.find("(mid -> f)"), std::string::npos) << R.Text;
    EXPECT_NE(R.Text.find("'threadIdx.x < 64' differs"), std::string::npos) << R.Text;
    EXPECT_EQ(kind(Facts, "mid"), Block::NotNeeded);
  }
}

TEST(BlockParameter, ADivergentCallerOfACallerRefusesBoth) {
  Unit U = chain();
  function(U, "k").Calls[0].Conv = under(lanes(1));
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "f"), "divergent-barrier");
  EXPECT_EQ(reason(Facts, "mid"), "divergent-barrier");
  EXPECT_NE(Facts.blockParameter("f").Why->Text.find("(k -> mid -> f)"), std::string::npos)
      << Facts.blockParameter("f").Why->Text;
}

TEST(BlockParameter, ADivergentBarrierRefuses) {
  Unit U = chain();
  U->Sites[0].Conv = under(lanes(1));
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "f"), "divergent-barrier");
}

// Whole warps that part from each other, without a word about why.
TEST(BlockParameter, AVoteDoesNotKeepTheBlockTogether) {
  Unit U = chain();
  function(U, "mid").Calls[0].Conv.Active.Width = WarpWidth;
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "f"), "divergent-barrier");
  EXPECT_EQ(Facts.blockParameter("f").Why->Where, at("a.cu", 22)) << "the call";
}

TEST(BlockParameter, WhatIsOnlyNotKnownKeepsItsMeaning) {
  Unit U = chain();
  function(U, "mid").Calls[0].Conv = under(unknown());
  U->Sites[0].Conv = under(unknown());
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
}

TEST(BlockParameter, EarlyExitsOfTheKernelKeepTheirMeaning) {
  Unit U = chain();
  function(U, "k").Calls[0].Conv.Exits = true;
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
}

TEST(BlockParameter, ADivergentCallByHostCodeIsNone) {
  Unit U = chain(), Host("a.cu", "host");
  Host.device("mid", 20).call("f", 22, under(lanes(1)), {uniform()}).call("f", 23, under(lanes(1)));
  EXPECT_EQ(kind(link({U, Host}), "f"), Block::Parameter);
}

TEST(BlockParameter, ACallOfTheHostPassIsRewrittenToo) {
  Unit U = chain(), Host("a.cu", "host");
  Host.device("mid", 20).call("f", 23); // #ifndef __CUDA_ARCH__
  ProgramFacts Facts = link({U, Host});
  EXPECT_EQ(sites(Facts, "call").size(), 3u);
}

} // namespace
