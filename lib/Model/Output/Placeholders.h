//===- Placeholders.h - names that text of the output leaves open -*- C++ -*-===//
//
// What a finder writes does not know which names are free and how the file calls
// the groups: it writes one of these, and Rules/Render/Stencil.h fills it in.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_OUTPUT_PLACEHOLDERS_H
#define COOPIFY_MODEL_OUTPUT_PLACEHOLDERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace coopify::placeholder {

/// The groups' namespace with its colons: "cg::".
inline constexpr llvm::StringLiteral Groups = "${cg}";
/// Functions of it, which CUDA has in headers of their own.
inline constexpr llvm::StringLiteral Reduce = "${cg:reduce}";
inline constexpr llvm::StringLiteral InclusiveScan = "${cg:inclusive_scan}";
/// The lanes of the warp under their own numbers (coopify::masked_warp).
inline constexpr llvm::StringLiteral Lanes = "${lanes}";
/// What the rule computes there.
inline constexpr llvm::StringLiteral Value = "${value}";

/// The size of a tile that is the whole warp, of whatever width the passes have.
inline constexpr llvm::StringLiteral WholeWarp = "*";

/// The tile whose size is \p Size, a constant expression.
inline std::string tile(llvm::StringRef Size) { return ("${tile:" + Size + "}").str(); }

/// A name that the function does not use yet: \p Wanted, if it is free.
inline std::string name(llvm::StringRef Wanted) { return ("${name:" + Wanted + "}").str(); }

/// The user's own text, in which a "${" (of a comment, say) stands for itself.
std::string verbatim(llvm::StringRef Text);

} // namespace coopify::placeholder

#endif // COOPIFY_MODEL_OUTPUT_PLACEHOLDERS_H
