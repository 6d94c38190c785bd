//===- FunctionText.h - where a function's text takes an edit ----*- C++ -*-===//
//
// What needs no types: it is the same of a template's own text and of an instance.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_TEXT_FUNCTIONTEXT_H
#define COOPIFY_EXTRACT_TEXT_FUNCTIONTEXT_H

#include "Analysis/Source/SourceText.h"
#include "Model/TUSummary.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <optional>
#include <string>

namespace coopify {

/// From behind a '(' to the first of a list, where blanks or a line's end stand between.
TextRange behindBlanks(TextRange At, const SourceText &Text);
/// The end of a line and the blanks between the first of a list at \p At and the second; empty:
/// they share a line, or are too much to read here.
std::string breakOfList(const TextRange &At, const SourceText &Text);
/// Behind the '(' of \p Call's arguments; invalid: there is no such place.
TextRange argsBegin(const clang::CallExpr *Call, const SourceText &Text);
/// \p V, if it is a group that has a name.
std::optional<Handle> handle(const clang::VarDecl *V, const SourceText &Text);
/// Adds the place of \p F's body, the names that are taken in it and the handles that it has.
void summarizeText(const clang::FunctionDecl *F, const SourceText &Text, FunctionSummary &Out);

} // namespace coopify

#endif // COOPIFY_EXTRACT_TEXT_FUNCTIONTEXT_H
