//===- NoteKinds.h - kinds of ParseNote that decide the exit code -*- C++ -*-===//
#ifndef COOPIFY_MODEL_NOTEKINDS_H
#define COOPIFY_MODEL_NOTEKINDS_H

#include "llvm/ADT/StringRef.h"

namespace coopify {

/// The unit has errors, and no declaration of it could be parsed.
inline constexpr llvm::StringLiteral NothingParsed = "nothing-parsed";

} // namespace coopify

#endif // COOPIFY_MODEL_NOTEKINDS_H
