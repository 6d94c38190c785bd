//===- NothingParsed.h - a unit without a parsed declaration -----*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_ERRORS_NOTHINGPARSED_H
#define COOPIFY_EXTRACT_ERRORS_NOTHINGPARSED_H

#include "Analysis/Source/SourceText.h"
#include "Extract/Extract.h"

namespace coopify {

/// Whether the unit has errors, and none of its declarations in user files was parsed: neither a
/// function with a body nor a declaration without an error on its lines. \p Roots are the unit's
/// own declarations.
bool nothingParsed(llvm::ArrayRef<clang::Decl *> Roots, const SourceText &Text,
                   llvm::ArrayRef<SeenError> Errors);

/// Reports that, with the first error.
ParseNote nothingParsedNote(const SeenError &First);

} // namespace coopify

#endif // COOPIFY_EXTRACT_ERRORS_NOTHINGPARSED_H
