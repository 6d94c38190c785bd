#include "Model/Reasons/Assumptions.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

static constexpr Assumption Table[] = {
#define ASSUMPTION(CONSTANT, ID, MEANING, SETTLED, HELP) {ID, MEANING, SETTLED, HELP},
#include "Model/Reasons/Assumptions.def"
};

llvm::ArrayRef<Assumption> coopify::allAssumptions() { return Table; }

const Assumption *coopify::findAssumption(llvm::StringRef Id) {
  auto It = llvm::find_if(Table, [&](const Assumption &A) { return A.Id == Id; });
  return It == std::end(Table) ? nullptr : It;
}
