#include "Analysis/Convergence/LaneNumber.h"

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

bool isThreadX(const FunctionView &View, const Expr *E) {
  if (const VarDecl *V = onlyInitialised(View, E))
    return isThreadX(View, V->getInit());
  return View.Text.text(E->IgnoreParenCasts()->getSourceRange()) == "threadIdx.x";
}

bool wrapsRegister(const Expr *E, StringRef Register) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenCasts());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const FunctionDecl *Definition = nullptr;
  if (!F || !F->hasBody(Definition) || Call->getNumArgs() != 0)
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body || Body->size() > 3)
    return false;
  return llvm::any_of(Body->body(), [&](const Stmt *S) {
    const auto *Asm = dyn_cast<GCCAsmStmt>(S);
    return Asm && StringRef(Asm->getAsmString()).contains(("%" + Register + ";").str());
  });
}

LaneNumber laneNumber(const FunctionView &View, const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const VarDecl *V = onlyInitialised(View, E))
    return laneNumber(View, V->getInit());
  if (wrapsRegister(E, "laneid"))
    return LaneNumber::Lane;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || (B->getOpcode() != BO_And && B->getOpcode() != BO_Rem) || !isThreadX(View, B->getLHS()))
    return LaneNumber::None;
  std::optional<int64_t> N = View.constant(B->getRHS());
  // The toolkit's variable is no constant expression.
  std::string Text = View.Text.text(B->getRHS()->IgnoreParens()->getSourceRange());
  llvm::erase(Text, ' ');
  bool Mask = B->getOpcode() == BO_And && (N == WarpWidth - 1 || Text == "warpSize-1");
  bool Rest = B->getOpcode() == BO_Rem && (N == WarpWidth || Text == "warpSize");
  return Mask || Rest ? LaneNumber::OfThreadX : LaneNumber::None;
}

} // namespace coopify
