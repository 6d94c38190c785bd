//===- Directives.h - lines of the preprocessor within code -------*- C++ -*-===//
//
// Other configurations compile other arms of an #if. What is deleted or replaced takes a directive
// away with it, and what is declared in one arm is not there in the other.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SOURCE_DIRECTIVES_H
#define COOPIFY_ANALYSIS_SOURCE_DIRECTIVES_H

#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace coopify {

/// A line of the preprocessor begins in \p Code.
bool hasDirective(llvm::StringRef Code, const clang::LangOptions &Lang);
/// One that decides what is compiled: #if, #else, #endif and their kin.
bool hasConditional(llvm::StringRef Code, const clang::LangOptions &Lang);
/// The arm of an #if that \p Code begins in ends within it.
bool leavesArm(llvm::StringRef Code, const clang::LangOptions &Lang);
/// An arm of an #if that begins in \p Code does not end in it.
bool endsInArm(llvm::StringRef Code, const clang::LangOptions &Lang);
/// \p Name is said in an arm of an #if of \p Code.
bool saidInArm(llvm::StringRef Code, llvm::StringRef Name, const clang::LangOptions &Lang);

/// Where the statement at \p Offset begins with what goes with it: pragmas and words that may stand
/// for one (UNROLL), in arms of an #if of their own or not. That is the beginning of a line, or
/// \p Offset if there is nothing of the kind. nullopt: what stands in such an arm may be something
/// else (`if (x)`), or stands behind other code on its line.
std::optional<size_t> beginWithPragmas(llvm::StringRef Code, size_t Offset,
                                       const clang::LangOptions &Lang);

/// The statement at \p Offset may be a part of another one, whose head stands in an arm of an #if
/// right above it.
bool standsUnderAnArm(llvm::StringRef Code, size_t Offset, const clang::LangOptions &Lang);
/// What ends at \p End has an `else` behind it in an arm of an #if.
bool goesOnInAnArm(llvm::StringRef Code, size_t End, const clang::LangOptions &Lang);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SOURCE_DIRECTIVES_H
