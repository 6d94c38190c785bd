//===- MemoryLocationsTest.cpp - what marked expressions lead to ----------===//
//
// A mark says what memory the element or pointer behind it leads to: "$shared s^", "$unknown^",
// "$nothing^" for what no other lane shares. "leaked": pointers that are not followed may lead
// there. "somewhere in": which element is not known. Of an assignment it is about the target.
//
//===----------------------------------------------------------------------===//

#include "../CudaSnippet.h"
#include "Analysis/SharedMemory/HelperEffects.h"

#include "gtest/gtest.h"

using namespace clang;
using namespace coopify;

namespace {

std::string print(const std::optional<MemoryLocation> &P) {
  if (!P)
    return "nothing";
  static constexpr StringRef Kinds[] = {"shared",       "dynamic", "parameter",
                                        "kernel array", "this",    "unknown"};
  std::string Out = Kinds[P->Of].str();
  if (P->Root)
    Out += " " + P->Root->getNameAsString();
  if (P->Root &&
      (!P->Exact || (!P->Path.empty() && !P->Path.back().Field && !P->Path.back().Index.Poly)))
    Out = "somewhere in " + Out;
  return P->Leaked ? Out + " leaked" : Out;
}

const Expr *expressionAt(const Mark &M) {
  const auto *E = dyn_cast_or_null<Expr>(M.At);
  while (const auto *Full = dyn_cast_or_null<FullExpr>(E))
    E = Full->getSubExpr();
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(E); B && B->isAssignmentOp())
    E = B->getLHS();
  return E;
}

/// What the expression at each mark leads to.
void places(StringRef Code) {
  CudaSnippet S(Code);
  for (const Mark &M : S.marks()) {
    const Expr *E = expressionAt(M);
    ASSERT_TRUE(E) << M.Name;
    FunctionView View = S.view(M);
    SymbolicIndex Forms(M.Function, S.context(), View.Analysis.variables(), &View.Analysis);
    MemoryLocations Places(M.Function, S.context(), S.text(), View.Analysis.variables(), Forms);
    bool Pointer = E->getType()->isPointerType() && !E->isGLValue();
    EXPECT_EQ(print(Pointer ? Places.pointee(E) : Places.lvalue(E)), M.Name)
        << "line " << M.Line << ": " << S.text().text(E->getSourceRange());
  }
}

TEST(MemoryLocationsTest, VariablesByTheirNames) {
  places(R"(__shared__ int file[32];
  __global__ void k(int *in) {
    __shared__ int s[32]; extern __shared__ int d[]; int own[4], x;
    $shared s^s[threadIdx.x] = 1;
    $dynamic d^d[threadIdx.x] = 1;
    $shared file^file[threadIdx.x] = 1;
    $nothing^own[1] = 1;
    $nothing^x = 1;
    $kernel array in^in[0] = 1;
  })");
}

TEST(MemoryLocationsTest, AFunctionsOwnVariableIsNotWhatItIsPassed) {
  places(R"(__shared__ int file[32];
  __device__ void f(int *p, int &r) {
    __shared__ int own[32]; extern __shared__ int d[];
    $shared own^own[threadIdx.x] = 1;
    $shared file leaked^file[threadIdx.x] = 1;
    $dynamic d leaked^d[threadIdx.x] = 1;
    $parameter p^p[threadIdx.x] = 1;
    $parameter r^r = 1;
  })");
}

TEST(MemoryLocationsTest, OneOfTwoIsBothOrAnything) {
  places(R"(struct Both { int a[32], b[32]; };
  __global__ void k(int *in, int *other, int n) {
    __shared__ Both both; __shared__ int s[32], t[32];
    int *field = both.a; if (n) field = both.b;
    $somewhere in shared both^field[threadIdx.x] = 1;
    int *array = n ? s : t;
    $unknown^array[threadIdx.x] = 1;
    $shared s leaked^s[threadIdx.x] = 1;
    int *global = n ? in : other;
    $kernel array^global[threadIdx.x] = 1;
  })");
}

TEST(MemoryLocationsTest, PointersThatAreSwappedLeadToWhatBothDid) {
  places(R"(__global__ void k(int *in) {
    __shared__ int buffer[2][32];
    int *from = buffer[0], *to = buffer[1];
    for (int i = 0; i < 5; ++i) {
      $somewhere in shared buffer^to[threadIdx.x] = from[threadIdx.x];
      int *swap = from; from = to; to = swap;
    }
  })");
}

TEST(MemoryLocationsTest, LocalReferencesAndCasts) {
  places(R"(__global__ void k(int *in) {
    __shared__ int s[32]; int x;
    int &mine = s[threadIdx.x], &own = x;
    __shared__ int r[32];
    $shared s leaked^mine = 1;
    $nothing^own = 1;
    $shared r^reinterpret_cast<volatile int (&)[32]>(r)[3] = 1;
    $somewhere in shared r^((short *)(r + 1))[3] = 1;
    int *elsewhere = (int *)(unsigned long)&s[1];
    $unknown^elsewhere[0] = 1;
  })");
}

TEST(MemoryLocationsTest, ANumberThatMovesIsHeldWhereThePointerIsSet) {
  places(R"(__global__ void k(int *in) {
    __shared__ int s[64];
    int o = 0; int *p = s + threadIdx.x + o; int *q = s; o = 4;
    $shared s^*p = 1;
    q = q + o;
    $somewhere in shared s^*q = 1;
  })");
  CudaSnippet S(R"(__global__ void k(int *in) {
    __shared__ int s[64];
    int o = 0; int *p = s + o; o = 4;
    $held^*p = 1; $moved^s[o] = 1;
  })");
  FunctionView View = S.view(S.mark("held"));
  const Variables &Vars = View.Analysis.variables();
  SymbolicIndex Forms(View.Function, S.context(), Vars, &View.Analysis);
  MemoryLocations Places(View.Function, S.context(), S.text(), Vars, Forms);
  auto Held = Places.lvalue(expressionAt(S.mark("held")));
  auto Moved = Places.lvalue(expressionAt(S.mark("moved")));
  ASSERT_TRUE(Held && Moved);
  EXPECT_NE(Held->Path.back().Index.Poly, Moved->Path.back().Index.Poly);
}

TEST(MemoryLocationsTest, MembersAndMemory) {
  places(R"(struct Rows { int *row; int count; };
  __constant__ Rows rows;
  struct Block {
    int *p, x;
    __device__ void run(Rows *r) {
      $this^x = 1;
      $unknown^p[0] = 1;
      $unknown^r->row[0] = 1;
      $parameter r^r->count = 1;
    }
  };
  __global__ void k(Rows by, Rows changed, int **pointers) {
    $nothing^by.row[0] = 1;
    $nothing^rows.row[0] = 1;
    changed.row = pointers[1];
    $unknown^changed.row[0] = 1;
    $unknown^pointers[0][1] = 1;
  })");
}

TEST(MemoryLocationsTest, AddressesThatGetAway) {
  places(R"(struct Keeper { int *p; __device__ Keeper(int *p) : p(p) {} };
  __device__ int *same(int *p) { return p; }
  __device__ void look(const int *p, int *q) { q[0] = p[0]; }
  __device__ void unseen(int *p);
  __global__ void k(int **out) {
    __shared__ int kept[4], returned[4], looked[4], stored[4], passed[4], captured[4], number[4];
    Keeper keeper(kept);
    int *r = same(returned);
    look(looked, looked + 1);
    out[0] = stored;
    unseen(passed);
    int *q = captured;
    auto lambda = [=] { return q[0]; };
    unsigned long address = (unsigned long)number;
    $shared kept leaked^kept[0] = 1;
    $shared returned leaked^returned[0] = 1;
    $unknown^r[0] = 1;
    $shared looked^looked[0] = 1;
    $shared stored leaked^stored[0] = 1;
    $shared passed leaked^passed[0] = 1;
    $shared captured leaked^captured[0] = 1;
    $shared number leaked^number[0] = 1;
  })");
}

} // namespace
