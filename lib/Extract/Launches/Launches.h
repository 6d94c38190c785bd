//===- Launches.h - how the host starts kernels -------------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_LAUNCHES_LAUNCHES_H
#define COOPIFY_EXTRACT_LAUNCHES_LAUNCHES_H

#include "Analysis/Source/SourceText.h"
#include "Model/TUSummary.h"

#include "clang/AST/Expr.h"

namespace coopify {

/// Every launch that the unit spells, in instantiated code too; and as a launch of
/// which nothing is known each other place that names a kernel: what is kept in a
/// variable, passed to a function or looked up by its name may be launched anyhow.
/// \p Calls, \p Kernels (names of kernels) and \p Functions are all of the unit.
std::vector<LaunchSite> findLaunches(llvm::ArrayRef<const clang::CallExpr *> Calls,
                                     llvm::ArrayRef<const clang::DeclRefExpr *> Kernels,
                                     llvm::ArrayRef<const clang::FunctionDecl *> Functions,
                                     const clang::ASTContext &Context, const SourceText &Text);

/// A site of kind "multi-grid" for each of \p Calls that is a launch on several devices. Host code
/// is no body that a finder looks at.
void multiDeviceLaunches(llvm::ArrayRef<const clang::CallExpr *> Calls, const SourceText &Text,
                         std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_LAUNCHES_LAUNCHES_H
