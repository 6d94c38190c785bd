//===- CallerWords.h - the words by which functions are called ----*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_USES_CALLERWORDS_H
#define COOPIFY_EXTRACT_USES_CALLERWORDS_H

#include "Extract/Collector.h"

#include "llvm/ADT/StringSet.h"

namespace coopify {

/// The words by which the unit's own device functions are called, with the classes of function
/// objects, as what takes one calls it, and class templates, of which there may be an instance.
llvm::StringSet<> wordsOfCallers(const Collector &Found, const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_EXTRACT_USES_CALLERWORDS_H
