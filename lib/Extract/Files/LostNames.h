//===- LostNames.h - text that the parser gave up -----------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_LOSTNAMES_H
#define COOPIFY_EXTRACT_FILES_LOSTNAMES_H

#include "Analysis/Source/SourceText.h"
#include "Extract/Files/PreprocessorRecord.h"
#include "Model/TUSummary.h"

#include "llvm/ADT/StringSet.h"

namespace coopify {

/// After an error the parser leaves out what it cannot make sense of, up to whole functions.
/// \p Out holds what it did make sense of; added are the legacy warp operations beside that in
/// the text, as sites that are refused, as Lost the calls of functions with one of \p Names, and as
/// Names the other words: other units' headers may declare them.
/// \p GivenUp: templates that were understood, and of which an instance was not.
void findLostNames(clang::ASTContext &Context, const SourceText &Text, const Recording &Record,
                   const std::vector<Location> &ErrorsAt, const std::vector<TextRange> &GivenUp,
                   const llvm::StringSet<> &Names, TUSummary &Out);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_LOSTNAMES_H
