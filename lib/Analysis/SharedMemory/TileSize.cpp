//===- TileSize.cpp -----------------------------------------------------------===//

#include "Analysis/SharedMemory/TileSize.h"

#include "Analysis/SharedMemory/Index/SymbolicIndex.h"

using namespace clang;

namespace coopify {

std::optional<TileSize> tileSize(const FunctionView &View) {
  std::optional<TileSize> Size;
  View.forEachStmt([&](const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (!B || (B->getOpcode() != BO_Div && B->getOpcode() != BO_Rem) ||
        builtinNumber(B->getLHS()) != std::pair(StringRef("threadIdx"), StringRef("x")))
      return;
    const Expr *Right = B->getRHS(); // IgnoreImpCasts() would look through the parameter
    while (const auto *C = dyn_cast<ImplicitCastExpr>(Right->IgnoreParens()))
      Right = C->getSubExpr();
    const auto *By = dyn_cast<SubstNonTypeTemplateParmExpr>(Right->IgnoreParens());
    if (auto N = By ? View.constant(B->getRHS()) : std::nullopt; N && *N >= 2 && *N <= warpWidth())
      Size = TileSize{By->getParameter()->getNameAsString(), unsigned(*N)};
  });
  return Size;
}

/// Another instance of the function divides by a smaller number.
static bool hasSmallerTiles(const FunctionDecl *F, const TileSize &Size) {
  const FunctionTemplateDecl *Template = F->getPrimaryTemplate();
  if (!Template)
    return false;
  return llvm::any_of(Template->specializations(), [&](const FunctionDecl *Other) {
    const TemplateArgumentList *Args = Other->getTemplateSpecializationArgs();
    for (auto [P, A] : llvm::zip(*Template->getTemplateParameters(), Args->asArray()))
      if (P->getName() == Size.Text && A.getKind() == TemplateArgument::Integral)
        return A.getAsIntegral() < warpWidth();
    return false;
  });
}

std::string warpSize(const FunctionView &View) {
  std::optional<TileSize> Size = tileSize(View);
  bool Named = Size && Size->Lanes == warpWidth() && hasSmallerTiles(View.Function, *Size);
  return Named ? Size->Text : "";
}

} // namespace coopify
