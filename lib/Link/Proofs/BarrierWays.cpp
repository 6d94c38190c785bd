//===- BarrierWays.cpp ----------------------------------------------------===//
#include "Link/Proofs/BarrierWays.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

static std::optional<bool> known(const BarrierWays::Context &Known, unsigned Index) {
  return Index < Known.size() ? Known[Index] : std::nullopt;
}

BarrierWays::Context BarrierWays::passedBy(const BarrierUse &W, const Context &Known) {
  Context Out;
  for (const PassedConstant &N : W.ConstantArgs)
    Out.push_back(N.Constant    ? std::optional<bool>(*N.Constant == 0)
                  : N.Parameter ? known(Known, *N.Parameter)
                                : std::nullopt);
  return Out;
}

/// moderngpu: `if (sync) __syncthreads();`, and calls that pass false.
static bool excluded(const BarrierUse &W, const BarrierWays::Context &Known) {
  return llvm::any_of(W.Only, [&](const ParameterTest &Test) {
    std::optional<bool> Zero = known(Known, Test.Index);
    return Zero && *Zero == Test.Nonzero;
  });
}

bool BarrierWays::waits(const BarrierUse &W, const Context &Known) const {
  if (W.OfLanes || excluded(W, Known))
    return false;
  if (W.Callee.empty())
    return true;
  std::optional<unsigned> Callee = P.find(W.Callee);
  if (!Callee || P.Functions[*Callee].Virtual || P.Ambiguous.contains(W.Callee))
    return false;
  return firstWait(*Callee, passedBy(W, Known)) != nullptr;
}

/// Its own barrier before one of another function: the shorter way.
const BarrierUse *BarrierWays::firstWait(unsigned Function, const Context &Known) const {
  auto [It, New] = First.try_emplace({Function, Known}, nullptr);
  if (!New)
    return It->second;
  size_t Before = None.size();
  for (bool Own : {true, false})
    for (const BarrierUse &W : P.Functions[Function].Waits)
      if (W.Callee.empty() == Own && waits(W, Known)) {
        // What was settled meanwhile may have been so for a call of this very function.
        for (const Key &K : llvm::drop_begin(None, Before))
          First.erase(K);
        None.resize(Before);
        return It->second = &W;
      }
  None.push_back(It->first);
  return nullptr;
}
