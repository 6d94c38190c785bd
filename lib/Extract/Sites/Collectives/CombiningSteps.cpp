#include "Extract/Sites/Collectives/CombiningSteps.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/WrittenTypes.h"
#include "Extract/Sites/Collectives/LeaderOnlyUses.h"

#include "Extract/SiteBuilder.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace coopify {

const Expr *plain(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(E)) {
      E = Full->getSubExpr();
      continue;
    }
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E)) {
      E = Temporary->getSubExpr();
      continue;
    }
    const auto *C = dyn_cast<CastExpr>(E);
    QualType To = E->getType().getCanonicalType().getUnqualifiedType();
    if (!C || To != C->getSubExpr()->getType().getCanonicalType().getUnqualifiedType())
      return E;
    E = C->getSubExpr();
  }
}

const VarDecl *variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(plain(E));
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

bool sameIndex(const FunctionView &View, const Expr *A, const Expr *B) {
  const VarDecl *V = variableOf(A->IgnoreParenImpCasts());
  if (V || variableOf(B->IgnoreParenImpCasts()))
    return V == variableOf(B->IgnoreParenImpCasts());
  return isThreadX(View, A) && isThreadX(View, B);
}

bool isPlainNumber(QualType T, const ASTContext &Context) {
  const auto *B = T.getCanonicalType()->getAs<BuiltinType>();
  if (!B)
    return false;
  switch (B->getKind()) {
  case BuiltinType::Int:
  case BuiltinType::UInt:
  case BuiltinType::Long:
  case BuiltinType::ULong:
  case BuiltinType::LongLong:
  case BuiltinType::ULongLong:
  case BuiltinType::Float:
  case BuiltinType::Double:
    return true;
  default:
    return false;
  }
}

//===- Shuffles -------------------------------------------------------------===//

static std::optional<ShuffleCall::Kind> direction(const GroupMember *Member) {
  switch (Member ? Member->Shuffle : ShuffleMode::None) {
  case ShuffleMode::Up:
    return ShuffleCall::Up;
  case ShuffleMode::Down:
    return ShuffleCall::Down;
  case ShuffleMode::Xor:
    return ShuffleCall::Xor;
  case ShuffleMode::None:
  case ShuffleMode::Indexed:
    return std::nullopt;
  }
  llvm_unreachable("all modes");
}

static std::optional<ShuffleCall> memberShuffle(const CallExpr *Call, const Operation &Is) {
  auto Kind = direction(Is.Member);
  const auto *Tile =
      dyn_cast_or_null<DeclRefExpr>(Is.Object ? Is.Object->IgnoreParenImpCasts() : nullptr);
  if (!Kind || Call->getNumArgs() != 2 || !Is.Group || Is.Group->warpLanes() == 0 || !Tile)
    return std::nullopt;
  ShuffleCall S;
  S.Direction = *Kind;
  S.Call = Call;
  S.Value = Call->getArg(0);
  S.Distance = Call->getArg(1);
  S.Width = Is.Group->warpLanes();
  S.Tile = Tile->getDecl()->getNameAsString();
  return S;
}

std::optional<ShuffleCall> shuffleCall(const FunctionView &View, const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(plain(E));
  if (!Call)
    return std::nullopt;
  const Operation Is = operationOf(Call, View.Text);
  if (Is.Member)
    return memberShuffle(Call, Is);
  const WarpIntrinsic *I = Is.is(WarpFamily::Shuffle) ? Is.Intrinsic : nullptr;
  auto Kind = I ? direction(findGroupMember(I->Member, /*AsMember=*/true)) : std::nullopt;
  if (!Kind)
    return std::nullopt;
  // A mask of some lanes only is another thing.
  if (I->Sync && Is.warpLanes() != warpWidth())
    return std::nullopt;
  ShuffleCall S;
  S.Direction = *Kind;
  S.Call = Call;
  S.Value = Call->getArg(I->Value);
  S.Distance = Call->getArg(I->Lane);
  if (int(Call->getNumArgs()) > I->Width && !isa<CXXDefaultArgExpr>(Call->getArg(I->Width))) {
    Argument Width = makeArgument(View, Call->getArg(I->Width));
    int64_t Lanes = Width.Constant.value_or(0);
    if (Lanes < 2 || Lanes > warpWidth() || !llvm::isPowerOf2_64(Lanes))
      return std::nullopt;
    S.Width = Lanes;
    if (Width.ConstantAtEntry && StringRef(Width.Text).find_first_of("\n/") == StringRef::npos)
      S.Size = Width.Text;
  }
  return S;
}

//===- Operators ------------------------------------------------------------===//

static StringRef ofOpcode(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Add:
  case BO_AddAssign:
    return "plus";
  case BO_And:
  case BO_AndAssign:
    return "bit_and";
  case BO_Or:
  case BO_OrAssign:
    return "bit_or";
  case BO_Xor:
  case BO_XorAssign:
    return "bit_xor";
  default:
    return "";
  }
}

/// "a", "b", or "" for neither.
static StringRef which(const Expr *E, IsOperand IsA, IsOperand IsB) {
  E = plain(E);
  return IsA(E) ? "a" : IsB(E) ? "b" : "";
}

/// \p Cond ? \p Yes : \p No
static StringRef selected(const Expr *Cond, StringRef Yes, StringRef No, IsOperand IsA,
                          IsOperand IsB) {
  const auto *C = dyn_cast<BinaryOperator>(plain(Cond));
  if (!C || !C->isRelationalOp() || Yes.empty() || No.empty() || Yes == No)
    return "";
  StringRef Left = which(C->getLHS(), IsA, IsB), Right = which(C->getRHS(), IsA, IsB);
  bool Less = C->getOpcode() == BO_LT || C->getOpcode() == BO_LE;
  if (Left.empty() || Right.empty() || Left == Right)
    return "";
  // The greater one is on the right of <.
  return (Yes == (Less ? Right : Left)) ? "greater" : "less";
}

static bool isStd(const FunctionDecl *F) { return F->isInStdNamespace(); }

/// max(a, b), and a user's function that is nothing else.
static StringRef ofCall(const FunctionView &View, const CallExpr *Call, IsOperand IsA,
                        IsOperand IsB) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || Call->getNumArgs() != 2 || isa<CXXMemberCallExpr>(Call))
    return "";
  StringRef First = which(Call->getArg(0), IsA, IsB), Second = which(Call->getArg(1), IsA, IsB);
  if (First.empty() || Second.empty() || First == Second)
    return "";
  if (View.Text.isToolkit(F) || isStd(F))
    return llvm::StringSwitch<StringRef>(F->getName())
        .Cases({"max", "umax", "llmax", "ullmax", "fmax", "fmaxf"}, "greater")
        .Cases({"min", "umin", "llmin", "ullmin", "fmin", "fminf"}, "less")
        .Default("");
  const FunctionDecl *Definition = nullptr;
  const auto *Body = !mayBeReplaced(F) && F->hasBody(Definition)
                         ? dyn_cast<CompoundStmt>(Definition->getBody())
                         : nullptr;
  const auto *Return =
      Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  if (!Return || !Return->getRetValue() ||
      Definition->getReturnType().getNonReferenceType().getCanonicalType().getUnqualifiedType() !=
          Call->getArg(0)->getType().getCanonicalType().getUnqualifiedType())
    return "";
  auto IsParameter = [&](unsigned I) {
    return [=](const Expr *E) { return variableOf(E) == Definition->getParamDecl(I); };
  };
  auto A = IsParameter(First == "a" ? 0 : 1), B = IsParameter(First == "a" ? 1 : 0);
  const auto *Inner = dyn_cast<CallExpr>(plain(Return->getRetValue()));
  if (Inner && Inner->getDirectCallee() && !View.Text.isToolkit(Inner->getDirectCallee()) &&
      !isStd(Inner->getDirectCallee()))
    return ""; // one turn is enough
  return combination(View, Return->getRetValue(), A, B);
}

StringRef combination(const FunctionView &View, const Expr *E, IsOperand IsA, IsOperand IsB) {
  E = plain(E);
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    StringRef Left = which(B->getLHS(), IsA, IsB), Right = which(B->getRHS(), IsA, IsB);
    return Left.empty() || Right.empty() || Left == Right || B->isCompoundAssignmentOp()
               ? StringRef()
               : ofOpcode(B->getOpcode());
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return selected(C->getCond(), which(C->getTrueExpr(), IsA, IsB),
                    which(C->getFalseExpr(), IsA, IsB), IsA, IsB);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return ofCall(View, Call, IsA, IsB);
  return "";
}

StringRef conditionalCombination(const FunctionView &View, const IfStmt *If, IsOperand IsA,
                                 IsOperand IsB) {
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then); Block && Block->size() == 1)
    Then = Block->body_front();
  const auto *Set = dyn_cast<BinaryOperator>(Then);
  if (If->getElse() || If->getInit() || If->getConditionVariable() || !Set ||
      Set->getOpcode() != BO_Assign || !IsA(plain(Set->getLHS())) || !IsB(plain(Set->getRHS())))
    return "";
  return selected(If->getCond(), "b", "a", IsA, IsB);
}

//===- Steps ----------------------------------------------------------------===//

/// Calls of shuffles in \p S.
static void shuffles(const FunctionView &View, const Stmt *S, std::vector<ShuffleCall> &Out) {
  if (const auto *E = dyn_cast<CallExpr>(S))
    if (auto Call = shuffleCall(View, E))
      Out.push_back(*Call);
  for (const Stmt *Child : S->children())
    if (Child)
      shuffles(View, Child, Out);
}

static const Expr *assignmentIn(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    S = If->getThen();
    if (const auto *Block = dyn_cast<CompoundStmt>(S); Block && Block->size() == 1)
      S = Block->body_front();
  }
  const auto *E = dyn_cast<Expr>(S);
  const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  return B && B->isAssignmentOp() ? B : nullptr;
}

/// `v += ...`, where the other operand is \p Other or, if that is null, the shuffle itself.
static std::optional<CombiningStep> step(const FunctionView &View, const Stmt *S,
                                         const VarDecl *Other, const ShuffleCall *Shuffle) {
  const auto *Set = dyn_cast_or_null<BinaryOperator>(assignmentIn(S));
  CombiningStep Out;
  Out.V = Set ? variableOf(Set->getLHS()) : nullptr;
  if (!Out.V)
    return std::nullopt;
  std::vector<ShuffleCall> Calls;
  shuffles(View, S, Calls);
  if (Calls.size() != (Other ? 0 : 1))
    return std::nullopt;
  Out.Shuffle = Other ? *Shuffle : Calls.front();
  Out.Assignment = Set;
  if (variableOf(Out.Shuffle.Value) != Out.V)
    return std::nullopt;
  auto IsV = [&](const Expr *E) { return variableOf(E) == Out.V; };
  auto IsOther = [&](const Expr *E) {
    return Other ? variableOf(E) == Other : E == plain(Out.Shuffle.Call);
  };
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (!Other)
      return std::nullopt;
    Out.Operator = conditionalCombination(View, If, IsV, IsOther);
    return Out.Operator.empty() ? std::nullopt : std::optional(Out);
  }
  if (Set->getOpcode() == BO_Assign)
    Out.Operator = combination(View, Set->getRHS(), IsV, IsOther);
  else if (IsOther(plain(Set->getRHS())))
    Out.Operator = ofOpcode(Set->getOpcode());
  return Out;
}

/// `T other = __shfl_down(v, d);`
static const VarDecl *declaredShuffle(const FunctionView &View, const Stmt *S, ShuffleCall &Out) {
  const auto *D = dyn_cast<DeclStmt>(S);
  const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  auto Call = V && V->getInit() ? shuffleCall(View, V->getInit()) : std::nullopt;
  if (!Call || !V->hasLocalStorage() || V->getType()->isReferenceType())
    return nullptr;
  Out = *Call;
  return V;
}

std::optional<std::vector<CombiningStep>> combiningSteps(const FunctionView &View,
                                                         llvm::ArrayRef<const Stmt *> Statements) {
  std::vector<CombiningStep> Steps;
  const VarDecl *Other = nullptr;
  ShuffleCall Shuffle;
  for (const Stmt *S : Statements) {
    if (!Other && (Other = declaredShuffle(View, S, Shuffle)))
      continue;
    std::optional<CombiningStep> Next = step(View, S, Other, &Shuffle);
    Other = nullptr;
    if (!Next || llvm::any_of(Steps, [&](const CombiningStep &E) { return E.V == Next->V; }))
      return std::nullopt;
    Steps.push_back(*Next);
  }
  if (Other || Steps.empty())
    return std::nullopt;
  return Steps;
}

std::string typeText(const FunctionView &View, TypeLoc Written) {
  const std::string Spelled = spelledType(Written, View.Text);
  if (!Spelled.empty())
    return Spelled;
  PrintingPolicy Policy(View.Context.getPrintingPolicy());
  return Written.getType()
      .getNonReferenceType()
      .getCanonicalType()
      .getUnqualifiedType()
      .getAsString(Policy);
}

StringRef compoundOperator(BinaryOperatorKind Op) { return ofOpcode(Op); }

} // namespace coopify
