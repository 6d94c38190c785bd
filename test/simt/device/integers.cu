// Integer functions, conversions and rounding modes against what an H200 computes: the numbers are
// those of this file, compiled by nvcc 11.8 to PTX (-arch=compute_80 -fmad=false) and run there.
// RUN: %simtcc -Wall -Wextra -Werror -arch=sm_80 -O1 -I%S/Inputs -o %t.exe %s && %t.exe | %FileCheck %s
// CHECK: bits e610e060413c5dcd
// CHECK: integers 0d74a48f38cd4913
// CHECK: packed de3f301dcf416c71
// CHECK: packed_comparisons 75550b850c3c9e65
// CHECK: to_nearest 9e47f244910394f1
// CHECK: to_zero bd93e074939d6e67
// CHECK: up cd89b00a0e6855e9
// CHECK: down fcfaf64465f8a6f6
// CHECK: conversions 8a177a1937c5491a
// CHECK: casts c7a4a9123301a96c
#include "checksums.h"

GROUP(bits)
TEST(clz, __clz(I(0)))
TEST(clzll, __clzll(L(0)))
TEST(ffs, __ffs(I(0)))
TEST(ffsll, __ffsll(L(0)))
TEST(popc, __popc(U(0)))
TEST(popcll, __popcll(UL(0)))
TEST(brev, __brev(U(0)))
TEST(brevll, __brevll(UL(0)))
TEST(byte_perm, __byte_perm(U(0), U(1), U(2)))
TEST(fns, __fns(U(0), U(1) & 31, I(2) % 40))
TEST(shift_l, __funnelshift_l(U(0), U(1), U(2) & 63))
TEST(shift_lc, __funnelshift_lc(U(0), U(1), U(2) & 63))
TEST(shift_r, __funnelshift_r(U(0), U(1), U(2) & 63))
TEST(shift_rc, __funnelshift_rc(U(0), U(1), U(2)))
TEST(left, (I(0) << (U(1) & 63)) + (UL(0) << (U(1) & 127)))
TEST(right, (U(0) >> (U(1) & 63)) + (I(0) >> (U(1) & 63)) + (L(0) >> (U(1) & 127)))
TEST(hiloint, __hiloint2double(__double2loint(D(0)), __double2hiint(D(0))))

GROUP(integers)
TEST(mul24, __mul24(I(0), I(1)))
TEST(umul24, __umul24(U(0), U(1)))
TEST(mulhi, __mulhi(I(0), I(1)))
TEST(umulhi, __umulhi(U(0), U(1)))
TEST(mul64hi, __mul64hi(L(0), L(1)))
TEST(umul64hi, __umul64hi(UL(0), UL(1)))
TEST(sad, __sad(I(0), I(1), U(2)))
TEST(usad, __usad(U(0), U(1), U(2)))
TEST(hadd, __hadd(I(0), I(1)))
TEST(rhadd, __rhadd(I(0), I(1)))
TEST(uhadd, __uhadd(U(0), U(1)))
TEST(urhadd, __urhadd(U(0), U(1)))
TEST(dp4a, __dp4a(I(0), I(1), I(2)))
TEST(dp4a_u, __dp4a(U(0), U(1), U(2)))
TEST(dp2a_lo, __dp2a_lo(I(0), I(1), I(2)))
TEST(dp2a_lo_u, __dp2a_lo(U(0), U(1), U(2)))
TEST(dp2a_hi, __dp2a_hi(I(0), I(1), I(2)))
TEST(dp2a_hi_u, __dp2a_hi(U(0), U(1), U(2)))

#define PACKED(NAME)                                                                               \
  TEST(NAME##2, __##NAME##2(U(0), U(1)))                                                           \
  TEST(NAME##4, __##NAME##4(U(0), U(1)))
#define PACKED_ONE(NAME)                                                                           \
  TEST(NAME##2, __##NAME##2(U(0)))                                                                 \
  TEST(NAME##4, __##NAME##4(U(0)))
#define PACKED_COMPARISON(NAME)                                                                    \
  PACKED(vcmp##NAME##s) PACKED(vcmp##NAME##u) PACKED(vset##NAME##s) PACKED(vset##NAME##u)
GROUP(packed)
PACKED(vadd)
PACKED(vsub)
PACKED(vaddss)
PACKED(vaddus)
PACKED(vsubss)
PACKED(vsubus)
PACKED(vabsdiffs)
PACKED(vabsdiffu)
PACKED(vavgs)
PACKED(vavgu)
PACKED(vhaddu)
PACKED(vmins)
PACKED(vminu)
PACKED(vmaxs)
PACKED(vmaxu)
PACKED(vsads)
PACKED(vsadu)
PACKED_ONE(vabs)
PACKED_ONE(vabsss)
PACKED_ONE(vneg)
PACKED_ONE(vnegss)
GROUP(packed_comparisons)
PACKED(vcmpeq)
PACKED(vcmpne)
PACKED(vseteq)
PACKED(vsetne)
PACKED_COMPARISON(lt)
PACKED_COMPARISON(le)
PACKED_COMPARISON(gt)
PACKED_COMPARISON(ge)

#define ROUNDED(M)                                                                                 \
  TEST(fadd_##M, __fadd_##M(F(0), F(1)))                                                           \
  TEST(fsub_##M, __fsub_##M(F(0), F(1)))                                                           \
  TEST(fmul_##M, __fmul_##M(F(0), F(1)))                                                           \
  TEST(fdiv_##M, __fdiv_##M(F(0), F(1)))                                                           \
  TEST(frcp_##M, __frcp_##M(F(0)))                                                                 \
  TEST(fsqrt_##M, __fsqrt_##M(F(0)))                                                               \
  TEST(fmaf_##M, __fmaf_##M(F(0), F(1), F(2)))                                                     \
  TEST(fmaf_ieee_##M, __fmaf_ieee_##M(F(0), F(1), F(2)))                                           \
  TEST(dadd_##M, __dadd_##M(D(0), D(1)))                                                           \
  TEST(dsub_##M, __dsub_##M(D(0), D(1)))                                                           \
  TEST(dmul_##M, __dmul_##M(D(0), D(1)))                                                           \
  TEST(ddiv_##M, __ddiv_##M(D(0), D(1)))                                                           \
  TEST(drcp_##M, __drcp_##M(D(0)))                                                                 \
  TEST(dsqrt_##M, __dsqrt_##M(D(0)))                                                               \
  TEST(fma_##M, __fma_##M(D(0), D(1), D(2)))
GROUP(to_nearest)
ROUNDED(rn)
TEST(frsqrt, __frsqrt_rn(F(0)))
GROUP(to_zero)
ROUNDED(rz)
GROUP(up)
ROUNDED(ru)
GROUP(down)
ROUNDED(rd)

#define CONVERTED_TO(M, NAME)                                                                      \
  TEST(float2##NAME##_##M, __float2##NAME##_##M(F(0)))                                             \
  TEST(near2##NAME##_##M, __float2##NAME##_##M(G(0)))                                              \
  TEST(double2##NAME##_##M, __double2##NAME##_##M(D(0)))                                           \
  TEST(close2##NAME##_##M, __double2##NAME##_##M(E(0)))
#define CONVERTED(M)                                                                               \
  CONVERTED_TO(M, int)                                                                             \
  CONVERTED_TO(M, uint)                                                                            \
  CONVERTED_TO(M, ll)                                                                              \
  CONVERTED_TO(M, ull)                                                                             \
  TEST(int2float_##M, __int2float_##M(I(0)))                                                       \
  TEST(uint2float_##M, __uint2float_##M(U(0)))                                                     \
  TEST(ll2float_##M, __ll2float_##M(L(0)))                                                         \
  TEST(ull2float_##M, __ull2float_##M(UL(0)))                                                      \
  TEST(ll2double_##M, __ll2double_##M(L(0)))                                                       \
  TEST(ull2double_##M, __ull2double_##M(UL(0)))                                                    \
  TEST(double2float_##M, __double2float_##M(D(0)))
GROUP(conversions)
CONVERTED(rn)
CONVERTED(rz)
CONVERTED(ru)
CONVERTED(rd)

#define CAST(NAME, TYPE)                                                                           \
  TEST(NAME##_of_float, (TYPE)F(0))                                                                \
  TEST(NAME##_of_near, (TYPE)G(0))                                                                 \
  TEST(NAME##_of_double, (TYPE)D(0))                                                               \
  TEST(NAME##_of_close, (TYPE)E(0))
GROUP(casts)
CAST(char, signed char)
CAST(uchar, unsigned char)
CAST(short, short)
CAST(ushort, unsigned short)
CAST(int, int)
CAST(uint, unsigned)
CAST(ll, long long)
CAST(ull, unsigned long long)
