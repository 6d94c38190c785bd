//===- IntegerConstant.cpp ----------------------------------------------------===//

#include "Analysis/Source/IntegerConstant.h"

using namespace clang;

std::optional<int64_t> coopify::integerConstant(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult R;
  if (!E || E->isValueDependent() || E->containsErrors() ||
      !E->getType()->isIntegralOrEnumerationType() || !E->EvaluateAsInt(R, Context) ||
      R.HasSideEffects || !R.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}
