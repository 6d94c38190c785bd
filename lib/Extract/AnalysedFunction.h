//===- AnalysedFunction.h - a body and what its lanes share ------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_ANALYSEDFUNCTION_H
#define COOPIFY_EXTRACT_ANALYSEDFUNCTION_H

#include "Analysis/Convergence/FunctionView.h"
#include "Model/TUSummary.h"

#include <memory>

namespace coopify {

struct AnalysedFunction {
  std::unique_ptr<ConvergenceAnalysis> Analysis;
  /// Shared variables that it takes for equal in a warp, and what that rests on.
  std::vector<WarpSlot> Slots;
};

/// Which way lanes go may depend on what one of them has told the others by shared memory, and
/// whether they wait for each other there on which way they go. So the variables are believed
/// first, and those whose steps then cannot be kept apart are not.
AnalysedFunction analyse(const clang::FunctionDecl *F, const std::string &USR,
                         clang::ASTContext &Context, const SourceText &Text,
                         Collectives &CollectiveUses, PassedPointers *Passed);

} // namespace coopify

#endif // COOPIFY_EXTRACT_ANALYSEDFUNCTION_H
