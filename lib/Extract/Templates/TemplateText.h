//===- TemplateText.h - what a template's own text shows ---------*- C++ -*-===//
//
//   body of a template, without types  -->  FunctionSummary (TemplateText)
//
// Whom it may call, and where, and that it waits for the block. Of what lanes do it says nothing.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_TEMPLATES_TEMPLATETEXT_H
#define COOPIFY_EXTRACT_TEMPLATES_TEMPLATETEXT_H

#include "Analysis/Source/SourceText.h"
#include "Model/TUSummary.h"

#include "clang/AST/Decl.h"

#include <optional>
#include <vector>

namespace coopify {

/// A place in a template's body that names a function.
struct TemplateCall {
  const clang::Expr *At = nullptr; ///< a call, a construction, or a name that nobody calls
  Location Loc;                    ///< as CallEdge::Loc of an instance
  std::vector<const clang::FunctionDecl *> Means; ///< by lookup where it is written: patterns
  bool Argument = false; ///< its text has a place for one more argument, and a name for it
};

/// What \p Callee may name, by lookup where it is written: patterns. Members of a class template
/// are those of any of its specializations. Empty: only an instance knows.
std::vector<const clang::FunctionDecl *> meaningsOf(const clang::Expr *Callee);

/// All of them in \p Pattern; calls by operators and of what only an instance can look up are not
/// among them.
std::vector<TemplateCall> templateCalls(const clang::FunctionDecl *Pattern, const SourceText &Text);

/// nullopt: it neither calls functions of the program nor waits.
std::optional<FunctionSummary> summarizeTemplate(const clang::FunctionDecl *Pattern,
                                                 const std::vector<TemplateCall> &Calls,
                                                 const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_EXTRACT_TEMPLATES_TEMPLATETEXT_H
