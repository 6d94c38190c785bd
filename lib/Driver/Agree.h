//===- Agree.h - --interactive -----------------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_AGREE_H
#define COOPIFY_DRIVER_AGREE_H

#include "Driver/RunOptions.h"
#include "Driver/Scope/Scope.h"
#include "Driver/Verify/Verify.h"

namespace coopify {

using Planner = llvm::function_ref<VerifiedPlan(const Vetoes &)>;

/// What \p Plan gives; with --interactive without what the user does not agree to, verified again.
VerifiedPlan planAgreed(const Shown &Run, Vetoes &Against, Planner Plan,
                        const OutputOptions &Output);

/// "2 of 5 rewrites were agreed to and made".
std::string remarkOnAgreed(llvm::ArrayRef<Result> Results);

/// An error if standard input is closed, from which answers are read.
llvm::Error checkAnswers();

} // namespace coopify

#endif // COOPIFY_DRIVER_AGREE_H
