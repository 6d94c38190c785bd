//===- VanishedCalls.h - calls that edits make nobody's ----------*- C++ -*-===//
//
// A template may ask whether a function can be called as it was: a trait, a
// requires-expression, overload resolution. Once it takes one argument more the
// answer is no, and the call is left out without an error. Pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_VERIFY_VANISHEDCALLS_H
#define COOPIFY_DRIVER_VERIFY_VANISHEDCALLS_H

#include "Driver/Verify/RollBack.h"
#include "Extract/CallMeanings.h"

namespace coopify {

/// The calls of \p Before that \p Now, the same pass with the edits of \p Plan, makes in fewer
/// instances. \p Files are those of the pass.
std::vector<BrokenUnit> vanishedCalls(const CallMeanings &Before, llvm::ArrayRef<CallTarget> Now,
                                      const EditPlan &Plan, llvm::ArrayRef<Finding> Findings,
                                      llvm::ArrayRef<std::string> Files);

} // namespace coopify

#endif // COOPIFY_DRIVER_VERIFY_VANISHEDCALLS_H
