#include "Extract/Sites/Election/KeyedElection.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/OneLiners.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Extract/Files/OtherArms.h"
#include "Extract/Sites/Election/ChangingNumbers.h"
#include "Extract/Sites/Election/CounterUses.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {
namespace {

/// The statements of one round, in their order. What stands between them is not known to be the
/// same in every round, so nothing may.
class KeyedElection : Election {
public:
  using Election::Election;
  std::optional<Site> match();

private:
  bool findLoop();
  /// Who takes part in a round wants to: `do ... while (want)` takes others, who may leave
  /// uncounted.
  bool asksFirst() const { return Want && !isa<DoStmt>(Loop); }
  bool statement(const Stmt *Each);
  bool declaration(const VarDecl *V);
  bool shufflesKey(const VarDecl *V, const CallExpr *Shuffle);
  bool branch(const IfStmt *If);
  bool leadersBranch(const Stmt *Then);
  bool leavers(const Stmt *Then);
  bool leaves(const Stmt *Last) const;
  bool isQuiet(const Stmt *S) const;
  bool assignment(const BinaryOperator *B);
  bool isMine(const Expr *E) const;
  bool isNotMine(const Expr *E) const;
  bool isAddress(const Expr *E);
  bool isPeerCount(const Expr *E);
  bool sums(const Stmt *S);
  bool onlyKnown(const VarDecl *V) const;
  bool isLeaderShuffleOf(const Expr *E, const VarDecl *V);
  bool counterIsOurs();
  const VarDecl *used(const Expr *E, unsigned Bits) {
    const Expr *N = number(E, Bits);
    Known.insert(N);
    return variable(N, Bits);
  }
  std::optional<Site> site();

  const Stmt *Loop = nullptr;
  const CompoundStmt *Body = nullptr;
  const VarDecl *Want = nullptr; ///< the loop's condition; null: it goes on until lanes leave
  const VarDecl *LeaderVar = nullptr, *Key = nullptr, *First = nullptr, *Peers = nullptr;
  const VarDecl *Mine = nullptr, *Base = nullptr, *Shared = nullptr;
  const CallExpr *Add = nullptr;
  bool Left = false, OfKey = false;
  llvm::SmallPtrSet<const Expr *, 16> Known;  ///< mentions that were understood
  std::vector<const ParmVarDecl *> OfAddress; ///< parameters that must be equal in all lanes
};

} // namespace

static const VarDecl *declared(const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
}

bool KeyedElection::findLoop() {
  DynTypedNodeList Parents = View.Context.getParents(*Mask);
  const auto *D = Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  Body = D ? dyn_cast_or_null<CompoundStmt>(parent(D)) : nullptr;
  Loop = Body ? parent(Body) : nullptr;
  const Expr *Cond = nullptr;
  if (const auto *While = dyn_cast_or_null<WhileStmt>(Loop);
      While && !While->getConditionVariable())
    Cond = While->getCond();
  else if (const auto *Do = dyn_cast_or_null<DoStmt>(Loop))
    Cond = Do->getCond();
  else if (const auto *For = dyn_cast_or_null<ForStmt>(Loop);
           For && !For->getInit() && !For->getInc() && !For->getConditionVariable())
    Cond = For->getCond();
  else
    return false;
  if (Cond && !View.constant(Cond).value_or(0) && !(Want = variable(Cond, CountBits)))
    return false;
  return !Want || (Want->hasLocalStorage() && Want->getType()->isBooleanType() &&
                   View.Analysis.variables().followed(Want));
}

/// `key == first`, or a variable that holds it.
bool KeyedElection::isMine(const Expr *E) const {
  if (const VarDecl *V = variable(E, CountBits))
    return Mine && V == Mine;
  const auto *B = dyn_cast<BinaryOperator>(number(E, CountBits));
  if (!B || B->getOpcode() != BO_EQ || !First)
    return false;
  const VarDecl *L = variable(B->getLHS(), SumBits), *R = variable(B->getRHS(), SumBits);
  return (L == Key && R == First) || (L == First && R == Key);
}

/// `key != first`, `want && key != first`, `!mine`.
bool KeyedElection::isNotMine(const Expr *E) const {
  E = number(E, CountBits);
  if (const auto *Not = dyn_cast<UnaryOperator>(E))
    return Not->getOpcode() == UO_LNot && isMine(Not->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !First)
    return false;
  if (B->getOpcode() == BO_LAnd)
    return asksFirst() && variable(B->getLHS(), CountBits) == Want && isNotMine(B->getRHS());
  const VarDecl *L = variable(B->getLHS(), SumBits), *R = variable(B->getRHS(), SumBits);
  return B->getOpcode() == BO_NE && ((L == Key && R == First) || (L == First && R == Key));
}

/// Lanes with one key have one address: it is made of the key and of what is equal in all lanes.
bool KeyedElection::isAddress(const Expr *E) {
  E = E->IgnoreParens();
  if (View.constant(E))
    return true;
  if (const VarDecl *V = variable(E, SumBits); V && (V == Key || V == First))
    return OfKey = true;
  const auto *C = dyn_cast<CastExpr>(E);
  if (C && (C->getCastKind() == CK_IntegralCast || C->getCastKind() == CK_ArrayToPointerDecay ||
            C->getCastKind() == CK_NoOp))
    return isAddress(C->getSubExpr());
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf) {
    const auto *A = dyn_cast<ArraySubscriptExpr>(U->getSubExpr()->IgnoreParens());
    return A && isAddress(A->getBase()) && isAddress(A->getIdx());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    if (B->isAdditiveOp() || B->isMultiplicativeOp() || B->isShiftOp() || B->isBitwiseOp())
      return isAddress(B->getLHS()) && isAddress(B->getRHS());
  const Builtin B = builtinOf(E, View.Text);
  if (!B.Object.empty())
    return B.Object != "threadIdx";
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (V && V->hasGlobalStorage() && V->getType()->isArrayType())
    return true;
  const auto *P = dyn_cast_or_null<ParmVarDecl>(V);
  const bool Fixed = P && P->getDeclContext() == View.Function &&
                     (P->getType()->isPointerType() || P->getType()->isIntegerType()) &&
                     View.Analysis.variables().followed(P) &&
                     View.Analysis.variables().assignments(P).empty();
  if (Fixed && !View.Function->hasAttr<CUDAGlobalAttr>())
    OfAddress.push_back(P);
  return Fixed;
}

bool KeyedElection::isPeerCount(const Expr *E) {
  const CallExpr *Popc = bitsCall(E, "__popc");
  return Popc && Peers && used(Popc->getArg(0), MaskBits) == Peers;
}

/// `__shfl(v, leader)`
bool KeyedElection::isLeaderShuffleOf(const Expr *E, const VarDecl *V) {
  const CallExpr *Shuffle = toolkitCall(E, "__shfl", SumBits);
  if (!Shuffle || !LeaderVar || used(Shuffle->getArg(0), SumBits) != V ||
      used(Shuffle->getArg(1), CountBits) != LeaderVar)
    return false;
  Site At = makeSite(View, SiteKind::Shuffle, Shuffle);
  const bool Width = At.Args.size() > 2;
  if (At.Args.size() < 2 || !At.Args[0].Plain || At.Macro.Kind != MacroKind::None ||
      (Width && At.Args[2].Constant != warpWidth()))
    return false;
  S.Parts.push_back({"claims", At.Range, ""});
  S.Parts.push_back({"shuffle", At.Callee, ""});
  S.Parts.push_back({"leader", At.Args[1].Range, ""});
  if (Width)
    S.Parts.push_back({"drop", {At.Callee.File, At.Args[1].Range.End, At.Args[2].Range.End}, ""});
  return true;
}

bool KeyedElection::shufflesKey(const VarDecl *V, const CallExpr *Shuffle) {
  Key = variable(Shuffle->getArg(0), SumBits);
  auto Type = [&](const VarDecl *Of) {
    return Of->getType().getCanonicalType().getUnqualifiedType();
  };
  if (!Key || !Key->hasLocalStorage() || Type(Key) != Type(V) || !Type(V)->isIntegerType() ||
      Type(V)->isBooleanType() || Key->getType().isVolatileQualified() ||
      !View.Analysis.variables().followed(Key))
    return false;
  const bool Changes = llvm::any_of(View.Analysis.variables().assignments(Key), [&](const auto &A) {
    return holds(Loop, A.At ? A.At : A.Value);
  });
  First = V;
  return !Changes && isLeaderShuffleOf(V->getInit(), Key);
}

bool KeyedElection::declaration(const VarDecl *V) {
  if (!V->hasLocalStorage() || V->getType().isVolatileQualified() ||
      !View.Analysis.variables().followed(V))
    return false;
  const Expr *Init = V->getInit();
  if (!Init || (View.constant(Init) && !Init->getType()->isBooleanType()))
    return !std::exchange(Base, V);
  if (V == Mask)
    return true;
  const size_t Set = View.Analysis.variables().assignments(V).size();
  if (Set != 1)
    return false;
  bool ByLast = false;
  if (const Expr *Of = ledBy(Init, ByLast); Of && !LeaderVar && isMask(Of)) {
    Known.insert(number(Of, MaskBits));
    LeaderVar = V;
    TextRange Lines = View.wholeLines(V);
    Dropped.push_back(V->getNameAsString());
    S.Parts.push_back({"drop", Lines, ""});
    return Lines.valid();
  }
  if (const CallExpr *Shuffle = toolkitCall(Init, "__shfl", SumBits)) {
    if (!First)
      return shufflesKey(V, Shuffle);
    if (std::exchange(Shared, V)) // which of them is used?
      return false;
    return Add && Base && !Left && isLeaderShuffleOf(Init, Base);
  }
  if (First && !Mine && V->getType()->isBooleanType() && isMine(Init))
    return Mine = V, true;
  const CallExpr *Vote = toolkitCall(Init, "__ballot", MaskBits);
  if (!Vote || Peers || !First || !isMine(Vote->getArg(0)))
    return false;
  Peers = V;
  Site At = makeSite(View, SiteKind::Vote, Vote);
  S.Parts.push_back({"claims", At.Range, ""});
  S.Parts.push_back({"vote", At.Callee, ""});
  return At.Macro.Kind == MacroKind::None;
}

/// `[base =] atomicAdd(address of the key, __popc(peers));`, and nothing else. Who takes numbers of
/// one counter for all keys wants those of a key beside each other: several groups do not keep
/// that.
bool KeyedElection::leadersBranch(const Stmt *Then) {
  const auto *Block = dyn_cast<CompoundStmt>(Then);
  const auto *E = dyn_cast<Expr>(Block && Block->size() == 1 ? Block->body_front() : Then);
  const auto *Assign = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  if (Assign &&
      (Assign->getOpcode() != BO_Assign || !Base || used(Assign->getLHS(), SumBits) != Base))
    return false;
  Add = E ? toolkitCall(Assign ? Assign->getRHS() : E, "atomicAdd", SumBits) : nullptr;
  if (!Add && !Assign && E)
    if (const CallExpr *Sub = toolkitCall(E, "atomicSub", SumBits))
      Add = Sub;
  return Add && Add->getNumArgs() == 2 && isPeerCount(Add->getArg(1)) &&
         isAddress(Add->getArg(0)) && (OfKey || !Assign);
}

/// Memory that is not the lane's own: what one round leaves there the next one would see, and
/// nobody can tell in how many rounds, or in which order, lanes leave.
static bool isOfOthers(const Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && (!V->hasLocalStorage() || V->getType()->isReferenceType() ||
                 Ref->refersToEnclosingVariableOrCapture());
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(S))
    return !isa<DeclRefExpr>(A->getBase()->IgnoreParenImpCasts()) ||
           !A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
  if (const auto *M = dyn_cast<MemberExpr>(S))
    return M->isArrow();
  const auto *U = dyn_cast<UnaryOperator>(S);
  return isa<CXXThisExpr, CXXNewExpr, CXXDeleteExpr, AtomicExpr, CXXConstructExpr,
             CXXBindTemporaryExpr, ExprWithCleanups>(S) ||
         (U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf));
}

/// What a round may do for its own lane alone.
bool KeyedElection::isQuiet(const Stmt *S) const {
  if (const auto *E = dyn_cast<Expr>(S); E && !builtinOf(E, View.Text).Object.empty())
    return true;
  if (isOfOthers(S))
    return false;
  if (isa<LambdaExpr, AsmStmt, ContinueStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(S))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const Expr *In = returnedBy(Call, View.Text);
    const bool Own =
        (In && isQuiet(In)) || wrapsRegister(Call, "lanemask_lt") || wrapsRegister(Call, "laneid");
    const bool Toolkit =
        F && View.Text.isToolkit(F) && !operationOf(Call, View.Text).concernsOthers() &&
        llvm::all_of(Call->arguments(),
                     [](const Expr *Arg) { return Arg->getType()->isArithmeticType(); });
    if (!Own && !Toolkit)
      return false;
  }
  return llvm::all_of(S->children(), [&](const Stmt *Part) { return !Part || isQuiet(Part); });
}

/// Whoever comes to it takes part in no other round.
bool KeyedElection::leaves(const Stmt *Last) const {
  if (isa<BreakStmt, ReturnStmt>(Last))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(Last);
  return B && asksFirst() && B->getOpcode() == BO_Assign &&
         variable(B->getLHS(), CountBits) == Want && View.constant(B->getRHS()) == 0;
}

/// Each mention of the peers' mask and of the shared number in \p S is in `number + rank`.
bool KeyedElection::sums(const Stmt *S) {
  const VarDecl *Number = Shared ? Shared : Base;
  auto IsRank = [&](const Expr *E) {
    const CallExpr *Popc = bitsCall(E, "__popc");
    const auto *And = Popc ? dyn_cast<BinaryOperator>(number(Popc->getArg(0), MaskBits)) : nullptr;
    if (!And || And->getOpcode() != BO_And || !Peers)
      return false;
    const bool InFront = variable(And->getLHS(), MaskBits) == Peers;
    const Expr *Below = InFront ? And->getRHS() : And->getLHS();
    if ((!InFront && variable(And->getRHS(), MaskBits) != Peers) || !isLaneMaskLt(Below))
      return false;
    Known.insert(number(InFront ? And->getLHS() : And->getRHS(), MaskBits));
    add("lower", Below->getSourceRange());
    return true;
  };
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Add && Number && Add) {
    const bool InFront = variable(B->getLHS(), SumBits) == Number;
    if (InFront || variable(B->getRHS(), SumBits) == Number) {
      Known.insert(number(InFront ? B->getLHS() : B->getRHS(), SumBits));
      return IsRank(InFront ? B->getRHS() : B->getLHS());
    }
  }
  return llvm::all_of(S->children(), [&](const Stmt *Part) { return !Part || sums(Part); });
}

bool KeyedElection::leavers(const Stmt *Then) {
  const auto *Block = dyn_cast<CompoundStmt>(Then);
  if (Block && Block->body_empty())
    return false;
  Left = !Want || asksFirst(); // else some may leave by the condition before
  return Left && leaves(Block ? Block->body_back() : Then) && isQuiet(Then) && sums(Then);
}

bool KeyedElection::branch(const IfStmt *If) {
  if (If->getElse() || If->getInit() || If->getConditionVariable() || !Peers || Left)
    return false;
  if (isMine(If->getCond()))
    return Add && leavers(If->getThen());
  const auto *Compare = dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
  if (!Compare || Compare->getOpcode() != BO_EQ || Add || !LeaderVar)
    return false;
  const bool InFront = variable(Compare->getLHS(), CountBits) == LeaderVar;
  const Expr *Leader = InFront ? Compare->getLHS() : Compare->getRHS();
  if (used(Leader, CountBits) != LeaderVar ||
      !isLane(InFront ? Compare->getRHS() : Compare->getLHS()))
    return false;
  add("elect", Compare->getSourceRange());
  return leadersBranch(If->getThen());
}

/// `base = __shfl(base, leader);`, or `want = key != first;`.
bool KeyedElection::assignment(const BinaryOperator *B) {
  const VarDecl *To = variable(B->getLHS(), SumBits);
  if (!To || B->getOpcode() != BO_Assign || !Add || Left)
    return false;
  if (To == Want)
    return Left = isNotMine(B->getRHS());
  if (To != Base || Shared)
    return false;
  Known.insert(number(B->getLHS(), SumBits));
  Shared = Base;
  return isLeaderShuffleOf(B->getRHS(), Base);
}

bool KeyedElection::statement(const Stmt *Each) {
  if (Left)
    return false;
  if (const VarDecl *V = declared(Each))
    return declaration(V);
  if (const auto *If = dyn_cast<IfStmt>(Each))
    return branch(If);
  const auto *B = dyn_cast<BinaryOperator>(Each);
  return B && assignment(B);
}

bool KeyedElection::onlyKnown(const VarDecl *V) const {
  bool Only = true;
  if (V)
    View.forEachStmt([&](const Stmt *Mention) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Mention);
      Only &= !Ref || Ref->getDecl() != V || Known.contains(Ref);
    });
  return Only;
}

/// Nobody sees the counter between two groups, and no number of it stands beside another one's.
bool KeyedElection::counterIsOurs() {
  const bool Taken = isa_and_nonnull<Expr>(parent(Add));
  bool Another = false;
  View.forEachStmt([&](const Stmt *Each) {
    const auto *Call = dyn_cast<CallExpr>(Each);
    StringRef Name = Call ? View.toolkitCallee(Call) : "";
    Another |= Taken && !holds(Loop, Each) && (Name == "__ballot" || Name == "__activemask");
  });
  return !Another && !useOfCounter(View, Add, Taken ? CounterUse::Counted : CounterUse::Summed);
}

std::optional<Site> KeyedElection::site() {
  S.Parts.push_back({"claims", S.Range, ""});
  S.Parts.push_back(makePart(View, "mask-decl", Mask->getSourceRange()));
  S.Parts.back().Text = Mask->getNameAsString();
  if (Shared && !Base->getInit())
    S.Parts.push_back({"zero", View.Text.after(Base->getLocation()), ""});
  for (const ParmVarDecl *P : OfAddress) {
    Uniformity Passed;
    Passed.Atoms.push_back({AtomKind::ParamUniform, P->getFunctionScopeIndex()});
    if (const VarDecl *V = changingNumber(P, View))
      Passed = changes(V, Add->getBeginLoc(), View);
    S.Requires.push_back({RequirementRole::Address, P->getNameAsString(), std::move(Passed)});
  }
  if (UsesThreadX)
    S.Requires.push_back(threadX(RequirementRole::LaneNumber));
  if (llvm::any_of(S.Parts, [](const PatternPart &P) { return !P.Range.valid(); }))
    return std::nullopt;
  dropUnused();
  Dropped.push_back(Mask->getNameAsString());
  if (brokenArms(View, S, Dropped))
    return std::nullopt;
  return S;
}

std::optional<Site> KeyedElection::match() {
  S = makeSite(View, SiteKind::OpportunisticGroup, Anchor);
  S.Args.clear();
  if (S.Macro.Kind != MacroKind::None || !holdsAllLanes() ||
      View.toolkitCallee(Anchor) != "__ballot" || !findLoop())
    return std::nullopt;
  const bool AsksWant = asksFirst() && variable(Anchor->getArg(0), CountBits) == Want;
  if (!AsksWant && !View.constant(Anchor->getArg(0)).value_or(0))
    return std::nullopt;
  if (!llvm::all_of(Body->body(), [&](const Stmt *Each) { return statement(Each); }) || !Left ||
      (Base && !Shared))
    return std::nullopt;
  // What sets the condition, beside the lane's own leaving, is in front of the loop.
  if (Want && llvm::count_if(View.Analysis.variables().assignments(Want),
                             [&](const auto &A) { return holds(Loop, A.At ? A.At : A.Value); }) > 1)
    return std::nullopt;
  if (!onlyKnown(Mask) || !onlyKnown(LeaderVar) || !onlyKnown(Peers) || !onlyKnown(Base) ||
      !onlyKnown(Shared) || !counterIsOurs())
    return std::nullopt;
  return site();
}

std::optional<Site> matchKeyedElection(const FunctionView &View, const VarDecl *Mask,
                                       const CallExpr *Anchor) {
  return KeyedElection(View, Mask, Anchor).match();
}

} // namespace coopify
