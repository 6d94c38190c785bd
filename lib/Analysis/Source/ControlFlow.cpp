//===- ControlFlow.cpp ------------------------------------------------------===//

#include "Analysis/Source/ControlFlow.h"

#include "Analysis/Source/BrokenDecls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace coopify {

/// The edge stays in the graph, as one that nobody takes.
static void drop(CFGBlock &From, CFGBlock::succ_iterator Edge) {
  CFGBlock *To = Edge->getReachableBlock();
  if (!To)
    return;
  *Edge = CFGBlock::AdjacentBlock(To, /*IsReachable=*/false);
  for (CFGBlock::AdjacentBlock &Back : To->preds())
    if (Back.getReachableBlock() == &From) {
      Back = CFGBlock::AdjacentBlock(&From, /*IsReachable=*/false);
      return;
    }
}

static bool holds(const CaseStmt *Case, const llvm::APSInt &N, const ASTContext &Context) {
  const llvm::APSInt Low = Case->getLHS()->EvaluateKnownConstInt(Context);
  const llvm::APSInt High = Case->getRHS() ? Case->getRHS()->EvaluateKnownConstInt(Context) : Low;
  return llvm::APSInt::compareValues(Low, N) <= 0 && llvm::APSInt::compareValues(N, High) <= 0;
}

/// Its last edge is the one of all other numbers.
static void pruneSwitch(CFGBlock &B, const Expr *Condition, const ASTContext &Context) {
  Expr::EvalResult Known;
  if (!Condition->EvaluateAsInt(Known, Context) || B.succ_empty())
    return;
  CFGBlock::succ_iterator Taken = std::prev(B.succ_end());
  for (auto I = B.succ_begin(); I != std::prev(B.succ_end()); ++I) {
    const CFGBlock *To = I->getReachableBlock();
    const auto *Case = To ? dyn_cast_or_null<CaseStmt>(To->getLabel()) : nullptr;
    if (Case && holds(Case, Known.Val.getInt(), Context))
      Taken = I;
  }
  for (auto I = B.succ_begin(); I != B.succ_end(); ++I)
    if (I != Taken)
      drop(B, I);
}

static void pruneConstants(CFGBlock &B, const ASTContext &Context) {
  const auto *Condition = dyn_cast_or_null<Expr>(B.getTerminatorCondition(/*StripParens=*/false));
  if (!Condition || !B.getTerminator().isStmtBranch() || Condition->isValueDependent() ||
      Condition->isTypeDependent() || restsOnError(Condition))
    return;
  if (isa<SwitchStmt>(B.getTerminatorStmt()))
    return pruneSwitch(B, Condition, Context);
  bool Holds = false;
  if (B.succ_size() != 2)
    return;
  // Of `a || (b && 0)` the block behind b decides by the 0.
  const Expr *Last = B.getLastCondition();
  if (Condition->EvaluateAsBooleanCondition(Holds, Context) ||
      (Last && !Last->isInstantiationDependent() &&
       Last->EvaluateAsBooleanCondition(Holds, Context)))
    drop(B, Holds ? std::next(B.succ_begin()) : B.succ_begin());
}

/// What in \p S is jumped to: its labels. True: also a case of a switch around it.
static bool collectLabels(const Stmt *S, bool InSwitch,
                          llvm::SmallPtrSetImpl<const LabelDecl *> &Labels) {
  if (!S || isa<LambdaExpr>(S)) // whose body is one of its own
    return false;
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    Labels.insert(Label->getDecl());
  bool Case = isa<SwitchCase>(S) && !InSwitch;
  for (const Stmt *Child : S->children())
    Case |= collectLabels(Child, InSwitch || isa<SwitchStmt>(S), Labels);
  return Case;
}

/// One of \p Labels is gone to from \p S, \p Part left out, or its address is taken anywhere.
static bool goesTo(const Stmt *S, const Stmt *Part, bool Inside,
                   const llvm::SmallPtrSetImpl<const LabelDecl *> &Labels) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  Inside |= S == Part;
  const auto *Goto = dyn_cast<GotoStmt>(S);
  const auto *Address = dyn_cast<AddrLabelExpr>(S);
  const auto *Asm = dyn_cast<GCCAsmStmt>(S);
  if ((Goto && !Inside && Labels.contains(Goto->getLabel())) ||
      (Address && Labels.contains(Address->getLabel())) || (Asm && !Inside && Asm->isAsmGoto()))
    return true;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return goesTo(Child, Part, Inside, Labels); });
}

bool isJumpedInto(const Stmt *Part, const Stmt *Body) {
  llvm::SmallPtrSet<const LabelDecl *, 4> Labels;
  return collectLabels(Part, /*InSwitch=*/false, Labels) ||
         (!Labels.empty() && goesTo(Body, Part, /*Inside=*/false, Labels));
}

std::unique_ptr<CFG> controlFlow(const FunctionDecl *F, ASTContext &Context,
                                 CFG::BuildOptions Options) {
  Options.PruneTriviallyFalseEdges = false;
  // Other numbers than the enumerators' are values of the type, too.
  Options.AssumeReachableDefaultInSwitchStatements = true;
  std::unique_ptr<CFG> Graph = CFG::buildCFG(F, F->getBody(), &Context, Options);
  if (Graph)
    for (CFGBlock *B : *Graph)
      pruneConstants(*B, Context);
  return Graph;
}

} // namespace coopify
