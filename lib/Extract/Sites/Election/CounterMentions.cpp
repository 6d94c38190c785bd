//===- CounterMentions.cpp --------------------------------------------------===//

#include "Extract/Sites/Election/CounterMentions.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Walks/Evaluated.h"

using namespace clang;

namespace coopify {

void CounterMentions::collect() {
  for (CounterNames Before; Before != Known;) {
    Before = Known;
    Found.clear();
    Kept.reset();
    if (Unknown)
      Kept = nullptr;
    if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : C->inits())
        initialise(I->getAnyMember(), I->getInit(), nullptr);
    visit(F->getBody(), nullptr);
    ImplicitCalls Behind;
    if (isa<CXXDestructorDecl>(F))
      Behind.ofMembers(F);
    implicit(Behind, {Adds.empty() ? nullptr : Adds.front().At, nullptr, /*Anywhere=*/true});
  }
}

/// It is made an address of, and not looked at: but what its subscripts hold is.
void CounterMentions::path(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<DeclRefExpr, CXXThisExpr>(E))
    return;
  const auto *C = dyn_cast<CastExpr>(E);
  if (C && C->getCastKind() == CK_LValueToRValue && !leads(C->getType()))
    return visit(E, nullptr);
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  const bool Leads = C || (B && B->isComparisonOp()) ||
                     isa<MemberExpr, ArraySubscriptExpr, FullExpr>(E) ||
                     (U && !U->isIncrementDecrementOp()) || (B && B->isAdditiveOp());
  if (!Leads)
    return visit(E, nullptr);
  for (const Stmt *Part : evaluatedParts(E))
    path(cast<Expr>(Part));
}

CounterNames CounterMentions::ofOthers() const {
  CounterNames Out;
  for (const Decl *D : Known.Counter)
    if (const auto *V = dyn_cast<VarDecl>(D); !V || V->getDeclContext() != F)
      Out.Counter.insert(D);
  for (const Decl *D : Known.Objects) // `this` is another one there
    if (const auto *V = dyn_cast_or_null<VarDecl>(D); V && V->getDeclContext() != F)
      Out.Objects.insert(D);
  return Out;
}

/// What it adds for the lanes that it has counted.
static bool isCount(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->getInit())
      E = V->getInit()->IgnoreParenCasts();
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && isBitsName(F->getName(), "__popc");
}

/// What \p Runs, null if that is not known, does with what it is passed, or by itself.
CounterLook CounterMentions::looks(const FunctionDecl *Runs, const Expr *Object,
                                   llvm::ArrayRef<const Expr *> Args) {
  const FunctionDecl *Body = nullptr;
  const bool Seen = Runs && Runs->hasBody(Body);
  CounterMentions There(Seen ? Body : F, Text, {}, Others, Looks);
  There.Known = ofOthers();
  bool Passes = !There.Known.Counter.empty();
  auto Pass = [&](const Expr *Arg, const Decl *To) {
    followed(Arg, [&](const Expr *Name) {
      Passes |= isMention(Name);
      if (isMention(Name))
        (To && named(Name) ? There.Known.Counter : There.Known.Objects)
            .insert(To ? To->getCanonicalDecl() : nullptr);
    });
  };
  if (Object)
    Pass(Object, nullptr);
  for (auto [I, Arg] : llvm::enumerate(Args))
    Pass(Arg, Seen && I < Body->getNumParams() ? Body->getParamDecl(I) : nullptr);
  if (!Seen || !Passes)
    return {Passes ? CounterLook::Keeps : CounterLook::None};
  return looksInto(std::move(There));
}

CounterLook CounterMentions::looksInto(CounterMentions There) {
  auto [Answer, New] = Looks.try_emplace({There.F, There.Known});
  if (!New)
    return Answer->second;
  const CounterNames Before = There.Known;
  There.collect();
  CounterLook &Look = Answer->second;
  Look.Does = There.Kept            ? CounterLook::Keeps
              : There.Found.empty() ? CounterLook::None
                                    : CounterLook::Uses;
  for (const Decl *D : There.Known.Counter)
    if (const auto *P = dyn_cast<ParmVarDecl>(D); P && P->getDeclContext() == There.F)
      Look.Params.insert(P->getFunctionScopeIndex());
  for (const Decl *D : There.ofOthers().Counter)
    if (!Before.Counter.count(D))
      Look.Names.insert(D);
  return Look;
}

/// It happens at \p At, with \p Args for the parameters.
void CounterMentions::does(const CounterLook &Look, UsePlace At,
                           llvm::ArrayRef<const Expr *> Args) {
  if (Outer)
    At = {Outer};
  if (Look.Does != CounterLook::None)
    Found.push_back(At);
  if (Look.Does == CounterLook::Keeps)
    Kept = At.At;
  for (unsigned I : Look.Params)
    if (I < Args.size())
      address(Args[I]);
}

void CounterMentions::found(const Expr *E) { Found.push_back({Outer ? Outer : E}); }

bool CounterMentions::isAdd(const Expr *Call) const {
  return llvm::any_of(Adds, [&](const UsePlace &P) { return P.At == Call && !P.EndOf; });
}

void CounterMentions::visitUserCall(const CallExpr *Call) {
  const FunctionDecl *Runs = bodyThatRuns(Call);
  llvm::SmallVector<const Expr *, 8> Args(Call->arguments());
  const Expr *Object = nullptr;
  if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call)) {
    Object = Method->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(Call) &&
             isa_and_nonnull<CXXMethodDecl>(Call->getDirectCallee())) {
    Object = Args.front();
    Args.erase(Args.begin());
  }
  CounterLook Look = isAdd(Call) ? CounterLook{CounterLook::None} : looks(Runs, Object, Args);
  if (!Look.Names.empty())
    Look.Does = CounterLook::Keeps;
  does(Look, {Call}, Args);
  for (const Expr *Arg : Call->arguments())
    path(Arg);
  path(Call->getCallee());
}

/// What a constructor sets its object's members to is followed by their names. One that the
/// compiler makes reads what it is passed.
bool CounterMentions::visitConstruction(const CXXConstructExpr *Make) {
  const CXXConstructorDecl *C = Make->getConstructor();
  const bool Made = C->isImplicit() || C->isDefaulted();
  if (Text.isToolkit(C) || (Made && !C->hasBody()))
    return false;
  llvm::SmallVector<const Expr *, 4> Args(Make->arguments());
  const FunctionDecl *Runs = mayBeReplaced(C) ? nullptr : C;
  const CounterLook Look =
      isAdd(Make) ? CounterLook{CounterLook::None} : looks(Runs, nullptr, Args);
  does(Look, {Make}, Args);
  Known.Counter.insert(Look.Names.begin(), Look.Names.end());
  if (!Made)
    for (const Expr *Arg : Args)
      path(Arg);
  return !Made;
}

/// What nobody wrote has the object, or objects, by names of its own.
void CounterMentions::implicit(const ImplicitCalls &Calls, UsePlace At) {
  for (const ImplicitCalls::Call &Each : Calls.Found) {
    const FunctionDecl *Body = nullptr;
    if (Each.Callee && Text.isToolkit(Each.Callee))
      continue;
    if (!Each.Callee || mayBeReplaced(Each.Callee) || !Each.Callee->hasBody(Body)) {
      does(looks(nullptr, nullptr, {}), At, {});
      continue;
    }
    CounterMentions There(Body, Text, {}, Others, Looks);
    There.Known = ofOthers();
    if (!Known.Objects.empty()) {
      There.Known.Objects.insert(nullptr);
      for (const ParmVarDecl *P : Body->parameters())
        There.Known.Objects.insert(P->getCanonicalDecl());
    }
    if (There.Known == CounterNames())
      continue;
    const CounterLook Look = looksInto(std::move(There));
    does(Look, At, {});
    Known.Counter.insert(Look.Names.begin(), Look.Names.end());
  }
}

/// What \p S runs without its being written there.
void CounterMentions::visitRunUnseen(const Stmt *S) {
  ImplicitCalls Calls;
  Calls.ofStatement(S);
  Calls.ofDestruction(S);
  if (const auto *E = dyn_cast<Expr>(S))
    return implicit(Calls, {E});
  if (const auto *D = dyn_cast<DeclStmt>(S); D && !Calls.Found.empty())
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each); V && V->getInit())
        implicit(Calls, {V->getInit(), nullptr, /*Anywhere=*/true});
}

void CounterMentions::initialise(const ValueDecl *Field, const Expr *Init, const Stmt *Parent) {
  if (!Field || !leads(Field->getType()))
    return visit(Init, Parent);
  alias(Field, Init);
  path(Init);
}

void CounterMentions::visitInits(const InitListExpr *List) {
  const auto *Class = List->getType()->getAsCXXRecordDecl();
  if (List->getType()->isUnionType() && List->getNumInits() == 1)
    return initialise(List->getInitializedFieldInUnion(), List->getInit(0), List);
  const unsigned Bases = Class ? Class->getNumBases() : 0;
  llvm::SmallVector<const FieldDecl *, 8> Fields(Bases, nullptr);
  if (Class)
    for (const FieldDecl *Field : Class->fields())
      if (!Field->isUnnamedBitField())
        Fields.push_back(Field);
  if (List->hasArrayFiller())
    visit(List->getArrayFiller(), List);
  for (auto [I, Init] : llvm::enumerate(List->inits()))
    initialise(I < Fields.size() ? Fields[I] : nullptr, Init, List);
}

/// Nobody knows when it runs.
void CounterMentions::visitLambda(const LambdaExpr *Lambda) {
  for (auto [Capture, Init] : llvm::zip(Lambda->captures(), Lambda->capture_inits()))
    if (Lambda->isInitCapture(&Capture))
      initialise(Capture.getCapturedVar(), Init, Lambda);
    else
      path(Init); // by its own name
  visit(Lambda->getBody(), Lambda);
}

/// True: \p S was looked at.
bool CounterMentions::visitSpecial(const Stmt *S, const Stmt *Parent) {
  if (const Expr *Default = defaultOf(S)) {
    const Expr *Before = std::exchange(Outer, Outer ? Outer : cast<Expr>(S));
    visit(Default, Parent);
    Outer = Before;
    return true;
  }
  visitRunUnseen(S);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return visitLambda(Lambda), true;
  if (const auto *List = dyn_cast<InitListExpr>(S))
    return visitInits(List), true;
  if (const auto *Make = dyn_cast<CXXConstructExpr>(S))
    return visitConstruction(Make);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return visitCall(Call, Parent);
  const auto *E = dyn_cast<Expr>(S);
  return E && visitAddress(E);
}

/// True: what it is passed was looked at.
bool CounterMentions::visitCall(const CallExpr *Call, const Stmt *Parent) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  const bool Leaders = isAdd(Call);
  if (!Callee || !Text.isToolkit(Callee)) {
    visitUserCall(Call);
    return true;
  }
  // Which of the numbers lanes get by counting is not relied on; that they are all there is, so
  // nothing else may be added. Where nobody takes one, only the sum shows.
  const StringRef Name = Callee->getIdentifier() ? Callee->getName() : "";
  const bool Plain = (Name == "atomicAdd" || Name == "atomicSub") && Call->getNumArgs() > 1;
  const bool Takes = isa_and_nonnull<Expr, DeclStmt, ReturnStmt, SwitchStmt>(Parent);
  const bool Counts = Plain && Takes && Others == CounterUse::Counted && isCount(Call->getArg(1)) &&
                      Name == "atomicAdd";
  const bool Sums = Plain && !Takes && Others == CounterUse::Summed;
  if (!Leaders && !Counts && !Sums) {
    for (const Expr *Arg : Call->arguments()) // the toolkit keeps no address
      if (leads(Arg->getType()) && !Call->getType()->isPointerType()) {
        if (mentions(Arg))
          found(Call);
        path(Arg);
      } else {
        visit(Arg, Call);
      }
    return true;
  }
  path(Call->getArg(0));
  for (const Expr *Arg : llvm::drop_begin(Call->arguments()))
    visit(Arg, Call);
  return true;
}

/// \p E, an address or what is there, is the counter's.
bool CounterMentions::mentions(const Expr *E) const {
  const auto *U = dyn_cast<UnaryOperator>(E->IgnoreParens());
  const auto *A = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens());
  bool Found = isWider(U ? U->getSubExpr() : A ? A->getBase() : E);
  followed(E, [&](const Expr *Name) { Found |= isMention(Name); });
  return Found;
}

/// What is there, and where that is: true if \p E is about addresses.
bool CounterMentions::visitAddress(const Expr *E) {
  const auto *U = dyn_cast<UnaryOperator>(E);
  const auto *B = dyn_cast<BinaryOperator>(E);
  const auto *C = dyn_cast<CastExpr>(E);
  const bool Asks = (B && B->isComparisonOp() && leads(B->getLHS()->getType())) ||
                    (C && C->getCastKind() == CK_PointerToBoolean);
  const bool Made = U && U->getOpcode() == UO_AddrOf;
  if (!Asks && !Made && !isa<ArraySubscriptExpr>(E) && !(U && U->getOpcode() == UO_Deref))
    return false;
  if (!Asks && mentions(E))
    found(E);
  if (Made && mentions(E))
    Kept = E;
  path(E);
  return true;
}

void CounterMentions::visitVariable(const VarDecl *V, const Stmt *In) {
  if (!V->getInit())
    return;
  implicit(ImplicitCalls::atEndOf(V), {V->getInit(), V});
  if (!leads(V->getType()) && !Known.Counter.count(V->getCanonicalDecl()))
    return visit(V->getInit(), In);
  alias(V, V->getInit());
  path(V->getInit());
}

/// `ld.global.s32 %0, [counter];`
bool CounterMentions::isNamedIn(const GCCAsmStmt *Asm) const {
  // A name in a namespace is part of a longer word there.
  const std::string Code = Asm->getAsmString();
  return llvm::any_of(Known.Counter, [&](const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    return V && !V->isLocalVarDeclOrParm() && V->getIdentifier() &&
           StringRef(Code).contains(V->getName());
  });
}

void CounterMentions::visit(const Stmt *S, const Stmt *Parent) {
  if (!S)
    return;
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    visitRunUnseen(S);
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        visitVariable(V, S);
    return;
  }
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (B && B->getOpcode() == BO_Assign && leads(B->getType())) {
    followed(B->getLHS(), [&](const Expr *Name) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Name);
      const auto *M = dyn_cast<MemberExpr>(Name);
      if (Ref || M)
        alias(Ref ? Ref->getDecl() : M->getMemberDecl(), B->getRHS());
    });
    path(B->getLHS());
    return path(B->getRHS());
  }
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S); Asm && isNamedIn(Asm))
    Found.push_back({Adds.empty() ? nullptr : Adds.front().At, nullptr, /*Anywhere=*/true});
  if (visitSpecial(S, Parent))
    return;
  if (const auto *E = dyn_cast<Expr>(S); E && isMention(E)) {
    found(E);
    if (leads(E->getType()) || E->getType()->isArrayType())
      Kept = E;
  }
  // `object.other` is another one's.
  if (const auto *M = dyn_cast<MemberExpr>(S); M && isa<FieldDecl>(M->getMemberDecl()))
    return path(M->getBase());
  for (const Stmt *Part : evaluatedParts(S))
    visit(Part, isa<CompoundStmt>(S) && isa_and_nonnull<StmtExpr>(Parent) ? Parent : S);
}

} // namespace coopify
