//===- GridBarrier.cpp - barriers over blocks by a counter and a loop --------===//

#include "Analysis/Convergence/Flow/LoopWaits.h"
#include "Analysis/SharedMemory/Index/SymbolicIndex.h"
#include "Analysis/SharedMemory/Steps/SharedSteps.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

#include "clang/AST/Attr.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

using Names = llvm::SmallPtrSet<const ValueDecl *, 8>;

/// What in \p S names memory that blocks share: pointers, arrays and variables of the device.
void memoryNamed(const Stmt *S, Names &Out) {
  if (!S)
    return;
  const ValueDecl *V = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    V = Ref->getDecl();
  else if (const auto *M = dyn_cast<MemberExpr>(S))
    V = M->getMemberDecl();
  const auto *Var = dyn_cast_or_null<VarDecl>(V);
  const bool Shared = Var && Var->hasAttr<CUDASharedAttr>();
  const bool Device = Var && Var->hasGlobalStorage() && Var->hasAttr<CUDADeviceAttr>();
  if (V && !Shared && (Device || V->getType()->isPointerType() || V->getType()->isArrayType()))
    Out.insert(V);
  for (const Stmt *Part : S->children())
    memoryNamed(Part, Out);
}

/// A block's own number is part of it, or a variable that was set to that.
bool namesBlock(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && builtinNumber(E).first == "blockIdx")
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->getInit())
      return namesBlock(V->getInit());
  return llvm::any_of(S->children(), namesBlock);
}

/// An element of a certain block's, which its own number chooses: no barrier of all.
bool ofCertainBlock(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(S); A && namesBlock(A->getIdx()))
    return true;
  return llvm::any_of(S->children(), ofCertainBlock);
}

/// What a block tells the others by, in front of \p Loop, that it has come: `atomicAdd(&count, 1)`,
/// `flags[bid] = 1`.
Names arrivals(const FunctionView &View, const Stmt *Loop) {
  Names Out;
  View.forEachStmt([&](const Stmt *S) {
    if (View.Context.getSourceManager().isBeforeInTranslationUnit(Loop->getBeginLoc(),
                                                                  S->getBeginLoc()))
      return;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *F = Call->getDirectCallee();
      const StringRef Name = F && F->getIdentifier() ? F->getName() : "";
      const bool Counts = Name.starts_with("atomicAdd") || Name.starts_with("atomicSub") ||
                          Name.starts_with("atomicInc") || Name.starts_with("atomicDec");
      if (Counts && Call->getNumArgs() > 1 && View.constant(Call->getArg(1)) != 0)
        memoryNamed(Call->getArg(0), Out);
    }
    const auto *B = dyn_cast<BinaryOperator>(S);
    const auto *To = B && B->getOpcode() == BO_Assign
                         ? dyn_cast<ArraySubscriptExpr>(B->getLHS()->IgnoreParens())
                         : nullptr;
    if (To && namesBlock(To->getIdx()))
      memoryNamed(To->getBase(), Out);
  });
  return Out;
}

/// Nothing happens in it but that memory is asked again. Who changes it to get in takes a lock.
bool onlyAsks(const Stmt *S, const SourceText &Text) {
  if (!S)
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const StringRef Name = F && F->getIdentifier() ? F->getName() : "";
    if (Name.starts_with("atomicCAS") || Name.starts_with("atomicExch"))
      return false;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    const auto *To = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
    const auto *V = To ? dyn_cast<VarDecl>(To->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage())
      return false;
  }
  if (isa<ReturnStmt, CUDAKernelCallExpr>(S) || operationOf(S, Text).concernsOthers())
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *Part) { return onlyAsks(Part, Text); });
}

/// A site of kind "grid-barrier" for each loop that asks memory until other blocks have come.
class GridBarrier : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "grid-barrier"; }
  StatementMatcher matcher() const override {
    return stmt(anyOf(whileStmt(), doStmt(), forStmt())).bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      const Expr *Until = loopCondition(M.At);
      if (!Until || !View.Analysis.reachable(Until) || !onlyAsks(M.At, View.Text) ||
          ofCertainBlock(M.At) || !LoopWaits(M.At, View.Text).mayWait())
        continue;
      const Names Come = arrivals(View, M.At);
      Names Asked;
      memoryNamed(M.At, Asked);
      for (const ValueDecl *V : Asked)
        if (Come.contains(V)) {
          Sites.push_back(siteAt(M.At, V, View));
          break;
        }
    }
  }

private:
  static Site siteAt(const Stmt *Loop, const ValueDecl *By, const FunctionView &View) {
    Site S;
    S.Kind = SiteKind::GridBarrier;
    S.Name = By->getNameAsString();
    S.Function = View.USR;
    S.Loc = View.Text.expansion(Loop->getBeginLoc());
    S.Range = View.Text.fileRange(Loop->getSourceRange());
    S.Preset = Refusal{ReasonId::HomeMadeBarrier,
                       "this loop asks '" + S.Name + "' until other blocks have come", S.Loc, ""};
    return S;
  }
};

} // namespace

REGISTER_SITE_FINDER(GridBarrier, "grid-barrier");
