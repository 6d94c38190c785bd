#include "Build.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

using namespace coopify;
using namespace coopify::test;

namespace {

using Ids = std::vector<std::string>;

/// \p Of with all that \p Trials has as trials.
TUSummary with(TUSummary Of, TUSummary Trials) {
  for (FunctionSummary &F : Trials.Functions)
    F.Trial = true;
  Of.TrialFunctions = std::move(Trials.Functions);
  Of.TrialSites = std::move(Trials.Sites);
  return Of;
}

Proven entry(const ProgramFacts &Facts, const std::string &F) {
  return Facts.prove(converged(), F);
}

TEST(Trials, ATrialHasCallersThatNobodyKnows) {
  Unit U("a.cu"), T("a.cu");
  T.device("f<32>").call("g<32>", 11);
  T.device("g<32>");
  const ProgramFacts Facts = link({with(U, T)}, {World::Declared});
  for (const char *Name : {"f<32>", "g<32>"}) {
    EXPECT_EQ(entry(Facts, Name).Width, BlockWidth);
    EXPECT_EQ(entry(Facts, Name).Assumptions, Ids{"converged-callers"}) << Name;
  }
  EXPECT_TRUE(Facts.functions().empty());
  EXPECT_EQ(Facts.trials().size(), 2u);
}

TEST(Trials, ItProvesNothingOfWhatItCalls) {
  Unit U("a.cu"), T("a.cu");
  U.device("h").call("h2", 5);
  U.device("h2").call("h", 6);
  T.kernel("k<32>").call("h", 11);
  const ProgramFacts Facts = link({with(U, T)}, {World::Declared});
  for (const char *Name : {"h", "h2"})
    EXPECT_EQ(entry(Facts, Name).Assumptions, Ids{"converged-callers"}) << Name;
}

TEST(Trials, ItVetoesWhatIsAssumedOfCallers) {
  Unit U("a.cu"), T("a.cu");
  U.device("h");
  T.device("f<32>").call("h", 11, under(lanes(1)));
  EXPECT_EQ(entry(link({with(U, T)}), "h").Width, 1u);
  EXPECT_EQ(entry(link({U}), "h").Width, BlockWidth);
}

TEST(Trials, ItIsNoCallerWhereAllAreKnown) {
  Unit U("a.cu"), T("a.cu");
  U.kernel("k").call("h", 5);
  U.device("h");
  T.device("f<32>").call("h", 11, under(lanes(1)));
  Proven P = entry(link({with(U, T)}, {World::Declared}), "h");
  EXPECT_EQ(P.Width, BlockWidth);
  EXPECT_EQ(P.Assumptions, Ids());
}

TEST(Trials, WhatIsNotKnownVetoesNothing) {
  Unit U("a.cu"), T("a.cu");
  U.device("h");
  T.device("f<32>").call("h", 11, under(unknown()));
  EXPECT_EQ(entry(link({with(U, T)}), "h").Width, BlockWidth);
}

TEST(Trials, AnInstanceInAnyUnitCountsInstead) {
  Unit U("a.cu"), T("a.cu"), Other("b.cu");
  T.device("f<32>")->Pattern = "f";
  T.site(SiteKind::Vote, "__any", 11);
  Other.device("f<7>")->Pattern = "f";
  EXPECT_TRUE(link({with(U, T), Other}).sites().empty());
  EXPECT_EQ(link({with(U, T)}).sites().size(), 1u);
  // Of an instance that the parser gave up only the call is there.
  Unit Broken("b.cu");
  Broken.kernel("k").call("f<7>", 5);
  Broken.device("f<7>").noBody()->Pattern = "f";
  EXPECT_TRUE(link({with(U, T), Broken}).sites().empty());
}

/// One unit uses the very arguments that another one tries.
TEST(Trials, AnInstanceIsNoTrialAnywhere) {
  Unit U("a.cu"), T("a.cu"), Other("b.cu");
  T.device("f<32>");
  Other.kernel("k").call("f<32>", 5);
  Other.device("f<32>");
  const ProgramFacts Facts = link({with(U, T), Other}, {World::Declared});
  EXPECT_FALSE(Facts.function("f<32>")->Trial);
  EXPECT_EQ(entry(Facts, "f<32>").Assumptions, Ids());
  EXPECT_TRUE(Facts.trials().empty());
}

} // namespace
