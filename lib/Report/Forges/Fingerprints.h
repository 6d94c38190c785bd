//===- Fingerprints.h - findings that are known again ------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_FORGES_FINGERPRINTS_H
#define COOPIFY_REPORT_FORGES_FINGERPRINTS_H

#include "Edit/Outcome.h"
#include "Report/Sources.h"

#include <string>
#include <vector>

namespace coopify {

/// Of each of \p Results a word in hexadecimal digits, each another one. A finding keeps its own
/// when lines around it move or its line is indented otherwise: it is made of the check, the name,
/// the path below \p Root, the text of the line, and how many of the same are above it.
std::vector<std::string> fingerprintsOf(llvm::ArrayRef<Result> Results, const Sources &Files,
                                        llvm::StringRef Root);

} // namespace coopify

#endif // COOPIFY_REPORT_FORGES_FINGERPRINTS_H
