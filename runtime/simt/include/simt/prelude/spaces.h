//===- spaces.h - kinds of memory, and loads and stores by cache -*- C++ -*-===//
#ifndef COOPIFY_SIMT_PRELUDE_SPACES_H
#define COOPIFY_SIMT_PRELUDE_SPACES_H

#include "machine_calls.h"

template <class _T> struct simt_same {
  typedef _T type;
};
// Plain accesses, in the caller's function, with the caller's scheduling point: there are no
// caches.
#define SIMT_ACCESS static __device__ inline __attribute__((always_inline))
#define SIMT_LOAD(NAME)                                                                            \
  template <class _T> SIMT_ACCESS _T NAME(const _T *_P) { return *_P; }
#define SIMT_STORE(NAME)                                                                           \
  template <class _T> SIMT_ACCESS void NAME(_T *_P, typename simt_same<_T>::type _V) { *_P = _V; }
SIMT_LOAD(__ldg)
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldlu)
SIMT_STORE(__stwb)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwt)
// PTX ISA, cache operators: ld.cv "fetch again" is what volatile is, which needs a scalar.
template <class _T, bool = __is_scalar(_T)> struct simt_again {
  typedef const _T type;
};
template <class _T> struct simt_again<_T, true> {
  typedef const volatile _T type;
};
template <class _T> SIMT_ACCESS _T __ldcv(const _T *_P) {
  return *(typename simt_again<_T>::type *)_P;
}
#undef SIMT_STORE
#undef SIMT_LOAD
#undef SIMT_ACCESS

// All memory has one space here, so an address is the same in each.
#define SIMT_SPACE(NAME, SPACE)                                                                    \
  SIMT_DEVICE unsigned __is##NAME(const void *_P) { return simt_space_of(_P) == SPACE; }
#define SIMT_CONVERT(SPACE)                                                                        \
  SIMT_DEVICE size_t __cvta_generic_to_##SPACE(const void *_P) { return (size_t)_P; }              \
  SIMT_DEVICE void *__cvta_##SPACE##_to_generic(size_t Address) { return (void *)Address; }
SIMT_SPACE(Global, simt_global)
SIMT_SPACE(Shared, simt_shared)
SIMT_SPACE(Constant, simt_constant)
SIMT_SPACE(Local, simt_local)
SIMT_SPACE(GridConstant, simt_constant)
SIMT_CONVERT(global)
SIMT_CONVERT(shared)
SIMT_CONVERT(local)
SIMT_CONVERT(constant)
SIMT_CONVERT(grid_constant)
#undef SIMT_CONVERT
#undef SIMT_SPACE

// For profilers.
SIMT_DEVICE void __prof_trigger(int) {}
SIMT_DEVICE void __pm0() {}
SIMT_DEVICE void __pm1() {}
SIMT_DEVICE void __pm2() {}
SIMT_DEVICE void __pm3() {}

#endif
