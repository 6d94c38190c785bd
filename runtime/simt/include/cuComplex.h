//===- cuComplex.h - complex numbers ------------------------------*- C++ -*-===//
//
// For kernels and host code, C and C++. A GPU's compiler makes other last bits of them, for it
// fuses products and sums.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_SIMT_CUCOMPLEX_H
#define COOPIFY_SIMT_CUCOMPLEX_H

#define CU_COMPLEX_H_

#include <vector_functions.h>

#define SIMT_COMPLEX static __inline__ __host__ __device__

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// Absolute values neither overflow nor underflow on the way, nor do the parts of a quotient.
#define SIMT_COMPLEX_OF(_C, _T, F, KIND)                                                           \
  SIMT_COMPLEX _C make_cu##KIND##Complex(_T _Real, _T _Im) {                                       \
    _C _R = {_Real, _Im};                                                                          \
    return _R;                                                                                     \
  }                                                                                                \
  SIMT_COMPLEX _T cuCreal##F(_C _A) { return _A.x; }                                               \
  SIMT_COMPLEX _T cuCimag##F(_C _A) { return _A.y; }                                               \
  SIMT_COMPLEX _T cuCabs##F(_C _A) { return __builtin_hypot##F(_A.x, _A.y); }                      \
  SIMT_COMPLEX _C cuConj##F(_C _A) { return make_cu##KIND##Complex(_A.x, -_A.y); }                 \
  SIMT_COMPLEX _C cuCadd##F(_C _A, _C _B) {                                                        \
    return make_cu##KIND##Complex(_A.x + _B.x, _A.y + _B.y);                                       \
  }                                                                                                \
  SIMT_COMPLEX _C cuCsub##F(_C _A, _C _B) {                                                        \
    return make_cu##KIND##Complex(_A.x - _B.x, _A.y - _B.y);                                       \
  }                                                                                                \
  SIMT_COMPLEX _C cuCmul##F(_C _A, _C _B) {                                                        \
    return make_cu##KIND##Complex(_A.x * _B.x - _A.y * _B.y, _A.x * _B.y + _A.y * _B.x);           \
  }                                                                                                \
  SIMT_COMPLEX _C cuCdiv##F(_C _A, _C _B) {                                                        \
    const _T _Scale = 1 / (__builtin_fabs##F(_B.x) + __builtin_fabs##F(_B.y));                     \
    const _C _Over = make_cu##KIND##Complex(_A.x * _Scale, _A.y * _Scale);                         \
    const _C _Under = make_cu##KIND##Complex(_B.x * _Scale, -_B.y * _Scale);                       \
    const _T _Square = 1 / (_Under.x * _Under.x + _Under.y * _Under.y);                            \
    const _C _R = cuCmul##F(_Over, _Under);                                                        \
    return make_cu##KIND##Complex(_R.x * _Square, _R.y * _Square);                                 \
  }                                                                                                \
  SIMT_COMPLEX _C cuCfma##F(_C _A, _C _B, _C _D) { return cuCadd##F(cuCmul##F(_A, _B), _D); }
SIMT_COMPLEX_OF(cuFloatComplex, float, f, Float)
SIMT_COMPLEX_OF(cuDoubleComplex, double, , Double)
#undef SIMT_COMPLEX_OF

SIMT_COMPLEX cuComplex make_cuComplex(float _Real, float _Im) {
  return make_cuFloatComplex(_Real, _Im);
}
SIMT_COMPLEX cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex _A) {
  return make_cuDoubleComplex(_A.x, _A.y);
}
SIMT_COMPLEX cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex _A) {
  return make_cuFloatComplex((float)_A.x, (float)_A.y);
}
#undef SIMT_COMPLEX

#endif
