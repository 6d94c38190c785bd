//===- SharedSteps.cpp ----------------------------------------------------===//

#include "Analysis/SharedMemory/Steps/SharedSteps.h"

#include "Analysis/Operations/OneLiners.h"
#include "Analysis/SharedMemory/SharedAssignment.h"
#include "Analysis/SharedMemory/SharedHazards.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace coopify {

const Stmt *firstEvaluated(const Stmt *S, const ConvergenceAnalysis &Analysis) {
  if (!S)
    return nullptr;
  if (const auto *For = dyn_cast<ForStmt>(S)) { // its increment is run behind its body
    for (const Stmt *Part : {For->getInit(), static_cast<const Stmt *>(For->getCond()),
                             For->getBody(), static_cast<const Stmt *>(For->getInc())})
      if (const Stmt *First = firstEvaluated(Part, Analysis))
        return First;
  }
  for (const Stmt *Part : S->children())
    if (const Stmt *First = firstEvaluated(Part, Analysis))
      return First;
  return Analysis.sameActivity(S, S) ? S : nullptr;
}

const Expr *loopCondition(const Stmt *S) {
  if (const auto *W = dyn_cast<WhileStmt>(S))
    return W->getCond();
  if (const auto *D = dyn_cast<DoStmt>(S))
    return D->getCond();
  if (const auto *F = dyn_cast<ForStmt>(S))
    return F->getCond();
  return nullptr;
}

bool SharedSteps::whole(const Stmt *S) const {
  const Stmt *First = firstEvaluated(S, View.Analysis);
  return AnyLanes || (First && View.Analysis.at(First).Active.UniformOver >= Width);
}

static bool says(const Stmt *S, const ParmVarDecl *P) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return (Ref && Ref->getDecl() == P) ||
         (S && llvm::any_of(S->children(), [&](const Stmt *Part) { return says(Part, P); }));
}

/// Elements are chosen by it, as by the number of a lane: not by a mode that all lanes are passed.
static bool choosesElements(const Stmt *S, const ParmVarDecl *P) {
  const auto *A = dyn_cast_or_null<ArraySubscriptExpr>(S);
  const auto *B = dyn_cast_or_null<BinaryOperator>(S);
  if ((A && says(A->getIdx(), P)) ||
      (B && B->isAdditiveOp() && B->getType()->isPointerType() && says(B, P)))
    return true;
  return S &&
         llvm::any_of(S->children(), [&](const Stmt *Part) { return choosesElements(Part, P); });
}

/// What \p If lets lanes do to an object is no more than to read or to write, or can be taken
/// apart.
bool SharedSteps::splits(const IfStmt *If) const {
  SharedStep All;
  AccessCollector(Places, View.Text, View.Context, Width).collect(If, All);
  std::vector<Uniformity> Used; // whoever builds the steps asks once more
  const bool Both = llvm::any_of(All.Accesses, [&](const SharedAccess &A) {
    return A.Write && llvm::any_of(All.Accesses, [&](const SharedAccess &B) {
             return !B.Write &&
                    overlap(A, B, Forms, /*Once=*/true, All.Changed, Used) != Overlap::None;
           });
  });
  // Of `if (lane == 0) { x = s[0]; atomicAdd(out, x); }` nobody means that all lanes do it.
  std::vector<LaneBound> Bounds;
  Places.bounds(If->getCond(), Bounds);
  const bool OneLane =
      llvm::any_of(Bounds, [](const LaneBound &B) { return B.Equal; }) &&
      llvm::any_of(View.Function->parameters(), [&](const ParmVarDecl *P) {
        return says(If->getCond(), P) && choosesElements(View.Function->getBody(), P);
      });
  return !All.SyncsInside &&
         (!Both || !guardedAssignments(If).empty() || settingCall(If, View.Text) ||
          (OneLane && (!guardedBlock(If).empty() || loneCall(If))));
}

/// By its text it is the same for all lanes: made of constants and of what the launch says.
static bool equalByText(const Stmt *S, const SourceText &Text) {
  if (!S)
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) { // traits::isBackward()
    const Expr *Is = Call->getNumArgs() ? nullptr : returnedBy(Call, Text);
    return Is && equalByText(Is, Text);
  }
  if (isa<CXXConstructExpr, LambdaExpr, CXXThisExpr>(S))
    return false;
  if (const auto *E = dyn_cast<Expr>(S))
    if (auto [Object, Member] = builtinNumber(E); !Object.empty())
      return Object != "threadIdx";
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return isa<EnumConstantDecl>(Ref->getDecl()) ||
           (V && V->isUsableInConstantExpressions(V->getASTContext()));
  }
  return llvm::all_of(S->children(), [&](const Stmt *Part) { return equalByText(Part, Text); });
}

/// for (int i = 0; i < 4; ++i), and nothing else changes i.
static bool roundsEqualByText(const Stmt *Loop, const FunctionView &View) {
  const Variables &Vars = View.Analysis.variables();
  auto Equal = [&](const Stmt *S) { return equalByText(S, View.Text); };
  const auto *For = dyn_cast<ForStmt>(Loop);
  const auto *D = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  const auto *Cond = For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  if (!V || !V->getInit() || !Equal(V->getInit()) || !Vars.followed(V) ||
      Vars.assignments(V).size() != 2 || !Cond || !Cond->isComparisonOp())
    return false;
  auto Counts = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Ref && Ref->getDecl() == V;
  };
  const auto *Step = dyn_cast_or_null<UnaryOperator>(For->getInc());
  const auto *By = dyn_cast_or_null<CompoundAssignOperator>(For->getInc());
  return Counts(Cond->getLHS()) && Equal(Cond->getRHS()) &&
         ((Step && Step->isIncrementDecrementOp() && Counts(Step->getSubExpr())) ||
          (By && Counts(By->getLHS()) && Equal(By->getRHS())));
}

/// Lanes that part in \p S by what is not equal by its text leave other lanes behind there.
static bool jumpsApart(const Stmt *S, const FunctionView &View, bool Parted = false) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt>(S))
    return Parted;
  if (const auto *If = dyn_cast<IfStmt>(S))
    Parted |= !equalByText(If->getCond(), View.Text);
  else if (loopCondition(S) || isa<CXXForRangeStmt, SwitchStmt>(S))
    Parted |= !roundsEqualByText(S, View);
  return llvm::any_of(S->children(),
                      [&](const Stmt *Part) { return jumpsApart(Part, View, Parted); });
}

/// This instance of a template, or this configuration, never runs it.
bool SharedSteps::neverRuns(const Stmt *S) const {
  const Stmt *First = S ? firstEvaluated(S, View.Analysis) : nullptr;
  return First && !View.Analysis.reachable(First);
}

/// Another one does run it, and the text is one: what is known of its lanes there is what it says.
bool SharedSteps::partsUnrun(const IfStmt *If) const {
  const bool Never = neverRuns(If->getThen()) || neverRuns(If->getElse());
  return Never && (!equalByText(If->getCond(), View.Text) || jumpsApart(If, View));
}

bool SharedSteps::betterAsStep(const IfStmt *If) const {
  if (AnyLanes)
    return false;
  // In tiles whose size a template chooses: of lanes that one instance lets in all, another some.
  if (Width < warpWidth() && Size != std::to_string(Width) &&
      View.Analysis.decision(If->getCond(), nullptr).UniformOver < warpWidth())
    return splits(If);
  const Stmt *Outside = firstEvaluated(If->getCond(), View.Analysis);
  const Stmt *Inside = firstEvaluated(If->getThen(), View.Analysis);
  if (!Outside || !Inside)
    return false;
  std::vector<Atom> Known = View.Analysis.at(Outside).Active.Atoms;
  bool Guesses = llvm::any_of(View.Analysis.at(Inside).Active.Atoms, [&](const Atom &A) {
    bool Few = A.Kind == AtomKind::ParamLaneAffine && A.Lanes < Width;
    return (Few || A.Kind == AtomKind::ParamUniform || A.Kind == AtomKind::CallUniform ||
            A.Kind == AtomKind::Unwritten) &&
           !llvm::is_contained(Known, A);
  });
  return Guesses && splits(If);
}

void SharedSteps::connect(const Ends &From, unsigned To) {
  for (unsigned F : From)
    if (!llvm::is_contained(Steps[F].Next, To))
      Steps[F].Next.push_back(To);
}

unsigned SharedSteps::add(const Stmt *S, const Ends &From, bool Condition) {
  unsigned Id = Steps.size();
  SharedStep &New = Steps.emplace_back();
  New.S = S;
  New.Condition = Condition;
  New.Around = Around;
  New.Block = Block, New.Holder = Holder, New.Before = Before, New.After = After;
  AccessCollector(Places, View.Text, View.Context, Width).collect(S, New);
  forgetSyncsOfSome(New, [this](const Expr *Call) { return whole(Call); });
  connect(From, Id);
  return Id;
}

/// Statements that hold others, and jumps.
static void look(const Stmt *S, bool &Jumps, bool &Labels) {
  if (!S || isa<LambdaExpr>(S))
    return;
  Jumps |= isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt>(S);
  Labels |= isa<LabelStmt, GotoStmt, IndirectGotoStmt, CXXTryStmt>(S);
  for (const Stmt *Part : S->children())
    look(Part, Jumps, Labels);
}

bool mayJump(const Stmt *S) {
  bool Jumps = false, Labels = false;
  look(S, Jumps, Labels);
  return Jumps;
}

/// What lanes of smaller groups do in \p S, of which not all lanes come.
std::shared_ptr<SharedSteps> SharedSteps::inner(const Stmt *S) const {
  const auto *If = dyn_cast<IfStmt>(S);
  const auto *For = dyn_cast<ForStmt>(S);
  const auto *While = dyn_cast<WhileStmt>(S);
  const Stmt *Body = If ? If->getThen() : For ? For->getBody() : While ? While->getBody() : nullptr;
  const Stmt *First = Body ? firstEvaluated(Body, View.Analysis) : nullptr;
  const unsigned Lanes = First ? View.Analysis.at(First).Active.UniformOver : 0;
  if (Lanes < 2 || Lanes >= Width)
    return nullptr;
  auto Inner = std::make_shared<SharedSteps>(View, Forms, Places, Lanes);
  return Inner->build(S, Around) ? Inner : nullptr;
}

/// Shown, or believed of a block barrier (semantics B.7): not where lanes are seen to part.
static bool allCome(const Stmt *S, unsigned Width, const ConvergenceAnalysis &Analysis) {
  const Stmt *First = firstEvaluated(S, Analysis);
  if (!First)
    return false;
  const Convergence C = Analysis.at(First);
  // A caller that brings some lanes brings these to all of it.
  auto OfCallers = [](const Uniformity &U) {
    return llvm::all_of(U.Atoms, [](const Atom &A) { return A.Kind == AtomKind::EntryConverged; });
  };
  if (!OfCallers(C.Active))
    return false;
  const bool Differ = C.Active.Why && C.Active.Why->Kind == ObstacleKind::LaneDependent;
  return C.Active.UniformOver >= Width ||
         (!Differ && C.Barrier.valid() && OfCallers(C.Rest) && C.Rest.UniformOver >= Width);
}

bool SharedSteps::allSyncsWhole() const {
  return llvm::all_of(Steps, [&](const SharedStep &S) {
    return (!S.Sync && !S.SyncAfter) || allCome(S.S, Width, View.Analysis);
  });
}

std::shared_ptr<SharedSteps> SharedSteps::ways(const Stmt *S) const {
  auto Ways = std::make_shared<SharedSteps>(View, Forms, Places, Width);
  Ways->AnyLanes = true;
  return Ways->build(S, Around) && Ways->allSyncsWhole() ? Ways : nullptr;
}

std::vector<unsigned> SharedSteps::holding(const SharedAccess &A) const {
  std::vector<unsigned> Out;
  for (unsigned I = 0; I < Steps.size(); ++I)
    if (llvm::any_of(Steps[I].Accesses, [&](const SharedAccess &Other) {
          return Other.At == A.At && Other.Write == A.Write;
        }))
      Out.push_back(I);
  return Out;
}

/// With \p Begin, what comes before the next sync. \p Ends have one at their end.
std::vector<bool> SharedSteps::behind(llvm::ArrayRef<unsigned> Begin,
                                      llvm::ArrayRef<unsigned> Ends) const {
  std::vector<bool> Seen(Steps.size());
  llvm::SmallVector<unsigned> Work(Begin);
  while (!Work.empty()) {
    const unsigned I = Work.pop_back_val();
    if (Seen[I])
      continue;
    Seen[I] = true;
    const bool Synced = Steps[I].SyncAfter || llvm::is_contained(Ends, I);
    for (unsigned J : Steps[I].Next)
      if (!Steps[J].Sync && (!Synced || Steps[J].WayOut))
        Work.push_back(J);
  }
  return Seen;
}

/// All lanes come to each sync, so what they do at one time comes before the next one, behind one
/// and the same, or behind none.
bool SharedSteps::meet(const SharedAccess &A, const SharedAccess &B) const {
  const std::vector<unsigned> OfA = holding(A), OfB = holding(B);
  if (OfA.empty() || OfB.empty())
    return true;
  auto Comes = [&](llvm::ArrayRef<unsigned> Begin, llvm::ArrayRef<unsigned> Of,
                   const SharedAccess &Other, llvm::ArrayRef<unsigned> OfOther) {
    const std::vector<bool> Seen =
        behind(Begin, Other.EndsSynced ? OfOther : llvm::ArrayRef<unsigned>());
    return llvm::any_of(Of, [&](unsigned I) { return Seen[I]; });
  };
  auto Meet = [&](llvm::ArrayRef<unsigned> Begin) {
    return !Begin.empty() && Comes(Begin, OfA, B, OfB) && Comes(Begin, OfB, A, OfA);
  };
  for (unsigned I = 0; I < Steps.size(); ++I) {
    llvm::SmallVector<unsigned> After;
    for (unsigned J : Steps[I].Next)
      if (Steps[I].SyncAfter && !Steps[J].Sync)
        After.push_back(J);
    if (((I == Entry || Steps[I].Sync) && Meet({I})) || Meet(After))
      return true;
  }
  return false;
}

/// Behind \p From, the variables of all scopes within the first \p Outer ones end.
SharedSteps::Ends SharedSteps::destroyed(Ends From, size_t Outer) {
  for (size_t Depth = From.empty() ? Outer : Scopes.size(); Depth > Outer; --Depth)
    for (const auto &[Declares, V] : llvm::reverse(Scopes[Depth - 1])) {
      SharedStep End;
      End.S = Declares;
      End.Destroyed = V;
      End.Around = Around;
      AccessCollector(Places, View.Text, View.Context, Width).destroy(V, End);
      if (End.Accesses.empty())
        continue;
      Steps.push_back(std::move(End));
      connect(From, Steps.size() - 1);
      From = {unsigned(Steps.size() - 1)};
    }
  return From;
}

/// `switch (n) { case 0: s[t] = x; continue; ... }`: a sync behind it is not on that way.
unsigned SharedSteps::wayOut(unsigned Of) {
  SharedStep Out;
  Out.S = Steps[Of].S;
  Out.WayOut = true;
  Out.Around = Around;
  Steps.push_back(std::move(Out));
  connect({Of}, Steps.size() - 1);
  return Steps.size() - 1;
}

SharedSteps::Ends SharedSteps::leaf(const Stmt *S, Ends From) {
  unsigned Id = add(S, From, false);
  SharedStep &New = Steps[Id];
  New.Composite =
      isa<IfStmt, ForStmt, WhileStmt, DoStmt, SwitchStmt, CompoundStmt, CXXForRangeStmt>(S);
  if (New.SyncsInside && !AnyLanes) {
    New.Inner = inner(S);
    New.Ways = ways(S);
  }
  bool Labels = false;
  look(S, New.Jumps, Labels);
  Structured &= !Labels;
  if (const auto *D = dyn_cast<DeclStmt>(S); D && !Scopes.empty())
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        Scopes.back().push_back({D, V});
  const bool Jump = isa<ReturnStmt, BreakStmt, ContinueStmt>(S);
  if (WaysOut Left = waysOut(S); Left.any())
    leave(Left, Jump ? Id : wayOut(Id));
  return Jump ? Ends() : Ends{Id};
}

/// From the step \p Out on.
void SharedSteps::leave(const WaysOut &By, unsigned Out) {
  if (!Loops.empty() && (By.Break || By.Continue)) {
    Ends Left = destroyed({Out}, Loops.back().Scopes);
    if (By.Break)
      Loops.back().Breaks->append(Left);
    if (By.Continue)
      Loops.back().Continues->append(Left);
  }
  if (By.Return || Loops.empty())
    connect(destroyed({Out}, 0), Exit);
}

/// The body of an if or loop, which may stand without braces.
SharedSteps::Ends SharedSteps::part(const Stmt *S, const Stmt *Of, Ends From) {
  auto Saved = std::tuple(Block, Holder, Before, After);
  Block = nullptr, Holder = Of, Before = After = nullptr;
  Ends Out = statement(S, std::move(From));
  std::tie(Block, Holder, Before, After) = Saved;
  return Out;
}

/// What holds at a condition need not hold later, if a variable in it moves.
void SharedSteps::forgetMoving() {
  llvm::erase_if(Around, [&](const LaneBound &B) {
    return Forms.moves(*B.X.Poly) || Forms.moves(*B.Bound.Poly);
  });
}

SharedSteps::Ends SharedSteps::ifStatement(const IfStmt *If, Ends From) {
  if (If->getInit() || If->getConditionVariable() || !whole(If->getThen()) || betterAsStep(If) ||
      (!AnyLanes && partsUnrun(If)) || (If->getElse() && !whole(If->getElse())))
    return leaf(If, From);
  Ends Test{add(If->getCond(), From, true)};
  size_t Depth = Around.size();
  Places.bounds(If->getCond(), Around);
  forgetMoving();
  Ends Out = part(If->getThen(), If, Test);
  Around.resize(Depth);
  Ends Else = If->getElse() ? part(If->getElse(), If, Test) : Test;
  Out.append(Else.begin(), Else.end());
  return Out;
}

SharedSteps::Ends SharedSteps::loop(const Stmt *S, const Stmt *Init, const Expr *Cond,
                                    const Stmt *Inc, const Stmt *Body, bool TestLast, Ends From) {
  const bool Unrun = !AnyLanes && neverRuns(Body) && !roundsEqualByText(S, View);
  if (!whole(Body) || (Cond && !whole(Cond)) || Unrun)
    return leaf(S, From);
  // Nothing can be put into the head of a loop.
  auto InHead = [&](const Stmt *Part, Ends F) { return Ends{add(Part, F, true)}; };
  Scopes.emplace_back();
  if (Init)
    From = InHead(Init, From);
  if (const auto *D = dyn_cast_or_null<DeclStmt>(Init))
    for (const Decl *Each : D->decls())
      Scopes.back().push_back({D, cast<VarDecl>(Each)});
  Ends Breaks, Continues;
  Loops.push_back({&Breaks, &Continues, Scopes.size()});
  unsigned First = Steps.size();
  Ends Tested = From;
  if (Cond && !TestLast)
    Tested = InHead(Cond, From);
  Ends Round = part(Body, S, Tested);
  Round.append(Continues.begin(), Continues.end());
  if (Cond && TestLast)
    Tested = Round = InHead(Cond, Round);
  if (Inc)
    Round = InHead(Inc, Round);
  if (First < Steps.size())
    connect(Round, First);
  Loops.pop_back();
  Ends Out = Cond ? Tested : Ends();
  Out.append(Breaks.begin(), Breaks.end());
  Out = destroyed(std::move(Out), Scopes.size() - 1);
  Scopes.pop_back();
  return Out;
}

/// A use of a macro that is a statement with others in it, which nothing can be put between.
bool SharedSteps::fromMacro(const Stmt *S) const {
  const auto *Do = dyn_cast<DoStmt>(S);
  bool Once = Do && View.constant(Do->getCond()) == 0;
  if ((!Block && !Holder) || !(isa<IfStmt, CompoundStmt>(S) || Once) ||
      !S->getBeginLoc().isMacroID() || !S->getEndLoc().isMacroID() ||
      View.Text.beginOfUse(S->getBeginLoc()).isInvalid() ||
      View.Text.endOfUse(S->getEndLoc()).isInvalid())
    return false;
  SharedStep All;
  AccessCollector(Places, View.Text, View.Context, Width).collect(S, All);
  return !All.SyncsInside;
}

SharedSteps::Ends SharedSteps::statement(const Stmt *S, Ends From) {
  if (fromMacro(S))
    return leaf(S, From);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return statement(A->getSubStmt(), From);
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    auto Saved = std::tuple(Block, Holder, Before, After);
    llvm::SmallVector<const Stmt *> All(C->body());
    Scopes.emplace_back();
    for (size_t I = 0; I < All.size(); ++I) {
      Block = C, Holder = nullptr;
      Before = I ? All[I - 1] : nullptr;
      After = I + 1 < All.size() ? All[I + 1] : nullptr;
      From = statement(All[I], std::move(From));
    }
    std::tie(Block, Holder, Before, After) = Saved;
    From = destroyed(std::move(From), Scopes.size() - 1);
    Scopes.pop_back();
    return From;
  }
  if (const auto *If = dyn_cast<IfStmt>(S))
    return ifStatement(If, From);
  if (const auto *For = dyn_cast<ForStmt>(S); For && !For->getConditionVariable())
    return loop(S, For->getInit(), For->getCond(), For->getInc(), For->getBody(), false, From);
  if (const auto *While = dyn_cast<WhileStmt>(S); While && !While->getConditionVariable())
    return loop(S, nullptr, While->getCond(), nullptr, While->getBody(), false, From);
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return loop(S, nullptr, Do->getCond(), nullptr, Do->getBody(), true, From);
  return leaf(S, From);
}

bool SharedSteps::build(const Stmt *Body, std::vector<LaneBound> Outer, const Stmt *Of) {
  Around = std::move(Outer);
  Steps.resize(2);
  Ends Begin{Entry};
  const auto *C = dyn_cast<CXXConstructorDecl>(View.Function);
  if (C && Body == C->getBody()) // nothing can be put between its members' initialisers
    for (const CXXCtorInitializer *I : C->inits())
      Begin = {add(I->getInit(), Begin, true)};
  Ends End = isa<CompoundStmt>(Body) ? statement(Body, Begin) : part(Body, Of, Begin);
  connect(End, Exit);
  return Structured;
}

} // namespace coopify
