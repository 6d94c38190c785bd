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

} // namespace coopify
