#include "BlockParameters.h"

using namespace coopify;
using namespace coopify::test;

namespace {

//===-- Refusals ---------------------------------------------------------------===//

struct Obstruction {
  ReasonId Reason;
  void (*Make)(FunctionSummary &);
};
const Obstruction Obstructions[] = {
    {ReasonId::Operator, [](FunctionSummary &F) { F.Operator = true; }},
    {ReasonId::Destructor, [](FunctionSummary &F) { F.Destructor = true; }},
    {ReasonId::Constructor,
     [](FunctionSummary &F) {
       F.Constructor = true;
       F.FixedBecause = "is a default constructor";
     }},
    {ReasonId::OtherFunction,
     [](FunctionSummary &F) { F.FixedBecause = "has the name of a template"; }},
    {ReasonId::FixedCall, [](FunctionSummary &F) { F.FixedUseAt = at("a.cu", 99); }},
    {ReasonId::Virtual, [](FunctionSummary &F) { F.Virtual = true; }},
    {ReasonId::AddressTaken, [](FunctionSummary &F) { F.AddressTaken = true; }},
    {ReasonId::Variadic, [](FunctionSummary &F) { F.Variadic = true; }},
    {ReasonId::HostDevice, [](FunctionSummary &F) { F.Kind = FunctionKind::HostDevice; }},
    {ReasonId::SystemHeader, [](FunctionSummary &F) { F.InSystemHeader = true; }},
    {ReasonId::UnseenDefinition, [](FunctionSummary &F) { F.HasBody = false; }},
    {ReasonId::Macro, [](FunctionSummary &F) { F.Declarations[0].Editable = false; }},
    {ReasonId::Macro, [](FunctionSummary &F) { F.BodyInMacro = true; }},
    {ReasonId::NotInstantiated, [](FunctionSummary &F) { F.DependentCallAt = {"a.cu", 1, 1, 1}; }},
    {ReasonId::ParseError, [](FunctionSummary &F) { F.HasParseError = true; }},
};

TEST(BlockParameter, WhatHasNoRoomForItIsRefused) {
  for (const Obstruction &O : Obstructions) {
    Unit U = chain();
    O.Make(function(U, "f"));
    ProgramFacts Facts = link({U});
    EXPECT_EQ(reason(Facts, "f"), O.Reason);
    EXPECT_EQ(kind(Facts, "mid"), Block::NotNeeded) << O.Reason << ": nothing to pass";
    EXPECT_EQ(kind(Facts, "k"), Block::NotNeeded) << O.Reason;
    EXPECT_TRUE(sites(Facts, SiteKind::Call).empty()) << O.Reason;
  }
}

/// Its body is there to be edited, and has blocks.
static bool mayMakeOne(ReasonId Why) {
  return !llvm::is_contained(
      {ReasonId::HostDevice, ReasonId::SystemHeader, ReasonId::Macro, ReasonId::ParseError}, Why);
}

TEST(BlockParameter, ACallerThatCannotTakeItMakesOne) {
  for (const Obstruction &O : Obstructions) {
    if (!mayMakeOne(O.Reason))
      continue;
    Unit U = chain();
    U.device("top", 5).call("mid", 6);
    O.Make(function(U, "top"));
    ProgramFacts Facts = link({U});
    EXPECT_EQ(kind(Facts, "top"), Block::Local) << O.Reason;
    EXPECT_EQ(Facts.blockParameter("top").Why->Reason, O.Reason);
    EXPECT_EQ(kind(Facts, "mid"), Block::Parameter) << O.Reason;
    EXPECT_EQ(kind(Facts, "f"), Block::Parameter) << O.Reason;
  }
}

TEST(BlockParameter, ForItsOwnBarrierItMakesNone) {
  Unit U = chain();
  U.device("top", 5);
  U.barrier(6);
  function(U, "top").Virtual = true;
  EXPECT_EQ(reason(link({U}), "top"), ReasonId::Virtual);
}

TEST(BlockParameter, WhomACallerCannotPassOneMakesIt) {
  for (const Obstruction &O : Obstructions) {
    if (mayMakeOne(O.Reason))
      continue;
    Unit U = chain();
    U.device("top", 5).call("mid", 6);
    O.Make(function(U, "top"));
    ProgramFacts Facts = link({U});
    EXPECT_EQ(reason(Facts, "top"), O.Reason);
    // Nor can whom it calls take it, who makes one then.
    EXPECT_EQ(kind(Facts, "mid"), Block::Local) << O.Reason;
    EXPECT_EQ(Facts.blockParameter("mid").Why->Reason, ReasonId::CallerCannotTakeBlock);
    EXPECT_EQ(Facts.blockParameter("mid").Why->Where, at("a.cu", 6));
    EXPECT_EQ(kind(Facts, "f"), Block::Parameter) << O.Reason;
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
  EXPECT_EQ(reason(Facts, "f"), ReasonId::Virtual);
  EXPECT_EQ(kind(Facts, "g"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "mid"), Block::Parameter);
  for (const Site *S : sites(Facts, SiteKind::Call))
    EXPECT_NE(S->Subject, "f");
  EXPECT_EQ(sites(Facts, SiteKind::Call).size(), 2u) << "of 'mid' and of 'g'";
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
  EXPECT_EQ(reason(link({U}), "f"), ReasonId::CallerCannotTakeBlock);
}

TEST(BlockParameter, WhatAKernelThatCannotMakeItCallsMakesIt) {
  for (bool FunctionSummary::*Flag :
       {&FunctionSummary::HasParseError, &FunctionSummary::BodyInMacro,
        &FunctionSummary::InSystemHeader}) {
    Unit U = chain();
    function(U, "k").*Flag = true;
    ProgramFacts Facts = link({U});
    EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
    EXPECT_EQ(kind(Facts, "mid"), Block::Local);
    EXPECT_EQ(Facts.blockParameter("mid").Why->Reason, ReasonId::CallerCannotTakeBlock);
    EXPECT_EQ(kind(Facts, "k"), Block::NotNeeded);
  }
}

TEST(BlockParameter, ALambdaNeedsItsCallers) {
  Unit U = chain();
  function(U, "f").Lambda = true;
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
  function(U, "mid").Calls.clear();
  EXPECT_EQ(reason(link({U}), "f"), ReasonId::ExternalCallers);
}

TEST(BlockParameter, ASpecialisationThatWasNotSeenRefuses) {
  Unit U("a.cu");
  U.kernel("k", 10).call("t<1>", 12);
  U.device("t<1>", 20)->Pattern = "t";
  U.barrier(22);
  U.device("t<2>", 40).noBody()->Pattern = "t";
  EXPECT_EQ(reason(link({U}), "t<1>"), ReasonId::UnseenDefinition);
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
  EXPECT_EQ(reason(link({A, B, C}), "f"), ReasonId::ExternalCallers);
}

TEST(BlockParameter, ANamedBarrierIsNoBlocks) {
  Unit U = chain();
  U.device("named", 40);
  function(U, "named").NamedBarrierAt = {"a.cu", 0, 41, 1};
  function(U, "f").NamedBarrierAt = {"a.cu", 0, 33, 1};
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "named"), ReasonId::NamedBarrier);
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter) << "it waits for the whole block, too";
}

//===-- Blocks of their own ----------------------------------------------------===//

TEST(BlockParameter, WhoCannotTakeItMayMakeIt) {
  for (const Obstruction &O : Obstructions) {
    Unit U = chain();
    O.Make(function(U, "f"));
    ReasonId Reason = O.Reason;
    bool Editable = Reason != ReasonId::Macro && Reason != ReasonId::HostDevice &&
                    Reason != ReasonId::SystemHeader && Reason != ReasonId::ParseError;
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
  EXPECT_EQ(sites(Facts, SiteKind::Call).size(), 3u);
}

//===-- Macros -----------------------------------------------------------------===//

TEST(BlockParameter, ACallThatAMacroPutsTogetherRefuses) {
  Unit U = chain();
  function(U, "mid").Calls[0].Macro.Kind = MacroKind::Mixed;
  EXPECT_EQ(reason(link({U}), "f"), ReasonId::Macro);
  function(U, "mid").Calls[0].Macro.Kind = MacroKind::Argument;
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
}

// The rule does not edit a macro's body: one answer, or the whole group would fall with it.
TEST(BlockParameter, ACallInAMacrosBodyRefuses) {
  Unit U = chain();
  function(U, "mid").Calls[0].Macro = {MacroKind::Body, "CALL", at("a.cu", 1), at("a.cu", 22)};
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "f"), ReasonId::Macro);
  EXPECT_EQ(Facts.blockParameter("f").Why->Where, at("a.cu", 22)); // where it is used
}

TEST(BlockParameter, ABarrierInAMacrosBodyRefuses) {
  Unit U = chain();
  U->Sites[0].Macro = {MacroKind::Body, "SYNC", at("a.cu", 1), at("a.cu", 32)};
  U->Sites[0].Loc = at("a.cu", 1);
  EXPECT_EQ(reason(link({U}), "f"), ReasonId::Macro);
  U->Sites[0].Macro.Kind = MacroKind::Argument;
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
}

//===-- Who else uses it -------------------------------------------------------===//

/// f is declared in a header, too.
Unit declaredInHeader() {
  Unit U = chain();
  function(U, "f").Declarations.push_back({at("f.h", 3), spot(at("f.h", 3), 5), {}, false, true});
  FileFacts Header;
  Header.Path = "f.h";
  Header.IsHeader = true;
  U->Files.push_back(Header);
  return U;
}

TEST(BlockParameter, AHeaderThatAHostCompilerReadsRefuses) {
  Unit Host("host.cpp", "c++");
  Host->HostVisibleRanges = {{"f.h", 0, 300}};
  EXPECT_EQ(kind(link({declaredInHeader(), Host}), "f"), Block::Parameter);
  Host->HostVisibleRanges.push_back({"f.h", 300, 400});
  ProgramFacts Facts = link({declaredInHeader(), Host});
  EXPECT_EQ(reason(Facts, "f"), ReasonId::HostUnit);
  EXPECT_NE(Facts.blockParameter("f").Why->Text.find("declared in f.h:3, which host.cpp"),
            std::string::npos);
}

TEST(BlockParameter, AnUnreadFileThatNamesItRefuses) {
  Unit Other("other.cu", "c++");
  Other->Names = {{"g", at("other.cu", 7), false}};
  EXPECT_EQ(kind(link({declaredInHeader(), Other}), "f"), Block::Parameter);
  Other->Names = {{"f", at("other.cu", 7), false}};
  EXPECT_EQ(kind(link({chain(), Other}), "f"), Block::Parameter); // a name of its own
  ProgramFacts Facts = link({declaredInHeader(), Other});
  EXPECT_EQ(reason(Facts, "f"), ReasonId::ExternalCallers);
  EXPECT_EQ(Facts.blockParameter("f").Why->Where, at("other.cu", 7));
}

TEST(BlockParameter, AnUnreadPrototypeRefusesWhatCanBeLinked) {
  Unit Other("other.cu", "c++"), U = chain();
  Other->Names = {{"f", at("other.cu", 7), true}};
  function(U, "f").External = true;
  EXPECT_EQ(kind(link({U, Other}), "f"), Block::Parameter); // without -rdc
  U->RelocatableDevice = true;
  EXPECT_EQ(reason(link({U, Other}), "f"), ReasonId::ExternalCallers);
}

TEST(BlockParameter, TheWordForAFunctionIsWhatCallersWrite) {
  Unit Other("other.cu", "c++");
  for (auto [Name, Word] : {std::pair("ns::f<int, S<2>>", "f"), std::pair("S::operator()", "S"),
                            std::pair("ns::S<int>::operator()", "S"), std::pair("S::S", "S")}) {
    Unit U = declaredInHeader();
    function(U, "f").Name = Name;
    Other->Names = {{Word, at("other.cu", 7), false}};
    EXPECT_EQ(reason(link({U, Other}), "f"), ReasonId::ExternalCallers) << Name;
  }
}

TEST(BlockParameter, AUnitThatFailedMayCallWhatHeadersDeclare) {
  Unit Failed("failed.cu");
  Failed->Unread = true;
  EXPECT_EQ(reason(link({chain(), Failed}), "f"), ReasonId::ExternalCallers); // it may include any
  Failed->Compiles = {"failed.cu"};
  EXPECT_EQ(kind(link({chain(), Failed}), "f"), Block::Parameter);
  EXPECT_EQ(reason(link({declaredInHeader(), Failed}), "f"), ReasonId::ExternalCallers);
}

TEST(BlockParameter, ExternCStaysWhereOtherUnitsCanLinkToIt) {
  Unit U = chain();
  function(U, "f").ExternC = function(U, "f").External = true;
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
  U->RelocatableDevice = true;
  EXPECT_EQ(reason(link({U}), "f"), ReasonId::ExternalCallers);
}

TEST(BlockParameter, ACallWithoutParenthesesRefuses) {
  Unit U = chain();
  function(U, "mid").Calls[0].ArgsBegin = {};
  EXPECT_EQ(reason(link({U}), "f"), ReasonId::FixedCall);
}

//===-- Divergence -------------------------------------------------------------===//

// T32: if (threadIdx.x < 64) sum(x, n);
TEST(BlockParameter, ADivergentCallRefuses) {
  for (unsigned Width : {1u, 8u, 32u}) {
    Unit U = chain();
    function(U, "mid").Calls[0].Conv =
        under(lanes(Width, "'threadIdx.x < 64' differs", at("a.cu", 21)));
    ProgramFacts Facts = link({U});
    ASSERT_EQ(reason(Facts, "f"), ReasonId::DivergentBarrier);
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
  EXPECT_EQ(reason(Facts, "f"), ReasonId::DivergentBarrier);
  EXPECT_EQ(reason(Facts, "mid"), ReasonId::DivergentBarrier);
  EXPECT_NE(Facts.blockParameter("f").Why->Text.find("(k -> mid -> f)"), std::string::npos)
      << Facts.blockParameter("f").Why->Text;
}

TEST(BlockParameter, ADivergentBarrierRefuses) {
  Unit U = chain();
  U->Sites[0].Conv = under(lanes(1));
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "f"), ReasonId::DivergentBarrier);
}

// Whole warps that part from each other, without a word about why.
TEST(BlockParameter, AVoteDoesNotKeepTheBlockTogether) {
  Unit U = chain();
  function(U, "mid").Calls[0].Conv.Active.UniformOver = warpWidth();
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "f"), ReasonId::DivergentBarrier);
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
  EXPECT_EQ(sites(Facts, SiteKind::Call).size(), 3u);
}

} // namespace
