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

BarrierWays::BarrierWays(const Program &P, Unnamed Calls) : P(P), Calls(Calls) {
  for (auto [I, F] : llvm::enumerate(P.Functions))
    if ((F.AddressTaken || F.Virtual) && F.Kind != FunctionKind::Host &&
        F.Kind != FunctionKind::Kernel)
      ByValue.push_back(I);
}

/// All that the name may mean, by the names that they have where it is not clear (Definitions.cpp).
std::vector<unsigned> BarrierWays::definitionsOf(llvm::StringRef USR) const {
  std::vector<unsigned> Out;
  for (auto [I, F] : llvm::enumerate(P.Functions))
    if (llvm::StringRef Name = F.USR; P.Ambiguous.contains(Name) && Name.consume_front(USR) &&
                                      (Name.empty() || Name.starts_with("@")))
      Out.push_back(I);
  return Out;
}

std::vector<unsigned> BarrierWays::calleesOf(const BarrierUse &W) const {
  const std::optional<unsigned> Callee = P.find(W.Callee);
  if (Calls == Unnamed::Counts && P.Ambiguous.contains(W.Callee))
    return definitionsOf(W.Callee);
  if (Callee && !P.Functions[*Callee].Virtual && !P.Ambiguous.contains(W.Callee))
    return {*Callee};
  const bool OneOfSeveral = W.Indirect || (Callee && P.Functions[*Callee].Virtual);
  return OneOfSeveral && Calls == Unnamed::Counts ? ByValue : std::vector<unsigned>();
}

bool BarrierWays::waits(const BarrierUse &W, const Context &Known) const {
  if (W.OfLanes || excluded(W, Known))
    return false;
  if (W.isBarrier() || (W.Unknown && Calls == Unnamed::Counts))
    return true;
  return llvm::any_of(calleesOf(W), [&](unsigned Callee) {
    return firstWait(Callee, passedBy(W, Known)) != nullptr;
  });
}

/// Its own barrier before one of another function: the shorter way.
const BarrierUse *BarrierWays::firstWait(unsigned Function, const Context &Known) const {
  auto [It, New] = First.try_emplace({Function, Known}, nullptr);
  if (!New)
    return It->second;
  if (!Known.empty() && Contexts[Function]++ >= MaxContexts)
    return First[{Function, Known}] = firstWait(Function, {});
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
