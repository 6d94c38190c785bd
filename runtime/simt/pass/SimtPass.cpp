//===- SimtPass.cpp - what the SIMT machine needs in a kernel's IR -------===//
//
// A clang plugin for simtcc. In each module that clang compiles in CUDA device
// mode for the CPU it
//  * puts shared variables into a section of their own, so that the machine
//    knows which addresses are shared, and gives all `extern __shared__` arrays
//    one name, the machine's dynamic buffer;
//  * tells the machine at which loop and which round of it a lane is, and, where simtcc is asked
//    for it, which branches it took.
// Of whole programs it also makes the tables by which host code finds kernels and variables.
//
//===----------------------------------------------------------------------===//
#include "InlinePtx.h"
#include "Joins.h"
#include "Loops.h"
#include "Units.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

#include <set>

using namespace llvm;

namespace {

// By the annotation: clang initialises other variables with undef, too, such as those of classes
// without members.
void placeStaticShared(Module &M) {
  for (GlobalVariable *Variable : simt::annotatedVariables(M, "simt_shared"))
    if (Variable->hasInitializer())
      Variable->setSection("simt_shared");
}

void initialiseTextures(Module &M) {
  for (GlobalVariable &Variable : M.globals())
    if (Variable.hasInitializer() && isa<UndefValue>(Variable.getInitializer()) &&
        simt::isTextureReference(Variable))
      Variable.setInitializer(Constant::getNullValue(Variable.getValueType()));
}

// The host writes __constant__ variables before a launch.
void makeConstantsWritable(Module &M) {
  for (GlobalVariable &Variable : M.globals())
    if (Variable.isConstant() && Variable.isExternallyInitialized())
      Variable.setConstant(false);
}

// PTX ISA, shl and shr: counts beyond the width are the width. x86 takes them modulo the width.
void clampShift(BinaryOperator &Shift) {
  IRBuilder<> Builder(&Shift);
  Value *Count = Builder.CreateFreeze(Shift.getOperand(1));
  auto *Type = Shift.getType();
  auto *Last = ConstantInt::get(Type, Type->getScalarSizeInBits() - 1);
  Value *IsBeyond = Builder.CreateICmpUGT(Count, Last);
  const bool KeepsSign = Shift.getOpcode() == Instruction::AShr;
  Value *Within = Builder.CreateSelect(IsBeyond, Last, Count);
  Value *Shifted = Builder.CreateBinOp(Shift.getOpcode(), Shift.getOperand(0), Within);
  Shift.replaceAllUsesWith(
      KeepsSign ? Shifted : Builder.CreateSelect(IsBeyond, Constant::getNullValue(Type), Shifted));
  Shift.eraseFromParent();
}

// CUDA Math API, type casting intrinsics: from floating point to integers it saturates. A NaN is 0
// as a float to 32 bits, and else the highest bit alone.
Constant *integerOfNaN(const CastInst &Cast, Type *Of) {
  const unsigned Bits = Of->getScalarSizeInBits();
  const bool IsZero = Bits == 32 && Cast.getSrcTy()->getScalarType()->isFloatTy();
  return ConstantInt::get(Of, IsZero ? APInt::getZero(Bits) : APInt::getSignMask(Bits));
}

// nvcc converts to narrower ones by way of 32 bits, of which it takes the lower ones.
void saturate(CastInst &Cast) {
  IRBuilder<> Builder(&Cast);
  Value *From = Cast.getOperand(0);
  Type *To = Cast.getType();
  if (const unsigned Bits = To->getScalarSizeInBits(); Bits > 1 && Bits < 32)
    To = To->getWithNewBitWidth(32);
  const Intrinsic::ID Which =
      Cast.getOpcode() == Instruction::FPToSI ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat;
  Value *Whole = Builder.CreateIntrinsic(Which, {To, From->getType()}, {From});
  if (To->getScalarSizeInBits() >= 32)
    Whole = Builder.CreateSelect(Builder.CreateFCmpUNO(From, From), integerOfNaN(Cast, To), Whole);
  Cast.replaceAllUsesWith(Builder.CreateTrunc(Whole, Cast.getType()));
  Cast.eraseFromParent();
}

// What C++ leaves open, GPUs do in one way, and old code relies on it.
void computeAsGPUs(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (I.isShift())
      clampShift(cast<BinaryOperator>(I));
    else if (isa<FPToSIInst, FPToUIInst>(I))
      saturate(cast<CastInst>(I));
  }
}

// So that reports name the program's line, and not that of the runtime's wrapper.
void placeRuntime(Module &M) {
  for (Function &F : M)
    if (const DISubprogram *P = F.getSubprogram(); P && !F.isDeclaration() &&
                                                   P->getFilename().contains("/coopify/") &&
                                                   P->getFilename().ends_with(".h"))
      F.setSection("simt_runtime");
}

// An array of unknown size that is defined nowhere: `extern __shared__ T Name[];`.
// Nothing else in the IR tells it from the same with __device__, which would be
// defined in another file; programs give those a size.
bool isDynamicShared(const GlobalVariable &Variable) {
  auto *Array = dyn_cast<ArrayType>(Variable.getValueType());
  return Variable.isDeclaration() && Array && Array->getNumElements() == 0;
}

void bindDynamicShared(Module &M) {
  std::vector<GlobalVariable *> Found;
  for (GlobalVariable &Variable : M.globals())
    if (isDynamicShared(Variable))
      Found.push_back(&Variable);
  if (Found.empty())
    return;
  Type *Byte = Type::getInt8Ty(M.getContext());
  auto *Buffer = new GlobalVariable(M, Byte, false, GlobalValue::ExternalLinkage, nullptr,
                                    "simt_dynamic_shared");
  Buffer->setAlignment(Align(16));
  for (GlobalVariable *Variable : Found) {
    Variable->replaceAllUsesWith(Buffer);
    Variable->eraseFromParent();
  }
}

void callAtStart(BasicBlock &Block, StringRef Name, ArrayRef<uint32_t> Arguments) {
  IRBuilder<> Builder(&Block, Block.getFirstInsertionPt());
  SmallVector<Value *, 2> Values;
  SmallVector<Type *, 2> Types;
  for (uint32_t Argument : Arguments) {
    Values.push_back(Builder.getInt32(Argument));
    Types.push_back(Builder.getInt32Ty());
  }
  auto *Type = FunctionType::get(Builder.getVoidTy(), Types, false);
  Builder.CreateCall(Block.getModule()->getOrInsertFunction(Name, Type), Values);
}

void markLoops(Function &F) {
  for (const simt::BlockMark &Mark : simt::findBlockMarks(F))
    if (Mark.IsHead)
      callAtStart(*Mark.Block, "simt_loop_head", {Mark.Depth, Mark.Loop});
    else
      callAtStart(*Mark.Block, "simt_loop_exit", {Mark.Depth});
}

// The section is there if simtcc was told --joins=post-dominator (prelude/keywords.h).
bool joinsArePostDominators(const Module &M) {
  for (const GlobalVariable &Variable : M.globals())
    if (Variable.getSection() == "simt_post_dominators")
      return true;
  return false;
}

// A branch says where its lanes join, and the blocks that it leads to which way each took.
void markBranches(Function &F) {
  const std::vector<unsigned> Joins = simt::findJoins(F);
  std::vector<BasicBlock *> Blocks;
  std::set<const BasicBlock *> Entered;
  for (BasicBlock &Block : F)
    Blocks.push_back(&Block);
  for (unsigned I = 0; I < Blocks.size(); ++I) {
    if (Blocks[I]->getTerminator()->getNumSuccessors() < 2)
      continue;
    if (Joins[I])
      Entered.insert(Blocks[Joins[I] - 1]);
    Entered.insert(succ_begin(Blocks[I]), succ_end(Blocks[I]));
    IRBuilder<> Builder(Blocks[I]->getTerminator());
    auto *Type = FunctionType::get(Builder.getVoidTy(), {Builder.getInt32Ty()}, false);
    Builder.CreateCall(F.getParent()->getOrInsertFunction("simt_branch", Type),
                       {Builder.getInt32(Joins[I])});
  }
  for (unsigned I = 0; I < Blocks.size(); ++I)
    if (Entered.count(Blocks[I]))
      callAtStart(*Blocks[I], "simt_enter", {I + 1});
}

struct SimtPass : PassInfoMixin<SimtPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    const simt::Unit U = simt::unitOf(M);
    if (!U.Name.empty() && !U.IsDevice)
      return PreservedAnalyses::all();
    placeStaticShared(M);
    initialiseTextures(M);
    makeConstantsWritable(M);
    placeRuntime(M);
    bindDynamicShared(M);
    simt::replaceInlinePtx(M);
    const bool MarksBranches = joinsArePostDominators(M);
    for (Function &F : M)
      if (!F.isDeclaration() && F.hasFnAttribute(Attribute::SanitizeThread)) {
        computeAsGPUs(F);
        markLoops(F);
        if (MarksBranches)
          markBranches(F);
      }
    if (!U.Name.empty())
      simt::finishDeviceUnit(M, U);
    return PreservedAnalyses::none();
  }
  // Kernels are compiled without optimisation, so every function is optnone.
  static bool isRequired() { return true; }
};

// Before optimisation, so that the stubs are as clang makes them.
struct HostPass : PassInfoMixin<HostPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    const simt::Unit U = simt::unitOf(M);
    if (!U.Name.empty() && !U.IsDevice)
      simt::finishHostUnit(M, U);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

// After the inliner, so that a loop is numbered in the function that it ends up
// in; before the TSan pass, so that a function with a loop gets its entry hook.
void registerPass(PassBuilder &Builder) {
  Builder.registerPipelineStartEPCallback(
      [](ModulePassManager &Manager, OptimizationLevel) { Manager.addPass(HostPass()); });
  Builder.registerOptimizerEarlyEPCallback([](ModulePassManager &Manager, OptimizationLevel,
                                              ThinOrFullLTOPhase) { Manager.addPass(SimtPass()); });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "simt", "1", registerPass};
}
