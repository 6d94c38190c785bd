#include "Rules/Decide/Merge.h"

#include "gtest/gtest.h"

using namespace coopify;

namespace {

Location line(unsigned Line) { return {"/a.cu", Line * 10, Line, 1}; }

InstanceDecision rewrite(const Site &S, std::string Instance, Applicability A = Applicability::Safe,
                         std::vector<std::string> Assumptions = {}, std::string Size = "32") {
  Rewrite R;
  R.Form = "tile";
  R.Applies = A;
  R.Assumptions = std::move(Assumptions);
  R.Handles = {{HandleRequest::Tile, Size, Instance}};
  InstanceDecision V{&S, {}, Instance};
  V.Says.What = R;
  return V;
}

InstanceDecision refusal(const Site &S, std::string Instance,
                         ReasonId Reason = ReasonId::Divergent) {
  InstanceDecision V{&S, {}, Instance};
  V.Says.What = Refusal{Reason, "because", line(9), ""};
  return V;
}

InstanceDecision leave(const Site &S, std::optional<ReasonId> Note = {}) {
  InstanceDecision V{&S, {}, "f"};
  V.Says.What = Leave{Note};
  return V;
}

std::optional<ReasonId> reasonOf(const Merged &M) {
  const Refusal *R = M.Says.refusal();
  return R ? std::optional(R->Reason) : std::nullopt;
}

TEST(Merge, WorstWins) {
  Site S;
  InstanceDecision Safe = rewrite(S, "a"),
                   Assumed = rewrite(S, "b", Applicability::Assumed, {"block-1d"}),
                   No = refusal(S, "d");
  EXPECT_EQ(reasonOf(mergeVerdicts({Safe, Assumed, No})), ReasonId::Divergent);
  EXPECT_EQ(mergeVerdicts({Safe, Assumed}).Says.rewrite()->Applies, Applicability::Assumed);
  EXPECT_TRUE(mergeVerdicts({leave(S, ReasonId::InactiveBranch), Safe}).Says.rewrite());
  EXPECT_EQ(mergeVerdicts({leave(S), leave(S, ReasonId::UserOverload)}).Says.leave()->Note,
            ReasonId::UserOverload);
}

TEST(Merge, OfEqualsTheFirst) {
  Site A, B;
  EXPECT_EQ(
      mergeVerdicts({refusal(A, "a", ReasonId::Divergent), refusal(B, "b", ReasonId::Unproven)}).At,
      &A);
  EXPECT_EQ(mergeVerdicts({rewrite(A, "a"), rewrite(B, "b")}).At, &A);
}

TEST(Merge, AssumptionsAndHandlesAreUnited) {
  Site S;
  Merged M = mergeVerdicts({rewrite(S, "a", Applicability::Assumed, {"converged-callers"}),
                            rewrite(S, "b", Applicability::Assumed, {"block-1d"}),
                            rewrite(S, "a", Applicability::Assumed, {"block-1d"})});
  ASSERT_TRUE(M.Says.rewrite());
  EXPECT_EQ(M.Says.rewrite()->Assumptions,
            (std::vector<std::string>{"block-1d", "converged-callers"}));
  EXPECT_EQ(M.Says.rewrite()->Handles.size(), 2u); // one for each instance
}

TEST(Merge, DifferentTextsDisagree) {
  Site S;
  Merged M =
      mergeVerdicts({rewrite(S, "f<int>"), rewrite(S, "f<char>", Applicability::Safe, {}, "8")});
  EXPECT_EQ(reasonOf(M), ReasonId::InstancesDisagree);
  EXPECT_NE(M.Says.refusal()->Text.find("f<char>"), std::string::npos);
  InstanceDecision Cast = rewrite(S, "g");
  std::get<Rewrite>(Cast.Says.What).Params["cast"] = "int";
  EXPECT_EQ(reasonOf(mergeVerdicts({rewrite(S, "f"), Cast})), ReasonId::InstancesDisagree);
  InstanceDecision Form = rewrite(S, "g");
  std::get<Rewrite>(Form.Says.What).Form = "coalesced";
  EXPECT_EQ(reasonOf(mergeVerdicts({rewrite(S, "f"), Form})), ReasonId::InstancesDisagree);
}

TEST(Merge, AnInstanceThatNeedsTheTextDisagrees) { // trap T23
  Site S;
  EXPECT_EQ(reasonOf(mergeVerdicts({rewrite(S, "f<int>"), leave(S, ReasonId::UserOverload)})),
            ReasonId::InstancesDisagree);
  EXPECT_EQ(reasonOf(mergeVerdicts({rewrite(S, "f<int>"), leave(S)})), ReasonId::InstancesDisagree);
}

TEST(Merge, NamesTheInstanceThatStandsAgainst) {
  Site S;
  Merged M = mergeVerdicts({rewrite(S, "f<int>"), refusal(S, "f<char>")});
  ASSERT_FALSE(M.Says.Proof.empty());
  EXPECT_EQ(M.Says.Proof[0].Text, "in 'f<char>'");
  EXPECT_TRUE(mergeVerdicts({refusal(S, "f")}).Says.Proof.empty());
}

//===-- Macro bodies ----------------------------------------------------------===//

/// The site in the body of SHFL, as its expansion in \p Line shows it.
Site expandedAt(unsigned Line) {
  Site S;
  S.Loc = line(1);
  S.Macro = {MacroKind::Body, "SHFL", line(1), line(Line)};
  return S;
}

std::vector<MacroExpansion> expansions(std::initializer_list<unsigned> Lines) {
  std::vector<MacroExpansion> All;
  for (unsigned L : Lines)
    All.push_back({"SHFL", line(1), line(L)});
  return All;
}

TEST(MergeExpansions, AllAgree) {
  Site A = expandedAt(5), B = expandedAt(6);
  Merged M = mergeExpansions({rewrite(A, "f"), rewrite(B, "g")}, expansions({5, 6}));
  EXPECT_TRUE(M.Says.rewrite());
}

TEST(MergeExpansions, OneThatIsRefusedStopsTheBody) { // trap T24
  Site A = expandedAt(5), B = expandedAt(6);
  Merged M = mergeExpansions({rewrite(A, "f"), refusal(B, "g")}, expansions({5, 6}));
  ASSERT_EQ(reasonOf(M), ReasonId::Macro);
  EXPECT_EQ(M.Says.refusal()->Where.Line, 6u);
}

TEST(MergeExpansions, AllRefusedKeepTheirReason) {
  Site A = expandedAt(5), B = expandedAt(6);
  EXPECT_EQ(reasonOf(mergeExpansions({refusal(A, "f"), refusal(B, "g")}, expansions({5, 6}))),
            ReasonId::Divergent);
}

TEST(MergeExpansions, OneWithoutASiteStopsTheBody) { // host code, a user's overload
  Site A = expandedAt(5);
  Merged M = mergeExpansions({rewrite(A, "f")}, expansions({5, 8}));
  ASSERT_EQ(reasonOf(M), ReasonId::Macro);
  EXPECT_EQ(M.Says.refusal()->Where.Line, 8u);
}

TEST(MergeExpansions, WithoutARecordNothingIsKnown) {
  Site A = expandedAt(5);
  EXPECT_EQ(reasonOf(mergeExpansions({rewrite(A, "f")}, {})), ReasonId::Macro);
}

TEST(MergeExpansions, OneThatIsLeftStopsTheBody) {
  Site A = expandedAt(5), B = expandedAt(6);
  EXPECT_EQ(reasonOf(mergeExpansions({rewrite(A, "f"), leave(B)}, expansions({5, 6}))),
            ReasonId::Macro);
}

TEST(MergeExpansions, TextThatDoesNotRunHereIsNoObjection) {
  Site A = expandedAt(5), Skipped; // another pass skips the #define
  EXPECT_TRUE(
      mergeExpansions({leave(Skipped, ReasonId::InactiveBranch), rewrite(A, "f")}, expansions({5}))
          .Says.rewrite());
}

TEST(MergeExpansions, AnotherFormStopsTheBody) {
  Site A = expandedAt(5), B = expandedAt(6);
  InstanceDecision Other = rewrite(B, "g", Applicability::Safe, {}, "8");
  EXPECT_EQ(reasonOf(mergeExpansions({rewrite(A, "f"), Other}, expansions({5, 6}))),
            ReasonId::Macro);
}

} // namespace
