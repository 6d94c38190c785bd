//===- VendorWords.h - words of NVIDIA's cooperative_groups.h ------*- C++ -*-===//
#ifndef COOPIFY_MODEL_OUTPUT_VENDORWORDS_H
#define COOPIFY_MODEL_OUTPUT_VENDORWORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace coopify {

/// No macro may have one of these names where the header is included.
inline constexpr llvm::StringLiteral VendorWords[] = {
#define VENDOR_WORD(NAME) NAME,
#include "Model/Output/VendorWords.def"
};

inline bool isVendorWord(llvm::StringRef Name) {
  static const llvm::StringSet<> Words = [] {
    llvm::StringSet<> All;
    for (llvm::StringRef Word : VendorWords)
      All.insert(Word);
    return All;
  }();
  return Words.contains(Name);
}

} // namespace coopify

#endif // COOPIFY_MODEL_OUTPUT_VENDORWORDS_H
