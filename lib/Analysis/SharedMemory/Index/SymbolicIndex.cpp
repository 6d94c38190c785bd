//===- SymbolicIndex.cpp -----------------------------------------------------===//

#include "Analysis/SharedMemory/Index/SymbolicIndex.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/Groups.h"
#include "Analysis/SharedMemory/SharedAccess.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/IntegerConstant.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
namespace coopify {

SymbolicIndex::SymbolicIndex(const FunctionDecl *F, ASTContext &Context, const Variables &Vars,
                             const ConvergenceAnalysis *Analysis)
    : F(F), Context(Context), Vars(Vars), Analysis(Analysis) {}

Value SymbolicIndex::unknown() const { return divergentValue(ObstacleKind::Unknown, "", {}); }

IndexForm SymbolicIndex::symbol(const std::string &Key, const Value &Is, const VarDecl *Moves) {
  auto [It, New] = Ids.try_emplace(Key, Symbols.size());
  if (New)
    Symbols.push_back({Is});
  if (Moves)
    Symbols[It->second].Moves.insert(Moves);
  return {Polynomial::symbol(It->second), Is};
}

//===- Expressions --------------------------------------------------------===//

static const VarDecl *global(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *O = dyn_cast<OpaqueValueExpr>(E); O && O->getSourceExpr())
    E = O->getSourceExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasGlobalStorage() && V->getIdentifier() ? V : nullptr;
}

/// A user may have one of that name in a namespace, class or function; nobody can have another one
/// where the toolkit has its own.
static bool isBuiltinObject(const VarDecl *V) {
  return V && V->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
         (V->getName() == "threadIdx" || V->getName() == "blockIdx" || V->getName() == "blockDim" ||
          V->getName() == "gridDim" || V->getName() == "warpSize");
}

std::pair<StringRef, StringRef> builtinNumber(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const Expr *Base = E;
  StringRef Member;
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E)) {
    const auto *Property = dyn_cast<MSPropertyRefExpr>(P->getSyntacticForm()->IgnoreParens());
    if (!Property)
      return {};
    Base = Property->getBaseExpr();
    Member = Property->getPropertyDecl()->getName();
  } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
    Base = M->getBase();
    if (!M->getMemberDecl()->getIdentifier())
      return {};
    Member = M->getMemberDecl()->getName();
  } else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) { // warpSize's conversion
    Base = Call->getImplicitObjectArgument();
  }
  const VarDecl *V = global(Base);
  if (!isBuiltinObject(V) || (Member.empty() && V->getName() != "warpSize"))
    return {};
  return {V->getName(), Member};
}

/// The warp has 32 lanes here: code that asks would get that number (semantics A.2).
IndexForm SymbolicIndex::builtin(StringRef Object, StringRef Member) {
  if (Object == "warpSize")
    return {Polynomial::number(warpWidth()), constant(warpWidth())};
  const std::optional<Range> In = gridNumbers(Object, Member);
  Value Is = In ? blockNumber(*In) : uniformValue();
  Is.NonNegative = true;
  if (Object == "threadIdx")
    Is = Member == "x" ? threadIdxX() : threadIdxYZ(Member == "y");
  else if (Object == "blockDim" && Member == "x")
    Is = blockDimX();
  IndexForm Out = symbol((Object + "." + Member).str(), Is);
  Symbols[Out.Poly->terms().begin()->first[0]].NotZero = Object.ends_with("Dim");
  return Out;
}

IndexForm SymbolicIndex::opaque(StringRef Operator, ArrayRef<IndexForm> Of, Value Is) {
  if (!llvm::all_of(Of, [](const IndexForm &Part) { return Part.Poly.has_value(); }))
    return {std::nullopt, Is};
  if (Is.isConst())
    return {Polynomial::number(*Is.Const), Is};
  std::string Key;
  for (const IndexForm &Part : Of)
    Key += (Key.empty() ? "" : "|") + Part.Poly->key();
  IndexForm Out = symbol((Operator + "(" + Key + ")").str(), Is);
  Symbol New = Symbols[Out.Poly->terms().begin()->first[0]];
  New.Operator = Operator.str();
  New.Operands.clear();
  for (const IndexForm &Part : Of) {
    New.Operands.push_back(*Part.Poly);
    for (const auto &[Product, N] : Part.Poly->terms())
      for (unsigned Id : Product) {
        New.Moves.insert(Symbols[Id].Moves.begin(), Symbols[Id].Moves.end());
        New.Open |= Symbols[Id].Open;
      }
  }
  Symbols[Out.Poly->terms().begin()->first[0]] = std::move(New);
  return Out;
}

/// 0 of what is x % 32 already.
IndexForm SymbolicIndex::warpOf(const IndexForm &Of) {
  for (unsigned X = 0; Of.Poly && X < Symbols.size(); ++X)
    if (auto Warp = warpBy(X);
        Warp && *Of.Poly == Polynomial::symbol(X) - *Warp * Polynomial::number(warpWidth()))
      return {Polynomial(), constant(0)};
  return opaque("/", Of, {Polynomial::number(warpWidth()), constant(warpWidth())},
                div(Of.Is, constant(warpWidth())));
}

/// (lane + 4) % 32: which lane that is, but for the number of the warp.
std::optional<IndexForm> SymbolicIndex::turn(const IndexForm &L, const IndexForm &R,
                                             const Value &Is) {
  auto Constant = L.Poly->terms().find({});
  if (Constant == L.Poly->terms().end())
    return std::nullopt;
  IndexForm Plain{*L.Poly - Polynomial::number(Constant->second),
                  sub(L.Is, constant(Constant->second))};
  Plain.Is.NonNegative = true;
  Value Lane = rem(Plain.Is, constant(warpWidth()));
  const Polynomial Warp = *warpOf(Plain).Poly;
  const bool Counts = Lane.Scale == 1 && Lane.U.UniformOver >= warpWidth();
  if (Constant->second % int64_t(warpWidth()) == 0 || (!Counts && !Warp.isZero()))
    return std::nullopt;
  Polynomial Base = *Plain.Poly - Warp * Polynomial::number(warpWidth());
  IndexForm Out = opaque("%", L, R, Is);
  Symbols[Out.Poly->terms().begin()->first[0]].Turn = Rotated{Base, Constant->second};
  return Out;
}

/// `lane ^ 4`
IndexForm SymbolicIndex::flipped(const IndexForm &L, const IndexForm &R) {
  IndexForm Out = opaque("^", L, R, combine(L.Is, R.Is));
  if (Out.Poly && !Out.Poly->constant() && R.Is.isConst())
    Symbols[Out.Poly->terms().begin()->first[0]].Turn = Rotated{*L.Poly, 0, *R.Is.Const};
  return Out;
}

/// tid % 32 is tid - 32 * (tid / 32), however the two are written.
std::optional<IndexForm> SymbolicIndex::byWarp(const BinaryOperator *B, const IndexForm &L,
                                               const IndexForm &R) {
  if (!L.Poly || !R.Poly || !R.Is.isConst() || L.Is.isConst())
    return std::nullopt;
  int64_t N = *R.Is.Const;
  bool Counts = L.Is.NonNegative;
  auto Times32 = [](const IndexForm &W) { return *W.Poly * Polynomial::number(warpWidth()); };
  switch (B->getOpcode()) {
  case BO_Div:
    return Counts && N == warpWidth() ? std::optional(warpOf(L)) : std::nullopt;
  case BO_Shr:
    return Counts && N == llvm::countr_zero(warpWidth()) ? std::optional(warpOf(L)) : std::nullopt;
  case BO_Rem:
    if (!Counts || N != warpWidth())
      return std::nullopt;
    if (auto Out = turn(L, R, rem(L.Is, R.Is)))
      return Out;
    return IndexForm{*L.Poly - Times32(warpOf(L)), rem(L.Is, R.Is)};
  case BO_And:
    if (Counts && N == warpWidth() - 1)
      if (auto Out = turn(L, R, bitAnd(L.Is, R.Is)))
        return Out;
    if (Counts && N == warpWidth() - 1)
      return IndexForm{*L.Poly - Times32(warpOf(L)), bitAnd(L.Is, R.Is)};
    if (Counts && int32_t(N) == ~int32_t(warpWidth() - 1))
      return IndexForm{Times32(warpOf(L)), bitAnd(L.Is, R.Is)};
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Of two numbers which is less, or whether they are equal: nothing counts lanes by that.
IndexForm SymbolicIndex::compared(const BinaryOperator *B) {
  const bool Turns = B->getOpcode() == BO_GT || B->getOpcode() == BO_GE;
  IndexForm L = of(Turns ? B->getRHS() : B->getLHS()), R = of(Turns ? B->getLHS() : B->getRHS());
  const bool OrEqual = B->getOpcode() == BO_LE || B->getOpcode() == BO_GE;
  const StringRef Operator = B->isEqualityOp() ? B->getOpcodeStr() : OrEqual ? "<=" : "<";
  return opaque((Operator + plain(B->getLHS()->getType()).getAsString()).str(), L, R, unknown());
}

/// y * blockDim.x + x numbers the threads whatever the block's shape. Over planes it does as far as
/// its value says.
static bool numbersThreads(const Value &L, const Value &R) {
  return L.Scale + R.Scale == 1 &&
         ((L.Is == Shape::ThreadYTimesBlockDimX && R.Is == Shape::ThreadX) ||
          (R.Is == Shape::ThreadYTimesBlockDimX && L.Is == Shape::ThreadX));
}

static bool isRingOperation(BinaryOperatorKind Kind) {
  return Kind == BO_Add || Kind == BO_Sub || Kind == BO_Mul || Kind == BO_Shl;
}

/// By its type. What is computed of it may become a signed number: then so does what has wrapped
/// around, as `blockIdx.x - 1` has, and a name alone says that \p E has not.
static bool neverNegative(const IndexForm &Of, const Expr *E, bool ByName) {
  if (!E->getType()->isUnsignedIntegerType())
    return false;
  const bool Name = Of.Poly && Of.Poly->terms().size() == 1 &&
                    Of.Poly->terms().begin()->first.size() == 1 &&
                    Of.Poly->terms().begin()->second == 1;
  return !ByName || (Name && E->IgnoreParenImpCasts()->getType()->isUnsignedIntegerType());
}

/// A signed sum, difference or product fits its type, or is undefined. Any other result that the
/// type, as a signed one, may not hold is below zero there: of a shift to the left, of unsigned
/// numbers, with -fwrapv.
static void checkSign(Value &Is, const BinaryOperator *B, const ASTContext &Context) {
  const QualType T = B->getType();
  const bool Undefined = T->isSignedIntegerOrEnumerationType() && B->getOpcode() != BO_Shl &&
                         !Context.getLangOpts().isSignedOverflowDefined();
  if (!Undefined && !IntegerType{Context.getIntWidth(T), true}.holds(Is.In))
    Is.NonNegative = false;
}

IndexForm SymbolicIndex::binary(const BinaryOperator *B) {
  if (!B->getLHS()->getType()->isIntegralOrEnumerationType() ||
      !B->getRHS()->getType()->isIntegralOrEnumerationType() || B->isAssignmentOp())
    return {std::nullopt, unknown()};
  if (B->isComparisonOp() && B->getOpcode() != BO_Cmp)
    return compared(B);
  IndexForm L = of(B->getLHS()), R = of(B->getRHS()), Out;
  for (auto [Of, E] : {std::pair(&L, B->getLHS()), std::pair(&R, B->getRHS())})
    Of->Is.NonNegative |= neverNegative(*Of, E, isRingOperation(B->getOpcode()));
  if (std::optional<IndexForm> Form = byWarp(B, L, R))
    return *Form;
  bool Both = L.Poly && R.Poly;
  // Of one polynomial a signed and an unsigned number have other quotients; no ring operation.
  const std::string Type = plain(B->getLHS()->getType()).getAsString();
  auto Poly = [&](auto Make) { return Both ? std::optional(Make()) : std::nullopt; };
  switch (B->getOpcode()) {
  case BO_Add:
    Out = {Poly([&] { return *L.Poly + *R.Poly; }), add(L.Is, R.Is)};
    if (numbersThreads(L.Is, R.Is) && Out.Is.U.UniformOver >= warpWidth())
      return symbol("linear thread", Out.Is);
    break;
  case BO_Sub:
    Out = {Poly([&] { return *L.Poly - *R.Poly; }), sub(L.Is, R.Is)};
    break;
  case BO_Mul:
    Out = {Poly([&] { return *L.Poly * *R.Poly; }), mul(L.Is, R.Is)};
    break;
  case BO_Shl:
    if (R.Is.isConst() && *R.Is.Const >= 0 && *R.Is.Const < 24)
      Out = {Poly([&] { return *L.Poly * Polynomial::number(int64_t(1) << *R.Is.Const); }),
             shl(L.Is, R.Is)};
    else
      return opaque("<<" + Type, L, R, shl(L.Is, R.Is));
    break;
  case BO_Div:
    Out = opaque("/" + Type, L, R, div(L.Is, R.Is));
    if (Out.Poly && !Out.Poly->constant() && L.Is.Scale == 1 && R.Is.isConst() &&
        Out.Is.U.UniformOver == *R.Is.Const)
      Symbols[Out.Poly->terms().begin()->first[0]].Groups = *R.Is.Const;
    return Out;
  case BO_Rem:
    return opaque("%" + Type, L, R, rem(L.Is, R.Is));
  case BO_Shr:
    return opaque(">>" + Type, L, R, shr(L.Is, R.Is));
  case BO_And:
    return opaque("&" + Type, L, R, bitAnd(L.Is, R.Is));
  case BO_Xor:
    return flipped(L, R);
  case BO_Or:
    return opaque("|" + Type, L, R, combine(L.Is, R.Is));
  default:
    return {std::nullopt, unknown()};
  }
  checkSign(Out.Is, B, Context);
  if (Out.Poly && Out.Poly->tooLarge())
    Out.Poly.reset();
  return Out;
}

/// `int lane() { return threadIdx.x & 31; }`: what a function without parameters returns.
static const Expr *returnedNumber(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee(), *Definition = nullptr;
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (!Callee || (M && !M->isStatic()) || Callee->getNumParams() != 0 || givesWay(Callee) ||
      !Callee->hasBody(Definition))
    return nullptr;
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
  const auto *Return =
      Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  const Expr *Value = Return ? Return->getRetValue() : nullptr;
  return Value && !isa<CallExpr>(Value->IgnoreParenImpCasts()) ? Value : nullptr;
}

/// The group whose member `thread_rank()` is called.
static std::optional<GroupType> rankedBy(const CallExpr *Call) {
  const GroupMember *Member = groupMember(Call);
  const Expr *Of = Member && Member->Family == GroupFamily::Rank &&
                           isa_and_nonnull<CXXMethodDecl>(Call->getDirectCallee())
                       ? groupOperand(Call)
                       : nullptr;
  return Of ? groupOf(Of) : std::nullopt;
}

/// min(t + 1, 31), which somebody may have written, too: nothing counts lanes by that.
static StringRef extremum(const CallExpr *Call) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() != 2 ||
      !Call->getType()->isIntegerType())
    return {};
  const StringRef Name = Callee->getName();
  return llvm::StringSwitch<StringRef>(Name)
      .Cases({"min", "umin"}, "min")
      .Cases({"max", "umax"}, "max")
      .Default({});
}

/// The number that a condition asks for.
static const Expr *truth(const Expr *Condition) {
  const auto *C = dyn_cast<CastExpr>(Condition->IgnoreParens());
  return C && C->getCastKind() == CK_IntegralToBoolean ? C->getSubExpr() : Condition;
}

IndexForm SymbolicIndex::of(const Expr *E) {
  E = E->IgnoreParens();
  if (auto N = integerConstant(E, Context))
    return {Polynomial::number(*N), constant(*N)};
  if (auto [Object, Member] = builtinNumber(E); !Object.empty() && !isa<CastExpr>(E))
    return builtin(Object, Member);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return of(Full->getSubExpr());
  if (const auto *T = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return of(T->getReplacement());
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    CastKind Kind = C->getCastKind();
    // A narrower type would wrap; unsigned and int differ only where they overflow.
    if (Kind == CK_LValueToRValue || Kind == CK_NoOp ||
        (Kind == CK_IntegralCast && Context.getIntWidth(C->getType()) >= 32))
      return of(C->getSubExpr());
    return {std::nullopt, unknown()};
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binary(B);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (U->getOpcode() == UO_Plus || U->getOpcode() == UO_Minus)) {
    IndexForm Sub = of(U->getSubExpr());
    if (U->getOpcode() == UO_Minus && Sub.Poly)
      Sub = {Polynomial() - *Sub.Poly, sub(constant(0), Sub.Is)};
    return Sub;
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return opaque("?", {of(truth(C->getCond())), of(C->getTrueExpr()), of(C->getFalseExpr())},
                  unknown());
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (wrapsRegister(Call, "laneid"))
      return laneId();
    if (const std::optional<GroupType> Group = rankedBy(Call)) {
      if (Group->Kind == GroupKind::ThreadBlock)
        return symbol("block rank", blockRank());
      if (Group->warpLanes() == warpWidth())
        return laneId();
    }
    if (const Expr *Returned = returnedNumber(Call))
      return of(Returned);
    if (const StringRef Name = extremum(Call); !Name.empty())
      return opaque(Name, of(Call->getArg(0)), of(Call->getArg(1)), unknown());
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && !Ref->refersToEnclosingVariableOrCapture() ? variable(V) : unfollowed(E);
}

//===- Questions ----------------------------------------------------------===//

/// Of what moves a symbol may have been made before it was known what that is.
bool SymbolicIndex::isKnown(const Symbol &S) const {
  return S.Is.U.UniformOver >= warpWidth() && llvm::all_of(S.Moves, [&](const VarDecl *V) {
           auto It = Moving.find(V);
           return It != Moving.end() && It->second.U.UniformOver >= warpWidth();
         });
}

std::optional<LaneAffineIndex> SymbolicIndex::lanes(const Polynomial &P,
                                                    std::vector<Uniformity> &Used) const {
  LaneAffineIndex Out;
  for (const auto &[Product, N] : P.terms()) {
    Polynomial Rest = Polynomial::number(N);
    bool Lane = false;
    for (unsigned Id : Product) {
      const Symbol &S = Symbols[Id];
      if (!isKnown(S))
        return std::nullopt;
      Used.push_back(S.Is.U);
      if (S.Is.Scale == 0) {
        Rest = Rest * Polynomial::symbol(Id);
        continue;
      }
      if (Lane || (Out.X && *Out.X != Id) || S.Is.Scale != 1)
        return std::nullopt;
      Lane = true;
      Out.X = Id;
    }
    (Lane ? Out.Stride : Out.Rest) = (Lane ? Out.Stride : Out.Rest) + Rest;
  }
  if (Out.X && Out.Stride.isZero())
    return std::nullopt;
  return Out;
}

std::optional<Polynomial> SymbolicIndex::blockDistance(const Polynomial &A,
                                                       const Polynomial &B) const {
  std::vector<Uniformity> Used;
  auto LA = lanes(A, Used), LB = lanes(B, Used);
  if (!LA || !LB || !LA->X || LA->X != LB->X || LA->Stride != LB->Stride || !LA->Stride.constant())
    return std::nullopt;
  for (const Polynomial *Rest : {&LA->Rest, &LB->Rest})
    for (const auto &[Product, N] : Rest->terms())
      for (unsigned Id : Product)
        if (Symbols[Id].Is.U.UniformOver < BlockWidth) // the number of the warp
          return std::nullopt;
  static constexpr const char *Numbers[] = {"threadIdx.x", "linear thread", "block rank"};
  const bool Thread = llvm::any_of(Numbers, [&](const char *Name) {
    auto It = Ids.find(Name);
    return It != Ids.end() && It->second == *LA->X;
  });
  return Thread ? std::optional(LB->Rest - LA->Rest) : std::nullopt;
}

const VarDecl *SymbolicIndex::movingVariable(const Polynomial &P) const {
  if (P.terms().size() != 1 || P.terms().begin()->first.size() != 1)
    return nullptr;
  const Symbol &S = Symbols[P.terms().begin()->first[0]];
  return S.Moves.size() == 1 && !S.Declares ? *S.Moves.begin() : nullptr;
}

Polynomial SymbolicIndex::expanded(const Polynomial &P,
                                   const llvm::DenseSet<const VarDecl *> &Declared) const {
  Polynomial Out;
  for (const auto &[Product, N] : P.terms()) {
    Polynomial Term = Polynomial::number(N);
    for (unsigned Id : Product) {
      const Symbol &S = Symbols[Id];
      bool Here = S.Declares && S.As && Declared.contains(S.Declares);
      Term = Term * (Here ? expanded(*S.As, Declared) : Polynomial::symbol(Id));
    }
    Out = Out + Term;
  }
  return Out;
}

bool SymbolicIndex::tellsLanesApart(const Polynomial &Stride) const {
  return neverZero(Stride) && Stride.constant().value_or(1) % (int64_t(1) << 28) != 0;
}

bool SymbolicIndex::neverZero(const Polynomial &P) const {
  if (auto N = P.constant())
    return *N != 0;
  // Of a sum of what is not below zero one part will do.
  bool Any = false, Plus = true;
  for (const auto &[Product, N] : P.terms()) {
    Any |= llvm::all_of(Product, [&](unsigned Id) { return Symbols[Id].NotZero; });
    Plus &= N > 0 && llvm::all_of(Product, [&](unsigned Id) {
              return Symbols[Id].NotZero || Symbols[Id].Is.NonNegative;
            });
  }
  return Any && (Plus || P.terms().size() == 1);
}

SymbolicIndex::Rotated SymbolicIndex::turned(const Polynomial &P) const {
  for (const auto &[Product, N] : P.terms())
    if (Product.size() == 1 && Symbols[Product[0]].Turn) {
      const Rotated &T = *Symbols[Product[0]].Turn;
      Polynomial Rest = P - Polynomial::symbol(Product[0]) * Polynomial::number(N);
      return {Rest + T.Poly * Polynomial::number(N), T.By, T.Flip};
    }
  return {P};
}

bool SymbolicIndex::numbersGroups(const Polynomial &P, unsigned Lanes) const {
  return llvm::any_of(P.terms(), [&](const auto &Term) {
    return Term.first.size() == 1 && Symbols[Term.first[0]].Groups == Lanes &&
           (P - Polynomial::symbol(Term.first[0]) * Polynomial::number(Term.second)).constant();
  });
}

} // namespace coopify
