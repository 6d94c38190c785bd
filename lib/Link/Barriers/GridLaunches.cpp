//===- GridLaunches.cpp ---------------------------------------------------===//
#include "Link/Barriers/GridLaunches.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace coopify;

namespace {
/// How a kernel waits for its grid.
struct GridWait {
  Location At;
  bool Always = false;    ///< it comes there, whatever it is passed
  Location Launches = {}; ///< it launches others there; invalid: nowhere
};
} // namespace

/// The kernels that \p Function is a part of. Who launches a kernel is none of them.
static std::vector<unsigned> kernelsAround(const Program &P, unsigned Function) {
  std::vector<unsigned> Work{Function}, Kernels;
  std::vector<bool> Seen(P.Functions.size());
  Seen[Function] = true;
  for (size_t I = 0; I < Work.size(); ++I) {
    if (P.Functions[Work[I]].Kind == FunctionKind::Kernel) {
      Kernels.push_back(Work[I]);
      continue;
    }
    for (CallRef C : P.Callers[Work[I]])
      if (P.runsOnDevice(C) && !Seen[C.Caller]) {
        Seen[C.Caller] = true;
        Work.push_back(C.Caller);
      }
  }
  return Kernels;
}

/// By kernel. Nothing where the kernel, or what it calls, asks first.
static std::map<unsigned, GridWait> gridWaits(const Program &P) {
  std::map<unsigned, GridWait> Out;
  std::set<unsigned> Asking;
  for (auto [I, F] : llvm::enumerate(P.Functions)) {
    if (!F.GridBarrierAt.valid() && !F.AsksForGrid)
      continue;
    for (unsigned K : kernelsAround(P, I)) {
      if (F.AsksForGrid)
        Asking.insert(K);
      if (!F.GridBarrierAt.valid())
        continue;
      auto [It, New] = Out.try_emplace(K, GridWait{F.GridBarrierAt});
      It->second.Always |= K == I && F.GridBarrierAlways;
    }
  }
  for (unsigned K : Asking)
    Out.erase(K);
  for (auto [I, F] : llvm::enumerate(P.Functions))
    if (F.LaunchesAt.valid())
      for (unsigned K : kernelsAround(P, I))
        if (auto It = Out.find(K); It != Out.end() && !It->second.Launches.valid())
          It->second.Launches = F.LaunchesAt;
  return Out;
}

static Site siteAt(const LaunchSite &L, const FunctionSummary &Kernel, const GridWait &Waits) {
  const LaunchText &Text = *L.Text;
  Site S;
  S.Kind = SiteKind::GridLaunch;
  S.Name = Kernel.Name;
  S.Loc = L.Loc;
  S.Range = Text.Callee;
  S.Function = Kernel.USR;
  S.Macro = Text.Macro;
  S.Conv.Steps.push_back({Waits.At, "the kernel waits for its whole grid here"});
  S.Parts.push_back({"callee", Text.Callee, ""});
  if (Text.Open.valid()) {
    S.Parts.push_back({"open", Text.Open, ""});
    S.Parts.push_back({"close", Text.Close, std::to_string(Text.Configured)});
  }
  if (Text.HasArgs)
    S.Parts.push_back({"has-args", {}, ""});
  if (!Waits.Always)
    S.Parts.push_back({"may-not-wait", {}, ""});
  const bool Written = Text.Macro.Kind == MacroKind::None || Text.Macro.Kind == MacroKind::Argument;
  if (!Text.Because.empty() && Written) // else the macro is the reason
    S.Preset = Refusal{ReasonId::NotCooperative, Text.Because, L.Loc,
                       Text.OnDevice ? "launch it from host code" : ""};
  if (Waits.Launches.valid()) // CUDA runtime API, cudaLaunchCooperativeKernel
    S.Preset = Refusal{ReasonId::NotCooperative,
                       "the kernel launches others, which one of a cooperative launch cannot do",
                       Waits.Launches, "let the host launch them, behind it"};
  return S;
}

/// A template's launches stand in one place; what one of them needs, all do.
static void addInstance(std::map<Location, Site> &All, Site S) {
  auto [It, New] = All.try_emplace(S.Loc, S);
  if (New)
    return;
  if (!It->second.Preset)
    It->second.Preset = S.Preset;
  for (const PatternPart &Part : S.Parts)
    if (Part.Role == "may-not-wait" && !llvm::is_contained(It->second.Parts, Part))
      It->second.Parts.push_back(Part);
}

std::vector<Site> coopify::gridLaunchSites(const Program &P) {
  const std::map<unsigned, GridWait> Waits = gridWaits(P);
  std::map<Location, Site> Out;
  std::map<Location, bool> Others; // a place of a template that launches other kernels, too
  for (const LaunchSite &L : P.Launches) {
    std::optional<unsigned> Kernel = P.find(L.Kernel);
    auto Found = Kernel ? Waits.find(*Kernel) : Waits.end();
    if (!L.Unseen.empty())
      continue;
    if (Found == Waits.end())
      Others[L.Loc] = true;
    else if (L.Text)
      addInstance(Out, siteAt(L, P.Functions[*Kernel], Found->second));
  }
  std::vector<Site> All;
  for (auto &[At, S] : Out) {
    if (Others.count(At) && !S.Preset)
      S.Preset = Refusal{ReasonId::NotCooperative,
                         "in other instances it launches kernels that wait for no grid", At, ""};
    All.push_back(std::move(S));
  }
  return All;
}
