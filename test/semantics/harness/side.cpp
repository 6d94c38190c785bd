//===- side.cpp - Runs the kernels of one side ------------------------------===//
//
// Linked with the kernels and with a row of a table for each of them, which
// KernelTablePass.cpp makes and the linker puts together.
//
//===----------------------------------------------------------------------===//
#include "Side.h"

#include <simt/machine.h>

#include <algorithm>
#include <string_view>
#include <vector>

// The linker's names for the beginning and the end of a section, if there is one.
extern const semantics::Kernel __start_semantics_kernels[]
    __attribute__((weak, visibility("hidden")));
extern const semantics::Kernel __stop_semantics_kernels[]
    __attribute__((weak, visibility("hidden")));

namespace {

/// By name, each once: units may have instances of the same template.
const std::vector<semantics::Kernel> &kernels() {
  static const std::vector<semantics::Kernel> Sorted = [] {
    using Name = std::string_view;
    std::vector<semantics::Kernel> All(__start_semantics_kernels, __stop_semantics_kernels);
    std::sort(All.begin(), All.end(),
              [](const auto &A, const auto &B) { return Name(A.Name) < B.Name; });
    All.erase(std::unique(All.begin(), All.end(),
                          [](const auto &A, const auto &B) { return Name(A.Name) == B.Name; }),
              All.end());
    return All;
  }();
  return Sorted;
}

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

void run(const semantics::Launch &L, semantics::Outcome &Of) {
  simt::Config C;
  C.Schedule = policy(L.Schedule);
  C.Seed = L.Seed;
  C.ShuffleWarps = L.ShuffleWarps;
  C.CheckLanes = L.CheckLanes;
  C.Cooperative = L.Cooperative;
  C.CheckDivergentBarriers = !L.BarriersMayDiverge;
  C.MaxSteps = L.MaxSteps;
  struct Context {
    void (*Call)(void **);
    void **Arguments;
  } Body{kernels()[L.Kernel].Call, L.Arguments};
  const simt::Report R = simt::run(
      C, {L.Blocks}, {L.Block.X, L.Block.Y, L.Block.Z}, DynamicShared,
      [](void *P) { static_cast<Context *>(P)->Call(static_cast<Context *>(P)->Arguments); },
      &Body);
  Of = {R.ok()    ? ""
        : L.Brief ? kinds(R)
                  : R.str(),
        R.LegacyCalls, R.BarriersDiverged, R.Completed, R.has(simt::Kind::StepBound)};
}

} // namespace

extern "C" __attribute__((visibility("default"))) const semantics::Side *side() {
  static const semantics::Side S = {kernels().data(), unsigned(kernels().size()), run};
  return &S;
}
