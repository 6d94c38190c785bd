//===- MisreadText.h - directives that are errors -----------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_MISREADTEXT_H
#define COOPIFY_EXTRACT_FILES_MISREADTEXT_H

#include "Extract/Extract.h"
#include "Model/TUSummary.h"

#include "clang/Basic/SourceLocation.h"

#include <string>

namespace clang {
class LangOptions;
class SourceManager;
} // namespace clang

namespace coopify {

/// An error of the preprocessor in a directive, or one that takes directives away: nobody knows
/// which text the compiler reads. Says what it is; empty: no such error.
std::string whatMisread(unsigned DiagnosticID, llvm::StringRef Message, clang::SourceLocation At,
                        const clang::SourceManager &SM, const clang::LangOptions &Lang);

/// All files of a unit with such an error in a user's file are open.
void findMisreadText(llvm::ArrayRef<SeenError> Errors, TUSummary &Out);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_MISREADTEXT_H
