//===- IntrinsicCalls.h - calls of functions in the table -----*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_INTRINSICCALLS_H
#define COOPIFY_EXTRACT_SITES_INTRINSICCALLS_H

#include "Extract/SiteFinder.h"

namespace coopify {

/// A site of \p Kind for each call that was matched: of the toolkit's function, or of a user's with
/// its name, which is told of and left alone.
void intrinsicSites(SiteKind Kind, llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                    std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_INTRINSICCALLS_H
