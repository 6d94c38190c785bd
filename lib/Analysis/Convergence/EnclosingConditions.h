//===- EnclosingConditions.h - the branches that take lanes away from a site --*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_ENCLOSINGCONDITIONS_H
#define COOPIFY_ANALYSIS_CONVERGENCE_ENCLOSINGCONDITIONS_H

#include "Analysis/Convergence/FunctionView.h"

namespace coopify {

/// How the lanes at \p Call come from a whole warp, if conditions around it that
/// can be edited are all that parts them. The lanes that a site is reached by are
/// then known by name: those that met the same conditions (CUDA guide 20.6.2).
std::optional<PartitionedWarp> partitionedWarp(const FunctionView &View,
                                               const clang::CallExpr *Call);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_ENCLOSINGCONDITIONS_H
