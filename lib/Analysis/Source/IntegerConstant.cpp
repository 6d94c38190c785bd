//===- IntegerConstant.cpp ----------------------------------------------------===//

#include "Analysis/Source/IntegerConstant.h"

#include "Analysis/Source/BrokenDecls.h"

using namespace clang;

std::optional<int64_t> coopify::integerConstant(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult R;
  if (!E || E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType() || !E->EvaluateAsInt(R, Context) ||
      R.HasSideEffects || !R.Val.getInt().isRepresentableByInt64() || restsOnError(E))
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

std::optional<int64_t> coopify::maskConstant(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult R;
  if (!E || E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType() || !E->EvaluateAsInt(R, Context) ||
      R.HasSideEffects || R.Val.getInt().getBitWidth() > 64 || restsOnError(E))
    return std::nullopt;
  return R.Val.getInt().extOrTrunc(64).getSExtValue();
}

std::optional<int64_t> coopify::convertedNumber(int64_t N, const CastExpr *C,
                                                const ASTContext &Context) {
  switch (C->getCastKind()) {
  case CK_LValueToRValue:
  case CK_NoOp:
    return N;
  case CK_IntegralToBoolean:
    return N != 0;
  case CK_IntegralCast: {
    const llvm::APSInt Number(llvm::APInt(64, N, /*isSigned=*/true), /*isUnsigned=*/false);
    llvm::APSInt To = Number.extOrTrunc(Context.getIntWidth(C->getType()));
    To.setIsSigned(C->getType()->isSignedIntegerOrEnumerationType());
    return To.isRepresentableByInt64() ? std::optional(To.getExtValue()) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}
