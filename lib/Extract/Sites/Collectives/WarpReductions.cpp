#include "Extract/Sites/Collectives/WarpReductions.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/SharedMemory/Index/SymbolicIndex.h"
#include "Extract/Sites/Collectives/CollectiveSite.h"
#include "Extract/Sites/Collectives/ResultReaders.h"
#include "Model/Output/Placeholders.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace coopify {

namespace {

/// s[i] = op(s[i], s[i + distance]);
struct TailStep {
  const VarDecl *Base = nullptr;
  const Expr *Index = nullptr;
  const BinaryOperator *Assignment = nullptr;
  StringRef Operator;
  int64_t Distance = 0;
};

class TailFinder {
public:
  TailFinder(const FunctionView &View, std::vector<Site> &Sites) : View(View), Sites(Sites) {}
  void block(const CompoundStmt *Block);

private:
  std::optional<TailStep> step(const Stmt *S) const;
  void run(llvm::ArrayRef<TailStep> Steps);
  void judge(Site &S, llvm::ArrayRef<TailStep> Steps, bool SameOrder);
  std::string text(const TailStep &First, bool Folds, StringRef Newline) const;

  const FunctionView &View;
  std::vector<Site> &Sites;
};

} // namespace

static const ArraySubscriptExpr *element(const Expr *E, const VarDecl *&Base) {
  const auto *A = dyn_cast<ArraySubscriptExpr>(plain(E));
  const auto *Ref = A ? dyn_cast<DeclRefExpr>(A->getBase()->IgnoreParenImpCasts()) : nullptr;
  Base = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Base ? A : nullptr;
}

std::optional<TailStep> TailFinder::step(const Stmt *S) const {
  const auto *E = dyn_cast<Expr>(S);
  TailStep Out;
  Out.Assignment = E ? dyn_cast<BinaryOperator>(E->IgnoreParens()) : nullptr;
  const ArraySubscriptExpr *Target =
      Out.Assignment && Out.Assignment->isAssignmentOp() && !E->getBeginLoc().isMacroID()
          ? element(Out.Assignment->getLHS(), Out.Base)
          : nullptr;
  if (!Target)
    return std::nullopt;
  Out.Index = Target->getIdx();
  auto IsOwn = [&](const Expr *E) {
    const VarDecl *Base = nullptr;
    const ArraySubscriptExpr *A = element(E, Base);
    return A && Base == Out.Base && sameIndex(View, A->getIdx(), Out.Index);
  };
  auto IsOther = [&](const Expr *E) {
    const VarDecl *Base = nullptr;
    const ArraySubscriptExpr *A = element(E, Base);
    const auto *Sum = A && Base == Out.Base
                          ? dyn_cast<BinaryOperator>(A->getIdx()->IgnoreParenImpCasts())
                          : nullptr;
    if (!Sum || Sum->getOpcode() != BO_Add)
      return false;
    bool Rotated = !sameIndex(View, Sum->getLHS(), Out.Index);
    std::optional<int64_t> N = View.constant(Rotated ? Sum->getLHS() : Sum->getRHS());
    if (!N || !sameIndex(View, Rotated ? Sum->getRHS() : Sum->getLHS(), Out.Index))
      return false;
    Out.Distance = *N;
    return true;
  };
  const Expr *Value = Out.Assignment->getRHS();
  if (Out.Assignment->getOpcode() == BO_Assign)
    Out.Operator = combination(View, Value, IsOwn, IsOther);
  else if (IsOther(plain(Value)))
    Out.Operator = compoundOperator(Out.Assignment->getOpcode());
  return Out.Distance > 0 ? std::optional(Out) : std::nullopt;
}

//===- What is written ------------------------------------------------------===//

/// The type of an element as the code says it.
static std::string elementText(const FunctionView &View, const VarDecl *Base) {
  TypeLoc Written = Base->getTypeSourceInfo()->getTypeLoc();
  if (auto Pointer = Written.getAs<PointerTypeLoc>())
    Written = Pointer.getPointeeLoc();
  else if (auto Array = Written.getAs<ArrayTypeLoc>())
    Written = Array.getElementLoc();
  return typeText(View, Written);
}

std::string TailFinder::text(const TailStep &First, bool Folds, StringRef Newline) const {
  std::string Type = placeholder::verbatim(elementText(View, First.Base));
  auto Spelled = [&](const Expr *E) {
    return placeholder::verbatim(View.Text.spelled(View.Text.range(E->getSourceRange())));
  };
  std::string Own = Spelled(First.Assignment->getLHS());
  std::string Value = Own;
  if (Folds)
    Value = First.Assignment->getOpcode() == BO_Assign
                ? Spelled(First.Assignment->getRHS())
                : Own + " " + First.Assignment->getOpcodeStr().drop_back().str() + " " +
                      Spelled(First.Assignment->getRHS());
  std::string Next = ";" + Newline.str();
  const std::string Total = placeholder::name("total"),
                    Tile = placeholder::tile(placeholder::WholeWarp);
  return Type + " " + Total + " = " + Value + Next + Total + " = " + placeholder::Reduce.str() +
         "(" + Tile + ", " + Total + ", " + placeholder::Groups.str() + First.Operator.str() + "<" +
         Type + ">())" + Next + "if (" + Tile + ".thread_rank() == 0) " + Own + " = " + Total +
         Next + Tile + ".sync()";
}

//===- Whether it may be ----------------------------------------------------===//

void TailFinder::judge(Site &S, llvm::ArrayRef<TailStep> Steps, bool SameOrder) {
  const TailStep &First = Steps.front();
  QualType T = First.Assignment->getLHS()->getType();
  ResultReaders Readers(View, First.Base, First.Index);
  std::optional<Refusal> Why = notExact(View, T, First.Operator, SameOrder, First.Assignment);
  const Stmt *Read = nullptr;
  if (!Why && !View.Function->hasAttr<CUDAGlobalAttr>())
    Why = Refusal{ReasonId::ElementsReadLater, "callers may read the elements behind the steps",
                  S.Loc, "write the steps in the kernel, or cg::reduce by hand"};
  if (!Why && (Read = Readers.after(Steps.back().Assignment)))
    Why = Refusal{ReasonId::ElementsReadLater,
                  "other elements than the first may be read here, and would not have what the "
                  "steps leave in them",
                  View.Text.expansion(Read->getBeginLoc()),
                  "read the first element only, or copy what else is needed before the steps"};
  if (!Why && Readers.uses().Lanes < warpWidth())
    Why = readLater(View, First.Assignment, S.Name);
  if (!Why && (Read = Readers.before(First.Assignment)))
    Why = Refusal{ReasonId::NoBarrierBefore,
                  "the memory may be used here, with no barrier before the steps",
                  View.Text.expansion(Read->getBeginLoc()),
                  "put a __syncthreads() before the steps, where the whole block comes"};
  if (Why && !S.Preset)
    S.Preset = Why;
}

void TailFinder::run(llvm::ArrayRef<TailStep> Steps) {
  std::vector<int64_t> Distances;
  for (const TailStep &Step : Steps)
    Distances.push_back(Step.Distance);
  bool Folds = !Distances.empty() && Distances[0] == warpWidth();
  if (Folds)
    Distances.erase(Distances.begin());
  std::optional<Order> How = completeOrder(Distances);
  ResultReaders::Numbers Offsets;
  // All of a warp: of fewer lanes, what the upper ones read is not what others of them write.
  if (!How || Distances.size() != size_t(llvm::countr_zero(warpWidth())))
    return;
  const TailStep &First = Steps.front();
  const Expr *Pointer = cast<ArraySubscriptExpr>(plain(First.Assignment->getLHS()))->getBase();
  const bool Whole = isThreadX(View, First.Index);
  if (!Whole && laneNumber(View, First.Index) == LaneNumber::None)
    return;
  if (!ResultReaders(View, First.Base, First.Index).sharedRoot(Pointer, Offsets))
    return;
  std::string Newline = newlineAt(View, First.Assignment);
  Site S = collectiveSite(View, First.Assignment, Steps.back().Assignment,
                          First.Base->getNameAsString(), text(First, Folds, Newline));
  S.Conv = View.Analysis.at(First.Assignment);
  if (!View.Analysis.reachable(First.Assignment))
    S.NotASite = ReasonId::Unreachable;
  S.Lanes = warpWidth();
  S.Requires.push_back(threadX(RequirementRole::LaneCount));
  // Lanes that were never there leave elements as they were, and a collective needs them.
  Uniformity Rows;
  Rows.Atoms.push_back({AtomKind::BlockXMultipleOf32, 0});
  S.Requires.push_back({RequirementRole::LaneCount, "blockDim.x", Rows});
  SymbolicIndex Forms(View.Function, View.Context, View.Analysis.variables(), &View.Analysis);
  for (const Expr *Offset : Offsets)
    S.Requires.push_back({RequirementRole::LaneCount, View.Text.text(Offset->getSourceRange()),
                          Forms.of(Offset).Is.uniformity()});
  S.Requires.push_back(leavingTogether(View, First.Assignment));
  judge(S, Steps, How == Order::Descending);
  Sites.push_back(std::move(S));
}

void TailFinder::block(const CompoundStmt *Block) {
  std::vector<TailStep> Steps;
  for (const Stmt *Each : Block->body()) {
    std::optional<TailStep> Next = step(Each);
    bool Continues = Next && !Steps.empty() && Steps.back().Base == Next->Base &&
                     Steps.back().Operator == Next->Operator &&
                     sameIndex(View, Steps.back().Index, Next->Index);
    if (!Continues) {
      run(Steps);
      Steps.clear();
    }
    if (Next)
      Steps.push_back(*Next);
  }
  run(Steps);
}

void sharedTails(const FunctionView &View, const CompoundStmt *Block, std::vector<Site> &Sites) {
  TailFinder(View, Sites).block(Block);
}

} // namespace coopify
