#include "Extract/Errors/BrokenFunctions.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace coopify {

bool holdsError(const FunctionDecl *F) {
  if (F->isInvalidDecl())
    return true;
  struct Finder : DynamicRecursiveASTVisitor {
    bool Found = false;
    bool VisitExpr(Expr *E) override { return !(Found |= isa<RecoveryExpr>(E)); }
    bool VisitVarDecl(VarDecl *V) override { return !(Found |= V->isInvalidDecl()); }
  } Look;
  Look.TraverseStmt(F->getBody());
  return Look.Found;
}

static void forget(std::vector<Uniformity> &All, const Uniformity &Unknown) {
  for (Uniformity &U : All)
    U = Unknown;
}

void forgetFacts(FunctionSummary &F) {
  const Uniformity Unknown =
      divergent(ObstacleKind::Unknown, "'" + F.Name + "' has an error that the parser met here",
                F.ParseErrorAt);
  for (CallEdge &E : F.Calls) {
    E.Conv = {Unknown, /*Exits=*/true, {}, {}, Unknown};
    E.Few.reset();
    forget(E.Args, Unknown);
    for (PassedLaneAffine &A : E.LaneAffineArgs)
      A.Groups.reset();
    E.ConstantArgs.clear();
    forget(E.OutsideShared, Unknown);
    E.Apart.clear();
    for (std::optional<Uniformity> *Of : {&E.Object, &E.ObjectPlace})
      if (*Of)
        *Of = Unknown;
  }
  F.Return = Unknown;
  F.Slots.clear();
}

} // namespace coopify
