#include "Extract/Sites/Match/MatchIteration.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Source/Builtins.h"

using namespace clang;

namespace coopify {

using Role = MatchRole;

const VarDecl *MatchIteration::variable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
                 !V->getType().isVolatileQualified()
             ? V
             : nullptr;
}

static const BinaryOperator *binary(const Expr *E, BinaryOperatorKind Op) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  return B && B->getOpcode() == Op ? B : nullptr;
}

bool MatchIteration::isWord(QualType T) const {
  return T->isIntegerType() && !T->isBooleanType() && View.Context.getIntWidth(T) == warpWidth();
}

// --- expressions ----------------------------------------------------------------

/// `key` or `(unsigned long long)key`.
bool MatchIteration::isKey(const Expr *E) const {
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
bool MatchIteration::takeKey(const CallExpr *Shuffle) {
  const Expr *Value = Shuffle->getArg(Mask ? 1 : 0)->IgnoreParenImpCasts();
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
bool MatchIteration::keepsValue(QualType To) const {
  To = To.getCanonicalType().getUnqualifiedType();
  QualType From = KeyWritten->getType().getCanonicalType().getUnqualifiedType();
  ASTContext &C = View.Context;
  return To == From || To == Shuffled ||
         (To->isIntegerType() && From->isIntegerType() && C.getTypeSize(To) >= 32 &&
          C.getTypeSize(To) == C.getTypeSize(From));
}

bool MatchIteration::isRemaining(const Expr *E) const {
  return Remaining && variable(E) == Remaining;
}

/// `__ffs(unclaimed) - 1`, before lanes are taken out.
bool MatchIteration::isSource(const BinaryOperator *Minus) {
  const auto *Ffs = dyn_cast<CallExpr>(Minus->getLHS()->IgnoreParenImpCasts());
  if (Counter || Cleared || View.constant(Minus->getRHS()) != 1 || !Ffs ||
      !isBitsName(View.toolkitCallee(Ffs), "__ffs"))
    return false;
  const VarDecl *V = variable(Ffs->getArg(0));
  if (!V || (Remaining && Remaining != V) || Bound.contains(V))
    return false;
  Remaining = V;
  return true;
}

/// Each call of the loop names the same lanes, in each turn.
bool MatchIteration::takeMask(const Expr *E) {
  if (!Mask) {
    const VarDecl *V = variable(E);
    Mask = E;
    return !Bare && (View.constant(E) ||
                     (V && isWord(V->getType()) && View.Analysis.variables().followed(V)));
  }
  if (const VarDecl *V = variable(Mask))
    return variable(E) == V;
  return View.constant(E) && View.constant(E) == View.constant(Mask);
}

Role MatchIteration::roleOfCall(const CallExpr *Call) {
  StringRef Name = View.toolkitCallee(Call);
  const unsigned First = Name.consume_back("_sync");
  if ((Name != "__ballot" && Name != "__shfl") || (First ? !takeMask(Call->getArg(0)) : bool(Mask)))
    return Role::None;
  Bare |= First == 0;
  if (Name == "__ballot") {
    if (role(Call->getArg(First)) != Role::IsPeer)
      return Role::None;
    Claims.insert(Call);
    return Role::Peers;
  }
  if (role(Call->getArg(First + 1)) != Role::Source)
    return Role::None;
  if (Call->getNumArgs() > First + 2 && !isa<CXXDefaultArgExpr>(Call->getArg(First + 2)) &&
      laneConstant(Call->getArg(First + 2), View.Text, View.Context) != warpWidth())
    return Role::None;
  if (!Claims.contains(Call) && !takeKey(Call))
    return Role::None;
  Claims.insert(Call);
  return Role::Other;
}

Role MatchIteration::role(const Expr *E) {
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

bool MatchIteration::bind(const ValueDecl *D, const Expr *Value) {
  const auto *V = dyn_cast<VarDecl>(D);
  Role R = role(Value);
  if (!V || R == Role::None || !V->hasLocalStorage() || V == Key || V == Remaining ||
      V == Counter || !View.Analysis.variables().followed(V) ||
      !V->getType()->isIntegralOrEnumerationType())
    return false;
  if ((R == Role::Other && !keepsValue(V->getType())) ||
      (R == Role::Peers && !isWord(V->getType())) || (R == Role::Source && !isWord(V->getType())))
    return false;
  Bound[V] = R;
  return true;
}

/// `unclaimed ^= peers`, `unclaimed &= ~peers`, `unclaimed = unclaimed & ~peers`. The peers are
/// all unclaimed, so that these are one.
bool MatchIteration::clears(const BinaryOperator *B) {
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
bool MatchIteration::keepsBit(const BinaryOperator *B) {
  const Expr *Bit = B->getRHS()->IgnoreParens();
  while (const auto *C = dyn_cast<CastExpr>(Bit)) { // (unsigned char) keeps eight of them
    if (!isWord(C->getType()))
      return false;
    Bit = C->getSubExpr()->IgnoreParens();
  }
  const BinaryOperator *Shift = binary(Bit, BO_Shl);
  const VarDecl *V = variable(B->getLHS());
  if (B->getOpcode() != BO_OrAssign || !Counter || !Shift || !isWord(Shift->getType()) ||
      variable(Shift->getRHS()) != Counter || View.constant(Shift->getLHS()) != 1 || !V ||
      !isWord(V->getType()) || !isWord(B->getRHS()->IgnoreParenImpCasts()->getType()) || Result)
    return false;
  Result = V;
  return Kept = OrsBits = true;
}

bool MatchIteration::assignment(const BinaryOperator *B) {
  if (isRemaining(B->getLHS())) {
    bool First = !Cleared && clears(B);
    Cleared = true;
    return First;
  }
  const VarDecl *V = variable(B->getLHS());
  return B->getOpcode() == BO_Assign && V && bind(V, B->getRHS());
}

/// `if (i == lane)`: the lane whose key went round.
bool MatchIteration::isForOwner(const Expr *Cond) {
  const BinaryOperator *Mine = binary(Cond, BO_EQ);
  if (!Mine || !Counter)
    return false;
  bool Left = variable(Mine->getLHS()) == Counter;
  LaneNumber Number = laneNumber(View, Left ? Mine->getRHS() : Mine->getLHS());
  NeedsThreadX = Number == LaneNumber::OfThreadX;
  return Number != LaneNumber::None && (Left || variable(Mine->getRHS()) == Counter);
}

bool MatchIteration::ownersStatement(const Stmt *Each, bool IsPeer) {
  if (Leaves)
    return false;
  if (isa<BreakStmt>(Each) && !Counter)
    return Leaves = true;
  if (const auto *R = dyn_cast<ReturnStmt>(Each); R && !Counter) {
    Leaves = Returns = true;
    return R->getRetValue() && !Kept && role(R->getRetValue()) == Role::Peers &&
           isWord(View.Function->getReturnType());
  }
  const auto *E = dyn_cast<Expr>(Each);
  const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
  if (!B || Kept)
    return false;
  if (IsPeer && keepsBit(B))
    return true;
  Result = variable(B->getLHS());
  return Kept = B->getOpcode() == BO_Assign && Result && role(B->getRHS()) == Role::Peers &&
                !(IsPeer && Counter) && isWord(Result->getType());
}

/// What only the lanes do whose set is complete.
bool MatchIteration::branch(const IfStmt *If) {
  if (If->getElse() || If->getInit() || If->getConditionVariable() || Kept || Leaves)
    return false;
  bool IsPeer = role(If->getCond()) == Role::IsPeer;
  if (!IsPeer && !isForOwner(If->getCond()))
    return false;
  llvm::SmallVector<const Stmt *> Then{If->getThen()};
  if (const auto *Block = dyn_cast<CompoundStmt>(If->getThen()))
    Then.assign(Block->body_begin(), Block->body_end());
  return !Then.empty() &&
         llvm::all_of(Then, [&](const Stmt *Each) { return ownersStatement(Each, IsPeer); });
}

/// `if ((1u << i) & mask)`: whether a lane of the mask has its turn, equal for all of them.
bool MatchIteration::asksForTurn(const Expr *Cond) {
  const BinaryOperator *And = binary(Cond, BO_And);
  if (!And || !Counter)
    return false;
  auto Bit = [&](const Expr *E) {
    const BinaryOperator *Shift = binary(E, BO_Shl);
    return Shift && isWord(Shift->getType()) && View.constant(Shift->getLHS()) == 1 &&
           variable(Shift->getRHS()) == Counter;
  };
  const Expr *L = And->getLHS(), *R = And->getRHS();
  return Bit(L) ? takeMask(R) : Bit(R) && takeMask(L);
}

/// What a lane does whose turn it is. Nothing stands beside that: it would see what the turn before
/// has left.
const Stmt *MatchIteration::turn(const Stmt *Body) {
  const auto *Block = dyn_cast<CompoundStmt>(Body);
  const auto *If = dyn_cast<IfStmt>(Block && Block->size() == 1 ? Block->body_front() : Body);
  const bool Guards = If && !If->getElse() && !If->getInit() && !If->getConditionVariable() &&
                      asksForTurn(If->getCond());
  return Guards ? If->getThen() : Body;
}

bool MatchIteration::statement(const Stmt *Each) {
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

bool MatchIteration::statements(const Stmt *Body) {
  if (const auto *Block = dyn_cast<CompoundStmt>(Body))
    return llvm::all_of(Block->body(), [&](const Stmt *Each) { return statement(Each); });
  return statement(Body);
}

bool MatchIteration::findResult() {
  for (auto [V, R] : Bound) {
    if (R != Role::Peers || onlyInLoop(V))
      continue;
    if (Result && Result != V)
      return false;
    Result = V;
  }
  return Result != nullptr;
}

bool MatchIteration::onlyInLoop(const VarDecl *V) const {
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

} // namespace coopify
