//===- LeaderElection.cpp -------------------------------------------------===//

#include "Extract/LeaderElection.h"

#include "Extract/LaneNumber.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace coopify {
namespace {

/// One election: from the mask's variable to everything that hangs on it.
class Election {
public:
  Election(const FunctionView &View, const VarDecl *Mask, const CallExpr *Anchor)
      : View(View), Mask(Mask), Anchor(Anchor) {}

  std::optional<Site> match();

private:
  void useOfMask(const DeclRefExpr *Ref);
  void useOfLeader(const Expr *Leader);
  bool shuffle(const CallExpr *Call);
  bool elect(const BinaryOperator *Compare, const Expr *Leader);
  bool leaderDecl(const VarDecl *V);
  void escape(const Expr *E);
  void collect();
  void collect(const VarDecl *V);
  bool opportunistic() const { return View.toolkitCallee(Anchor) == "__activemask"; }
  bool anyPartition(const Expr *Number, bool Count) const;
  bool anyPartitionOfVar(const VarDecl *V, bool Count) const;
  bool sharesTheSum(const CallExpr *Shuffle, const Expr *Value) const;
  bool addedTo(const Expr *Number, llvm::function_ref<bool(const Expr *)> Wanted) const;
  bool fromLeader(const Expr *E) const;
  bool isLeaderShuffle(const Expr *E) const;
  bool isSharedAdd(const Expr *E) const;
  void addAddresses();
  bool onlyAdds(const Stmt *Branch) const;
  const Stmt *leadersBranch(const Expr *E) const;
  bool isElected(const Expr *Condition) const;
  bool isRank(const Expr *E) const;
  bool isCount(const Expr *E) const;
  bool isMask(const Expr *E) const;
  void add(StringRef Role, SourceRange R) { S.Pieces.push_back(View.piece(Role, R)); }
  void dropUnused();

  bool isLane(const Expr *E);
  bool isLaneMaskLt(const Expr *E);
  bool isLeader(const Expr *E) const;
  const Expr *climb(const Expr *E) const;
  const Stmt *parent(const Stmt *S) const;

  const FunctionView &View;
  const VarDecl *Mask;
  const CallExpr *Anchor;
  Site S;
  llvm::SetVector<const VarDecl *> Consumed; ///< lane numbers and masks that may lose all uses
  llvm::SmallPtrSet<const VarDecl *, 4> Leaders;
  llvm::SmallPtrSet<const VarDecl *, 4> Ranks, Leading, Counts; ///< variables that hold them
  bool UsesThreadX = false, HasLeader = false;
  std::optional<Location> EscapeAt;
  std::string EscapeText;
};

const Stmt *Election::parent(const Stmt *S) const {
  DynTypedNodeList Parents = View.Context.getParents(*S);
  return Parents.empty() ? nullptr : Parents[0].get<Stmt>();
}

/// The outermost expression that only casts or parenthesises \p E.
const Expr *Election::climb(const Expr *E) const {
  for (;;) {
    const Stmt *P = parent(E);
    if (!P || !isa<ParenExpr, CastExpr>(P))
      return E;
    E = cast<Expr>(P);
  }
}

bool Election::isLane(const Expr *E) {
  LaneNumber Lane = laneNumber(View, E);
  UsesThreadX |= Lane == LaneNumber::OfThreadX;
  for (; Lane != LaneNumber::None;) {
    const VarDecl *V = onlyInitialised(View, E);
    if (!V)
      return true;
    Consumed.insert(V);
    E = V->getInit();
  }
  return false;
}

bool Election::isLaneMaskLt(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const VarDecl *V = onlyInitialised(View, E)) {
    if (!isLaneMaskLt(V->getInit()))
      return false;
    Consumed.insert(V);
    return true;
  }
  if (View.toolkitCallee(E) == "__lanemask_lt" || wrapsRegister(E, "lanemask_lt"))
    return true;
  const auto *Minus = dyn_cast<BinaryOperator>(E); // (1 << lane) - 1
  if (!Minus || Minus->getOpcode() != BO_Sub || View.constant(Minus->getRHS()) != 1)
    return false;
  const auto *Shift = dyn_cast<BinaryOperator>(Minus->getLHS()->IgnoreParenCasts());
  return Shift && Shift->getOpcode() == BO_Shl && View.constant(Shift->getLHS()) == 1 &&
         isLane(Shift->getRHS());
}

bool Election::isLeader(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Leaders.contains(dyn_cast<VarDecl>(Ref->getDecl()));
  const auto *Minus = dyn_cast<BinaryOperator>(E); // __ffs(mask) - 1
  if (!Minus || Minus->getOpcode() != BO_Sub || View.constant(Minus->getRHS()) != 1)
    return false;
  const Expr *Ffs = Minus->getLHS()->IgnoreParenCasts();
  if (View.toolkitCallee(Ffs) != "__ffs")
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(cast<CallExpr>(Ffs)->getArg(0)->IgnoreParenCasts());
  return Ref && Ref->getDecl() == Mask;
}

void Election::escape(const Expr *E) {
  if (EscapeAt)
    return;
  EscapeAt = View.Text.expansion(E->getBeginLoc());
  const Stmt *Context = parent(climb(E));
  EscapeText = View.Text.text(isa_and_nonnull<Expr>(Context) ? Context->getSourceRange()
                                                             : E->getSourceRange());
}

} // namespace

bool bitsOnly(const Expr *E, ASTContext &Context) {
  for (const Stmt *Current = E;;) {
    DynTypedNodeList Parents = Context.getParents(*Current);
    if (Parents.size() != 1)
      return false;
    if (const auto *V = Parents[0].get<VarDecl>())
      return !V->getType()->getContainedAutoType();
    const auto *P = Parents[0].get<Stmt>();
    if (!P)
      return false;
    if (isa<ReturnStmt>(P))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(P))
      return Call->getDirectCallee() && !Call->getDirectCallee()->isVariadic() &&
             !Call->getDirectCallee()->isTemplateInstantiation();
    const auto *Whole = dyn_cast<Expr>(P);
    if (!Whole || !Whole->getType()->isIntegerType() || Context.getIntWidth(Whole->getType()) != 32)
      return false;
    const auto *B = dyn_cast<BinaryOperator>(P);
    if (B && (B->getOpcode() == BO_Assign || B->getOpcode() == BO_EQ || B->getOpcode() == BO_NE ||
              B->getOpcode() == BO_AddAssign))
      return Context.getIntWidth(B->getLHS()->getType()) == 32;
    if (!isa<ParenExpr, CastExpr, FullExpr>(P) && !(B && B->getOpcode() == BO_Add))
      return false;
    Current = P;
  }
}

void Election::useOfMask(const DeclRefExpr *Ref) {
  const Expr *Use = climb(Ref);
  const Stmt *P = parent(Use);
  if (const auto *And = dyn_cast_or_null<BinaryOperator>(P); And && And->getOpcode() == BO_And) {
    const Expr *Other = And->getLHS()->IgnoreParenCasts() == Ref ? And->getRHS() : And->getLHS();
    const auto *Popc = dyn_cast_or_null<CallExpr>(parent(climb(And)));
    if (Popc && View.toolkitCallee(Popc) == "__popc" && isLaneMaskLt(Other) &&
        anyPartition(Popc, /*Count=*/false))
      return add(bitsOnly(Popc, View.Context) ? "rank" : "rank-int", Popc->getSourceRange());
    return escape(Ref);
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(P);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  if (Name == "__popc" && anyPartition(Call, /*Count=*/true))
    return add(bitsOnly(Call, View.Context) ? "count" : "count-int", Call->getSourceRange());
  if (Name == "__shfl_sync" && Call->getArg(0)->IgnoreParenCasts() == Ref) {
    if (!shuffle(Call))
      escape(Ref);
    return;
  }
  if (Name == "__ffs") {
    const auto *Minus = dyn_cast_or_null<BinaryOperator>(parent(climb(Call)));
    if (Minus && isLeader(Minus)) {
      HasLeader = true;
      return useOfLeader(Minus);
    }
  }
  escape(Ref);
}

// --- what may depend on who is counted together --------------------------------
//
// With independent lanes the lanes that are here may come as several groups. The
// program must not be able to tell: a count may only be added to memory, once, by
// the leader; its branch may do nothing else; what the leader got back is shared,
// and only its sum with a rank is used. The guide gives no more than that for
// coalesced_threads(). __activemask() itself promised no more.

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

/// `__popc(mask & lanes below)`, or a variable that holds it.
bool Election::isRank(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ranks.contains(dyn_cast<VarDecl>(Ref->getDecl()));
  if (View.toolkitCallee(E) != "__popc")
    return false;
  const auto *And = dyn_cast<BinaryOperator>(cast<CallExpr>(E)->getArg(0)->IgnoreParenCasts());
  return And && And->getOpcode() == BO_And && (isMask(And->getLHS()) || isMask(And->getRHS()));
}

/// `__popc(mask)`, or a variable that holds it.
bool Election::isCount(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Counts.contains(dyn_cast<VarDecl>(Ref->getDecl()));
  return View.toolkitCallee(E) == "__popc" && isMask(cast<CallExpr>(E)->getArg(0));
}

bool Election::isMask(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Ref && Ref->getDecl() == Mask;
}

bool Election::isLeaderShuffle(const Expr *E) const {
  const CallExpr *Call = callOf(E);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  unsigned Lane = Name == "__shfl" ? 1 : Name == "__shfl_sync" ? 2 : 0;
  if (Lane == 0 || Call->getNumArgs() <= Lane)
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(Call->getArg(Lane)->IgnoreParenCasts());
  return isLeader(Call->getArg(Lane)) ||
         (Ref && Leading.contains(dyn_cast<VarDecl>(Ref->getDecl())));
}

/// `v = __shfl(v, leader)`, or a variable that holds it.
bool Election::fromLeader(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return isLeaderShuffle(E);
  return View.Analysis.variables().followed(V) &&
         llvm::any_of(View.Analysis.variables().assignments(V),
                      [&](const auto &A) { return A.Value && isLeaderShuffle(A.Value); });
}

/// Whether \p Number is only added to a term that \p Wanted accepts: `a + number`, `a += number`.
bool Election::addedTo(const Expr *Number, llvm::function_ref<bool(const Expr *)> Wanted) const {
  const Expr *Sum = climb(Number);
  for (const auto *B = dyn_cast_or_null<BinaryOperator>(parent(Sum)); B;
       B = dyn_cast_or_null<BinaryOperator>(parent(Sum))) {
    if (B->getOpcode() != BO_Add && B->getOpcode() != BO_AddAssign)
      return false;
    if (Wanted(B->getLHS() == Sum ? B->getRHS() : B->getLHS()))
      return true;
    Sum = climb(B);
  }
  return false;
}

bool Election::isElected(const Expr *Condition) const {
  const auto *Compare = dyn_cast<BinaryOperator>(Condition->IgnoreParenCasts());
  if (!Compare || Compare->getOpcode() != BO_EQ)
    return false;
  auto Asks = [&](const Expr *One, const Expr *Other) {
    const auto *Ref = dyn_cast<DeclRefExpr>(One->IgnoreParenCasts());
    return isLeader(One) || (Ref && Leading.contains(dyn_cast<VarDecl>(Ref->getDecl()))) ||
           (isRank(One) && View.constant(Other) == 0);
  };
  return Asks(Compare->getLHS(), Compare->getRHS()) || Asks(Compare->getRHS(), Compare->getLHS());
}

/// The branch that only the leader takes, if \p E is in one.
const Stmt *Election::leadersBranch(const Expr *E) const {
  for (const Stmt *Child = E, *P = parent(E); P; Child = P, P = parent(P))
    if (const auto *If = dyn_cast<IfStmt>(P);
        If && If->getThen() == Child && !If->getElse() && isElected(If->getCond()))
      return Child;
  return nullptr;
}

bool Election::isSharedAdd(const Expr *E) const {
  const CallExpr *Call = callOf(E);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  return (Name == "atomicAdd" || Name == "atomicSub") && isCount(Call->getArg(1));
}

/// `base = atomicAdd(p, count);`, and nothing else.
bool Election::onlyAdds(const Stmt *Branch) const {
  const auto *Block = dyn_cast<CompoundStmt>(Branch);
  if (Block && Block->size() != 1)
    return false;
  const auto *E = dyn_cast<Expr>(Block ? Block->body_front() : Branch);
  if (!E)
    return false;
  const auto *Assign = dyn_cast<BinaryOperator>(E->IgnoreParenCasts());
  return isSharedAdd(Assign && Assign->getOpcode() == BO_Assign ? Assign->getRHS() : E);
}

bool Election::anyPartitionOfVar(const VarDecl *V, bool Count) const {
  if (!View.Analysis.variables().followed(V) ||
      View.Analysis.variables().assignments(V).size() != 1)
    return false;
  bool Fine = true;
  View.forEachStmt([&](const Stmt *Mention) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Mention); Ref && Ref->getDecl() == V)
      Fine = Fine && anyPartition(Ref, Count);
  });
  return Fine;
}

/// Whether the program cannot tell by this use of a count or rank who was counted together.
bool Election::anyPartition(const Expr *Number, bool Count) const {
  if (opportunistic())
    return true;
  const Expr *Use = climb(Number);
  DynTypedNodeList Parents = View.Context.getParents(*Use);
  if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
    return anyPartitionOfVar(V, Count);
  const auto *P = dyn_cast_or_null<Expr>(parent(Use));
  if (Count) {
    const Stmt *Branch = P && isSharedAdd(P) ? leadersBranch(P) : nullptr;
    return Branch && onlyAdds(Branch);
  }
  if (P && isElected(P))
    return true;
  return addedTo(Use, [&](const Expr *E) { return fromLeader(E); });
}

/// The shuffled value: what the leader's addition gave, and only its sum with a rank is used.
bool Election::sharesTheSum(const CallExpr *Shuffle, const Expr *Value) const {
  if (opportunistic())
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(Value->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  auto IsRank = [&](const Expr *E) { return isRank(E); };
  if (!V || !View.Analysis.variables().followed(V))
    return false;
  for (const auto &A : View.Analysis.variables().assignments(V)) {
    bool Fine = !A.Value || View.constant(A.Value) || callOf(A.Value) == Shuffle ||
                (isSharedAdd(A.Value) && leadersBranch(A.Value));
    if (!Fine && !addedTo(Shuffle, IsRank))
      return false;
  }
  // Assigned back, the variable's uses are looked at below; else the shuffle's own is.
  const auto *Back = dyn_cast_or_null<BinaryOperator>(parent(climb(Shuffle)));
  bool Fine = addedTo(Shuffle, IsRank) ||
              (Back && Back->getOpcode() == BO_Assign && fromLeader(Back->getLHS()));
  View.forEachStmt([&](const Stmt *Mention) {
    const auto *Other = dyn_cast<DeclRefExpr>(Mention);
    if (!Other || Other->getDecl() != V || Other == Ref)
      return;
    const auto *Assign = dyn_cast_or_null<BinaryOperator>(parent(climb(Other)));
    bool Target =
        Assign && Assign->getOpcode() == BO_Assign && Assign->getLHS()->IgnoreParenCasts() == Other;
    Fine = Fine && (Target || addedTo(Other, IsRank) || addedTo(Shuffle, IsRank));
  });
  return Fine;
}

bool Election::leaderDecl(const VarDecl *V) {
  TextRange Lines = View.wholeLines(V);
  if (!Lines.valid() || Leaders.contains(V))
    return Leaders.contains(V);
  Leaders.insert(V);
  Piece Drop;
  Drop.Role = "drop";
  Drop.Range = Lines;
  S.Pieces.push_back(Drop);
  View.forEachStmt([&](const Stmt *Mention) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Mention); Ref && Ref->getDecl() == V)
      useOfLeader(Ref);
  });
  return true;
}

void Election::useOfLeader(const Expr *Leader) {
  const Expr *Use = climb(Leader);
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
  const auto *If = dyn_cast_or_null<IfStmt>(parent(climb(Compare)));
  if (!opportunistic() && !(If && isElected(Compare) && !If->getElse() && onlyAdds(If->getThen())))
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
  Site At = View.site("shuffle", Call);
  bool Width = At.Args.size() > First + 2;
  if (At.Args.size() < First + 2 || !At.Args[First].Plain || At.Macro.Kind != MacroKind::None ||
      (Width && At.Args[First + 2].Constant != 32))
    return false;
  const Argument &Value = At.Args[First], &Lane = At.Args[First + 1];
  Piece P;
  P.Role = "claims";
  P.Range = At.Range;
  S.Pieces.push_back(P);
  P.Role = "shuffle";
  P.Range = At.Callee;
  S.Pieces.push_back(P);
  P.Role = "drop";
  if (First) {
    P.Range = {At.Callee.File, At.Args[0].Range.Begin, Value.Range.Begin};
    S.Pieces.push_back(P);
  }
  if (Width) {
    P.Range = {At.Callee.File, Lane.Range.End, At.Args[First + 2].Range.End};
    S.Pieces.push_back(P);
  }
  P.Role = "leader";
  P.Range = Lane.Range;
  S.Pieces.push_back(P);
  // Only the leader has written it: Clang may then take the other lanes' garbage
  // for the leader's value and drop the election (llvm #155682).
  const auto *Ref = dyn_cast<DeclRefExpr>(Call->getArg(First)->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) && !V->getInit() &&
      V->getType()->isScalarType()) {
    P.Role = "zero";
    P.Range = View.Text.after(V->getLocation());
    S.Pieces.push_back(P);
  }
  return true;
}

static bool within(const TextRange &Inner, const TextRange &Outer) {
  return Inner.File == Outer.File && Outer.Begin <= Inner.Begin && Inner.End <= Outer.End;
}

/// The leader adds for all that were counted: to the counter that each of them
/// means only if they mean the same. Lanes that ask who is here (__activemask)
/// have chosen to be served in any company.
void Election::addAddresses() {
  if (opportunistic())
    return;
  View.forEachStmt([&](const Stmt *E) {
    const auto *Call = dyn_cast<CallExpr>(E);
    if (!Call || !isSharedAdd(Call))
      return;
    Argument Address;
    Address.Text = View.Text.text(Call->getArg(0)->getSourceRange());
    Address.Type = Call->getArg(0)->getType().getAsString();
    Address.Uniform = View.Analysis.uniformity(Call->getArg(0));
    S.Args.push_back(Address);
  });
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
        Used |= llvm::none_of(S.Pieces, [&](const Piece &P) {
          return P.Role != "claims" && P.Role != "zero" && within(R, P.Range);
        });
      });
      TextRange Lines = Used ? TextRange{} : View.wholeLines(V);
      if (!Lines.valid())
        continue;
      Piece P;
      P.Role = "drop";
      P.Range = Lines;
      S.Pieces.push_back(P);
      Consumed.remove(V);
      Again = true;
      break;
    }
  }
}

std::optional<Site> Election::match() {
  S = View.site("opportunistic-group", Anchor);
  S.Args.clear();
  if (S.Macro.Kind != MacroKind::None)
    return std::nullopt;
  Piece Claim;
  Claim.Role = "claims";
  Claim.Range = S.Range;
  unsigned Uses = 0;
  collect();
  View.forEachStmt([&](const Stmt *Mention) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Mention); Ref && Ref->getDecl() == Mask) {
      ++Uses;
      useOfMask(Ref);
    }
  });
  if (Uses == 0)
    return std::nullopt;
  bool Bad = llvm::any_of(S.Pieces, [](const Piece &P) { return !P.Range.valid(); });
  if (EscapeAt || Bad) {
    // Already portable, or the whole warp may vote: the other rules speak.
    if (View.toolkitCallee(Anchor) == "__activemask" || !HasLeader || !EscapeAt ||
        S.Conv.Active.Width >= WarpWidth || S.Divided)
      return std::nullopt;
    S.Pieces = {Claim};
    S.Preset =
        Refusal{"lane-escapes",
                "the elected lane's number or the mask is used for more than the election: '" +
                    EscapeText + "'",
                *EscapeAt, "keep that use apart from the election, or pass a mask by hand"};
    return S;
  }
  dropUnused();
  S.Pieces.push_back(Claim);
  S.Pieces.push_back(View.piece("mask-decl", Mask->getSourceRange()));
  addAddresses();
  if (UsesThreadX) { // threadIdx.x % 32 was the lane, or the ranks would differ
    Argument Lane;
    Lane.Text = "threadIdx.x";
    Lane.Uniform.Atoms.push_back({AtomKind::LaneIsThreadX, 0});
    S.Args.push_back(Lane);
  }
  return S;
}

const CallExpr *callOf(const Expr *E) { return dyn_cast<CallExpr>(E->IgnoreParenCasts()); }

std::optional<Site> matchElection(const FunctionView &View, const VarDecl *Mask,
                                  const CallExpr *Anchor) {
  return Election(View, Mask, Anchor).match();
}

} // namespace coopify
