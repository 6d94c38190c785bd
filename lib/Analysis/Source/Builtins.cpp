//===- Builtins.cpp ---------------------------------------------------------===//

#include "Analysis/Source/Builtins.h"

#include "Analysis/Source/IntegerConstant.h"
#include "Model/Uniformity.h"
#include "Model/Warps/WarpWidth.h"

#include "clang/AST/ExprCXX.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace coopify {

unsigned warpWidthOf(const ASTContext &Context) {
  const TargetInfo *Device = &Context.getTargetInfo();
  if (!Device->getTriple().isAMDGPU() && Context.getAuxTargetInfo())
    Device = Context.getAuxTargetInfo();
  return Device->getTriple().isAMDGPU() &&
                 !Device->getTargetOpts().FeatureMap.lookup("wavefrontsize32")
             ? MaxWarpWidth
             : SmallWarp;
}

/// The toolkit's variable that \p E names; "" for any other.
static StringRef variableOfToolkit(const Expr *E, const SourceText &Text) {
  E = E->IgnoreParenImpCasts();
  if (const auto *O = dyn_cast<OpaqueValueExpr>(E); O && O->getSourceExpr())
    E = O->getSourceExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  bool Fits = V && V->getIdentifier() && V->hasGlobalStorage() &&
              V->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
              !Text.isUserFile(V->getLocation());
  return Fits ? V->getName() : StringRef();
}

static StringRef objectOf(const Expr *E, const SourceText &Text) {
  StringRef Name = variableOfToolkit(E, Text);
  return llvm::is_contained({"threadIdx", "blockIdx", "blockDim", "gridDim"}, Name) ? Name
                                                                                    : StringRef();
}

Builtin builtinOf(const Expr *E, const SourceText &Text) {
  E = E->IgnoreParenImpCasts();
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E)) {
    const auto *Property = dyn_cast<MSPropertyRefExpr>(P->getSyntacticForm()->IgnoreParens());
    if (!Property)
      return {};
    return {objectOf(Property->getBaseExpr(), Text), Property->getPropertyDecl()->getName()};
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (!M->getMemberDecl()->getIdentifier())
      return {};
    return {objectOf(M->getBase(), Text), M->getMemberDecl()->getName()};
  }
  return {objectOf(E, Text), ""};
}

std::optional<Range> gridNumbers(StringRef Object, StringRef Member) {
  constexpr int64_t CountedBlocks = 64;
  if (Member.empty())
    return std::nullopt;
  return llvm::StringSwitch<std::optional<Range>>(Object)
      .Case("threadIdx", Range{0, BlockWidth - 1})
      .Case("blockDim", Range{1, BlockWidth})
      .Case("blockIdx", Range{0, CountedBlocks - 1})
      .Case("gridDim", Range{1, CountedBlocks})
      .Default(std::nullopt);
}

bool isThreadIdxX(const Expr *E, const SourceText &Text) {
  return builtinOf(E->IgnoreParenCasts(), Text).is("threadIdx", "x");
}

bool isWarpSize(const Expr *E, const SourceText &Text) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) // its conversion
    E = Call->getImplicitObjectArgument();
  return variableOfToolkit(E, Text) == "warpSize";
}

bool isBitsName(StringRef Callee, StringRef Name) {
  return Callee.consume_front(Name) && (Callee.empty() || Callee == "ll");
}

std::optional<int64_t> laneConstant(const Expr *E, const SourceText &Text,
                                    const ASTContext &Context) {
  E = E->IgnoreParenImpCasts();
  if (isWarpSize(E, Text))
    return warpWidth();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !isWarpSize(B->getLHS(), Text))
    return integerConstant(E, Context);
  std::optional<int64_t> N = integerConstant(B->getRHS(), Context);
  if (B->getOpcode() == BO_Sub && N == 1)
    return warpWidth() - 1;
  if ((B->getOpcode() == BO_Div && N == 2) || (B->getOpcode() == BO_Shr && N == 1))
    return warpWidth() / 2;
  return integerConstant(E, Context);
}

} // namespace coopify
