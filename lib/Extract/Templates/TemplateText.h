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
#include "Extract/Templates/Meaning.h"
#include "Model/TUSummary.h"

#include "clang/AST/Decl.h"

#include <optional>
#include <vector>

namespace coopify {

/// A place in a template's body that names functions.
struct TemplateCall {
  const clang::Expr *At = nullptr; ///< a call, or a name that nobody calls; null: a class is named
  Location Loc;                    ///< as CallEdge::Loc of an instance
  Meaning Is;
  bool Argument = false; ///< its text has a place for one more argument, and a name for it
  /// Instances of the template may do without: an arm of `if constexpr`, a generic lambda's body, a
  /// default argument.
  bool MayBeLeftOut = false;
};

/// All of them in \p Pattern, with its default arguments.
std::vector<TemplateCall> templateCalls(const clang::FunctionDecl *Pattern, const SourceText &Text);
/// In the initialiser of a member or variable: there is no block to pass.
std::vector<TemplateCall> templateCalls(const clang::Expr *Init, const SourceText &Text,
                                        const clang::ASTContext &Context);

/// nullopt: it is no function of its own.
std::optional<FunctionSummary> summarizeTemplate(const clang::FunctionDecl *Pattern,
                                                 const std::vector<TemplateCall> &Calls,
                                                 const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_EXTRACT_TEMPLATES_TEMPLATETEXT_H
