//===- TellTrial.h - what a trial has shown, in words ------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_TRY_TELLTRIAL_H
#define COOPIFY_DRIVER_TRY_TELLTRIAL_H

#include "Driver/Try/OldTexts.h"
#include "Driver/Try/Trial.h"

#include <set>

namespace coopify {

/// "a, b, c", or the first of them and how many more there are.
std::string fewOf(llvm::ArrayRef<std::string> All);

/// "the program computes something else, ...: \p Text", and how to see it again.
std::string tellDifference(const TrialAnswer &A, llvm::StringRef Text);

/// What was compared, and what was not; \p ByItself are kernels that no rewrite comes to, and which
/// compute something else under schedules.
std::vector<std::string> tellCompared(const Trial &T, const TrialAnswer &A,
                                      const std::set<std::string> &ByItself);

/// Of what git has not, and where several repositories were asked.
std::vector<std::string> tellOldTexts(const OldTexts &Old, llvm::StringRef Rev);

} // namespace coopify

#endif // COOPIFY_DRIVER_TRY_TELLTRIAL_H
