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
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

#include <set>

using namespace llvm;

namespace {

// clang initialises nothing but shared variables with undef.
void placeStaticShared(Module &M) {
  for (GlobalVariable &Variable : M.globals())
    if (Variable.hasInitializer() && isa<UndefValue>(Variable.getInitializer()))
      Variable.setSection("simt_shared");
}

// The host writes __constant__ variables before a launch.
void makeConstantsWritable(Module &M) {
  for (GlobalVariable &Variable : M.globals())
    if (Variable.isConstant() && Variable.isExternallyInitialized())
      Variable.setConstant(false);
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
    makeConstantsWritable(M);
    placeRuntime(M);
    bindDynamicShared(M);
    simt::replaceInlinePtx(M);
    const bool MarksBranches = joinsArePostDominators(M);
    for (Function &F : M)
      if (!F.isDeclaration() && F.hasFnAttribute(Attribute::SanitizeThread)) {
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
