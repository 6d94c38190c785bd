//===- LaneMask.cpp - which lanes a mask names ----------------------------===//

#include "Extract/Masks/LaneMask.h"

#include "Analysis/SharedMemory/SharedAccess.h"
#include "Analysis/SharedMemory/Steps/SharedSteps.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

/// `if (i == lane) mask = ballot;` in a loop: each lane that comes to \p Use has another one's.
static bool setBySome(const VarDecl *V, const Stmt *Use, const FunctionView &View) {
  const Expr *At = View.Analysis.variables().assignments(V).front().At;
  if (!At)
    return false;
  const auto Conditions = passedBetween(View, Use, At);
  return !Conditions || !Conditions->empty();
}

/// The one value that a local gets, where it is declared or in one assignment.
static const Expr *onlyValue(const VarDecl *V, const Variables &Vars) {
  if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) || !Vars.followed(V))
    return nullptr;
  const auto Sets = Vars.assignments(V);
  return Sets.size() == 1 && Sets.front().sets() ? Sets.front().Value : nullptr;
}

const Expr *withoutWholeCasts(const Expr *Mask, const ASTContext &Context) {
  auto Whole = [&](const Expr *E) {
    const QualType T = E->getType();
    return T->isIntegralOrUnscopedEnumerationType() ? Context.getIntWidth(T) >= 32
                                                    : !T->isRealFloatingType();
  };
  Mask = Mask->IgnoreParens();
  const auto *Cast = dyn_cast<CastExpr>(Mask);
  if (!Cast || !Whole(Cast) || !Whole(Cast->getSubExpr()))
    return Mask;
  return withoutWholeCasts(Cast->getSubExpr(), Context);
}

static LaneMask follow(const Expr *Mask, const FunctionView &View, unsigned Deep);

static LaneMask madeBy(const CallExpr *Call, const FunctionView &View, unsigned Deep) {
  const StringRef Name = View.toolkitCallee(Call);
  LaneMask Out;
  Out.Made = Call;
  if (Name == "__activemask") {
    Out.Of = LaneMask::WhoeverIsHere;
  } else if (Name == "__ballot" || Name == "__ballot_sync") {
    Out.Vote = Call->getArg(Name == "__ballot" ? 0 : 1);
    Out.Of = View.constant(Out.Vote).value_or(0) != 0 ? LaneMask::WhoeverIsHere : LaneMask::Voters;
    // Among lanes that are named nobody else is counted.
    if (Out.Of == LaneMask::WhoeverIsHere && Name == "__ballot_sync")
      return follow(Call->getArg(0), View, Deep + 1);
  }
  return Out;
}

/// Variables may be set to each other in rounds of a loop.
static constexpr unsigned MaxFollowed = 8;

static LaneMask follow(const Expr *Mask, const FunctionView &View, unsigned Deep) {
  LaneMask Out;
  if (Deep > MaxFollowed)
    return Out;
  auto N = View.constant(Mask);
  if (N = N ? N : maskConstant(Mask, View.Context); N) {
    Out.Of = LaneMask::Constant;
    Out.Lanes = uint64_t(*N) & allLanes();
    return Out;
  }
  Mask = withoutWholeCasts(Mask, View.Context);
  if (const auto *Call = dyn_cast<CallExpr>(Mask))
    return madeBy(Call, View, Deep);
  const auto *Ref = dyn_cast<DeclRefExpr>(Mask);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const Expr *Value = V ? onlyValue(V, View.Analysis.variables()) : nullptr;
  if (!Value || setBySome(V, Ref, View))
    return Out;
  Out = follow(Value, View, Deep + 1);
  Out.Held = V;
  return Out;
}

LaneMask laneMask(const Expr *Mask, const FunctionView &View) { return follow(Mask, View, 0); }

/// A call whose first argument is a mask.
static const Expr *maskOf(const Stmt *S, const FunctionView &View) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const WarpIntrinsic *Is = Call ? findWarpIntrinsic(View.toolkitCallee(Call)) : nullptr;
  return Is && Is->Sync && Call->getNumArgs() > 0 ? Call->getArg(0) : nullptr;
}

bool usedOtherwise(const VarDecl *Held, const FunctionView &View) {
  unsigned All = 0, AsMask = 0;
  auto Is = [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    return Ref && Ref->getDecl() == Held;
  };
  View.forEachStmt([&](const Stmt *S) {
    All += Is(S) || isa<LambdaExpr>(S); // nobody looks into one
    const Expr *Mask = maskOf(S, View);
    AsMask += Mask && Is(Mask->IgnoreParenCasts());
  });
  return All > AsMask;
}

static void collectMadeOf(const Stmt *S, const FunctionView &View,
                          llvm::DenseSet<const VarDecl *> &Out) {
  if (const auto *Property = dyn_cast<PseudoObjectExpr>(S)) // threadIdx.x, as clang has it
    return collectMadeOf(Property->getSyntacticForm(), View, Out);
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(S); Opaque && Opaque->getSourceExpr())
    return collectMadeOf(Opaque->getSourceExpr(), View, Out);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && Out.insert(V).second)
      if (const Expr *Value = onlyValue(V, View.Analysis.variables()))
        collectMadeOf(Value, View, Out);
  for (const Stmt *Part : S->children())
    if (Part)
      collectMadeOf(Part, View, Out);
}

llvm::DenseSet<const VarDecl *> madeOf(const Expr *E, const FunctionView &View) {
  llvm::DenseSet<const VarDecl *> Out;
  collectMadeOf(E, View, Out);
  return Out;
}

//===-- Ways -----------------------------------------------------------------===//

namespace {
/// Collects the conditions from the body down to a statement.
class Way {
public:
  Way(const FunctionView &View, const Stmt *Outer, const Stmt *Inner)
      : View(View), Outer(Outer), Inner(Inner) {}
  std::optional<std::vector<Passed>> run();

private:
  void down(const Stmt *S);
  void through(const Stmt *S, const Stmt *Part);
  void pass(const Expr *Condition, bool Holds);
  bool jumps(const Stmt *S) const;

  const FunctionView &View;
  const Stmt *Outer, *Inner;
  std::vector<Passed> Found;
  bool Followed = true;
};
} // namespace

void Way::pass(const Expr *Condition, bool Holds) {
  if (Condition && View.Analysis.decision(Condition, nullptr).UniformOver < warpWidth())
    Found.push_back({Condition, Holds});
}

/// The lanes that come from \p S to \p Part of it.
void Way::through(const Stmt *S, const Stmt *Part) {
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (Part != If->getCond())
      pass(If->getCond(), Part == If->getThen());
  } else if (const auto *C = dyn_cast<AbstractConditionalOperator>(S)) {
    if (Part != C->getCond())
      pass(C->getCond(), Part == C->getTrueExpr());
  } else if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp()) {
    if (Part == B->getRHS())
      pass(B->getLHS(), B->getOpcode() == BO_LAnd);
  } else if (const Expr *Again = loopCondition(S)) {
    pass(Again, true);
  } else if (isa<SwitchStmt, CXXForRangeStmt, CXXTryStmt, LambdaExpr>(S)) {
    Followed = false;
  }
}

/// Some lanes may leave by it.
bool Way::jumps(const Stmt *S) const {
  if (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt>(S))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Part) { return Part && jumps(Part); });
}

void Way::down(const Stmt *S) {
  if (S == Inner)
    return;
  bool Since = !holds(S, Outer); // below the place where the two ways part
  for (const Stmt *Part : S->children()) {
    if (!Part)
      continue;
    if (holds(Part, Inner)) {
      if (!holds(Part, Outer))
        through(S, Part);
      return down(Part);
    }
    Followed &= !(Since && jumps(Part));
    Since |= holds(Part, Outer);
  }
}

std::optional<std::vector<Passed>> Way::run() {
  down(View.Function->getBody());
  return Followed ? std::optional(std::move(Found)) : std::nullopt;
}

std::optional<std::vector<Passed>> passedBetween(const FunctionView &View, const Stmt *Outer,
                                                 const Stmt *Inner) {
  if (!holds(View.Function->getBody(), Outer) || !holds(View.Function->getBody(), Inner))
    return std::nullopt;
  return Way(View, Outer, Inner).run();
}

bool sameCondition(const Expr *A, const Expr *B, const ASTContext &Context) {
  if (alike(A, B, Context))
    return true;
  const auto *OA = dyn_cast<BinaryOperator>(A->IgnoreParenImpCasts());
  const auto *OB = dyn_cast<BinaryOperator>(B->IgnoreParenImpCasts());
  if (!OA || !OB || !OA->isComparisonOp() || !OB->isComparisonOp())
    return false;
  return BinaryOperator::reverseComparisonOp(OA->getOpcode()) == OB->getOpcode() &&
         alike(OA->getLHS(), OB->getRHS(), Context) && alike(OA->getRHS(), OB->getLHS(), Context);
}

} // namespace coopify
