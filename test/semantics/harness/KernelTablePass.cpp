//===- KernelTablePass.cpp - the table of a side's kernels ---------------===//
//
// A clang plugin. For each kernel of a module (prelude.h puts them into a
// section) it makes a semantics::Kernel in the section semantics_kernels, which
// the linker puts together and side.cpp reads: its name, its parameters' types,
// and a function that calls it with arguments from an array of pointers to them.
//
// What a class becomes in a call is clang's knowledge: for a kernel that takes one
// the caller is named only, and sides.py appends it to the unit as C++.
//
//===----------------------------------------------------------------------===//
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

/// The parameters' types of a demangled name: split at the commas of the outermost level.
SmallVector<StringRef, 8> parametersOf(StringRef Name) {
  SmallVector<StringRef, 8> Types;
  unsigned Depth = 0;
  size_t Start = StringRef::npos;
  for (size_t At = 0; At != Name.size(); ++At) {
    const bool Opens = StringRef("<([").contains(Name[At]);
    const bool Closes = StringRef(">)]").contains(Name[At]);
    Depth += Opens;
    if (Opens && Depth == 1 && Name[At] == '(')
      Start = At + 1;
    Depth -= Closes;
    if (Start == StringRef::npos)
      continue;
    const bool Last = Closes && Depth == 0 && Name[At] == ')';
    if (Last || (Name[At] == ',' && Depth == 1)) {
      Types.push_back(Name.slice(Start, At).trim());
      Start = At + 1;
    }
    if (Last)
      break;
  }
  if (Types.size() == 1 && (Types[0].empty() || Types[0] == "void"))
    Types.clear();
  return Types;
}

bool isPassedAlone(StringRef Type) {
  static constexpr StringLiteral Arithmetic[] = {
      "bool",  "char",         "signed char", "unsigned char", "short",     "unsigned short",
      "int",   "unsigned int", "long",        "unsigned long", "long long", "unsigned long long",
      "float", "double"};
  return Type.ends_with("*") || is_contained(Arithmetic, Type);
}

/// void caller(void **Arguments) { Kernel(*(T0 *)Arguments[0], ...); }
Function *makeCaller(Function &Kernel, FunctionType *Type) {
  Module &M = *Kernel.getParent();
  auto *Caller = Function::Create(Type, GlobalValue::InternalLinkage, "pass_arguments", M);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Caller));
  SmallVector<Value *, 8> Values;
  for (Argument &A : Kernel.args()) {
    Value *Slot = Builder.CreateConstGEP1_32(Builder.getPtrTy(), Caller->getArg(0), A.getArgNo());
    Value *Place = Builder.CreateLoad(Builder.getPtrTy(), Slot);
    if (A.getType()->isIntegerTy(1)) // a bool fills a byte
      Values.push_back(
          Builder.CreateTrunc(Builder.CreateLoad(Builder.getInt8Ty(), Place), A.getType()));
    else
      Values.push_back(Builder.CreateLoad(A.getType(), Place));
  }
  CallInst *Call = Builder.CreateCall(&Kernel, Values);
  Call->setCallingConv(Kernel.getCallingConv());
  for (unsigned I = 0; I != Values.size(); ++I)
    for (const Attribute::AttrKind Extension : {Attribute::ZExt, Attribute::SExt})
      if (Kernel.hasParamAttribute(I, Extension))
        Call->addParamAttr(I, Extension);
  Builder.CreateRetVoid();
  return Caller;
}

/// A semantics::Kernel.
void addEntry(Function &Kernel) {
  Module &M = *Kernel.getParent();
  LLVMContext &Context = M.getContext();
  const std::string Demangled = demangle(Kernel.getName());
  StringRef Name = Demangled;
  Name.consume_front("void "); // a template's begins with its result type
  const SmallVector<StringRef, 8> Types = parametersOf(Name);
  std::string Parameters;
  for (StringRef Type : Types)
    Parameters += Type.str() + ";";

  auto *Pointer = PointerType::getUnqual(Context);
  auto *CallerType = FunctionType::get(Type::getVoidTy(Context), {Pointer}, false);
  Constant *Caller;
  if (all_of(Types, isPassedAlone) && Types.size() == Kernel.arg_size())
    Caller = makeCaller(Kernel, CallerType);
  else
    Caller = cast<Constant>(
        M.getOrInsertFunction(("semantics_call" + Kernel.getName()).str(), CallerType).getCallee());

  IRBuilder<> Builder(Context);
  auto *Row = ConstantStruct::getAnon({Builder.CreateGlobalString(Name, "", 0, &M),
                                       Builder.CreateGlobalString(Parameters, "", 0, &M), Caller});
  auto *Entry = new GlobalVariable(M, Row->getType(), /*isConstant=*/true,
                                   GlobalValue::InternalLinkage, Row, "semantics_kernel");
  Entry->setSection("semantics_kernels");
  Entry->setAlignment(Align(alignof(void *)));
  appendToUsed(M, {Entry});
}

struct KernelTablePass : PassInfoMixin<KernelTablePass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    SmallVector<Function *, 16> Kernels;
    for (Function &F : M)
      if (!F.isDeclaration() && F.getSection() == "simt_kernels")
        Kernels.push_back(&F);
    for (Function *Kernel : Kernels)
      addEntry(*Kernel);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

void registerPass(PassBuilder &Builder) {
  Builder.registerOptimizerEarlyEPCallback(
      [](ModulePassManager &Manager, OptimizationLevel, ThinOrFullLTOPhase) {
        Manager.addPass(KernelTablePass());
      });
}

} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "semantics-kernels", "1", registerPass};
}
