//===- TypedValue.h - what types make of abstract values ---------*- C++ -*-===//
//
// Value.h counts without bounds. A program counts modulo 2^Bits: threadIdx.x - 16 is a huge number
// in 16 lanes. A value here is known modulo 2^Bits of its type. fits() makes of it the number that
// the type holds, as far as that still is Scale * threadIdx.x + rest; whatever is no ring operation
// (comparisons, /, %, >>, a wider type) works on such numbers alone.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_TYPEDVALUE_H
#define COOPIFY_ANALYSIS_CONVERGENCE_TYPEDVALUE_H

#include "Analysis/Convergence/Value.h"

#include "clang/AST/OperationKinds.h"
#include "llvm/ADT/ArrayRef.h"

namespace coopify {

/// The number that \p T holds.
Value fits(Value V, IntegerType T);
/// \p V of type \p From as one of type \p To.
Value converted(Value V, IntegerType From, IntegerType To);
/// \p V, which is one of \p Numbers, as its type holds them.
Value oneOf(Value V, llvm::ArrayRef<int64_t> Numbers);

/// \p L \p Op \p R; \p L is of the type \p T that is computed in, so is \p R, but for shifts.
/// Nothing is known of operators that are no arithmetic.
Value arithmetic(clang::BinaryOperatorKind Op, Value L, IntegerType T, Value R,
                 IntegerType OfRight);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_TYPEDVALUE_H
