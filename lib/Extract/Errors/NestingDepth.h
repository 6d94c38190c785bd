//===- NestingDepth.h - code that is nested too deeply -----------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_ERRORS_NESTINGDEPTH_H
#define COOPIFY_EXTRACT_ERRORS_NESTINGDEPTH_H

#include "Analysis/Source/SourceText.h"
#include "Model/TUSummary.h"

#include <optional>

namespace coopify {

/// Statements and expressions in each other. All that follows visits them recursively, so the
/// stack bounds it; what asks at each level for the value of what is below takes its square.
constexpr unsigned MostNested = 5000;

/// Where code of the user's first nests deeper than MostNested.
std::optional<Location> nestedTooDeeply(clang::ASTContext &Context, const SourceText &Text);

/// Says so of the unit, which is then not read.
ParseNote nestingNote(const Location &Where);

} // namespace coopify

#endif // COOPIFY_EXTRACT_ERRORS_NESTINGDEPTH_H
