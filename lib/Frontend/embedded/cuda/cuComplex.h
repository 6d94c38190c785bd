#ifndef COOPIFY_CUDA_COMPLEX_H
#define COOPIFY_CUDA_COMPLEX_H

#include "vector_functions.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define COOPIFY_COMPLEX(C, T, F, SUFFIX)                                       \
  __host__ __device__ T cuCreal##F(C);                                         \
  __host__ __device__ T cuCimag##F(C);                                         \
  __host__ __device__ T cuCabs##F(C);                                          \
  __host__ __device__ C cuConj##F(C);                                          \
  __host__ __device__ C cuCadd##F(C, C);                                       \
  __host__ __device__ C cuCsub##F(C, C);                                       \
  __host__ __device__ C cuCmul##F(C, C);                                       \
  __host__ __device__ C cuCdiv##F(C, C);                                       \
  __host__ __device__ C cuCfma##F(C, C, C);                                    \
  __host__ __device__ C make_cu##SUFFIX##Complex(T, T);
COOPIFY_COMPLEX(cuFloatComplex, float, f, Float)
COOPIFY_COMPLEX(cuDoubleComplex, double, , Double)
#undef COOPIFY_COMPLEX
__host__ __device__ cuComplex make_cuComplex(float, float);
__host__ __device__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex);
__host__ __device__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex);

#endif
