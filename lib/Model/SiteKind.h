//===- SiteKind.h - what a site can be ---------------------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_SITEKIND_H
#define COOPIFY_MODEL_SITEKIND_H

#include "llvm/ADT/StringRef.h"

#include <iosfwd>
#include <optional>

namespace coopify {

/// In the order of their ids.
enum class SiteKind {
#define SITE_KIND(KIND, ID, MEANING) KIND,
#include "Model/SiteKinds.def"
};

/// The id: "shared-steps".
llvm::StringRef toString(SiteKind Kind);
std::optional<SiteKind> parseSiteKind(llvm::StringRef Id);
std::ostream &operator<<(std::ostream &OS, SiteKind Kind);

} // namespace coopify

#endif // COOPIFY_MODEL_SITEKIND_H
