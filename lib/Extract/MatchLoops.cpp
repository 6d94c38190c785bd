#include "Extract/MatchLoops.h"

#include "Extract/LaneNumber.h"

#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace coopify {
namespace {

/// What an expression means in one turn of the loop.
enum class Role {
  None,
  Source, ///< the lane whose key goes round
  Other,  ///< its key
  IsPeer, ///< whether the own key is equal
  NotPeer,
  Peers, ///< the ballot of IsPeer
};

/// One loop, statement by statement: whatever is not known ends it.
class LoopMatcher {
public:
  LoopMatcher(const FunctionView &View, const Stmt *Loop) : View(View), Loop(Loop) {}
  std::optional<Site> match();

private:
  bool matchLoop();
  bool matchBroadcast(const ForStmt *For);
  bool matchPeeling(const Stmt *Body, const Expr *Cond);
  bool statements(const Stmt *Body);
  bool statement(const Stmt *S);
  bool branch(const IfStmt *If);
  bool assignment(const BinaryOperator *B);
  bool condition(const Expr *Cond);
  bool bind(const ValueDecl *D, const Expr *Value);
  bool clears(const BinaryOperator *B);
  bool keepsBit(const BinaryOperator *B);

  Role role(const Expr *E);
  Role roleOfCall(const CallExpr *Call);
  bool isSource(const BinaryOperator *Minus);
  bool isKey(const Expr *E) const;
  bool takeKey(const CallExpr *Shuffle);
  bool keepsValue(QualType To) const;
  bool isRemaining(const Expr *E) const;

  bool startsFull();
  bool entry(const DeclStmt *D) const;
  bool inSameBlock(const VarDecl *V) const;
  const DeclStmt *declaration(const VarDecl *V) const;
  const CompoundStmt *block(const Stmt *Of) const;
  bool onlyInLoop(const VarDecl *V) const;
  bool findResult();
  bool startsAtZero(const VarDecl *V) const;
  std::optional<Site> site();
  void add(StringRef Role, TextRange R, std::string Text = "");
  bool initialises();
  bool goes(const Stmt *Each) const;
  void replace(const TextRange &R, bool Block);
  bool dropDeclarations(const TextRange &Inside);
  const Stmt *outer() const;

  const FunctionView &View;
  const Stmt *Loop;
  const Stmt *Anchor = nullptr; ///< evaluated where the loop is entered
  const VarDecl *Remaining = nullptr, *Key = nullptr, *Counter = nullptr;
  const Expr *KeyWritten = nullptr;
  QualType KeyCast; ///< null: none
  QualType Shuffled;
  llvm::MapVector<const VarDecl *, Role> Bound;
  llvm::SetVector<const CallExpr *> Claims;
  const VarDecl *Result = nullptr;
  bool Cleared = false, Leaves = false, Kept = false, Returns = false, OrsBits = false;
  bool NeedsThreadX = false, LoopsOnRemaining = false;
  Site S;
};

const VarDecl *variable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
                 !V->getType().isVolatileQualified()
             ? V
             : nullptr;
}

const BinaryOperator *binary(const Expr *E, BinaryOperatorKind Op) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  return B && B->getOpcode() == Op ? B : nullptr;
}

/// A register of 32 bits, signed or not.
bool isWord(QualType T, ASTContext &Context) {
  return T->isIntegerType() && !T->isBooleanType() && Context.getIntWidth(T) == 32;
}

// --- expressions ----------------------------------------------------------------

/// `key` or `(unsigned long long)key`.
bool LoopMatcher::isKey(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  QualType Cast;
  if (const auto *C = dyn_cast<ExplicitCastExpr>(E)) {
    Cast = C->getType().getCanonicalType();
    E = C->getSubExpr();
  }
  return Key && variable(E) == Key && Cast == KeyCast;
}

/// The shuffle's value as the key: bits that are equal must be values that are equal, so no
/// floats (0.0f == -0.0f, and a NaN is no NaN; trap T37), and none may be lost on the way.
bool LoopMatcher::takeKey(const CallExpr *Shuffle) {
  const Expr *Value = Shuffle->getArg(0)->IgnoreParenImpCasts();
  QualType Cast, Type = Value->getType().getCanonicalType().getUnqualifiedType();
  const Expr *Of = Value;
  if (const auto *C = dyn_cast<ExplicitCastExpr>(Value)) {
    Cast = C->getType().getCanonicalType();
    Of = C->getSubExpr();
  }
  const VarDecl *V = variable(Of);
  if (Key || !V || Bound.contains(V) || V == Remaining)
    return false;
  QualType From = V->getType(), To = Shuffle->getType().getCanonicalType();
  auto Plain = [&](QualType T) { return T->isIntegralOrEnumerationType() || T->isPointerType(); };
  ASTContext &C = View.Context;
  if (!Plain(From) || !Plain(Type) || !To->isIntegerType() ||
      C.getTypeSize(Type) < C.getTypeSize(From) || C.getTypeSize(To) < C.getTypeSize(Type))
    return false;
  Key = V;
  KeyCast = Cast;
  KeyWritten = Value;
  Shuffled = To.getUnqualifiedType();
  return true;
}

/// A variable of type \p To holds the other lane's key as it compares.
bool LoopMatcher::keepsValue(QualType To) const {
  To = To.getCanonicalType().getUnqualifiedType();
  QualType From = KeyWritten->getType().getCanonicalType().getUnqualifiedType();
  ASTContext &C = View.Context;
  return To == From || To == Shuffled ||
         (To->isIntegerType() && From->isIntegerType() && C.getTypeSize(To) >= 32 &&
          C.getTypeSize(To) == C.getTypeSize(From));
}

bool LoopMatcher::isRemaining(const Expr *E) const { return Remaining && variable(E) == Remaining; }

/// `__ffs(unclaimed) - 1`, before lanes are taken out.
bool LoopMatcher::isSource(const BinaryOperator *Minus) {
  const auto *Ffs = dyn_cast<CallExpr>(Minus->getLHS()->IgnoreParenImpCasts());
  if (Counter || Cleared || View.constant(Minus->getRHS()) != 1 || !Ffs ||
      View.toolkitCallee(Ffs) != "__ffs")
    return false;
  const VarDecl *V = variable(Ffs->getArg(0));
  if (!V || (Remaining && Remaining != V) || Bound.contains(V))
    return false;
  Remaining = V;
  return true;
}

Role LoopMatcher::roleOfCall(const CallExpr *Call) {
  StringRef Name = View.toolkitCallee(Call);
  if (Name == "__ballot" && role(Call->getArg(0)) == Role::IsPeer) {
    Claims.insert(Call);
    return Role::Peers;
  }
  if (Name != "__shfl" || role(Call->getArg(1)) != Role::Source)
    return Role::None;
  if (Call->getNumArgs() > 2 && !isa<CXXDefaultArgExpr>(Call->getArg(2)) &&
      View.constant(Call->getArg(2)) != WarpWidth &&
      View.Text.text(Call->getArg(2)->getSourceRange()) != "warpSize")
    return Role::None;
  if (!Claims.contains(Call) && !takeKey(Call))
    return Role::None;
  Claims.insert(Call);
  return Role::Other;
}

Role LoopMatcher::role(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return role(Full->getSubExpr());
  if (const VarDecl *V = variable(E))
    return Bound.lookup(V);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return roleOfCall(Call);
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot) {
    Role Of = role(Not->getSubExpr());
    return Of == Role::IsPeer ? Role::NotPeer : Of == Role::NotPeer ? Role::IsPeer : Role::None;
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B)
    return Role::None;
  if (B->getOpcode() == BO_Sub)
    return isSource(B) ? Role::Source : Role::None;
  if (B->getOpcode() != BO_EQ && B->getOpcode() != BO_NE)
    return Role::None;
  Role L = role(B->getLHS()), R = role(B->getRHS());
  bool Compares =
      (L == Role::Other && isKey(B->getRHS())) || (R == Role::Other && isKey(B->getLHS()));
  if (!Compares)
    return Role::None;
  return B->getOpcode() == BO_EQ ? Role::IsPeer : Role::NotPeer;
}

// --- statements -----------------------------------------------------------------

bool LoopMatcher::bind(const ValueDecl *D, const Expr *Value) {
  const auto *V = dyn_cast<VarDecl>(D);
  Role R = role(Value);
  if (!V || R == Role::None || !V->hasLocalStorage() || V == Key || V == Remaining ||
      V == Counter || !View.Analysis.variables().followed(V) ||
      !V->getType()->isIntegralOrEnumerationType())
    return false;
  if ((R == Role::Other && !keepsValue(V->getType())) ||
      (R == Role::Peers && !isWord(V->getType(), View.Context)) ||
      (R == Role::Source && !isWord(V->getType(), View.Context)))
    return false;
  Bound[V] = R;
  return true;
}

/// `unclaimed ^= peers`, `unclaimed &= ~peers`, `unclaimed = unclaimed & ~peers`. The peers are
/// all unclaimed, so that these are one.
bool LoopMatcher::clears(const BinaryOperator *B) {
  auto IsNotPeers = [&](const Expr *E) {
    const auto *Not = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
    return Not && Not->getOpcode() == UO_Not && role(Not->getSubExpr()) == Role::Peers;
  };
  auto Takes = [&](BinaryOperatorKind Op, const Expr *E) {
    return Op == BO_Xor ? role(E) == Role::Peers : Op == BO_And && IsNotPeers(E);
  };
  if (!isRemaining(B->getLHS()))
    return false;
  if (B->isCompoundAssignmentOp())
    return Takes(BinaryOperator::getOpForCompoundAssignment(B->getOpcode()), B->getRHS());
  const auto *Of = dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts());
  return Of && ((isRemaining(Of->getLHS()) && Takes(Of->getOpcode(), Of->getRHS())) ||
                (isRemaining(Of->getRHS()) && Takes(Of->getOpcode(), Of->getLHS())));
}

/// `mask |= 1u << i`
bool LoopMatcher::keepsBit(const BinaryOperator *B) {
  const BinaryOperator *Shift = binary(B->getRHS()->IgnoreParenCasts(), BO_Shl);
  const VarDecl *V = variable(B->getLHS());
  if (B->getOpcode() != BO_OrAssign || !Counter || !Shift || variable(Shift->getRHS()) != Counter ||
      View.constant(Shift->getLHS()) != 1 || !V || !isWord(V->getType(), View.Context) ||
      !isWord(B->getRHS()->IgnoreParenImpCasts()->getType(), View.Context) || Result)
    return false;
  Result = V;
  return Kept = OrsBits = true;
}

bool LoopMatcher::assignment(const BinaryOperator *B) {
  if (isRemaining(B->getLHS())) {
    bool First = !Cleared && clears(B);
    Cleared = true;
    return First;
  }
  const VarDecl *V = variable(B->getLHS());
  return B->getOpcode() == BO_Assign && V && bind(V, B->getRHS());
}

/// What only the lanes do whose set is complete.
bool LoopMatcher::branch(const IfStmt *If) {
  if (If->getElse() || If->getInit() || If->getConditionVariable() || Kept || Leaves)
    return false;
  bool IsPeer = role(If->getCond()) == Role::IsPeer;
  if (const BinaryOperator *Mine = binary(If->getCond(), BO_EQ); Mine && Counter && !IsPeer) {
    bool Left = variable(Mine->getLHS()) == Counter;
    const Expr *Lane = Left ? Mine->getRHS() : Mine->getLHS();
    LaneNumber Number = laneNumber(View, Lane);
    NeedsThreadX = Number == LaneNumber::OfThreadX;
    if (Number == LaneNumber::None || (!Left && variable(Mine->getRHS()) != Counter))
      return false;
  } else if (!IsPeer) {
    return false;
  }
  llvm::SmallVector<const Stmt *> Then{If->getThen()};
  if (const auto *Block = dyn_cast<CompoundStmt>(If->getThen()))
    Then.assign(Block->body_begin(), Block->body_end());
  for (const Stmt *Each : Then) {
    if (Leaves)
      return false;
    if (isa<BreakStmt>(Each) && !Counter) {
      Leaves = true;
    } else if (const auto *R = dyn_cast<ReturnStmt>(Each); R && !Counter) {
      if (!R->getRetValue() || Kept || role(R->getRetValue()) != Role::Peers ||
          !isWord(View.Function->getReturnType(), View.Context))
        return false;
      Leaves = Returns = true;
    } else {
      const auto *E = dyn_cast<Expr>(Each);
      const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
      if (!B || Kept)
        return false;
      if (IsPeer && keepsBit(B))
        continue;
      Result = variable(B->getLHS());
      if (B->getOpcode() != BO_Assign || !Result || role(B->getRHS()) != Role::Peers ||
          (IsPeer && Counter) || !isWord(Result->getType(), View.Context))
        return false;
      Kept = true;
    }
  }
  return Leaves || Kept;
}

bool LoopMatcher::statement(const Stmt *Each) {
  if (isa<NullStmt>(Each))
    return true;
  if (const auto *If = dyn_cast<IfStmt>(Each)) {
    if (!branch(If))
      return false;
    return !Leaves || Kept || Returns || findResult();
  }
  if (const auto *D = dyn_cast<DeclStmt>(Each))
    return llvm::all_of(D->decls(), [&](const Decl *One) {
      const auto *V = dyn_cast<VarDecl>(One);
      return V && V->getInit() && bind(V, V->getInit());
    });
  const auto *E = dyn_cast<Expr>(Each);
  if (const auto *Full = dyn_cast_or_null<FullExpr>(E))
    E = Full->getSubExpr();
  const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  return B && B->isAssignmentOp() && assignment(B);
}

bool LoopMatcher::statements(const Stmt *Body) {
  if (const auto *Block = dyn_cast<CompoundStmt>(Body))
    return llvm::all_of(Block->body(), [&](const Stmt *Each) { return statement(Each); });
  return statement(Body);
}

// --- loops ----------------------------------------------------------------------

/// Where lanes leave by themselves: the variable outside that holds the set by then.
bool LoopMatcher::findResult() {
  for (auto [V, R] : Bound) {
    if (R != Role::Peers || onlyInLoop(V))
      continue;
    if (Result && Result != V)
      return false;
    Result = V;
  }
  return Result != nullptr;
}

/// Read or written nowhere but in the loop and its own declaration.
bool LoopMatcher::onlyInLoop(const VarDecl *V) const {
  TextRange Inside = View.Text.range(Loop->getSourceRange());
  bool Only = true;
  View.forEachStmt([&](const Stmt *Each) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Each);
    if (!Ref || Ref->getDecl() != V)
      return;
    TextRange R = View.Text.range(Ref->getSourceRange());
    Only &= R.File == Inside.File && Inside.Begin <= R.Begin && R.End <= Inside.End;
  });
  return Only;
}

/// With a pragma in front, a loop is in a statement with attributes.
const Stmt *LoopMatcher::outer() const {
  DynTypedNodeList Parents = View.Context.getParents(*Loop);
  const auto *Attributed = Parents.empty() ? nullptr : Parents[0].get<AttributedStmt>();
  return Attributed ? static_cast<const Stmt *>(Attributed) : Loop;
}

const DeclStmt *LoopMatcher::declaration(const VarDecl *V) const {
  DynTypedNodeList Parents = View.Context.getParents(*V);
  return Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
}

/// That \p Of is a statement of.
const CompoundStmt *LoopMatcher::block(const Stmt *Of) const {
  DynTypedNodeList Parents = View.Context.getParents(*Of);
  return Parents.empty() ? nullptr : Parents[0].get<CompoundStmt>();
}

/// Each time that the loop is entered, \p V has just been declared.
bool LoopMatcher::inSameBlock(const VarDecl *V) const {
  const DeclStmt *D = declaration(V);
  return D && block(D) && block(D) == block(outer());
}

/// \p D stands in a straight line before the loop.
bool LoopMatcher::entry(const DeclStmt *D) const {
  const CompoundStmt *Block = block(outer());
  if (!Block)
    return false;
  bool Before = false;
  for (const Stmt *Each : Block->body()) {
    if (Each == outer()) {
      return Before;
    }
    if (Each == D)
      Before = true;
    else if (Before && !isa<DeclStmt, Expr>(Each))
      return false;
  }
  return false;
}

/// `unclaimed` starts as all lanes, or all that are here.
bool LoopMatcher::startsFull() {
  const Expr *Init = Remaining ? Remaining->getInit() : nullptr;
  const DeclStmt *D = Init ? declaration(Remaining) : nullptr;
  if (!D || !isWord(Remaining->getType(), View.Context) ||
      !View.Analysis.variables().followed(Remaining) || !onlyInLoop(Remaining))
    return false;
  const auto *For = dyn_cast<ForStmt>(Loop);
  const Stmt *First = For ? For->getInit() : nullptr;
  if (First ? First != D || !D->isSingleDecl() : !entry(D))
    return false;
  Anchor = Init->IgnoreParenImpCasts();
  if (std::optional<int64_t> N = View.constant(Init))
    return uint32_t(*N) == ~0u;
  const auto *Call = dyn_cast<CallExpr>(Init->IgnoreParenImpCasts());
  StringRef Name = Call ? View.toolkitCallee(Call) : "";
  if (Name != "__activemask" && !(Name == "__ballot" && View.constant(Call->getArg(0)).value_or(0)))
    return false;
  Claims.insert(Call);
  return true;
}

/// `!is_peer`, `unclaimed`, `unclaimed != 0`, or nothing.
bool LoopMatcher::condition(const Expr *Cond) {
  if (!Cond || View.constant(Cond).value_or(0))
    return true;
  if (const BinaryOperator *NotZero = binary(Cond, BO_NE);
      NotZero && View.constant(NotZero->getRHS()) == 0)
    Cond = NotZero->getLHS();
  if (isRemaining(Cond))
    return LoopsOnRemaining = true;
  if (role(Cond) != Role::NotPeer || Leaves || Kept)
    return false;
  Leaves = true;
  return findResult();
}

bool LoopMatcher::matchPeeling(const Stmt *Body, const Expr *Cond) {
  const auto *While = dyn_cast<WhileStmt>(Loop);
  if (!statements(Body))
    return false;
  if (const auto *For = dyn_cast<ForStmt>(Loop); For && For->getInc()) {
    const auto *B = dyn_cast<BinaryOperator>(For->getInc()->IgnoreParens());
    if (!B || !isRemaining(B->getLHS()) || !assignment(B))
      return false;
  }
  if (!condition(Cond) || !startsFull() || !Cleared || !Key)
    return false;
  // A test at the top sees the first turn's value too: is_peer must start as false.
  if (Leaves && !isa<DoStmt>(Loop) && Cond && role(Cond) == Role::NotPeer) {
    const auto *Not = dyn_cast<UnaryOperator>(Cond->IgnoreParenImpCasts());
    const VarDecl *V = While && Not ? variable(Not->getSubExpr()) : nullptr;
    if (!V || !V->getInit() || View.constant(V->getInit()) != 0 || !onlyInLoop(V) ||
        !inSameBlock(V))
      return false;
  }
  return Leaves || (Kept && LoopsOnRemaining);
}

/// for (int i = 0; i < 32; ++i)
bool LoopMatcher::matchBroadcast(const ForStmt *For) {
  const auto *D = dyn_cast_or_null<DeclStmt>(For->getInit());
  const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  const auto *Cond = dyn_cast_or_null<BinaryOperator>(For->getCond());
  const auto *Inc = dyn_cast_or_null<UnaryOperator>(For->getInc());
  if (!V || !V->getInit() || View.constant(V->getInit()) != 0 || !Cond ||
      variable(Cond->getLHS()) != V || !isWord(V->getType(), View.Context) || !Inc ||
      !Inc->isIncrementOp() || variable(Inc->getSubExpr()) != V)
    return false;
  std::optional<int64_t> End = View.constant(Cond->getRHS());
  if (View.Text.text(Cond->getRHS()->getSourceRange()) == "warpSize")
    End = WarpWidth;
  BinaryOperatorKind Op = Cond->getOpcode();
  if (!((Op == BO_LT || Op == BO_NE) && End == WarpWidth) && !(Op == BO_LE && End == WarpWidth - 1))
    return false;
  Counter = V;
  Bound[V] = Role::Source;
  Anchor = V->getInit()->IgnoreParenImpCasts();
  return statements(For->getBody()) && Kept && !Leaves && Key;
}

bool LoopMatcher::matchLoop() {
  if (const auto *Do = dyn_cast<DoStmt>(Loop))
    return matchPeeling(Do->getBody(), Do->getCond());
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return !While->getConditionVariable() && matchPeeling(While->getBody(), While->getCond());
  const auto *For = cast<ForStmt>(Loop);
  if (For->getConditionVariable())
    return false;
  const auto *Inc = dyn_cast_or_null<UnaryOperator>(For->getInc());
  return Inc ? matchBroadcast(For) : matchPeeling(For->getBody(), For->getCond());
}

// --- the site -------------------------------------------------------------------

void LoopMatcher::add(StringRef Role, TextRange R, std::string Text) {
  S.Pieces.push_back({Role.str(), std::move(R), std::move(Text)});
}

/// Declared with 0 in the same block, and set by the loop alone.
bool LoopMatcher::startsAtZero(const VarDecl *V) const {
  return inSameBlock(V) && V->getInit() && View.constant(V->getInit()) == 0 &&
         View.Analysis.variables().followed(V) &&
         View.Analysis.variables().assignments(V).size() == 2;
}

/// `unsigned peers = lanes.match_any(key);` can stand where `peers` is declared: between that
/// and the loop there are only declarations that go.
bool LoopMatcher::initialises() {
  const DeclStmt *D = Result && inSameBlock(Result) ? declaration(Result) : nullptr;
  bool Late = Key->getLocation() > Result->getLocation() && !isa<ParmVarDecl>(Key);
  if (!D || !D->isSingleDecl() || Late || (OrsBits && !startsAtZero(Result)) ||
      (Result->getInit() &&
       (Result->getInitStyle() != VarDecl::CInit || !View.constant(Result->getInit()))))
    return false;
  bool After = false;
  for (const Stmt *Each : block(outer())->body()) {
    if (Each == outer())
      return After;
    if (After && !goes(Each))
      return false;
    After |= Each == D;
  }
  return false;
}

/// A declaration that the loop alone needs.
bool LoopMatcher::goes(const Stmt *Each) const {
  const auto *D = dyn_cast<DeclStmt>(Each);
  const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  return V && V != Result && Bound.contains(V) && onlyInLoop(V) && View.wholeLines(V).valid();
}

/// What is written, and where.
void LoopMatcher::replace(const TextRange &R, bool Block) {
  if (Returns)
    return add("loop", R, "return "), add("end", {}, Block ? ";" : "");
  TextRange All = R;
  All.End += !Block;
  if (initialises() && (Block || View.Text.spelled({R.File, R.End, R.End + 1}) == ";")) {
    const Expr *Init = Result->getInit();
    add("loop",
        Init ? View.Text.range(Init->getSourceRange()) : View.Text.after(Result->getLocation()),
        Init ? "" : " = ");
    add("end", {}, "");
    return add("drop", View.wholeLines(All));
  }
  bool Ors = OrsBits && !startsAtZero(Result);
  add("loop", R, Result->getNameAsString() + (Ors ? " |= " : " = "));
  add("end", {}, Block ? ";" : "");
}

/// The declarations that nothing needs any more; false if one has to stay and cannot.
bool LoopMatcher::dropDeclarations(const TextRange &Inside) {
  for (auto [V, Unused] : Bound) {
    if (V == Result)
      continue;
    if (!onlyInLoop(V))
      return false;
    TextRange Lines = View.wholeLines(V);
    bool Inner =
        Lines.File == Inside.File && Inside.Begin <= Lines.Begin && Lines.End <= Inside.End;
    if (Lines.valid() && !Inner && !isa<ParmVarDecl>(V))
      add("drop", Lines);
    bool Calls = V == Remaining && isa<CallExpr>(V->getInit()->IgnoreParenImpCasts());
    if (Calls && !Inner && !Lines.valid())
      return false; // its ballot would stay without an owner
  }
  return true;
}

std::optional<Site> LoopMatcher::site() {
  TextRange R = View.Text.range(Loop->getSourceRange());
  std::string Code = View.Text.spelled(R), KeyText = View.argument(KeyWritten, nullptr, false).Text;
  if (!R.valid() || Code.empty() || KeyText.empty())
    return std::nullopt;
  S.Kind = "match-loop";
  S.Name = KeyText;
  S.Loc = View.Text.location(Loop->getBeginLoc());
  S.Range = R;
  S.Function = View.USR;
  S.Conv = View.Analysis.at(Anchor);
  if (!View.Analysis.reachable(Anchor))
    S.NotASite = "unreachable";
  Bound[Remaining ? Remaining : Counter] = Role::Source;
  replace(R, Code.back() == '}');
  if (outer() != Loop) {
    TextRange Pragma = View.line(View.Text.location(outer()->getBeginLoc()));
    if (!StringRef(View.Text.spelled(Pragma)).trim().starts_with("#"))
      return std::nullopt;
    add("drop", Pragma);
  }
  for (const CallExpr *Call : Claims)
    add("claims", View.Text.range(Call->getSourceRange()));
  if (!dropDeclarations(R))
    return std::nullopt;
  if (NeedsThreadX) {
    Argument Lane;
    Lane.Text = "threadIdx.x";
    Lane.Uniform.Atoms.push_back({AtomKind::LaneIsThreadX, 0});
    S.Args.push_back(Lane);
  }
  return S;
}

std::optional<Site> LoopMatcher::match() {
  if (Loop->getBeginLoc().isMacroID() || Loop->getEndLoc().isMacroID() || !matchLoop())
    return std::nullopt;
  if (!Returns && (!Result || Result == Key || Result == Remaining || Result == Counter ||
                   onlyInLoop(Result) || (Kept && Bound.contains(Result))))
    return std::nullopt;
  return site();
}

} // namespace

void matchLoopSites(const FunctionView &View, std::vector<Site> &Sites) {
  View.forEachStmt([&](const Stmt *Each) {
    if (isa<DoStmt, WhileStmt, ForStmt>(Each))
      if (std::optional<Site> S = LoopMatcher(View, Each).match())
        Sites.push_back(std::move(*S));
  });
}

} // namespace coopify
