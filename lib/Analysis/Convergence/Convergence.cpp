//===- Convergence.cpp - the fixpoint over one body -----------------------===//

#include "Analysis/Convergence/Convergence.h"

#include "Analysis/Convergence/Flow/LoopRounds.h"
#include "Analysis/Operations/AsmOperation.h"
#include "Analysis/Operations/MemoryAccess.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/ControlFlow.h"
#include "Analysis/Source/Walks/Evaluated.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Analysis/Analyses/PostOrderCFGView.h"

using namespace clang;

namespace coopify {

/// Beyond this the quadratic sets of FlowGraph get slow and nobody reads the
/// function anyway; everything in it is then unproven.
constexpr unsigned MaxBlocks = 4000;

ConvergenceAnalysis::ConvergenceAnalysis(const FunctionDecl *F, ASTContext &Context,
                                         const SourceText &Text, Collectives &CollectiveUses,
                                         WarpSlots Slots)
    : F(F), Context(Context), Text(Text), CollectiveUses(CollectiveUses), Slots(std::move(Slots)),
      Vars(F), Counters(F, Vars), EqualRounds(findEqualRounds(F, Vars)),
      Kernel(F->hasAttr<CUDAGlobalAttr>()) {
  buildGraph();
  if (Graph)
    solve();
}

/// Half of a result would be a wrong one. Always false.
bool ConvergenceAnalysis::giveUp() {
  TooLarge = true;
  Graph.reset();
  Blocks.clear();
  BlockOf.clear();
  BranchesOf.clear();
  Recorded.clear();
  Objects.clear();
  ObjectPlaces.clear();
  Addresses.clear();
  ReturnValues.clear();
  return false;
}

ConvergenceAnalysis::~ConvergenceAnalysis() = default;

/// Those that clang::CFG would have: of lambdas what they capture, and no bodies.
static void collectStmts(const Stmt *S, std::vector<const Stmt *> &All) {
  if (!S)
    return;
  All.push_back(S);
  for (const Stmt *Child : evaluatedParts(S))
    collectStmts(Child, All);
}

static SourceLocation placeOf(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  return E ? E->getExprLoc() : S->getBeginLoc();
}

void ConvergenceAnalysis::readHolding(const Stmt *S, unsigned Block) {
  if (CollectiveUses.Holding.mayWait(S))
    Holding.push_back({S, nullptr, false, isHiddenWait(S, Text), Block, placeOf(S)});
}

void ConvergenceAnalysis::readStatement(const Stmt *S, unsigned Block, GraphInput &In) {
  FlowInput::Node &Node = In.Flow.Nodes[Block];
  BlockOf[S] = Block;
  In.All.push_back(S);
  Node.Collective |= CollectiveUses.mayHold(S);
  if (operationOf(S, Text).promisesBlock())
    In.Barriers.push_back(S);
  readHolding(S, Block);
  ImplicitCalls Calls;
  Calls.ofStatement(S);
  hide(Calls, placeOf(S), Block, In);
  Node.Returns |= isa<ReturnStmt>(S);
  Node.Leaves |= CollectiveUses.mayLeave(S);
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S); Asm && endsThread(Asm)) {
    (Kernel ? Node.Returns : Node.NoReturn) = true;
    Node.Succs = {Cfg->getExit().getBlockID()};
  }
  Node.Empty &= isa<ReturnStmt>(S);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Declared : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Declared)) {
        DeclaredIn[V] = Block;
        hideKeptBy(V, Block, In);
      }
}

void ConvergenceAnalysis::readBlock(const CFGBlock &B, GraphInput &In) {
  const unsigned Id = B.getBlockID();
  FlowInput::Node &Node = In.Flow.Nodes[Id];
  Blocks[Id] = &B;
  for (const CFGBlock::AdjacentBlock &S : B.succs())
    if (const CFGBlock *To = S.getReachableBlock())
      Node.Succs.push_back(To->getBlockID());
  Node.NoReturn = B.hasNoReturnElement();
  Node.Empty = true;
  Node.LoopBranch =
      isa_and_nonnull<WhileStmt, ForStmt, DoStmt, CXXForRangeStmt>(B.getTerminatorStmt());
  Node.Collective |= Node.LoopBranch && CollectiveUses.mayHold(B.getTerminatorStmt());
  if (const Stmt *Condition = B.getTerminatorCondition())
    BranchesOf[Condition].push_back(Id);
  for (const CFGElement &Element : B)
    if (auto Statement = Element.getAs<CFGStmt>()) {
      if (!Unevaluated.contains(Statement->getStmt()))
        readStatement(Statement->getStmt(), Id, In);
    } else if (auto Destructor = Element.getAs<CFGImplicitDtor>()) {
      readDestructor(*Destructor, Id, In);
    } else if (auto Cleanup = Element.getAs<CFGCleanupFunction>()) { // __attribute__((cleanup(f)))
      ImplicitCalls Calls;
      Calls.ofFunction(Cleanup->getFunctionDecl());
      hide(Calls, Cleanup->getVarDecl()->getLocation(), Id, In);
    }
}

void ConvergenceAnalysis::buildGraph() {
  collectUnevaluated(F->getBody(), Unevaluated);
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddInitializers = true; // a constructor's may wait, too
  Options.AddImplicitDtors = true;
  Options.AddTemporaryDtors = true;
  Cfg = controlFlow(F, Context, Options);
  GraphInput In;
  if (!Cfg) {
    collectStmts(F->getBody(), In.All);
    for (const Stmt *S : In.All)
      readHolding(S, 0);
    return numberCalls(In.All);
  }
  In.Flow.Nodes.resize(Cfg->getNumBlockIDs());
  In.Flow.Entry = Cfg->getEntry().getBlockID();
  In.Flow.Exit = Cfg->getExit().getBlockID();
  In.Flow.Kernel = Kernel;
  Blocks.resize(In.Flow.Nodes.size());
  for (const CFGBlock *B : *Cfg)
    readBlock(*B, In);
  Waits.resize(In.Flow.Nodes.size());
  for (auto [B, Node] : llvm::enumerate(In.Flow.Nodes))
    Waits[B] = Node.Collective;
  numberCalls(In.All);
  makeGraph(In);
}

void ConvergenceAnalysis::makeGraph(GraphInput &In) {
  if (In.Flow.Nodes.size() > MaxBlocks) {
    giveUp();
    return;
  }
  // Who leaves so decides nothing for the rounds to come: as if it went to the condition.
  FinalIterationBreaks = findFinalIterationBreaks(*Cfg, BlockOf, Vars, Text, Context);
  for (const FinalIterationBreak &L : FinalIterationBreaks)
    In.Flow.Nodes[L.Break].Succs = {L.Header};
  In.Flow.Loops = findLoopRounds(F->getBody(), *Cfg, BlockOf);
  Graph = std::make_unique<FlowGraph>(In.Flow);
  if (Graph->tooLarge()) {
    giveUp();
    return;
  }
  Axiom = std::make_unique<BarrierConvergence>(*Cfg, *Graph);
  for (const Stmt *S : In.Barriers)
    Axiom->add(BlockOf[S], Text.expansion(S->getBeginLoc()));
  if (!In.Barriers.empty())
    makeIntervals();
}

/// In the order of the text, so that ids are the same in every pass. A function that
/// is not followed still calls others.
void ConvergenceAnalysis::numberCalls(ArrayRef<const Stmt *> All) {
  for (const Stmt *S : All) {
    const FunctionDecl *Callee = nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Callee = Call->getDirectCallee();
    else if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      Callee = Construct->getConstructor()->isTrivial() ? nullptr : Construct->getConstructor();
    bool Indirect = isa<CallExpr>(S) && !Callee;
    if (Indirect || (Callee && !Text.isToolkit(Callee)))
      Calls.push_back(cast<Expr>(S));
  }
  const SourceManager &SM = Text.manager();
  llvm::sort(Calls, [&](const Expr *A, const Expr *B) {
    SourceLocation LA = A->getExprLoc(), LB = B->getExprLoc();
    if (LA != LB)
      return SM.isBeforeInTranslationUnit(LA, LB);
    return A->getEndLoc() != B->getEndLoc() &&
           SM.isBeforeInTranslationUnit(A->getEndLoc(), B->getEndLoc());
  });
  Calls.erase(llvm::unique(Calls), Calls.end());
  for (auto [I, E] : llvm::enumerate(Calls))
    CallIds[E] = I;
}

//===- The fixpoint -------------------------------------------------------===//

void ConvergenceAnalysis::solve() {
  findOwnElements();
  Branch.assign(Blocks.size(), Uniformity());
  while (round())
    ;
  if (tooLarge())
    giveUp();
}

/// What a kernel is passed by value, which may be where a loop begins.
static Value beginning(const ParmVarDecl *P) {
  Value V = named(uniformValue(), P);
  V.Is = Shape::Begin;
  return V;
}

/// One pass of the data flow under the branches as known so far; true if a
/// branch turned out to be less uniform than that.
bool ConvergenceAnalysis::round() {
  updateIntervals();
  NextBranch.assign(Blocks.size(), Uniformity());
  Recorded.clear();
  Objects.clear();
  ObjectPlaces.clear();
  Addresses.clear();
  ReturnValues.clear();
  std::vector<std::optional<Env>> In(Blocks.size());
  Env Start;
  for (const ParmVarDecl *P : F->parameters()) {
    unsigned Index = P->getFunctionScopeIndex();
    // A kernel's leads to memory, which others may write while it runs.
    bool ByValue = !P->getType()->isReferenceType() ||
                   (!Kernel && P->getType().getNonReferenceType().isConstQualified());
    bool Number = P->getType().getNonReferenceType()->isIntegerType();
    Start[P] = share(ByValue && Kernel   ? beginning(P)
                     : ByValue && Number ? named(parameterNumber(Index), P)
                     : ByValue ? named(uniformValue({{AtomKind::ParamUniform, Index}}), P)
                               : divergentValue(ObstacleKind::Unknown,
                                                "'" + P->getNameAsString() + "' is a reference",
                                                Text.expansion(P->getLocation())));
  }
  for (const VarDecl *V : OwnElements)
    Start[V] = share(divergentValue(ObstacleKind::Unknown,
                                    "'" + V->getNameAsString() + "' may be uninitialised",
                                    Text.expansion(V->getLocation())));
  In[Cfg->getEntry().getBlockID()] = Start;
  llvm::BitVector ToDo(Blocks.size());
  ToDo.set(Cfg->getEntry().getBlockID());

  PostOrderCFGView Order(Cfg.get()); // which is the reverse post-order
  for (unsigned Sweep = 1; ToDo.any(); ++Sweep) {
    for (const CFGBlock *B : Order) {
      unsigned ID = B->getBlockID();
      if (!ToDo.test(ID))
        continue;
      ToDo.reset(ID);
      if (!spend(B->size() + In[ID]->size()))
        return false;
      Env Out = *In[ID];
      for (const CFGElement &Element : *B)
        if (auto S = Element.getAs<CFGStmt>(); S && !Unevaluated.contains(S->getStmt()))
          transfer(S->getStmt(), ID, Out);
      if (B->succ_size() > 1)
        NextBranch[ID] = branchAfter(*B, Out);
      // Values climb a short lattice; a cycle that still moves after this many
      // sweeps counts up alignments, and is cut off.
      const bool Widen = Sweep > 40;
      for (const CFGBlock::AdjacentBlock &S : B->succs())
        if (const CFGBlock *To = S.getReachableBlock())
          if (flowInto(In[To->getBlockID()], along(ID, To->getBlockID(), Out, In[To->getBlockID()]),
                       Widen))
            ToDo.set(To->getBlockID());
    }
  }
  return lowerBranches();
}

/// What the branch at the end of \p B decides by, with the condition named where
/// it divides a warp.
Uniformity ConvergenceAnalysis::branchAfter(const CFGBlock &B, const Env &Out) const {
  const auto *Cond = dyn_cast_or_null<Expr>(B.getTerminatorCondition(/*StripParens=*/false));
  const Stmt *Jump = B.getTerminatorStmt();
  if (Jump && !B.getTerminator().isStmtBranch()) // whether a temporary was made
    return divergent(ObstacleKind::Unknown, "what a condition made is destroyed",
                     Text.expansion(Jump->getBeginLoc()));
  if (!Cond)
    return isa_and_nonnull<IndirectGotoStmt, GCCAsmStmt>(Jump)
               ? divergent(ObstacleKind::Unknown, "a computed jump",
                           Text.expansion(Jump->getBeginLoc()))
               : Uniformity();
  if (EqualRounds.contains(Cond->IgnoreParens()))
    return Uniformity();
  Uniformity U = eval(Cond, Out, B.getBlockID()).uniformity();
  if (U.UniformOver >= warpWidth())
    return U;
  bool Lane = U.Why && U.Why->Kind == ObstacleKind::LaneDependent;
  std::string Reason = U.Why ? ": " + U.Why->Text : "";
  std::string Say = !Lane               ? "is not known to be equal in all lanes"
                    : U.UniformOver > 1 ? "is equal only in " + scope(U.UniformOver)
                                        : "differs from lane to lane";
  U.Why = Obstacle{U.Why ? U.Why->Kind : ObstacleKind::Unknown,
                   "'" + Text.text(Cond->getSourceRange()) + "' " + Say + Reason,
                   Text.expansion(Cond->getBeginLoc())};
  return U;
}

/// What of \p Out is seen at \p To, where \p There is known. The index of a loop with a last round
/// took the same step on all ways around, whatever decided between them; after the loop it tells
/// how a lane left.
auto ConvergenceAnalysis::along(unsigned From, unsigned To, Env Out,
                                const std::optional<Env> &There) const -> Env {
  for (const FinalIterationBreak &L : FinalIterationBreaks)
    if (From == L.Break)
      Out[L.Index] = share(divergentValue(ObstacleKind::LaneDependent,
                                          "'" + L.Index->getNameAsString() + "' was not counted on",
                                          Text.expansion(L.Index->getLocation())));
    else if (To == L.Header && There && Graph->reaches(L.Header, From))
      if (auto It = There->find(L.Index); It != There->end())
        Out[L.Index] = share(add(*It->second, eval(L.Step, Out, From)));
  return Out;
}

/// Joins \p Out into what is known at the start of a block; true if that changed.
bool ConvergenceAnalysis::flowInto(std::optional<Env> &Into, const Env &Out, bool Widen) const {
  if (!Into) {
    Into = Out;
    return true;
  }
  bool Changed = false;
  spend(Out.size());
  for (const auto &[V, New] : Out) {
    auto [It, Inserted] = Into->try_emplace(V, New);
    Changed |= Inserted;
    if (It->second == New)
      continue;
    spend(It->second->U);
    spend(New->U);
    const Value &Known = *It->second;
    Value Joined = join(Known, *New);
    if (Joined == Known)
      continue;
    if (Widen)
      Joined =
          divergentValue(ObstacleKind::Unknown, "'" + V->getNameAsString() + "' was not followed",
                         Text.expansion(V->getLocation()));
    Changed |= !(Joined == Known);
    It->second = share(std::move(Joined));
  }
  return Changed;
}

/// Takes over the round's branches where they are worse than before.
bool ConvergenceAnalysis::lowerBranches() {
  bool Lowered = false;
  for (unsigned B = 0; B < Branch.size(); ++B) {
    spend(Branch[B]);
    Uniformity New = meet(Branch[B], NextBranch[B]);
    if (New.UniformOver != Branch[B].UniformOver || New.Atoms != Branch[B].Atoms) {
      Branch[B] = New;
      Lowered = true;
    } else if (!Branch[B].Why)
      Branch[B].Why = New.Why;
  }
  return Lowered;
}

//===- Statements ---------------------------------------------------------===//

void ConvergenceAnalysis::declare(const VarDecl *V, unsigned Block, Env &E) {
  if (!V->hasLocalStorage())
    return;
  if (const Expr *Init = V->getInit()) {
    E[V] = share(eval(Init, E, Block));
    return;
  }
  E[V] = share(V->getType()->isRecordType()
                   ? uniformValue() // its members are written one by one
                   : divergentValue(ObstacleKind::Unknown,
                                    "'" + V->getNameAsString() + "' may be uninitialised",
                                    Text.expansion(V->getLocation())));
}

/// An assignment in a branch that not all lanes take, to a variable that was
/// made outside of it, leaves lanes with different values afterwards.
void ConvergenceAnalysis::assign(const VarDecl *V, Value New, unsigned Block, Env &E, bool Whole) {
  llvm::BitVector Extra = Graph->dependences(Block);
  // What is static stays when its scope is left.
  if (auto It = DeclaredIn.find(V); It != DeclaredIn.end() && V->hasLocalStorage())
    Extra.reset(Graph->dependences(It->second));
  Uniformity Under = branches(Extra);
  if (Under.Why)
    Under.Why->Text = "'" + V->getNameAsString() + "' is set where " + Under.Why->Text;
  New = under(std::move(New), Under);
  if (!Whole) {
    New = combine(New, constant(0));
    New.U = ofMembers(std::move(New.U));
    if (auto It = E.find(V); It != E.end())
      New = combine(*It->second, New);
  }
  E[V] = share(std::move(New));
}

void ConvergenceAnalysis::assignTo(const Expr *Target, Value New, unsigned Block, Env &E) {
  Target = Target->IgnoreParens();
  if (const VarDecl *V = OwnElements.empty() ? nullptr : ownElement(Target);
      V && OwnElements.contains(V))
    return assign(V, std::move(New), Block, E, /*Whole=*/true);
  bool Whole = true;
  while (const auto *M = dyn_cast<MemberExpr>(Target)) {
    if (M->isArrow())
      return;
    Target = M->getBase()->IgnoreParenImpCasts();
    Whole = false;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Target))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      assign(V, std::move(New), Block, E, Whole);
}

void ConvergenceAnalysis::transferAsm(const Stmt *S, unsigned Block, Env &E) {
  const auto *Asm = dyn_cast<GCCAsmStmt>(S);
  if (!Asm)
    return;
  const bool Lane = movesRegister(Asm, "laneid");
  for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
    assignTo(Asm->getOutputExpr(I),
             Lane ? laneId()
                  : divergentValue(ObstacleKind::Unknown, "it comes from inline assembly",
                                   Text.expansion(S->getBeginLoc())),
             Block, E);
}

void ConvergenceAnalysis::transfer(const Stmt *S, unsigned Block, Env &E) {
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *Declared : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Declared))
        declare(V, Block, E);
  } else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    assignTo(B->getLHS(), assignedBy(B, E, Block), Block, E);
  } else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp()) {
    assignTo(U->getSubExpr(), steppedBy(U, E, Block), Block, E);
  } else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S);
             O && O->getOperator() == OO_Equal && O->getNumArgs() == 2) {
    assignTo(O->getArg(0), eval(O->getArg(1), E, Block), Block, E);
  } else if (isa<GCCAsmStmt>(S)) {
    transferAsm(S, Block, E);
  } else if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    if (R->getRetValue())
      ReturnValues[R] = eval(R->getRetValue(), E, Block);
  }
  record(S, E);
}

} // namespace coopify
