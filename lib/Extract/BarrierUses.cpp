//===- BarrierUses.cpp -----------------------------------------------------===//

#include "Extract/BarrierUses.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/Walks/Evaluated.h"
#include "Extract/FunctionSummaries.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

//===- Barriers -----------------------------------------------------------===//

/// How a user would name \p S, if it is a barrier for the whole block, or for more: a
/// __syncthreads(), the sync() of a thread_block, a cluster or a grid, `bar.sync 0` in assembly.
/// Empty if not: a named barrier may be for some of the warps only (nccl).
static std::string blockBarrierName(const Stmt *S, const SourceText &Text) {
  Operation O = operationOf(S, Text);
  bool More = O.Kind == OperationKind::ClusterBarrier || O.Kind == OperationKind::GridBarrier;
  return O.Kind == OperationKind::BlockBarrier || (More && O.Waits != WaitsFor::Nobody) ? O.Name
                                                                                        : "";
}

//===- Functions that may come to one -------------------------------------===//

namespace {
class Waiting {
public:
  explicit Waiting(const SourceText &Text) : Text(Text) {}

  /// As far as this unit shows; what it does not show may.
  bool mayWait(const Stmt *S) {
    if (!blockBarrierName(S, Text).empty())
      return true;
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      return !Construct->getConstructor()->isTrivial() && reaches(Construct->getConstructor());
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call || isa<CUDAKernelCallExpr>(Call)) // the kernel's blocks wait, not this one
      return false;
    const FunctionDecl *Callee = Call->getDirectCallee();
    return !Callee || reaches(Callee);
  }

private:
  bool reaches(const FunctionDecl *F) {
    if (Text.isToolkit(F))
      return false;
    const FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) || !Definition->getBody())
      return !F->isTrivial();
    auto [It, New] = Known.try_emplace(F->getCanonicalDecl(), false);
    if (!New)
      return It->second; // on the way round already: it adds nothing
    bool May = anywhereIn(Definition->getBody());
    Known[F->getCanonicalDecl()] = May;
    return May;
  }
  bool anywhereIn(const Stmt *S) {
    return S && (mayWait(S) || llvm::any_of(evaluatedParts(S),
                                            [&](const Stmt *Part) { return anywhereIn(Part); }));
  }

  const SourceText &Text;
  llvm::DenseMap<const FunctionDecl *, bool> Known;
};
} // namespace

static std::vector<PassedConstant> numbers(const FunctionView &View, const Stmt *S) {
  std::vector<PassedConstant> Out;
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return Out;
  for (const Expr *Arg : llvm::drop_begin(Call->arguments(), objectArguments(Call))) {
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Arg))
      Arg = Default->getExpr();
    Out.push_back({View.constant(Arg), View.parameter(Arg)});
  }
  return Out;
}

static BarrierUse waitAt(const FunctionView &View, const Stmt *S) {
  BarrierUse W;
  W.Name = blockBarrierName(S, View.Text);
  SourceLocation Loc = S->getBeginLoc();
  if (const auto *E = dyn_cast<Expr>(S))
    Loc = E->getExprLoc();
  if (W.Name.empty()) {
    const FunctionDecl *Callee = nullptr;
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      Callee = Construct->getConstructor();
    else if (const auto *Call = dyn_cast<CallExpr>(S))
      Callee = Call->getDirectCallee();
    W.Callee = Callee ? usrOf(Callee) : "";
    W.Name = Callee ? Callee->getNameAsString() : "";
    W.ConstantArgs = numbers(View, S);
  }
  W.Loc = View.Text.expansion(Loc);
  W.Range = View.Text.fileRange(S->getSourceRange());
  return W;
}

std::vector<BarrierUse> barrierUses(const FunctionView &View) {
  Waiting May(View.Text);
  std::vector<const Stmt *> Waits;
  View.forEachStmt([&](const Stmt *S) {
    if (May.mayWait(S))
      Waits.push_back(S);
  });
  std::vector<BarrierUse> Out;
  for (const Stmt *S : Waits) {
    if (!View.Analysis.reachable(S))
      continue;
    BarrierUse W = waitAt(View, S);
    W.DivergencePoints = View.Analysis.divergencePoints(S, Waits);
    W.Only = View.Analysis.parameterTests(S);
    if (!W.Name.empty())
      Out.push_back(std::move(W));
  }
  llvm::stable_sort(Out, [](const BarrierUse &A, const BarrierUse &B) { return A.Loc < B.Loc; });
  return Out;
}

} // namespace coopify
