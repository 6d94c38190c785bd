//===- MemoryTypes.cpp ------------------------------------------------------===//
#include "Model/Operations/MemoryTypes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

std::string coopify::memoryName(MemoryTypes Types) {
  if (Types == memory::Any)
    return "any type";
  static constexpr struct {
    MemoryTypes Type;
    llvm::StringLiteral Name;
  } Names[] = {{memory::Bool, "bool"},       {memory::Int16, "short"},     {memory::Int32, "int"},
               {memory::Int64, "long long"}, {memory::Int128, "__int128"}, {memory::Float, "float"},
               {memory::Double, "double"},   {memory::Pointer, "pointer"}};
  llvm::SmallVector<llvm::StringRef> Said;
  for (const auto &Each : Names)
    if (Types & Each.Type)
      Said.push_back(Each.Name);
  return llvm::join(Said, " or ");
}
