#include "Extract/Sites/Match/MatchLoops.h"

#include "Extract/Sites/Match/MatchIteration.h"

#include "Analysis/Convergence/EnclosingConditions.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Directives.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Extract/Files/OtherArms.h"
#include "Extract/SiteBuilder.h"
#include "Model/Output/Placeholders.h"

#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {
namespace {

using Role = MatchRole;

/// The loop around the turn, what stands before it, and what is left of both.
class LoopMatcher : MatchIteration {
public:
  using MatchIteration::MatchIteration;
  std::optional<Site> match();

private:
  bool matchLoop();
  bool matchBroadcast(const ForStmt *For);
  bool matchPeeling(const Stmt *Body, const Expr *Cond);
  bool condition(const Expr *Cond);
  bool startsFull();
  bool entry(const DeclStmt *D) const;
  bool inSameBlock(const VarDecl *V) const;
  const DeclStmt *declaration(const VarDecl *V) const;
  const CompoundStmt *block(const Stmt *Of) const;
  const Stmt *outer() const;
  bool startsAtZero(const VarDecl *V) const;

  std::optional<Site> site();
  std::vector<std::string> droppedNames() const;
  void add(StringRef Role, TextRange R, std::string Text = "");
  bool initialises();
  bool goes(const Stmt *Each) const;
  void replace(const TextRange &R, bool Block);
  bool dropDeclarations(const TextRange &Inside);

  const Stmt *Anchor = nullptr; ///< evaluated where the loop is entered
  bool LoopsOnRemaining = false;
  Site S;
};

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
  if (!D || !isWord(Remaining->getType()) || !View.Analysis.variables().followed(Remaining) ||
      !onlyInLoop(Remaining))
    return false;
  const auto *For = dyn_cast<ForStmt>(Loop);
  const Stmt *First = For ? For->getInit() : nullptr;
  if (First ? First != D || !D->isSingleDecl() : !entry(D))
    return false;
  Anchor = Init->IgnoreParenImpCasts();
  std::optional<int64_t> N = View.constant(Init);
  if (N = N ? N : maskConstant(Init, View.Context); N)
    return namesAllLanes(*N);
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
  if (const auto *NotZero = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
      NotZero && NotZero->getOpcode() == BO_NE && View.constant(NotZero->getRHS()) == 0)
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
  if (!condition(Cond) || !startsFull() || !Cleared || !Key || Mask)
    return false; // lanes that a mask names would be waited for after they have left
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
      variable(Cond->getLHS()) != V || !isWord(V->getType()) || !Inc || !Inc->isIncrementOp() ||
      variable(Inc->getSubExpr()) != V)
    return false;
  std::optional<int64_t> End = laneConstant(Cond->getRHS(), View.Text, View.Context);
  BinaryOperatorKind Op = Cond->getOpcode();
  if (!((Op == BO_LT || Op == BO_NE) && End == warpWidth()) &&
      !(Op == BO_LE && End == warpWidth() - 1))
    return false;
  Counter = V;
  Bound[V] = Role::Source;
  Anchor = V->getInit()->IgnoreParenImpCasts();
  return statements(turn(For->getBody())) && Kept && !Leaves && Key;
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
  S.Parts.push_back({Role.str(), std::move(R), std::move(Text)});
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
  if (Result && Result->getType()->getContainedAutoType())
    return false; // its type would change
  bool Late = Key->getLocation() > Result->getLocation() && !isa<ParmVarDecl>(Key);
  if (!D || !D->isSingleDecl() || Late || (OrsBits && !startsAtZero(Result)) ||
      (Result->getInit() &&
       (Result->getInitStyle() != VarDecl::CInit || !View.constant(Result->getInit()))))
    return false;
  // In front of an #if it would be what other arms begin with.
  const TextRange From = View.Text.range(D->getSourceRange()),
                  To = View.Text.range(outer()->getSourceRange());
  if (hasDirective(View.Text.spelled({From.File, From.End, To.Begin}), View.Text.lang()))
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
  const std::string Call = placeholder::Value.str(), Semicolon = Block ? ";" : "";
  if (Returns)
    return add("edit", R, "return " + Call + Semicolon);
  TextRange All = R;
  All.End += !Block;
  if (initialises() && (Block || View.Text.spelled({R.File, R.End, R.End + 1}) == ";")) {
    const Expr *Init = Result->getInit();
    add("edit",
        Init ? View.Text.range(Init->getSourceRange()) : View.Text.after(Result->getLocation()),
        Init ? Call : " = " + Call);
    return add("drop", View.wholeLines(All));
  }
  bool Ors = OrsBits && !startsAtZero(Result);
  add("edit", R, Result->getNameAsString() + (Ors ? " |= " : " = ") + Call + Semicolon);
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
  std::string Code = View.Text.spelled(R), KeyText = makeArgument(View, KeyWritten).Text;
  if (!R.valid() || Code.empty() || KeyText.empty())
    return std::nullopt;
  S.Kind = SiteKind::MatchLoop;
  S.Name = KeyText;
  S.Loc = View.Text.location(Loop->getBeginLoc());
  S.Range = R;
  S.Function = View.USR;
  S.Conv = View.Analysis.at(Anchor);
  // Who asks for the lanes that are here means those, behind a branch as well. A full mask asks
  // all.
  if (const auto *Asks = dyn_cast<CallExpr>(Anchor))
    S.Divided = partitionedWarp(View, Asks);
  if (!View.Analysis.reachable(Anchor))
    S.NotASite = ReasonId::Unreachable;
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
  if (Mask)
    add("mask", {}, makeArgument(View, Mask).Text);
  if (NeedsThreadX) {
    S.Requires.push_back(threadX(RequirementRole::LaneNumber));
  }
  if (std::optional<Refusal> Broken = brokenArms(View, S, droppedNames()))
    S.Preset = std::move(Broken);
  return S;
}

/// The variables whose declarations go.
std::vector<std::string> LoopMatcher::droppedNames() const {
  std::vector<std::string> Names;
  for (auto [V, Unused] : Bound)
    if (V != Result)
      Names.push_back(V->getNameAsString());
  return Names;
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

std::optional<Site> matchLoop(const FunctionView &View, const Stmt *Loop) {
  return LoopMatcher(View, Loop).match();
}

} // namespace coopify
