#include "Model/Reasons.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

static constexpr Reason Table[] = {
#define REASON(ID, KIND, MEANING, HELP) {ID, ReasonKind::KIND, MEANING, HELP},
#include "Model/Reasons.def"
};

llvm::ArrayRef<Reason> coopify::allReasons() { return Table; }

const Reason *coopify::findReason(llvm::StringRef Id) {
  auto It = llvm::find_if(Table, [&](const Reason &R) { return R.Id == Id; });
  return It == std::end(Table) ? nullptr : It;
}
