//===- LaneNumbers.cpp - subscripts as numbers, lane by lane --------------===//
//
// Exchanges are written in many ways: s[t ^ 4], s[(t + 1) % 32], s[31 - t], s[t ? t - 1 : 31]. What
// they have in common shows in numbers: of the lanes of a warp one names another one's element.
//
//===----------------------------------------------------------------------===//

#include "Analysis/SharedMemory/Index/LaneNumbers.h"

#include <algorithm>

using namespace clang;

namespace coopify {

namespace {

using Number = std::optional<int64_t>;

/// A number as C++ has it in the operator's type; nullopt: it depends on the type's size.
Number asOperand(int64_t N, bool Unsigned, bool Long) {
  if (!Unsigned || N >= 0)
    return N;
  return Long ? std::nullopt : Number(uint32_t(N));
}

Number quotient(StringRef Op, int64_t L, int64_t R) {
  if (R == 0 || (L == INT64_MIN && R == -1))
    return std::nullopt;
  return Op == "/" ? L / R : L % R;
}

Number shifted(StringRef Op, int64_t L, int64_t R) {
  if (R < 0 || R >= 32 || std::abs(L) > INT32_MAX)
    return std::nullopt;
  return Op == "<<" ? L * (int64_t(1) << R) : L >> R;
}

/// \p Operator is followed by the type that it works in, where that matters.
Number applied(StringRef Operator, int64_t L, int64_t R) {
  const StringRef Op =
      Operator.take_while([](char C) { return StringRef("/%<>=!&|^:?").contains(C); });
  const bool Unsigned = Operator.contains("unsigned"), Long = Operator.contains("long");
  const Number A = asOperand(L, Unsigned, Long), B = asOperand(R, Unsigned, Long);
  if (Op == "&")
    return L & R;
  if (Op == "|")
    return L | R;
  if (Op == "^")
    return L ^ R;
  if (!A || !B)
    return std::nullopt;
  if (Op == "/" || Op == "%") {
    const bool Typed = Op.size() < Operator.size();
    return Typed || (*A >= 0 && *B > 0) ? quotient(Op, *A, *B) : std::nullopt;
  }
  if (Op == "<<" || Op == ">>")
    return shifted(Op, *A, *B);
  if (Op == "<" || Op == "<=")
    return Op == "<" ? *A < *B : *A <= *B;
  if (Op == "==" || Op == "!=")
    return (*A == *B) == (Op == "==");
  if (Operator == "min" || Operator == "max")
    return Operator == "min" ? std::min(L, R) : std::max(L, R);
  return std::nullopt;
}

} // namespace

/// A number that is equal in the warp: some one of which nothing follows, or a distance.
int64_t LaneNumbers::uniform(unsigned Id) const {
  static constexpr int64_t Steps[] = {1000003, 64, 7};
  return Distance ? Distance : Steps[Seed] * (Id + 1) + (Seed == 1 ? 0 : 3);
}

Number LaneNumbers::symbol(unsigned Id, int64_t Lane) {
  const SymbolicIndex::Symbol &S = Forms.Symbols[Id];
  if (!S.Operator.empty())
    return operation(S, Lane);
  const bool Fixed = Fixes(Id) || Distance;
  if (Fixed && S.Declares && S.As)
    return of(*S.As, Lane);
  const bool Equal = S.Is.Scale == 0 && S.Is.U.UniformOver >= warpWidth();
  if (Equal && Fixed)
    return uniform(Id);
  const bool Counts = S.Is.Scale == 1 && S.Is.U.UniformOver >= warpWidth() && S.Moves.empty();
  const bool OfCallers = Candidate && S.Is.Scale == 0 && S.Moves.empty();
  if (OfCallers && *Candidate != Id)
    return uniform(Id);
  if (!(Candidate ? OfCallers : Counts) || (Counted && *Counted != Id))
    return std::nullopt;
  Counted = Id;
  return S.Is.Is == Shape::ThreadX ? Base + Lane : Lane;
}

Number LaneNumbers::operation(const SymbolicIndex::Symbol &S, int64_t Lane) {
  if (S.Operator == "?") { // s[lane ? lane - 1 : 31]
    const Number Is = of(S.Operands[0], Lane);
    return Is ? of(S.Operands[*Is ? 1 : 2], Lane) : std::nullopt;
  }
  const Number L = of(S.Operands[0], Lane);
  const Number R = L ? of(S.Operands[1], Lane) : std::nullopt;
  return R ? applied(S.Operator, *L, *R) : std::nullopt;
}

Number LaneNumbers::of(const Polynomial &P, int64_t Lane) {
  int64_t Sum = 0;
  for (const auto &[Product, N] : P.terms()) {
    int64_t Term = N;
    for (unsigned Id : Product) {
      const Number Factor = symbol(Id, Lane);
      if (!Factor || __builtin_mul_overflow(Term, *Factor, &Term))
        return std::nullopt;
    }
    if (__builtin_add_overflow(Sum, Term, &Sum))
      return std::nullopt;
  }
  return Sum;
}

/// The elements of a place that lanes name, by their subscripts.
std::optional<LaneNumbers::Elements> LaneNumbers::elements(ArrayRef<Polynomial> Subscripts) {
  Elements Out(warpWidth());
  for (const Polynomial &P : Subscripts)
    for (unsigned Lane = 0; Lane < warpWidth(); ++Lane) {
      const Number N = of(P, Lane);
      if (!N)
        return std::nullopt;
      Out[Lane].push_back(*N);
    }
  return Out;
}

/// The lanes that come there, as far as conditions are known.
std::vector<bool> LaneNumbers::lanes(ArrayRef<LaneBound> Bounds) {
  std::vector<bool> Come(warpWidth(), true);
  for (const LaneBound &B : Bounds)
    for (unsigned Lane = 0; Lane < warpWidth() && B.X.Poly && B.Bound.Poly; ++Lane) {
      const Number X = of(*B.X.Poly, Lane), E = X ? of(*B.Bound.Poly, Lane) : std::nullopt;
      if (E)
        Come[Lane] = Come[Lane] && (B.Equal ? *X == *E : *X < *E);
    }
  return Come;
}

static size_t different(LaneNumbers::Elements Of) {
  llvm::sort(Of);
  return std::unique(Of.begin(), Of.end()) - Of.begin();
}

/// Lanes of the block's first warp, or of another one: `if (threadIdx.x > 24)`.
bool LaneNumbers::meet(const LanePlace &A, const LanePlace &B) {
  Base = 0;
  if (meetInWarp(A, B))
    return true;
  Base = OtherWarp;
  return Counted && Forms.Symbols[*Counted].Is.Is == Shape::ThreadX && meetInWarp(A, B);
}

bool LaneNumbers::meetInWarp(const LanePlace &A, const LanePlace &B) {
  Counted.reset();
  auto OfA = elements(A.Subscripts), OfB = OfA ? elements(B.Subscripts) : std::nullopt;
  if (!OfB || !Counted || different(*OfA) < 2 || different(*OfB) < 2)
    return false;
  if (Candidate && !exchanged(*OfA, *OfB))
    return false;
  const std::vector<bool> InA = lanes(A.Bounds), InB = lanes(B.Bounds);
  for (unsigned I = 0; I < warpWidth(); ++I)
    for (unsigned J = 0; J < warpWidth(); ++J)
      if (I != J && InA[I] && InB[J] && (*OfA)[I] == (*OfB)[J])
        return true;
  return false;
}

/// Each lane has an element of its own, and names that of one lane.
bool LaneNumbers::exchanged(Elements A, Elements B) {
  llvm::sort(A);
  llvm::sort(B);
  return A == B && different(std::move(A)) == warpWidth();
}

bool LaneNumbers::exchange(const LanePlace &A, const LanePlace &B) {
  std::set<unsigned> Named;
  for (const LanePlace *Each : {&A, &B})
    for (const Polynomial &P : Each->Subscripts)
      Forms.parts(P, Named);
  return llvm::any_of(Named, [&](unsigned Id) {
    Candidate = Id;
    return Forms.Symbols[Id].Operator.empty() && shown(A, B);
  });
}

/// Whatever the numbers are that are equal in the warp.
bool LaneNumbers::shown(const LanePlace &A, const LanePlace &B) {
  Distance = 0;
  bool Shown = true;
  for (Seed = 0; Seed < Seeds && Shown; ++Seed)
    Shown = meet(A, B);
  Seed = 0;
  return Shown;
}

Overlap LaneNumbers::compare(const LanePlace &A, const LanePlace &B) {
  if (shown(A, B))
    return Overlap::Lanes;
  for (int64_t Each : {1, 2, 4, 8, 16, 32, 64, 96}) {
    Distance = Each;
    if (meet(A, B))
      return Overlap::Near;
  }
  return Overlap::May;
}

} // namespace coopify
