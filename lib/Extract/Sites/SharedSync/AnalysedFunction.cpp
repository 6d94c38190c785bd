//===- AnalysedFunction.cpp ----------------------------------------------===//

#include "Extract/AnalysedFunction.h"

#include "Analysis/SharedMemory/Index/SymbolicIndex.h"
#include "Extract/Sites/SharedSync/SharedRegions.h"

#include "clang/AST/Attr.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace coopify {

/// All subscripts of \p Load are equal in the warp.
static bool atEqualElement(const Expr *Load, SymbolicIndex &Forms) {
  Load = Load->IgnoreParenImpCasts();
  if (const auto *M = dyn_cast<MemberExpr>(Load))
    return atEqualElement(M->getBase(), Forms);
  const auto *A = dyn_cast<ArraySubscriptExpr>(Load);
  if (!A)
    return true;
  const IndexForm I = Forms.of(A->getIdx());
  return I.Poly && Forms.equalInWarp(*I.Poly) && atEqualElement(A->getBase(), Forms);
}

/// The same in all passes and runs. A macro may declare several in one place.
static unsigned idOf(const VarDecl *V, const std::string &USR, const SourceText &Text,
                     const ConvergenceAnalysis::WarpSlots &Others) {
  const Location At = Text.expansion(V->getLocation());
  const std::string Key = USR + ":" + std::to_string(At.Offset) + ":" + V->getNameAsString();
  auto Id = unsigned(llvm::xxh3_64bits(Key));
  while (llvm::any_of(Others, [&](const auto &Slot) { return Slot.second == Id; }))
    ++Id;
  return Id;
}

/// The shared variables of which all lanes may load one element.
static ConvergenceAnalysis::WarpSlots candidates(const FunctionView &View) {
  ConvergenceAnalysis::WarpSlots Out;
  SymbolicIndex Forms(View.Function, View.Context, View.Analysis.variables(), &View.Analysis);
  View.forEachStmt([&](const Stmt *S) {
    const auto *C = dyn_cast<ImplicitCastExpr>(S);
    if (!C || C->getCastKind() != CK_LValueToRValue)
      return;
    const VarDecl *V = View.Analysis.ownSharedVariable(C->getSubExpr());
    if (V && !Out.count(V) && atEqualElement(C->getSubExpr(), Forms))
      Out.try_emplace(V, idOf(V, View.USR, View.Text, Out));
  });
  return Out;
}

static bool usesShared(const FunctionDecl *F) {
  return llvm::any_of(F->decls(), [](const Decl *D) { return D->hasAttr<CUDASharedAttr>(); });
}

AnalysedFunction analyse(const FunctionDecl *F, const std::string &USR, ASTContext &Context,
                         const SourceText &Text, Collectives &CollectiveUses,
                         PassedPointers *Passed) {
  auto Make = [&](ConvergenceAnalysis::WarpSlots Slots) {
    return std::make_unique<ConvergenceAnalysis>(F, Context, Text, CollectiveUses,
                                                 std::move(Slots));
  };
  AnalysedFunction Out{Make(ConvergenceAnalysis::WarpSlots()), {}};
  if (Out.Analysis->tooLarge() || !usesShared(F))
    return Out;
  ConvergenceAnalysis::WarpSlots Slots = candidates({F, USR, Context, Text, *Out.Analysis, Passed});
  while (!Slots.empty()) {
    auto Believing = Make(Slots);
    std::vector<WarpSlot> Served = servedSlots({F, USR, Context, Text, *Believing, Passed});
    if (Served.size() == Slots.size())
      return {std::move(Believing), std::move(Served)};
    // Without one, others may stand no more.
    ConvergenceAnalysis::WarpSlots Left;
    for (const auto &Slot : Slots)
      if (llvm::any_of(Served, [&](const WarpSlot &S) { return S.Id == Slot.second; }))
        Left.insert(Slot);
    Slots = std::move(Left);
  }
  return Out;
}

} // namespace coopify
