//===- PtxTranslator.h - PTX becomes IR and calls of the machine --*- C++ -*-===//
#ifndef COOPIFY_SIMT_PASS_PTXTRANSLATOR_H
#define COOPIFY_SIMT_PASS_PTXTRANSLATOR_H

#include "PtxText.h"

#include "simt/prelude/machine_calls.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

namespace simt {

/// A type as instructions have it: "u32" is {32, false}.
struct PtxType {
  unsigned Bits = 0;
  bool IsSigned = false, IsFloat = false;
  bool isPredicate() const { return Bits == 1; }
};
PtxType ptxType(llvm::StringRef Name); ///< No bits where it is none.

/// The instructions of one asm statement, in the place of which it puts what they do. Registers are
/// values here: straight code has no need of more.
class PtxTranslator {
public:
  explicit PtxTranslator(llvm::CallBase &Call);
  /// Empty, or the instruction that it does not know.
  std::string translate(llvm::StringRef Normalised);

private:
  using Value = llvm::Value;

  // PtxTranslator.cpp
  bool translateOne(const PtxInstruction &I);
  bool translateGuarded(const PtxInstruction &I);
  Value *valueAtEntry(llvm::StringRef Register);
  Value *either(Value *New, llvm::BasicBlock *Then, Value *Kept, llvm::BasicBlock *Head);
  Value *tiedInput(unsigned Output);
  Value *read(llvm::StringRef Operand);
  Value *immediate(llvm::StringRef Text);
  Value *input(const PtxInstruction &I, size_t Which, PtxType Type);
  Value *word(const PtxInstruction &I, size_t Which) { return input(I, Which, {32}); }
  Value *predicate(llvm::StringRef Operand);
  Value *coerce(Value *V, PtxType To);
  void write(llvm::StringRef Operand, Value *V);
  bool give(const PtxInstruction &I, Value *V);
  Value *call(llvm::StringRef Name, llvm::ArrayRef<Value *> Arguments, unsigned Bits = 32);
  Value *number(uint64_t V, unsigned Bits = 32) { return Builder.getIntN(Bits, V); }
  void finish();

  // PtxArithmetic.cpp
  bool arithmetic(const PtxInstruction &I);
  bool pack(const PtxInstruction &I);
  bool binary(const PtxInstruction &I);
  bool multiply(const PtxInstruction &I);
  bool carry(const PtxInstruction &I);
  bool shift(const PtxInstruction &I);
  bool compare(const PtxInstruction &I);
  bool ofPredicates(const PtxInstruction &I);
  bool convert(const PtxInstruction &I);
  bool unary(const PtxInstruction &I);
  Value *relation(llvm::StringRef Name, PtxType Type, Value *A, Value *B);

  // PtxBits.cpp
  bool bits(const PtxInstruction &I);
  bool field(const PtxInstruction &I);
  bool insert(const PtxInstruction &I);
  bool find(const PtxInstruction &I);
  bool funnel(const PtxInstruction &I);
  bool logic(const PtxInstruction &I);
  bool permute(const PtxInstruction &I);
  bool dot(const PtxInstruction &I);
  bool video(const PtxInstruction &I);
  bool videoShift(const PtxInstruction &I);

  // PtxMemory.cpp
  bool memory(const PtxInstruction &I);
  Value *address(llvm::StringRef Operand);
  bool load(const PtxInstruction &I);
  bool store(const PtxInstruction &I);
  bool atomic(const PtxInstruction &I);
  bool space(const PtxInstruction &I);

  // PtxWarp.cpp
  bool warp(const PtxInstruction &I);
  Value *special(llvm::StringRef Register);
  bool shuffle(const PtxInstruction &I);
  bool vote(const PtxInstruction &I);
  bool match(const PtxInstruction &I);
  bool barrier(const PtxInstruction &I);
  bool other(const PtxInstruction &I);

  llvm::CallBase &Call;
  llvm::IRBuilder<> Builder;
  unsigned Outputs;
  llvm::InlineAsm::ConstraintInfoVector Constraints;
  llvm::StringMap<Value *> Registers; ///< "$0" and the statement's own.
  Value *Carry = nullptr;             ///< Of add.cc: this statement's only.
};

} // namespace simt

#endif
