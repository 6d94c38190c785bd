// Complex numbers as float2 and double2.
#ifndef COOPIFY_HIP_COMPLEX_H
#define COOPIFY_HIP_COMPLEX_H

#include "hip_vector_types.h"

#ifdef __cplusplus
typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;
#define COOPIFY_COMPLEX(C, T, F, SUFFIX)                                       \
  __host__ __device__ T hipCreal##F(C);                                        \
  __host__ __device__ T hipCimag##F(C);                                        \
  __host__ __device__ T hipCabs##F(C);                                         \
  __host__ __device__ T hipCsqabs##F(C);                                       \
  __host__ __device__ C hipConj##F(C);                                         \
  __host__ __device__ C hipCadd##F(C, C);                                      \
  __host__ __device__ C hipCsub##F(C, C);                                      \
  __host__ __device__ C hipCmul##F(C, C);                                      \
  __host__ __device__ C hipCdiv##F(C, C);                                      \
  __host__ __device__ C hipCfma##F(C, C, C);                                   \
  __host__ __device__ C make_hip##SUFFIX##Complex(T, T);
COOPIFY_COMPLEX(hipFloatComplex, float, f, Float)
COOPIFY_COMPLEX(hipDoubleComplex, double, , Double)
#undef COOPIFY_COMPLEX
__host__ __device__ hipComplex make_hipComplex(float, float);
__host__ __device__ hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex);
__host__ __device__ hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex);
#endif

#endif
