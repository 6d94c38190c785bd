//===- Inactive.h - warp operations in branches not taken --------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_INACTIVE_H
#define COOPIFY_EXTRACT_FILES_INACTIVE_H

#include "Analysis/Source/SourceText.h"
#include "Extract/Files/PreprocessorRecord.h"
#include "Model/Site.h"

namespace coopify {

/// Legacy warp operations in the text of #if branches that this pass skips:
/// counted, so that nothing that matched is dropped. Beside a branch that says
/// the same with _sync the pair is "already-portable", else "inactive-branch".
std::vector<Site> inactiveSites(const Recording &Record, const SourceText &Text);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_INACTIVE_H
