//===- PtxText.h - instructions of an asm statement ---------------*- C++ -*-===//
#ifndef COOPIFY_SIMT_PASS_PTXTEXT_H
#define COOPIFY_SIMT_PASS_PTXTEXT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace simt {

/// "@!p ld.global.v2.u32 {a, b}, [c+4];"
struct PtxInstruction {
  std::string Text;                     ///< All of it, in one form.
  std::string Guard;                    ///< "p", or empty.
  bool IsGuardNegated = false;          ///< true.
  std::vector<std::string> Name;        ///< "ld", "global", "v2", "u32".
  std::vector<std::string> Operands;    ///< "{a,b}", "[c+4]".
  bool has(llvm::StringRef Part) const; ///< A part of the name.
  llvm::StringRef part(size_t I) const { return I < Name.size() ? Name[I] : llvm::StringRef(); }
  llvm::StringRef type() const { return Name.back(); }
};

/// "$(.reg .pred p;  shfl.up.b32 $0$|p, $1, 1, 0;$)" -> "{.reg .pred p;shfl.up.b32 $0|p,$1,1,0;}":
/// clang writes braces and bars as those of x86's asm dialects.
std::string normalisePtx(llvm::StringRef Asm);

/// Declarations of registers say nothing that their uses do not. Nothing where there are labels.
std::optional<std::vector<PtxInstruction>> parsePtx(llvm::StringRef Normalised);

/// At commas that are in no braces.
std::vector<std::string> splitOperands(llvm::StringRef Text);

} // namespace simt

#endif
