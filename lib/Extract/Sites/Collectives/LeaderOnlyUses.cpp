#include "Extract/Sites/Collectives/LeaderOnlyUses.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/ControlFlow.h"
#include "Model/TUSummary.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace coopify {

//===- Lane 0 ---------------------------------------------------------------===//

/// The largest power of two up to a warp that divides \p N.
static unsigned aligned(int64_t N) { return N <= 0 ? 1 : std::min<int64_t>(warpWidth(), N & -N); }

/// Returns \p E without parentheses and casts. A number that is 0 after a cast has 0 in those of
/// its low bits that the cast keeps: of so few bits there is a 0 in each smaller group of lanes.
const Expr *LeaderOnlyUses::beforeCasts(const Expr *E, ResultUses &Uses) const {
  for (E = E->IgnoreParens(); const auto *C = dyn_cast<CastExpr>(E);
       E = C->getSubExpr()->IgnoreParens()) {
    const unsigned Bits =
        C->getCastKind() == CK_IntegralCast ? View.Context.getIntWidth(C->getType()) : 32;
    Uses.Lanes = std::min(Uses.Lanes, 1u << std::min(Bits, 16u));
  }
  return E;
}

/// \p E counts the lanes of aligned groups, beginning at 0 in each: their size is noted.
bool LeaderOnlyUses::countsLanes(const Expr *E, ResultUses &Uses) const {
  E = beforeCasts(E, Uses);
  if (const VarDecl *V = onlyInitialised(View, E))
    return countsLanes(V->getInit(), Uses);
  if (isThreadX(View, E))
    return Uses.ByThreadX = true;
  if (laneNumber(View, E) == LaneNumber::Lane)
    return true;
  Operation Rank = operationOf(E, View.Text);
  if (!Rank.is(GroupFamily::Rank) || !Rank.Group)
    return false;
  if (Rank.Group->Kind == GroupKind::ThreadBlock)
    return true;
  Uses.Lanes = std::min(Uses.Lanes, std::max(Rank.Group->warpLanes(), 1u));
  return Rank.Group->warpLanes() > 1;
}

bool LeaderOnlyUses::zeroIsLeader(const Expr *E, ResultUses &Uses) const {
  E = beforeCasts(E, Uses);
  if (const VarDecl *V = onlyInitialised(View, E))
    return zeroIsLeader(V->getInit(), Uses);
  if (countsLanes(E, Uses))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || (B->getOpcode() != BO_And && B->getOpcode() != BO_Rem) ||
      !countsLanes(B->getLHS(), Uses))
    return false;
  std::optional<int64_t> N = laneConstant(B->getRHS(), View.Text, View.Context);
  if (!N)
    return false;
  Uses.Lanes = std::min(Uses.Lanes, aligned(B->getOpcode() == BO_Rem ? *N : *N + 1));
  return Uses.Lanes > 1;
}

bool LeaderOnlyUses::impliesZero(const Expr *Condition, ResultUses &Uses) const {
  const Expr *E = Condition->IgnoreParenImpCasts();
  ResultUses Try = Uses;
  bool Yes = false;
  if (const VarDecl *V = onlyInitialised(View, E); V && V->getType()->isBooleanType())
    return impliesZero(V->getInit(), Uses);
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot) {
    Yes = zeroIsLeader(Not->getSubExpr(), Try);
  } else if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_LAnd)
      return impliesZero(B->getLHS(), Uses) || impliesZero(B->getRHS(), Uses);
    if (B->getOpcode() == BO_EQ)
      Yes = (View.constant(B->getRHS()) == 0 && zeroIsLeader(B->getLHS(), Try)) ||
            (View.constant(B->getLHS()) == 0 && zeroIsLeader(B->getRHS(), Try));
  }
  if (Yes)
    Uses = Try;
  return Yes;
}

DynTypedNode LeaderOnlyUses::parent(const Stmt *S) const {
  DynTypedNodeList Parents = View.Context.getParents(*S);
  return Parents.empty() ? DynTypedNode() : Parents[0];
}

bool LeaderOnlyUses::guarded(const Stmt *S, ResultUses &Uses) const {
  for (const Stmt *Up = parent(S).get<Stmt>(); Up; S = Up, Up = parent(S).get<Stmt>()) {
    if (const auto *If = dyn_cast<IfStmt>(Up); If && If->getThen() == S &&
                                               !isJumpedInto(S, View.Function->getBody()) &&
                                               impliesZero(If->getCond(), Uses))
      return true;
    if (const auto *C = dyn_cast<ConditionalOperator>(Up);
        C && C->getTrueExpr() == S && impliesZero(C->getCond(), Uses))
      return true;
    if (const auto *B = dyn_cast<BinaryOperator>(Up);
        B && B->getOpcode() == BO_LAnd && B->getRHS() == S && impliesZero(B->getLHS(), Uses))
      return true;
  }
  return false;
}

//===- The flow of values ---------------------------------------------------===//

bool LeaderOnlyUses::build() {
  if (Graph)
    return true;
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Graph = controlFlow(View.Function, View.Context, Options);
  if (!Graph)
    return false;
  for (const CFGBlock *Block : *Graph) {
    unsigned Index = 0;
    for (const CFGElement &Element : *Block) {
      ++Index;
      auto Each = Element.getAs<CFGStmt>();
      if (!Each)
        continue;
      Places[Each->getStmt()] = {Block, Index};
      if (const auto *D = dyn_cast<DeclStmt>(Each->getStmt()))
        for (const Decl *V : D->decls())
          if (isa<VarDecl>(V))
            Declared[cast<VarDecl>(V)] = {Block, Index};
    }
    // The way out of a loop is the second one.
    const Stmt *Loop = Block->getTerminatorStmt();
    if (isa_and_nonnull<ForStmt, WhileStmt, DoStmt>(Loop) && Block->succ_size() == 2)
      Exits[Loop] = {*std::next(Block->succ_begin()), 0};
  }
  return true;
}

LeaderOnlyUses::Place LeaderOnlyUses::behind(const Stmt *S) {
  if (!build())
    return {};
  return isa<ForStmt, WhileStmt, DoStmt>(S) ? Exits.lookup(S) : Places.lookup(S);
}

static bool names(const Expr *E, const VarDecl *V) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref && Ref->getDecl() == V;
}

static bool sets(const Stmt *S, const VarDecl *V) {
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return B->getOpcode() == BO_Assign && names(B->getLHS(), V);
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::is_contained(D->decls(), V);
}

/// The reads of \p V in the rest of a block; what comes after it goes to \p Work if \p V is not
/// set before.
void LeaderOnlyUses::scan(const VarDecl *V, Place From, std::vector<const CFGBlock *> &Work,
                          Reads &Out) const {
  unsigned Index = 0;
  for (const CFGElement &Element : *From.Block) {
    auto Each = Element.getAs<CFGStmt>();
    if (Index++ < From.Index || !Each)
      continue;
    const Stmt *S = Each->getStmt();
    if (sets(S, V) && View.Analysis.reachable(S)) // and is no operand that never runs
      return;
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (!Ref || Ref->getDecl() != V)
      continue;
    const auto *Set = parent(Ref).get<BinaryOperator>();
    if (!Set || Set->getOpcode() != BO_Assign || Set->getLHS() != Ref)
      Out.push_back(Ref);
  }
  for (const CFGBlock *Next : From.Block->succs())
    if (Next)
      Work.push_back(Next);
}

std::optional<LeaderOnlyUses::Reads> LeaderOnlyUses::reads(const VarDecl *V, const Place &From) {
  // Of what a reference names, and of what a lambda captured, there are readers elsewhere.
  bool Known = From.Block && V->hasLocalStorage() && !V->getType().isVolatileQualified() &&
               !V->getType()->isReferenceType() && V->getDeclContext() == View.Function &&
               View.Analysis.variables().followed(V);
  View.forEachStmt([&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl() == V)
      Known &= Places.contains(Ref);
    if (const auto *L = dyn_cast<LambdaExpr>(S))
      Known &= llvm::none_of(L->captures(), [&](const LambdaCapture &C) {
        return C.capturesVariable() && C.getCapturedVar() == V;
      });
  });
  if (!Known)
    return std::nullopt;
  Reads Out;
  std::vector<const CFGBlock *> Work;
  llvm::DenseSet<const CFGBlock *> Done;
  scan(V, From, Work, Out);
  while (!Work.empty()) {
    const CFGBlock *Block = Work.back();
    Work.pop_back();
    if (Done.insert(Block).second)
      scan(V, {Block, 0}, Work, Out);
  }
  return Out;
}

bool LeaderOnlyUses::dead(const VarDecl *V, const Stmt *S) {
  Place From = behind(S);
  std::optional<Reads> All = reads(V, From);
  return All && All->empty();
}

/// `__shfl(v, 0)`: all get the value of lane 0.
bool LeaderOnlyUses::broadcasts(const CallExpr *Call, const Expr *E, ResultUses &Uses) const {
  unsigned Width = warpWidth(), Value = 0;
  const Operation Is = operationOf(Call, View.Text);
  if (Is.Member) {
    Width = Is.Group ? Is.Group->warpLanes() : 0;
    if (Is.Member->Shuffle != ShuffleMode::Indexed || Call->getNumArgs() != 2)
      return false;
  } else {
    const WarpIntrinsic *I = Is.Intrinsic;
    if (!I || I->Family != WarpFamily::Shuffle || !I->Indexed)
      return false;
    Value = I->Value;
    if (int(Call->getNumArgs()) > I->Width && !isa<CXXDefaultArgExpr>(Call->getArg(I->Width)))
      Width = View.constant(Call->getArg(I->Width)).value_or(0);
  }
  Uses.Lanes = std::min(Uses.Lanes, Width);
  return Width > 1 && llvm::isPowerOf2_32(Width) && Call->getArg(Value) == E &&
         View.constant(Call->getArg(Value + 1)) == 0;
}

void LeaderOnlyUses::follow(const Expr *E, ResultUses &Uses) {
  if (Uses.Other || guarded(E, Uses))
    return;
  for (;;) {
    DynTypedNode Up = parent(E);
    if (const auto *V = Up.get<VarDecl>())
      return followVariable(V, build() ? Declared.lookup(V) : Place(), Uses);
    const auto *S = Up.get<Stmt>();
    if (!isa_and_nonnull<ParenExpr, CastExpr, FullExpr>(S)) {
      if (const auto *B = dyn_cast_or_null<BinaryOperator>(S);
          B && B->getOpcode() == BO_Assign && B->getRHS() == E &&
          isa<DeclRefExpr>(B->getLHS()->IgnoreParens()) && !parent(B).get<Expr>())
        if (const auto *V =
                dyn_cast<VarDecl>(cast<DeclRefExpr>(B->getLHS()->IgnoreParens())->getDecl()))
          return followVariable(V, behind(B), Uses);
      if (isa_and_nonnull<ReturnStmt>(S))
        Uses.Returned = true;
      else if (const auto *Call = dyn_cast_or_null<CallExpr>(S);
               !(isa_and_nonnull<CompoundStmt>(S) && !parent(S).get<StmtExpr>()) &&
               !(Call && broadcasts(Call, E, Uses)))
        Uses.Other = E;
      return;
    }
    E = cast<Expr>(S);
  }
}

void LeaderOnlyUses::followVariable(const VarDecl *V, const Place &From, ResultUses &Uses) {
  if (!Seen.insert({V, {From.Block, From.Index}}).second)
    return; // on the way round already
  std::optional<Reads> All = reads(V, From);
  if (!All) {
    Uses.Other = View.Function->getBody();
    return;
  }
  for (const Expr *Each : *All)
    follow(Each, Uses);
}

ResultUses LeaderOnlyUses::after(const VarDecl *V, const Stmt *S) {
  ResultUses Uses;
  Seen.clear();
  followVariable(V, behind(S), Uses);
  return Uses;
}

ResultUses LeaderOnlyUses::of(const Expr *E) {
  ResultUses Uses;
  Seen.clear();
  follow(E, Uses);
  return Uses;
}

} // namespace coopify
