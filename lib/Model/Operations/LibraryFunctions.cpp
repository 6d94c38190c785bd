//===- LibraryFunctions.cpp -------------------------------------------------===//

#include "Model/Operations/LibraryFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

static const llvm::StringSet<> &functions() {
  static const llvm::StringSet<> Names = {
#define FUNCTION(NAME) #NAME,
#define FAMILY(PREFIX)
#include "Model/Operations/LibraryFunctions.def"
  };
  return Names;
}

bool coopify::isArithmetic(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Families[] = {
#define FUNCTION(NAME)
#define FAMILY(PREFIX) #PREFIX,
#include "Model/Operations/LibraryFunctions.def"
  };
  if (functions().contains(Name) ||
      llvm::any_of(Families, [&](llvm::StringRef Prefix) { return Name.starts_with(Prefix); }))
    return true;
  return (Name.ends_with("f") || Name.ends_with("l")) && functions().contains(Name.drop_back());
}
