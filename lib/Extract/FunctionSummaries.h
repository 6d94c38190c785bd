//===- FunctionSummaries.h - a FunctionDecl as plain data --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FUNCTIONSUMMARIES_H
#define COOPIFY_EXTRACT_FUNCTIONSUMMARIES_H

#include "Analysis/Convergence/FunctionView.h"
#include "Analysis/Source/Decls.h"
#include "Model/TUSummary.h"

#include "clang/AST/Decl.h"

#include <set>
#include <string>

namespace coopify {

/// Everything but what needs the analysis of the body.
FunctionSummary summarize(const clang::FunctionDecl *F, const SourceText &Text);
/// Adds calls, return value, barriers and handles.
void summarizeBody(const FunctionView &View, FunctionSummary &Out);
/// Nothing new in the function may have one of \p Names.
void takeNames(const std::set<std::string> &Names, FunctionSummary &Out);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FUNCTIONSUMMARIES_H
