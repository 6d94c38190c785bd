#include "Analysis/Convergence/LaneNumber.h"

#include "Analysis/Operations/AsmOperation.h"
#include "Analysis/Source/Builtins.h"

using namespace clang;

namespace coopify {

const VarDecl *onlyInitialised(const FunctionView &View, const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->hasLocalStorage() || !V->getInit() || isa<ParmVarDecl>(V) ||
      !View.Analysis.variables().followed(V) ||
      View.Analysis.variables().assignments(V).size() != 1)
    return nullptr;
  return V;
}

/// \p E without conversions that keep the low bits of a number. What is a conversion yet keeps
/// something else: whether it is zero, a fraction.
static const Expr *sameBits(const Expr *E, const ASTContext &Context) {
  for (;;) {
    E = E->IgnoreParens();
    const auto *C = dyn_cast<CastExpr>(E);
    if (!C || (C->getCastKind() != CK_IntegralCast && C->getCastKind() != CK_LValueToRValue &&
               C->getCastKind() != CK_NoOp))
      return E;
    if (C->getCastKind() == CK_IntegralCast && Context.getIntWidth(C->getType()) < 8)
      return E;
    E = C->getSubExpr();
  }
}

bool isThreadX(const FunctionView &View, const Expr *E) {
  E = sameBits(E, View.Context);
  if (isa<CastExpr>(E))
    return false;
  if (const VarDecl *V = onlyInitialised(View, E))
    return isThreadX(View, V->getInit());
  return isThreadIdxX(E, View.Text);
}

/// `unsigned r; asm("mov.u32 %0, %laneid;" : "=r"(r)); return r;`
bool wrapsRegister(const Expr *E, StringRef Register) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenCasts());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const FunctionDecl *Definition = nullptr;
  if (!F || !F->hasBody(Definition) || Call->getNumArgs() != 0 ||
      !F->getReturnType()->isIntegerType() ||
      F->getASTContext().getIntWidth(F->getReturnType()) < 32)
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body || Body->size() != 3 || !isa<DeclStmt>(Body->body_begin()[0]))
    return false;
  const auto *Asm = dyn_cast<GCCAsmStmt>(Body->body_begin()[1]);
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_begin()[2]);
  if (!Asm || !Return || !Return->getRetValue() || !movesRegister(Asm, Register))
    return false;
  const auto *Set = dyn_cast<DeclRefExpr>(Asm->getOutputExpr(0)->IgnoreParenImpCasts());
  const auto *Read = dyn_cast<DeclRefExpr>(Return->getRetValue()->IgnoreParenImpCasts());
  return Set && Read && Set->getDecl() == Read->getDecl();
}

LaneNumber laneNumber(const FunctionView &View, const Expr *E) {
  E = sameBits(E, View.Context);
  if (isa<CastExpr>(E))
    return LaneNumber::None;
  if (const VarDecl *V = onlyInitialised(View, E))
    return laneNumber(View, V->getInit());
  if (wrapsRegister(E, "laneid"))
    return LaneNumber::Lane;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || (B->getOpcode() != BO_And && B->getOpcode() != BO_Rem) || !isThreadX(View, B->getLHS()))
    return LaneNumber::None;
  std::optional<int64_t> N = laneConstant(B->getRHS(), View.Text, View.Context);
  bool Mask = B->getOpcode() == BO_And && N == WarpWidth - 1;
  bool Rest = B->getOpcode() == BO_Rem && N == WarpWidth;
  return Mask || Rest ? LaneNumber::OfThreadX : LaneNumber::None;
}

} // namespace coopify
