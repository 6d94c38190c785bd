#include "BlockParameters.h"

using namespace coopify;
using namespace coopify::test;

namespace {

//===-- The closure ------------------------------------------------------------===//

TEST(BlockParameter, IsPassedFromTheKernelToTheBarrier) {
  ProgramFacts Facts = link({chain()});
  EXPECT_EQ(kind(Facts, "k"), Block::Local);
  EXPECT_EQ(kind(Facts, "mid"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
  for (const char *F : {"k", "mid", "f"})
    EXPECT_EQ(Facts.blockParameter(F).Group, "f");
}

TEST(BlockParameter, AKernelsOwnBarrierIsNotHidden) {
  Unit U("a.cu");
  U.kernel("k", 10);
  U.barrier(12);
  ProgramFacts Facts = link({U});
  EXPECT_EQ(kind(Facts, "k"), Block::NotNeeded);
  EXPECT_EQ(Facts.sites().size(), 1u) << "the barrier itself, nothing derived";
}

TEST(BlockParameter, IsNotForFunctionsBesideTheBarrier) {
  Unit U = chain();
  U.device("helper", 40);
  U.kernel("other", 50).call("helper", 52);
  Function(function(U, "f")).call("leaf", 33);
  U.device("leaf", 60);
  ProgramFacts Facts = link({U});
  for (const char *F : {"helper", "leaf", "other", "nobody"})
    EXPECT_EQ(kind(Facts, F), Block::NotNeeded) << F;
}

TEST(BlockParameter, RecursionPassesItOn) {
  Unit U("a.cu");
  U.kernel("k", 10).call("f", 12);
  U.device("f", 20).call("f", 22);
  U.barrier(23);
  ProgramFacts Facts = link({U});
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
  EXPECT_EQ(sites(Facts, SiteKind::Call).size(), 2u);
}

TEST(BlockParameter, CrossesUnits) {
  Unit A("a.cu"), B("b.cu");
  A.add(FunctionKind::Device, "f", at("f.h", 3)).HasBody = false;
  A.kernel("k", 10).call("f", 12);
  B.device("f", 5);
  B.barrier(6);
  ProgramFacts Facts = link({A, B});
  EXPECT_EQ(kind(Facts, "k"), Block::Local);
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
  std::vector<const Site *> Signatures = sites(Facts, SiteKind::Signature);
  ASSERT_EQ(Signatures.size(), 2u) << "prototype and definition";
  EXPECT_EQ(Signatures[0]->Loc, at("b.cu", 5));
  EXPECT_EQ(Signatures[1]->Loc, at("f.h", 3));
}

TEST(BlockParameter, GroupsAreWhatCallsConnect) {
  Unit U("a.cu");
  U.kernel("k1", 10).call("f", 12);
  U.kernel("k2", 15).call("g", 16);
  U.device("f", 20);
  U.barrier(22);
  U.device("g", 30);
  U.barrier(32);
  ProgramFacts Facts = link({U});
  EXPECT_EQ(Facts.blockParameter("k1").Group, "f");
  EXPECT_EQ(Facts.blockParameter("k2").Group, "g");
  Function(function(U, "k2")).call("f", 17);
  EXPECT_EQ(link({U}).blockParameter("g").Group, "f");
}

TEST(BlockParameter, WithoutCallersItIsStillTaken) {
  Unit U("a.cu");
  U.device("f", 10);
  U.barrier(12);
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
}

//===-- Derived sites ----------------------------------------------------------===//

TEST(BlockParameter, SitesSayWhatToInsertWhere) {
  Unit U = chain();
  function(U, "mid").Declarations[0].HasParams = true;
  function(U, "f").Declarations[0].VoidParams = {"a.cu", 3005, 3009};
  ProgramFacts Facts = link({U});
  std::vector<const Site *> Signatures = sites(Facts, SiteKind::Signature);
  ASSERT_EQ(Signatures.size(), 2u);
  EXPECT_EQ(Signatures[0]->Subject, "mid");
  EXPECT_EQ(Signatures[0]->Function, "mid");
  EXPECT_EQ(Signatures[0]->Range, spot(at("a.cu", 20), 5));
  ASSERT_EQ(Signatures[0]->Parts.size(), 1u);
  EXPECT_EQ(Signatures[0]->Parts[0].Role, "has-params");
  ASSERT_EQ(Signatures[1]->Parts.size(), 1u);
  EXPECT_EQ(Signatures[1]->Parts[0].Role, "void");
  EXPECT_EQ(Signatures[1]->Parts[0].Range, (TextRange{"a.cu", 3005, 3009}));
  std::vector<const Site *> Calls = sites(Facts, SiteKind::Call);
  ASSERT_EQ(Calls.size(), 2u);
  EXPECT_EQ(Calls[0]->Function, "k");
  EXPECT_EQ(Calls[0]->Subject, "mid");
  EXPECT_EQ(Calls[0]->Range, spot(at("a.cu", 12), 10));
  EXPECT_TRUE(Calls[0]->Parts.empty());
  ASSERT_EQ(Calls[1]->Parts.size(), 1u);
  EXPECT_EQ(Calls[1]->Parts[0].Role, "has-args");
}

TEST(BlockParameter, ARefusalIsOneSignatureSite) {
  Unit U = chain();
  function(U, "f").Virtual = true;
  ProgramFacts Facts = link({U});
  std::vector<const Site *> Signatures = sites(Facts, SiteKind::Signature);
  ASSERT_EQ(Signatures.size(), 1u);
  EXPECT_EQ(Signatures[0]->Subject, "f");
  ASSERT_TRUE(Signatures[0]->Preset);
  EXPECT_EQ(Signatures[0]->Preset->Reason, ReasonId::Virtual);
  EXPECT_TRUE(sites(Facts, SiteKind::Call).empty());
}

//===-- Shared text ------------------------------------------------------------===//

TEST(BlockParameter, InstancesOfOneTemplateAgree) {
  Unit U("a.cu");
  U.kernel("k", 10).call("t<1>", 12).call("t<2>", 13);
  U.device("t<1>", 20)->Pattern = "t";
  U.barrier(22); // if constexpr: only this instance has it
  U.device("t<2>", 20)->Pattern = "t";
  // An explicit specialisation: its own text.
  U.device("t<3>", 30)->Pattern = "t";
  ProgramFacts Facts = link({U});
  for (const char *F : {"t<1>", "t<2>", "t<3>"})
    EXPECT_EQ(kind(Facts, F), Block::Parameter) << F;
  EXPECT_EQ(sites(Facts, SiteKind::Signature).size(), 2u);
  EXPECT_EQ(sites(Facts, SiteKind::Call).size(), 2u);
}

TEST(BlockParameter, FunctionsThatShareABodyAgree) {
  Unit U("a.cu");
  U.device("f<1>", 20);
  U.barrier(22);
  U.device("f<2>", 20)->Declarations.clear();
  EXPECT_EQ(kind(link({U}), "f<2>"), Block::Parameter);
}

// A prototype in a header that two programs define, one without a barrier.
TEST(BlockParameter, FunctionsThatShareAPrototypeAgree) {
  Unit A("a.cu"), B("b.cu");
  for (Unit *U : {&A, &B}) {
    U->device("f", 20)->Declarations.push_back(
        {at("f.h", 3), spot(at("f.h", 3), 5), {}, false, true});
    if (U == &A)
      U->barrier(22);
    U->site(SiteKind::Vote, "__any", 23);
  }
  ProgramFacts Facts = link({A, B});
  for (const Site &S : Facts.sites())
    EXPECT_EQ(kind(Facts, S.Function), Block::Parameter) << S.Function;
  EXPECT_EQ(sites(Facts, SiteKind::Signature).size(), 3u);
}

TEST(BlockParameter, OneRefusedInstanceRefusesAll) {
  Unit U("a.cu");
  U.kernel("k", 10).call("t<1>", 12).call("t<2>", 13);
  U.device("t<1>", 20)->Pattern = "t";
  U.barrier(22);
  U.device("t<2>", 20)->Pattern = "t";
  U->Functions.back().AddressTaken = true;
  ProgramFacts Facts = link({U});
  EXPECT_EQ(reason(Facts, "t<1>"), ReasonId::AddressTaken);
  EXPECT_EQ(reason(Facts, "t<2>"), ReasonId::AddressTaken);
  EXPECT_EQ(kind(Facts, "k"), Block::NotNeeded);
  EXPECT_EQ(sites(Facts, SiteKind::Signature).size(), 1u);
}

// template <class Op> apply(Op op) { op(); }: one text, two callees.
static Unit twoInstances() {
  Unit U("a.cu");
  U.kernel("k", 10).call("apply<A>", 12).call("apply<B>", 13);
  U.device("apply<A>", 20).call("A", 22)->Pattern = "apply";
  U.device("apply<B>", 20).call("B", 22)->Pattern = "apply";
  U.device("A", 30);
  U.barrier(32);
  U.device("B", 40);
  return U;
}

TEST(BlockParameter, ACallThatMeansTwoFunctionsGivesTheBlockToBoth) {
  for (bool Both : {false, true}) {
    Unit U = twoInstances();
    if (Both)
      U.barrier(42);
    ProgramFacts Facts = link({U});
    EXPECT_EQ(kind(Facts, "A"), Block::Parameter);
    EXPECT_EQ(kind(Facts, "B"), Block::Parameter);
    EXPECT_EQ(kind(Facts, "apply<A>"), Block::Parameter);
    EXPECT_FALSE(Facts.blockParameter("A").AlternateTarget);
    EXPECT_EQ(Facts.blockParameter("B").AlternateTarget, !Both) << "it waits for nobody";
  }
}

TEST(BlockParameter, WhoElseCallsATwinPassesTheBlockOn) {
  Unit U = twoInstances();
  U.kernel("other", 50).call("mid", 52);
  U.device("mid", 60).call("B", 62);
  ProgramFacts Facts = link({U});
  EXPECT_EQ(kind(Facts, "mid"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "other"), Block::Local);
}

TEST(BlockParameter, ATwinThatCannotTakeTheBlockRefusesTheOther) {
  for (FunctionKind Kind : {FunctionKind::HostDevice, FunctionKind::Host}) {
    Unit U = twoInstances();
    function(U, "B").Kind = Kind;
    ProgramFacts Facts = link({U});
    EXPECT_EQ(reason(Facts, "A"), ReasonId::InstancesDisagree);
    EXPECT_EQ(kind(Facts, "B"), Block::NotNeeded) << "it hides nothing: no finding";
    EXPECT_EQ(kind(Facts, "apply<A>"), Block::NotNeeded);
  }
}

TEST(BlockParameter, ATwinMayBeCalledByAFewThreads) {
  Unit U = twoInstances();
  U.kernel("other", 50).call("B", 52);
  function(U, "other").Calls[0].Conv = under(lanes(1));
  ProgramFacts Facts = link({U});
  EXPECT_EQ(kind(Facts, "A"), Block::Parameter);
}

TEST(BlockParameter, ACallThatMayMeanAnUnseenFunctionRefuses) {
  Unit U("a.cu");
  U.kernel("k", 10).call("apply<A>", 12).call("apply<B>", 13);
  U.device("apply<A>", 20).call("A", 22)->Pattern = "apply";
  U.device("apply<B>", 20).call("", 22)->Pattern = "apply";
  U.device("A", 30);
  U.barrier(32);
  EXPECT_EQ(reason(link({U}), "A"), ReasonId::InstancesDisagree);
}

//===-- A block that is there --------------------------------------------------===//

TEST(BlockParameter, AFunctionThatTakesABlockKeepsIt) {
  Unit U = chain();
  function(U, "mid").Handles = {{"b", "block", spot(at("a.cu", 20), 6), true}};
  ProgramFacts Facts = link({U});
  EXPECT_EQ(kind(Facts, "mid"), Block::Existing);
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "k"), Block::NotNeeded) << "it passes a block already";
}

TEST(BlockParameter, WhoCallsAFunctionThatTakesABlockNeedsNone) {
  Unit U = chain();
  function(U, "mid").Handles = {{"b", "block", spot(at("a.cu", 20), 6), true}};
  U.device("top", 5).call("mid", 6)->Virtual = true;
  EXPECT_EQ(kind(link({U}), "top"), Block::NotNeeded);
}

TEST(BlockParameter, ABlockThatNobodyWaitsForIsNotConcerned) {
  Unit U("a.cu");
  U.device("f", 20)->Handles = {{"b", "block", spot(at("a.cu", 20), 6), true}};
  EXPECT_EQ(kind(link({U}), "f"), Block::NotNeeded);
  U.barrier(22);
  EXPECT_EQ(kind(link({U}), "f"), Block::Existing);
}

TEST(BlockParameter, ABlockInAFunctionThatCannotBeEditedIsNoHelp) {
  Unit U = chain();
  function(U, "mid").Handles = {{"b", "block", spot(at("a.cu", 20), 6), true}};
  function(U, "mid").HasParseError = true;
  EXPECT_EQ(reason(link({U}), "f"), ReasonId::CallerCannotTakeBlock);
}

TEST(BlockParameter, ATypeCalledThreadBlockIsOne) {
  Unit U = chain();
  function(U, "f").Params = {{"g", "const cooperative_groups::thread_block &"}};
  EXPECT_EQ(kind(link({U}), "f"), Block::Existing);
  function(U, "f").Params = {{"g", "cooperative_groups::thread_block_tile<32>"}};
  EXPECT_EQ(kind(link({U}), "f"), Block::Parameter);
}

TEST(BlockParameter, AKernelsHandleCountsIfItComesFirst) {
  Unit U = chain();
  function(U, "k").Handles = {{"b", "block", {"a.cu", 1060, 1070}, true}};
  EXPECT_EQ(kind(link({U}), "k"), Block::Existing);
  Function(function(U, "k")).call("harmless", 11); // before it, but no matter
  U.device("harmless", 60);
  function(U, "k").Handles = {{"b", "block", {"a.cu", 1150, 1160}, true}};
  EXPECT_EQ(kind(link({U}), "k"), Block::Existing);
  function(U, "k").Handles = {{"b", "block", {"a.cu", 1300, 1310}, true}}; // after the call
  EXPECT_EQ(kind(link({U}), "k"), Block::Local);
  function(U, "k").Handles = {{"b", "block", {"a.cu", 1060, 1070}, false}}; // in a branch
  EXPECT_EQ(kind(link({U}), "k"), Block::Local);
  function(U, "k").Handles = {{"t", "tile32", {"a.cu", 1060, 1070}, true}};
  EXPECT_EQ(kind(link({U}), "k"), Block::Local);
}

} // namespace
