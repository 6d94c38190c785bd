//===- EvaluationOrder.cpp ------------------------------------------------===//

#include "Analysis/SharedMemory/EvaluationOrder.h"

#include "Analysis/SharedMemory/Index/SymbolicIndex.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// The variable that the lvalue \p E is a part of: x, x.y, x[2]; null: it is reached otherwise.
static const VarDecl *partOf(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->isArrow() ? nullptr : partOf(M->getBase());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    const auto *Decay = dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens());
    return Decay && Decay->getCastKind() == CK_ArrayToPointerDecay ? partOf(Decay->getSubExpr())
                                                                   : nullptr;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && !V->getType()->isReferenceType() ? V : nullptr;
}

/// A function of the compiler's or the toolkit's that gets numbers only: fmaxf(a, b).
static bool isArithmetic(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return false;
  auto Sets = [](const ParmVarDecl *P) { // std::exchange(i, 5)
    const QualType T = P->getType();
    return T->isReferenceType() && !T.getNonReferenceType().isConstQualified();
  };
  const SourceManager &SM = Callee->getASTContext().getSourceManager();
  return (Callee->getBuiltinID() || SM.isInSystemHeader(Callee->getLocation())) &&
         llvm::none_of(Callee->parameters(), Sets) &&
         llvm::all_of(Call->arguments(),
                      [](const Expr *Arg) { return Arg->getType()->isArithmeticType(); });
}

static bool isAccessor(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && onlyNames(Call, Callee->getASTContext());
}

namespace {

/// What an evaluation does to the lane's own variables, and what it needs of them.
struct LocalUse {
  explicit LocalUse(const Variables &Vars) : Vars(Vars) {}
  const Variables &Vars;
  llvm::DenseSet<const VarDecl *> Set, Mentioned;
  /// Of shared memory, also the lane's own: what is written, and what is loaded and not only named.
  llvm::DenseSet<const VarDecl *> SharedSet, SharedLoaded;
  bool SetsUnseen = false;  ///< a variable that has another name, too
  bool ReadsUnseen = false; ///< by another name
  bool ReadsKnown = false;  ///< one that has another name, too

  void write(const Expr *Target) {
    const VarDecl *V = partOf(Target);
    if (V && V->hasAttr<CUDASharedAttr>()) {
      SharedSet.insert(V);
      return;
    }
    if (V)
      Set.insert(V);
    SetsUnseen |= !V || !Vars.followed(V);
  }

  void visit(const Stmt *S) {
    if (!S)
      return;
    if (const auto *E = dyn_cast<Expr>(S); E && !builtinNumber(E).first.empty())
      return; // Clang asks a function for threadIdx.x
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      write(B->getLHS());
    if (const auto *U = dyn_cast<UnaryOperator>(S)) {
      if (U->isIncrementDecrementOp())
        write(U->getSubExpr());
      ReadsUnseen |= U->getOpcode() == UO_Deref;
    }
    if (const auto *C = dyn_cast<CastExpr>(S); C && C->getCastKind() == CK_LValueToRValue)
      if (const VarDecl *V = partOf(C->getSubExpr()); V && V->hasAttr<CUDASharedAttr>())
        SharedLoaded.insert(V);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (V)
        Mentioned.insert(V);
      ReadsKnown |= V ? !V->hasAttr<CUDASharedAttr>() && !Vars.followed(V)
                      : isa<BindingDecl>(Ref->getDecl()); // auto [a, b]
    }
    const auto *M = dyn_cast<MemberExpr>(S);
    const auto *A = dyn_cast<ArraySubscriptExpr>(S);
    ReadsUnseen |= isa<CXXThisExpr>(S) || (M && M->isArrow()) || (A && !partOf(A));
    // Whatever is not seen to leave variables alone.
    if (isa<CallExpr, CXXConstructExpr, AsmStmt, LambdaExpr, StmtExpr>(S) && !isArithmetic(S)) {
      ReadsUnseen = true;
      SetsUnseen |= !isAccessor(S);
    }
    for (const Stmt *Part : S->children())
      visit(Part);
  }
};

} // namespace

static bool meets(const LocalUse &First, const LocalUse &Second) {
  auto Loaded = [&](const VarDecl *V) { return Second.SharedLoaded.contains(V); };
  return (First.SetsUnseen &&
          (Second.ReadsUnseen || Second.ReadsKnown || !Second.SharedLoaded.empty())) ||
         llvm::any_of(First.SharedSet, Loaded) ||
         llvm::any_of(First.Set, [&](const VarDecl *V) { return Second.Mentioned.contains(V); });
}

bool disturbs(const Stmt *First, const Stmt *Second, const Variables &Vars) {
  LocalUse A(Vars), B(Vars);
  A.visit(First);
  B.visit(Second);
  return meets(A, B);
}

bool setsFor(const Expr *Target, const Stmt *Second, const Variables &Vars) {
  LocalUse A(Vars), B(Vars);
  const VarDecl *V = partOf(Target);
  B.visit(Second);
  if (!V) // perhaps a local whose address was taken
    return B.ReadsKnown;
  if (V->hasAttr<CUDASharedAttr>())
    return false;
  A.Set.insert(V);
  A.SetsUnseen = !Vars.followed(V);
  return meets(A, B);
}

bool valuesMayComeFirst(llvm::ArrayRef<SharedAssignment> All, bool Targets, const Variables &Vars) {
  for (size_t I = 0; I < All.size(); ++I) {
    if (Targets && !All[I].Operator.empty() && disturbs(All[I].Value, All[I].Target, Vars))
      return false;
    for (size_t J = I + 1; J < All.size(); ++J)
      if (setsFor(All[I].Target, All[J].Value, Vars) ||
          (All[I].Local && setsFor(All[I].Local, All[J].Value, Vars)) ||
          (Targets && setsFor(All[I].Target, All[J].Target, Vars)) ||
          (Targets && All[I].Local && setsFor(All[I].Local, All[J].Target, Vars)) ||
          disturbs(All[J].Value, All[I].Target, Vars))
        return false;
  }
  return true;
}

} // namespace coopify
