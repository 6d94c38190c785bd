// Who else may use what was read: the world is open unless it is known to be closed.
#include "Build.h"

#include <gtest/gtest.h>

using namespace coopify;
using namespace coopify::test;

namespace {

using Ids = std::vector<std::string>;
const Ids None;

LinkOptions in(World Outside) {
  LinkOptions Options;
  Options.Outside = Outside;
  return Options;
}

constexpr World AllWorlds[] = {World::Open, World::Closed, World::Declared};

Ids assumedOf(const Unit &U, World Outside, std::vector<Unit> Others = {}) {
  std::vector<TUSummary> Units{U};
  Units.insert(Units.end(), Others.begin(), Others.end());
  return link(std::move(Units), in(Outside)).prove(converged(), "f").Assumptions;
}

/// f, which k calls, in shared.cuh; g in a.cu.
Unit withHeader() {
  Unit U("a.cu");
  U.kernel("k").call("f", 11).call("g", 12);
  FunctionSummary &F = *U.device("f").operator->();
  F.Loc.File = F.Declarations[0].Loc.File = "shared.cuh";
  U.device("g");
  FileFacts Header, Main;
  Header.Path = "shared.cuh";
  Header.IsHeader = true;
  Main.Path = "a.cu";
  U->Files = {Header, Main};
  return U;
}

TEST(OpenWorld, AHeaderHasCallersThatWereNotRead) {
  EXPECT_EQ(assumedOf(withHeader(), World::Open), Ids{"converged-callers"});
  EXPECT_EQ(assumedOf(withHeader(), World::Closed), None);
  EXPECT_EQ(assumedOf(withHeader(), World::Declared), None);
  EXPECT_EQ(link({withHeader()}).prove(converged(), "g").Assumptions, None)
      << "its text is in no header";
}

TEST(OpenWorld, WhatOtherUnitsLinkToHasCallersThatWereNotRead) {
  Unit U("a.cu");
  U.kernel("k").call("f", 11);
  U.device("f")->External = true;
  for (World Outside : AllWorlds)
    EXPECT_EQ(assumedOf(U, Outside), None) << "without -rdc nothing links to it";
  U->RelocatableDevice = true;
  EXPECT_EQ(assumedOf(U, World::Open), Ids{"converged-callers"});
  EXPECT_EQ(assumedOf(U, World::Closed), None);
}

TEST(OpenWorld, AUnitThatCouldNotBeReadMayCallWhatAHeaderDefines) {
  Unit Broken("b.cu");
  Broken->Unread = true;
  Broken->Compiles = {"b.cu"};
  for (World Outside : AllWorlds)
    EXPECT_EQ(assumedOf(withHeader(), Outside, {Broken}), Ids{"converged-callers"});
  ProgramFacts Facts = link({withHeader(), Broken}, in(World::Closed));
  EXPECT_EQ(Facts.prove(converged(), "g").Assumptions, None);
}

TEST(OpenWorld, AFileThatNoUnitReadsMayCallWhatItNames) {
  Unit Other("other.cu", "c++");
  Other->Names = {{"g", at("other.cu", 7)}};
  EXPECT_EQ(assumedOf(withHeader(), World::Closed, {Other}), None);
  Other->Names = {{"f", at("other.cu", 7)}};
  EXPECT_EQ(assumedOf(withHeader(), World::Closed, {Other}), Ids{"converged-callers"});
  EXPECT_EQ(assumedOf(withHeader(), World::Declared, {Other}), None);
}

TEST(OpenWorld, WhoIsDeclaredNotToBeThereNeedsNoParameter) {
  Unit Other("other.cu", "c++"), U = withHeader();
  Other->Names = {{"f", at("other.cu", 7)}};
  U->Functions[1].DirectBarrier = true; // f
  auto Kind = [&](World Outside) { return link({U, Other}, in(Outside)).blockParameter("f").Kind; };
  EXPECT_EQ(Kind(World::Open), GroupParameter::Refused);
  EXPECT_EQ(Kind(World::Closed), GroupParameter::Refused);
  EXPECT_EQ(Kind(World::Declared), GroupParameter::Parameter);
}

TEST(OpenWorld, TextThatTheParserGaveUpMayCallWhatItNames) {
  Unit U = withHeader();
  U->Lost = {{"g", at("a.cu", 50)}};
  for (World Outside : AllWorlds) {
    ProgramFacts Facts = link({U}, in(Outside));
    const Proven P = Facts.prove(converged(), "g");
    EXPECT_EQ(P.Assumptions, Ids{"converged-callers"});
    ASSERT_FALSE(P.Steps.empty());
    EXPECT_EQ(P.Steps.back().Where, at("a.cu", 50));
  }
}

Ids shapes(const Unit &U, World Outside, std::vector<Unit> Others = {}) {
  std::vector<TUSummary> Units{U};
  Units.insert(Units.end(), Others.begin(), Others.end());
  return link(std::move(Units), in(Outside)).prove(laneIsThreadX(), "k").Assumptions;
}

TEST(OpenWorld, AnyUnitMayLaunchAKernelThatHasExternalLinkage) {
  Unit U("a.cu");
  U.kernel("k");
  U.launch("k", 30, {32, 1, 1});
  EXPECT_EQ(shapes(U, World::Open), None) << "it is static";
  U->Functions.back().External = true;
  EXPECT_EQ(shapes(U, World::Open), Ids{"block-1d"});
  EXPECT_EQ(shapes(U, World::Closed), None);
  EXPECT_EQ(shapes(U, World::Declared), None);
}

TEST(OpenWorld, HostCodeThatLaunchesKernelsMayLaunchThoseThatItNames) {
  Unit U("a.cu"), Host("host.cpp", "c++");
  U.kernel("k")->External = true;
  U.launch("k", 30, {32, 1, 1});
  Host->Names = {{"k", at("host.cpp", 7)}};
  EXPECT_EQ(shapes(U, World::Closed, {Host}), None) << "another k";
  Host->Names[0].Launches = true;
  EXPECT_EQ(shapes(U, World::Closed, {Host}), Ids{"block-1d"});
  Host->Names[0].Name = "_Z1kPi";
  EXPECT_EQ(shapes(U, World::Closed, {Host}), Ids{"block-1d"});
}

TEST(OpenWorld, OtherUnitsMayCompileAHeaderOtherwise) {
  const Location InHeader = at("shared.cuh", 3), InMain = at("a.cu", 3);
  EXPECT_TRUE(link({withHeader()}).mayBeCompiledUnseen(InHeader));
  EXPECT_FALSE(link({withHeader()}).mayBeCompiledUnseen(InMain));
  EXPECT_FALSE(link({withHeader()}, in(World::Closed)).mayBeCompiledUnseen(InHeader));
}

TEST(OpenWorld, AKernelThatIsUsedAsAValueMayBeLaunchedElsewhere) {
  Unit U("a.cu");
  U.kernel("k");
  U.launch("k", 30, {32, 1, 1}).launch("k", 31, {});
  U->Launches.back().Unseen = "is used as a value";
  ProgramFacts Facts = link({U});
  const Proven P = Facts.prove(laneIsThreadX(), "k");
  EXPECT_EQ(P.Assumptions, Ids{"block-1d"});
  ASSERT_EQ(P.Steps.size(), 1u);
  EXPECT_EQ(P.Steps[0].Text,
            "'k' is used as a value here, so that it may be launched with any blocks");
  EXPECT_EQ(Facts.prove(converged(), "k").Assumptions, None) << "it is entered whole all the same";
}

TEST(OpenWorld, AKernelIsLookedUpByTheNameThatTheLinkerSees) {
  auto Assumed = [](const std::string &Name, const std::string &Kernel, bool ExternC) {
    Unit U("a.cu");
    U.kernel(Kernel)->ExternC = ExternC;
    U.launch(Kernel, 30, {32, 1, 1}).launch("", 31, {});
    U->Launches.back().Unseen = "is looked up by name";
    U->Launches.back().ByName = Name;
    return !link({U}).prove(laneIsThreadX(), Kernel).Assumptions.empty();
  };
  EXPECT_TRUE(Assumed("k", "k", true));
  EXPECT_FALSE(Assumed("kk", "k", true));
  EXPECT_FALSE(Assumed("k", "k", false));
  EXPECT_TRUE(Assumed("_Z1kIiEvPT_", "k<int>", false));
  EXPECT_TRUE(Assumed("_ZN2ns3sumEPi", "ns::sum", false));
  EXPECT_FALSE(Assumed("_ZN2ns3sumEPi", "ns::su", false));
  EXPECT_TRUE(Assumed("", "k", false)) << "any name";
}

} // namespace
