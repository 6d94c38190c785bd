//===- Variables.cpp ------------------------------------------------------===//

#include "Analysis/Convergence/Variables.h"

#include "Analysis/Operations/ConstPassing.h"
#include "Analysis/Operations/Groups.h"
#include "Analysis/Operations/MemoryKinds.h"
#include "Analysis/Source/ControlFlow.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Analysis/Source/Walks/Evaluated.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// The quotient by it is no more than the dividend, and not below zero where that is not.
static bool dividesByNumber(const Expr *Divisor, const ASTContext &Context) {
  std::optional<int64_t> N = integerConstant(Divisor, Context);
  return N && *N > 0;
}

/// The variable at the root of x, x.y, x.y.z.
static const DeclRefExpr *rootOf(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (M->isArrow())
      return nullptr;
    E = M->getBase()->IgnoreParenImpCasts();
  }
  return dyn_cast<DeclRefExpr>(E);
}

/// \p Body, of a lambda, loads \p V or parts of it, and does nothing else with it.
static bool onlyLoads(const Stmt *Body, const VarDecl *V) {
  const auto *Load = dyn_cast<ImplicitCastExpr>(Body);
  if (Load && Load->getCastKind() == CK_LValueToRValue)
    if (const DeclRefExpr *Root = rootOf(Load->getSubExpr()); Root && Root->getDecl() == V)
      return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(Body);
  return !(Ref && Ref->getDecl() == V) && llvm::all_of(Body->children(), [&](const Stmt *Part) {
    return !Part || onlyLoads(Part, V);
  });
}

/// Every mention of a variable that is not one of the harmless kinds below is
/// an escape: a whitelist, so that what is not thought of costs precision only.
class VariableVisitor : public DynamicRecursiveASTVisitor {
public:
  VariableVisitor(Variables &Out, const FunctionDecl *F)
      : Out(Out), Context(F->getASTContext()), Body(F->getBody()) {
    ShouldVisitImplicitCode = true;
  }
  bool TraverseLambdaExpr(LambdaExpr *L) override {
    for (const LambdaCapture &C : L->captures())
      if (C.capturesVariable() && C.getCaptureKind() == LCK_ByRef)
        if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar()); V && !onlyLoads(L->getBody(), V))
          Out.Escaped.insert(V);
    // Its body is a function of its own; what it captures is evaluated here.
    for (auto [Capture, Init] : llvm::zip(L->captures(), L->capture_inits()))
      if (L->isInitCapture(&Capture) && !TraverseStmt(Init))
        return false;
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      Mentions.push_back({E, V});
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue) {
      Reading = true;
      if (const DeclRefExpr *Ref = readAsAnother(E->getSubExpr(), Context))
        Allowed.insert(Ref);
      Read.insert(E->getSubExpr()->IgnoreParenImpCasts());
      Ends.add(E->getSubExpr());
      allow(E->getSubExpr());
      Reading = false;
    }
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *E) override {
    if (E->getCastKind() == CK_ToVoid) // (void)x: nothing becomes of it
      allow(E->getSubExpr());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getInit())
      Out.Assigned[V].push_back({Variables::Assignment::Init, V->getInit(), nullptr});
    if (V->getType()->isReferenceType()) // what it names may change under another name
      Out.Escaped.insert(V);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->getOpcode() == BO_Comma)
      Ends.add(E->getLHS());
    if (!E->isAssignmentOp())
      return true;
    allowTarget(E, E->getLHS());
    const DeclRefExpr *Root = rootOf(E->getLHS());
    const auto *V = Root ? dyn_cast<VarDecl>(Root->getDecl()) : nullptr;
    if (!V)
      return true;
    using A = Variables::Assignment;
    bool Halves = E->getOpcode() == BO_ShrAssign ||
                  (E->getOpcode() == BO_DivAssign && dividesByNumber(E->getRHS(), Context));
    bool Plain = E->getOpcode() == BO_Assign && isa<DeclRefExpr>(E->getLHS()->IgnoreParens());
    bool Doubles = E->getOpcode() == BO_ShlAssign;
    Out.Assigned[V].push_back({Plain     ? A::Assign
                               : Halves  ? A::Shrink
                               : Doubles ? A::Grow
                                         : A::Other,
                               E->getRHS(), E});
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (!E->isIncrementDecrementOp())
      return true;
    allowTarget(E, E->getSubExpr());
    if (const DeclRefExpr *Root = rootOf(E->getSubExpr()))
      if (const auto *V = dyn_cast<VarDecl>(Root->getDecl()))
        Out.Assigned[V].push_back(
            {E->isIncrementOp() ? Variables::Assignment::Grow : Variables::Assignment::Other,
             nullptr, E});
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    if (E->getConstructor()->isCopyOrMoveConstructor() && E->getConstructor()->isTrivial() &&
        E->getNumArgs() == 1) {
      Ends.add(E->getArg(0)->IgnoreImpCasts());
      allow(E->getArg(0)->IgnoreImpCasts());
    }
    passed(E, E->getConstructor(), llvm::ArrayRef(E->getArgs(), E->getNumArgs()));
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) override {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
    if (!M || E->getOperator() != OO_Equal || !M->isTrivial() || E->getNumArgs() != 2)
      return true;
    allowTarget(E, E->getArg(0));
    Ends.add(E->getArg(1)->IgnoreImpCasts());
    allow(E->getArg(1)->IgnoreImpCasts());
    if (const DeclRefExpr *Root = rootOf(E->getArg(0)))
      if (const auto *V = dyn_cast<VarDecl>(Root->getDecl()))
        Out.Assigned[V].push_back({Variables::Assignment::Other, E->getArg(1), E});
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *E) override {
    if (const CXXMethodDecl *M = E->getMethodDecl())
      passedTo(E, M, nullptr, E->getImplicitObjectArgument());
    // The shuffles of groups take what they pass on by forwarding references.
    const GroupMember *Member = groupMember(E);
    if (Member && Member->Family == GroupFamily::Shuffle && E->getNumArgs() > 0)
      allow(E->getArg(0)->IgnoreImpCasts());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    if (mayLeaveOut(E))
      setPerhaps(E, E);
    if (const FunctionDecl *F = E->getDirectCallee()) {
      const auto *M = dyn_cast<CXXMethodDecl>(F);
      const bool Object = isa<CXXOperatorCallExpr>(E) && M && M->isImplicitObjectMemberFunction();
      passed(E, F, llvm::ArrayRef(E->getArgs(), E->getNumArgs()).drop_front(Object));
      if (Object)
        passedTo(E, M, nullptr, E->getArg(0));
    }
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) override {
    if (E->shouldNullCheckAllocation()) // nothing is made where there is no memory
      setPerhaps(E->getInitializer(), E);
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) override {
    for (const Expr *Output : S->outputs()) {
      allow(Output);
      const DeclRefExpr *Root = rootOf(Output);
      if (const auto *V = Root ? dyn_cast<VarDecl>(Root->getDecl()) : nullptr)
        Out.Assigned[V].push_back({Variables::Assignment::Other, nullptr, Output});
    }
    return true;
  }
  bool VisitStmt(Stmt *S) override {
    Ends.addParts(S);
    return true;
  }
  bool VisitForStmt(ForStmt *S) override {
    const auto *Cond = dyn_cast_or_null<BinaryOperator>(S->getCond());
    if (!Cond || (Cond->getOpcode() != BO_LT && Cond->getOpcode() != BO_LE))
      return true;
    const auto *Ref = dyn_cast<DeclRefExpr>(Cond->getLHS()->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V)
      return true;
    bool Changed = false; // in the body the bound holds only if the step alone moves it
    forEachChange(S->getBody(), V, Changed);
    if (!Changed && !isJumpedInto(S->getBody(), Body)) // past the condition
      Out.Bounds[V].push_back(S);
    return true;
  }

  void finish() {
    for (auto [E, V] : Mentions)
      if (!Allowed.contains(E))
        Out.Escaped.insert(V);
  }

private:
  void passed(const Expr *Call, const FunctionDecl *F, llvm::ArrayRef<Expr *> Arguments) {
    for (auto [Arg, Param] : llvm::zip(Arguments, F->parameters())) {
      QualType T = Param->getType();
      if (T->isReferenceType() && T.getNonReferenceType().isConstQualified())
        passedTo(Call, F, Param, Arg);
    }
  }
  /// By a reference to const, or as the object of a member function: const alone does not say
  /// that it stays what it is.
  void passedTo(const Expr *Call, const FunctionDecl *F, const ParmVarDecl *P, const Expr *Arg) {
    Arg = Arg->IgnoreImpCasts();
    const DeclRefExpr *Root = rootOf(Arg);
    if (!Root)
      return;
    QualType T = Root->getDecl()->getType(); // to write a const object is undefined
    bool Fixed = !T->isReferenceType() && T.isConstQualified() && !hasMutableMembers(T);
    bool Back = ConstPassing::mayGiveBack(F) && !Read.contains(Call);
    const auto *M = P ? nullptr : dyn_cast<CXXMethodDecl>(F);
    if (Fixed || (!Back && (M ? Passing.leavesObjectAlone(M) : Passing.leavesAlone(F, P))))
      allow(Arg);
  }
  /// `(h ^= x) *= p`, `int &r = ++h`, `set(h = 0)`: the value of an assignment is its target.
  void allowTarget(const Expr *Assignment, const Expr *Target) {
    if (!Assignment->isGLValue() || Ends.contains(Assignment))
      allow(Target);
  }
  void allow(const Expr *E) {
    // c ? a : b of two variables is one of them, to be read or written; as const, if one is.
    E = E->IgnoreParens();
    if (const auto *Same = dyn_cast<ImplicitCastExpr>(E);
        Same && Reading && Same->getCastKind() == CK_NoOp)
      return allow(Same->getSubExpr());
    if (const auto *C = dyn_cast<ConditionalOperator>(E); C && C->isGLValue()) {
      if (Reading) {
        allow(C->getTrueExpr());
        allow(C->getFalseExpr());
      }
      return;
    }
    if (const DeclRefExpr *Root = rootOf(E))
      Allowed.insert(Root);
  }
  /// What \p Whole changes is not known to be changed.
  void setPerhaps(const Stmt *S, const Expr *Whole) {
    if (!S)
      return;
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    bool Changed = false;
    if (const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr)
      forEachChange(Whole, V, Changed);
    if (Changed)
      Out.Escaped.insert(cast<VarDecl>(Ref->getDecl()));
    for (const Stmt *Child : S->children())
      setPerhaps(Child, Whole);
  }
  static void forEachChange(const Stmt *S, const VarDecl *V, bool &Changed) {
    if (!S)
      return;
    const Expr *Target = nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      Target = B->getLHS();
    else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
      Target = U->getSubExpr();
    if (Target)
      if (const DeclRefExpr *Root = rootOf(Target); Root && Root->getDecl() == V)
        Changed = true;
    for (const Stmt *Child : S->children())
      forEachChange(Child, V, Changed);
  }

  Variables &Out;
  const ASTContext &Context;
  const Stmt *Body;
  bool Reading = false;
  llvm::SmallVector<std::pair<const DeclRefExpr *, const VarDecl *>> Mentions;
  llvm::DenseSet<const DeclRefExpr *> Allowed;
  llvm::DenseSet<const Expr *> Read; ///< as a whole
  EndingValues Ends;
  ConstPassing Passing;
};

Variables::Variables(const FunctionDecl *F) {
  VariableVisitor V(*this, F);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (CXXCtorInitializer *Init : C->inits())
      V.TraverseConstructorInitializer(Init);
  V.TraverseStmt(F->getBody());
  V.finish();
}

llvm::ArrayRef<Variables::Assignment> Variables::assignments(const VarDecl *V) const {
  auto It = Assigned.find(V);
  return It == Assigned.end() ? llvm::ArrayRef<Assignment>() : It->second;
}

std::optional<llvm::SmallVector<const Expr *, 2>> Variables::values(const VarDecl *V) const {
  if (!followed(V))
    return std::nullopt;
  llvm::SmallVector<const Expr *, 2> Set;
  for (const Assignment &A : assignments(V)) {
    const auto *B = dyn_cast_or_null<BinaryOperator>(A.At);
    if (A.sets() && A.Value)
      Set.push_back(A.Value);
    else if (!(B ? (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign) &&
                       !leavesObject(B->getRHS())
                 : isa_and_nonnull<UnaryOperator>(A.At)))
      return std::nullopt;
  }
  return Set;
}

/// v / c, v >> c, v itself, for the variable that is assigned.
static bool shrinks(const Expr *E, const VarDecl *V, const ASTContext &Context) {
  E = E->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    if (B->getOpcode() == BO_Shr ||
        (B->getOpcode() == BO_Div && dividesByNumber(B->getRHS(), Context)))
      E = B->getLHS()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && Ref->getDecl() == V;
}

/// \p Part stands in \p S, and not in a lambda there.
static bool holdsOutsideOfLambdas(const Stmt *S, const Stmt *Part) {
  return S && (S == Part || (!isa<LambdaExpr>(S) && llvm::any_of(S->children(), [&](const Stmt *C) {
                 return holdsOutsideOfLambdas(C, Part);
               })));
}

/// The largest number for which the condition of \p For, `v < n` or `v <= n`, holds.
static std::optional<int64_t> lastOf(const ForStmt *For, const ASTContext &Context) {
  const auto *Cond = cast<BinaryOperator>(For->getCond());
  const std::optional<int64_t> N = integerConstant(Cond->getRHS(), Context);
  return N && Cond->getOpcode() == BO_LT ? std::optional(*N - 1) : N;
}

/// \p E is null, or a local that is set to nothing else: those are in \p Locals.
static bool isMadeOfNull(const Expr *E, const Variables &Vars,
                         llvm::SmallPtrSetImpl<const VarDecl *> &Locals) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E))
    return C->getCastKind() == CK_NullToPointer || isMadeOfNull(C->getSubExpr(), Vars, Locals);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return isMadeOfNull(C->getTrueExpr(), Vars, Locals) &&
           isMadeOfNull(C->getFalseExpr(), Vars, Locals);
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
    return isMadeOfNull(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS(), Vars,
                        Locals);
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
    return isMadeOfNull(U->getSubExpr(), Vars, Locals);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->hasLocalStorage() || isa<ParmVarDecl>(V) || !V->getType()->isPointerType())
    return false;
  return !Locals.insert(V).second || llvm::all_of(Vars.assignments(V), [&](const auto &A) {
    return !A.sets() || isMadeOfNull(A.Value, Vars, Locals);
  });
}

bool Variables::madeOfNull(const Expr *E) const {
  llvm::SmallPtrSet<const VarDecl *, 4> Locals;
  return isMadeOfNull(E, *this, Locals);
}

/// What the loops in whose bodies \p Use stands leave of \p V: the least of their bounds.
std::optional<int64_t> Variables::boundByLoops(const VarDecl *V, const Expr *Use,
                                               const ASTContext &Context) const {
  auto It = Bounds.find(V);
  if (It == Bounds.end())
    return std::nullopt;
  // After its loop, or in another one, the variable is beyond the bound.
  std::optional<int64_t> Least;
  for (const ForStmt *For : It->second) {
    const std::optional<int64_t> Bound = lastOf(For, Context);
    if (Bound && holdsOutsideOfLambdas(For->getBody(), Use))
      Least = std::min(Least.value_or(*Bound), *Bound);
  }
  return Least;
}

/// The number that `++v` or `v <<= n`, \p Step, makes of \p Most; nullopt: it is not known.
static std::optional<Range> grown(const Expr *Step, int64_t Most, const ASTContext &Context) {
  const auto *B = dyn_cast<BinaryOperator>(Step);
  if (!B)
    return sum(number(Most), number(1));
  const std::optional<int64_t> By = integerConstant(B->getRHS(), Context);
  return By && *By >= 0 && *By < 32
             ? std::optional(product(number(Most), number(int64_t(1) << *By)))
             : std::nullopt;
}

/// \p Step leaves \p V at zero or above if it was so before: it is unsigned, its overflow is
/// undefined, or the loop whose step it is bounds what it grows from.
bool Variables::staysNonNegative(const VarDecl *V, const Expr *Step,
                                 const ASTContext &Context) const {
  const QualType T = V->getType();
  if (T->isUnsignedIntegerOrEnumerationType())
    return true;
  if (!T->isIntegralOrEnumerationType())
    return false;
  const IntegerType Of{Context.getIntWidth(T), true};
  if (isa<UnaryOperator>(Step) && Of.Bits >= Context.getIntWidth(Context.IntTy) &&
      !Context.getLangOpts().isSignedOverflowDefined())
    return true;
  auto It = Bounds.find(V);
  return It != Bounds.end() && llvm::any_of(It->second, [&](const ForStmt *For) {
           const std::optional<int64_t> Last = lastOf(For, Context);
           if (!Last || *Last < 0 || !For->getInc() || For->getInc()->IgnoreParens() != Step)
             return false;
           const std::optional<Range> Next = grown(Step, *Last, Context);
           return Next && Of.holds(*Next);
         });
}

std::optional<Range> Variables::bounds(const Expr *E, const ASTContext &Context) const {
  if (auto N = integerConstant(E, Context))
    return number(*N);
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->hasLocalStorage() || isa<ParmVarDecl>(V) || !followed(V))
    return std::nullopt;
  std::optional<int64_t> Max;
  bool OnlyShrinks = true;
  for (const Assignment &A : assignments(V)) {
    if (A.Kind == Assignment::Shrink ||
        (A.Kind == Assignment::Assign && shrinks(A.Value, V, Context)))
      continue;
    if (A.Kind == Assignment::Grow) {
      OnlyShrinks = false;
      if (!staysNonNegative(V, A.At, Context))
        return std::nullopt;
      continue;
    }
    auto N = A.Kind == Assignment::Other ? std::nullopt : integerConstant(A.Value, Context);
    if (!N || *N < 0)
      return std::nullopt;
    Max = std::max(Max.value_or(*N), *N);
  }
  if (!OnlyShrinks && Max)
    Max = boundByLoops(V, Ref, Context);
  return Max ? std::optional(Range{0, *Max}) : std::nullopt;
}

} // namespace coopify
