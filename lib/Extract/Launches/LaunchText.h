//===- LaunchText.h - the pieces of a launch's text ---------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_LAUNCHES_LAUNCHTEXT_H
#define COOPIFY_EXTRACT_LAUNCHES_LAUNCHTEXT_H

#include "Analysis/Source/SourceText.h"
#include "Model/TUSummary.h"

#include "clang/AST/ExprCXX.h"

namespace coopify {

/// `k<<<grid, block>>>(args)`, and why a call of a function cannot stand for it. \p OnDevice: a
/// kernel, or what it calls, launches there.
LaunchText launchText(const clang::CUDAKernelCallExpr *Launch, bool OnDevice,
                      const SourceText &Text);

/// The name in a call of cudaLaunchKernel(), which takes what cudaLaunchCooperativeKernel() does;
/// nullopt: another function's.
std::optional<LaunchText> launchText(const clang::CallExpr *Launch, const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_EXTRACT_LAUNCHES_LAUNCHTEXT_H
