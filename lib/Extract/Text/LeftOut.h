//===- LeftOut.h - what a function does not compile of its text --*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_TEXT_LEFTOUT_H
#define COOPIFY_EXTRACT_TEXT_LEFTOUT_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/TUSummary.h"

namespace coopify {

/// Statements of the body that this instance never reaches, whatever the data is: what an if
/// constexpr discards, and what stands behind a condition that is false for its template arguments.
/// Of the body's own file; nothing of what macros make.
std::vector<SkippedText> textLeftOut(const FunctionView &View);

} // namespace coopify

#endif // COOPIFY_EXTRACT_TEXT_LEFTOUT_H
