//===- StrayMentions.h - intrinsics that no body calls ------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_FILES_STRAYMENTIONS_H
#define COOPIFY_EXTRACT_FILES_STRAYMENTIONS_H

#include "Extract/Collector.h"
#include "Model/Site.h"

namespace coopify {

/// Where a unit names a legacy intrinsic and none of \p Found is about that: a default argument, a
/// member's initialiser, a constructor's, a type, an address. Refused: not-in-body.
std::vector<Site> strayMentions(const Collector &Unit, const SourceText &Text,
                                const std::vector<Site> &Found);

} // namespace coopify

#endif // COOPIFY_EXTRACT_FILES_STRAYMENTIONS_H
