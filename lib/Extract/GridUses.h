//===- GridUses.h - what a function does with its whole grid ------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_GRIDUSES_H
#define COOPIFY_EXTRACT_GRIDUSES_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/TUSummary.h"

namespace coopify {

/// Where it waits for the grid, and whether it asks if that can be waited for: the members of
/// \p Out that Link finds launches by.
void gridUses(const FunctionView &View, FunctionSummary &Out);

} // namespace coopify

#endif // COOPIFY_EXTRACT_GRIDUSES_H
