//===- Exprs.cpp -------------------------------------------------------===//

#include "Analysis/Source/Exprs.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

bool bitsOnly(const Expr *E, ASTContext &Context) {
  for (const Stmt *Current = E;;) {
    DynTypedNodeList Parents = Context.getParents(*Current);
    if (Parents.size() != 1)
      return false;
    if (const auto *V = Parents[0].get<VarDecl>())
      return !V->getType()->getContainedAutoType();
    const auto *P = Parents[0].get<Stmt>();
    if (!P)
      return false;
    if (isa<ReturnStmt>(P))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(P))
      return Call->getDirectCallee() && !Call->getDirectCallee()->isVariadic() &&
             !Call->getDirectCallee()->isTemplateInstantiation();
    const auto *Whole = dyn_cast<Expr>(P);
    if (!Whole || !Whole->getType()->isIntegerType() || Context.getIntWidth(Whole->getType()) != 32)
      return false;
    const auto *B = dyn_cast<BinaryOperator>(P);
    if (B && (B->getOpcode() == BO_Assign || B->getOpcode() == BO_EQ || B->getOpcode() == BO_NE ||
              B->getOpcode() == BO_AddAssign))
      return Context.getIntWidth(B->getLHS()->getType()) == 32;
    if (!isa<ParenExpr, CastExpr, FullExpr>(P) && !(B && B->getOpcode() == BO_Add))
      return false;
    Current = P;
  }
}

const CallExpr *callOf(const Expr *E) { return dyn_cast<CallExpr>(E->IgnoreParenCasts()); }

} // namespace coopify
