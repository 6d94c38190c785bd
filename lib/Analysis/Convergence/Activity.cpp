//===- Activity.cpp - who is where ----------------------------------------===//
//
// What ConvergenceAnalysis answers from the finished fixpoint.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Convergence/Convergence.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/IntegerConstant.h"

using namespace clang;

namespace coopify {

Uniformity ConvergenceAnalysis::branches(const llvm::BitVector &Set) const {
  Uniformity U;
  for (unsigned B : Set.set_bits()) {
    spend(U);
    spend(Branch[B]);
    U = meet(U, Branch[B]);
  }
  return U;
}

/// The blocks that end with the branch of \p Condition, or of a part of it (a && b).
void ConvergenceAnalysis::decidedBy(const Stmt *Condition, llvm::BitVector &Branches) const {
  spend(1);
  if (auto It = BranchesOf.find(Condition); It != BranchesOf.end())
    for (unsigned B : It->second)
      Branches.set(B);
  for (const Stmt *Child : Condition->children())
    if (Child)
      decidedBy(Child, Branches);
}

Uniformity ConvergenceAnalysis::decision(const Expr *Condition, const Stmt *S) const {
  auto It = BlockOf.find(S);
  if (!Graph || tooLarge() || (S && It == BlockOf.end()))
    return divergent(ObstacleKind::Unknown, notFollowed(),
                     Text.expansion(Condition->getBeginLoc()));
  llvm::BitVector Deciding(Blocks.size());
  decidedBy(Condition, Deciding);
  if (S)
    Deciding &= Graph->dependences(It->second);
  return branches(Deciding);
}

/// `while (a || (__any(b) && false))`: each lane comes to the vote once, in its own last round.
/// That is enough for the vote, and not for a group that the loop splits: who goes another round
/// would wait there for those that wait at the vote. What depends on all that parts the lanes is
/// either not reached by all of them, or they are not parted.
bool ConvergenceAnalysis::waitsAcrossRounds(const Expr *Condition, const Stmt *S) const {
  auto It = BlockOf.find(S);
  // Who breaks in the last round is still named by the loop's group when the others ask once more.
  auto Header = BlockOf.find(Condition);
  for (const FinalIterationBreak &L : FinalIterationBreaks)
    if (Header == BlockOf.end() || Header->second == L.Header)
      return true;
  if (!Graph || It == BlockOf.end() || !spend(Blocks.size()))
    return true;
  llvm::BitVector Parting(Blocks.size());
  decidedBy(Condition, Parting);
  Parting &= Graph->dependences(It->second);
  for (unsigned B : Parting.set_bits())
    if (Branch[B].UniformOver >= warpWidth() && Branch[B].Atoms.empty())
      Parting.reset(B);
  std::function<bool(const Stmt *)> Apart = [&](const Stmt *Part) {
    auto At = BlockOf.find(Part);
    if (At != BlockOf.end() && Waits[At->second] &&
        Parting.test(Graph->dependences(At->second))) // has what those lack
      return true;
    return llvm::any_of(Part->children(), [&](const Stmt *P) { return P && Apart(P); });
  };
  return Apart(Condition);
}

bool ConvergenceAnalysis::oneSided(const Expr *Condition, const Stmt *S) const {
  auto It = BlockOf.find(S);
  if (!Graph || It == BlockOf.end() || !spend(Blocks.size()))
    return false;
  llvm::BitVector Decision(Blocks.size());
  decidedBy(Condition, Decision);
  return Graph->waysTo(It->second, Decision) <= 1;
}

Uniformity ConvergenceAnalysis::deciding(const Expr *Condition,
                                         ArrayRef<const Expr *> LeftOut) const {
  // Of `a && b` the lanes that decide are those that come to a.
  const Expr *First = Condition->IgnoreParenImpCasts();
  while (const auto *B = dyn_cast<BinaryOperator>(First)) {
    if (!B->isLogicalOp())
      break;
    First = B->getLHS()->IgnoreParenImpCasts();
  }
  Uniformity U;
  spend(Blocks.size());
  for (unsigned B = 0; B < Blocks.size(); ++B) {
    const auto *Decides =
        Blocks[B] ? dyn_cast_or_null<Expr>(Blocks[B]->getTerminatorCondition()) : nullptr;
    if (Decides && Decides->IgnoreParenImpCasts() == First)
      U = meet(U, active(B, LeftOut));
  }
  return U;
}

/// `__ballot(1) == 0xffffffff`, `__activemask() != ~0u`.
static bool asksForAllLanes(const BinaryOperator *Equality, const SourceText &Text,
                            const ASTContext &Context) {
  auto Asks = [&](const Expr *E) {
    const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
    const Operation Is = Call ? operationOf(Call, Text) : Operation();
    return Is.Intrinsic &&
           (Is.Name == "__activemask" || (Is.Name == "__ballot" && Call->getNumArgs() == 1 &&
                                          integerConstant(Call->getArg(0), Context).value_or(0)));
  };
  auto Full = [&](const Expr *E) {
    const std::optional<int64_t> N = maskConstant(E, Context);
    return N && namesAllLanes(*N);
  };
  const Expr *L = Equality->getLHS(), *R = Equality->getRHS();
  return L->getType()->isIntegerType() && Context.getIntWidth(L->getType()) == warpWidth() &&
         ((Asks(L) && Full(R)) || (Full(L) && Asks(R)));
}

/// Where block \p B leads to if all lanes of the warp are in it; null: it does not ask.
const CFGBlock *ConvergenceAnalysis::whereAllCame(unsigned B) const {
  const auto *Equality =
      Blocks[B] ? dyn_cast_or_null<BinaryOperator>(Blocks[B]->getLastCondition()) : nullptr;
  if (!Equality || !Equality->isEqualityOp() || Blocks[B]->succ_size() != 2 ||
      !asksForAllLanes(Equality, Text, Context))
    return nullptr;
  const CFGBlock *To =
      (Blocks[B]->succ_begin() + (Equality->getOpcode() == BO_NE))->getReachableBlock();
  return To && To->pred_size() == 1 ? To : nullptr;
}

/// All that comes to \p Block comes through \p A.
bool ConvergenceAnalysis::onlyThrough(const CFGBlock *A, unsigned Block) const {
  std::vector<const CFGBlock *> Work{&Cfg->getEntry()};
  llvm::SmallPtrSet<const CFGBlock *, 32> Seen{A, Work.back()};
  while (!Work.empty()) {
    const CFGBlock *From = Work.back();
    Work.pop_back();
    if (From->getBlockID() == Block)
      return false;
    for (const CFGBlock::AdjacentBlock &To : From->succs())
      if (To.getReachableBlock() && Seen.insert(To.getReachableBlock()).second)
        Work.push_back(To.getReachableBlock());
  }
  return true;
}

/// Behind a branch that asks for the whole warp: those in between that decide who comes to \p
/// Block.
std::optional<ConvergenceAnalysis::SinceAllCame>
ConvergenceAnalysis::sinceAllCame(unsigned Block) const {
  for (unsigned B : Graph->dependences(Block).set_bits())
    if (const CFGBlock *Here = whereAllCame(B); Here && onlyThrough(Here, Block))
      return SinceAllCame{B, Graph->between(Here->getBlockID(), Block)};
  return std::nullopt;
}

Uniformity ConvergenceAnalysis::active(unsigned Block, ArrayRef<const Expr *> LeftOut) const {
  const std::optional<SinceAllCame> InWarp = sinceAllCame(Block);
  llvm::BitVector Deciding = InWarp ? InWarp->Between : Graph->dependences(Block),
                  Without(Blocks.size());
  for (const Expr *E : LeftOut)
    decidedBy(E, Without);
  Deciding.reset(Without);
  Uniformity U = branches(Deciding);
  if (InWarp) // other warps may be elsewhere
    U = narrowed(U, warpWidth());
  if (!Kernel) {
    Uniformity Entry;
    Entry.Atoms.push_back({AtomKind::EntryConverged, 0});
    U = meet(U, Entry);
  }
  return U;
}

std::string ConvergenceAnalysis::scope(unsigned Width) {
  if (Width >= BlockWidth)
    return "the whole block";
  if (Width >= warpWidth())
    return "the whole warp";
  return "every group of " + std::to_string(Width) + " lanes";
}

std::string ConvergenceAnalysis::notFollowed() const {
  return tooLarge() ? "'" + F->getNameAsString() + "' is too large to be followed"
                    : "the control flow here could not be followed";
}

/// Of how many lanes it can be said before the callers are known.
static unsigned sameLanes(const Uniformity &U) {
  unsigned Width = U.UniformOver;
  for (const Atom &A : U.Atoms)
    if (A.Kind == AtomKind::ParamLaneAffine)
      Width = std::min(Width, A.Lanes);
  return Width;
}

/// Sites behind the same branches share these.
const ProofStep &ConvergenceAnalysis::branchStep(unsigned Block) const {
  auto [It, New] = BranchSteps.try_emplace(Block);
  if (New) {
    const auto *Cond = cast<Expr>(Blocks[Block]->getTerminatorCondition());
    It->second = {Text.expansion(Cond->getBeginLoc()), "'" + Text.text(Cond->getSourceRange()) +
                                                           "' is the same in " +
                                                           scope(sameLanes(Branch[Block]))};
  }
  return It->second;
}

const ProofStep &ConvergenceAnalysis::exitStep(unsigned Block) const {
  auto [It, New] = ExitSteps.try_emplace(Block);
  if (New) {
    const auto *Cond = cast<Expr>(Blocks[Block]->getTerminatorCondition());
    It->second = {Text.expansion(Cond->getBeginLoc()),
                  "lanes that leave at '" + Text.text(Cond->getSourceRange()) +
                      "' exit the kernel, and nobody waits for them"};
  }
  return It->second;
}

const BarrierConvergence::Fact *ConvergenceAnalysis::barrierFact(unsigned Block) const {
  auto [It, New] = BarrierFacts.try_emplace(Block);
  if (New && spend(Axiom->cost()))
    It->second = Axiom->at(Block);
  return It->second ? &*It->second : nullptr;
}

Convergence ConvergenceAnalysis::at(const Stmt *S, ArrayRef<const Expr *> LeftOut) const {
  Convergence C;
  auto It = BlockOf.find(S);
  if (!Graph || It == BlockOf.end() || tooLarge()) {
    C.Active = divergent(ObstacleKind::Unknown, notFollowed(), Text.expansion(S->getBeginLoc()));
    return C;
  }
  C = atBlock(It->second, LeftOut);
  addAfter(C, It->second, S, S->getBeginLoc());
  return C;
}

/// What comes before counts for the callee, too: where it is not known, nothing is.
void ConvergenceAnalysis::addAfter(Convergence &C, unsigned Block, const Stmt *S,
                                   SourceLocation At) const {
  C.After = after(Block, S);
  if (tooLarge())
    C.Active = divergent(ObstacleKind::Unknown, notFollowed(), Text.expansion(At));
}

Convergence ConvergenceAnalysis::at(const HiddenCall &Call) const {
  Convergence C;
  if (Graph && !tooLarge() && !Call.Sometimes) {
    C = atBlock(Call.Block, {});
    addAfter(C, Call.Block, nullptr, Call.Where);
    return C;
  }
  C.Active = divergent(ObstacleKind::Unknown, notFollowed(), Text.expansion(Call.Where));
  return C;
}

Convergence ConvergenceAnalysis::atBlock(unsigned Block, ArrayRef<const Expr *> LeftOut) const {
  Convergence C;
  spend(64 * (Graph->dependences(Block).count() + Graph->exitBranches().count()));
  C.Active = active(Block, LeftOut);
  C.Exits = Graph->exitsBefore(Block);
  if (const BarrierConvergence::Fact *Fact = LeftOut.empty() ? barrierFact(Block) : nullptr) {
    C.Barrier = Fact->Barrier;
    C.Rest = branches(Fact->Between);
  }
  llvm::BitVector Without(Blocks.size());
  for (const Expr *E : LeftOut)
    decidedBy(E, Without);
  const std::optional<SinceAllCame> InWarp = sinceAllCame(Block);
  if (InWarp) {
    const Expr *Asks = Blocks[InWarp->Branch]->getLastCondition();
    const std::string Said = Text.text(Asks->getSourceRange()); // a macro's: ""
    C.Steps.push_back(
        {Text.expansion(Asks->getBeginLoc()), (Said.empty() ? "the condition" : "'" + Said + "'") +
                                                  " tells that all lanes of the warp are here"});
  }
  for (unsigned B : (InWarp ? InWarp->Between : Graph->dependences(Block)).set_bits()) {
    if (Without.test(B) && !Branch[B].Atoms.empty()) // it may part lanes
      continue;
    if (isa_and_nonnull<Expr>(Blocks[B]->getTerminatorCondition()) &&
        Branch[B].UniformOver > DivergentWidth)
      C.Steps.push_back(branchStep(B));
  }
  for (unsigned B : Graph->exitBranches().set_bits())
    if (isa_and_nonnull<Expr>(Blocks[B]->getTerminatorCondition()) && Graph->reaches(B, Block))
      C.Steps.push_back(exitStep(B));
  llvm::sort(C.Steps, [](const ProofStep &A, const ProofStep &B) {
    return std::tie(A.Where, A.Text) < std::tie(B.Where, B.Text);
  });
  return C;
}

Uniformity ConvergenceAnalysis::leaving(const Stmt *S) const {
  auto It = BlockOf.find(S);
  Uniformity All;
  bool Known = Graph && It != BlockOf.end() && !tooLarge();
  if (Known && !Graph->exitsBefore(It->second))
    return All;
  bool Found = false;
  for (unsigned B = 0; Known && B < Blocks.size(); ++B)
    if (Graph->exitBranches().test(B) && Graph->reaches(B, It->second)) {
      All = meet(All, meet(active(B), Branch[B]));
      Found = true;
    }
  return Found ? All
               : divergent(ObstacleKind::Unknown, notFollowed(), Text.expansion(S->getBeginLoc()));
}

bool ConvergenceAnalysis::reachable(const Stmt *S) const {
  if (Unevaluated.contains(S))
    return false;
  if (!Graph)
    return true;
  auto It = BlockOf.find(S);
  if (It == BlockOf.end())
    return true;
  unsigned Entry = Cfg->getEntry().getBlockID();
  return It->second == Entry || Graph->reaches(Entry, It->second);
}

bool ConvergenceAnalysis::sameActivity(const Stmt *A, const Stmt *B) const {
  auto ItA = BlockOf.find(A), ItB = BlockOf.find(B);
  if (!Graph || ItA == BlockOf.end() || ItB == BlockOf.end())
    return false;
  return Axiom->follow(ItA->second, ItB->second);
}

Uniformity ConvergenceAnalysis::uniformity(const Expr *E) const {
  auto It = Recorded.find(E);
  if (It != Recorded.end())
    return It->second.U;
  return divergent(ObstacleKind::Unknown,
                   "'" + Text.text(E->getSourceRange()) + "' was not followed",
                   Text.expansion(E->getBeginLoc()));
}

std::optional<Uniformity> ConvergenceAnalysis::groups(const Expr *Arg) const {
  auto It = Recorded.find(Arg);
  return It == Recorded.end() ? std::nullopt : It->second.Groups;
}

/// One return: its value. Several: also which one is taken.
Uniformity ConvergenceAnalysis::returned() const {
  Uniformity U;
  if (F->getReturnType()->isVoidType())
    return U;
  if (!Graph)
    return divergent(ObstacleKind::Unknown, notFollowed(), Text.expansion(F->getLocation()));
  if (ReturnValues.empty())
    return divergent(ObstacleKind::Unknown, "what it returns is not known",
                     Text.expansion(F->getLocation()));
  for (const auto &[S, V] : ReturnValues) {
    U = meet(U, V.uniformity());
    if (ReturnValues.size() > 1)
      U = meet(U, branches(Graph->dependences(BlockOf.lookup(S))));
  }
  // make_int2(mine, total): a caller may only read the total.
  return F->getReturnType()->isRecordType() ? ofMembers(std::move(U)) : U;
}

} // namespace coopify
