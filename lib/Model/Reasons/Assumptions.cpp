#include "Model/Reasons/Assumptions.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

static constexpr Assumption AllAssumptions[] = {
#define ASSUMPTION(CONSTANT, ID, MEANING, SETTLED, HELP) {ID, MEANING, SETTLED, HELP},
#include "Model/Reasons/Assumptions.def"
};

llvm::ArrayRef<Assumption> coopify::allAssumptions() { return AllAssumptions; }

const Assumption *coopify::findAssumption(llvm::StringRef Id) {
  auto It = llvm::find_if(AllAssumptions, [&](const Assumption &A) { return A.Id == Id; });
  return It == std::end(AllAssumptions) ? nullptr : It;
}
