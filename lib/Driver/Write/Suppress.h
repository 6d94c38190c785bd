//===- Suppress.h - NOLINT comments ------------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_SUPPRESS_H
#define COOPIFY_DRIVER_WRITE_SUPPRESS_H

#include "Driver/Units/SourceTexts.h"
#include "Edit/Outcome.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace coopify {

/// A veto against each finding whose line says `NOLINT`, `NOLINT(coopify-<check>)`,
/// whose line before says NOLINTNEXTLINE, or that stands between NOLINTBEGIN and the NOLINTEND
/// with the same checks, as clang-tidy reads them.
Vetoes suppressed(llvm::ArrayRef<Finding> Findings, SourceTexts &Texts);

/// A line for each NOLINTBEGIN or NOLINTEND that lacks the other and so silences nothing, where
/// it means one of \p Findings.
std::vector<std::string> unmatchedFences(llvm::ArrayRef<Finding> Findings, SourceTexts &Texts);

/// "a.cu:3" for each comment in \p Files that names one of \p Checks, of which nothing is found
/// where it is for: not of NOLINT without checks, nor of patterns.
std::vector<std::string> unusedComments(llvm::ArrayRef<Finding> Findings,
                                        llvm::ArrayRef<std::string> Files,
                                        const llvm::StringSet<> &Checks, SourceTexts &Texts);

/// Whether \p Line, as the line itself (\p Word "NOLINT") or as the one before
/// ("NOLINTNEXTLINE"), silences \p Check ("legacy-vote").
bool silences(llvm::StringRef Line, llvm::StringRef Word, llvm::StringRef Check);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_SUPPRESS_H
