//===- GridLaunches.cpp ---------------------------------------------------===//
#include "Link/Barriers/GridLaunches.h"
#include "Link/Proofs/Callers.h"

#include <map>

using namespace coopify;

namespace {
/// How a kernel waits for its grid.
struct GridWait {
  Location At;
  bool Always = false; ///< it comes there, whatever it is passed
};
} // namespace

/// By kernel. Nothing where the kernel, or what it calls, asks first.
static std::map<unsigned, GridWait> gridWaits(const Program &P) {
  std::map<unsigned, GridWait> Out;
  std::set<unsigned> Asking;
  for (auto [I, F] : llvm::enumerate(P.Functions)) {
    if (!F.GridBarrierAt.valid() && !F.AsksForGrid)
      continue;
    for (unsigned K : ancestors(P, I)) {
      if (P.Functions[K].Kind != FunctionKind::Kernel)
        continue;
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
  if (!Text.Because.empty())
    S.Preset = Refusal{ReasonId::NotCooperative, Text.Because, L.Loc, ""};
  return S;
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
      Out.try_emplace(L.Loc, siteAt(L, P.Functions[*Kernel], Found->second));
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
