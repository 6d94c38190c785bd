//===- Caller.cpp - a kernel called with an array of its arguments --------===//
//
// cudaLaunchKernel gets a pointer to each argument, and the kernel is a function of the CPU's
// calling convention, in which a class may be in several registers, or in memory. What becomes of
// each parameter clang's own stub says: it takes them as the kernel does and makes the array. Here
// each step of it is gone back.
//
//===----------------------------------------------------------------------===//
#include "Units.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <map>
#include <optional>

using namespace llvm;

namespace {

/// A part of the memory of one of the kernel's parameters.
struct Part {
  unsigned Parameter = 0;
  int64_t Offset = 0;
  MemCpyInst *Through = nullptr; ///< Copied by way of a temporary of another type.
};

class Stub {
public:
  Stub(Function &F, bool IsKernel) : F(F), Layout(F.getParent()->getDataLayout()) {
    if (IsKernel)
      findOwnParameters();
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (Call->getCalledFunction() &&
            Call->getCalledFunction()->getName().starts_with("cudaLaunchKernel"))
          findParameters(*Call);
  }

  /// Where a parameter is passed by its address.
  std::optional<unsigned> addressOf(const Argument &A) const { return numberOf(&A); }

  /// Where the argument is a part of a parameter, or all of it.
  std::optional<Part> partOf(const Argument &A) const {
    for (const User *U : A.users())
      if (auto *Wider = dyn_cast<ZExtInst>(U)) { // a bool fills a byte
        if (auto Found = storedPart(*Wider))
          return Found;
      }
    return storedPart(A);
  }

  std::vector<uint32_t> sizes() const {
    std::vector<uint32_t> Sizes(Parameters.size());
    for (const auto &[Memory, Number] : Parameters)
      Sizes[Number] = sizeOf(*Memory);
    return Sizes;
  }

private:
  uint32_t sizeOf(const Value &Memory) const {
    Type *Held = nullptr;
    if (auto *Local = dyn_cast<AllocaInst>(&Memory))
      Held = Local->getAllocatedType();
    else if (auto *A = dyn_cast<Argument>(&Memory); A && A->hasByValAttr())
      Held = A->getParamByValType();
    return Held ? uint32_t(Layout.getTypeAllocSize(Held)) : 0;
  }

  // The array is the sixth argument: grid and block are two each.
  void findParameters(CallInst &Launch) {
    auto *Array = dyn_cast<AllocaInst>(Launch.getArgOperand(5)->stripPointerCasts());
    for (Instruction &I : instructions(F))
      if (auto *Store = dyn_cast<StoreInst>(&I); Store && Array) {
        int64_t Offset = 0;
        if (baseOf(Store->getPointerOperand(), Offset) == Array)
          Parameters[Store->getValueOperand()] = unsigned(Offset / 8);
      }
  }

  // A kernel's body makes no array. Which memory is whose the debug information says, of which
  // device code always has some, but not of parameters without a name.
  void findOwnParameters() {
    unsigned Next = 0;
    for (Argument &A : F.args()) {
      const Value *Memory = A.hasByValAttr() ? &A : memoryOf(A);
      for (const Value *V : {Memory, static_cast<const Value *>(&A)})
        for (const DbgVariableRecord *D : findDVRDeclares(const_cast<Value *>(V)))
          if (D->getVariable()->getArg())
            Memory = V, Next = D->getVariable()->getArg() - 1;
      if (Parameters.emplace(Memory, Next).second)
        ++Next;
    }
  }

  /// Where the argument is put first, or by way of a temporary of another type.
  const Value *memoryOf(const Value &V) const {
    int64_t Unused;
    for (const User *U : V.users()) {
      if (auto *Wider = dyn_cast<ZExtInst>(U))
        return memoryOf(*Wider);
      auto *Store = dyn_cast<StoreInst>(U);
      if (!Store || Store->getValueOperand() != &V)
        continue;
      const Value *Base = baseOf(Store->getPointerOperand(), Unused);
      if (findDVRDeclares(const_cast<Value *>(Base)).empty())
        for (const User *Other : Base->users())
          if (auto *Copy = dyn_cast<MemCpyInst>(Other); Copy && Copy->getSource() == Base)
            return Copy->getDest()->stripPointerCasts();
      return Base;
    }
    return &V;
  }

  std::optional<unsigned> numberOf(const Value *V) const {
    auto Found = Parameters.find(V);
    return Found == Parameters.end() ? std::nullopt : std::optional(Found->second);
  }

  const Value *baseOf(const Value *Pointer, int64_t &Offset) const {
    APInt Bytes(64, 0);
    const Value *Base = Pointer->stripAndAccumulateConstantOffsets(Layout, Bytes, true);
    Offset = Bytes.getSExtValue();
    return Base;
  }

  std::optional<Part> storedPart(const Value &V) const {
    for (const User *U : V.users())
      if (auto *Store = dyn_cast<StoreInst>(U); Store && Store->getValueOperand() == &V) {
        Part P;
        const Value *Base = baseOf(Store->getPointerOperand(), P.Offset);
        if (auto Number = numberOf(Base))
          return P.Parameter = *Number, P;
        if (findCopy(Base, P))
          return P;
      }
    return std::nullopt;
  }

  bool findCopy(const Value *Temporary, Part &P) const {
    for (const User *U : Temporary->users())
      if (auto *Copy = dyn_cast<MemCpyInst>(U); Copy && Copy->getSource() == Temporary)
        if (auto Number = numberOf(Copy->getDest()->stripPointerCasts())) {
          P.Parameter = *Number;
          P.Through = const_cast<MemCpyInst *>(Copy);
          return true;
        }
    return false;
  }

  Function &F;
  const DataLayout &Layout;
  std::map<const Value *, unsigned> Parameters; ///< What the array points to.
};

class CallerBuilder {
public:
  CallerBuilder(Function &F, const Stub &S) : F(F), S(S), Builder(F.getContext()) {
    auto *Pointer = Builder.getPtrTy();
    auto *Type = FunctionType::get(Builder.getVoidTy(), {Pointer, Pointer}, false);
    Caller = Function::Create(Type, GlobalValue::InternalLinkage, "simt_caller", F.getParent());
    Builder.SetInsertPoint(BasicBlock::Create(F.getContext(), "", Caller));
  }

  Function *build() {
    std::vector<Value *> Values;
    for (Argument &A : F.args()) {
      Value *V = valueOf(A);
      if (!V)
        return refuse(A);
      Values.push_back(V);
    }
    CallInst *Call = Builder.CreateCall(F.getFunctionType(), Caller->getArg(0), Values);
    Call->setAttributes(attributes());
    Call->setCallingConv(F.getCallingConv());
    Builder.CreateRetVoid();
    return Caller;
  }

private:
  // Those that say how arguments travel; what else the stub promises is its own.
  AttributeList attributes() const {
    AttributeList Kept;
    for (unsigned I = 0; I != F.arg_size(); ++I)
      for (Attribute::AttrKind Kind : {Attribute::ZExt, Attribute::SExt, Attribute::ByVal,
                                       Attribute::InReg, Attribute::Alignment})
        if (F.hasParamAttribute(I, Kind))
          Kept = Kept.addParamAttribute(F.getContext(), I, F.getParamAttribute(I, Kind));
    return Kept;
  }

  Value *addressOf(unsigned Parameter) {
    auto *Pointer = Builder.getPtrTy();
    return Builder.CreateLoad(Pointer,
                              Builder.CreateConstGEP1_32(Pointer, Caller->getArg(1), Parameter));
  }

  Value *valueOf(Argument &A) {
    if (auto Parameter = S.addressOf(A)) {
      Value *Address = addressOf(*Parameter);
      if (!A.hasByValAttr())
        tellOfObject(Address);
      return Address;
    }
    auto P = S.partOf(A);
    if (!P)
      return nullptr;
    Value *Memory = Builder.CreateConstGEP1_64(Builder.getInt8Ty(), memoryOf(*P), P->Offset);
    if (A.getType()->isIntegerTy(1))
      return Builder.CreateTrunc(Builder.CreateLoad(Builder.getInt8Ty(), Memory), A.getType());
    return Builder.CreateAlignedLoad(A.getType(), Memory, Align(1));
  }

  /// The kernel gets no copy of its own: the machine is to know that it may read the host's.
  void tellOfObject(Value *Address) {
    auto *Type = FunctionType::get(Builder.getVoidTy(), {Builder.getPtrTy()}, false);
    Builder.CreateCall(F.getParent()->getOrInsertFunction("simt_parameter", Type), {Address});
  }

  Value *memoryOf(const Part &P) {
    Value *Address = addressOf(P.Parameter);
    if (!P.Through)
      return Address;
    auto *Temporary = cast<AllocaInst>(P.Through->getSource()->stripPointerCasts());
    Value *Copy = Builder.CreateAlloca(Temporary->getAllocatedType());
    Builder.CreateMemCpy(Copy, Align(1), Address, Align(1), P.Through->getLength());
    return Copy;
  }

  Function *refuse(const Argument &A) {
    F.getContext().emitError("simtcc: cannot tell how the kernel of '" + F.getName() +
                             "' takes argument " + Twine(A.getArgNo()));
    Caller->eraseFromParent();
    return nullptr;
  }

  Function &F;
  const Stub &S;
  IRBuilder<> Builder;
  Function *Caller;
};

} // namespace

simt::Launch simt::launchOf(Function &F) {
  const Stub S(F, /*IsKernel=*/false);
  return {CallerBuilder(F, S).build(), S.sizes()};
}

simt::Launch simt::launchOfKernel(Function &F) {
  const Stub S(F, /*IsKernel=*/true);
  return {CallerBuilder(F, S).build(), {}};
}
