//===- DeviceUnit.cpp - the device side of a unit -------------------------===//
//
// Its symbols must not be those of the host side, which has the same `__host__ __device__`
// functions. Without -rdc they are the unit's own, as nvcc's are; with it they get a suffix.
//
//===----------------------------------------------------------------------===//
#include "Units.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace {

constexpr StringLiteral Suffix = ".device";

// The machine's and the compiler's, besides the library's.
bool isOfTheSystem(StringRef Name) {
  for (StringRef Prefix : {"simt_", "__tsan_", "llvm.", "__cxa_", "_Unwind_", "__gxx_", "__clang_",
                           "_ZTVN10__cxxabiv1"})
    if (Name.starts_with(Prefix))
      return true;
  return false;
}

} // namespace

uint64_t simt::sharedBytes(const Function &F) {
  uint64_t Bytes = 0;
  for (const GlobalVariable &Variable : F.getParent()->globals())
    if (Variable.getSection() == "simt_shared")
      for (const User *U : Variable.users())
        if (auto *I = dyn_cast<Instruction>(U); I && I->getFunction() == &F) {
          Bytes += F.getDataLayout().getTypeAllocSize(Variable.getValueType());
          break;
        }
  return Bytes;
}

namespace {

// Kernels and variables that the host names have such linkage, even if they are static: clang sees
// to that, but of texture references not. Inline functions have not, and are many.
bool isOffered(const GlobalObject &Symbol) {
  return !Symbol.isDeclaration() && !isOfTheSystem(Symbol.getName()) &&
         (Symbol.hasExternalLinkage() || Symbol.hasWeakODRLinkage() ||
          simt::isTextureReference(Symbol));
}

Constant *makeRow(Module &M, GlobalObject &Symbol) {
  IRBuilder<> Builder(M.getContext());
  auto *F = dyn_cast<Function>(&Symbol);
  const uint64_t Size =
      F ? simt::sharedBytes(*F)
        : M.getDataLayout().getTypeAllocSize(Symbol.getValueType()).getFixedValue();
  return ConstantStruct::getAnon(
      {Builder.CreateGlobalString(Symbol.getName(), "", 0, &M), &Symbol, Builder.getInt64(Size)});
}

// So that the machine tells them from the host's (lib/memory/Segments.cpp). Zeros have a section of
// their own, which takes no room in the file. A mark says that this
// was done: then all others are the host's.
void placeVariables(Module &M) {
  for (GlobalVariable &Variable : M.globals())
    if (Variable.hasInitializer() && !Variable.isConstant() && !Variable.hasSection() &&
        !Variable.hasAppendingLinkage() && !Variable.getName().starts_with("llvm."))
      Variable.setSection(Variable.getInitializer()->isNullValue() ? "simt_device_zeros"
                                                                   : "simt_device");
  auto *Byte = Type::getInt8Ty(M.getContext());
  auto *Mark = new GlobalVariable(M, Byte, /*isConstant=*/false, GlobalValue::InternalLinkage,
                                  ConstantInt::get(Byte, 1), "simt_device_marked");
  Mark->setSection("simt_device_mark");
  appendToUsed(M, {Mark});
}

void addTable(Module &M, const simt::Unit &U) {
  std::vector<Constant *> Rows;
  for (GlobalObject &Symbol : M.global_objects())
    if (isOffered(Symbol))
      Rows.push_back(makeRow(M, Symbol));
  IRBuilder<> Builder(M.getContext());
  auto *Table = ConstantStruct::getAnon(
      {simt::makeTable(M, Rows, "simt_device_rows"), Builder.getInt64(Rows.size())});
  new GlobalVariable(M, Table->getType(), /*isConstant=*/true, GlobalValue::ExternalLinkage, Table,
                     simt::tableName(U));
}

void offerManaged(Module &M, const simt::Unit &U) {
  for (GlobalVariable *Variable : simt::annotatedVariables(M, "simt_managed")) {
    const std::string Name = Variable->getName().str();
    GlobalAlias::create(GlobalValue::ExternalLinkage, simt::managedName(U, Name), Variable);
    if (!U.IsRelocatable)
      continue;
    // Host code of other units knows the variable by its own name.
    Variable->setName(Name + Suffix);
    GlobalAlias::create(GlobalValue::ExternalLinkage, Name, Variable);
  }
}

void keepWithin(GlobalValue &Symbol) {
  if (Symbol.isDeclaration() || Symbol.hasLocalLinkage() || Symbol.hasAppendingLinkage() ||
      Symbol.getName().starts_with("simt_"))
    return;
  if (auto *Object = dyn_cast<GlobalObject>(&Symbol))
    Object->setComdat(nullptr);
  Symbol.setVisibility(GlobalValue::DefaultVisibility);
  Symbol.setLinkage(GlobalValue::InternalLinkage);
}

// The linker would name it as well, but not say what is missing. Instances of the standard
// library's templates are in its own object.
void refuseUndefined(const GlobalValue &Symbol, const TargetLibraryInfoImpl &Library) {
  if (auto *F = dyn_cast<Function>(&Symbol); F && F->hasFnAttribute("dontcall-error"))
    return; // clang says so at the line of the call (simt/refused.h)
  LibFunc Function;
  const StringRef Name = Symbol.getName();
  const bool IsOfLibrary = Name.starts_with("_ZSt") || Name.starts_with("_ZNSt") ||
                           Name.starts_with("_ZNKSt") || Library.getLibFunc(Name, Function);
  if (Symbol.isDeclaration() && !Symbol.use_empty() && !Symbol.hasExternalWeakLinkage() &&
      Name.starts_with("_Z") && !isOfTheSystem(Name) && !IsOfLibrary)
    Symbol.getContext().emitError("simtcc: device code names '" + demangle(Name) +
                                  "', which neither this file nor the machine defines; "
                                  "-rdc=true links the device code of several files");
}

class Renamer {
public:
  explicit Renamer(Module &M) : M(M), Library(M.getTargetTriple()) {}

  void rename(GlobalValue &Symbol) {
    if (isRenamed(Symbol))
      Symbol.setName(Symbol.getName() + Suffix);
    if (auto *Object = dyn_cast<GlobalObject>(&Symbol); Object && Object->hasComdat())
      moveComdat(*Object);
  }

private:
  bool isRenamed(const GlobalValue &Symbol) const {
    LibFunc Function;
    const StringRef Name = Symbol.getName();
    const bool IsWeakDeclaration = Symbol.hasExternalWeakLinkage(); // threadIdx and its kin
    return !Symbol.hasLocalLinkage() && !Symbol.hasAppendingLinkage() && !IsWeakDeclaration &&
           !isOfTheSystem(Name) && !Name.ends_with(Suffix) && !isa<GlobalAlias>(Symbol) &&
           !(Symbol.isDeclaration() &&
             (Name.starts_with("cuda") || Library.getLibFunc(Name, Function)));
  }

  void moveComdat(GlobalObject &Object) {
    const Comdat &Old = *Object.getComdat();
    if (Old.getName().ends_with(Suffix))
      return;
    Comdat *New = M.getOrInsertComdat((Old.getName() + Suffix).str());
    New->setSelectionKind(Old.getSelectionKind());
    Object.setComdat(New);
  }

  Module &M;
  TargetLibraryInfoImpl Library;
};

} // namespace

// clang gives a static variable that the host names its name in the program only when it sees the
// host do so: what it compiled until then names a variable that is declared and nowhere defined.
static void joinStatics(Module &M) {
  std::vector<std::pair<GlobalValue *, GlobalValue *>> Joined;
  for (GlobalValue &Defined : M.global_values())
    for (StringRef Ending : {"__static__", "__intern__"})
      if (const size_t At = Defined.getName().rfind(Ending);
          At != StringRef::npos && !Defined.isDeclaration())
        if (GlobalValue *Declared = M.getNamedValue(Defined.getName().take_front(At));
            Declared && Declared->isDeclaration())
          Joined.push_back({Declared, &Defined});
  for (auto [Declared, Defined] : Joined) {
    Declared->replaceAllUsesWith(Defined);
    Declared->eraseFromParent();
  }
}

void simt::finishDeviceUnit(Module &M, const Unit &U) {
  joinStatics(M);
  bindDeviceRuntime(M);
  placeVariables(M);
  addTable(M, U);
  offerManaged(M, U);
  std::vector<GlobalValue *> Symbols;
  for (GlobalValue &Symbol : M.global_values())
    Symbols.push_back(&Symbol);
  Renamer Rename(M);
  const TargetLibraryInfoImpl Library(M.getTargetTriple());
  for (GlobalValue *Symbol : Symbols)
    if (U.IsRelocatable)
      Rename.rename(*Symbol);
    else
      refuseUndefined(*Symbol, Library), keepWithin(*Symbol);
}
