//===- MissingHeaders.h - what a header that is not found may hold -*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_MISSINGHEADERS_H
#define COOPIFY_EXTRACT_FILES_MISSINGHEADERS_H

#include "Analysis/Source/SourceText.h"
#include "Extract/Files/PreprocessorRecord.h"
#include "Model/TUSummary.h"

#include <memory>

namespace clang {
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace coopify {

/// Records in \p Out the headers that are not found, and the macros that an #if behind one asks for
/// and that nobody has defined.
std::unique_ptr<clang::PPCallbacks> recordMissingHeaders(clang::Preprocessor &PP,
                                                         std::shared_ptr<Recording> Out);

/// Which of \p Functions a header that was not found may call: those that are declared before it,
/// and as "" all with external linkage, which it may declare itself. And which #if it may decide.
void findMissingHeaders(const Recording &Record, const SourceText &Text,
                        llvm::ArrayRef<const clang::FunctionDecl *> Functions, TUSummary &Out);

/// An included \p Name that is a library's: it knows nothing of the program (LibraryHeaders.def).
bool isLibraryHeader(llvm::StringRef Name);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_MISSINGHEADERS_H
