//===- UnusedTemplates.h - templates that a trial may tell of ----*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_TRIALS_UNUSEDTEMPLATES_H
#define COOPIFY_EXTRACT_TRIALS_UNUSEDTEMPLATES_H

#include "Analysis/Source/SourceText.h"
#include "Model/TUSummary.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>

namespace coopify {

/// Of \p Patterns, the bodies of a pass, those that none of \p Functions is an instance of, and
/// that hold a site or shared memory that lanes may meet in, or call what does.
std::vector<const clang::FunctionDecl *>
unusedTemplates(llvm::ArrayRef<const clang::FunctionDecl *> Patterns,
                llvm::ArrayRef<const clang::FunctionDecl *> Functions, const TUSummary &Unit,
                const SourceText &Text);

/// The name that \p Call has in the text, if it is one; else empty.
std::string calledName(const clang::CallExpr *Call);

/// By its name \p Call orders a lane's accesses to memory.
bool callsFence(const clang::CallExpr *Call);

/// Trials tell of single calls and of steps through memory; of patterns of several statements not.
bool isOfTrial(SiteKind Kind);

/// The call in \p Pattern whose meaning the template's arguments choose, in words; nullopt: none.
std::optional<std::string> chosenByArguments(const clang::FunctionDecl *Pattern);

/// Why a trial says nothing of \p S, a site in an instance of \p Pattern: what its text means
/// depends on the template's arguments; nullopt: it does not.
std::optional<std::string> whyUndecided(const Site &S, const clang::FunctionDecl *Pattern,
                                        const SourceText &Text);

/// A template whose text shows steps of a warp, as `s[t] += s[t + 16]` of `volatile T *s`, or one
/// that sets `s[t]` and reads `s[t - 1]` then, or behind a fence `s[t - N]`, and of which no trial
/// tells, since \p Why.
std::optional<Site> untriedSteps(const clang::FunctionDecl *Pattern, const std::string &Why,
                                 const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_EXTRACT_TRIALS_UNUSEDTEMPLATES_H
