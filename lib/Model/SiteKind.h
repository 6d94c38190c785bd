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

/// A function that gets a group as its first parameter, and a call that passes it.
constexpr bool isSignature(SiteKind Kind) {
  return Kind == SiteKind::Signature || Kind == SiteKind::WarpSignature;
}
constexpr bool passesGroup(SiteKind Kind) {
  return Kind == SiteKind::Call || Kind == SiteKind::WarpCall;
}

/// The id: "shared-steps".
llvm::StringRef toString(SiteKind Kind);
std::optional<SiteKind> parseSiteKind(llvm::StringRef Id);
std::ostream &operator<<(std::ostream &OS, SiteKind Kind);

} // namespace coopify

#endif // COOPIFY_MODEL_SITEKIND_H
