//===- LeaderElection.cpp -------------------------------------------------===//

#include "Extract/LeaderElection.h"

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
  void add(StringRef Role, SourceRange R) { S.Pieces.push_back(View.piece(Role, R)); }
  void dropUnused();

  bool isLane(const Expr *E);
  bool isThreadX(const Expr *E) const;
  bool isLaneMaskLt(const Expr *E);
  bool isLeader(const Expr *E) const;
  const VarDecl *onlyInitialised(const Expr *E) const;
  const Expr *climb(const Expr *E) const;
  const Stmt *parent(const Stmt *S) const;
  TextRange wholeLines(const VarDecl *V) const;

  const FunctionView &View;
  const VarDecl *Mask;
  const CallExpr *Anchor;
  Site S;
  llvm::SetVector<const VarDecl *> Consumed; ///< lane numbers and masks that may lose all uses
  llvm::SmallPtrSet<const VarDecl *, 4> Leaders;
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

const VarDecl *Election::onlyInitialised(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->hasLocalStorage() || !V->getInit() || isa<ParmVarDecl>(V) ||
      !View.Analysis.variables().followed(V) ||
      View.Analysis.variables().assignments(V).size() != 1)
    return nullptr;
  return V;
}

bool Election::isThreadX(const Expr *E) const {
  if (const VarDecl *V = onlyInitialised(E))
    return isThreadX(V->getInit());
  return View.Text.text(E->IgnoreParenCasts()->getSourceRange()) == "threadIdx.x";
}

/// A user's one-liner around `asm("mov.u32 %0, %laneid;" : "=r"(x))`.
static bool wrapsRegister(const Expr *E, StringRef Register) {
  const CallExpr *Call = callOf(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  const FunctionDecl *Definition = nullptr;
  if (!F || !F->hasBody(Definition) || Call->getNumArgs() != 0)
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Definition->getBody());
  if (!Body || Body->size() > 3)
    return false;
  return llvm::any_of(Body->body(), [&](const Stmt *S) {
    const auto *Asm = dyn_cast<GCCAsmStmt>(S);
    return Asm && StringRef(Asm->getAsmString()).contains(("%" + Register + ";").str());
  });
}

bool Election::isLane(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const VarDecl *V = onlyInitialised(E)) {
    if (!isLane(V->getInit()))
      return false;
    Consumed.insert(V);
    return true;
  }
  if (wrapsRegister(E, "laneid"))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !isThreadX(B->getLHS()))
    return false;
  auto N = View.constant(B->getRHS());
  bool Lane = (B->getOpcode() == BO_And && N == 31) || (B->getOpcode() == BO_Rem && N == 32);
  UsesThreadX |= Lane;
  return Lane;
}

bool Election::isLaneMaskLt(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const VarDecl *V = onlyInitialised(E)) {
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
    if (Popc && View.toolkitCallee(Popc) == "__popc" && isLaneMaskLt(Other))
      return add(bitsOnly(Popc, View.Context) ? "rank" : "rank-int", Popc->getSourceRange());
    return escape(Ref);
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(P);
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  if (Name == "__popc")
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

bool Election::leaderDecl(const VarDecl *V) {
  TextRange Lines = wholeLines(V);
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
  add(Compare->getOpcode() == BO_EQ ? "elect" : "elect-not", Compare->getSourceRange());
  return true;
}

/// `v = __shfl(v, leader)` by the very lanes that were counted.
bool Election::shuffle(const CallExpr *Call) {
  unsigned First = View.toolkitCallee(Call) == "__shfl_sync" ? 1 : 0;
  if (Call->getNumArgs() < First + 2 || !isLeader(Call->getArg(First + 1)) ||
      !View.Analysis.sameActivity(Anchor, Call))
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

/// The lines of a declaration that goes, with a comment line right above it.
TextRange Election::wholeLines(const VarDecl *V) const {
  const auto *D = [&]() -> const DeclStmt * {
    DynTypedNodeList Parents = View.Context.getParents(*V);
    return Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  }();
  if (!D || !D->isSingleDecl())
    return {};
  TextRange R = View.Text.range(D->getSourceRange());
  if (!R.valid() || D->getBeginLoc().isMacroID())
    return {};
  const SourceManager &SM = View.Text.manager();
  StringRef Code = SM.getBufferData(SM.getFileID(D->getBeginLoc()));
  if (R.End > Code.size())
    return {};
  size_t Begin = Code.rfind('\n', R.Begin) + 1; // npos + 1 == 0
  size_t End = Code.find('\n', R.End);
  bool Alone = End != StringRef::npos && Code.slice(Begin, R.Begin).trim().empty() &&
               Code.slice(R.End, End).trim().empty();
  if (!Alone)
    return R;
  if (Begin > 1) {
    size_t Above = Code.rfind('\n', Begin - 1) + 1;
    if (Code.slice(Above, Begin).trim().starts_with("//"))
      Begin = Above;
  }
  return {R.File, unsigned(Begin), unsigned(End + 1)};
}

static bool within(const TextRange &Inner, const TextRange &Outer) {
  return Inner.File == Outer.File && Outer.Begin <= Inner.Begin && Inner.End <= Outer.End;
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
      TextRange Lines = Used ? TextRange{} : wholeLines(V);
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
        S.Conv.Active.Width >= WarpWidth)
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
