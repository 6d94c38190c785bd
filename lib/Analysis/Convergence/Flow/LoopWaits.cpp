//===- LoopWaits.cpp ------------------------------------------------------===//

#include "Analysis/Convergence/Flow/LoopWaits.h"

#include "Analysis/Operations/Operations.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace coopify {

static bool leaves(const Stmt *S) {
  return S && (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, IndirectGotoStmt>(S) ||
               llvm::any_of(S->children(), leaves));
}

//===-- What stands in it ----------------------------------------------------===//

LoopWaits::LoopWaits(const Stmt *Loop, const SourceText &Text)
    : Text(Text), Ordered(ordersMemory(Loop, 0)) {
  find(Loop, {});
  if (const auto *For = dyn_cast<ForStmt>(Loop); For && For->getCond())
    Ends.push_back(For->getCond());
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    Ends.push_back(While->getCond());
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    Ends.push_back(Do->getCond());
}

void LoopWaits::branch(const Stmt *S, const Stmt *Condition, const Conditions &Under) {
  Conditions Here = Under;
  if (Condition)
    Here.push_back(Condition);
  if (Condition && !isa<Expr>(S) && leaves(S))
    Ends.push_back(Condition);
  for (const Stmt *Part : S->children())
    if (Part)
      find(Part, Part == Condition ? Under : Here);
}

/// The variable that \p To is, or is a part of; null: it is found by an address.
static const VarDecl *partOf(const Expr *To) {
  To = To->IgnoreParens();
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(To)) {
    const Expr *Base = A->getBase()->IgnoreParenImpCasts();
    return Base->getType()->isArrayType() ? partOf(Base) : nullptr;
  }
  if (const auto *M = dyn_cast<MemberExpr>(To); M && !M->isArrow())
    return partOf(M->getBase());
  const auto *Ref = dyn_cast<DeclRefExpr>(To);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType() ? V : nullptr;
}

/// It gets an address, or an object, and is no atomic.
bool LoopWaits::mayStore(const CallExpr *Call) const {
  if (operationOf(Call, Text).is(WarpFamily::Atomic))
    return false;
  return isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call) ||
         llvm::any_of(Call->arguments(), [](const Expr *Arg) {
           return Arg->isGLValue() || Arg->getType()->isPointerType();
         });
}

void LoopWaits::set(const Expr *To, const Stmt *Value, const Conditions &Under) {
  Sets.push_back({To, partOf(To), Value, Under});
}

void LoopWaits::find(const Stmt *S, const Conditions &Under) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return branch(S, If->getCond(), Under);
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return branch(S, Switch->getCond(), Under);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(S))
    return branch(S, C->getCond(), Under);
  if (const auto *For = dyn_cast<ForStmt>(S))
    return branch(S, For->getCond(), Under);
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return branch(S, While->getCond(), Under);
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return branch(S, Do->getCond(), Under);
  if (const auto *B = dyn_cast<BinaryOperator>(S)) {
    if (B->isLogicalOp())
      return branch(S, B->getLHS(), Under);
    if (B->isAssignmentOp())
      set(B->getLHS(), B->getRHS(), Under);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    set(U->getSubExpr(), nullptr, Under);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->getInit())
        Sets.push_back({nullptr, V, V->getInit(), Under});
  if (const auto *A = dyn_cast<GCCAsmStmt>(S))
    for (const Expr *Output : A->outputs())
      set(Output, A, Under);
  // What it is passed by address or reference a call may set.
  if (const auto *Call = dyn_cast<CallExpr>(S))
    Elsewhere |= mayStore(Call) && isFreshCall(Call);
  for (const Stmt *Part : S->children())
    if (Part)
      find(Part, Under);
}

//===-- What memory says -----------------------------------------------------===//

/// A compiler loads again behind it what it has loaded before. An atomic is none in this sense: of
/// another address it says nothing.
bool LoopWaits::ordersMemory(const Stmt *S, unsigned Depth) const {
  const Operation Is = operationOf(S, Text);
  if (const auto *A = dyn_cast<AsmStmt>(S))
    return A->isVolatile();
  if (Is.Kind == OperationKind::Fence || Is.Memory != Orders::Nothing ||
      Is.Waits != WaitsFor::Nobody)
    return true;
  if (Is.Kind == OperationKind::UserCall) {
    const FunctionDecl *F = bodyThatRuns(cast<CallExpr>(S));
    if (!F || Depth > 3 || ordersMemory(F->getBody(), Depth + 1))
      return true;
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Part) { return Part && ordersMemory(Part, Depth); });
}

bool LoopWaits::inBody(const FunctionDecl *F) {
  if (!F || !F->getBody())
    return true;
  auto [It, New] = Bodies.try_emplace(F->getCanonicalDecl(), false);
  if (!New)
    return It->second; // on the way round already: it adds nothing
  const bool Fresh = isFresh(F->getBody());
  return Bodies[F->getCanonicalDecl()] = Fresh;
}

bool LoopWaits::isFreshCall(const CallExpr *Call) {
  const Operation Is = operationOf(Call, Text);
  if (Is.is(WarpFamily::Atomic) || Is.is(WarpFamily::Clock))
    return true;
  if (Is.Kind == OperationKind::UserCall)
    return inBody(bodyThatRuns(Call));
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F)
    return true;
  // Of the toolkit's functions those that get an address may load from it; __ldg() does so from
  // what nobody writes.
  const bool ReadOnly = F->getIdentifier() && F->getName() == "__ldg";
  return !ReadOnly && llvm::any_of(Call->arguments(),
                                   [](const Expr *Arg) { return Arg->getType()->isPointerType(); });
}

/// Each round gets a value of its own from memory: by volatile, an atomic, what is not followed;
/// behind a fence by any load.
bool LoopWaits::isFresh(const Stmt *S) {
  if (!S || isa<LambdaExpr, UnaryExprOrTypeTraitExpr>(S))
    return false;
  if (isa<AtomicExpr, RecoveryExpr, CXXNewExpr>(S))
    return true;
  if (const auto *A = dyn_cast<AsmStmt>(S))
    return A->isVolatile() || llvm::any_of(S->children(), [](const Stmt *Operand) {
             const auto *E = dyn_cast_or_null<Expr>(Operand);
             return E && E->getType()->isPointerType();
           });
  if (const auto *E = dyn_cast<Expr>(S); E && E->isGLValue() && E->getType().isVolatileQualified())
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && isFreshCall(Call))
    return true;
  if (const auto *C = dyn_cast<CXXConstructExpr>(S); C && !C->getConstructor()->isTrivial() &&
                                                     !Text.isToolkit(C->getConstructor()) &&
                                                     inBody(C->getConstructor()->getDefinition()))
    return true;
  if (const auto *Load = dyn_cast<ImplicitCastExpr>(S);
      Load && Load->getCastKind() == CK_LValueToRValue && Ordered && !partOf(Load->getSubExpr()))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Part) { return isFresh(Part); });
}

//===-- What that gets into --------------------------------------------------===//

static const VarDecl *named(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// Something beside themselves may set them, or look at them: anything but a load, an assignment or
/// a step names them.
static void findEscaping(const Stmt *S, LoopWaits::Variables &Out) {
  if (!S)
    return;
  if (const auto *Load = dyn_cast<ImplicitCastExpr>(S);
      Load && Load->getCastKind() == CK_LValueToRValue && named(Load->getSubExpr()))
    return;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp() && named(B->getLHS()))
    return findEscaping(B->getRHS(), Out);
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp() && named(U->getSubExpr()))
    return;
  if (const auto *E = dyn_cast<DeclRefExpr>(S)) {
    if (const VarDecl *V = named(E))
      Out.insert(V);
    return;
  }
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Each : D->decls())
      if (const auto *Other = dyn_cast<VarDecl>(Each))
        findEscaping(Other->getInit(), Out);
    return;
  }
  for (const Stmt *Part : S->children())
    findEscaping(Part, Out);
}

bool LoopWaits::escapes(const VarDecl *V, const FunctionDecl *F) {
  auto [It, New] = Escaping.try_emplace(F);
  if (New)
    findEscaping(F->getBody(), It->second);
  return It->second.contains(V);
}

bool LoopWaits::mentions(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
      return Asked.contains(V) ||
             (Elsewhere && (!F || V->getType()->isReferenceType() || escapes(V, F)));
    }
  return llvm::any_of(S->children(), [&](const Stmt *Part) { return mentions(Part); });
}

bool LoopWaits::asks(const Stmt *S) { return S && (isFresh(S) || mentions(S)); }

void LoopWaits::taint() {
  for (bool More = true; std::exchange(More, false);)
    for (const Setting &Set : Sets) {
      if (!asks(Set.Value) &&
          llvm::none_of(Set.Under, [&](const Stmt *Condition) { return asks(Condition); }))
        continue;
      if (Set.Of)
        More |= Asked.insert(Set.Of).second;
      else
        More |= !std::exchange(Elsewhere, true);
    }
}

bool LoopWaits::mayWait() {
  taint();
  return Ends.empty() || llvm::any_of(Ends, [&](const Stmt *C) { return asks(C); });
}

} // namespace coopify
