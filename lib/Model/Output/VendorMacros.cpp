#include "Model/Output/VendorMacros.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

bool coopify::isVendorMacro(StringRef Name) {
  static constexpr StringLiteral Prefixes[] = {
#define VENDOR_MACROS(PREFIX) PREFIX,
#include "Model/Output/VendorMacros.def"
  };
  static const StringSet<> Names = {
#define VENDOR_MACRO(NAME) NAME,
#include "Model/Output/VendorMacros.def"
  };
  return Names.contains(Name) ||
         any_of(Prefixes, [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}
