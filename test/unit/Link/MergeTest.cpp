#include "Link/Merge/Merge.h"
#include "Build.h"
#include "Model/Stored/TUSummaryJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <gtest/gtest.h>

using namespace coopify;
using namespace coopify::test;

namespace {

/// All that a ProgramFacts says, to compare.
std::string everything(const ProgramFacts &Facts) {
  TUSummary All;
  All.Sites = Facts.sites();
  All.Functions = Facts.functions();
  All.Files = Facts.files();
  All.Notes = Facts.notes();
  All.Expansions = Facts.expansions();
  std::string Text = llvm::formatv("{0}", toJSON(All));
  for (const FunctionSummary &F : Facts.functions()) {
    GroupParameter B = Facts.blockParameter(F.USR);
    Proven P = Facts.prove(converged(), F.USR);
    Text += llvm::formatv("\n{0} {1} {2} {3} {4}", F.USR, int(B.Kind), B.Group, P.Width,
                          llvm::join(P.Assumptions, ","));
    for (const ProofStep &S : P.Steps)
      Text += "\n" + S.Text;
  }
  return Text;
}

//===-- Functions --------------------------------------------------------------===//

TEST(Merge, TheDefinitionWinsOverDeclarations) {
  Unit A("a.cu"), B("b.cu");
  A.add(FunctionKind::Device, "f", at("f.h", 3)).HasBody = false;
  B.add(FunctionKind::Device, "f", at("b.cu", 7)).BodyIndent = "  ";
  for (auto Units : {std::vector<TUSummary>{A, B}, std::vector<TUSummary>{B, A}}) {
    ProgramFacts Facts = link(Units);
    ASSERT_EQ(Facts.functions().size(), 1u);
    const FunctionSummary *F = Facts.function("f");
    EXPECT_TRUE(F->HasBody);
    EXPECT_EQ(F->BodyIndent, "  ");
    ASSERT_EQ(F->Declarations.size(), 2u);
    EXPECT_EQ(F->Declarations[0].Loc, at("b.cu", 7));
    EXPECT_EQ(F->Declarations[1].Loc, at("f.h", 3));
  }
}

TEST(Merge, OfTwoBarriersBesideASiteTheFirstCounts) {
  Convergence A, B, None;
  A.Barrier = {"/a.cu", 30, 3, 1};
  B.Barrier = {"/a.cu", 90, 9, 1};
  EXPECT_EQ(meet(A, B).Barrier, A.Barrier);
  EXPECT_EQ(meet(B, A).Barrier, A.Barrier);
  EXPECT_FALSE(meet(A, None).Barrier.valid());
  EXPECT_FALSE(meet(None, A).Barrier.valid());
}

TEST(Merge, FlagsAreUnited) {
  Unit A("a.cu"), B("b.cu");
  FunctionSummary &InA = A.add(FunctionKind::Device, "f", at("f.h", 3));
  FunctionSummary &InB = B.add(FunctionKind::Device, "f", at("f.h", 3));
  InA.AddressTaken = true;
  InA.AddressTakenAt = at("a.cu", 9);
  InB.External = B->RelocatableDevice = true;
  InA.TakenNames = {"b", "c"};
  InB.TakenNames = {"a", "c"};
  ProgramFacts Facts = link({A, B});
  const FunctionSummary *F = Facts.function("f");
  EXPECT_TRUE(F->AddressTaken && F->External);
  EXPECT_EQ(F->AddressTakenAt, at("a.cu", 9));
  EXPECT_EQ(F->TakenNames, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(F->Declarations.size(), 1u);
}

TEST(Merge, ADeclarationThatOneUnitCannotEditIsNotEditable) {
  Unit A("a.cu"), B("b.cu");
  A.add(FunctionKind::Device, "f", at("f.h", 3));
  B.add(FunctionKind::Device, "f", at("f.h", 3)).Declarations[0].Editable = false;
  EXPECT_FALSE(link({A, B}).function("f")->Declarations[0].Editable);
}

TEST(Merge, OneCallSeenByTwoPassesIsOneAndTheWorseWins) {
  Unit A("a.cu", "sm_35"), B("a.cu", "sm_70");
  A.kernel("k", 1).call("f", 5, converged(), {uniform(), uniform()});
  A.device("f", 20);
  // Numbered differently in the second pass.
  B.kernel("k", 1).call("g", 4).call("f", 5, under(lanes(4)), {lanes(2)});
  B.device("f", 20);
  ProgramFacts Facts = link({A, B});
  ASSERT_EQ(Facts.function("k")->Calls.size(), 2u);
  EXPECT_EQ(Facts.prove(converged(), "f").Width, 4u);
  EXPECT_EQ(Facts.prove(param(0), "f").Width, 2u);
  EXPECT_EQ(Facts.prove(param(1), "f").Width, 1u) << "one pass does not describe it";
}

TEST(Merge, AtomsFollowTheNewNumbersOfCalls) {
  Unit A("a.cu", "sm_35"), B("a.cu", "sm_70");
  A.kernel("k", 1).call("divergent", 4).call("same", 5);
  A.site(SiteKind::Shuffle, "__shfl", 9, under(result(1)));
  B.kernel("k", 1).call("same", 5);
  B.site(SiteKind::Shuffle, "__shfl", 9, under(result(0)));
  for (Unit *U : {&A, &B}) {
    U->device("same", 20);
    U->device("divergent", 30).returns(lanes(1));
  }
  ProgramFacts Facts = link({A, B});
  ASSERT_EQ(Facts.sites().size(), 1u);
  EXPECT_EQ(Facts.prove(Facts.sites()[0].Conv, "k").Width, BlockWidth);
}

TEST(Merge, TwoUsesOfOneMacroAreTwoCalls) {
  Unit A("a.cu");
  Function K = A.kernel("k", 1).call("f", 5).call("f", 5);
  for (unsigned I : {0u, 1u})
    K->Calls[I].Macro = {MacroKind::Body, "M", at("a.cu", 5), at("a.cu", 10 + I)};
  EXPECT_EQ(link({A}).function("k")->Calls.size(), 2u);
  // An outer macro that uses it twice: not even the use tells them apart.
  K->Calls[1].Macro.Expansion = K->Calls[0].Macro.Expansion;
  EXPECT_EQ(link({A}).function("k")->Calls.size(), 2u);
}

//===-- Passes -----------------------------------------------------------------===//

TEST(Merge, WhatTheHostPassMakesOfDeviceCodeDoesNotCount) {
  Unit Device("a.cu", "sm_70"), Host("a.cu", "host");
  Device.kernel("k", 1).call("f", 5, converged(), {result(0)});
  Device.site(SiteKind::Shuffle, "__shfl", 9);
  Device.device("f", 20);
  // #ifndef __CUDA_ARCH__: worse, and broken.
  Host.kernel("k", 1).call("f", 5, under(lanes(1))).call("f", 6, under(lanes(1)))->HasParseError =
      true;
  Host.site(SiteKind::Shuffle, "__shfl", 9, under(lanes(1))).Preset =
      Refusal{ReasonId::ParseError, "", {}, ""};
  Host.device("f", 20).returns(lanes(1));
  ProgramFacts Facts = link({Host, Device});
  ASSERT_EQ(Facts.sites().size(), 1u);
  EXPECT_FALSE(Facts.sites()[0].Preset);
  EXPECT_EQ(Facts.prove(Facts.sites()[0].Conv, "k").Width, BlockWidth);
  EXPECT_EQ(Facts.prove(converged(), "f").Width, BlockWidth);
  EXPECT_EQ(Facts.prove(result(0), "k").Width, BlockWidth);
  EXPECT_FALSE(Facts.function("k")->HasParseError);
}

TEST(Merge, WhatOnlyTheHostPassShowsCounts) {
  Unit Host("a.cu", "host");
  Host.kernel("k", 1).call("f", 5, under(lanes(1)))->HasParseError = true;
  Host.site(SiteKind::Shuffle, "__shfl", 9);
  Host.device("f", 20);
  ProgramFacts Facts = link({Host});
  EXPECT_EQ(Facts.sites().size(), 1u);
  EXPECT_EQ(Facts.prove(converged(), "f").Width, 1u);
  EXPECT_TRUE(Facts.function("k")->HasParseError);
}

TEST(Merge, AParseErrorInOneDevicePassCounts) {
  Unit A("a.cu", "sm_35"), B("a.cu", "sm_70");
  A.kernel("k", 1)->HasParseError = true;
  A->Functions[0].ParseErrorAt = at("a.cu", 2);
  B.kernel("k", 1);
  ProgramFacts Facts = link({A, B});
  EXPECT_TRUE(Facts.function("k")->HasParseError);
  EXPECT_EQ(Facts.function("k")->ParseErrorAt, at("a.cu", 2));
}

//===-- Sites ------------------------------------------------------------------===//

TEST(Merge, SitesOfSeveralPassesAreOneAndTheWorseWins) {
  Unit A("a.cu", "sm_35"), B("a.cu", "sm_70");
  for (Unit *U : {&A, &B})
    U->kernel("k", 1);
  A.site(SiteKind::Shuffle, "__shfl", 9, under(lanes(8))).Args.resize(1);
  Site &InB = B.site(SiteKind::Shuffle, "__shfl", 9);
  InB.Args.resize(1);
  InB.Args[0].Constant = 3;
  InB.Args[0].Plain = false;
  InB.Preset = Refusal{ReasonId::ParseError, "", {}, ""};
  for (auto Units : {std::vector<TUSummary>{A, B}, std::vector<TUSummary>{B, A}}) {
    ProgramFacts Facts = link(Units);
    ASSERT_EQ(Facts.sites().size(), 1u);
    const Site &S = Facts.sites()[0];
    EXPECT_EQ(S.Conv.Active.UniformOver, 8u);
    EXPECT_FALSE(S.Args[0].Constant);
    EXPECT_FALSE(S.Args[0].Plain);
    EXPECT_TRUE(S.Preset);
  }
}

TEST(Merge, AnArgumentIsBoundedIfEachPassBoundsIt) {
  Unit A("a.cu", "sm_35"), B("a.cu", "sm_70"), Below("a.cu", "sm_80");
  for (Unit *U : {&A, &B, &Below})
    U->kernel("k", 1);
  for (auto [Of, N] : {std::pair(&A, 4), std::pair(&B, 6), std::pair(&Below, -2)}) {
    Argument Mask;
    Mask.Constant = N;
    if (N >= 0)
      Mask.UpperBound = N;
    Of->site(SiteKind::Shuffle, "__shfl_xor", 9).Args = {Mask};
  }
  EXPECT_EQ(link({A, B}).sites()[0].Args[0].UpperBound, 6);
  for (auto Units : {std::vector<TUSummary>{A, Below}, std::vector<TUSummary>{Below, B}}) {
    const Argument Unknown = link(Units).sites()[0].Args[0];
    EXPECT_FALSE(Unknown.UpperBound);
    EXPECT_FALSE(Unknown.Constant);
  }
}

TEST(Merge, InstancesKindsAndNamesStayApart) {
  Unit A("a.cu");
  A.kernel("k<int>", 1);
  A.site(SiteKind::Shuffle, "__shfl", 9);
  A.site(SiteKind::Shuffle, "__shfl_up", 9);
  A.site(SiteKind::Vote, "__shfl", 9);
  A.kernel("k<float>", 1);
  A.site(SiteKind::Shuffle, "__shfl", 9);
  EXPECT_EQ(link({A}).sites().size(), 4u);
}

TEST(Merge, SitesAreSortedByPlace) {
  Unit A("b.cu"), B("a.cu");
  A.kernel("k1", 1);
  A.site(SiteKind::Vote, "__any", 12);
  A.site(SiteKind::Vote, "__any", 5);
  B.kernel("k2", 1);
  B.site(SiteKind::Vote, "__any", 90);
  ProgramFacts Facts = link({A, B});
  EXPECT_TRUE(
      llvm::is_sorted(Facts.sites(), [](const Site &A, const Site &B) { return A.Loc < B.Loc; }));
}

//===-- The rest ---------------------------------------------------------------===//

TEST(Merge, LaunchesThatPassesSeeDifferentlyCountEach) {
  Unit A("a.cu", "sm_70"), B("a.cu", "host");
  A.kernel("k", 1);
  A.launch("k", 30, {64, 1, 1});
  B.launch("k", 30, {64, 2, 1});
  ProgramFacts Facts = link({A, B});
  EXPECT_EQ(Facts.prove(rowsOf32(), "k").Assumptions, std::vector<std::string>());
  B->Launches[0].Dims = {48, 2, 1};
  EXPECT_TRUE(link({A, B}).prove(rowsOf32(), "k").Why.has_value());
}

TEST(Merge, CgIsTakenWhereUnitsNameDifferentGroupsSo) {
  Unit A("a.cu"), B("b.cu"), C("c.cu");
  FileFacts Header;
  Header.Path = "f.h";
  Header.CgMeans = "coopify";
  A->Files = {Header};
  C->Files = {Header};
  Header.CgMeans = "cooperative_groups";
  B->Files = {Header};
  EXPECT_FALSE(link({A, C}).file("f.h")->CgTaken);
  EXPECT_TRUE(link({A, B}).file("f.h")->CgTaken);
  B->Files.front().CgMeans.clear();
  EXPECT_EQ(link({B, A}).file("f.h")->CgMeans, "coopify");
}

TEST(Merge, FilesNotesAndExpansionsAreUnique) {
  Unit A("a.cu"), B("b.cu");
  FileFacts Header;
  Header.Path = "f.h";
  Header.Includes = {GroupHeader::Groups};
  Header.Alias = "cg";
  Header.IsHeader = true;
  FileFacts Main;
  Main.Path = "a.cu";
  A->Files = {Header, Main};
  Header.Includes = {};
  Header.CgTaken = true;
  B->Files = {Header};
  A->Notes = B->Notes = {{"missing-header", "x.h", at("a.cu", 1)}};
  A->Expansions = B->Expansions = {{"M", at("f.h", 1), at("f.h", 2)}};
  ProgramFacts Facts = link({A, B});
  ASSERT_EQ(Facts.files().size(), 2u);
  ASSERT_TRUE(Facts.file("f.h"));
  EXPECT_FALSE(Facts.file("f.h")->Includes.has(GroupHeader::Groups)) << "not in every unit";
  EXPECT_TRUE(Facts.file("f.h")->CgTaken);
  EXPECT_EQ(Facts.file("f.h")->Alias, "cg");
  EXPECT_FALSE(Facts.file("g.h"));
  EXPECT_EQ(Facts.notes().size(), 1u);
  EXPECT_EQ(Facts.expansions().size(), 1u);
}

//===-- Clashes ----------------------------------------------------------------===//

// Two samples of one compile database, each with a kernel of that name.
TEST(Merge, TwoDefinitionsOfOneNameStayApart) {
  Unit A("a.cu"), B("b.cu");
  for (Unit *U : {&A, &B}) {
    U->kernel("reduce", 1).call("sum", 5, U == &B ? under(lanes(1)) : converged());
    U->site(SiteKind::Shuffle, "__shfl", 9);
    U->device("sum", 20);
  }
  A.launch("reduce", 90, {32, 1, 1});
  B.launch("reduce", 90, {16, 16, 1});
  ProgramFacts Facts = link({B, A});
  ASSERT_EQ(Facts.functions().size(), 4u);
  ASSERT_EQ(Facts.sites().size(), 2u);
  const Site &InA = Facts.sites()[0], &InB = Facts.sites()[1];
  EXPECT_EQ(InA.Function, "reduce");
  EXPECT_EQ(Facts.function(InA.Function)->Loc.File, "a.cu");
  EXPECT_EQ(Facts.function(InB.Function)->Loc.File, "b.cu");
  EXPECT_EQ(Facts.prove(laneIsThreadX(), InA.Function).Width, BlockWidth);
  EXPECT_EQ(Facts.prove(laneIsThreadX(), InB.Function).Width, 1u);
  EXPECT_EQ(Facts.prove(converged(), "sum").Width, BlockWidth);
  ASSERT_EQ(Facts.notes().size(), 2u);
  EXPECT_EQ(Facts.notes()[0].Kind, "two-definitions");
  EXPECT_EQ(Facts.notes()[0].Where.File, "b.cu");
}

TEST(Merge, OneHeaderInTwoUnitsIsNoClash) {
  Unit A("a.cu"), B("b.cu");
  for (Unit *U : {&A, &B})
    U->add(FunctionKind::Device, "f", at("f.h", 3));
  ProgramFacts Facts = link({A, B});
  EXPECT_EQ(Facts.functions().size(), 1u);
  EXPECT_TRUE(Facts.notes().empty());
}

TEST(Merge, WhoeverOnlyDeclaresAClashingNameMayMeanEither) {
  Unit A("a.cu"), B("b.cu"), C("c.cu");
  for (Unit *U : {&A, &B}) {
    U->kernel("k", 1).call("f", 5);
    U->device("f", 20);
  }
  C.add(FunctionKind::Device, "f", at("c.cu", 2)).HasBody = false;
  C.kernel("other", 50).call("f", 51);
  ProgramFacts Facts = link({A, B, C});
  for (const FunctionSummary &F : Facts.functions())
    if (F.Name == "f")
      EXPECT_EQ(Facts.prove(converged(), F.USR).Assumptions,
                std::vector<std::string>{"converged-callers"});
}

// #ifdef __CUDA_ARCH__: the host pass has the prototype only.
TEST(Merge, APassThatOnlyDeclaresMeansTheOtherPassOfItsFile) {
  Unit A("a.cu"), B("b.cu"), HostOfB("b.cu", "host");
  for (Unit *U : {&A, &B})
    U->device("f", 20);
  HostOfB.device("f", 20).noBody();
  HostOfB.kernel("k", 30).call("f", 32, under(lanes(1)));
  ProgramFacts Facts = link({A, B, HostOfB});
  ASSERT_EQ(Facts.functions().size(), 3u);
  EXPECT_EQ(Facts.prove(converged(), "f").Width, BlockWidth);
  EXPECT_EQ(Facts.prove(converged(), Facts.function("k")->Calls[0].Callee).Width, 1u);
}

//===-- Order ------------------------------------------------------------------===//

TEST(Merge, TheOrderOfUnitsDoesNotMatter) {
  std::vector<TUSummary> Units;
  for (const char *File : {"a.cu", "b.cu", "a.cu"})
    for (const char *Pass : {"host", "sm_35", "sm_70"}) {
      Unit U(File, Pass);
      unsigned N = Units.size();
      U.kernel(std::string("k") + File, 1)
          .call("f", 4)
          .call("g", 5 + N % 2, under(lanes(1u << N % 4)));
      U.site(SiteKind::Shuffle, "__shfl", 9, under(result(0)));
      U.add(FunctionKind::Device, "f", at("f.h", 3));
      U.barrier(4);
      U.device("g", 20 + N % 3);
      U.barrier(25);
      U.launch("ka.cu", 30, {32, N % 2, 1});
      U->Notes = {{"missing-header", std::to_string(N), {}}};
      Units.push_back(U);
    }
  std::string First = everything(link(Units));
  for (unsigned I = 0; I < Units.size(); ++I) {
    std::rotate(Units.begin(), Units.begin() + 1, Units.end());
    EXPECT_EQ(everything(link(Units)), First);
  }
  std::reverse(Units.begin(), Units.end());
  EXPECT_EQ(everything(link(Units)), First);
}

} // namespace
