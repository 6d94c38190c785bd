//===- SiteFinderTest.cpp - finders against rules and tables --------------===//

#include "Extract/SiteFinder.h"

#include "Model/Operations/GroupMembers.h"
#include "Model/WarpIntrinsics.h"
#include "Rules/Rule.h"

#include "clang/AST/Expr.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

#include <set>

using namespace clang;
using namespace coopify;

namespace {

using Names = std::set<std::string>;

const SiteFinder *finderOf(StringRef Rule) {
  for (const SiteFinder *F : allSiteFinders())
    if (F->rule() == Rule)
      return F;
  return nullptr;
}

/// Of the tables, those that \p AreIntrinsics, and those that \p AreMembers.
Names named(llvm::function_ref<bool(const WarpIntrinsic &)> AreIntrinsics,
            llvm::function_ref<bool(const GroupMember &)> AreMembers) {
  Names Out;
  for (const WarpIntrinsic &I : warpIntrinsics())
    if (AreIntrinsics(I))
      Out.insert(I.Name.str());
  for (const GroupMember &M : groupMembers())
    if (AreMembers(M))
      Out.insert(M.Name.str());
  return Out;
}
bool anyOfThem(const WarpIntrinsic &) { return true; }
bool anyMember(const GroupMember &) { return true; }
bool noMember(const GroupMember &) { return false; }

/// Of the tables, those that the finder of \p Rule looks at when they are called.
Names matched(StringRef Rule) {
  std::string Code, Calls;
  for (const std::string &Name : named(anyOfThem, anyMember)) {
    Code += "int " + Name + "(...);\n";
    Calls += Name + "();\n";
  }
  std::unique_ptr<ASTUnit> Unit = tooling::buildASTFromCodeWithArgs(
      Code + "void f() {\n" + Calls + "}\n", {"-Wno-everything", "-fno-builtin"});
  Names Out;
  for (const auto &Nodes : ast_matchers::match(finderOf(Rule)->matcher(), Unit->getASTContext()))
    if (const auto *Call = dyn_cast_or_null<CallExpr>(Nodes.getNodeAs<Stmt>("site")))
      Out.insert(Call->getDirectCallee()->getNameAsString());
  return Out;
}

std::set<SiteKind> kindsOf(const Rule &R) {
  std::set<SiteKind> Out;
  for (SiteKind Kind : {
#define SITE_KIND(KIND, ID, MEANING) SiteKind::KIND,
#include "Model/SiteKinds.def"
       }) {
    Site S;
    S.Kind = Kind;
    if (R.handles(S))
      Out.insert(Kind);
  }
  return Out;
}

TEST(SiteFinderTest, EachIsOfARuleAndIsRegisteredUnderItsId) {
  Names Rules, Finders, Registered;
  for (const Rule *R : allRules())
    Rules.insert(R->id().str());
  for (const SiteFinder *F : allSiteFinders()) {
    EXPECT_TRUE(Finders.insert(F->rule().str()).second) << F->rule().str() << " has two";
    EXPECT_EQ(Rules.count(F->rule().str()), 1u) << F->rule().str() << " is no rule";
  }
  for (const SiteFinderRegistry::entry &Entry : SiteFinderRegistry::entries())
    Registered.insert(Entry.getName().str());
  EXPECT_EQ(Finders, Registered);
}

TEST(SiteFinderTest, WhatARuleHandlesIsFound) {
  std::set<SiteKind> Found = {SiteKind::WarpCall, SiteKind::WarpSignature}; // by Link
  for (const Rule *R : allRules())
    if (finderOf(R->id()))
      Found.merge(kindsOf(*R));
  for (const Rule *R : allRules()) {
    EXPECT_FALSE(kindsOf(*R).empty()) << R->id().str() << " handles nothing";
    for (SiteKind Kind : kindsOf(*R))
      EXPECT_EQ(Found.count(Kind), 1u) << R->id().str() << ": nothing finds " << Kind;
  }
}

TEST(SiteFinderTest, ShufflesWithoutAMaskAreThoseOfTheTable) {
  auto Are = [](const WarpIntrinsic &I) { return I.Family == WarpFamily::Shuffle && !I.Sync; };
  EXPECT_EQ(matched("legacy-shuffle"), named(Are, noMember));
}

TEST(SiteFinderTest, VotesWithoutAMaskAreThoseOfTheTable) {
  auto Are = [](const WarpIntrinsic &I) { return I.Family == WarpFamily::Vote && !I.Sync; };
  EXPECT_EQ(matched("legacy-vote"), named(Are, noMember));
}

TEST(SiteFinderTest, WaitsForLanesAreThoseOfTheTables) {
  auto Are = [](const WarpIntrinsic &I) {
    return I.Waits == WaitsFor::Mask || I.Waits == WaitsFor::Warp;
  };
  auto AreMembers = [](const GroupMember &M) { return M.Waits == WaitsFor::Group; };
  EXPECT_EQ(matched("divergent-barrier"), named(Are, AreMembers));
}

TEST(SiteFinderTest, ABarrierOfAnUnnamedBlockIsOneFunction) {
  EXPECT_EQ(matched("hidden-block-barrier"), Names{"__syncthreads"});
}

} // namespace
