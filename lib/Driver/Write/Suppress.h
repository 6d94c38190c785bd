//===- Suppress.h - NOLINT comments ------------------------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_WRITE_SUPPRESS_H
#define COOPIFY_DRIVER_WRITE_SUPPRESS_H

#include "Driver/Units/SourceTexts.h"
#include "Edit/Outcome.h"

#include "llvm/ADT/StringRef.h"

namespace coopify {

/// A veto against each finding whose line says `NOLINT`, `NOLINT(coopify-<check>)`, or
/// whose line before says NOLINTNEXTLINE, as clang-tidy reads them.
Vetoes suppressed(llvm::ArrayRef<Finding> Findings, SourceTexts &Texts);

/// Whether \p Line, as the line itself (\p Word "NOLINT") or as the one before
/// ("NOLINTNEXTLINE"), silences \p Check ("legacy-vote").
bool silences(llvm::StringRef Line, llvm::StringRef Word, llvm::StringRef Check);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_SUPPRESS_H
