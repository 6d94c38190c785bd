//===- TUSummaryBytes.h - TUSummary as kept by this very program -*- C++ -*-===//
//
// Reading JSON was most of a run in which nothing has changed. What stays on
// one machine, for one build of coopify, needs no names of fields; what others
// read is TUSummaryJSON.h's.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_STORED_TUSUMMARYBYTES_H
#define COOPIFY_MODEL_STORED_TUSUMMARYBYTES_H

#include "Model/TUSummary.h"

#include <optional>
#include <string>

namespace coopify {

std::string toBytes(const TUSummary &Unit);

/// nullopt: it is not whole. \p Bytes must have been written by a program with the same
/// TUSummaryFields.def, which whoever keeps them has to see to, and by nobody else.
std::optional<TUSummary> parseBytes(llvm::StringRef Bytes);

} // namespace coopify

#endif // COOPIFY_MODEL_STORED_TUSUMMARYBYTES_H
