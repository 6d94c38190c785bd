//===- CounterNames.cpp - what leads to a counter ---------------------------===//

#include "Extract/Sites/Election/CounterMentions.h"

#include "Analysis/Operations/MemoryKinds.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Walks/Evaluated.h"

using namespace clang;

namespace coopify {

bool leads(QualType T) { return T->isPointerType() || T->isReferenceType(); }

const Expr *defaultOf(const Stmt *E) {
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return D->getExpr();
  const auto *D = dyn_cast<CXXDefaultInitExpr>(E);
  return D ? D->getExpr() : nullptr;
}

void followed(const Expr *E, llvm::function_ref<void(const Expr *)> Then) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E))
    return followed(C->getSubExpr(), Then);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return followed(Full->getSubExpr(), Then);
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return followed(T->getSubExpr(), Then);
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && !U->isIncrementDecrementOp())
    return followed(U->getSubExpr(), Then);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return followed(A->getBase(), Then);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isAdditiveOp() && B->getType()->isPointerType())
    return followed(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS(), Then);
  if (isa<DeclRefExpr, MemberExpr, CXXThisExpr>(E))
    return Then(E);
  if (const Expr *Default = defaultOf(E))
    return followed(Default, Then);
  const bool Number = E->getType()->isArithmeticType(); // of which an address is made
  for (const Stmt *Part : evaluatedParts(E))            // a call, `c ? p : q`
    if (const auto *Sub = dyn_cast<Expr>(Part);
        Sub && (Number || !Sub->getType()->isArithmeticType()))
      followed(Sub, Then);
}

/// The calls that give the address \p E, or a part of it.
static void callsIn(const Expr *E, llvm::SmallVectorImpl<const CallExpr *> &Out) {
  if (const auto *Call = dyn_cast<CallExpr>(E))
    Out.push_back(Call);
  for (const Stmt *Part : evaluatedParts(E))
    if (const auto *Sub = dyn_cast<Expr>(Part);
        Sub && (leads(Sub->getType()) || Sub->isGLValue() || isa<CastExpr, ParenExpr>(E)))
      callsIn(Sub, Out);
}

static void returnsIn(const Stmt *S, llvm::SmallVectorImpl<const Expr *> &Out) {
  if (const auto *Return = dyn_cast_or_null<ReturnStmt>(S); Return && Return->getRetValue())
    Out.push_back(Return->getRetValue());
  if (S && !isa<LambdaExpr>(S))
    for (const Stmt *Part : evaluatedParts(S))
      returnsIn(Part, Out);
}

void CounterMentions::address(const Expr *E) {
  followed(E, [&](const Expr *Name) { add(Name); });
  llvm::SmallVector<const CallExpr *, 4> Calls;
  callsIn(E, Calls);
  for (const CallExpr *Call : Calls) {
    const FunctionDecl *Runs = bodyThatRuns(Call);
    if (Call->getDirectCallee() && Text.isToolkit(Call->getDirectCallee()))
      continue;
    llvm::SmallVector<const Expr *, 4> Given;
    if (Runs && Followed.insert(Runs).second)
      returnsIn(Runs->getBody(), Given);
    Unknown |= !Runs;
    for (const Expr *Each : Given)
      address(Each);
  }
}

static const Decl *declOf(const Expr *Name) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Name))
    return Ref->getDecl()->getCanonicalDecl();
  const auto *M = dyn_cast<MemberExpr>(Name);
  return M ? M->getMemberDecl()->getCanonicalDecl() : nullptr;
}

/// What \p E is, or leads to, has the counter; so has what that is a member of. null: *this.
void CounterMentions::addObject(const Expr *E) {
  followed(E, [&](const Expr *Name) {
    Known.Objects.insert(declOf(Name));
    if (const auto *M = dyn_cast<MemberExpr>(Name))
      addObject(M->getBase());
  });
}

void CounterMentions::add(const Expr *Name) {
  if (const auto *M = dyn_cast<MemberExpr>(Name)) {
    Known.Counter.insert(M->getMemberDecl()->getCanonicalDecl());
    return addObject(M->getBase());
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Name);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !Known.Counter.insert(V->getCanonicalDecl()).second)
    return;
  if (const Expr *Init = V->getAnyInitializer();
      Init && leads(V->getType()) && !V->isLocalVarDeclOrParm())
    address(Init);
}

/// Members of a union are one memory, and so are all `extern __shared__` arrays.
static bool holds(const Decls &In, const Decl *D) {
  const auto *Field = dyn_cast_or_null<FieldDecl>(D);
  if (Field && Field->getParent()->isUnion() && llvm::any_of(In, [&](const Decl *Each) {
        const auto *Other = dyn_cast_or_null<FieldDecl>(Each);
        return Other && Other->getParent() == Field->getParent();
      }))
    return true;
  auto Dynamic = [](const Decl *Each) {
    const auto *V = dyn_cast_or_null<VarDecl>(Each);
    return V && isDynamicShared(V);
  };
  return D && (In.count(D) || (Dynamic(D) && llvm::any_of(In, Dynamic)));
}

/// A variable of the unit whose place is not told, or by what leads to the counter.
bool CounterMentions::placedThere(const VarDecl *V) const {
  if (V->isLocalVarDeclOrParm())
    return false;
  if (V->hasAttr<AliasAttr>() || V->hasAttr<AsmLabelAttr>())
    return true;
  bool There = false;
  if (const Expr *Init = leads(V->getType()) ? V->getAnyInitializer() : nullptr)
    followed(Init, [&](const Expr *Name) {
      There |= holds(Known.Counter, declOf(Name)) || holds(Known.Objects, declOf(Name));
    });
  return There;
}

/// \p Name leads to the counter.
bool CounterMentions::named(const Expr *Name) const {
  const auto *V = dyn_cast_or_null<VarDecl>(declOf(Name));
  return holds(Known.Counter, declOf(Name)) || (V && placedThere(V));
}

/// A member of another one of the structs that a union is made of.
static bool besideInUnion(const MemberExpr *M, const CounterNames &Known) {
  for (const Expr *Base = M; (M = dyn_cast<MemberExpr>(Base->IgnoreParenImpCasts()));
       Base = M->getBase()) {
    const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (Field && Field->getParent()->isUnion() && !Known.Objects.count(Field->getCanonicalDecl()) &&
        holds(Known.Objects, Field))
      return true;
  }
  return false;
}

/// A member beside the counter.
bool CounterMentions::isPartOfIt(const Expr *Name) const {
  const auto *M = dyn_cast<MemberExpr>(Name);
  bool Part = false;
  if (M)
    followed(M->getBase(), [&](const Expr *Base) {
      Part |= holds(Known.Objects, declOf(Base)) ||
              (isa<CXXThisExpr>(Base) && Known.Objects.count(nullptr));
    });
  return Part;
}

/// `*(int4 *)&object.x`, `((int2 *)&object)->x`
bool CounterMentions::isWider(const Expr *E) const {
  const auto *C = dyn_cast<CastExpr>(E->IgnoreParens());
  if (!C)
    return false;
  bool Wider = false;
  if (C->getCastKind() == CK_BitCast && C->getType()->isPointerType())
    followed(C->getSubExpr(), [&](const Expr *Name) {
      Wider |= isPartOfIt(Name) || holds(Known.Objects, declOf(Name));
    });
  return Wider || isWider(C->getSubExpr());
}

/// Two names of one place.
void CounterMentions::alias(const Decl *To, const Expr *From) {
  if (Known.Counter.count(To->getCanonicalDecl()))
    return address(From);
  if (Known.Objects.count(To->getCanonicalDecl())) // S *object = (S *)words;
    return addObject(From);
  followed(From, [&](const Expr *Name) {
    if (named(Name))
      Known.Counter.insert(To->getCanonicalDecl());
    else if (holds(Known.Objects, declOf(Name))) // int *w = (int *)object;
      Known.Objects.insert(To->getCanonicalDecl());
  });
}

/// It is the counter, or an object that has it, and no other member of one.
bool CounterMentions::isMention(const Expr *E) const {
  if (named(E))
    return true;
  if (isa<CXXThisExpr>(E))
    return Known.Objects.count(nullptr);
  const auto *M = dyn_cast<MemberExpr>(E);
  const Decl *D = declOf(E);
  if (isa_and_nonnull<BindingDecl>(D)) // of whatever it is a part
    return true;
  bool OfIt = false; // of an object that was passed for it
  if (M)
    followed(M->getBase(), [&](const Expr *Base) { OfIt |= named(Base); });
  return OfIt || holds(Known.Objects, D) ||
         (M && (besideInUnion(M, Known) || isWider(M->getBase())));
}

} // namespace coopify
