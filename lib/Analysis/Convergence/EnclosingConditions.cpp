//===- EnclosingConditions.cpp ---------------------------------------------------------===//

#include "Analysis/Convergence/EnclosingConditions.h"

#include "Analysis/Source/ControlFlow.h"
#include "Analysis/Source/Directives.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

namespace {

/// A condition that the call stands behind, and how.
struct Enclosing {
  const Stmt *Owner;     ///< the if, loop, && or ?:
  const Expr *Condition; ///< what of it decides
  const Stmt *Inside;    ///< the part of Owner, or the block behind it, that the call is in
  bool Loop = false;
};

class EnclosingConditions {
public:
  EnclosingConditions(const FunctionView &View, const CallExpr *Call) : View(View), Call(Call) {}
  std::optional<PartitionedWarp> find();

private:
  bool collect();
  bool mayPart(const Enclosing &E) const;
  Uniformity decision(const Enclosing &E) const;
  void collectGuards(const CompoundStmt *Block, const Stmt *Child);
  std::optional<Enclosing> enclosing(const Stmt *Owner, const Stmt *Child) const;
  EnclosingCondition place(size_t Index) const;
  bool continues(size_t Index) const;
  const Stmt *statementOf(size_t Index) const;
  bool shufflesOnOtherSide(const Enclosing &E) const;
  const Stmt *parent(const Stmt *S) const;

  const FunctionView &View;
  const CallExpr *Call;
  std::vector<Enclosing> Around; ///< outermost first
};

} // namespace

const Stmt *EnclosingConditions::parent(const Stmt *S) const {
  DynTypedNodeList Parents = View.Context.getParents(*S);
  if (Parents.size() != 1)
    return nullptr;
  if (const auto *V = Parents[0].get<VarDecl>()) {
    Parents = View.Context.getParents(*V);
    return Parents.size() == 1 ? Parents[0].get<Stmt>() : nullptr;
  }
  return Parents[0].get<Stmt>();
}

/// What \p Owner decides by, if that decides whether its part \p Child runs.
std::optional<Enclosing> EnclosingConditions::enclosing(const Stmt *Owner,
                                                        const Stmt *Child) const {
  if (const auto *If = dyn_cast<IfStmt>(Owner)) {
    bool Guarded = Child == If->getThen() || Child == If->getElse();
    return Guarded ? std::optional(Enclosing{Owner, If->getCond(), Child}) : std::nullopt;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(Owner))
    return B->isLogicalOp() && Child == B->getRHS()
               ? std::optional(Enclosing{Owner, B->getLHS(), Child})
               : std::nullopt;
  if (const auto *C = dyn_cast<ConditionalOperator>(Owner))
    return Child != C->getCond() ? std::optional(Enclosing{Owner, C->getCond(), Child})
                                 : std::nullopt;
  // A loop's condition decides on its own next evaluation as well.
  if (const auto *W = dyn_cast<WhileStmt>(Owner))
    return Enclosing{Owner, W->getCond(), Child, true};
  if (const auto *D = dyn_cast<DoStmt>(Owner))
    return Enclosing{Owner, D->getCond(), Child, true};
  if (const auto *F = dyn_cast<ForStmt>(Owner); F && F->getCond() && Child != F->getInit())
    return Enclosing{Owner, F->getCond(), Child, true};
  return std::nullopt;
}

/// In `while (a || __any(b))` all lanes come to the vote sooner or later, and yet
/// not after the same number of decisions.
Uniformity EnclosingConditions::decision(const Enclosing &E) const {
  bool InExpression = isa<BinaryOperator, ConditionalOperator>(E.Owner);
  return View.Analysis.decision(E.Condition, InExpression ? nullptr : Call);
}

/// Or only the rest of the program shows that it does not.
bool EnclosingConditions::mayPart(const Enclosing &E) const {
  Uniformity U = decision(E);
  return U.UniformOver < warpWidth() || !U.Atoms.empty();
}

/// `if (c) return;` and `if (c) continue;` in front of \p Child: what follows is
/// for those that stay.
void EnclosingConditions::collectGuards(const CompoundStmt *Block, const Stmt *Child) {
  std::vector<Enclosing> Guards;
  for (const Stmt *S : Block->body()) {
    if (S == Child)
      break;
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->isConsteval())
      continue;
    Enclosing E{If, If->getCond(), Block};
    if (mayPart(E))
      Guards.push_back(E);
  }
  Around.insert(Around.begin(), Guards.begin(), Guards.end());
}

/// Those that part the lanes; false where the way up cannot be followed.
bool EnclosingConditions::collect() {
  const Stmt *Child = Call, *Body = View.Function->getBody();
  for (const Stmt *Up = parent(Child); Up && Child != Body; Child = Up, Up = parent(Up)) {
    if (const auto *Block = dyn_cast<CompoundStmt>(Up))
      collectGuards(Block, Child);
    else if (auto E = enclosing(Up, Child); E && mayPart(*E))
      Around.insert(Around.begin(), *E);
  }
  return Child == Body;
}

/// A lane that reads across the two sides of a branch reads what is undefined
/// already (trap T6): that is to be reported, not carried on.
bool EnclosingConditions::shufflesOnOtherSide(const Enclosing &E) const {
  const auto *If = dyn_cast<IfStmt>(E.Owner);
  const Stmt *Other = !If ? nullptr : E.Inside == If->getThen() ? If->getElse() : If->getThen();
  bool Found = false;
  std::function<void(const Stmt *)> Look = [&](const Stmt *S) {
    if (!S)
      return;
    if (const auto *Twin = dyn_cast<CallExpr>(S))
      Found |= View.toolkitCallee(Twin).starts_with("__shfl") &&
               View.toolkitCallee(Twin) == View.toolkitCallee(Call);
    for (const Stmt *Part : S->children())
      Look(Part);
  };
  Look(Other);
  return Found;
}

static bool isLoop(const Stmt *S) { return isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt>(S); }

/// `if (a) ... else if (b)`: b's statement is one side of a's, and nothing more.
bool EnclosingConditions::continues(size_t Index) const {
  return Index > 0 && isa<IfStmt>(Around[Index - 1].Owner) &&
         Around[Index - 1].Inside == Around[Index].Owner && !Around[Index].Loop;
}

/// The statement of a block that \p E is in or is: a group made in front of it is
/// made anew whenever the condition is to be decided by a group again. nullptr if
/// there is none below what the next condition outwards decides on.
const Stmt *EnclosingConditions::statementOf(size_t Index) const {
  const Stmt *Child = Around[Index].Owner;
  for (; Index > 0 && continues(Index); --Index)
    Child = Around[Index - 1].Owner;
  const Stmt *Outer = Index > 0 ? Around[Index - 1].Inside : nullptr;
  if (Child == Outer)
    return nullptr;
  for (const Stmt *Up = parent(Child); Up; Child = Up, Up = parent(Up)) {
    if (isa<CompoundStmt>(Up)) {
      const Stmt *Holder = parent(Up);
      return Holder && isa<SwitchStmt>(Holder) ? nullptr : Child;
    }
    if (Up == Outer || isLoop(Up) || isa<SwitchCase, LabelStmt, StmtExpr>(Up))
      return nullptr;
  }
  return nullptr;
}

/// Both parentheses of the statement, or the operator, are written in the file.
static bool isWritten(const Stmt *Owner) {
  auto Plain = [](std::initializer_list<SourceLocation> Locs) {
    return llvm::none_of(Locs, [](SourceLocation L) { return L.isInvalid() || L.isMacroID(); });
  };
  if (const auto *If = dyn_cast<IfStmt>(Owner))
    return Plain({If->getIfLoc(), If->getLParenLoc(), If->getRParenLoc()}) &&
           !If->getConditionVariable();
  if (const auto *W = dyn_cast<WhileStmt>(Owner))
    return Plain({W->getWhileLoc(), W->getLParenLoc(), W->getRParenLoc()}) &&
           !W->getConditionVariable();
  if (const auto *D = dyn_cast<DoStmt>(Owner))
    return Plain({D->getDoLoc(), D->getWhileLoc(), D->getRParenLoc()});
  if (const auto *F = dyn_cast<ForStmt>(Owner))
    return Plain({F->getForLoc(), F->getLParenLoc(), F->getRParenLoc()}) &&
           !F->getConditionVariable();
  if (const auto *B = dyn_cast<BinaryOperator>(Owner))
    return Plain({B->getOperatorLoc()});
  const auto *C = cast<ConditionalOperator>(Owner);
  return Plain({C->getQuestionLoc(), C->getColonLoc()});
}

/// \p S without the pragmas of an attributed loop.
static const Stmt *behindPragmas(const Stmt *S, const SourceText &Text) {
  const auto *A = dyn_cast<AttributedStmt>(S);
  const TextRange At = A ? Text.before(A->getBeginLoc()) : TextRange();
  if (!At.valid())
    return S;
  StringRef Line = Text.code(At.File).take_front(At.Begin + 1);
  return Line.substr(Line.rfind('\n') + 1).ltrim().starts_with("#") ? A->getSubStmt() : S;
}

/// Where the condition is and where its group can be made; no place if that
/// cannot be.
EnclosingCondition EnclosingConditions::place(size_t Index) const {
  const Enclosing &E = Around[Index];
  EnclosingCondition S;
  S.Continues = continues(Index);
  S.Decides = decision(E);
  S.Loop = E.Loop;
  const Expr *Written = E.Condition->IgnoreImplicit();
  const Stmt *Statement = statementOf(Index);
  // `if (a) { if (b) return; }` leaves lanes of both sides of a. Lanes that leave a
  // do-loop may come to its body again from an outer one, with a group made anew.
  bool OneSided = isa<DoStmt>(E.Owner) || View.Analysis.oneSided(E.Condition, Call);
  bool Apart = E.Loop && View.Analysis.waitsAcrossRounds(E.Condition, Call);
  // split(a, b) would be a call with two arguments.
  const auto *B = dyn_cast<BinaryOperator>(Written->IgnoreImpCasts());
  // Behind the place of the group its condition is decided again, by lanes that it has parted.
  if (!Statement || !OneSided || Apart || isJumpedInto(Statement, View.Function->getBody()) ||
      (B && B->isCommaOp()) || shufflesOnOtherSide(E) || !isWritten(E.Owner) ||
      !Written->getType()->isScalarType() || Statement->getBeginLoc().isMacroID())
    return S;
  TextRange Condition = View.Text.fileRange(Written->getSourceRange());
  S.Before = View.Text.before(behindPragmas(Statement, View.Text)->getBeginLoc());
  if (!Condition.valid() || !S.Before.valid() || Condition.File != S.Before.File)
    return S;
  // Each configuration that has the condition has the group, and both of its parentheses.
  const TextRange Made{Condition.File, S.Before.Begin, Condition.End};
  if (Made.End < Made.Begin || hasConditional(View.Text.spelled(Made), View.Text.lang()))
    return S;
  const StringRef Code = View.Text.code(S.Before.File);
  StringRef Line = Code.take_front(S.Before.Begin);
  Line = Line.substr(Line.rfind('\n') + 1); // npos + 1 == 0
  S.OwnLine = Line.trim().empty();
  S.Indent = S.OwnLine ? Line.str() : "";
  const std::optional<size_t> First = beginWithPragmas(Code, S.Before.Begin, View.Text.lang());
  if (!First)
    return S;
  S.AbovePragmas = *First < S.Before.Begin;
  if (S.AbovePragmas) {
    S.Before.Begin = S.Before.End = *First;
    S.OwnLine = true;
    S.Indent = Line.take_while([](char C) { return C == ' ' || C == '\t'; }).str();
  }
  // And so has each that has the call.
  const TextRange Use = View.Text.fileRange(Call->getSourceRange());
  if (Use.valid() && Use.File == Made.File && Made.Begin < Use.Begin &&
      leavesArm(View.Text.spelled({Made.File, S.Before.Begin, Use.Begin}), View.Text.lang()))
    return S;
  S.Condition = Condition;
  return S;
}

std::optional<PartitionedWarp> EnclosingConditions::find() {
  if (View.Analysis.tooLarge() || !collect() || Around.empty())
    return std::nullopt;
  PartitionedWarp Out;
  llvm::SmallVector<const Expr *> Conditions;
  for (auto [Index, E] : llvm::enumerate(Around)) {
    if (!View.Analysis.charge(500))
      return std::nullopt;
    Out.Conditions.push_back(place(Index));
    Conditions.push_back(E.Condition);
  }
  Out.Whole = View.Analysis.at(Call, Conditions);
  // Those that decide on a condition must be those that came through the earlier
  // ones: lanes that a `break` took do not come back to it in the next round. Only
  // a loop's own group is older than the round.
  for (auto [I, E] : llvm::enumerate(Around)) {
    auto Before = llvm::ArrayRef(Conditions).take_front(I + (E.Loop ? 1 : 0));
    Out.Whole.Active = meet(Out.Whole.Active, View.Analysis.deciding(E.Condition, Before));
  }
  return Out;
}

std::optional<PartitionedWarp> partitionedWarp(const FunctionView &View, const CallExpr *Call) {
  return EnclosingConditions(View, Call).find();
}

} // namespace coopify
