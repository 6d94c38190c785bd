//===- side.cpp - Runs the kernels of one side ------------------------------===//
//
// Linked with the kernels and with a table of them (written by semantics.py),
// which defines kernelTable and kernelCount.
//
//===----------------------------------------------------------------------===//
#include "Side.h"

#include <simt/machine.h>

extern const semantics::Kernel kernelTable[];
extern const unsigned kernelCount;

namespace {

simt::Policy policy(semantics::Policy P) {
  switch (P) {
  case semantics::Policy::Lockstep:
    return simt::Policy::Lockstep;
  case semantics::Policy::Fair:
    return simt::Policy::Fair;
  case semantics::Policy::Adversarial:
    break;
  }
  return simt::Policy::Adversarial;
}

std::string kinds(const simt::Report &R) {
  std::string Text;
  for (const simt::Finding &F : R.Findings)
    if (const std::string Name = simt::name(F.What); Text.find(Name) == std::string::npos)
      Text += (Text.empty() ? "" : ", ") + Name;
  return Text;
}

constexpr size_t DynamicShared = 16 * 1024;

uint64_t run(const semantics::Launch &L, std::string &Findings) {
  simt::Config C;
  C.Schedule = policy(L.Schedule);
  C.Seed = L.Seed;
  C.ShuffleWarps = L.ShuffleWarps;
  C.CheckLanes = L.CheckLanes;
  C.MaxSteps = 2'000'000;
  struct Context {
    void (*Call)(void **);
    void **Arguments;
  } Body{kernelTable[L.Kernel].Call, L.Arguments};
  const simt::Report R = simt::run(
      C, {L.Blocks}, {L.Block.X, L.Block.Y, L.Block.Z}, DynamicShared,
      [](void *P) { static_cast<Context *>(P)->Call(static_cast<Context *>(P)->Arguments); },
      &Body);
  Findings = R.ok() ? "" : L.Brief ? kinds(R) : R.str();
  return R.LegacyCalls;
}

} // namespace

extern "C" __attribute__((visibility("default"))) const semantics::Side *side() {
  static const semantics::Side S = {kernelTable, kernelCount, run};
  return &S;
}
