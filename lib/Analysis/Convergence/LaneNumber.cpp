#include "Analysis/Convergence/LaneNumber.h"

#include "Analysis/Operations/AsmOperation.h"
#include "Analysis/Operations/OneLiners.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

const VarDecl *onlyInitialised(const FunctionView &View, const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->hasLocalStorage() || !V->getInit() || isa<ParmVarDecl>(V) ||
      !View.Analysis.variables().followed(V) ||
      View.Analysis.variables().assignments(V).size() != 1)
    return nullptr;
  return View.Analysis.variables().assignments(V)[0].Value == V->getInit() ? V : nullptr;
}

/// A conversion to an integer of \p Bits and that sign leaves what is asked for as it was.
using Keeps = bool (*)(unsigned Bits, bool Signed);

/// The numbers of a block's threads are below 1024.
static bool keepNumber(unsigned Bits, bool) { return Bits >= 16; }
static bool keepLowBits(unsigned Bits, bool) { return Bits >= 8; }
/// What `%` leaves of it: of a number that became negative that is another one.
static bool keepRest(unsigned Bits, bool Signed) { return Bits >= (Signed ? 16 : 8); }

/// \p E without conversions that \p Keep it. What is a conversion yet keeps something else: whether
/// it is zero, a fraction.
static const Expr *converted(const Expr *E, const ASTContext &Context, Keeps Keep) {
  for (;;) {
    E = E->IgnoreParens();
    const auto *C = dyn_cast<CastExpr>(E);
    if (!C || (C->getCastKind() != CK_IntegralCast && C->getCastKind() != CK_LValueToRValue &&
               C->getCastKind() != CK_NoOp))
      return E;
    if (C->getCastKind() == CK_IntegralCast &&
        !Keep(Context.getIntWidth(C->getType()), C->getType()->isSignedIntegerOrEnumerationType()))
      return E;
    E = C->getSubExpr();
  }
}

const Expr *sameLowBits(const Expr *E, const ASTContext &Context) {
  return converted(E, Context, keepLowBits);
}

static bool isThreadX(const FunctionView &View, const Expr *E, Keeps Keep) {
  E = converted(E, View.Context, Keep);
  if (isa<CastExpr>(E))
    return false;
  if (const VarDecl *V = onlyInitialised(View, E))
    return isThreadX(View, V->getInit(), Keep);
  return isThreadIdxX(E, View.Text);
}

bool isThreadX(const FunctionView &View, const Expr *E) { return isThreadX(View, E, keepNumber); }

bool isRestOfThreadX(const FunctionView &View, const Expr *E, unsigned N) {
  const auto *B = dyn_cast<BinaryOperator>(E);
  const bool And = B && B->getOpcode() == BO_And;
  if (!B || (!And && B->getOpcode() != BO_Rem) ||
      !isThreadX(View, B->getLHS(), And ? keepLowBits : keepRest))
    return false;
  return laneConstant(B->getRHS(), View.Text, View.Context) == (And ? N - 1 : N);
}

/// `unsigned r; asm("mov.u32 %0, %laneid;" : "=r"(r)); return r;`
bool wrapsRegister(const Expr *E, StringRef Register) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenCasts());
  const FunctionDecl *F = Call ? bodyThatRuns(Call) : nullptr;
  auto HoldsAll = [&](QualType T) {
    return T->isIntegerType() && F->getASTContext().getIntWidth(T) >= 32;
  };
  if (!F || Call->getNumArgs() != 0 || !HoldsAll(F->getReturnType()))
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(F->getBody());
  if (!Body || Body->size() != 3 || !isa<DeclStmt>(Body->body_begin()[0]))
    return false;
  const auto *Asm = dyn_cast<GCCAsmStmt>(Body->body_begin()[1]);
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_begin()[2]);
  if (!Asm || !Return || !Return->getRetValue() || !movesRegister(Asm, Register))
    return false;
  const auto *Set = dyn_cast<DeclRefExpr>(Asm->getOutputExpr(0)->IgnoreParenImpCasts());
  const auto *Read = dyn_cast<DeclRefExpr>(Return->getRetValue()->IgnoreParenImpCasts());
  return Set && Read && Set->getDecl() == Read->getDecl() && HoldsAll(Set->getType());
}

bool holdsRegister(const VarDecl *V, const Variables &Vars, ASTContext &Context,
                   StringRef Register) {
  if (!V->hasLocalStorage() || V->getInit() || isa<ParmVarDecl>(V) || !Vars.followed(V) ||
      Vars.assignments(V).size() != 1)
    return false;
  const Expr *Output = Vars.assignments(V)[0].At;
  DynTypedNodeList Parents = Context.getParents(*Output);
  const auto *Asm = Parents.empty() ? nullptr : Parents[0].get<GCCAsmStmt>();
  return Asm && movesRegister(Asm, Register);
}

bool holdsRegister(const FunctionView &View, const Expr *E, StringRef Register) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && holdsRegister(V, View.Analysis.variables(), View.Context, Register);
}

LaneNumber laneNumber(const FunctionView &View, const Expr *E) {
  E = sameLowBits(E, View.Context);
  if (isa<CastExpr>(E))
    return LaneNumber::None;
  if (const VarDecl *V = onlyInitialised(View, E))
    return laneNumber(View, V->getInit());
  if (View.toolkitCallee(E) == "__lane_id" || wrapsRegister(E, "laneid") ||
      holdsRegister(View, E, "laneid"))
    return LaneNumber::Lane;
  const auto *Call = dyn_cast<CallExpr>(E); // laneOf(), with no parameters to follow
  const Expr *In = Call && Call->getNumArgs() == 0 ? returnedBy(Call, View.Text) : nullptr;
  if (In && (!callOf(In) || wrapsRegister(In, "laneid")))
    return laneNumber(View, In);
  return isRestOfThreadX(View, E, warpWidth()) ? LaneNumber::OfThreadX : LaneNumber::None;
}

} // namespace coopify
