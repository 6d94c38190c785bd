#include "BlockParameters.h"

#include <gtest/gtest.h>

using namespace coopify;
using namespace coopify::test;

namespace {

/// \p Of with all that \p Texts has as templates' own texts; the functions are their own patterns.
TUSummary with(TUSummary Of, TUSummary Texts) {
  for (FunctionSummary &F : Texts.Functions)
    F.TemplateText = true;
  Of.TemplateTexts = std::move(Texts.Functions);
  return Of;
}

/// `f` waits; the text of the template `k` calls it.
struct CalledInText {
  Unit U{"a.cu"}, T{"a.cu"};
  CalledInText() {
    U.device("f", 10);
    U.barrier(11);
    T.kernel("k", 20).call("f", 22);
  }
};

TEST(TemplateTexts, TheyPassTheBlockOn) {
  CalledInText P;
  P.U.kernel("user", 30).call("f", 32);
  ProgramFacts Facts = link({with(P.U, P.T)});
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "k"), Block::Local);
  EXPECT_EQ(sites(Facts, SiteKind::Call).size(), 2u);
}

TEST(TemplateTexts, TheyAreNoCallersThatLanesComeFrom) {
  CalledInText P;
  P.T->Functions.front().Calls.front().Conv = under(lanes(1));
  P.U.kernel("user", 30).call("f", 32);
  ProgramFacts Facts = link({with(P.U, P.T)}, {World::Declared});
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
  EXPECT_EQ(Facts.prove(converged(), "f").Width, BlockWidth);
  EXPECT_TRUE(Facts.mayBeCalledUnseen("f"));
}

TEST(TemplateTexts, AnInstanceSpeaksForItsText) {
  CalledInText P;
  Function Instance = P.U.kernel("k<int>", 20);
  Instance->Pattern = "k";
  Instance.call("f", 22);
  ProgramFacts Facts = link({with(P.U, P.T)});
  EXPECT_EQ(kind(Facts, "k<int>"), Block::Local);
  EXPECT_EQ(Facts.function("k"), nullptr);
  EXPECT_EQ(sites(Facts, SiteKind::Call).size(), 1u);
}

TEST(TemplateTexts, WhatNoInstanceRunsIsKept) {
  CalledInText P;
  P.U.kernel("k<int>", 20)->Pattern = "k";
  ProgramFacts Facts = link({with(P.U, P.T)});
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "k<int>"), Block::Local) << "it shares the text";
}

TEST(TemplateTexts, ACallMeansTheInstancesOfATemplate) {
  CalledInText P;
  P.U->Functions.front().USR = "f<int>";
  P.U->Functions.front().Pattern = "f";
  P.U->Sites.front().Function = "f<int>";
  ProgramFacts Facts = link({with(P.U, P.T)});
  EXPECT_EQ(kind(Facts, "f<int>"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "k"), Block::Local);
}

TEST(TemplateTexts, APlaceThatNobodyTellsOfRefuses) {
  CalledInText P;
  P.U->Functions.front().TemplateCalls = {at("a.cu", 22), at("a.cu", 77)};
  ProgramFacts Facts = link({with(P.U, P.T)});
  EXPECT_EQ(kind(Facts, "f"), Block::Refused);
  EXPECT_EQ(Facts.blockParameter("f").Why->Reason, ReasonId::NotInstantiated);
  EXPECT_EQ(Facts.blockParameter("f").Why->Where, at("a.cu", 77));
}

TEST(TemplateTexts, WhatItTellsOfOthersIsNotTold) {
  CalledInText P;
  P.U.device("g", 40);
  P.U.barrier(41);
  P.U->Functions.back().TemplateCalls = {at("a.cu", 22)}; // there the text means f
  ProgramFacts Facts = link({with(P.U, P.T)});
  EXPECT_EQ(kind(Facts, "f"), Block::Parameter);
  EXPECT_EQ(kind(Facts, "g"), Block::Refused);
}

TEST(TemplateTexts, TheWarpIsNotPassedInThem) {
  CalledInText P;
  ProgramFacts Facts = link({with(P.U, P.T)}).withWarpHelpers({"f"});
  EXPECT_EQ(Facts.warpParameter("f").Kind, GroupParameter::Refused);
  EXPECT_EQ(Facts.warpParameter("f").Why->Reason, ReasonId::NotInstantiated);
}

} // namespace
