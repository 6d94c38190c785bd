//===- IntegerConstant.h - numbers that the compiler knows --------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SOURCE_INTEGERCONSTANT_H
#define COOPIFY_ANALYSIS_SOURCE_INTEGERCONSTANT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <cstdint>
#include <optional>

namespace coopify {

/// The bits of a constant that is a mask: those of ~0ull, which is no number of 63 bits, are -1.
std::optional<int64_t> maskConstant(const clang::Expr *E, const clang::ASTContext &Context);

/// The value of \p E, which may be null, if it is an integer or enumerator that is constant,
/// without side effects and fits.
std::optional<int64_t> integerConstant(const clang::Expr *E, const clang::ASTContext &Context);

/// What the conversion \p C makes of \p N; nullopt: no conversion between integers, or no int64_t.
std::optional<int64_t> convertedNumber(int64_t N, const clang::CastExpr *C,
                                       const clang::ASTContext &Context);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_INTEGERCONSTANT_H
