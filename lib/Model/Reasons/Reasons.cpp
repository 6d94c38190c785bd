#include "Model/Reasons/Reasons.h"

#include "llvm/ADT/STLExtras.h"

#include <ostream>

using namespace coopify;

static constexpr Reason AllReasons[] = {
#define REASON(REASON_ID, ID, KIND, MEANING, HELP) {ID, ReasonKind::KIND, MEANING, HELP},
#include "Model/Reasons/Reasons.def"
};

llvm::ArrayRef<Reason> coopify::allReasons() { return AllReasons; }

const Reason &coopify::reasonOf(ReasonId Id) { return AllReasons[static_cast<size_t>(Id)]; }

llvm::StringRef coopify::toString(ReasonId Id) { return reasonOf(Id).Id; }

std::optional<ReasonId> coopify::parseReasonId(llvm::StringRef Id) {
  auto It = llvm::find_if(AllReasons, [&](const Reason &R) { return R.Id == Id; });
  if (It == std::end(AllReasons))
    return std::nullopt;
  return static_cast<ReasonId>(It - std::begin(AllReasons));
}

std::ostream &coopify::operator<<(std::ostream &OS, ReasonId Id) {
  return OS << toString(Id).str();
}
