//===- InlineAsm.h - shuffles and votes in asm -------------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_INLINEASM_H
#define COOPIFY_EXTRACT_SITES_INLINEASM_H

#include "Analysis/Convergence/FunctionView.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coopify {

/// A site of kind "asm" for each asm with a shuffle or vote that has no
/// ".sync". Pieces "sync" and "mask" are the places for both, in the literals as
/// they are written.
void asmSites(const FunctionView &View, std::vector<Site> &Sites);

/// Those in the body of \p F, a template, unless \p Known has their place.
void asmSitesOfPattern(const clang::FunctionDecl *F, const SourceText &Text,
                       const std::set<Location> &Known, std::vector<Site> &Sites);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_INLINEASM_H
