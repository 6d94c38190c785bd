//===- Trials.h - what a unit's unused templates would do --------*- C++ -*-===//
//
//   templates without an instance --Sema--> trial instances --> TrialFunctions, TrialSites
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_TRIALS_TRIALS_H
#define COOPIFY_EXTRACT_TRIALS_TRIALS_H

#include "Extract/Extract.h"

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace coopify {

/// Adds what trials of \p Unused show to \p Out, a summary that is complete but for that; sites
/// that none of them tells of say why. \p Errors are of the unit: of text with one a trial tells
/// nothing. \p Made grows with what Sema makes.
void addTrials(clang::Sema &S, const PreprocessorRecord &Record,
               const std::vector<SeenError> &Errors, const std::vector<const clang::Decl *> &Made,
               llvm::ArrayRef<const clang::FunctionDecl *> Unused, TUSummary &Out);

/// What is told of \p Unused where no trials can be made: those of which the text shows that none
/// could be.
void addUntried(clang::ASTContext &Context, llvm::ArrayRef<const clang::FunctionDecl *> Unused,
                TUSummary &Out);

} // namespace coopify

#endif // COOPIFY_EXTRACT_TRIALS_TRIALS_H
