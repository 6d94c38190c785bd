// Device functions that neither clang's own headers nor its builtins give.
// Declarations are enough: nothing is ever compiled with these headers.
#ifndef COOPIFY_CUDA_DEVICE_H
#define COOPIFY_CUDA_DEVICE_H

extern "C" {
__device__ void *malloc(size_t) __attribute__((nothrow)) __attribute__((malloc));
__device__ void free(void *) __attribute__((nothrow));
__device__ int printf(const char *, ...);
__device__ void __assertfail(const char *message, const char *file, unsigned line,
                             const char *function, size_t charSize);
__device__ static inline void __assert_fail(const char *message, const char *file, unsigned line,
                                            const char *function) {
  __assertfail(message, file, line, function, sizeof(char));
}
int printf(const char *, ...);
}
namespace std {
__device__ static inline void free(void *p) { ::free(p); }
__device__ static inline void *malloc(size_t size) { return ::malloc(size); }
} // namespace std

#define COOPIFY_AS_VECTOR(BUILTIN)                                             \
  __device__ inline BUILTIN::operator dim3() const { return dim3(x, y, z); }   \
  __device__ inline BUILTIN::operator uint3() const {                          \
    uint3 v = {x, y, z};                                                       \
    return v;                                                                  \
  }
COOPIFY_AS_VECTOR(__cuda_builtin_threadIdx_t)
COOPIFY_AS_VECTOR(__cuda_builtin_blockIdx_t)
COOPIFY_AS_VECTOR(__cuda_builtin_blockDim_t)
COOPIFY_AS_VECTOR(__cuda_builtin_gridDim_t)
#undef COOPIFY_AS_VECTOR

// Math that is global for both sides, besides <math.h>.
#define COOPIFY_HOST_DOUBLE(F) __host__ double F(double);
#define COOPIFY_HOST_FLOAT(F) __host__ float F##f(float);
#define COOPIFY_HOST_MATH(F) extern "C" { COOPIFY_HOST_DOUBLE(F) COOPIFY_HOST_FLOAT(F) }            \
  static __inline__ __host__ __device__ float F(float x) { return F##f(x); }
COOPIFY_HOST_MATH(rsqrt)
COOPIFY_HOST_MATH(rcbrt)
COOPIFY_HOST_MATH(sinpi)
COOPIFY_HOST_MATH(cospi)
COOPIFY_HOST_MATH(erfinv)
COOPIFY_HOST_MATH(erfcinv)
COOPIFY_HOST_MATH(erfcx)
COOPIFY_HOST_MATH(normcdf)
COOPIFY_HOST_MATH(normcdfinv)
#undef COOPIFY_HOST_MATH
#undef COOPIFY_HOST_DOUBLE
#undef COOPIFY_HOST_FLOAT
extern "C" __host__ void sincospi(double, double *, double *);
extern "C" __host__ void sincospif(float, float *, float *);
static __inline__ __host__ __device__ void sincospi(float x, float *s, float *c) {
  sincospif(x, s, c);
}
static __inline__ __host__ __device__ void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
static __inline__ __host__ __device__ float exp10(float x) { return exp10f(x); }
static __inline__ __device__ float saturate(float x) { return __saturatef(x); }
static __inline__ __device__ float fdivide(float x, float y) { return x / y; }

// min and max of the other types than (int, int), which clang has.
#define COOPIFY_MINMAX(R, A, B)                                                \
  static __inline__ __device__ R min(A a, B b) { return (R)a < (R)b ? (R)a : (R)b; }             \
  static __inline__ __device__ R max(A a, B b) { return (R)a > (R)b ? (R)a : (R)b; }
COOPIFY_MINMAX(unsigned, unsigned, unsigned)
COOPIFY_MINMAX(unsigned, unsigned, int)
COOPIFY_MINMAX(unsigned, int, unsigned)
COOPIFY_MINMAX(long, long, long)
COOPIFY_MINMAX(unsigned long, unsigned long, unsigned long)
COOPIFY_MINMAX(unsigned long, unsigned long, long)
COOPIFY_MINMAX(unsigned long, long, unsigned long)
COOPIFY_MINMAX(long long, long long, long long)
COOPIFY_MINMAX(unsigned long long, unsigned long long, unsigned long long)
COOPIFY_MINMAX(unsigned long long, unsigned long long, long long)
COOPIFY_MINMAX(unsigned long long, long long, unsigned long long)
COOPIFY_MINMAX(float, float, float)
COOPIFY_MINMAX(double, double, double)
COOPIFY_MINMAX(double, double, float)
COOPIFY_MINMAX(double, float, double)
#undef COOPIFY_MINMAX

// Atomics: device scope, and the block and system scopes.
#define COOPIFY_SCOPES(R, NAME, ...)                                           \
  __device__ R NAME(__VA_ARGS__);                                              \
  __device__ R NAME##_block(__VA_ARGS__);                                      \
  __device__ R NAME##_system(__VA_ARGS__);
#define COOPIFY_ATOMIC(NAME, T) COOPIFY_SCOPES(T, NAME, T *, T)
#define COOPIFY_ATOMIC_INTEGER(T)                                              \
  COOPIFY_ATOMIC(atomicExch, T)                                                \
  COOPIFY_ATOMIC(atomicAdd, T)                                                 \
  COOPIFY_ATOMIC(atomicMin, T)                                                 \
  COOPIFY_ATOMIC(atomicMax, T)                                                 \
  COOPIFY_ATOMIC(atomicAnd, T)                                                 \
  COOPIFY_ATOMIC(atomicOr, T)                                                  \
  COOPIFY_ATOMIC(atomicXor, T)                                                 \
  COOPIFY_SCOPES(T, atomicCAS, T *, T, T)
COOPIFY_ATOMIC_INTEGER(int)
COOPIFY_ATOMIC_INTEGER(unsigned int)
COOPIFY_ATOMIC_INTEGER(unsigned long long)
COOPIFY_ATOMIC(atomicMin, long long)
COOPIFY_ATOMIC(atomicMax, long long)
COOPIFY_ATOMIC(atomicAnd, long long)
COOPIFY_ATOMIC(atomicOr, long long)
COOPIFY_ATOMIC(atomicXor, long long)
COOPIFY_ATOMIC(atomicSub, int)
COOPIFY_ATOMIC(atomicSub, unsigned int)
COOPIFY_ATOMIC(atomicInc, unsigned int)
COOPIFY_ATOMIC(atomicDec, unsigned int)
COOPIFY_ATOMIC(atomicAdd, float)
COOPIFY_ATOMIC(atomicExch, float)
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600 // older code brings its own
COOPIFY_ATOMIC(atomicAdd, double)
#endif
__device__ unsigned short atomicCAS(unsigned short *, unsigned short, unsigned short);
#undef COOPIFY_ATOMIC_INTEGER
#undef COOPIFY_ATOMIC
#undef COOPIFY_SCOPES

// Votes, barriers, matches of CUDA 9; legacy votes are in clang's header and
// legacy shuffles in coopify_optional.h.
__device__ void __syncwarp(unsigned int mask = 0xffffffff);
__device__ int __all_sync(unsigned int mask, int predicate);
__device__ int __any_sync(unsigned int mask, int predicate);
__device__ int __uni_sync(unsigned int mask, int predicate);
__device__ unsigned int __ballot_sync(unsigned int mask, int predicate);
__device__ unsigned int __activemask();
__device__ unsigned int __fns(unsigned int mask, unsigned int base, int offset);
__device__ void __barrier_sync(unsigned int id);
__device__ void __barrier_sync_count(unsigned int id, unsigned int count);
__device__ void __nanosleep(unsigned int ns);
#define COOPIFY_SYNC_SHUFFLES(T)                                               \
  __device__ T __shfl_sync(unsigned int mask, T value, int lane, int width = warpSize);              \
  __device__ T __shfl_up_sync(unsigned int mask, T value, unsigned int delta,  \
                              int width = warpSize);                           \
  __device__ T __shfl_down_sync(unsigned int mask, T value, unsigned int delta,\
                                int width = warpSize);                         \
  __device__ T __shfl_xor_sync(unsigned int mask, T value, int lanes, int width = warpSize);
COOPIFY_SYNC_SHUFFLES(int)
COOPIFY_SYNC_SHUFFLES(unsigned int)
COOPIFY_SYNC_SHUFFLES(long)
COOPIFY_SYNC_SHUFFLES(unsigned long)
COOPIFY_SYNC_SHUFFLES(long long)
COOPIFY_SYNC_SHUFFLES(unsigned long long)
COOPIFY_SYNC_SHUFFLES(float)
COOPIFY_SYNC_SHUFFLES(double)
#undef COOPIFY_SYNC_SHUFFLES
#define COOPIFY_MATCH(T)                                                       \
  __device__ unsigned int __match_any_sync(unsigned int mask, T value);        \
  __device__ unsigned int __match_all_sync(unsigned int mask, T value, int *pred);
COOPIFY_MATCH(int)
COOPIFY_MATCH(unsigned int)
COOPIFY_MATCH(long)
COOPIFY_MATCH(unsigned long)
COOPIFY_MATCH(long long)
COOPIFY_MATCH(unsigned long long)
COOPIFY_MATCH(float)
COOPIFY_MATCH(double)
#undef COOPIFY_MATCH
#define COOPIFY_REDUCE(T)                                                      \
  __device__ T __reduce_add_sync(unsigned int mask, T value);                  \
  __device__ T __reduce_min_sync(unsigned int mask, T value);                  \
  __device__ T __reduce_max_sync(unsigned int mask, T value);
COOPIFY_REDUCE(int)
COOPIFY_REDUCE(unsigned int)
#undef COOPIFY_REDUCE
__device__ unsigned int __reduce_and_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_or_sync(unsigned int mask, unsigned int value);
__device__ unsigned int __reduce_xor_sync(unsigned int mask, unsigned int value);

// Cached loads and stores.
#define COOPIFY_CACHED(T)                                                      \
  __device__ T __ldg(const T *);                                               \
  __device__ T __ldcg(const T *);                                              \
  __device__ T __ldca(const T *);                                              \
  __device__ T __ldcs(const T *);                                              \
  __device__ T __ldlu(const T *);                                              \
  __device__ T __ldcv(const T *);                                              \
  __device__ void __stwb(T *, T);                                              \
  __device__ void __stcg(T *, T);                                              \
  __device__ void __stcs(T *, T);                                              \
  __device__ void __stwt(T *, T);
COOPIFY_CACHED(char)
COOPIFY_CACHED(signed char)
COOPIFY_CACHED(unsigned char)
COOPIFY_CACHED(short)
COOPIFY_CACHED(unsigned short)
COOPIFY_CACHED(int)
COOPIFY_CACHED(unsigned int)
COOPIFY_CACHED(long)
COOPIFY_CACHED(unsigned long)
COOPIFY_CACHED(long long)
COOPIFY_CACHED(unsigned long long)
COOPIFY_CACHED(float)
COOPIFY_CACHED(double)
COOPIFY_CACHED(char2)
COOPIFY_CACHED(char4)
COOPIFY_CACHED(uchar2)
COOPIFY_CACHED(uchar4)
COOPIFY_CACHED(short2)
COOPIFY_CACHED(short4)
COOPIFY_CACHED(ushort2)
COOPIFY_CACHED(ushort4)
COOPIFY_CACHED(int2)
COOPIFY_CACHED(int4)
COOPIFY_CACHED(uint2)
COOPIFY_CACHED(uint4)
COOPIFY_CACHED(longlong2)
COOPIFY_CACHED(ulonglong2)
COOPIFY_CACHED(float2)
COOPIFY_CACHED(float4)
COOPIFY_CACHED(double2)
#undef COOPIFY_CACHED

__device__ unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift);
__device__ unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift);
__device__ unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift);
__device__ unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift);
__device__ int __dp4a(int, int, int);
__device__ unsigned int __dp4a(unsigned int, unsigned int, unsigned int);
__device__ int __dp2a_lo(int, int, int);
__device__ int __dp2a_hi(int, int, int);
__device__ unsigned int __isGlobal(const void *);
__device__ unsigned int __isShared(const void *);
__device__ unsigned int __isConstant(const void *);
__device__ unsigned int __isLocal(const void *);
__device__ size_t __cvta_generic_to_global(const void *);
__device__ size_t __cvta_generic_to_shared(const void *);
__device__ size_t __cvta_generic_to_local(const void *);
__device__ size_t __cvta_generic_to_constant(const void *);
__device__ void *__cvta_shared_to_generic(size_t);
__device__ int mulhi(int, int);
__device__ unsigned int mulhi(unsigned int, unsigned int);
__device__ int mul24(int, int);
__device__ unsigned int umul24(unsigned int, unsigned int);
__device__ int float_as_int(float);
__device__ float int_as_float(int);

// Textures and surfaces by object.
#define COOPIFY_TEX(NAME, ...)                                                 \
  template <class T> __device__ T NAME(cudaTextureObject_t, __VA_ARGS__);      \
  template <class T> __device__ void NAME(T *, cudaTextureObject_t, __VA_ARGS__);
COOPIFY_TEX(tex1Dfetch, int)
COOPIFY_TEX(tex1D, float)
COOPIFY_TEX(tex1DLod, float, float)
COOPIFY_TEX(tex1DGrad, float, float, float)
COOPIFY_TEX(tex1DLayered, float, int)
COOPIFY_TEX(tex2D, float, float)
COOPIFY_TEX(tex2DLod, float, float, float)
COOPIFY_TEX(tex2DGrad, float, float, float2, float2)
COOPIFY_TEX(tex2DLayered, float, float, int)
COOPIFY_TEX(tex3D, float, float, float)
COOPIFY_TEX(tex3DLod, float, float, float, float)
COOPIFY_TEX(texCubemap, float, float, float)
template <class T>
__device__ T tex2Dgather(cudaTextureObject_t, float, float, int component = 0);
#undef COOPIFY_TEX
#define COOPIFY_SURFACE(DIM, ...)                                              \
  template <class T>                                                           \
  __device__ T surf##DIM##read(cudaSurfaceObject_t, __VA_ARGS__,               \
                               cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                     \
  template <class T>                                                           \
  __device__ void surf##DIM##read(T *, cudaSurfaceObject_t, __VA_ARGS__,       \
                                  cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                  \
  template <class T>                                                           \
  __device__ void surf##DIM##write(T, cudaSurfaceObject_t, __VA_ARGS__,        \
                                   cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
COOPIFY_SURFACE(1D, int)
COOPIFY_SURFACE(2D, int, int)
COOPIFY_SURFACE(3D, int, int, int)
COOPIFY_SURFACE(2DLayered, int, int, int)
#undef COOPIFY_SURFACE

#endif
