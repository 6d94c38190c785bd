//===- LaneBounds.cpp - what conditions say of lanes ----------------------===//

#include "Analysis/SharedMemory/SharedAccess.h"

using namespace clang;

namespace coopify {

void MemoryLocations::bounds(const Expr *Condition, std::vector<LaneBound> &Out) {
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_LNot) {
    if (IndexForm X = Forms.of(U->getSubExpr()->IgnoreParenImpCasts()); X.Poly)
      Out.push_back({X, IndexForm{Polynomial(), constant(0)}, true});
    return;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return;
  if (B->getOpcode() == BO_LAnd) {
    bounds(B->getLHS(), Out);
    bounds(B->getRHS(), Out);
    return;
  }
  bool Rotated = B->getOpcode() == BO_GT || B->getOpcode() == BO_GE;
  if (!Rotated && B->getOpcode() != BO_LT && B->getOpcode() != BO_LE && B->getOpcode() != BO_EQ)
    return;
  const Expr *Less = Rotated ? B->getRHS() : B->getLHS(),
             *More = Rotated ? B->getLHS() : B->getRHS();
  if (!Less->getType()->isIntegerType() || !More->getType()->isIntegerType())
    return;
  LaneBound L{Forms.of(Less), Forms.of(More), B->getOpcode() == BO_EQ};
  L.X.Is.NonNegative |= Less->getType()->isUnsignedIntegerType();
  if (!L.X.Poly || !L.Bound.Poly)
    return;
  L.Wraps = Less->getType()->isUnsignedIntegerType() && !L.Bound.Is.NonNegative;
  // Of numbers it says only whether the instance gets there at all.
  if (L.X.Poly->constant() && L.Bound.Poly->constant())
    return;
  if (B->getOpcode() == BO_LE || B->getOpcode() == BO_GE)
    L.Bound.Poly = *L.Bound.Poly + Polynomial::number(1);
  Out.push_back(std::move(L));
}

bool oneForAll(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms) {
  for (const auto &[P, Q] : llvm::zip(A.Place.Path, B.Place.Path)) {
    if (P.Field != Q.Field || (!P.Field && (!P.Index.Poly || !Q.Index.Poly)))
      return false;
    if (P.Field)
      continue;
    std::vector<Uniformity> Used;
    auto LP = Forms.lanes(*P.Index.Poly, Used), LQ = Forms.lanes(*Q.Index.Poly, Used);
    if (!LP || !LQ)
      return false;
    auto Constant = [](const LaneAffineIndex &L) {
      auto It = L.Rest.terms().find({});
      return It == L.Rest.terms().end() ? 0 : It->second;
    };
    if (LP->X.has_value() != LQ->X.has_value())
      return std::abs(Constant(*LP) - Constant(*LQ)) < int64_t(warpWidth());
  }
  return false;
}

/// What \p Of is where the number \p X of threads is \p T; nullopt: it is made of others as well.
static std::optional<int64_t> at(const IndexForm &Of, unsigned X, int64_t T,
                                 const SymbolicIndex &Forms) {
  std::vector<Uniformity> Used;
  const auto L = Of.Poly ? Forms.lanes(*Of.Poly, Used) : std::nullopt;
  const auto Rest = L ? L->Rest.constant() : std::nullopt;
  if (!Rest || !L->X)
    return Rest;
  const auto Stride = L->Stride.constant();
  return *L->X == X && Stride ? std::optional(*Stride * T + *Rest) : std::nullopt;
}

/// `if (t < 8) s[t] = s[20]`: no lane that comes has this element for its own. \p Own counts lanes,
/// \p One does not.
static bool keepsOut(const SharedAccess &Own, const SharedAccess &One, const SymbolicIndex &Forms) {
  if (Own.Place.Path.size() != 1 || One.Place.Path.size() != 1)
    return false;
  std::vector<Uniformity> Used;
  const PathStep &Step = Own.Place.Path.front();
  const auto Lanes = Step.Index.Poly ? Forms.lanes(*Step.Index.Poly, Used) : std::nullopt;
  if (!Lanes || !Lanes->X || Lanes->Stride != Polynomial::number(1))
    return false;
  const auto First = Lanes->Rest.constant(),
             Element = at(One.Place.Path.front().Index, *Lanes->X, 0, Forms);
  if (!First || !Element)
    return false;
  return llvm::any_of(Own.Bounds, [&](const LaneBound &G) {
    const auto X = at(G.X, *Lanes->X, *Element - *First, Forms),
               Bound = at(G.Bound, *Lanes->X, *Element - *First, Forms);
    // A number below 0 may be a large one of its type.
    return !G.Wraps && X && Bound && *X >= 0 && *Bound >= 0 &&
           (G.Equal ? *X != *Bound : *X >= *Bound);
  });
}

bool readForAll(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms) {
  return oneForAll(A, B, Forms) && !keepsOut(A, B, Forms) && !keepsOut(B, A, Forms);
}

} // namespace coopify
