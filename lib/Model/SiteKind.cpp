#include "Model/SiteKind.h"

#include "llvm/ADT/STLExtras.h"

#include <ostream>

using namespace coopify;

static constexpr llvm::StringLiteral Ids[] = {
#define SITE_KIND(KIND, ID, MEANING) ID,
#include "Model/SiteKinds.def"
};

llvm::StringRef coopify::toString(SiteKind Kind) { return Ids[static_cast<size_t>(Kind)]; }

std::optional<SiteKind> coopify::parseSiteKind(llvm::StringRef Id) {
  auto It = llvm::find(Ids, Id);
  if (It == std::end(Ids))
    return std::nullopt;
  return static_cast<SiteKind>(It - std::begin(Ids));
}

std::ostream &coopify::operator<<(std::ostream &OS, SiteKind Kind) {
  return OS << toString(Kind).str();
}
