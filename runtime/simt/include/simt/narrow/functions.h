// Arithmetic and mathematics. No guard: once for each type.
#define SIMT_OF(BITS) SIMT_NAME(__ushort_as_, )(BITS)
// The functions of one, and of two of them part by part.
#define SIMT_UNARY(NAME, NAME2, RESULT)                                                            \
  SIMT_NARROW_FUNCTION SIMT_T NAME(SIMT_T _A) { return RESULT; }                                   \
  SIMT_NARROW_FUNCTION SIMT_T2 NAME2(SIMT_T2 _A) { return SIMT_T2(NAME(_A.x), NAME(_A.y)); }
#define SIMT_BINARY(NAME, NAME2, RESULT)                                                           \
  SIMT_NARROW_FUNCTION SIMT_T NAME(SIMT_T _A, SIMT_T _B) { return RESULT; }                        \
  SIMT_NARROW_FUNCTION SIMT_T2 NAME2(SIMT_T2 _A, SIMT_T2 _B) {                                     \
    return SIMT_T2(NAME(_A.x, _B.x), NAME(_A.y, _B.y));                                            \
  }
#define SIMT_TERNARY(NAME, NAME2, RESULT)                                                          \
  SIMT_NARROW_FUNCTION SIMT_T NAME(SIMT_T _A, SIMT_T _B, SIMT_T _C) { return RESULT; }             \
  SIMT_NARROW_FUNCTION SIMT_T2 NAME2(SIMT_T2 _A, SIMT_T2 _B, SIMT_T2 _C) {                         \
    return SIMT_T2(NAME(_A.x, _B.x, _C.x), NAME(_A.y, _B.y, _C.y));                                \
  }

SIMT_NARROW_FUNCTION bool __hisnan(SIMT_T _A) {
  return (_A.__x & 0x7fff) > (simt_narrow(SIMT_F, simt_rn, __builtin_inf()));
}
SIMT_NARROW_FUNCTION int __hisinf(SIMT_T _A) {
  return (_A.__x & 0x7fff) != simt_narrow(SIMT_F, simt_rn, __builtin_inf()) ? 0
         : _A.__x & 0x8000                                                  ? -1
                                                                            : 1;
}
// CUDA Math API: to 0 and 1, a NaN to 0; and of _relu below 0, where a NaN stays.
SIMT_NARROW_FUNCTION SIMT_T simt_saturate(SIMT_T _A) {
  const float _V = SIMT_NAME(__, 2float)(_A);
  return _V >= 1 ? SIMT_NAME(__float2, )(1.0f) : _V > 0 ? _A : SIMT_OF(0);
}
SIMT_NARROW_FUNCTION SIMT_T simt_relu(SIMT_T _A) {
  return __hisnan(_A) || !(_A.__x & 0x8000) ? _A : SIMT_OF(0);
}
SIMT_NARROW_FUNCTION SIMT_T simt_compute(simt_arithmetic What, SIMT_T _A, SIMT_T _B, SIMT_T _C) {
  return SIMT_OF(simt_narrow_arithmetic(SIMT_F, What, _A.__x, _B.__x, _C.__x));
}

#define SIMT_ARITHMETIC(NAME, WHAT)                                                                \
  SIMT_BINARY(__h##NAME, __h##NAME##2, simt_compute(WHAT, _A, _B, _A))                             \
  SIMT_BINARY(__h##NAME##_rn, __h##NAME##2_rn, simt_compute(WHAT, _A, _B, _A))                     \
  SIMT_BINARY(__h##NAME##_sat, __h##NAME##2_sat, simt_saturate(simt_compute(WHAT, _A, _B, _A)))
SIMT_ARITHMETIC(add, simt_plus)
SIMT_ARITHMETIC(sub, simt_minus)
SIMT_ARITHMETIC(mul, simt_times)
#undef SIMT_ARITHMETIC
SIMT_BINARY(__hdiv, __h2div, simt_compute(simt_over, _A, _B, _A))
SIMT_TERNARY(__hfma, __hfma2, simt_compute(simt_fused, _A, _B, _C))
SIMT_TERNARY(__hfma_sat, __hfma2_sat, simt_saturate(__hfma(_A, _B, _C)))
SIMT_TERNARY(__hfma_relu, __hfma2_relu, simt_relu(__hfma(_A, _B, _C)))
SIMT_UNARY(__hneg, __hneg2, SIMT_OF(__hisnan(_A) ? 0x7fff : (unsigned short)(_A.__x ^ 0x8000)))
SIMT_UNARY(__habs, __habs2, SIMT_OF(__hisnan(_A) ? 0x7fff : _A.__x & 0x7fff))
// CUDA Math API: a complex product and a sum.
SIMT_NARROW_FUNCTION SIMT_T2 __hcmadd(SIMT_T2 _A, SIMT_T2 _B, SIMT_T2 _C) {
  SIMT_T _Re = __hfma(_A.x, _B.x, _C.x), _Im = __hfma(_A.x, _B.y, _C.y);
  return SIMT_T2(__hfma(__hneg(_A.y), _B.y, _Re), __hfma(_A.y, _B.x, _Im));
}

// A NaN loses, or with _nan wins; of two zeros the negative one is less.
SIMT_NARROW_FUNCTION bool simt_is_less(SIMT_T _A, SIMT_T _B) {
  const float _X = SIMT_NAME(__, 2float)(_A), _Y = SIMT_NAME(__, 2float)(_B);
  return _X < _Y || (_X == _Y && (_A.__x & 0x8000) > (_B.__x & 0x8000));
}
#define SIMT_EXTREMUM(NAME, IS_FIRST)                                                              \
  SIMT_BINARY(__h##NAME##_nan, __h##NAME##2_nan,                                                   \
              __hisnan(_A) || __hisnan(_B) ? SIMT_OF(0x7fff)                                       \
              : IS_FIRST                   ? _A                                                    \
                                           : _B)                                                   \
  SIMT_BINARY(__h##NAME, __h##NAME##2,                                                             \
              __hisnan(_A)   ? (__hisnan(_B) ? SIMT_OF(0x7fff) : _B)                               \
              : __hisnan(_B) ? _A                                                                  \
                             : __h##NAME##_nan(_A, _B))
SIMT_EXTREMUM(min, simt_is_less(_A, _B))
SIMT_EXTREMUM(max, simt_is_less(_B, _A))
#undef SIMT_EXTREMUM

#define SIMT_MATH(NAME)                                                                            \
  SIMT_UNARY(h##NAME, h2##NAME, SIMT_OF(simt_narrow_math(SIMT_F, simt_##NAME, _A.__x)))
SIMT_MATH(ceil)
SIMT_MATH(cos)
SIMT_MATH(exp)
SIMT_MATH(exp10)
SIMT_MATH(exp2)
SIMT_MATH(floor)
SIMT_MATH(log)
SIMT_MATH(log10)
SIMT_MATH(log2)
SIMT_MATH(rcp)
SIMT_MATH(rint)
SIMT_MATH(rsqrt)
SIMT_MATH(sin)
SIMT_MATH(sqrt)
SIMT_MATH(tanh)
SIMT_MATH(trunc)
#undef SIMT_MATH
SIMT_UNARY(htanh_approx, h2tanh_approx, htanh(_A))
#undef SIMT_TERNARY
#undef SIMT_UNARY
