//===- HarmfulErrors.h - errors that may change what the rest means -*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_ERRORS_HARMFULERRORS_H
#define COOPIFY_EXTRACT_ERRORS_HARMFULERRORS_H

#include "Analysis/Source/SourceText.h"
#include "Extract/Extract.h"
#include "Model/TUSummary.h"

namespace coopify {

/// The files of a unit are open (TUSummary::Open) where text that the parser gave up names a
/// template: it may have the only instance, or one of others that call what this unit has.
void findHarmfulErrors(clang::ASTContext &Context, const SourceText &Text,
                       llvm::ArrayRef<SeenError> Errors, TUSummary &Out);

} // namespace coopify

#endif // COOPIFY_EXTRACT_ERRORS_HARMFULERRORS_H
