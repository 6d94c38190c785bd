//===- PtxArithmetic.cpp - sums, products, comparisons, conversions -------===//
//
// PTX ISA, integer arithmetic, comparison and data movement instructions.
//
//===----------------------------------------------------------------------===//
#include "PtxTranslator.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace simt;

// mov.b64 {low, high}, a; mov.b64 d, {low, high}.
bool PtxTranslator::pack(const PtxInstruction &I) {
  const PtxType Type = ptxType(I.type());
  if (I.part(0) != "mov" || I.Operands.size() != 2 || !Type.Bits)
    return false;
  const bool Unpacks = StringRef(I.Operands[0]).starts_with("{");
  StringRef Braces = I.Operands[Unpacks ? 0 : 1];
  if (!Braces.consume_front("{") || !Braces.consume_back("}"))
    return false;
  const std::vector<std::string> Parts = splitOperands(Braces);
  const unsigned Bits = Type.Bits / unsigned(Parts.size());
  Value *Whole = Unpacks ? input(I, 1, {Type.Bits}) : number(0, Type.Bits);
  for (unsigned K = 0; Whole && K != Parts.size(); ++K) {
    if (Unpacks) {
      write(Parts[K], coerce(Builder.CreateLShr(Whole, K * Bits), {Bits}));
      continue;
    }
    Value *Part = read(Parts[K]);
    if (!Part)
      return false;
    Part = coerce(coerce(Part, {Bits}), {Type.Bits});
    Whole = Builder.CreateOr(Whole, Builder.CreateShl(Part, K * Bits));
  }
  return Whole && (Unpacks || give(I, Whole));
}

bool PtxTranslator::arithmetic(const PtxInstruction &I) {
  if (I.Operands.empty() || StringRef(I.Operands[0]).starts_with("{"))
    return pack(I);
  if (ptxType(I.type()).IsFloat)
    return I.part(0) == "mov" && give(I, input(I, 1, {ptxType(I.type()).Bits}));
  return pack(I) || ofPredicates(I) || carry(I) || binary(I) || multiply(I) || shift(I) ||
         unary(I) || convert(I);
}

// With or without a carry that comes in or goes out; only of the statement that made it.
bool PtxTranslator::carry(const PtxInstruction &I) {
  const StringRef Name = I.part(0);
  const bool Takes = Name == "addc" || Name == "subc" || Name == "madc", Makes = I.has("cc");
  if ((!Takes && !Makes) || (Takes && !Carry))
    return false;
  const PtxType Type = ptxType(I.type());
  const bool IsProduct = Name.starts_with("mad"), IsDifference = Name.starts_with("sub");
  Value *A = input(I, 1, Type), *B = input(I, 2, Type);
  if (!A || !B)
    return false;
  if (IsProduct) {
    const PtxType Wide{Type.Bits * 2, Type.IsSigned};
    Value *Product = Builder.CreateMul(coerce(A, Wide), coerce(B, Wide));
    A = coerce(I.has("hi") ? Builder.CreateLShr(Product, Type.Bits) : Product, Type);
    if (!(B = input(I, 3, Type)))
      return false;
  }
  // One bit more shows what goes out; a borrow is a carry, too.
  const PtxType More{Type.Bits + 1};
  A = coerce(A, More), B = coerce(B, More);
  Value *In = coerce(Takes ? Carry : Builder.getFalse(), More);
  Value *Sum = IsDifference ? Builder.CreateSub(Builder.CreateSub(A, B), In)
                            : Builder.CreateAdd(Builder.CreateAdd(A, B), In);
  if (Makes)
    Carry = Builder.CreateTrunc(Builder.CreateLShr(Sum, Type.Bits), Builder.getInt1Ty());
  return give(I, coerce(Sum, Type));
}

bool PtxTranslator::binary(const PtxInstruction &I) {
  const StringRef Name = I.part(0);
  const PtxType Type = ptxType(I.type());
  if (I.Operands.size() != 3 || I.has("sat"))
    return false;
  Value *A = input(I, 1, Type), *B = input(I, 2, Type);
  if (!A || !B)
    return false;
  if (Name == "min" || Name == "max") {
    const bool IsMin = Name == "min";
    const Intrinsic::ID Which = Type.IsSigned ? (IsMin ? Intrinsic::smin : Intrinsic::smax)
                                              : (IsMin ? Intrinsic::umin : Intrinsic::umax);
    return give(I, Builder.CreateBinaryIntrinsic(Which, A, B));
  }
  const int Which = StringSwitch<int>(Name)
                        .Case("add", Instruction::Add)
                        .Case("sub", Instruction::Sub)
                        .Case("and", Instruction::And)
                        .Case("or", Instruction::Or)
                        .Case("xor", Instruction::Xor)
                        .Case("div", Type.IsSigned ? Instruction::SDiv : Instruction::UDiv)
                        .Case("rem", Type.IsSigned ? Instruction::SRem : Instruction::URem)
                        .Default(0);
  return Which && give(I, Builder.CreateBinOp(Instruction::BinaryOps(Which), A, B));
}

// mul, mad, mul24 and mad24: the lower half, the upper one, or both. And sad.
bool PtxTranslator::multiply(const PtxInstruction &I) {
  const StringRef Name = I.part(0);
  const PtxType Type = ptxType(I.type()), Wide{Type.Bits * 2, Type.IsSigned};
  const bool Is24 = Name == "mul24" || Name == "mad24";
  if (!(Is24 || Name == "mul" || Name == "mad" || Name == "sad") || I.has("sat"))
    return false;
  Value *A = input(I, 1, Type), *B = input(I, 2, Type);
  if (!A || !B)
    return false;
  if (Name == "sad") {
    Value *IsLess = Type.IsSigned ? Builder.CreateICmpSLT(A, B) : Builder.CreateICmpULT(A, B);
    Value *Sum = Builder.CreateSelect(IsLess, Builder.CreateSub(B, A), Builder.CreateSub(A, B));
    Value *C = input(I, 3, Type);
    return C && give(I, Builder.CreateAdd(Sum, C));
  }
  const PtxType Part{24, Type.IsSigned};
  A = coerce(Is24 ? coerce(A, Part) : A, Wide), B = coerce(Is24 ? coerce(B, Part) : B, Wide);
  Value *Product = Builder.CreateMul(A, B);
  const PtxType Result = I.has("wide") ? Wide : Type;
  if (I.has("hi")) // of 24 bits: the upper 32 of 48
    Product = Builder.CreateLShr(Product, Is24 ? 16 : Type.Bits);
  Product = coerce(Product, Result);
  if (!Name.starts_with("mad"))
    return give(I, Product);
  Value *C = input(I, 3, Result);
  return C && give(I, Builder.CreateAdd(Product, C));
}

// Counts beyond the width: see SimtPass.cpp, which does the same to the program's own.
bool PtxTranslator::shift(const PtxInstruction &I) {
  if (I.part(0) != "shl" && I.part(0) != "shr")
    return false;
  const PtxType Type = ptxType(I.type());
  Value *A = input(I, 1, Type), *Count = word(I, 2);
  if (!A || !Count)
    return false;
  Count = coerce(Builder.CreateBinaryIntrinsic(Intrinsic::umin, Count, number(Type.Bits)), Type);
  const auto Which = I.part(0) == "shl" ? Instruction::Shl
                     : Type.IsSigned    ? Instruction::AShr
                                        : Instruction::LShr;
  return give(I, Builder.CreateBinOp(Which, A, Count));
}

Value *PtxTranslator::relation(StringRef Name, PtxType Type, Value *A, Value *B) {
  const bool S = Type.IsSigned;
  const auto Which = StringSwitch<CmpInst::Predicate>(Name)
                         .Case("eq", CmpInst::ICMP_EQ)
                         .Case("ne", CmpInst::ICMP_NE)
                         .Case("lt", S ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT)
                         .Case("le", S ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE)
                         .Case("gt", S ? CmpInst::ICMP_SGT : CmpInst::ICMP_UGT)
                         .Case("ge", S ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE)
                         .Case("lo", CmpInst::ICMP_ULT)
                         .Case("ls", CmpInst::ICMP_ULE)
                         .Case("hi", CmpInst::ICMP_UGT)
                         .Case("hs", CmpInst::ICMP_UGE)
                         .Default(CmpInst::BAD_ICMP_PREDICATE);
  return Which == CmpInst::BAD_ICMP_PREDICATE || !A || !B ? nullptr
                                                          : Builder.CreateICmp(Which, A, B);
}

// setp.lt.and.u32 p|q, a, b, c; set.lt.u32.s32 d, a, b; selp.u32 d, a, b, p; slct.u32.s32 d, a, b,
// c.
bool PtxTranslator::compare(const PtxInstruction &I) {
  const StringRef Name = I.part(0);
  const PtxType Type = ptxType(I.type());
  if (Type.IsFloat)
    return false;
  if (Name == "selp" || Name == "slct") {
    const PtxType Of = Name == "selp" ? Type : ptxType(I.part(1));
    Value *A = input(I, 1, Of), *B = input(I, 2, Of);
    Value *Condition = nullptr;
    if (Name == "selp")
      Condition = I.Operands.size() == 4 ? predicate(I.Operands[3]) : nullptr;
    else if (Value *C = input(I, 3, {32, true}); C && I.type() == "s32")
      Condition = Builder.CreateICmpSGE(C, number(0));
    return A && B && Condition && give(I, Builder.CreateSelect(Condition, A, B));
  }
  if (Name != "setp" && Name != "set")
    return false;
  Value *Result = relation(I.part(1), Type, input(I, 1, Type), input(I, 2, Type));
  if (!Result)
    return false;
  if (Name == "set")
    return I.Name.size() == 4 && I.part(2).ends_with("32") && I.part(2) != "f32" &&
           give(I, Builder.CreateSExt(Result, Builder.getInt32Ty()));
  auto [First, Second] = StringRef(I.Operands[0]).split('|');
  Value *Opposite = Builder.CreateNot(Result);
  if (I.Operands.size() == 4) {
    Value *C = predicate(I.Operands[3]);
    const auto Which = I.part(2) == "and"  ? Instruction::And
                       : I.part(2) == "or" ? Instruction::Or
                                           : Instruction::Xor;
    if (!C)
      return false;
    Result = Builder.CreateBinOp(Which, Result, C);
    Opposite = Builder.CreateBinOp(Which, Opposite, C);
  }
  write(First, Result);
  if (!Second.empty())
    write(Second, Opposite);
  return true;
}

bool PtxTranslator::ofPredicates(const PtxInstruction &I) {
  if (I.type() != "pred" || I.Operands.size() < 2)
    return false;
  Value *A = predicate(I.Operands[1]);
  if (!A)
    return false;
  if (I.part(0) == "mov")
    return give(I, A);
  if (I.part(0) == "not")
    return give(I, Builder.CreateNot(A));
  return binary(I);
}

bool PtxTranslator::unary(const PtxInstruction &I) {
  const PtxType Type = ptxType(I.type());
  Value *A = I.Operands.size() == 2 ? input(I, 1, Type) : nullptr;
  if (!A)
    return false;
  Value *Zero = Constant::getNullValue(A->getType());
  if (I.part(0) == "mov")
    return give(I, A);
  if (I.part(0) == "not")
    return give(I, Builder.CreateNot(A));
  if (I.part(0) == "neg")
    return give(I, Builder.CreateNeg(A));
  if (I.part(0) == "abs")
    return give(I, Builder.CreateBinaryIntrinsic(Intrinsic::abs, A, Builder.getFalse()));
  if (I.part(0) == "cnot")
    return give(I, coerce(Builder.CreateICmpEQ(A, Zero), Type));
  return false;
}

// cvt.u64.u32 d, a: between integers, without saturation.
bool PtxTranslator::convert(const PtxInstruction &I) {
  if (I.part(0) != "cvt" || I.Name.size() != 3)
    return false;
  const PtxType To = ptxType(I.part(1)), From = ptxType(I.part(2));
  if (!To.Bits || To.IsFloat || From.IsFloat)
    return false;
  Value *A = input(I, 1, From);
  return A && give(I, coerce(A, {To.Bits, From.IsSigned}));
}
