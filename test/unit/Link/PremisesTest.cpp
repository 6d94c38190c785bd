//===- PremisesTest.cpp - of two tellings the one that holds ---------------===//
#include "Build.h"

#include "gtest/gtest.h"

using namespace coopify;
using namespace coopify::test;

namespace {

Uniformity outside(unsigned I) { return atoms({{AtomKind::ParamOutsideShared, I}}); }

/// Told with "parameter 0 leads to no shared memory", and without, in the function added last.
void tellTwice(Unit &U, unsigned Line) {
  U.site(SiteKind::SharedSteps, "with", Line).If = Premise{outside(0), false};
  U.site(SiteKind::SharedSteps, "without", Line).If = Premise{outside(0), true};
}

/// Of the sites of steps.
std::vector<std::string> names(const ProgramFacts &Facts) {
  std::vector<std::string> Out;
  for (const Site &S : Facts.sites()) {
    EXPECT_FALSE(S.If);
    if (S.Kind == SiteKind::SharedSteps)
      Out.push_back(S.Name);
  }
  return Out;
}

/// k calls f, and passes \p Pointer.
Unit caller(const std::string &File, const std::string &Kernel, Uniformity Pointer) {
  Unit U(File);
  Function K = U.kernel(Kernel).call("f", 11, converged(), {uniform()});
  K->Calls[0].OutsideShared = {std::move(Pointer)};
  return U;
}

using Names = std::vector<std::string>;

TEST(Premises, WhatAllCallersPassDecides) {
  Unit U = caller("a.cu", "k", uniform());
  U.device("f").params({"p"});
  tellTwice(U, 21);
  EXPECT_EQ(names(link({U})), Names{"with"});
}

TEST(Premises, OneCallerOfAnotherUnitDeniesIt) {
  Unit A = caller("a.cu", "k", uniform()), B = caller("b.cu", "l", unknown());
  A.device("f").params({"p"});
  tellTwice(A, 21);
  EXPECT_EQ(names(link({A, B})), Names{"without"});
}

TEST(Premises, CodeThatWasNotReadMayPassAnything) {
  Unit U("a.cu");
  U.device("f").params({"p"});
  tellTwice(U, 21);
  EXPECT_EQ(names(link({U})), Names{"without"});
}

// Instances share their text: it is told in one way for all of them.
TEST(Premises, OneInstanceDeniesItForAll) {
  Unit U = caller("a.cu", "k", uniform());
  Function L = U.kernel("l").call("f2", 12, converged(), {uniform()});
  L->Calls[0].OutsideShared = {unknown()};
  U.device("f").params({"p"})->Pattern = "f<>";
  tellTwice(U, 21);
  U.device("f2").params({"p"})->Pattern = "f<>";
  tellTwice(U, 31);
  EXPECT_EQ(names(link({U})), (Names{"without", "without"}));
}

// A pass that has no reason to ask tells the steps as they are without the premise.
TEST(Premises, APassThatDoesNotAskDeniesIt) {
  Unit A = caller("a.cu", "k", uniform()), B("a.cu", "sm_80");
  for (Unit *U : {&A, &B})
    U->device("f", 20).params({"p"});
  tellTwice(A, 21);
  EXPECT_EQ(names(link({A, B})), Names{"without"});
}

TEST(Premises, AHostPassNeedsNotAsk) {
  Unit A = caller("a.cu", "k", uniform()), B("a.cu", "host");
  for (Unit *U : {&A, &B})
    U->device("f", 20).params({"p"});
  tellTwice(A, 21);
  EXPECT_EQ(names(link({A, B})), Names{"with"});
}

} // namespace
