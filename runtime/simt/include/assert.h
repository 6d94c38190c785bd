//===- assert.h - assert of kernels ---------------------------------------===//
//
// In place of the C library's, whose failure is a host function. Like that one
// it has no guard: each inclusion asks for NDEBUG anew.
//
//===----------------------------------------------------------------------===//
#undef assert
#ifdef NDEBUG
#define assert(CONDITION) ((void)0)
#elif defined(__CUDA_ARCH__)
#define assert(CONDITION) ((CONDITION) ? (void)0 : simt_assert_fail(#CONDITION))
#else // host code finds this file too
#include_next <assert.h>
#ifdef __CUDA__ // and parses kernels
extern "C" __attribute__((device)) void __assert_fail(const char *, const char *, unsigned,
                                                      const char *);
#endif
#endif
