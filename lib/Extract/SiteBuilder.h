//===- SiteBuilder.h - sites and their parts from the AST --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITEBUILDER_H
#define COOPIFY_EXTRACT_SITEBUILDER_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/Site.h"

namespace coopify {

/// A site of \p Kind for \p Call, complete but for what only its finder knows.
/// Of \p Call, which does not run: there is nothing to do, but in a macro's body, where it would be
/// rewritten for the others, and an operand that never runs counts by its type (sizeof).
void neverRuns(Site &S, const clang::CallExpr *Call, const FunctionView &View);
Site makeSite(const FunctionView &View, SiteKind Kind, const clang::CallExpr *Call);

/// \p InBody: the call stands in a macro's body, and so its arguments' ranges are those of the
/// tokens themselves. \p Param is null where \p Arg is no argument of a call.
Argument makeArgument(const FunctionView &View, const clang::Expr *Arg,
                      const clang::ParmVarDecl *Param = nullptr, bool InBody = false);

/// The first token of \p Code that is spelled so, comments left out; npos: there is none.
size_t findToken(llvm::StringRef Code, llvm::StringRef Spelling, const clang::LangOptions &Lang);

PatternPart makePart(const FunctionView &View, llvm::StringRef Role, clang::SourceRange R);

/// That threadIdx.x, by \p Role, numbers the lanes or counts them.
Requirement threadX(RequirementRole Role);

/// The kind of site that a call of the toolkit's \p Name is, if it is one.
std::optional<SiteKind> kindOfCall(llvm::StringRef Name);

/// Why nothing in \p F, a template, can be decided.
Refusal notInstantiated(const clang::FunctionDecl *F, const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITEBUILDER_H
