#include "Build.h"

#include <gtest/gtest.h>

using namespace coopify;
using namespace coopify::test;

namespace {

Proven entry(const ProgramFacts &Facts, const std::string &F) {
  return Facts.prove(converged(), F);
}

//===-- EntryConverged ---------------------------------------------------------===//

TEST(Prove, AKernelIsEnteredWhole) {
  Unit U("a.cu");
  U.kernel("k");
  Proven P = entry(link({U}), "k");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_EQ(P.Assumptions, NoIds);
  EXPECT_FALSE(P.Exits);
  EXPECT_TRUE(has(P.Steps, "all threads enter kernel 'k'"));
}

TEST(Prove, AFunctionIsAsWholeAsItsCalls) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11).call("f", 12, under(rowsOf32()));
  U.device("f");
  U.launch("k", 30, {64, 2, 1});
  Proven P = entry(link({U}), "f");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_EQ(P.Assumptions, NoIds);
  EXPECT_TRUE(has(P.Steps, "every call of 'f' is converged: a.cu:11, a.cu:12"));
}

TEST(Prove, ADivergentCallerVetoes) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11).call("mid", 12);
  U.device("mid").call("f", 21, under(lanes(1, "'tid < 7' differs from lane to lane")));
  U.device("f");
  Proven P = entry(link({U}), "f");
  EXPECT_EQ(P.Width, 1u);
  EXPECT_EQ(P.Assumptions, NoIds);
  ASSERT_TRUE(P.Why);
  EXPECT_EQ(P.Why->Kind, ObstacleKind::LaneDependent);
  EXPECT_EQ(P.Why->Text, "'mid' calls 'f' (a.cu:21) where 'tid < 7' differs from lane to lane");
  EXPECT_EQ(P.Why->Where, at("where.cu", 3));
  for (const ProofStep &S : P.Steps)
    EXPECT_EQ(S.Text.find("every call of 'f'"), std::string::npos) << S.Text;
}

TEST(Prove, AVetoReachesCalleesOfCallees) {
  Unit U("a.cu");
  U.kernel("k").call("mid", 11, under(lanes(4)));
  U.device("mid").call("f", 21);
  U.device("f");
  Proven P = entry(link({U}), "f");
  EXPECT_EQ(P.Width, 4u);
  EXPECT_EQ(P.Why->Text, "'k' calls 'mid' (a.cu:11) where 'lane' differs from lane to lane");
  EXPECT_TRUE(has(P.Steps, "every call of 'f' has whole groups of 4 lanes: a.cu:21"));
}

TEST(Prove, OfTwoObstaclesTheOneThatVetoesIsTold) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11, under(unknown())).call("f", 12, under(lanes(8)));
  U.device("f");
  Proven P = entry(link({U}), "f");
  EXPECT_EQ(P.Width, 1u);
  EXPECT_EQ(P.Why->Kind, ObstacleKind::LaneDependent);
}

TEST(Prove, WithoutCallersTheyAreAssumed) {
  Unit U("a.cu");
  U.device("f");
  Proven P = entry(link({U}), "f");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_EQ(P.Assumptions, Ids{"converged-callers"});
  EXPECT_TRUE(P.Exits) << "who knows whether they return early";
}

TEST(Prove, CallersThatMayExistAreAssumedBesideTheVisible) {
  for (bool FunctionSummary::*Flag :
       {&FunctionSummary::External, &FunctionSummary::AddressTaken, &FunctionSummary::Virtual}) {
    Unit U("a.cu");
    U.kernel("k").call("f", 11);
    U.device("f").operator->()->*Flag = true;
    U->RelocatableDevice = true;
    Proven P = entry(link({U}), "f");
    EXPECT_EQ(P.Width, BlockWidth);
    EXPECT_EQ(P.Assumptions, Ids{"converged-callers"});
    EXPECT_TRUE(has(P.Steps, "every visible call of 'f' is converged: a.cu:11"));
  }
}

TEST(Prove, WithoutRelocatableCodeNoOtherUnitCalls) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11);
  U.device("f")->External = true;
  EXPECT_EQ(entry(link({U}), "f").Assumptions, NoIds);
}

TEST(Prove, AnAssumptionDoesNotHideAVeto) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11, under(lanes(1)));
  U.device("f")->External = true;
  U->RelocatableDevice = true;
  Proven P = entry(link({U}), "f");
  EXPECT_EQ(P.Width, 1u);
  EXPECT_EQ(P.Why->Kind, ObstacleKind::LaneDependent);
}

TEST(Prove, AssumptionsOfCallersAreInherited) {
  Unit U("a.cu");
  U.device("lib").call("f", 11);
  U.device("f");
  Proven P = entry(link({U}), "f");
  EXPECT_EQ(P.Assumptions, Ids{"converged-callers"});
  EXPECT_TRUE(has(P.Steps, "every call of 'f' is converged: a.cu:11")) << "all are seen";
}

TEST(Prove, AHostCallerIsNone) {
  Unit U("a.cu");
  U.add(FunctionKind::Host, "main", at("a.cu", 1));
  Function(U->Functions.back()).call("f", 2, under(lanes(1)));
  U.add(FunctionKind::HostDevice, "f", at("a.cu", 9));
  Proven P = entry(link({U}), "f");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_EQ(P.Assumptions, Ids{"converged-callers"});
}

TEST(Prove, RecursionStaysOptimistic) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11);
  U.device("f").call("g", 21);
  U.device("g").call("f", 31);
  Proven P = entry(link({U}), "g");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_EQ(P.Assumptions, NoIds);
}

TEST(Prove, RecursionUnderADivergentConditionDoesNot) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11);
  U.device("f").call("f", 21, under(lanes(1)));
  EXPECT_EQ(entry(link({U}), "f").Width, 1u);
}

// Only each other: then somebody else starts them.
TEST(Prove, ACycleThatNoKernelReachesHasUnknownCallers) {
  Unit U("a.cu");
  U.device("f").call("g", 21);
  U.device("g").call("f", 31);
  EXPECT_EQ(entry(link({U}), "f").Assumptions, Ids{"converged-callers"});
}

TEST(Prove, EarlyReturnsOfCallersAreExits) {
  Unit U("a.cu");
  Convergence AfterReturn = converged();
  AfterReturn.Exits = true;
  U.kernel("k").call("f", 11, AfterReturn);
  U.device("f").call("g", 21);
  U.device("g");
  ProgramFacts Facts = link({U});
  EXPECT_TRUE(entry(Facts, "f").Exits);
  EXPECT_TRUE(entry(Facts, "g").Exits);
  EXPECT_FALSE(entry(Facts, "k").Exits);
  EXPECT_EQ(entry(Facts, "g").Width, BlockWidth);
}

TEST(Prove, OwnStepsComeFirst) {
  Unit U("a.cu");
  U.kernel("k");
  Convergence C = converged();
  C.Steps = {{at("a.cu", 5), "line 5 is uniform"}};
  EXPECT_EQ(link({U}).prove(C, "k").Steps.front(), C.Steps.front());
}

TEST(Prove, AnUnseenFunctionProvesNothing) {
  EXPECT_EQ(entry(link({}), "ghost").Width, 1u);
  EXPECT_TRUE(entry(link({}), "ghost").Why);
}

//===-- ParamUniform -----------------------------------------------------------===//

TEST(Prove, ParametersMeetOverCalls) {
  Unit U("a.cu");
  U.kernel("k")
      .params({"n"})
      .call("f", 11, converged(), {param(0), uniform()})
      .call("f", 12, converged(), {uniform(), lanes(1)});
  U.device("f").params({"n", "i"});
  ProgramFacts Facts = link({U});
  EXPECT_EQ(Facts.prove(param(0), "f").Width, BlockWidth);
  EXPECT_TRUE(has(Facts.prove(param(0), "f").Steps,
                  "every call of 'f' passes one 'n' to all lanes: a.cu:11, a.cu:12"));
  Proven Second = Facts.prove(param(1), "f");
  EXPECT_EQ(Second.Width, 1u);
  EXPECT_EQ(Second.Why->Text, "'k' passes different values to 'f' (a.cu:12): 'lane' differs from "
                              "lane to lane");
}

TEST(Prove, AnArgumentThatIsNotDescribedIsUnknown) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11);
  U.device("f");
  Proven P = link({U}).prove(param(0), "f");
  EXPECT_EQ(P.Width, 1u);
  EXPECT_EQ(P.Why->Kind, ObstacleKind::Unknown);
}

TEST(Prove, ArgumentsOfUnknownCallersAreAssumed) {
  Unit U("a.cu");
  U.device("f").params({"n"});
  EXPECT_EQ(link({U}).prove(param(0), "f").Assumptions, Ids{"uniform-arguments"});
}

//===-- ParamLaneAffine -------------------------------------------------------===//

Uniformity counts(unsigned I, unsigned Lanes) {
  return atoms({{AtomKind::ParamLaneAffine, I, Lanes}});
}

PassedLaneAffine groupsOf(unsigned Lanes) {
  Uniformity U = laneIsThreadX();
  U.UniformOver = Lanes;
  return {U};
}

TEST(Prove, ArgumentsThatCountLanes) {
  Unit U("a.cu");
  Function K = U.kernel("k").call("f", 11, converged(), {lanes(1)});
  K->Calls[0].LaneAffineArgs = {groupsOf(32)};
  U.device("f").params({"t"});
  U.launch("k", 30, {128, 1, 1});
  ProgramFacts Facts = link({U});
  EXPECT_EQ(Facts.prove(param(0), "f").Width, 1u);
  EXPECT_EQ(Facts.prove(counts(0, 32), "f").Width, 32u);
  EXPECT_TRUE(
      has(Facts.prove(counts(0, 32), "f").Steps,
          "every call of 'f' passes a 't' that is equal in all lanes or counts them: a.cu:11"));
  Proven Few = Facts.prove(counts(0, 8), "f");
  EXPECT_EQ(Few.Width, 8u);
  EXPECT_EQ(Few.Why->Kind, ObstacleKind::LaneDependent);
}

TEST(Prove, AnEqualArgumentNeedNotCount) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11, converged(), {uniform()});
  U.device("f").params({"t"});
  EXPECT_EQ(link({U}).prove(counts(0, 8), "f").Width, BlockWidth);
}

TEST(Prove, CountsArePassedOn) {
  Unit U("a.cu");
  Function K = U.kernel("k").call("f", 11, converged(), {lanes(1)});
  K->Calls[0].LaneAffineArgs = {groupsOf(32)};
  Function F = U.device("f").params({"t"}).call("g", 21, converged(), {param(0)});
  F->Calls[0].LaneAffineArgs = {{counts(0, 16)}};
  U.device("g").params({"t"});
  ProgramFacts Facts = link({U});
  EXPECT_EQ(Facts.prove(counts(0, 32), "g").Width, 16u);
  EXPECT_EQ(Facts.prove(counts(0, 8), "g").Width, 8u);
}

TEST(Prove, OneCallThatDoesNotCount) {
  Unit U("a.cu");
  Function K =
      U.kernel("k").call("f", 11, converged(), {lanes(1)}).call("f", 12, converged(), {lanes(1)});
  K->Calls[0].LaneAffineArgs = {groupsOf(32)};
  K->Calls[1].LaneAffineArgs = {{}};
  U.device("f").params({"t"});
  EXPECT_EQ(link({U}).prove(counts(0, 32), "f").Width, 1u);
}

TEST(Prove, UnseenCallersAreAskedToCount) {
  Unit U("a.cu");
  U.device("f").params({"t"});
  EXPECT_EQ(link({U}).prove(counts(0, 32), "f").Assumptions, Ids{"lane-arguments"});
}

static Uniformity outside(unsigned Index) {
  return {BlockWidth, {{AtomKind::ParamOutsideShared, Index}}, std::nullopt};
}

TEST(Prove, PointersThatKernelsWereGivenLeadToNoSharedMemory) {
  Unit U("a.cu");
  Function K = U.kernel("k").call("g", 11, converged(), {lanes(1)});
  K->Calls[0].OutsideShared = {Uniformity()};
  Function G = U.device("g").params({"p"}).call("f", 21, converged(), {lanes(1)});
  G->Calls[0].OutsideShared = {outside(0)};
  U.device("f").params({"q"});
  EXPECT_EQ(link({U}).prove(outside(0), "f").Width, BlockWidth);
}

TEST(Prove, OneCallPassesWhatIsNotFollowed) {
  Unit U("a.cu");
  Function K =
      U.kernel("k").call("f", 11, converged(), {uniform()}).call("f", 12, converged(), {uniform()});
  K->Calls[0].OutsideShared = {Uniformity()}; // the other call says nothing of it
  U.device("f").params({"q"});
  Proven P = link({U}).prove(outside(0), "f");
  EXPECT_EQ(P.Width, DivergentWidth);
  ASSERT_TRUE(P.Why);
  EXPECT_NE(P.Why->Text.find("may lead to shared memory"), std::string::npos) << P.Why->Text;
}

static Uniformity apart(unsigned First, unsigned Second) {
  return {BlockWidth, {{AtomKind::ParamsApart, First, Second}}, std::nullopt};
}

TEST(Prove, TwoPointersOfEachCallLeadIntoTwoArrays) {
  Unit U("a.cu");
  Function K = U.kernel("k").call("g", 11, converged(), {lanes(1), lanes(1)});
  K->Calls[0].Apart = {{0, 1, Uniformity()}};
  Function G = U.device("g").params({"a", "b"}).call("f", 21, converged(), {lanes(1), lanes(1)});
  G->Calls[0].Apart = {{0, 1, apart(0, 1)}}; // passed on, in whichever order
  U.device("f").params({"p", "q"});
  EXPECT_EQ(link({U}).prove(apart(0, 1), "f").Width, BlockWidth);
}

static LaunchSite launch(const std::string &Kernel, unsigned Line, std::vector<PassedApart> Apart) {
  LaunchSite L;
  L.Kernel = Kernel;
  L.Loc = {"a.cu", Line, Line, 1};
  L.Apart = std::move(Apart);
  return L;
}

TEST(Prove, AllLaunchesPassTwoArrays) {
  Unit U("a.cu");
  U.kernel("k").params({"a", "b"});
  U->Launches = {launch("k", 21, {{0, 1, Uniformity()}}), launch("k", 22, {{0, 1, Uniformity()}})};
  Proven P = link({U}).prove(apart(0, 1), "k");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_TRUE(P.Assumptions.empty());
  ASSERT_EQ(P.Steps.size(), 1u);
  EXPECT_EQ(P.Steps[0].Text,
            "every launch of 'k' passes different arrays for 'a' and 'b': a.cu:21, a.cu:22");
}

TEST(Prove, WhatALaunchPassesThatIsNotKnownIsAssumed) {
  for (bool Seen : {false, true}) {
    Unit U("a.cu");
    U.kernel("k").params({"a", "b", "c"});
    if (Seen) // another pair, and a launch that says nothing
      U->Launches = {launch("k", 21, {{0, 1, Uniformity()}, {0, 2, Uniformity()}}),
                     launch("k", 22, {{0, 2, Uniformity()}})};
    Proven P = link({U}).prove(apart(0, 1), "k");
    EXPECT_EQ(P.Width, BlockWidth);
    EXPECT_EQ(P.Assumptions, std::vector<std::string>{"separate-arrays"});
    EXPECT_TRUE(P.Steps.empty());
  }
}

TEST(Prove, ALaunchPassesOneArrayTwice) {
  Unit U("a.cu");
  U.kernel("k").params({"a", "b"});
  U->Launches = {
      launch("k", 21, {{0, 1, Uniformity()}}),
      launch("k", 22, {{0, 1, divergent(ObstacleKind::Unknown, "'p' and 'p + 1'", {})}})};
  Proven P = link({U}).prove(apart(0, 1), "k");
  EXPECT_EQ(P.Width, DivergentWidth);
  ASSERT_TRUE(P.Why);
  EXPECT_EQ(P.Why->Text, "a launch of 'k' passes one array twice: 'p' and 'p + 1'");
  EXPECT_EQ(P.Why->Where.Line, 22u);
}

TEST(Prove, OneCallMayPassOneArrayTwice) {
  Unit U("a.cu");
  Function K = U.kernel("k")
                   .call("f", 11, converged(), {uniform(), uniform(), uniform()})
                   .call("f", 12, converged(), {uniform(), uniform(), uniform()});
  K->Calls[0].Apart = {{0, 1, Uniformity()}, {0, 2, Uniformity()}};
  K->Calls[1].Apart = {{0, 2, Uniformity()}};
  U.device("f").params({"p", "q", "r"});
  EXPECT_EQ(link({U}).prove(apart(0, 2), "f").Width, BlockWidth);
  Proven P = link({U}).prove(apart(0, 1), "f");
  EXPECT_EQ(P.Width, DivergentWidth);
  ASSERT_TRUE(P.Why);
  EXPECT_NE(P.Why->Text.find("may lead into one array"), std::string::npos) << P.Why->Text;
}

TEST(Prove, UnseenCallersMayPassOneArrayTwice) {
  Unit U("a.cu");
  U.device("f").params({"p", "q"});
  EXPECT_EQ(link({U}).prove(apart(0, 1), "f").Width, DivergentWidth);
}

TEST(Prove, UnseenCallersMayPassSharedMemory) {
  Unit U("a.cu");
  U.device("f").params({"q"});
  Proven P = link({U}).prove(outside(0), "f");
  EXPECT_EQ(P.Width, DivergentWidth);
  EXPECT_EQ(P.Assumptions, Ids());
}

// f(n) calls f(n - 1): uniform because it is.
TEST(Prove, ParametersOfRecursionStayOptimistic) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11, converged(), {uniform()});
  U.device("f").params({"n"}).call("f", 21, under(param(0)), {param(0)});
  ProgramFacts Facts = link({U});
  EXPECT_EQ(Facts.prove(param(0), "f").Width, BlockWidth);
  EXPECT_EQ(entry(Facts, "f").Width, BlockWidth);
}

//===-- CallUniform ------------------------------------------------------------===//

TEST(Prove, AResultIsThatOfThisCall) {
  Unit U("a.cu");
  U.kernel("k").call("id", 11, converged(), {uniform()}).call("id", 12, converged(), {lanes(1)});
  U.device("id").returns(param(0));
  ProgramFacts Facts = link({U});
  EXPECT_EQ(Facts.prove(result(0), "k").Width, BlockWidth);
  Proven P = Facts.prove(result(1), "k");
  EXPECT_EQ(P.Width, 1u);
  EXPECT_EQ(P.Why->Text,
            "'id' (a.cu:12) may return different values: 'lane' differs from lane to lane");
}

TEST(Prove, AResultThatNeedsTheWarpNeedsItAtThisCall) {
  Unit U("a.cu");
  U.kernel("k").call("vote", 11).call("vote", 12, under(lanes(1)));
  Uniformity Vote = converged().Active;
  Vote.UniformOver = warpWidth();
  U.device("vote").returns(Vote);
  ProgramFacts Facts = link({U});
  EXPECT_EQ(Facts.prove(result(0), "k").Width, warpWidth());
  EXPECT_EQ(Facts.prove(result(1), "k").Width, 1u);
}

TEST(Prove, ResultsPassThroughSeveralFunctions) {
  Unit U("a.cu");
  U.kernel("k").call("outer", 11, converged(), {uniform(), lanes(1)});
  U.device("outer").call("inner", 21, converged(), {param(0)}).returns(result(0));
  U.device("inner").returns(param(0));
  EXPECT_EQ(link({U}).prove(result(0), "k").Width, BlockWidth);
}

// row = f(row) in a loop while (row < n): uniform because f is called by all.
TEST(Prove, ALoopIsUniformBecauseOfTheCallInIt) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11, under(result(0)), {result(0)});
  Uniformity ByShuffle = meet(converged().Active, param(0));
  ByShuffle.UniformOver = warpWidth();
  U.device("f").returns(ByShuffle);
  Proven P = link({U}).prove(under(result(0)), "k");
  EXPECT_EQ(P.Width, warpWidth());
  EXPECT_EQ(P.Assumptions, NoIds);
}

// x = g(x) in a loop, then return x.
TEST(Prove, ALoopThroughAResultIsReturned) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11, converged(), {uniform()}).call("f", 12, converged(), {lanes(1)});
  U.device("f").call("g", 21, under(result(0)), {meet(result(0), param(0))}).returns(result(0));
  U.device("g").returns(param(0));
  ProgramFacts Facts = link({U});
  EXPECT_EQ(Facts.prove(result(0), "k").Width, BlockWidth);
  EXPECT_EQ(Facts.prove(result(1), "k").Width, 1u);
}

TEST(Prove, UnknownCalleesReturnUnknown) {
  Unit U("a.cu");
  U.kernel("k").call("declared", 11).call("", 12).call("unseen", 13);
  U.device("declared").noBody();
  ProgramFacts Facts = link({U});
  for (unsigned Id : {0u, 1u, 2u, 99u}) {
    Proven P = Facts.prove(result(Id), "k");
    EXPECT_EQ(P.Width, 1u) << Id;
    EXPECT_EQ(P.Why->Kind, ObstacleKind::Unknown) << Id;
  }
}

TEST(Prove, RecursiveResultsAreUnknown) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11, converged(), {uniform()});
  U.device("f").call("g", 21, converged(), {param(0)}).returns(result(0));
  U.device("g").call("f", 31, converged(), {param(0)}).returns(result(0));
  Proven P = link({U}).prove(result(0), "k");
  EXPECT_EQ(P.Width, 1u);
  EXPECT_EQ(P.Why->Kind, ObstacleKind::Unknown);
}

TEST(Prove, LongListsAreCut) {
  Unit U("a.cu");
  Function K = U.kernel("k");
  for (unsigned Line = 11; Line < 17; ++Line)
    K.call("f", Line);
  U.device("f");
  EXPECT_TRUE(has(entry(link({U}), "f").Steps,
                  "every call of 'f' is converged: a.cu:11, a.cu:12, a.cu:13 and 3 more"));
}

} // namespace
