#include "Rules/Rule.h"

#include "llvm/ADT/SmallVectorExtras.h"

#include <memory>

using namespace coopify;

LLVM_INSTANTIATE_REGISTRY(coopify::RuleRegistry)

RenderContext::~RenderContext() = default;
Rule::~Rule() = default;

/// The linker's order of registration means nothing, so they are sorted.
static std::vector<std::unique_ptr<Rule>> makeRules() {
  std::vector<std::unique_ptr<Rule>> Rules;
  for (const RuleRegistry::entry &Entry : RuleRegistry::entries())
    Rules.push_back(Entry.instantiate());
  llvm::sort(Rules, [](const auto &A, const auto &B) { return A->id() < B->id(); });
  return Rules;
}

llvm::ArrayRef<const Rule *> coopify::allRules() {
  static const std::vector<std::unique_ptr<Rule>> Owned = makeRules();
  static const auto Rules =
      llvm::map_to_vector(Owned, [](const auto &R) -> const Rule * { return R.get(); });
  return Rules;
}

RuleGroup coopify::groupOfCheck(llvm::StringRef Check) {
  const auto Rule = llvm::find_if(allRules(), [&](const auto *R) { return R->id() == Check; });
  return Rule == allRules().end() ? RuleGroup::Required : (*Rule)->group();
}

llvm::StringRef coopify::toString(RuleGroup Group) {
  return Group == RuleGroup::Required ? "required" : "explicit";
}
