// Inline PTX against what an H200 computes: the numbers are those of this file, compiled by nvcc
// 11.8 to PTX (-arch=compute_80) and run there.
// RUN: %simtcc -Wall -Wextra -Werror -arch=sm_80 -O1 -I%S/Inputs -o %t.exe %s && %t.exe | %FileCheck %s
// CHECK: fields f6106bd1d7919900
// CHECK: products 113084fe24bc9560
// CHECK: video 2c20f2ae6450f19b
// CHECK: predicates 5efe0f6304d07176
#include "checksums.h"

#define PTX(NAME, TEXT, ...)                                                                       \
  BODY(NAME, u32 R = 0; asm volatile(TEXT : "+r"(R) : __VA_ARGS__); Out[Id] = R)
#define PTX64(NAME, TEXT, ...)                                                                     \
  BODY(NAME, u64 R = 0; asm volatile(TEXT : "+l"(R) : __VA_ARGS__); Out[Id] = R)
#define ABC "r"(U(0)), "r"(U(1)), "r"(U(2))
#define OF_THREE(NAME, OP) PTX(NAME, OP " %0, %1, %2, %3;", ABC)
#define OF_TWO(NAME, OP) PTX(NAME, OP " %0, %1, %2;", ABC)
#define OF_ONE(NAME, OP) PTX(NAME, OP " %0, %1;", ABC)

GROUP(fields)
PTX(bfe_u32, "bfe.u32 %0, %1, %2, %3;", "r"(U(0)), "r"(U(1) & 63), "r"(U(2) & 63))
PTX(bfe_s32, "bfe.s32 %0, %1, %2, %3;", "r"(U(0)), "r"(U(1) & 63), "r"(U(2) & 63))
PTX(bfe_any, "bfe.s32 %0, %1, %2, %3;", ABC)
PTX64(bfe_s64, "bfe.s64 %0, %1, %2, %3;", "l"(UL(0)), "r"(U(1) & 127), "r"(U(2) & 127))
PTX(bfi, "bfi.b32 %0, %1, %2, %3, %4;", "r"(U(0)), "r"(U(1)), "r"(U(2) & 63), "r"(U(3) & 63))
PTX64(bfi_64, "bfi.b64 %0, %1, %2, %3, %4;", "l"(UL(0)), "l"(UL(1)), "r"(U(2) & 127),
      "r"(U(3) & 127))
OF_ONE(bfind_u32, "bfind.u32")
OF_ONE(bfind_s32, "bfind.s32")
OF_ONE(bfind_shift, "bfind.shiftamt.u32")
PTX(bfind_s64, "bfind.s64 %0, %1;", "l"(UL(0)))
OF_ONE(popc, "popc.b32")
OF_ONE(clz, "clz.b32")
OF_ONE(brev, "brev.b32")
OF_ONE(not_, "not.b32")
OF_ONE(cnot, "cnot.b32")
OF_ONE(neg, "neg.s32")
OF_ONE(abs_, "abs.s32")
OF_THREE(prmt, "prmt.b32")
PTX(lop3, "lop3.b32 %0, %1, %2, %3, 0xca;", ABC)
PTX(shf_l, "shf.l.wrap.b32 %0, %1, %2, %3;", "r"(U(0)), "r"(U(1)), "r"(U(2) & 63))
PTX(shf_r, "shf.r.clamp.b32 %0, %1, %2, %3;", "r"(U(0)), "r"(U(1)), "r"(U(2) & 63))
PTX(shr, "shr.s32 %0, %1, %2;", "r"(U(0)), "r"(U(1) & 63))

GROUP(products)
OF_TWO(mul_hi_u32, "mul.hi.u32")
OF_TWO(mul_hi_s32, "mul.hi.s32")
OF_TWO(mul24_lo, "mul24.lo.s32")
OF_TWO(mul24_hi, "mul24.hi.u32")
OF_TWO(min_s32, "min.s32")
OF_TWO(max_u32, "max.u32")
OF_THREE(mad_lo, "mad.lo.s32")
OF_THREE(mad_hi, "mad.hi.u32")
OF_THREE(mad24, "mad24.lo.u32")
OF_THREE(sad, "sad.s32")
OF_THREE(slct, "slct.u32.s32")
OF_THREE(dp4a, "dp4a.s32.u32")
OF_THREE(dp2a, "dp2a.hi.u32.s32")
PTX64(mul_wide, "mul.wide.s32 %0, %1, %2;", ABC)
PTX64(mad_wide, "mad.wide.u32 %0, %1, %2, %3;", "r"(U(0)), "r"(U(1)), "l"(UL(2)))
PTX64(cvt_s64, "cvt.s64.s32 %0, %1;", ABC)
PTX(cvt_s8, "cvt.s32.s8 %0, %1;", ABC)
PTX(add_carry, "{ add.cc.u32 %0, %1, %2; addc.u32 %0, %3, %0; }", ABC)
PTX(sub_borrow, "{ .reg .u32 t; sub.cc.u32 t, %1, %2; subc.cc.u32 t, %3, %1; subc.u32 %0, %2, t; }",
    ABC)
PTX(mad_carry, "{ .reg .u32 t; mad.lo.cc.u32 t, %1, %2, %3; madc.hi.u32 %0, %1, %2, t; }", ABC)

#define VIDEO(NAME, TYPE) PTX(NAME##_##TYPE, #NAME "." #TYPE "." #TYPE "." #TYPE " %0, %1, %2, %3;", \
                              "r"(U(0)), "r"(U(1)), "r"(0))
GROUP(video)
VIDEO(vadd4, s32)
VIDEO(vsub2, u32)
VIDEO(vavrg4, s32)
VIDEO(vavrg2, u32)
VIDEO(vabsdiff4, u32)
VIDEO(vmin2, s32)
VIDEO(vmax4, u32)
PTX(vabsdiff4_add, "vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;", ABC)
PTX(vadd4_sat, "vadd4.s32.s32.s32.sat %0, %1, %2, %3;", "r"(U(0)), "r"(U(1)), "r"(0))

GROUP(predicates)
PTX(setp_lt, "{ .reg .pred p; setp.lt.s32 p, %1, %2; selp.u32 %0, 7, 9, p; }", ABC)
PTX(setp_hi, "{ .reg .pred p; setp.hi.u32 p, %1, %2; selp.u32 %0, %1, %2, p; }", ABC)
PTX(set_ge, "set.ge.u32.s32 %0, %1, %2;", ABC)
PTX(two, "{ .reg .pred p, q, r; setp.lt.u32 r, %1, %3; setp.gt.and.s32 p|q, %1, %2, r; "
         "selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }", ABC)
PTX(guard, "{ .reg .pred p; setp.lt.s32 p, %1, %2; mov.u32 %0, 5; @p mov.u32 %0, %3; "
           "@!p add.u32 %0, %0, %1; }", ABC)
PTX(logic, "{ .reg .pred p, q; setp.eq.u32 p, %1, %2; setp.ne.u32 q, %1, %3; xor.pred p, p, q; "
           "not.pred q, p; selp.b32 %0, %1, %3, q; }", ABC)
