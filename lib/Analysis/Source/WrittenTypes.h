//===- WrittenTypes.h - types as the program writes them ----------*- C++ -*-===//
//
// `typedef double real;` is `typedef float real;` in another configuration of the program. Text
// that is written for both must not say `double`, nor `float`.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SOURCE_WRITTENTYPES_H
#define COOPIFY_ANALYSIS_SOURCE_WRITTENTYPES_H

#include "Analysis/Source/SourceText.h"

#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"

namespace coopify {

/// Whether \p E has its type in every configuration: what it is made of is declared with the names
/// of types that the language or the system has, not by a typedef, macro, `auto` or template
/// parameter of the program.
bool hasFixedType(const clang::Expr *E, const SourceText &Text);

/// The type \p Written as the program spells it, without qualifiers and `&`. A macro is spelled by
/// its name. Empty: the text has no such spelling, as of `auto`.
std::string spelledType(clang::TypeLoc Written, const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_WRITTENTYPES_H
