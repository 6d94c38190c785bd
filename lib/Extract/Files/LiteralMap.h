//===- LiteralMap.h - from a string's bytes to its spelling ------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_LITERALMAP_H
#define COOPIFY_EXTRACT_FILES_LITERALMAP_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// One string literal token: what it stands for, and where each byte of that
/// is written in the token.
struct LiteralMap {
  std::string Bytes;
  std::vector<unsigned> At; ///< as many as Bytes
};

/// \p Spelled is the token as the file has it: ordinary or raw, with escapes and
/// continued lines. nullopt: it holds an escape by number or name, or it is no
/// string literal.
std::optional<LiteralMap> mapLiteral(llvm::StringRef Spelled);

/// The place of the first legacy warp instruction (Model/PTX.h) in one string literal as \p
/// Spelled: for text that the parser has not seen.
std::optional<unsigned> warpOpInLiteral(llvm::StringRef Spelled);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_LITERALMAP_H
