#include "Extract/Sites/Collectives/HandWrittenCollectives.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/Operations.h"
#include "Extract/Sites/Collectives/CollectiveSite.h"
#include "Extract/Sites/Collectives/ShuffleRounds.h"
#include "Model/Output/Placeholders.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

namespace {

class CollectiveFinder {
public:
  CollectiveFinder(const FunctionView &View, LeaderOnlyUses &Lanes, std::vector<Site> &Sites)
      : View(View), Lanes(Lanes), Sites(Sites) {}

  void loop(const ForStmt *For);
  void block(const CompoundStmt *Block);

private:
  bool scanLoop(const ForStmt *For, const ShuffleRounds &R, llvm::ArrayRef<const Stmt *> Body);
  bool isRank(const Expr *E, unsigned Width, bool &ByThreadX) const;
  void run(llvm::ArrayRef<const Stmt *> Statements, llvm::ArrayRef<CombiningStep> Steps);
  void reduction(const Stmt *First, const Stmt *Last, llvm::ArrayRef<CombiningStep> Steps,
                 llvm::ArrayRef<int64_t> Distances);
  void judge(Site &S, const CombiningStep &Step, Order How, const Stmt *Behind);
  std::string text(StringRef Function, const CombiningStep &Step, unsigned Group) const;
  void dropPragma(Site &S, const Stmt *Loop) const;

  const FunctionView &View;
  LeaderOnlyUses &Lanes;
  std::vector<Site> &Sites;
};

//===- Loops ----------------------------------------------------------------===//

static std::vector<const Stmt *> statements(const Stmt *Body) {
  if (const auto *Block = dyn_cast<CompoundStmt>(Body))
    return {Block->body_begin(), Block->body_end()};
  return {Body};
}

void CollectiveFinder::loop(const ForStmt *For) {
  std::optional<ShuffleRounds> R = shuffleRounds(View, For);
  if (!R || R->Distances.size() < 2 || !completeOrder(R->Distances))
    return;
  std::vector<const Stmt *> Body = statements(For->getBody());
  if (scanLoop(For, *R, Body))
    return;
  std::optional<std::vector<CombiningStep>> Steps = combiningSteps(View, Body);
  if (!Steps || llvm::any_of(*Steps, [&](const CombiningStep &S) {
        return variableOf(S.Shuffle.Distance->IgnoreParenImpCasts()) != R->Counter ||
               S.V == R->Counter || S.Shuffle.Direction == ShuffleCall::Up;
      }))
    return;
  if (!R->Declared && !Lanes.dead(R->Counter, For))
    return;
  reduction(For, For, *Steps, R->Distances);
}

//===- Reductions -----------------------------------------------------------===//

/// The tile that the collective is over: the user's, or one that has to be made.
static std::string tileOf(const ShuffleCall &Shuffle, unsigned Group) {
  if (!Shuffle.Tile.empty() && Shuffle.Width == Group)
    return placeholder::verbatim(Shuffle.Tile);
  if (!Shuffle.Size.empty() && Shuffle.Width == Group)
    return placeholder::tile(Shuffle.Size);
  return placeholder::tile(Group == warpWidth() ? placeholder::WholeWarp.str()
                                                : std::to_string(Group));
}

/// `v = cg::reduce(tile, v, cg::plus<int>())`
std::string CollectiveFinder::text(StringRef Function, const CombiningStep &Step,
                                   unsigned Group) const {
  const std::string V = Step.V->getNameAsString();
  const bool Deduced =
      Step.V->getType()->getContainedAutoType() && !Step.V->getType()->isReferenceType();
  const std::string Type =
      Deduced ? "decltype(" + V + ")" : typeText(View, Step.V->getTypeSourceInfo()->getTypeLoc());
  return V + " = " + Function.str() + "(" + tileOf(Step.Shuffle, Group) + ", " + V + ", " +
         placeholder::Groups.str() + Step.Operator.str() + "<" + placeholder::verbatim(Type) +
         ">())";
}

/// Whether that is exact, and for whom.
void CollectiveFinder::judge(Site &S, const CombiningStep &Step, Order How, const Stmt *Behind) {
  QualType T = Step.V->getType().getNonReferenceType();
  std::optional<Refusal> Why =
      notExact(View, T, Step.Operator, How == Order::Descending, Step.Assignment);
  if (!Why && (!Step.V->hasLocalStorage() || T.isVolatileQualified() ||
               !View.Analysis.variables().followed(Step.V)))
    Why = Refusal{ReasonId::ElementsReadLater,
                  "'" + Step.V->getNameAsString() +
                      "' may be seen under another name while the steps are on their way",
                  View.Text.expansion(Step.Assignment->getBeginLoc()),
                  "combine a local variable of its own"};
  const PatternPart Returned{"returned", {}, ""};
  if (!Why && Step.Shuffle.Direction == ShuffleCall::Down) {
    ResultUses Uses = Lanes.after(Step.V, Behind);
    if (Uses.Other)
      Why = readLater(View, Uses.Other, Step.V->getName());
    else if (Uses.Lanes < *S.Lanes)
      Why = readLater(View, Behind, Step.V->getName());
    if (Uses.ByThreadX && S.Requires.size() == 1)
      S.Requires.push_back(threadX(RequirementRole::LaneCount));
    if (Uses.Returned && !llvm::is_contained(S.Parts, Returned))
      S.Parts.push_back(Returned);
  }
  if (Why && !S.Preset)
    S.Preset = Why;
}

void CollectiveFinder::reduction(const Stmt *First, const Stmt *Last,
                                 llvm::ArrayRef<CombiningStep> Steps,
                                 llvm::ArrayRef<int64_t> Distances) {
  Order How = *completeOrder(Distances);
  unsigned Group = 2u << (Distances.size() - 1);
  std::string Text;
  for (const CombiningStep &Step : Steps) {
    // Two of them share one tile.
    if (Group > Step.Shuffle.Width || Step.Shuffle.Width != Steps[0].Shuffle.Width ||
        Step.Shuffle.Tile != Steps[0].Shuffle.Tile)
      return;
    Text +=
        (Text.empty() ? "" : ";" + newlineAt(View, First)) + text(placeholder::Reduce, Step, Group);
  }
  DynTypedNode Up = View.Context.getParents(*First)[0];
  if (const auto *Attributed = Up.get<AttributedStmt>())
    Up = View.Context.getParents(*Attributed)[0];
  if (Steps.size() > 1 && !Up.get<CompoundStmt>())
    return;
  Site S = collectiveSite(View, First, Last, Steps[0].V->getName(), Text);
  S.Conv = View.Analysis.at(Steps[0].Shuffle.Call);
  if (!View.Analysis.reachable(Steps[0].Shuffle.Call))
    S.NotASite = ReasonId::Unreachable;
  S.Lanes = Group;
  S.Requires.push_back(leavingTogether(View, Steps[0].Shuffle.Call));
  for (const CombiningStep &Step : Steps)
    judge(S, Step, How, isa<ForStmt>(First) ? First : Step.Assignment);
  dropPragma(S, First);
  Sites.push_back(std::move(S));
}

/// `#pragma unroll` in front of the loop.
void CollectiveFinder::dropPragma(Site &S, const Stmt *Loop) const {
  DynTypedNodeList Parents = View.Context.getParents(*Loop);
  const auto *Attributed = Parents.empty() ? nullptr : Parents[0].get<AttributedStmt>();
  if (!Attributed || S.Preset)
    return;
  TextRange Pragma = View.line(View.Text.location(Attributed->getBeginLoc()));
  if (StringRef(View.Text.spelled(Pragma)).trim().starts_with("#"))
    S.Parts.push_back({"drop", Pragma, ""});
  else
    S.Preset = Refusal{ReasonId::Macro, "a macro writes the attributes of the loop", S.Loc,
                       "write them without the macro"};
}

//===- Steps one after another ----------------------------------------------===//

static bool continues(const CombiningStep &A, const CombiningStep &B) {
  return A.V == B.V && A.Operator == B.Operator && A.Shuffle.Direction == B.Shuffle.Direction &&
         A.Shuffle.Width == B.Shuffle.Width && A.Shuffle.Tile == B.Shuffle.Tile;
}

void CollectiveFinder::run(llvm::ArrayRef<const Stmt *> Statements,
                           llvm::ArrayRef<CombiningStep> Steps) {
  std::vector<int64_t> Distances;
  for (const CombiningStep &Step : Steps)
    Distances.push_back(laneCount(View, Step.Shuffle.Distance).value_or(0));
  if (Steps.size() > 1 && completeOrder(Distances))
    reduction(Statements.front(), Statements.back(), Steps.back(), Distances);
}

void CollectiveFinder::block(const CompoundStmt *Block) {
  std::vector<const Stmt *> Statements;
  std::vector<CombiningStep> Steps;
  auto End = [&] {
    run(Statements, Steps);
    Statements.clear();
    Steps.clear();
  };
  for (const Stmt *Each : Block->body()) {
    auto Next = isa<Expr>(Each) ? combiningSteps(View, Each) : std::nullopt;
    if (!Next || Next->front().Shuffle.Direction == ShuffleCall::Up) {
      End();
      continue;
    }
    if (!Steps.empty() && !continues(Steps.back(), Next->front()))
      End();
    Statements.push_back(Each);
    Steps.push_back(Next->front());
  }
  End();
}

//===- Scans ----------------------------------------------------------------===//

/// \p E is the lane's number in its group of \p Width.
bool CollectiveFinder::isRank(const Expr *E, unsigned Width, bool &ByThreadX) const {
  E = sameLowBits(E, View.Context);
  if (isa<CastExpr>(E))
    return false;
  if (const VarDecl *V = onlyInitialised(View, E))
    return isRank(V->getInit(), Width, ByThreadX);
  LaneNumber Number = laneNumber(View, E);
  if (Width == warpWidth() && Number != LaneNumber::None) {
    ByThreadX |= Number == LaneNumber::OfThreadX;
    return true;
  }
  if (Operation Is = operationOf(E, View.Text); Is.is(GroupFamily::Rank))
    return Is.Group && Is.Group->warpLanes() == Width;
  return ByThreadX = isRestOfThreadX(View, E, Width);
}

/// `T before = __shfl_up(v, d); if (lane >= d) v += before;` The shuffle has to be outside of the
/// condition: within, lanes read from such as are not there.
bool CollectiveFinder::scanLoop(const ForStmt *For, const ShuffleRounds &R,
                                llvm::ArrayRef<const Stmt *> Body) {
  const auto *If = Body.size() == 2 ? dyn_cast<IfStmt>(Body[1]) : nullptr;
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
    return false;
  std::vector<const Stmt *> Then = statements(If->getThen());
  if (Then.size() != 1)
    return false;
  auto Steps = combiningSteps(View, {Body[0], Then[0]});
  if (!Steps || Steps->size() != 1 || Steps->front().Shuffle.Direction != ShuffleCall::Up)
    return false;
  const CombiningStep &Step = Steps->front();
  const auto *Cond = dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
  if (!Cond || (Cond->getOpcode() != BO_GE && Cond->getOpcode() != BO_LE))
    return false;
  bool Rotated = Cond->getOpcode() == BO_LE, ByThreadX = false;
  auto IsCounter = [&](const Expr *E) { return variableOf(E->IgnoreParenImpCasts()) == R.Counter; };
  unsigned Width = 1u << R.Distances.size();
  if (!IsCounter(Rotated ? Cond->getLHS() : Cond->getRHS()) || !IsCounter(Step.Shuffle.Distance) ||
      Step.V == R.Counter || Step.Shuffle.Width != Width ||
      completeOrder(R.Distances) != Order::Ascending ||
      !isRank(Rotated ? Cond->getRHS() : Cond->getLHS(), Width, ByThreadX) ||
      (!R.Declared && !Lanes.dead(R.Counter, For)))
    return false;
  Site S = collectiveSite(View, For, For, Step.V->getNameAsString(),
                          text(placeholder::InclusiveScan, Step, Width));
  S.Conv = View.Analysis.at(Step.Shuffle.Call);
  if (!View.Analysis.reachable(Step.Shuffle.Call))
    S.NotASite = ReasonId::Unreachable;
  S.Lanes = Width;
  if (ByThreadX)
    S.Requires.push_back(threadX(RequirementRole::LaneCount));
  judge(S, Step, Order::Descending, For);
  dropPragma(S, For);
  Sites.push_back(std::move(S));
  return true;
}

} // namespace

void shuffleLoop(const FunctionView &View, LeaderOnlyUses &Lanes, const ForStmt *For,
                 std::vector<Site> &Sites) {
  CollectiveFinder(View, Lanes, Sites).loop(For);
}

void shuffleSteps(const FunctionView &View, LeaderOnlyUses &Lanes, const CompoundStmt *Block,
                  std::vector<Site> &Sites) {
  CollectiveFinder(View, Lanes, Sites).block(Block);
}

} // namespace coopify
