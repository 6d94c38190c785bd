//===- Agree.h - --interactive -----------------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_AGREE_H
#define COOPIFY_DRIVER_AGREE_H

#include "Driver/RunOptions.h"
#include "Driver/Scope/Scope.h"
#include "Driver/Verify/Verify.h"

#include <set>

namespace coopify {

using Planner = llvm::function_ref<VerifiedPlan(const Vetoes &)>;

/// \p All without the findings \p Not, each of which joins \p Against as \p Why. Nothing is made in
/// their place that they would have covered: nobody has agreed to that, or tried it.
VerifiedPlan planWithout(VerifiedPlan All, std::set<size_t> Not, WhyNot Why, Vetoes &Against,
                         Planner Plan);

/// What \p Plan gives; with --interactive without what the user does not agree to, verified again.
VerifiedPlan planAgreed(const Shown &Run, Vetoes &Against, Planner Plan,
                        const OutputOptions &Output);

/// "2 of 5 rewrites were agreed to and made".
std::string remarkOnAgreed(llvm::ArrayRef<Result> Results);

/// An error if standard input is closed, from which answers are read.
llvm::Error checkAnswers();

} // namespace coopify

#endif // COOPIFY_DRIVER_AGREE_H
