//===- Units.cpp - what both sides of a unit agree upon -------------------===//
#include "Units.h"

#include "llvm/IR/Constants.h"

using namespace llvm;

simt::Unit simt::unitOf(const Module &M) {
  Unit Found;
  for (const GlobalVariable &Variable : M.globals()) {
    if (Variable.getSection() == "simt_unit" && Variable.hasInitializer())
      if (auto *Text = dyn_cast<ConstantDataSequential>(Variable.getInitializer()))
        Found.Name = Text->getAsCString();
    Found.IsDevice |= Variable.getSection() == "simt_warp_size";
    Found.IsRelocatable |= Variable.getSection() == "simt_relocatable";
  }
  return Found;
}

std::string simt::tableName(const Unit &U) { return "simt_device." + U.Name; }

std::string simt::managedName(const Unit &U, StringRef Variable) {
  return ("simt_managed." + U.Name + "." + Variable).str();
}

static StringRef textOf(const Value *Operand) {
  auto *Variable = dyn_cast<GlobalVariable>(Operand->stripPointerCasts());
  if (!Variable || !Variable->hasInitializer())
    return "";
  auto *Text = dyn_cast<ConstantDataSequential>(Variable->getInitializer());
  return Text && Text->isCString() ? Text->getAsCString() : "";
}

std::set<GlobalVariable *> simt::annotatedVariables(Module &M, StringRef Text) {
  std::set<GlobalVariable *> Found;
  const GlobalVariable *Annotations = M.getGlobalVariable("llvm.global.annotations");
  if (!Annotations || !Annotations->hasInitializer())
    return Found;
  for (const Use &Row : Annotations->getInitializer()->operands())
    if (auto *Annotation = dyn_cast<ConstantStruct>(Row))
      if (textOf(Annotation->getOperand(1)) == Text)
        if (auto *Variable =
                dyn_cast<GlobalVariable>(Annotation->getOperand(0)->stripPointerCasts()))
          Found.insert(Variable);
  return Found;
}

bool simt::isTextureReference(const GlobalValue &Symbol) {
  auto *Type = dyn_cast<StructType>(Symbol.getValueType());
  return Type && Type->hasName() &&
         (Type->getName().starts_with("struct.texture") ||
          Type->getName().starts_with("struct.surface"));
}

Constant *simt::makeTable(Module &M, ArrayRef<Constant *> Rows, StringRef Name) {
  if (Rows.empty())
    return ConstantPointerNull::get(PointerType::getUnqual(M.getContext()));
  auto *Array = ArrayType::get(Rows[0]->getType(), Rows.size());
  return new GlobalVariable(M, Array, /*isConstant=*/true, GlobalValue::InternalLinkage,
                            ConstantArray::get(Array, Rows), Name);
}
