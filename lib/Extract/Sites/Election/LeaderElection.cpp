//===- LeaderElection.cpp -------------------------------------------------===//

#include "Extract/Sites/Election/Election.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Source/Builtins.h"
#include "Extract/Files/OtherArms.h"
#include "Extract/SiteBuilder.h"
#include "Extract/Sites/Election/ChangingNumbers.h"
#include "Extract/Sites/Election/CounterUses.h"
#include "Extract/Sites/Election/MatchedLanes.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

const Stmt *Election::parent(const Stmt *S) const {
  DynTypedNodeList Parents = View.Context.getParents(*S);
  return Parents.empty() ? nullptr : Parents[0].get<Stmt>();
}

void Election::escape(const Expr *E) {
  if (EscapeAt)
    return;
  EscapeAt = View.Text.expansion(E->getBeginLoc());
  const Stmt *Context = parent(climb(E, MaskBits));
  EscapeText = View.Text.text(isa_and_nonnull<Expr>(Context) ? Context->getSourceRange()
                                                             : E->getSourceRange());
}

void Election::useOfMask(const DeclRefExpr *Ref) {
  const Expr *Use = climb(Ref, MaskBits), *Wide = climb(Ref, SumBits);
  if (const auto *Ffs = dyn_cast_or_null<CallExpr>(parent(Wide));
      Ffs && View.toolkitCallee(Ffs) == "__ffsll") // whose first bit stays where it is
    Use = Wide;
  const Stmt *P = parent(Use);
  if (const auto *And = dyn_cast_or_null<BinaryOperator>(P); And && And->getOpcode() == BO_And) {
    const Expr *Other = And->getLHS() == Use ? And->getRHS() : And->getLHS();
    const auto *Popc = dyn_cast_or_null<CallExpr>(parent(climb(And, MaskBits)));
    if (Popc && isBitsName(View.toolkitCallee(Popc), "__popc") && isLaneMaskLt(Other) &&
        anyPartition(Popc, /*Count=*/false))
      return add(bitsOnly(Popc, View.Context) ? "rank" : "rank-int", Popc->getSourceRange());
    if (!isLaneMaskLt(Other) || !electsByLower(And))
      escape(Ref);
    return;
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(P);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  if (isBitsName(Name, "__popc") && anyPartition(Call, /*Count=*/true))
    return add(bitsOnly(Call, View.Context) ? "count" : "count-int", Call->getSourceRange());
  if (Name == "__shfl_sync" && Call->getArg(0)->IgnoreParenCasts() == Ref) {
    if (!shuffle(Call))
      escape(Ref);
    return;
  }
  const bool Bits = isBitsName(Name, "__ffs") || isBitsName(Name, "__clz");
  const auto *Leader = Bits ? dyn_cast_or_null<Expr>(parent(climb(Call, CountBits))) : Call;
  if (Leader && isLeader(Leader) && !(FirstLeads && LastLeads)) {
    HasLeader = true;
    return useOfLeader(Leader);
  }
  escape(Ref);
}

/// `if (!(mask & lanes below))`, of which \p Lower is what is asked for zero.
bool Election::electsByLower(const Expr *Lower) {
  const Stmt *P = parent(climb(Lower, MaskBits));
  if (const auto *ToBool = dyn_cast_or_null<ImplicitCastExpr>(P))
    P = parent(ToBool);
  const auto *Asks = dyn_cast_or_null<Expr>(P);
  if (!Asks || !isElected(Asks) || !leadersIf(Asks))
    return false;
  add("elect", Asks->getSourceRange());
  return true;
}

// --- what may depend on who is counted together --------------------------------
//
// With independent lanes the lanes that are here may come as several groups. The
// program must not be able to tell: a count may only be added to memory, once, by
// the leader; its branch may do nothing else; what the leader got back is shared,
// and only its sum with a rank is used. The guide gives no more than that for
// coalesced_threads(). Nor does __activemask() promise more, but code that uses it
// ran in lockstep, too, with one leader and one count: the same is required of it.

/// Variables that hold a rank or the leader, before their uses are looked at.
void Election::collect() {
  View.forEachStmt([&](const Stmt *Statement) {
    if (const auto *D = dyn_cast<DeclStmt>(Statement))
      for (const Decl *Each : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Each))
          collect(V);
  });
}

void Election::collect(const VarDecl *V) {
  if (!V->getInit() || !View.Analysis.variables().followed(V) ||
      View.Analysis.variables().assignments(V).size() != 1)
    return;
  if (isRank(V->getInit()))
    Ranks.insert(V);
  else if (isLeader(V->getInit()))
    Leading.insert(V);
  else if (isCount(V->getInit()))
    Counts.insert(V);
}

bool Election::leaderDecl(const VarDecl *V) {
  TextRange Lines = View.wholeLines(V);
  if (!Lines.valid() || Leaders.contains(V))
    return Leaders.contains(V);
  Leaders.insert(V);
  Dropped.push_back(V->getNameAsString());
  PatternPart Drop;
  Drop.Role = "drop";
  Drop.Range = Lines;
  S.Parts.push_back(Drop);
  View.forEachStmt([&](const Stmt *Mention) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Mention); Ref && Ref->getDecl() == V)
      useOfLeader(Ref);
  });
  return true;
}

void Election::useOfLeader(const Expr *Leader) {
  const Expr *Use = climb(Leader, CountBits);
  DynTypedNodeList Parents = View.Context.getParents(*Use);
  if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>()) {
    const Expr *Init = V->getInit();
    bool Only = Init && View.Analysis.variables().followed(V) &&
                View.Analysis.variables().assignments(V).size() == 1;
    if (!Only || !leaderDecl(V))
      escape(Leader);
    return;
  }
  const Stmt *P = parent(Use);
  if (const auto *Compare = dyn_cast_or_null<BinaryOperator>(P); Compare && elect(Compare, Use))
    return;
  const auto *Call = dyn_cast_or_null<CallExpr>(P);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  if (Name == "__shfl" && Call->getArg(1)->IgnoreParenCasts() == Leader && shuffle(Call))
    return;
  if (Name == "__shfl_sync" && Call->getArg(2)->IgnoreParenCasts() == Leader)
    return; // its mask leads here too
  escape(Leader);
}

bool Election::elect(const BinaryOperator *Compare, const Expr *Leader) {
  if (Compare->getOpcode() != BO_EQ && Compare->getOpcode() != BO_NE)
    return false;
  const Expr *Lane = Compare->getLHS() == Leader ? Compare->getRHS() : Compare->getLHS();
  if (!isLane(Lane))
    return false;
  if (!leadersIf(Compare))
    return false;
  add(Compare->getOpcode() == BO_EQ ? "elect" : "elect-not", Compare->getSourceRange());
  return true;
}

/// `v = __shfl(v, leader)` by the very lanes that were counted.
bool Election::shuffle(const CallExpr *Call) {
  unsigned First = View.toolkitCallee(Call) == "__shfl_sync" ? 1 : 0;
  if (Call->getNumArgs() < First + 2 || !isLeader(Call->getArg(First + 1)) ||
      !View.Analysis.sameActivity(Anchor, Call) || !sharesTheSum(Call, Call->getArg(First)))
    return false;
  Site At = makeSite(View, SiteKind::Shuffle, Call);
  bool Width = At.Args.size() > First + 2;
  if (At.Args.size() < First + 2 || !At.Args[First].Plain || At.Macro.Kind != MacroKind::None ||
      (Width && At.Args[First + 2].Constant != warpWidth()))
    return false;
  const Argument &Value = At.Args[First], &Lane = At.Args[First + 1];
  PatternPart P;
  P.Role = "claims";
  P.Range = At.Range;
  S.Parts.push_back(P);
  P.Role = "shuffle";
  P.Range = At.Callee;
  S.Parts.push_back(P);
  P.Role = "drop";
  if (First) {
    P.Range = {At.Callee.File, At.Args[0].Range.Begin, Value.Range.Begin};
    S.Parts.push_back(P);
  }
  if (Width) {
    P.Range = {At.Callee.File, Lane.Range.End, At.Args[First + 2].Range.End};
    S.Parts.push_back(P);
  }
  P.Role = "leader";
  P.Range = Lane.Range;
  S.Parts.push_back(P);
  // Only the leader has written it: Clang may then take the other lanes' garbage
  // for the leader's value and drop the election (llvm #155682).
  const auto *Ref = dyn_cast<DeclRefExpr>(Call->getArg(First)->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) && !V->getInit() &&
      V->getType()->isScalarType()) {
    P.Role = "zero";
    P.Range = View.Text.after(V->getLocation());
    S.Parts.push_back(P);
  }
  return true;
}

static bool within(const TextRange &Inner, const TextRange &Outer) {
  return Inner.File == Outer.File && Outer.Begin <= Inner.Begin && Inner.End <= Outer.End;
}

void Election::addAddress(const Expr *Address, Uniformity Same) {
  if (const VarDecl *V = changingNumber(Address, View))
    Same = changes(V, Address->getBeginLoc(), View);
  S.Requires.push_back(
      {RequirementRole::Address, View.Text.text(Address->getSourceRange()), std::move(Same)});
}

/// The variable that holds the key, and is set once; null: it is no such variable.
const VarDecl *Election::keyVariable(const MatchedLanes &Lanes) const {
  const VarDecl *V = variable(Lanes.Label, SumBits);
  if (!V || !V->hasLocalStorage() || !View.Analysis.variables().followed(V))
    return nullptr;
  const auto Set = View.Analysis.variables().assignments(V);
  const bool Once = isa<ParmVarDecl>(V) ? Set.empty() : Set.size() == 1 && V->getInit();
  return Once ? V : nullptr;
}

/// Lanes that have one key have one address if it is made of the \p Key and of numbers that are
/// equal in all lanes: each part of \p Address that is neither becomes a requirement.
void Election::addKeyedAddress(const Expr *Address, const VarDecl *Key) {
  const Expr *E = Address->IgnoreParens();
  const VarDecl *V = variable(E, SumBits);
  const Builtin Is = builtinOf(E, View.Text);
  if (View.constant(E) || V == Key || (!Is.Object.empty() && Is.Object != "threadIdx"))
    return;
  if (const auto *P = dyn_cast_or_null<ParmVarDecl>(V);
      P && P->getDeclContext() == View.Function && View.Analysis.variables().followed(P) &&
      View.Analysis.variables().assignments(P).empty() && !P->getType()->isReferenceType())
    return addAddress(
        E, {BlockWidth, {{AtomKind::ParamUniform, P->getFunctionScopeIndex()}}, std::nullopt});
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (U && U->getOpcode() == UO_AddrOf)
    return addKeyedPlace(U->getSubExpr(), Key);
  const auto *C = dyn_cast<CastExpr>(E);
  if (C && C->getCastKind() == CK_ArrayToPointerDecay)
    return addKeyedPlace(C->getSubExpr(), Key);
  if (C && C->getCastKind() != CK_LValueToRValue)
    return addKeyedAddress(C->getSubExpr(), Key);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !(B->isAdditiveOp() || B->isMultiplicativeOp() || B->isShiftOp() || B->isBitwiseOp()))
    return addAddress(E, View.Analysis.uniformity(E));
  addKeyedAddress(B->getLHS(), Key);
  addKeyedAddress(B->getRHS(), Key);
}

/// The same of an lvalue.
void Election::addKeyedPlace(const Expr *Place, const VarDecl *Key) {
  const Expr *E = Place->IgnoreParens();
  const auto *A = dyn_cast<ArraySubscriptExpr>(E);
  const auto *M = dyn_cast<MemberExpr>(E);
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (A)
    addKeyedAddress(A->getIdx(), Key);
  if (A || (M && M->isArrow()))
    return addKeyedAddress(A ? A->getBase() : M->getBase(), Key);
  if (U && U->getOpcode() == UO_Deref)
    return addKeyedAddress(U->getSubExpr(), Key);
  if (M && !M->getMemberDecl()->getType()->isReferenceType())
    return addKeyedPlace(M->getBase(), Key);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->hasGlobalStorage() || V->getType()->isReferenceType())
    addAddress(E, View.Analysis.uniformity(E));
}

/// The leader adds for all that were counted: to the counter that each of them
/// means only if they mean the same. Else the result tells who led.
void Election::addAddresses() {
  const std::optional<MatchedLanes> Lanes = matchedLanes(Anchor, View);
  View.forEachStmt([&](const Stmt *E) {
    const auto *Call = dyn_cast<CallExpr>(E);
    if (!Call || !isLeadersOperation(Call) || !leadersBranch(Call))
      return;
    const Expr *Address = Call->getArg(0);
    const VarDecl *Key = Lanes ? keyVariable(*Lanes) : nullptr;
    bool OfKey = false;
    forEachStmt(Address, [&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      OfKey |= Key && Ref && Ref->getDecl() == Key;
    });
    if (OfKey)
      addKeyedAddress(Address, Key);
    else
      addAddress(Address, View.Analysis.address(Call).value_or(View.Analysis.uniformity(Address)));
  });
}

/// Between two additions of one leader another group's may add: the numbers of two counters that
/// one lane gets belong together only where all lanes are one group.
void Election::checkPairs() {
  const CallExpr *First = nullptr, *Pairs = nullptr;
  const std::optional<MatchedLanes> Lanes = matchedLanes(Anchor, View);
  View.forEachStmt([&](const Stmt *E) {
    const auto *Call = dyn_cast<CallExpr>(E);
    if (!Call)
      return;
    const bool Sum = isSharedAdd(Call) && isa_and_nonnull<Expr>(parent(Call));
    const bool Another =
        Call != Anchor && !(Lanes && Call == Lanes->Asks) && asksWhoIsHere(View, Call) &&
        (View.Analysis.sameActivity(Anchor, Call) || View.Analysis.sameActivity(Call, Anchor));
    if (Another || (Sum && std::exchange(First, Call)))
      Pairs = Call;
  });
  if (First && Pairs)
    escape(Pairs);
}

/// The leader of `number - rank` takes them from a counter that it subtracts from.
void Election::findSubtraction() {
  unsigned Adds = 0, Subs = 0;
  View.forEachStmt([&](const Stmt *Each) {
    const auto *Call = dyn_cast<CallExpr>(Each);
    if (Call && isSharedAdd(Call) && isa_and_nonnull<Expr>(parent(Call)))
      ++(View.toolkitCallee(Call) == "atomicSub" ? Subs : Adds);
  });
  Subtracts = Subs > 0 && Adds == 0 && !opportunistic();
}

/// Who looks at the counter sees how many groups have come yet.
void Election::checkCounter() {
  if (opportunistic() || EscapeAt) // __activemask() never promised one group
    return;
  llvm::SmallVector<const CallExpr *> Adds;
  bool Taken = false, Repeats = false;
  View.forEachStmt([&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call || !isLeadersOperation(Call) || !leadersBranch(Call))
      return;
    Adds.push_back(Call);
    Taken |= isa_and_nonnull<Expr>(parent(Call));
    Repeats |= isRepeatable(Call);
  });
  if (Repeats && Adds.size() > 1) // of one counter, another one's addition may come between
    return escape(Adds.back());
  const CounterUse Others = Repeats || (Taken && Subtracts) ? CounterUse::None
                            : Taken                         ? CounterUse::Counted
                                                            : CounterUse::Summed;
  if ((Used = useOfCounter(View, Adds, Others))) {
    escape(Used);
    EscapeText = View.Text.text(Used->getSourceRange());
  }
}

/// Lane numbers and lane masks that nothing mentions any more go as well.
void Election::dropUnused() {
  for (bool Again = true; Again;) {
    Again = false;
    for (const VarDecl *V : Consumed) {
      bool Used = false;
      View.forEachStmt([&](const Stmt *Mention) {
        const auto *Ref = dyn_cast<DeclRefExpr>(Mention);
        if (!Ref || Ref->getDecl() != V)
          return;
        TextRange R = View.Text.range(Ref->getSourceRange());
        Used |= llvm::none_of(S.Parts, [&](const PatternPart &P) {
          return P.Role != "claims" && P.Role != "zero" && within(R, P.Range);
        });
      });
      TextRange Lines = Used ? TextRange{} : View.wholeLines(V);
      if (!Lines.valid())
        continue;
      PatternPart P;
      P.Role = "drop";
      P.Range = Lines;
      S.Parts.push_back(P);
      Dropped.push_back(V->getNameAsString());
      Consumed.remove(V);
      Again = true;
      break;
    }
  }
}

Refusal Election::escaped() const {
  if (Used)
    return {ReasonId::LaneEscapes,
            "coalesced groups add one after the other, and what they add to is used with no "
            "barrier of the block between: '" +
                EscapeText + "'",
            *EscapeAt, "put a __syncthreads() between, if all threads come there"};
  return {ReasonId::LaneEscapes,
          opportunistic()
              ? "it may name a part of the lanes that are here, and the program can tell by '" +
                    EscapeText + "'"
              : "the elected lane's number or the mask is used for more than the election: '" +
                    EscapeText + "'",
          *EscapeAt, "keep that use apart from the election, or pass a mask by hand"};
}

std::optional<Site> Election::match() {
  S = makeSite(View, SiteKind::OpportunisticGroup, Anchor);
  S.Args.clear();
  if (S.Macro.Kind != MacroKind::None || !holdsAllLanes())
    return std::nullopt;
  PatternPart Claim;
  Claim.Role = "claims";
  Claim.Range = S.Range;
  unsigned Uses = 0;
  findLeaders();
  collect();
  findSubtraction();
  View.forEachStmt([&](const Stmt *Mention) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Mention); Ref && Ref->getDecl() == Mask) {
      ++Uses;
      useOfMask(Ref);
    }
  });
  if (Uses == 0)
    return std::nullopt;
  checkPairs();
  checkCounter();
  bool Bad = llvm::any_of(S.Parts, [](const PatternPart &P) { return !P.Range.valid(); });
  if (EscapeAt || Bad) {
    // The whole warp may vote: the other rules speak.
    bool Voted = !opportunistic() &&
                 (!HasLeader || S.Conv.Active.UniformOver >= warpWidth() || S.Divided.has_value());
    if (!EscapeAt || Voted)
      return std::nullopt;
    S.Parts = {Claim};
    S.Preset = escaped();
    return S;
  }
  dropUnused();
  S.Parts.push_back(Claim);
  S.Parts.push_back(makePart(View, "mask-decl", Mask->getSourceRange()));
  S.Parts.back().Text = Mask->getNameAsString(); // free from here on
  if (keyed())
    takeKey();
  addAddresses();
  Dropped.push_back(Mask->getNameAsString());
  if (std::optional<Refusal> Broken = brokenArms(View, S, Dropped)) {
    S.Parts = {Claim};
    S.Preset = std::move(Broken);
    return S;
  }
  if (UsesThreadX) { // threadIdx.x % 32 was the lane, or the ranks would differ
    S.Requires.push_back(threadX(RequirementRole::LaneNumber));
  }
  return S;
}

bool asksWhoIsHere(const FunctionView &View, const Expr *E) {
  StringRef Name = View.toolkitCallee(E);
  if (Name == "__activemask")
    return true;
  const CallExpr *Call = callOf(E);
  return Name == "__ballot" && Call->getNumArgs() == 1 &&
         View.constant(Call->getArg(0)).value_or(0);
}

std::optional<Site> matchElection(const FunctionView &View, const VarDecl *Mask,
                                  const CallExpr *Anchor) {
  return Election(View, Mask, Anchor).match();
}

} // namespace coopify
