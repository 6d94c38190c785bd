//===- SyncSplits.cpp - syncs within a step -----------------------------------===//

#include "Extract/Sites/SharedSync/SyncPlan.h"

#include "Analysis/SharedMemory/EvaluationOrder.h"
#include "Analysis/SharedMemory/FewLanes.h"
#include "Analysis/SharedMemory/TileSize.h"
#include "Analysis/Source/Exprs.h"

#include "clang/Lex/Lexer.h"

using namespace clang;

namespace coopify {

/// The lanes that \p If lets in, if that is the first aligned group of a warp: `tid < 16`.
static std::optional<unsigned> firstGroup(const IfStmt *If, const FunctionView &View,
                                          MemoryLocations &Places) {
  const auto *Cond = dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
  const Stmt *First = firstEvaluated(If->getThen(), View.Analysis);
  const std::optional<FewLanes> Few = lanesLetIn(If->getCond(), Places);
  if (!Few || !First || If->getElse() || !Cond || Cond->isLogicalOp() ||
      View.Analysis.at(First).Active.UniformOver != Few->Lanes)
    return std::nullopt;
  return Few->Lanes;
}

/// With a tile of the lanes that are let in; nullopt: they are no such group.
std::optional<bool> SyncPlan::insideGroup(unsigned I) {
  const auto *If = dyn_cast<IfStmt>(Steps.Steps[I].S);
  auto Lanes = If ? firstGroup(If, View, Places) : std::nullopt;
  if (!Lanes)
    return std::nullopt;
  std::vector<LaneBound> Around = Steps.Steps[I].Around;
  Places.bounds(If->getCond(), Around);
  SharedSteps Inner(View, Forms, Places, *Lanes);
  if (!Inner.build(If->getThen(), Around, If))
    return std::nullopt;
  return within(Inner);
}

/// A loop that aligned groups of lanes go round on their own, by one tile for each.
std::optional<bool> SyncPlan::insideTiles(unsigned I) {
  const SharedStep &S = Steps.Steps[I];
  const Stmt *Body = isa<WhileStmt>(S.S) ? cast<WhileStmt>(S.S)->getBody()
                     : isa<ForStmt>(S.S) ? cast<ForStmt>(S.S)->getBody()
                                         : nullptr;
  const Stmt *First = Body ? firstEvaluated(Body, View.Analysis) : nullptr;
  unsigned Lanes = First ? View.Analysis.at(First).Active.UniformOver : 0;
  std::optional<TileSize> Size = tileSize(View);
  if (Lanes < 2 || Lanes >= Steps.width() || (Size && Size->Lanes != Lanes) ||
      (!Size && View.Function->isTemplateInstantiation()))
    return std::nullopt;
  SharedSteps Inner(View, Forms, Places, Lanes, Size ? Size->Text : "");
  if (!Inner.build(S.S, S.Around))
    return std::nullopt;
  // Of other groups nobody waits.
  std::vector<const SharedAccess *> All;
  for (const SharedStep &Each : Inner.Steps)
    for (const SharedAccess &A : Each.Accesses)
      if (meant(A))
        All.push_back(&A);
  for (const SharedAccess *A : All)
    for (const SharedAccess *B : All)
      if ((A->Write || B->Write) && !groupsApart(*A, *B, Forms, Lanes))
        return std::nullopt;
  return within(Inner);
}

/// The syncs of \p Inner, which smaller groups come to.
bool SyncPlan::within(const SharedSteps &Inner) {
  SharedHazards In(View, Inner, Forms);
  for (const std::set<unsigned> &Part : In.components()) {
    SyncPlan Plan(View, Forms, Places, Inner, In, Part, Meant, Edits);
    if (!Plan.make()) {
      Why = Plan.Why;
      return false;
    }
    llvm::for_each(Plan.Needed, [&](const Requirement &R) { need(R); });
    llvm::append_range(Dropped, Plan.Dropped);
    llvm::append_range(Touched, Plan.Touched);
    llvm::append_range(After, Plan.After);
    if (Plan.Where)
      llvm::append_range(After, Plan.Where->After);
    if (Plan.Where)
      need({RequirementRole::Tile, "tile" + std::to_string(Inner.width()), Plan.Where->Active,
            Inner.width()});
  }
  return true;
}

static const Expr *skip(const Expr *E) { return E->IgnoreParens(); }

/// The argument of \p Call that \p H is about: it is read from memory that \p Call may write.
static const Expr *passedFirst(const CallExpr *Call, const Hazard &H) {
  if (H.First->ByCall || H.First->Write || !(H.Second->ByCall || H.Second->Atomic) ||
      !llvm::is_contained(Call->arguments(), H.Second->At))
    return nullptr;
  auto Read =
      llvm::find_if(Call->arguments(), [&](const Expr *Arg) { return holds(Arg, H.First->At); });
  return Read != Call->arg_end() && (*Read)->getType()->isArithmeticType() && !(*Read)->isLValue()
             ? *Read
             : nullptr;
}

static std::vector<const Expr *> accessesOf(const SharedStep &S, const CallExpr *Call) {
  std::vector<const Expr *> All;
  for (const SharedAccess &A : S.Accesses)
    if ((A.ByCall && A.ByCall == Call) ||
        ((A.ByCall || A.Atomic) && llvm::is_contained(Call->arguments(), A.At)))
      All.push_back(A.At);
  return All;
}

/// What a call is passed is read from memory that the call may write.
bool SyncPlan::hoistArguments(unsigned I, llvm::ArrayRef<const Hazard *> Inside) {
  const CallExpr *Call = loneCall(Steps.Steps[I].S);
  if (!Call)
    return false;
  std::vector<const Expr *> Hoisted;
  for (const Hazard *H : Inside) {
    const Expr *Read = passedFirst(Call, *H);
    // `c ? x : 0` is an int where x is smaller.
    const bool Narrow = Read && (Read->getType()->isBooleanType() ||
                                 View.Context.getTypeSize(Read->getType()) < 32);
    if (!Read || (Steps.Steps[I].Composite && Narrow))
      return false;
    if (!llvm::is_contained(Hoisted, Read))
      Hoisted.push_back(Read);
  }
  Needs[I].Split = true;
  Needs[I].Targets = accessesOf(Steps.Steps[I], Call);
  Needs[I].Hoisted = std::move(Hoisted);
  return true;
}

static bool mentions(const Stmt *S, const VarDecl *V) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return (Ref && Ref->getDecl() == V) ||
         (S && llvm::any_of(S->children(), [&](const Stmt *Part) { return mentions(Part, V); }));
}

/// Named again it is the same element.
static bool namedAgain(const Expr *E, const FunctionView &View) {
  const auto *A = dyn_cast<ArraySubscriptExpr>(skip(E));
  const auto *Base = A ? dyn_cast<DeclRefExpr>(A->getBase()->IgnoreParenImpCasts()) : nullptr;
  const QualType T = Base ? Base->getType() : QualType();
  return Base && (T->isArrayType() || (T->isPointerType() && !T.isVolatileQualified())) &&
         repeatable(A->getIdx(), View);
}

/// `f(s[i], s[j]);`, of what sets its argument in one step: it is given a copy, which is written
/// back behind the sync.
bool SyncPlan::copyTarget(unsigned I) {
  const SharedStep &S = Steps.Steps[I];
  const CallExpr *Call = settingCall(S.S, View.Text);
  const Expr *Target = nullptr;
  for (const SharedAccess &A : S.Accesses) {
    if (Call && A.Write && Target == nullptr && A.ByCall == Call && A.At != Call)
      Target = A.At;
    else if (A.Write || A.EndsSynced)
      return false;
  }
  if (!Target || !Target->isGLValue() || !namedAgain(Target, View))
    return false;
  const QualType T = Target->getType();
  // `c ? x : 0` is an int where x is smaller.
  if (!T->isArithmeticType() ||
      (S.Composite && (T->isBooleanType() || View.Context.getTypeSize(T) < 32)))
    return false;
  for (const SharedAccess &A : S.Accesses)
    if (A.Write && !A.Place.Exact)
      return false; // also what lies beside it
  SyncNeeds &N = Needs[I];
  N.Split = true;
  N.Targets = {Target};
  N.Copied = true;
  return true;
}

/// How often \p Name is said in the text of \p All, whatever it names there: in decltype and the
/// arguments of templates it is a child of nothing.
static size_t saidIn(llvm::ArrayRef<const Stmt *> All, StringRef Name, const FunctionView &View) {
  size_t Times = 0;
  const SourceManager &SM = View.Text.manager();
  for (const Stmt *S : All)
    forEachWord(
        Lexer::getSourceText(SM.getExpansionRange(S->getSourceRange()), SM, View.Text.lang()),
        [&](StringRef Word) { Times += Word == Name; });
  return Times;
}

/// The first \p Cut statements' one whose declarations do not end at the cut: they are used behind
/// it, by name or by address, or their end does something.
static const Stmt *declaredBefore(llvm::ArrayRef<const Stmt *> All, size_t Cut,
                                  const FunctionView &View) {
  auto Matters = [&](const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    return !V || isa<DecompositionDecl>(V) || V->getType()->isArrayType() ||
           V->getType().isDestructedType() != QualType::DK_none ||
           !View.Analysis.variables().followed(V) ||
           saidIn(All.drop_front(Cut), V->getName(), View) > 0 ||
           llvm::any_of(All.drop_front(Cut), [&](const Stmt *Use) { return mentions(Use, V); });
  };
  for (const Stmt *S : All.take_front(Cut))
    if (const auto *D = dyn_cast<DeclStmt>(S); D && llvm::any_of(D->decls(), Matters))
      return D;
  return nullptr;
}

/// Each use of \p V is by its value: no lambda has it, no macro, and, if \p Loads, no reference.
static bool usedPlainly(const Stmt *S, const VarDecl *V, bool Loads, size_t &Times) {
  if (const auto *L = dyn_cast<LambdaExpr>(S); L && llvm::any_of(L->captures(), [&](const auto &C) {
                                                 return C.capturesVariable() &&
                                                        C.getCapturedVar() == V;
                                               }))
    return false;
  if (const auto *C = dyn_cast<CastExpr>(S))
    Loads &= C->getCastKind() != CK_LValueToRValue;
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  const bool Use = Ref && Ref->getDecl() == V;
  Times += Use;
  return !(Use && (Loads || Ref->getLocation().isMacroID())) &&
         llvm::all_of(S->children(), [&](const Stmt *Part) {
           return !Part || usedPlainly(Part, V, Loads, Times);
         });
}

static bool isNumber(QualType T) { return T->isRealType() && !T->isEnumeralType(); }

/// `T a = b;` of a number that may as well be declared in front of the condition, with another name
/// and not const.
static const VarDecl *declaredFirst(llvm::ArrayRef<const Stmt *> All, const FunctionView &View) {
  const auto *D = dyn_cast<DeclStmt>(All.front());
  const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  if (!V || !V->hasInit() || V->getInitStyle() != VarDecl::CInit || V->isStaticLocal() ||
      V->hasAttrs() || !V->getTypeSourceInfo())
    return nullptr;
  const QualType T = V->getType(), Written = writtenType(V->getInit());
  const bool Fits = isNumber(T) && !T.isVolatileQualified() && !T->getContainedAutoType() &&
                    (isNumber(Written) || Written->isEnumeralType()) &&
                    !isa<InitListExpr>(V->getInit()->IgnoreParenImpCasts());
  size_t Times = 0;
  auto Plainly = [&](const Stmt *S) { return usedPlainly(S, V, T.isConstQualified(), Times); };
  return Fits && llvm::all_of(All.drop_front(), Plainly) &&
                 saidIn(All.drop_front(), V->getName(), View) == Times
             ? V
             : nullptr;
}

/// The statements of a block behind which a sync has to stand, as late as possible; 0: behind the
/// condition. nullopt: statements between themselves do not tell.
static std::optional<std::set<size_t>> cutsOf(llvm::ArrayRef<const Stmt *> All,
                                              llvm::ArrayRef<const Hazard *> Inside) {
  auto Position = [&](const SharedAccess &A) { // 0: of the condition
    for (size_t N = 0; N < All.size(); ++N)
      if (holds(All[N], A.At))
        return N + 1;
    return size_t(0);
  };
  std::set<size_t> Cuts;
  std::map<size_t, std::vector<size_t>> From;
  for (const Hazard *H : Inside) {
    const size_t First = Position(*H->First), Second = Position(*H->Second);
    if (First >= Second || !H->First->Leans.empty() || !H->Second->Leans.empty())
      return std::nullopt;
    From[Second].push_back(First);
  }
  for (const auto &[Second, Firsts] : From)
    if (llvm::any_of(Firsts, [&](size_t First) {
          auto Next = Cuts.lower_bound(First);
          return Next == Cuts.end() || *Next >= Second;
        }))
      Cuts.insert(Second - 1);
  return Cuts;
}

/// `if (c) { v += s[i]; s[j] = v; }`: syncs between its statements, each part under the condition.
bool SyncPlan::cutGuarded(unsigned I, llvm::ArrayRef<const Hazard *> Inside) {
  const SharedStep &Step = Steps.Steps[I];
  const std::vector<const Stmt *> All = guardedBlock(Step.S);
  if (All.empty())
    return false;
  const std::optional<std::set<size_t>> Cuts = cutsOf(All, Inside);
  if (!Cuts || Cuts->empty())
    return false;
  auto Ends = [&](ArrayRef<const Stmt *> Behind, size_t Skipped) {
    const Stmt *Found = nullptr;
    for (size_t Cut : *Cuts)
      if (!Found && Cut > Skipped)
        Found = declaredBefore(Behind, Cut - Skipped, View);
    return Found;
  };
  const Stmt *Hinders = Ends(All, 0);
  const VarDecl *Declares = Hinders ? declaredFirst(All, View) : nullptr;
  if (Declares)
    Hinders = Ends(llvm::ArrayRef(All).drop_front(), 1);
  if (Hinders) {
    Why = Refusal{ReasonId::StepNotSplit,
                  "'" + View.Text.text(Hinders->getSourceRange()) +
                      "' declares what would end at the sync that is needed behind it",
                  View.Text.expansion(Hinders->getBeginLoc()),
                  "declare it in front of the condition, and set it here"};
    return false;
  }
  const Expr *Cond = cast<IfStmt>(Step.S)->getCond();
  SyncNeeds &N = Needs[I];
  N.Split = true;
  N.CutFirst = Cuts->count(0);
  N.Declares = Declares;
  N.SaveGuard = llvm::any_of(
      All, [&](const Stmt *Each) { return disturbs(Each, Cond, View.Analysis.variables()); });
  for (const auto &[At, Each] : llvm::enumerate(All)) {
    if (At >= *Cuts->begin())
      for (const SharedAccess &A : Step.Accesses)
        if (A.Write && holds(Each, A.At))
          N.Targets.push_back(A.At);
    if (Cuts->count(At + 1))
      N.Cuts.push_back(Each);
  }
  return true;
}

static Refusal orderMatters(const FunctionView &View, const Stmt *S) {
  return {ReasonId::StepNotSplit,
          "what '" + View.Text.text(S->getSourceRange()) + "' sets is read again within it",
          View.Text.expansion(S->getBeginLoc()),
          "write it as read, warp.sync(), write, warp.sync(), with a variable for each value"};
}

/// That `s[t] += s[t + d]` may stay `s[t] += other` is shown by what callers pass. Reading both in
/// front of the sync asks nothing of them.
bool SyncPlan::restsOnCallers(unsigned I) const {
  return llvm::any_of(Hazards.apart(), [&](const SharedHazards::Apart &P) {
    return P.Within && P.From == I && skip(P.First->At) == skip(P.Second->At) &&
           llvm::any_of(P.Used, [](const Uniformity &U) {
             return llvm::any_of(U.Atoms,
                                 [](const Atom &A) { return A.Kind == AtomKind::ParamUniform; });
           });
  });
}

bool SyncPlan::splitPlain(unsigned I, llvm::ArrayRef<const Hazard *> Inside) {
  const SharedStep &S = Steps.Steps[I];
  if (copyTarget(I) || hoistArguments(I, Inside))
    return true;
  std::optional<SharedAssignment> A = S.Condition ? std::nullopt : sharedAssignment(S.S);
  // s[t] = f(s[t], s): calls come to their ends before what they return is stored.
  const bool Stores = A && A->Operator.empty() && !A->Local;
  const CallExpr *Call = Stores ? computedCall(A->Value) : nullptr;
  std::vector<const Expr *> Hoisted;
  for (const Hazard *H : Inside) {
    const bool Before = !H->First->Write || (Stores && H->First->ByCall);
    bool Fits = A && Before && H->Second->Write && skip(H->Second->At) == skip(A->Target) &&
                (holds(A->Value, H->First->At) || skip(H->First->At) == skip(A->Target)) &&
                !H->Second->ByCall;
    const Expr *Read = Call && !Fits ? passedFirst(Call, *H) : nullptr;
    if (Read && !llvm::is_contained(Hoisted, Read))
      Hoisted.push_back(Read);
    if (Fits || Read)
      continue;
    Why = Refusal{ReasonId::StepNotSplit,
                  "'" + View.Text.text(S.S->getSourceRange()) +
                      "' reads and writes what other lanes write and read",
                  View.Text.expansion(S.S->getBeginLoc()),
                  "write it as read, warp.sync(), write, warp.sync()"};
    return false;
  }
  SyncNeeds &N = Needs[I];
  N.Split = true;
  N.Hoisted = std::move(Hoisted);
  if (llvm::none_of(Inside,
                    [&](const Hazard *H) { return skip(H->Second->At) == skip(A->Target); })) {
    N.Targets = accessesOf(S, Call); // where it is stored nobody meets
    return true;
  }
  N.Targets = {A->Target};
  N.OwnTarget =
      llvm::none_of(Inside, [&](const Hazard *H) { return skip(H->First->At) == skip(A->Target); });
  if (restsOnCallers(I) && valuesMayComeFirst(*A, true, View.Analysis.variables()))
    N.OwnTarget = false;
  // `i = s[i] = c` sets i before its element is named; `s[i] += f(i = 2)` names it twice.
  const Variables &Vars = View.Analysis.variables();
  bool Names = A->LocalFirst && setsFor(A->Local, A->Target, Vars);
  if (!Names && (A->Local || valuesMayComeFirst(*A, !N.OwnTarget, Vars)))
    return true;
  Why = orderMatters(View, S.S);
  return false;
}

bool SyncPlan::splitGuarded(unsigned I, llvm::ArrayRef<const Hazard *> Inside) {
  const SharedStep &S = Steps.Steps[I];
  std::vector<SharedAssignment> All = guardedAssignments(S.S);
  if (All.empty())
    return false;
  // All is read before anything is written: no write may have been meant to be read again.
  for (size_t A = 0; A < S.Accesses.size(); ++A)
    for (size_t B = A + 1; B < S.Accesses.size(); ++B) {
      const SharedAccess &First = S.Accesses[A], &Second = S.Accesses[B];
      bool SameTarget = skip(First.At) == skip(Second.At);
      if (First.Write && !SameTarget && !apart(First, Second))
        return false;
    }
  SyncNeeds Split;
  Split.Split = true;
  for (const SharedAssignment &A : All)
    Split.Targets.push_back(A.Target);
  bool Own = true;
  for (const Hazard *H : Inside) {
    // What it reads to name its element it reads behind the sync.
    const bool Early = llvm::none_of(All, [&](const SharedAssignment &A) {
      return skip(H->First->At) != skip(A.Target) && holds(A.Target, H->First->At);
    });
    if (H->First->ByCall || H->Second->ByCall || !isBehindSplit(*H->Second, Split) || !Early)
      return false;
    Own &= skip(H->First->At) != skip(H->Second->At);
  }
  Own &= !restsOnCallers(I) || !valuesMayComeFirst(All, true, View.Analysis.variables());
  if (!valuesMayComeFirst(All, !Own, View.Analysis.variables())) {
    Why = orderMatters(View, S.S);
    return false;
  }
  Split.OwnTarget = Own;
  Needs[I] = std::move(Split);
  return true;
}

/// `f(s + threadIdx.x)`
static Refusal meetBesideIn(const FunctionView &View, const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  return {ReasonId::HelperUnsynced,
          "'" + (Callee ? Callee->getNameAsString() : "the function") +
              "' reads and writes elements beside the one that it is passed, and each lane passes "
              "one of its own",
          View.Text.expansion(Call->getBeginLoc()),
          "pass the array and the lane's number to it, so that it has steps of its own, or put the "
          "steps here"};
}

bool SyncPlan::withinStep(unsigned I) {
  std::vector<const Hazard *> Inside;
  for (const Hazard &H : Hazards.all())
    if (H.Within && H.From == I && relevant(H))
      Inside.push_back(&H);
  const SharedStep &S = Steps.Steps[I];
  if (Inside.empty())
    return true;
  for (const Hazard *H : Inside)
    if (const auto *Call = dyn_cast_or_null<CallExpr>(H->First->ByCall);
        Call && H->First->Beside && H->First->ByCall == H->Second->ByCall) {
      Why = meetBesideIn(View, Call);
      return false;
    }
  if (!S.Composite)
    return splitPlain(I, Inside);
  if (std::optional<bool> Done = insideGroup(I))
    return *Done;
  if (std::optional<bool> Done = insideTiles(I))
    return *Done;
  if (copyTarget(I) || hoistArguments(I, Inside) || splitGuarded(I, Inside))
    return true;
  if (cutGuarded(I, Inside) || splitInTurn(I, Inside)) {
    Why = Refusal();
    return true;
  }
  if (!Why.Text.empty())
    return false;
  if (S.S->getBeginLoc().isMacroID()) {
    Why = stepFromMacro(View, S.S);
    return false;
  }
  return refuseComposite(*Inside.front());
}

} // namespace coopify
