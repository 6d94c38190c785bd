// Half precision and bfloat16 against what an H200 computes: the numbers are those of this file,
// compiled by nvcc 11.8 to PTX (-arch=compute_80 -fmad=false) and run there.
// RUN: %simtcc -Wall -Wextra -Werror -arch=sm_80 -O1 -I%S/Inputs -o %t.exe %s && %t.exe | %FileCheck %s
// CHECK: half_arithmetic e4004d8f4dde45e7
// CHECK: half_math 32033e12593e8c1a
// CHECK: half_comparisons 6be2026f61826677
// CHECK: half_conversions 1363e0fe50c39be6
// CHECK: bfloat_arithmetic d4150a303c1b2e76
// CHECK: bfloat_math f5d1037dee49db2c
// CHECK: bfloat_comparisons e5bb88e221e7818b
// CHECK: bfloat_conversions c2df964a9f11acc3
#include "checksums.h"

#define BINARY(P, NAME, NAME2, A, AA)                                                              \
  TEST(P##_##NAME, __##NAME(A(0), A(1)))                                                           \
  TEST(P##_##NAME2, __##NAME2(AA(0), AA(1)))
#define TERNARY(P, NAME, NAME2, A, AA)                                                             \
  TEST(P##_##NAME, __##NAME(A(0), A(1), A(2)))                                                     \
  TEST(P##_##NAME2, __##NAME2(AA(0), AA(1), AA(2)))
#define ARITHMETIC(P, A, AA)                                                                       \
  GROUP(P##_arithmetic)                                                                            \
  BINARY(P, hadd, hadd2, A, AA)                                                                    \
  BINARY(P, hsub, hsub2, A, AA)                                                                    \
  BINARY(P, hmul, hmul2, A, AA)                                                                    \
  BINARY(P, hadd_sat, hadd2_sat, A, AA)                                                            \
  BINARY(P, hsub_sat, hsub2_sat, A, AA)                                                            \
  BINARY(P, hmul_sat, hmul2_sat, A, AA)                                                            \
  BINARY(P, hdiv, h2div, A, AA)                                                                    \
  BINARY(P, hmin, hmin2, A, AA)                                                                    \
  BINARY(P, hmax, hmax2, A, AA)                                                                    \
  BINARY(P, hmin_nan, hmin2_nan, A, AA)                                                            \
  BINARY(P, hmax_nan, hmax2_nan, A, AA)                                                            \
  TERNARY(P, hfma, hfma2, A, AA)                                                                   \
  TERNARY(P, hfma_sat, hfma2_sat, A, AA)                                                           \
  TERNARY(P, hfma_relu, hfma2_relu, A, AA)                                                         \
  TEST(P##_hcmadd, __hcmadd(AA(0), AA(1), AA(2)))                                                  \
  TEST(P##_neg, __hneg(A(0)))                                                                      \
  TEST(P##_neg2, __hneg2(AA(0)))                                                                   \
  TEST(P##_abs, __habs(A(0)))                                                                      \
  TEST(P##_abs2, __habs2(AA(0)))                                                                   \
  TEST(P##_operators, -A(0) * A(1) + A(2) - A(0) / A(1))                                           \
  TEST(P##_operators2, -AA(0) * AA(1) + AA(2) - AA(0) / AA(1))                                     \
  TEST(P##_swap, __lowhigh2highlow(AA(0)))

#define MATH(P, A)                                                                                 \
  GROUP(P##_math)                                                                                  \
  TEST(P##_ceil, hceil(A(0)))                                                                      \
  TEST(P##_cos, hcos(A(0)))                                                                        \
  TEST(P##_exp, hexp(A(0)))                                                                        \
  TEST(P##_exp2, hexp2(A(0)))                                                                      \
  TEST(P##_exp10, hexp10(A(0)))                                                                    \
  TEST(P##_floor, hfloor(A(0)))                                                                    \
  TEST(P##_log, hlog(A(0)))                                                                        \
  TEST(P##_log2, hlog2(A(0)))                                                                      \
  TEST(P##_log10, hlog10(A(0)))                                                                    \
  TEST(P##_rcp, hrcp(A(0)))                                                                        \
  TEST(P##_rint, hrint(A(0)))                                                                      \
  TEST(P##_rsqrt, hrsqrt(A(0)))                                                                    \
  TEST(P##_sin, hsin(A(0)))                                                                        \
  TEST(P##_sqrt, hsqrt(A(0)))                                                                      \
  TEST(P##_trunc, htrunc(A(0)))

#define COMPARISON(P, NAME, A, AA)                                                                 \
  TEST(P##_h##NAME, __h##NAME(A(0), A(1)))                                                         \
  TEST(P##_h##NAME##2, __h##NAME##2(AA(0), AA(1)))                                                 \
  TEST(P##_hb##NAME##2, __hb##NAME##2(AA(0), AA(1)))
#define COMPARISONS(P, A, AA)                                                                      \
  GROUP(P##_comparisons)                                                                           \
  COMPARISON(P, eq, A, AA)                                                                         \
  COMPARISON(P, equ, A, AA)                                                                        \
  COMPARISON(P, ne, A, AA)                                                                         \
  COMPARISON(P, neu, A, AA)                                                                        \
  COMPARISON(P, lt, A, AA)                                                                         \
  COMPARISON(P, ltu, A, AA)                                                                        \
  COMPARISON(P, le, A, AA)                                                                         \
  COMPARISON(P, leu, A, AA)                                                                        \
  COMPARISON(P, gt, A, AA)                                                                         \
  COMPARISON(P, gtu, A, AA)                                                                        \
  COMPARISON(P, ge, A, AA)                                                                         \
  COMPARISON(P, geu, A, AA)                                                                        \
  TEST(P##_signs, (A(0) < A(1)) + 2 * (A(0) <= A(1)) + 4 * (A(0) == A(1)) + 8 * (A(0) != A(1)))    \
  TEST(P##_isnan, __hisnan(A(0)))

#define CONVERTED_INTEGER(P, N, M, NAME, V, A)                                                     \
  TEST(P##_of_##NAME##_##M, __##NAME##2##N##_##M(V(0)))                                            \
  TEST(P##_of_low_##NAME##_##M, __##NAME##2##N##_##M(V(0) >> 15))                                  \
  TEST(P##_to_##NAME##_##M, __##N##2##NAME##_##M(A(0)))
#define CONVERTED(P, N, M, A)                                                                      \
  TEST(P##_of_float_##M, __float2##N##_##M(F(0)))                                                  \
  TEST(P##_of_near_##M, __float2##N##_##M(G(0)))                                                   \
  CONVERTED_INTEGER(P, N, M, int, I, A)                                                            \
  CONVERTED_INTEGER(P, N, M, uint, U, A)                                                           \
  CONVERTED_INTEGER(P, N, M, short, S, A)                                                          \
  CONVERTED_INTEGER(P, N, M, ushort, US, A)                                                        \
  CONVERTED_INTEGER(P, N, M, ll, L, A)                                                             \
  CONVERTED_INTEGER(P, N, M, ull, UL, A)
#define CONVERSIONS(P, N, A, AA)                                                                   \
  GROUP(P##_conversions)                                                                           \
  CONVERTED(P, N, rn, A)                                                                           \
  CONVERTED(P, N, rz, A)                                                                           \
  CONVERTED(P, N, ru, A)                                                                           \
  CONVERTED(P, N, rd, A)                                                                           \
  TEST(P##_of_double, __double2##N(D(0)))                                                          \
  TEST(P##_of_close, __double2##N(E(0)))                                                           \
  TEST(P##_to_float, __##N##2float(A(0)))                                                          \
  TEST(P##_low, __low2float(AA(0)))                                                                \
  TEST(P##_high, __high2float(AA(0)))

ARITHMETIC(half, H, HH)
MATH(half, H)
COMPARISONS(half, H, HH)
CONVERSIONS(half, half, H, HH)
ARITHMETIC(bfloat, B, BB)
MATH(bfloat, B)
COMPARISONS(bfloat, B, BB)
CONVERSIONS(bfloat, bfloat16, B, BB)
