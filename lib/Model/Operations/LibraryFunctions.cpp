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

static const llvm::StringSet<> &oneLaneFunctions() {
  static const llvm::StringSet<> Names = {
#define ONE_LANE(NAME) #NAME,
#include "Model/Operations/OneLaneFunctions.def"
  };
  return Names;
}

bool coopify::staysInLane(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Families[] = {
#define ONE_LANE_FAMILY(PREFIX) #PREFIX,
#include "Model/Operations/OneLaneFunctions.def"
  };
  return isArithmetic(Name) || onlyPassesOn(Name) || oneLaneFunctions().contains(Name) ||
         llvm::any_of(Families, [&](llvm::StringRef Prefix) { return Name.starts_with(Prefix); });
}

bool coopify::onlyPassesOn(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Names[] = {
#define PASSES_ON(NAME) #NAME,
#include "Model/Operations/OneLaneFunctions.def"
  };
  return llvm::is_contained(Names, Name);
}

bool coopify::makesAddressNumber(llvm::StringRef Name) {
  static constexpr llvm::StringLiteral Families[] = {
#define ADDRESS_FAMILY(PREFIX) #PREFIX,
#include "Model/Operations/OneLaneFunctions.def"
  };
  return llvm::any_of(Families, [&](llvm::StringRef Prefix) { return Name.starts_with(Prefix); });
}

bool coopify::isOfManyLanes(llvm::StringRef Type) {
  static constexpr llvm::StringLiteral Types[] = {
#define OF_MANY_LANES(TYPE) #TYPE,
#include "Model/Operations/OneLaneFunctions.def"
  };
  return llvm::any_of(Types, [&](llvm::StringRef Part) { return Type.contains(Part); });
}
