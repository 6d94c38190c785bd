//===- HostUnit.cpp - the host side of a unit -----------------------------===//
//
// clang makes a constructor that registers the unit's kernels and variables with CUDA's runtime.
// What it would say goes into a table of ours instead, with a function to call each kernel by.
//
//===----------------------------------------------------------------------===//
#include "Units.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

/// One of clang's calls that register something; the operands are those of CUDA's functions.
struct Registration {
  StringRef Callee, Name;
  GlobalValue *Host = nullptr;
  uint64_t Size = 0;
};

StringRef textOf(const Value *Operand) {
  auto *Text = dyn_cast<ConstantDataSequential>(
      cast<GlobalVariable>(Operand->stripPointerCasts())->getInitializer());
  return Text ? Text->getAsCString() : "";
}

std::vector<Registration> findRegistrations(Function *Registers) {
  std::vector<Registration> Found;
  if (!Registers) // with -rdc clang makes a constructor where there is nothing to register, too
    return Found;
  for (Instruction &I : instructions(*Registers)) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || !Call->getCalledFunction() || Call->arg_size() < 6)
      continue;
    Registration R;
    R.Callee = Call->getCalledFunction()->getName();
    R.Host = dyn_cast<GlobalValue>(Call->getArgOperand(1)->stripPointerCasts());
    R.Name = textOf(Call->getArgOperand(2));
    if (auto *Size = dyn_cast<ConstantInt>(Call->getArgOperand(5)))
      R.Size = Size->getZExtValue();
    Found.push_back(R);
  }
  return Found;
}

/// The variable becomes the device's. A static one has a name of the unit's there.
void joinManaged(const simt::Unit &U, const Registration &R, GlobalVariable &Variable) {
  if (Variable.hasLocalLinkage() || !U.IsRelocatable)
    Variable.setName(simt::managedName(U, R.Name));
  Variable.setInitializer(nullptr);
  Variable.setLinkage(GlobalValue::ExternalLinkage);
  Variable.setDSOLocal(false);
  Variable.setComdat(nullptr);
}

class HostUnit {
public:
  HostUnit(Module &M, const simt::Unit &U)
      : M(M), U(U), Managed(simt::annotatedVariables(M, "simt_managed")) {}

  void finish(Function &Constructor) {
    Function *Registers = M.getFunction("__cuda_register_globals");
    const std::vector<Registration> Found = findRegistrations(Registers);
    std::vector<Constant *> Rows;
    for (const Registration &R : Found)
      if (Constant *Row = makeRow(R))
        Rows.push_back(Row);
    dropConstructor(Constructor);
    drop({&Constructor, Registers, M.getFunction("__cuda_module_dtor")});
    if (!Rows.empty())
      addConstructor(Rows);
  }

private:
  Constant *makeRow(const Registration &R) {
    if (R.Callee == "__cudaRegisterFunction")
      return makeKernelRow(R);
    if (R.Callee == "__cudaRegisterSurface")
      return refuse(R);
    if (auto *Variable = dyn_cast<GlobalVariable>(R.Host); Variable && Managed.count(Variable))
      joinManaged(U, R, *Variable);
    Constant *Null = ConstantPointerNull::get(PointerType::getUnqual(M.getContext()));
    return makeRow(R, Null, R.Size, Null);
  }

  Constant *makeKernelRow(const Registration &R) {
    const simt::Launch L = simt::launchOf(*cast<Function>(R.Host));
    if (!L.Caller)
      return nullptr;
    std::vector<Constant *> Sizes;
    for (uint32_t Size : L.Sizes)
      Sizes.push_back(ConstantInt::get(Type::getInt32Ty(M.getContext()), Size));
    return makeRow(R, L.Caller, Sizes.size(), simt::makeTable(M, Sizes, "simt_sizes"));
  }

  // A HostRow (lib/host/Units.h).
  Constant *makeRow(const Registration &R, Constant *Caller, uint64_t Size, Constant *Sizes) {
    IRBuilder<> Builder(M.getContext());
    return ConstantStruct::getAnon({Builder.CreateGlobalString(R.Name, "", 0, &M), R.Host, Caller,
                                    Builder.getInt64(Size), Sizes});
  }

  Constant *refuse(const Registration &R) {
    M.getContext().emitError("simtcc: the machine has no surfaces: surface reference '" + R.Name +
                             "'");
    return nullptr;
  }

  void dropConstructor(const Function &Constructor) {
    GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors");
    std::vector<Constant *> Kept;
    for (Use &Row : List->getInitializer()->operands())
      if (cast<Constant>(Row)->getOperand(1) != &Constructor)
        Kept.push_back(cast<Constant>(Row));
    List->eraseFromParent();
    for (Constant *Row : Kept)
      appendToGlobalCtors(M, cast<Function>(Row->getOperand(1)),
                          int(cast<ConstantInt>(Row->getOperand(0))->getZExtValue()),
                          cast<Constant>(Row->getOperand(2)));
  }

  // They name each other.
  static void drop(std::initializer_list<Function *> Functions) {
    for (Function *F : Functions)
      if (F)
        F->deleteBody();
    for (Function *F : Functions)
      if (F)
        F->eraseFromParent();
  }

  // Before the program's own initialisers, which may launch kernels.
  void addConstructor(ArrayRef<Constant *> Rows) {
    IRBuilder<> Builder(M.getContext());
    auto *Void = Builder.getVoidTy();
    auto *F = Function::Create(FunctionType::get(Void, false), GlobalValue::InternalLinkage,
                               "simt_register", M);
    Builder.SetInsertPoint(BasicBlock::Create(M.getContext(), "", F));
    auto *Pointer = Builder.getPtrTy();
    auto *Table = M.getOrInsertGlobal(simt::tableName(U), Builder.getInt8Ty());
    auto *Type = FunctionType::get(Void, {Pointer, Builder.getInt64Ty(), Pointer}, false);
    Builder.CreateCall(
        M.getOrInsertFunction("simt_register_unit", Type),
        {simt::makeTable(M, Rows, "simt_host_rows"), Builder.getInt64(Rows.size()), Table});
    Builder.CreateRetVoid();
    appendToGlobalCtors(M, F, 101);
  }

  Module &M;
  const simt::Unit &U;
  std::set<GlobalVariable *> Managed;
};

} // namespace

// A unit without kernels and device variables may have no constructor.
void simt::finishHostUnit(Module &M, const Unit &U) {
  if (Function *Constructor = M.getFunction("__cuda_module_ctor"))
    HostUnit(M, U).finish(*Constructor);
}
