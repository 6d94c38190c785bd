//===- DivergencePoints.cpp - where the threads of a block part --------------===//
//
// What ConvergenceAnalysis says of whole blocks. Unlike a warp, a block is not
// whole behind a branch that each warp takes as one.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Convergence/Convergence.h"

#include "Analysis/Source/IntegerConstant.h"

using namespace clang;

namespace coopify {

/// Equal in the whole block, whoever calls and whatever the shape of the block is.
static bool keepsBlocks(const Uniformity &U) {
  return U.UniformOver >= BlockWidth && llvm::none_of(U.Atoms, [](const Atom &A) {
           return A.Kind != AtomKind::LaneIsThreadX && A.Kind != AtomKind::BlockXMultipleOf32 &&
                  A.Kind != AtomKind::PlanesOfWarps;
         });
}

/// One side waits again, as often as it may; the others never do, and are not waited for.
bool ConvergenceAnalysis::leavesBy(unsigned Branch, const llvm::BitVector &Waits) const {
  if (!Kernel)
    return false; // what the caller does then is not seen from here
  unsigned Staying = 0, Leaving = 0;
  for (const CFGBlock::AdjacentBlock &S : Blocks[Branch]->succs())
    if (const CFGBlock *To = S.getReachableBlock()) {
      unsigned ID = To->getBlockID();
      bool WaitsYet = Waits.test(ID) || llvm::any_of(Waits.set_bits(), [&](unsigned W) {
                        return Graph->reaches(ID, W);
                      });
      ++(WaitsYet ? Staying : Leaving);
    }
  return Staying == 1 && Leaving > 0;
}

/// A failed assert() stops the whole grid; it leaves nobody waiting.
static bool onlyTraps(const CFGBlock *Branch) {
  return llvm::any_of(Branch->succs(), [](const CFGBlock::AdjacentBlock &S) {
    const CFGBlock *To = S.getReachableBlock();
    return To && To->hasNoReturnElement();
  });
}

/// The branches that decide who has left the kernel before \p Block.
llvm::BitVector ConvergenceAnalysis::exitsPartedBy(unsigned Block) const {
  llvm::BitVector Open(Blocks.size());
  for (unsigned B : Graph->exitBranches().set_bits())
    if (Graph->reaches(B, Block) && !onlyTraps(Blocks[B])) {
      Open |= Graph->dependences(B);
      Open.set(B);
    }
  return Open;
}

/// Nothing is known of what decides there; no condition is named.
DivergencePoint ConvergenceAnalysis::notFollowedAt(SourceLocation At) const {
  const Location Where = Text.expansion(At);
  return {divergent(ObstacleKind::Unknown, "a condition around it is not followed", Where), "",
          Where, false, false};
}

std::optional<DivergencePoint> ConvergenceAnalysis::divergencePointAt(unsigned B,
                                                                      ConditionTest Excused) const {
  const auto *Condition =
      dyn_cast_or_null<Expr>(Blocks[B]->getTerminatorCondition(/*StripParens=*/false));
  if (!Condition && Blocks[B]->succ_size() > 1) { // computed goto; a temporary's destructor
    const Stmt *Decides = Blocks[B]->getTerminator().getStmt();
    return notFollowedAt((Decides ? Decides : F->getBody())->getBeginLoc());
  }
  if (!Condition || keepsBlocks(Branch[B]) || (Excused && Excused(Condition)))
    return std::nullopt;
  DivergencePoint P;
  P.Decides = Branch[B];
  P.Condition = Text.text(Condition->getSourceRange());
  P.Where = Text.expansion(Condition->getBeginLoc());
  P.Loop =
      isa_and_nonnull<WhileStmt, ForStmt, DoStmt, CXXForRangeStmt>(Blocks[B]->getTerminatorStmt());
  return P;
}

std::vector<DivergencePoint> ConvergenceAnalysis::divergencePoints(const HoldingPoint &H,
                                                                   ArrayRef<HoldingPoint> Waits,
                                                                   ConditionTest Excused) const {
  std::vector<DivergencePoint> Out;
  if (!Graph || tooLarge())
    return {notFollowedAt(H.Where)};
  if (H.Sometimes)
    Out.push_back(notFollowedAt(H.Where));
  const unsigned Block = H.Block;
  llvm::BitVector WaitBlocks(Blocks.size());
  for (const HoldingPoint &W : Waits)
    WaitBlocks.set(W.Block);
  const llvm::BitVector &Deciding = Graph->dependences(Block);
  llvm::BitVector Before = exitsPartedBy(Block);
  Before.reset(Deciding);
  if (!spend(Blocks.size() + 8 * (Deciding.count() + Before.count())))
    return {notFollowedAt(H.Where)};
  for (unsigned B : Deciding.set_bits())
    if (std::optional<DivergencePoint> P = divergencePointAt(B, Excused)) {
      P->Leaves = leavesBy(B, WaitBlocks);
      Out.push_back(std::move(*P));
    }
  for (unsigned B : Before.set_bits())
    if (std::optional<DivergencePoint> P = divergencePointAt(B, Excused)) {
      P->Leaves = true;
      Out.push_back(std::move(*P));
    }
  llvm::stable_sort(
      Out, [](const DivergencePoint &A, const DivergencePoint &B) { return A.Where < B.Where; });
  return Out;
}

//===-- What may hold lanes back before a point ------------------------------===//

/// The branches by which lanes may part before something that holds those back that come to it.
const ConvergenceAnalysis::Branching &ConvergenceAnalysis::holdingBranches() const {
  if (HoldingBranches)
    return *HoldingBranches;
  HoldingBranches.emplace();
  llvm::BitVector Deciding(Blocks.size());
  for (const HoldingPoint &H : Holding)
    Deciding |= Graph->dependences(H.Block);
  spend(Holding.size() * Blocks.size() / 8 + 8 * Deciding.count());
  for (unsigned B : Deciding.set_bits())
    if (std::optional<DivergencePoint> P = divergencePointAt(B))
      HoldingBranches->push_back({B, P->Where});
  return *HoldingBranches;
}

/// Of statements of one block.
bool ConvergenceAnalysis::isBefore(const Stmt *A, const Stmt *B, unsigned Block) const {
  for (const CFGElement &Element : *Blocks[Block])
    if (auto S = Element.getAs<CFGStmt>(); S && (S->getStmt() == A || S->getStmt() == B))
      return S->getStmt() == A && A != B;
  return true;
}

std::vector<Location> ConvergenceAnalysis::after(unsigned Block, const Stmt *S) const {
  std::vector<Location> Out;
  if (Holding.empty() || !spend(holdingBranches().size() + Holding.size()))
    return Out;
  for (const auto &[B, Where] : holdingBranches())
    if (Graph->reaches(B, Block))
      Out.push_back(Where);
  for (const HoldingPoint &H : Holding) {
    // What is not written where it runs may run before all else of its block.
    const bool Before = H.Block == Block && (H.Hidden || !S || isBefore(H.S, S, Block));
    if (Before || Graph->reaches(H.Block, Block))
      Out.push_back(Text.expansion(H.Where));
  }
  llvm::sort(Out);
  Out.erase(llvm::unique(Out), Out.end());
  return Out;
}

/// `if (sync)`: which side of it \p Block is on.
std::optional<ParameterTest> ConvergenceAnalysis::parameterTest(unsigned B, unsigned Block) const {
  const auto *Condition = dyn_cast_or_null<Expr>(Blocks[B]->getTerminatorCondition());
  bool Nonzero = true;
  if (const auto *Not =
          Condition ? dyn_cast<UnaryOperator>(Condition->IgnoreParenImpCasts()) : nullptr;
      Not && Not->getOpcode() == UO_LNot) {
    Condition = Not->getSubExpr();
    Nonzero = false;
  }
  const auto *Ref = Condition ? dyn_cast<DeclRefExpr>(Condition->IgnoreParenImpCasts()) : nullptr;
  const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  if (!P || P->getDeclContext() != F || !P->getType()->isIntegralOrEnumerationType() ||
      !Vars.followed(P) || !Vars.assignments(P).empty())
    return std::nullopt;
  const std::optional<bool> Then = sideOf(B, Block);
  if (!Then)
    return std::nullopt;
  return ParameterTest{P->getFunctionScopeIndex(), *Then == Nonzero};
}

/// `!p`, `p`, `p == n`, `p != n` or `p < 1`: the integer parameter p, and whether the condition is
/// true for no more than one number that counts lanes, or false for no more than one.
static std::pair<const ParmVarDecl *, bool> oneNumberTest(const Expr *E,
                                                          const ASTContext &Context) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot) {
    const auto [P, WhenTrue] = oneNumberTest(Not->getSubExpr(), Context);
    return {P, !WhenTrue};
  }
  auto Parameter = [](const Expr *Side) -> const ParmVarDecl * {
    const auto *Ref = dyn_cast<DeclRefExpr>(Side->IgnoreParenImpCasts());
    const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
    return P && P->getType()->isIntegerType() && !P->getType()->isBooleanType() ? P : nullptr;
  };
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return {Parameter(E), false};
  const bool Reversed = Parameter(B->getRHS());
  const BinaryOperatorKind Op = Reversed && B->isComparisonOp() && B->getOpcode() != BO_Cmp
                                    ? BinaryOperator::reverseComparisonOp(B->getOpcode())
                                    : B->getOpcode();
  const std::optional<int64_t> N = integerConstant(Reversed ? B->getLHS() : B->getRHS(), Context);
  const bool Equal = Op == BO_EQ || (Op == BO_LT && N == 1) || (Op == BO_LE && N == 0);
  const bool Differ = Op == BO_NE || (Op == BO_GE && N == 1) || (Op == BO_GT && N == 0);
  const ParmVarDecl *P = Parameter(Reversed ? B->getRHS() : B->getLHS());
  return {N && (Equal || Differ) ? P : nullptr, Equal};
}

/// 1: \p Block is reached from block \p B by its first successor alone; 0: by its second; nullopt:
/// by both, or by none.
std::optional<bool> ConvergenceAnalysis::sideOf(unsigned B, unsigned Block) const {
  auto Leads = [&](const CFGBlock::AdjacentBlock &S) {
    const CFGBlock *To = S.getReachableBlock();
    return To && (To->getBlockID() == Block || Graph->reaches(To->getBlockID(), Block));
  };
  const Stmt *Asks = Blocks[B]->getTerminatorStmt();
  // A case is not what is true; `do { __syncthreads(); } while (p);` runs before p is asked, also
  // where both are one block.
  if (Blocks[B]->succ_size() != 2 || isa_and_nonnull<SwitchStmt, IndirectGotoStmt>(Asks) ||
      B == Block || !Axiom->dominates(B, Block))
    return std::nullopt;
  const bool Then = Leads(*Blocks[B]->succ_begin()),
             Else = Leads(*std::next(Blocks[B]->succ_begin()));
  return Then == Else ? std::nullopt : std::optional(Then);
}

/// A branch on the way that the whole block decides alike parts no lanes.
bool ConvergenceAnalysis::comeTogether(unsigned From, unsigned To) const {
  if (From == To)
    return true;
  llvm::BitVector Deciding = Graph->dependences(To);
  Deciding.reset(Graph->dependences(From));
  Deciding |= Graph->between(From, To);
  Deciding |= Graph->again(From, To);
  auto Leaves = [&](unsigned X) {
    return (X == From || Graph->reaches(From, X)) && Graph->reaches(X, To);
  };
  return Axiom->dominates(From, To) && llvm::none_of(Graph->exitBranches().set_bits(), Leaves) &&
         llvm::all_of(Deciding.set_bits(), [&](unsigned B) { return keepsBlocks(Branch[B]); });
}

bool ConvergenceAnalysis::comeTogether(const Stmt *From, const Stmt *S) const {
  auto A = BlockOf.find(From), B = BlockOf.find(S);
  return Graph && !tooLarge() && A != BlockOf.end() && B != BlockOf.end() &&
         comeTogether(A->second, B->second);
}

bool ConvergenceAnalysis::isOnlyBehind(const Stmt *From, const Expr *Condition,
                                       const Stmt *S) const {
  auto A = BlockOf.find(From), B = BlockOf.find(S);
  if (!Graph || tooLarge() || A == BlockOf.end() || B == BlockOf.end())
    return false;
  for (const CFGBlock *Asks : Blocks) {
    const Stmt *Decides = Asks ? Asks->getTerminatorCondition() : nullptr;
    if (!isa_and_nonnull<Expr>(Decides) || Decides != Condition->IgnoreParens() ||
        Asks->succ_size() != 2)
      continue;
    const CFGBlock *Then = Asks->succ_begin()->getReachableBlock();
    return Then && Then->pred_size() == 1 && comeTogether(A->second, Asks->getBlockID()) &&
           comeTogether(Then->getBlockID(), B->second);
  }
  return false;
}

std::optional<unsigned> ConvergenceAnalysis::branchOn(const Expr *Condition) const {
  const auto It = llvm::find_if(Blocks, [&](const CFGBlock *B) {
    return B && B->getTerminatorCondition(/*StripParens=*/false) == Condition;
  });
  return It == Blocks.end() ? std::nullopt : std::optional((*It)->getBlockID());
}

bool ConvergenceAnalysis::decidesOn(const Expr *Condition, const VarDecl *V) const {
  const auto It = DeclaredIn.find(V);
  const std::optional<unsigned> Branch = branchOn(Condition);
  return !Graph || tooLarge() || It == DeclaredIn.end() || !Branch ||
         Graph->dependences(It->second).test(*Branch);
}

bool ConvergenceAnalysis::declaredBetween(const Expr *Condition, const VarDecl *V,
                                          const Stmt *S) const {
  const auto By = DeclaredIn.find(V);
  const auto To = BlockOf.find(S);
  const std::optional<unsigned> Branch = branchOn(Condition);
  return Graph && !tooLarge() && By != DeclaredIn.end() && To != BlockOf.end() && Branch &&
         Graph->leadsBy(*Branch, By->second, To->second);
}

std::vector<unsigned> ConvergenceAnalysis::laneSelectors(const Stmt *S) const {
  std::vector<unsigned> Out;
  auto It = BlockOf.find(S);
  if (!Graph || tooLarge() || It == BlockOf.end())
    return Out;
  llvm::BitVector All = Graph->dependences(It->second); // and what those depend on
  for (llvm::BitVector Before; Before != All;) {
    Before = All;
    for (unsigned B : Before.set_bits())
      All |= Graph->dependences(B);
  }
  for (unsigned B : All.set_bits()) {
    const auto *Condition = dyn_cast_or_null<Expr>(Blocks[B]->getTerminatorCondition());
    const auto [P, WhenTrue] =
        Condition ? oneNumberTest(Condition, Context) : std::pair<const ParmVarDecl *, bool>();
    if (P && P->getDeclContext() == F && Vars.followed(P) && Vars.assignments(P).empty() &&
        sideOf(B, It->second) == WhenTrue)
      Out.push_back(P->getFunctionScopeIndex());
  }
  return Out;
}

std::vector<ParameterTest> ConvergenceAnalysis::parameterTests(const Stmt *S) const {
  std::vector<ParameterTest> Out;
  auto It = BlockOf.find(S);
  if (!Graph || tooLarge() || It == BlockOf.end())
    return Out;
  for (unsigned B : Graph->dependences(It->second).set_bits())
    if (std::optional<ParameterTest> T = parameterTest(B, It->second))
      Out.push_back(*T);
  return Out;
}

} // namespace coopify
