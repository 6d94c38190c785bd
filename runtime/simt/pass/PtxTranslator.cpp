//===- PtxTranslator.cpp - PTX becomes IR and calls of the machine --------===//
#include "PtxTranslator.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace simt;

PtxType simt::ptxType(StringRef Name) {
  if (Name == "pred")
    return {1};
  const char Kind = Name.empty() ? 0 : Name[0];
  unsigned Bits = 0;
  if (!StringRef("usbf").contains(Kind) || Name.drop_front().getAsInteger(10, Bits) ||
      (Bits != 8 && Bits != 16 && Bits != 32 && Bits != 64))
    return {};
  return {Bits, Kind == 's', Kind == 'f'};
}

PtxTranslator::PtxTranslator(CallBase &Call)
    : Call(Call), Builder(&Call),
      Constraints(cast<InlineAsm>(Call.getCalledOperand())->ParseConstraints()) {
  auto *Struct = dyn_cast<StructType>(Call.getType());
  Outputs = Struct ? Struct->getNumElements() : !Call.getType()->isVoidTy();
}

std::string PtxTranslator::translate(StringRef Normalised) {
  const auto Instructions = parsePtx(Normalised);
  if (!Instructions || any_of(Constraints, [](const auto &C) { return C.isIndirect; }))
    return Normalised.str();
  for (const PtxInstruction &I : *Instructions)
    if (!(I.Guard.empty() ? translateOne(I) : translateGuarded(I)))
      return I.Text;
  finish();
  return "";
}

bool PtxTranslator::translateOne(const PtxInstruction &I) {
  return !I.Name.empty() && (warp(I) || memory(I) || compare(I) || bits(I) || arithmetic(I));
}

// What it writes keeps its value where the guard is false (PTX ISA, Predicated Execution).
bool PtxTranslator::translateGuarded(const PtxInstruction &I) {
  Value *Guard = predicate(I.Guard);
  if (!Guard)
    return false;
  if (I.IsGuardNegated)
    Guard = Builder.CreateNot(Guard);
  const StringMap<Value *> Before = Registers;
  BasicBlock *Head = Call.getParent();
  Instruction *Then = SplitBlockAndInsertIfThen(Guard, &Call, /*Unreachable=*/false);
  Builder.SetInsertPoint(Then);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  const bool IsKnown = translateOne(I);
  BasicBlock *Last = Builder.GetInsertBlock();
  for (auto &Register : Registers) {
    auto Old = Before.find(Register.getKey());
    Value *Kept = Old != Before.end() ? Old->getValue() : valueAtEntry(Register.getKey());
    if (Kept != Register.getValue())
      Register.setValue(either(Register.getValue(), Last, Kept, Head));
  }
  Builder.SetInsertPoint(&Call);
  return IsKnown;
}

/// The value of a register that no instruction of the statement has written; null if it is garbage.
Value *PtxTranslator::valueAtEntry(StringRef Register) {
  unsigned Number;
  const bool IsOutput = Register.consume_front("$") && !Register.getAsInteger(10, Number);
  return IsOutput && Number < Outputs ? tiedInput(Number) : nullptr;
}

/// \p New after its block \p Then, \p Kept (null: garbage) after \p Head.
Value *PtxTranslator::either(Value *New, BasicBlock *Then, Value *Kept, BasicBlock *Head) {
  if (Kept && Kept->getType() != New->getType()) {
    const unsigned Bits = unsigned(Call.getDataLayout().getTypeSizeInBits(New->getType()));
    Builder.SetInsertPoint(Then->getTerminator());
    New = coerce(New, {Bits});
    Builder.SetInsertPoint(Head->getTerminator());
    Kept = coerce(Kept, {Bits});
  }
  PHINode *Either = PHINode::Create(New->getType(), 2, "", Call.getParent()->begin());
  Either->addIncoming(New, Then);
  Either->addIncoming(Kept ? Kept : PoisonValue::get(New->getType()), Head);
  return Either;
}

// "+r" is an output and an input that has its number.
Value *PtxTranslator::tiedInput(unsigned Output) {
  unsigned Argument = 0;
  for (const InlineAsm::ConstraintInfo &C : Constraints) {
    if (C.Type != InlineAsm::isInput)
      continue;
    unsigned Number;
    if (!StringRef(C.Codes[0]).getAsInteger(10, Number) && Number == Output)
      return Call.getArgOperand(Argument);
    ++Argument;
  }
  return nullptr;
}

Value *PtxTranslator::immediate(StringRef Text) {
  uint64_t Number;
  int64_t Signed;
  if (Text == "WARP_SZ")
    return number(32, 64);
  if (Text.starts_with("0f") || Text.starts_with("0F") || Text.starts_with("0d") ||
      Text.starts_with("0D"))
    return Text.drop_front(2).getAsInteger(16, Number) ? nullptr : number(Number, 64);
  Text.consume_back("U");
  if (!Text.getAsInteger(0, Number))
    return number(Number, 64);
  return Text.getAsInteger(0, Signed) ? nullptr : number(uint64_t(Signed), 64);
}

/// Null where nothing is known of it.
Value *PtxTranslator::read(StringRef Operand) {
  if (Operand.starts_with("%"))
    if (Value *V = special(Operand.drop_front()))
      return V;
  if (auto Known = Registers.find(Operand); Known != Registers.end())
    return Known->getValue();
  unsigned Number;
  if (!Operand.starts_with("$"))
    return immediate(Operand);
  if (Operand.drop_front().getAsInteger(10, Number))
    return nullptr;
  if (Number < Outputs)
    return tiedInput(Number);
  return Number - Outputs < Call.arg_size() ? Call.getArgOperand(Number - Outputs) : nullptr;
}

// As many bits as the instruction reads; a wider register is read in part.
Value *PtxTranslator::coerce(Value *V, PtxType To) {
  if (V->getType()->isPointerTy())
    V = Builder.CreatePtrToInt(V, Builder.getInt64Ty());
  if (V->getType()->isFloatingPointTy())
    V = Builder.CreateBitCast(V, Builder.getIntNTy(V->getType()->getPrimitiveSizeInBits()));
  return Builder.CreateIntCast(V, Builder.getIntNTy(To.Bits), To.IsSigned);
}

Value *PtxTranslator::input(const PtxInstruction &I, size_t Which, PtxType Type) {
  if (Which >= I.Operands.size() || !Type.Bits)
    return nullptr;
  Value *V = Type.isPredicate() ? predicate(I.Operands[Which]) : read(I.Operands[Which]);
  return V ? coerce(V, Type) : nullptr;
}

Value *PtxTranslator::predicate(StringRef Operand) {
  const bool IsNegated = Operand.consume_front("!");
  Value *V = read(Operand);
  if (!V)
    return nullptr;
  if (!V->getType()->isIntegerTy(1))
    V = Builder.CreateIsNotNull(coerce(V, {32}));
  return IsNegated ? Builder.CreateNot(V) : V;
}

void PtxTranslator::write(StringRef Operand, Value *V) {
  if (Operand != "_")
    Registers[Operand] = V;
}

/// The first operand's new value, if it is one.
bool PtxTranslator::give(const PtxInstruction &I, Value *V) {
  if (!V || I.Operands.empty())
    return false;
  write(I.Operands[0], V);
  return true;
}

/// Of no bits: nothing.
Value *PtxTranslator::call(StringRef Name, ArrayRef<Value *> Arguments, unsigned Bits) {
  SmallVector<Type *, 6> Types;
  for (Value *Argument : Arguments) {
    if (!Argument)
      return nullptr;
    Types.push_back(Argument->getType());
  }
  Type *Result = Bits ? Builder.getIntNTy(Bits) : Builder.getVoidTy();
  auto *Type = FunctionType::get(Result, Types, false);
  return Builder.CreateCall(Call.getModule()->getOrInsertFunction(Name, Type), Arguments);
}

// An output that nothing wrote keeps what it had, or is garbage.
void PtxTranslator::finish() {
  Value *Whole = Outputs > 1 ? PoisonValue::get(Call.getType()) : nullptr;
  for (unsigned I = 0; I < Outputs; ++I) {
    Type *T = Outputs > 1 ? Call.getType()->getStructElementType(I) : Call.getType();
    Value *V = read(("$" + Twine(I)).str());
    const unsigned Bits = unsigned(Call.getDataLayout().getTypeSizeInBits(T));
    Value *Result = V ? coerce(V, {Bits}) : ConstantInt::get(Builder.getIntNTy(Bits), 0);
    if (!T->isIntegerTy())
      Result =
          T->isPointerTy() ? Builder.CreateIntToPtr(Result, T) : Builder.CreateBitCast(Result, T);
    Whole = Outputs > 1 ? Builder.CreateInsertValue(Whole, Result, I) : Result;
  }
  if (Whole)
    Call.replaceAllUsesWith(Whole);
  Call.eraseFromParent();
}
