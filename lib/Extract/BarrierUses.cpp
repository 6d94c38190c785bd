//===- BarrierUses.cpp -----------------------------------------------------===//

#include "Extract/BarrierUses.h"

#include "Analysis/Operations/HoldingWaits.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/FunctionSummaries.h"
#include "Extract/Masks/MaskedWarps.h"
#include "Extract/Masks/NamedLanes.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// The parameter that \p Arg passes on, with all of its bits: what is cut may be 0 where it is not.
static std::optional<int64_t> wholeParameter(const FunctionView &View, const Expr *Arg) {
  const std::optional<int64_t> Index = View.parameter(Arg);
  if (!Index || !Arg->getType()->isIntegerType())
    return std::nullopt;
  const QualType Own = View.Function->getParamDecl(*Index)->getType();
  const bool Whole = View.Context.getIntWidth(Arg->getType()) >= View.Context.getIntWidth(Own);
  return Whole || Arg->getType()->isBooleanType() ? Index : std::nullopt;
}

static std::vector<PassedConstant> numbers(const FunctionView &View, const Stmt *S) {
  std::vector<PassedConstant> Out;
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return Out;
  for (const Expr *Arg : llvm::drop_begin(Call->arguments(), objectArguments(Call))) {
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Arg))
      Arg = Default->getExpr();
    Out.push_back({View.constant(Arg), wholeParameter(View, Arg)});
  }
  return Out;
}

using HoldingPoint = ConvergenceAnalysis::HoldingPoint;

static const FunctionDecl *calleeOf(const HoldingPoint &H) {
  if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(H.S))
    return Construct->getConstructor();
  const auto *Call = dyn_cast_or_null<CallExpr>(H.S);
  return Call ? Call->getDirectCallee() : H.Callee;
}

namespace {
/// The waits of one body.
class Uses {
public:
  Uses(const FunctionView &View, MemoryLocations &Places) : View(View), Places(Places) {}
  FunctionWaits run();

private:
  bool ofBlock(const HoldingPoint &H);
  BarrierUse useAt(const HoldingPoint &H) const;
  BarrierUse callAt(const HoldingPoint &H) const;
  void addOfBlock(const HoldingPoint &H);
  void addOfLanes(const HoldingPoint &H);
  void addChoice(BarrierUse &W, const NamedLanes &Is) const;

  const FunctionView &View;
  MemoryLocations &Places;
  HoldingWaits &May = View.Analysis.holdingWaits();
  std::vector<HoldingPoint> Waits; ///< of the block
  FunctionWaits Out;
};
} // namespace

bool Uses::ofBlock(const HoldingPoint &H) {
  return H.S ? May.mayWaitForBlock(H.S) : May.mayWaitForBlock(H.Callee);
}

BarrierUse Uses::useAt(const HoldingPoint &H) const {
  BarrierUse W;
  W.Loc = View.Text.expansion(H.Where);
  if (H.S && !H.Hidden)
    W.Range = View.Text.fileRange(H.S->getSourceRange());
  return W;
}

/// A call; if it is made by a pointer, no function is named.
BarrierUse Uses::callAt(const HoldingPoint &H) const {
  BarrierUse W = useAt(H);
  const FunctionDecl *Callee = calleeOf(H);
  const bool Asm = isa_and_nonnull<AsmStmt>(H.S);
  W.Indirect = !Callee && !Asm;
  W.Unknown = Asm || (Callee && View.Text.isToolkit(Callee));
  W.Name = Callee ? Callee->getNameAsString() : Asm ? "asm" : "";
  if (Callee && !W.Unknown)
    W.Callee = usrOf(Callee);
  return W;
}

/// \p P may part lanes of one aligned group of \p Lanes.
static bool parts(const DivergencePoint &P, unsigned Lanes) {
  return P.Decides.UniformOver < std::min(Lanes, warpWidth()) || !P.Decides.Atoms.empty();
}

/// The object that \p Call calls a method of, written with an operator or not; else null.
static const Expr *objectOf(const CallExpr *Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    return Member->getImplicitObjectArgument();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  return Operator && isa<CXXMethodDecl>(Operator->getDirectCallee()) ? Operator->getArg(0)
                                                                     : nullptr;
}

/// The pointer or the object that decides which of several functions \p S calls; null: it calls
/// one function.
static const Expr *choiceOf(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  if (!Call || !Call->getDirectCallee())
    return Call ? Call->getCallee() : nullptr;
  return mayBeReplaced(Call->getDirectCallee()) ? objectOf(Call) : nullptr;
}

/// The lanes that the called function waits for, and what decides which function that is. One that
/// a library's function is passed may be run for some lanes alone, as by invoke_one().
static NamedLanes waitedForByCall(const HoldingPoint &H, const FunctionView &View) {
  const Expr *By = choiceOf(H.S);
  return {warpWidth(), H.Hidden ? nullptr : By,
          (H.Hidden && By) || View.Analysis.holdingWaits().mayRunWait(H.S)};
}

static NamedLanes waitedFor(const HoldingPoint &H, const FunctionView &View,
                            MemoryLocations &Places) {
  return H.Hidden ? namedWhereHidden(H.S, View) : namedLanes(H.S, View, Places);
}

/// Lanes that differ in what names them, a pointer, an object or a mask, come to different waits.
void Uses::addChoice(BarrierUse &W, const NamedLanes &Is) const {
  if (!Is.Unknown && !Is.By)
    return;
  DivergencePoint P;
  P.Where = W.Loc;
  P.Condition = Is.By ? View.Text.text(Is.By->getSourceRange()) : "";
  P.Decides = Is.Unknown
                  ? divergent(ObstacleKind::Unknown,
                              "which lanes it waits for may differ from lane to lane", P.Where)
                  : View.Analysis.uniformity(Is.By);
  if (P.Decides.Why && !Is.Unknown)
    P.Decides.Why->Text =
        "'" + P.Condition + "' is not known to be equal in the warp: " + P.Decides.Why->Text;
  if (P.Decides.Why && W.Lanes > 0) // groups that name themselves differ, too
    P.Decides.Why->Kind = ObstacleKind::Unknown;
  if (parts(P, BlockWidth))
    W.DivergencePoints.push_back(std::move(P));
}

void Uses::addOfLanes(const HoldingPoint &H) {
  const bool Own = H.S && !May.mayRunWait(H.S) && waitsForLanes(H.S, View.Text);
  NamedLanes Is = Own ? waitedFor(H, View, Places) : waitedForByCall(H, View);
  Is.Unknown |= !Own && passesUnknownWarp(H.S, View);
  BarrierUse W = Own ? useAt(H) : callAt(H);
  W.OfLanes = true;
  if (Own) {
    W.Lanes = Is.Lanes;
    W.Name = operationOf(H.S, View.Text).Name;
    Out.NamedLanes = std::max(Out.NamedLanes, W.Lanes);
  }
  if (Own && W.Lanes < 2)
    return;
  const VarDecl *Warp = H.Hidden ? nullptr : warpWaitedFor(H.S, View);
  W.DivergencePoints = View.Analysis.divergencePoints(
      H, {}, [&](const Expr *Condition) { return Warp && isExcused(Condition, Warp, H.S, View); });
  for (DivergencePoint &P : W.DivergencePoints)
    if (P.Condition.empty() && P.Decides.Why) // no mask speaks for what is hidden
      P.Decides.Why->Kind = ObstacleKind::LaneDependent;
  addChoice(W, Is);
  llvm::erase_if(W.DivergencePoints,
                 [&](const DivergencePoint &P) { return !parts(P, Own ? W.Lanes : warpWidth()); });
  if (!Own || !W.DivergencePoints.empty())
    Out.Uses.push_back(std::move(W));
}

void Uses::addOfBlock(const HoldingPoint &H) {
  const std::string Barrier = H.S ? blockBarrierName(H.S, View.Text) : "";
  BarrierUse W = Barrier.empty() ? callAt(H) : useAt(H);
  if (!Barrier.empty())
    W.Name = Barrier;
  else if (H.S)
    W.ConstantArgs = numbers(View, H.S);
  W.DivergencePoints = View.Analysis.divergencePoints(H, Waits);
  if (Barrier.empty())
    addChoice(W, waitedForByCall(H, View));
  if (H.S && !H.Hidden)
    W.Only = View.Analysis.parameterTests(H.S);
  Out.Uses.push_back(std::move(W));
}

FunctionWaits Uses::run() {
  const auto Points = View.Analysis.holdingPoints();
  llvm::copy_if(Points, std::back_inserter(Waits),
                [&](const HoldingPoint &H) { return ofBlock(H); });
  for (const HoldingPoint &H : Points)
    if (H.Hidden || View.Analysis.reachable(H.S))
      ofBlock(H) ? addOfBlock(H) : addOfLanes(H);
  llvm::stable_sort(Out.Uses,
                    [](const BarrierUse &A, const BarrierUse &B) { return A.Loc < B.Loc; });
  return std::move(Out);
}

FunctionWaits functionWaits(const FunctionView &View, MemoryLocations &Places) {
  return Uses(View, Places).run();
}

} // namespace coopify
