// Names that a user's own definition may collide with. Each block can be left
// out by its COOPIFY_NO_ macro: when the parser meets such a collision it parses
// once more with the block off (ParseUnit.cpp finds the macro in the #ifndef
// above the place that a note points to). Definitions, not declarations: a
// user's definition of a merely declared function would silently become ours.
#ifndef COOPIFY_OPTIONAL_H
#define COOPIFY_OPTIONAL_H

// The legacy shuffles: signatures of sm_30_intrinsics.h.
#define COOPIFY_SHUFFLE(T, NAME, SECOND)                                       \
  static __inline__ __device__ T NAME(T value, SECOND, int = warpSize) { return value; }

#ifndef COOPIFY_NO_SHFL_INT
COOPIFY_SHUFFLE(int, __shfl, int)
#endif
#ifndef COOPIFY_NO_SHFL_UNSIGNED_INT
COOPIFY_SHUFFLE(unsigned int, __shfl, int)
#endif
#ifndef COOPIFY_NO_SHFL_LONG
COOPIFY_SHUFFLE(long, __shfl, int)
#endif
#ifndef COOPIFY_NO_SHFL_UNSIGNED_LONG
COOPIFY_SHUFFLE(unsigned long, __shfl, int)
#endif
#ifndef COOPIFY_NO_SHFL_LONG_LONG
COOPIFY_SHUFFLE(long long, __shfl, int)
#endif
#ifndef COOPIFY_NO_SHFL_UNSIGNED_LONG_LONG
COOPIFY_SHUFFLE(unsigned long long, __shfl, int)
#endif
#ifndef COOPIFY_NO_SHFL_FLOAT
COOPIFY_SHUFFLE(float, __shfl, int)
#endif
#ifndef COOPIFY_NO_SHFL_DOUBLE
COOPIFY_SHUFFLE(double, __shfl, int)
#endif
#ifndef COOPIFY_NO_SHFL_UP_INT
COOPIFY_SHUFFLE(int, __shfl_up, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_UP_UNSIGNED_INT
COOPIFY_SHUFFLE(unsigned int, __shfl_up, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_UP_LONG
COOPIFY_SHUFFLE(long, __shfl_up, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_UP_UNSIGNED_LONG
COOPIFY_SHUFFLE(unsigned long, __shfl_up, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_UP_LONG_LONG
COOPIFY_SHUFFLE(long long, __shfl_up, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_UP_UNSIGNED_LONG_LONG
COOPIFY_SHUFFLE(unsigned long long, __shfl_up, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_UP_FLOAT
COOPIFY_SHUFFLE(float, __shfl_up, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_UP_DOUBLE
COOPIFY_SHUFFLE(double, __shfl_up, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_DOWN_INT
COOPIFY_SHUFFLE(int, __shfl_down, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_DOWN_UNSIGNED_INT
COOPIFY_SHUFFLE(unsigned int, __shfl_down, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_DOWN_LONG
COOPIFY_SHUFFLE(long, __shfl_down, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_DOWN_UNSIGNED_LONG
COOPIFY_SHUFFLE(unsigned long, __shfl_down, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_DOWN_LONG_LONG
COOPIFY_SHUFFLE(long long, __shfl_down, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_DOWN_UNSIGNED_LONG_LONG
COOPIFY_SHUFFLE(unsigned long long, __shfl_down, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_DOWN_FLOAT
COOPIFY_SHUFFLE(float, __shfl_down, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_DOWN_DOUBLE
COOPIFY_SHUFFLE(double, __shfl_down, unsigned int)
#endif
#ifndef COOPIFY_NO_SHFL_XOR_INT
COOPIFY_SHUFFLE(int, __shfl_xor, int)
#endif
#ifndef COOPIFY_NO_SHFL_XOR_UNSIGNED_INT
COOPIFY_SHUFFLE(unsigned int, __shfl_xor, int)
#endif
#ifndef COOPIFY_NO_SHFL_XOR_LONG
COOPIFY_SHUFFLE(long, __shfl_xor, int)
#endif
#ifndef COOPIFY_NO_SHFL_XOR_UNSIGNED_LONG
COOPIFY_SHUFFLE(unsigned long, __shfl_xor, int)
#endif
#ifndef COOPIFY_NO_SHFL_XOR_LONG_LONG
COOPIFY_SHUFFLE(long long, __shfl_xor, int)
#endif
#ifndef COOPIFY_NO_SHFL_XOR_UNSIGNED_LONG_LONG
COOPIFY_SHUFFLE(unsigned long long, __shfl_xor, int)
#endif
#ifndef COOPIFY_NO_SHFL_XOR_FLOAT
COOPIFY_SHUFFLE(float, __shfl_xor, int)
#endif
#ifndef COOPIFY_NO_SHFL_XOR_DOUBLE
COOPIFY_SHUFFLE(double, __shfl_xor, int)
#endif
#undef COOPIFY_SHUFFLE

// In NVIDIA's articles and samples, but in no header of theirs (11.8, 13.0).
#ifdef COOPIFY_CUDA_PRELUDE_H
#ifndef COOPIFY_NO_LANEMASK_LT
static __inline__ __device__ unsigned int __lanemask_lt() { return __nvvm_read_ptx_sreg_lanemask_lt(); }
#endif
#ifndef COOPIFY_NO_LANEMASK_LE
static __inline__ __device__ unsigned int __lanemask_le() { return __nvvm_read_ptx_sreg_lanemask_le(); }
#endif
#ifndef COOPIFY_NO_LANEMASK_EQ
static __inline__ __device__ unsigned int __lanemask_eq() { return __nvvm_read_ptx_sreg_lanemask_eq(); }
#endif
#ifndef COOPIFY_NO_LANEMASK_GE
static __inline__ __device__ unsigned int __lanemask_ge() { return __nvvm_read_ptx_sreg_lanemask_ge(); }
#endif
#ifndef COOPIFY_NO_LANEMASK_GT
static __inline__ __device__ unsigned int __lanemask_gt() { return __nvvm_read_ptx_sreg_lanemask_gt(); }
#endif
#endif

// nvcc has these on the host too (crt/math_functions.h); clang only in kernels.
#define COOPIFY_HOST_PICK(NAME, OP, R, A, B)                                   \
  static __inline__ __host__ R NAME(A a, B b) { return (R)a OP(R) b ? (R)a : (R)b; }
#ifndef COOPIFY_NO_HOST_MIN
COOPIFY_HOST_PICK(min, <, int, int, int)
COOPIFY_HOST_PICK(min, <, unsigned, unsigned, unsigned)
COOPIFY_HOST_PICK(min, <, unsigned, unsigned, int)
COOPIFY_HOST_PICK(min, <, unsigned, int, unsigned)
COOPIFY_HOST_PICK(min, <, long, long, long)
COOPIFY_HOST_PICK(min, <, unsigned long, unsigned long, unsigned long)
COOPIFY_HOST_PICK(min, <, unsigned long, unsigned long, long)
COOPIFY_HOST_PICK(min, <, unsigned long, long, unsigned long)
COOPIFY_HOST_PICK(min, <, long long, long long, long long)
COOPIFY_HOST_PICK(min, <, unsigned long long, unsigned long long, unsigned long long)
COOPIFY_HOST_PICK(min, <, unsigned long long, unsigned long long, long long)
COOPIFY_HOST_PICK(min, <, unsigned long long, long long, unsigned long long)
COOPIFY_HOST_PICK(min, <, float, float, float)
COOPIFY_HOST_PICK(min, <, double, double, double)
COOPIFY_HOST_PICK(min, <, double, double, float)
COOPIFY_HOST_PICK(min, <, double, float, double)
#endif
#ifndef COOPIFY_NO_HOST_MAX
COOPIFY_HOST_PICK(max, >, int, int, int)
COOPIFY_HOST_PICK(max, >, unsigned, unsigned, unsigned)
COOPIFY_HOST_PICK(max, >, unsigned, unsigned, int)
COOPIFY_HOST_PICK(max, >, unsigned, int, unsigned)
COOPIFY_HOST_PICK(max, >, long, long, long)
COOPIFY_HOST_PICK(max, >, unsigned long, unsigned long, unsigned long)
COOPIFY_HOST_PICK(max, >, unsigned long, unsigned long, long)
COOPIFY_HOST_PICK(max, >, unsigned long, long, unsigned long)
COOPIFY_HOST_PICK(max, >, long long, long long, long long)
COOPIFY_HOST_PICK(max, >, unsigned long long, unsigned long long, unsigned long long)
COOPIFY_HOST_PICK(max, >, unsigned long long, unsigned long long, long long)
COOPIFY_HOST_PICK(max, >, unsigned long long, long long, unsigned long long)
COOPIFY_HOST_PICK(max, >, float, float, float)
COOPIFY_HOST_PICK(max, >, double, double, double)
COOPIFY_HOST_PICK(max, >, double, double, float)
COOPIFY_HOST_PICK(max, >, double, float, double)
#endif
#undef COOPIFY_HOST_PICK

#endif
