//===- OverlapTest.cpp - which elements lanes may meet in -----------------===//

#include "Analysis/SharedMemory/SharedAccess.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace clang;
using namespace coopify;

namespace {

constexpr const char *Prelude = R"(
struct Dim { unsigned x, y, z; };
extern const __attribute__((device)) Dim threadIdx, blockIdx, blockDim;
struct Pair { int a, b; };
union Either { int a; float b; };
#define SHARED __attribute__((shared))
__attribute__((global)) void kernel(int *p, int *q, int *__restrict__ r, float *f, int n, int k) {
  SHARED int s[256], t[256];
  SHARED int rows[8][32];
  SHARED Pair pairs[64];
  SHARED Either either[64];
  const int tid = threadIdx.x, lane = tid & 31, w = tid / 32;
  int moving = 1;
  moving = moving * 2;
)";

/// The two expressions that a kernel consists of.
class Kernel : public DynamicRecursiveASTVisitor {
public:
  Kernel(const std::string &A, const std::string &B, const std::string &Guard) {
    std::string Code =
        Prelude + ("if (" + Guard + ") { (void)(" + A + "); (void)(" + B + "); }\n}");
    Unit = tooling::buildASTFromCodeWithArgs(
        Code,
        {"-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "--cuda-path=/dev/null",
         "-Xclang", "-target-sdk-version=13.0", "-std=c++17", "-Wno-everything"},
        "kernel.cu");
    TraverseDecl(Unit->getASTContext().getTranslationUnitDecl());
  }
  bool VisitFunctionDecl(FunctionDecl *D) override {
    F = D->doesThisDeclarationHaveABody() && D->getName() == "kernel" ? D : F;
    return true;
  }
  bool VisitIfStmt(IfStmt *S) override {
    If = S;
    return true;
  }
  bool VisitCStyleCastExpr(CStyleCastExpr *C) override {
    if (C->getType()->isVoidType())
      Exprs.push_back(C->getSubExpr()->IgnoreParens());
    return true;
  }
  std::unique_ptr<ASTUnit> Unit;
  FunctionDecl *F = nullptr;
  IfStmt *If = nullptr;
  std::vector<const Expr *> Exprs;
};

/// \p Once: in one execution of one statement, none of whose variables it sets.
Overlap meet(const std::string &A, const std::string &B, const std::string &Guard = "true",
             bool Once = false) {
  Kernel K(A, B, Guard);
  ASTContext &Context = K.Unit->getASTContext();
  SourceText Text(Context);
  Variables Vars(K.F);
  SymbolicIndex Forms(K.F, Context, Vars, nullptr);
  MemoryLocations Places(K.F, Context, Text, Vars, Forms);
  SharedAccess Accesses[2];
  for (unsigned I : {0, 1}) {
    auto Place = Places.lvalue(K.Exprs[I]);
    EXPECT_TRUE(Place) << A << ", " << B;
    if (!Place)
      return Overlap::None;
    Accesses[I].Place = *Place;
    Accesses[I].Type = K.Exprs[I]->getType();
    Accesses[I].At = K.Exprs[I];
    Places.bounds(K.If->getCond(), Accesses[I].Bounds);
  }
  std::vector<Uniformity> Used;
  Overlap How = overlap(Accesses[0], Accesses[1], Forms, Once, {}, Used);
  EXPECT_EQ(How, overlap(Accesses[1], Accesses[0], Forms, Once, {}, Used)) << A << ", " << B;
  return How;
}

TEST(OverlapTest, EachLaneHasItsOwnElement) {
  EXPECT_EQ(meet("s[tid]", "s[tid]"), Overlap::None);
  EXPECT_EQ(meet("s[threadIdx.x]", "s[tid]"), Overlap::None);
  EXPECT_EQ(meet("s[2 * tid + 1]", "s[2 * tid + 1]"), Overlap::None);
  EXPECT_EQ(meet("s[tid + blockDim.x]", "s[tid + blockDim.x]"), Overlap::None);
}

TEST(OverlapTest, ADistanceWithinTheWarpIsAnotherLanesElement) {
  EXPECT_EQ(meet("s[tid]", "s[tid + 1]"), Overlap::Lanes);
  EXPECT_EQ(meet("s[tid]", "s[tid + 31]"), Overlap::Lanes);
  EXPECT_EQ(meet("s[tid - 16]", "s[tid]"), Overlap::Lanes);
  EXPECT_EQ(meet("*(s + tid + 4)", "s[tid]"), Overlap::Lanes);
}

TEST(OverlapTest, AWholeWarpFurtherIsNobodysHere) {
  EXPECT_EQ(meet("s[tid]", "s[tid + 32]"), Overlap::None);
  EXPECT_EQ(meet("s[tid]", "s[tid - 64]"), Overlap::None);
  EXPECT_EQ(meet("s[4 * tid]", "s[4 * tid + 128]"), Overlap::None);
  EXPECT_EQ(meet("s[4 * tid]", "s[4 * tid + 124]"), Overlap::Lanes);
}

TEST(OverlapTest, BetweenTheStridesLiesNothingOfAnother) {
  EXPECT_EQ(meet("s[2 * tid]", "s[2 * tid + 1]"), Overlap::None);
  EXPECT_EQ(meet("s[blockDim.x * (2 * tid + 1)]", "s[blockDim.x * (2 * tid + 2)]"), Overlap::None);
  EXPECT_EQ(meet("s[blockDim.x * (2 * tid + 1)]", "s[blockDim.x * (2 * tid + 3)]"), Overlap::Lanes);
  EXPECT_EQ(meet("s[n * (2 * tid + 1) - 1]", "s[n * (2 * tid + 2) - 1]"), Overlap::May); // n == 0
}

TEST(OverlapTest, OtherStridesMeetInNumbers) {
  EXPECT_EQ(meet("s[tid]", "s[2 * tid]"), Overlap::Lanes);
  EXPECT_EQ(meet("s[2 * tid]", "s[2 * tid + 1]"), Overlap::None);
  EXPECT_EQ(meet("s[tid * tid]", "s[tid * tid]"), Overlap::May);
}

TEST(OverlapTest, LanesThatAreExchanged) {
  EXPECT_EQ(meet("s[tid]", "s[tid ^ 1]"), Overlap::Lanes);
  EXPECT_EQ(meet("s[tid ^ 3]", "s[tid ^ 1]"), Overlap::Lanes);
  EXPECT_EQ(meet("s[tid]", "s[tid ^ 32]"), Overlap::May) << "of another warp";
  EXPECT_EQ(meet("s[tid]", "s[tid ^ n]"), Overlap::Near);
  EXPECT_EQ(meet("s[2 * tid]", "s[(2 * tid) ^ 1]"), Overlap::May);
  EXPECT_EQ(meet("s[tid]", "s[2 * (tid ^ 1)]"), Overlap::Lanes);
}

TEST(OverlapTest, ADistanceThatIsNotKnownMayBeNear) {
  EXPECT_EQ(meet("s[tid]", "s[tid + blockDim.x]"), Overlap::Near);
  EXPECT_EQ(meet("s[tid]", "s[tid + blockIdx.x]"), Overlap::Near);
}

TEST(OverlapTest, OneElementForAllIsASlot) {
  EXPECT_EQ(meet("s[0]", "s[0]"), Overlap::Slot);
  EXPECT_EQ(meet("s[w]", "s[w]"), Overlap::Slot);
  EXPECT_EQ(meet("s[0]", "s[1]"), Overlap::None);
  EXPECT_EQ(meet("s[0]", "s[tid]"), Overlap::May);
}

TEST(OverlapTest, UnderATightGuardWhatIsReadIsBehindWhatIsWritten) {
  EXPECT_EQ(meet("s[tid]", "s[tid + 16]", "tid < 16"), Overlap::None);
  EXPECT_EQ(meet("s[tid]", "s[tid + 16]", "tid <= 15"), Overlap::None);
  EXPECT_EQ(meet("s[tid]", "s[tid + 16]", "16 > threadIdx.x"), Overlap::None);
  EXPECT_EQ(meet("s[tid]", "s[tid + 16]", "tid < 16 && n > 3"), Overlap::None);
  EXPECT_EQ(meet("s[tid]", "s[tid + blockDim.x]", "tid < blockDim.x"), Overlap::None);
}

TEST(OverlapTest, UnderAnotherGuardItIsNot) {
  EXPECT_EQ(meet("s[tid]", "s[tid + 16]", "tid < 17"), Overlap::Lanes);
  EXPECT_EQ(meet("s[tid]", "s[tid + 16]", "tid <= 16"), Overlap::Lanes);
  EXPECT_EQ(meet("s[tid]", "s[tid + 16]", "tid < 16 || n > 3"), Overlap::Lanes);
  EXPECT_EQ(meet("s[tid]", "s[tid + 16]", "tid > 16"), Overlap::Lanes);
  EXPECT_EQ(meet("s[tid]", "s[tid + 16]", "tid - 4 < 16"), Overlap::Lanes);
}

TEST(OverlapTest, ASingleLaneMeetsNobody) {
  EXPECT_EQ(meet("s[0]", "s[n]", "tid == 0"), Overlap::None);
  EXPECT_EQ(meet("s[0]", "s[n]", "lane == 3"), Overlap::None);
  EXPECT_EQ(meet("s[0]", "s[n]", "!lane"), Overlap::None);
  EXPECT_EQ(meet("s[0]", "s[0]", "w == 0"), Overlap::Slot);
}

TEST(OverlapTest, AVariableThatMovesIsTheSameOnlyAtOnce) {
  EXPECT_EQ(meet("s[tid * moving]", "s[tid * moving]", "true", /*Once=*/false), Overlap::May);
  EXPECT_EQ(meet("s[tid + moving]", "s[tid + moving]", "true", /*Once=*/false), Overlap::May);
}

TEST(OverlapTest, ObjectsOfTheirOwnAreApart) {
  EXPECT_EQ(meet("s[tid]", "t[tid + 1]"), Overlap::None);
  EXPECT_EQ(meet("s[tid]", "p[tid + 1]"), Overlap::None);
}

TEST(OverlapTest, RowsAndMembers) {
  EXPECT_EQ(meet("rows[w][lane]", "rows[w][lane]"), Overlap::None);
  EXPECT_EQ(meet("rows[0][lane]", "rows[1][lane + 1]"), Overlap::None);
  EXPECT_EQ(meet("rows[w][lane]", "rows[w][lane + 1]"), Overlap::Lanes);
  EXPECT_EQ(meet("pairs[tid].a", "pairs[tid + 1].b"), Overlap::None);
  EXPECT_EQ(meet("pairs[tid].a", "pairs[tid + 1].a"), Overlap::Lanes);
  EXPECT_EQ(meet("either[tid].a", "either[tid].b"), Overlap::None);
  EXPECT_NE(meet("either[tid].a", "either[tid + 1].b"), Overlap::None);
}

TEST(OverlapTest, ElementsOfAnotherSizeAreKnownFromTheBeginningOnly) {
  EXPECT_EQ(meet("s[tid]", "((char *)s)[tid]"), Overlap::May);
  EXPECT_EQ(meet("((float *)s)[tid]", "((float *)s)[tid + 1]"), Overlap::Lanes);
  EXPECT_EQ(meet("((float *)(s + 1))[tid]", "((float *)(s + 1))[tid]"), Overlap::May);
}

} // namespace
