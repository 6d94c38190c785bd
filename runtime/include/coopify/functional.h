//===- functional.h - Operators for reduce and the scans ------------------------===//
//
// CUDA guide 11.6.3.2; seed 004, 6.3.2.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_FUNCTIONAL_H
#define COOPIFY_FUNCTIONAL_H

#include "detail/target.h"

#if COOPIFY_HAS_TARGET

namespace coopify {

template <typename T> struct plus {
  COOPIFY_FN T operator()(T a, T b) const { return a + b; }
};
/// The lesser and the greater value, not a comparison; both use operator< and keep `a` where
/// neither is less (so a NaN in `a` stays).
template <typename T> struct less {
  COOPIFY_FN T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct greater {
  COOPIFY_FN T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T> struct bit_and {
  COOPIFY_FN T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct bit_or {
  COOPIFY_FN T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct bit_xor {
  COOPIFY_FN T operator()(T a, T b) const { return a ^ b; }
};

} // namespace coopify

#endif // COOPIFY_HAS_TARGET

#endif // COOPIFY_FUNCTIONAL_H
