//===- PtxBits.cpp - bit fields, permutations, packed words ---------------===//
//
// PTX ISA, integer arithmetic, logic and shift, video instructions.
//
//===----------------------------------------------------------------------===//
#include "PtxTranslator.h"

#include "simt/prelude/packed_calls.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace simt;

bool PtxTranslator::bits(const PtxInstruction &I) {
  return field(I) || insert(I) || find(I) || funnel(I) || logic(I) || permute(I) || dot(I) ||
         video(I) || videoShift(I);
}

bool PtxTranslator::field(const PtxInstruction &I) {
  const PtxType Type = ptxType(I.type());
  if (I.part(0) != "bfe" || Type.Bits < 32)
    return false;
  Value *A = input(I, 1, Type);
  return A && give(I, call("simt_extract_bits",
                           {coerce(A, {64}), word(I, 2), word(I, 3), number(Type.Bits),
                            number(Type.IsSigned)},
                           64));
}

bool PtxTranslator::insert(const PtxInstruction &I) {
  const PtxType Type = ptxType(I.type());
  if (I.part(0) != "bfi" || Type.Bits < 32)
    return false;
  Value *A = input(I, 1, Type), *B = input(I, 2, Type);
  return A && B &&
         give(I, call("simt_insert_bits",
                      {coerce(A, {64}), coerce(B, {64}), word(I, 3), word(I, 4), number(Type.Bits)},
                      64));
}

// bfind, and those of one operand.
bool PtxTranslator::find(const PtxInstruction &I) {
  const PtxType Type = ptxType(I.type());
  Value *A = I.Operands.size() == 2 && Type.Bits >= 32 ? input(I, 1, Type) : nullptr;
  if (!A)
    return false;
  if (I.part(0) == "bfind")
    return give(I, call("simt_find_bit", {coerce(A, {64}), number(Type.Bits), number(Type.IsSigned),
                                          number(I.has("shiftamt"))}));
  if (I.part(0) == "brev")
    return give(I, Builder.CreateUnaryIntrinsic(Intrinsic::bitreverse, A));
  if (I.part(0) == "popc")
    return give(I, coerce(Builder.CreateUnaryIntrinsic(Intrinsic::ctpop, A), {32}));
  if (I.part(0) == "clz")
    return give(
        I, coerce(Builder.CreateBinaryIntrinsic(Intrinsic::ctlz, A, Builder.getFalse()), {32}));
  return false;
}

// shf.l.wrap.b32 d, low, high, count.
bool PtxTranslator::funnel(const PtxInstruction &I) {
  if (I.part(0) != "shf" || I.type() != "b32")
    return false;
  Value *Low = word(I, 1), *High = word(I, 2), *Count = word(I, 3);
  if (!Low || !High || !Count)
    return false;
  Count = I.has("wrap") ? Builder.CreateAnd(Count, 31)
                        : Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count, number(32));
  Count = coerce(Count, {64});
  Value *Both = Builder.CreateOr(Builder.CreateShl(coerce(High, {64}), 32), coerce(Low, {64}));
  Value *Shifted = I.has("l") ? Builder.CreateLShr(Builder.CreateShl(Both, Count), 32)
                              : Builder.CreateLShr(Both, Count);
  return give(I, coerce(Shifted, {32}));
}

// lop3.b32 d, a, b, c, table: bit 4a + 2b + c of the table, for each bit.
bool PtxTranslator::logic(const PtxInstruction &I) {
  if (I.part(0) != "lop3" || I.type() != "b32" || I.Operands.size() != 5)
    return false;
  Value *Of[] = {word(I, 1), word(I, 2), word(I, 3)};
  auto *Table = dyn_cast_or_null<ConstantInt>(word(I, 4));
  if (!Of[0] || !Of[1] || !Of[2] || !Table)
    return false;
  Value *Result = number(0);
  for (unsigned Row = 0; Row != 8; ++Row) {
    if (!(Table->getZExtValue() >> Row & 1))
      continue;
    Value *Term = number(~0u);
    for (unsigned K = 0; K != 3; ++K)
      Term = Builder.CreateAnd(Term, Row >> (2 - K) & 1 ? Of[K] : Builder.CreateNot(Of[K]));
    Result = Builder.CreateOr(Result, Term);
  }
  return give(I, Result);
}

bool PtxTranslator::permute(const PtxInstruction &I) {
  return I.part(0) == "prmt" && I.Name.size() == 2 &&
         give(I, call("simt_permute", {word(I, 1), word(I, 2), word(I, 3)}));
}

// dp4a.s32.u32 d, a, b, c; dp2a.lo.s32.s32 d, a, b, c.
bool PtxTranslator::dot(const PtxInstruction &I) {
  if (I.part(0) != "dp4a" && I.part(0) != "dp2a")
    return false;
  const bool IsPair = I.part(0) == "dp2a";
  Value *A = number(I.part(1 + IsPair) == "s32"), *B = number(I.part(2 + IsPair) == "s32");
  if (!IsPair)
    return give(I, call("simt_dot4", {A, B, word(I, 1), word(I, 2), word(I, 3)}));
  return give(I,
              call("simt_dot2", {A, B, number(I.has("hi")), word(I, 1), word(I, 2), word(I, 3)}));
}

// vshl.u32.u32.u32.clamp.add d, a, b, c: of whole words.
bool PtxTranslator::videoShift(const PtxInstruction &I) {
  if ((I.part(0) != "vshl" && I.part(0) != "vshr") || I.part(1) != "u32" || I.part(2) != "u32" ||
      I.has("sat"))
    return false;
  Value *A = word(I, 1), *Count = word(I, 2);
  if (!A || !Count)
    return false;
  Count = I.has("wrap") ? Builder.CreateAnd(Count, 31)
                        : Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count, number(32));
  A = coerce(A, {64}), Count = coerce(Count, {64});
  Value *Shifted = I.part(0) == "vshl" ? Builder.CreateShl(A, Count) : Builder.CreateLShr(A, Count);
  Shifted = coerce(Shifted, {32});
  if (I.type() != "add")
    return I.Operands.size() == 3 && give(I, Shifted);
  Value *C = word(I, 3);
  return C && give(I, Builder.CreateAdd(Shifted, C));
}

// vabsdiff4.u32.u32.u32.add d, a, b, c and its kin, of one type and of all parts.
bool PtxTranslator::video(const PtxInstruction &I) {
  StringRef Name = I.part(0);
  const bool IsPair = Name.ends_with("2");
  if (!Name.consume_front("v") || !(Name.consume_back("2") || Name.consume_back("4")) ||
      I.part(1) != I.part(2) || I.part(2) != I.part(3) || !I.part(1).ends_with("32"))
    return false;
  const bool Saturates = I.has("sat"), IsSigned = I.part(1) == "s32";
  const int What = StringSwitch<int>(Name)
                       .Case("add", Saturates ? simt_packed_add_sat : simt_packed_add)
                       .Case("sub", Saturates ? simt_packed_sub_sat : simt_packed_sub)
                       .Case("avrg", simt_packed_average)
                       .Case("absdiff", simt_packed_difference)
                       .Case("min", simt_packed_min)
                       .Case("max", simt_packed_max)
                       .Default(-1);
  Value *Part =
      number(IsPair ? (IsSigned ? simt_s16 : simt_u16_part) : (IsSigned ? simt_s8 : simt_u8));
  if (I.type() == "add") {
    Value *Sum = call("simt_packed_sad", {Part, word(I, 1), word(I, 2)}), *C = word(I, 3);
    return What == simt_packed_difference && !Saturates && Sum && C &&
           give(I, Builder.CreateAdd(Sum, C));
  }
  return What >= 0 &&
         give(I, call("simt_packed_values", {number(What), Part, word(I, 1), word(I, 2)}));
}
