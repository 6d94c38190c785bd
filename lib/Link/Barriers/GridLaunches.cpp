//===- GridLaunches.cpp ---------------------------------------------------===//
#include "Link/Barriers/GridLaunches.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace coopify;

namespace {
/// How a kernel waits for its grid.
struct GridWait {
  Location At;
  bool Always = false;    ///< it comes there, whatever it is passed
  Location Launches = {}; ///< it launches others there; invalid: nowhere
  bool ByHand = false;    ///< only by a barrier that is to become grid.sync()
};
} // namespace

/// The kernels that \p Function is a part of. Who launches a kernel is none of them.
/// \p Between gets the functions on the way.
static std::vector<unsigned> kernelsAround(const Program &P, unsigned Function,
                                           std::vector<unsigned> *Between = nullptr) {
  std::vector<unsigned> Work{Function}, Kernels;
  std::vector<bool> Seen(P.Functions.size());
  Seen[Function] = true;
  for (size_t I = 0; I < Work.size(); ++I) {
    if (P.Functions[Work[I]].Kind == FunctionKind::Kernel) {
      Kernels.push_back(Work[I]);
      continue;
    }
    if (Between)
      Between->push_back(Work[I]);
    for (CallRef C : P.Callers[Work[I]])
      if (P.runsOnDevice(C) && !Seen[C.Caller]) {
        Seen[C.Caller] = true;
        Work.push_back(C.Caller);
      }
  }
  return Kernels;
}

static const PatternPart *partOf(const Site &S, llvm::StringRef Role) {
  auto It = llvm::find_if(S.Parts, [&](const PatternPart &Part) { return Part.Role == Role; });
  return It == S.Parts.end() ? nullptr : &*It;
}

static bool hasPart(const Site &S, llvm::StringRef Role) { return partOf(S, Role) != nullptr; }

/// A barrier by a counter of which all is written in one place.
static bool isCounted(const Site &S) {
  return S.Kind == SiteKind::GridBarrier && !S.Preset && !S.NotASite && hasPart(S, "whole");
}

/// By kernel. Nothing where the kernel, or what it calls, asks first.
static std::map<unsigned, GridWait> gridWaits(const Program &P, llvm::ArrayRef<Site> Sites) {
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
  for (const Site &S : Sites)
    if (isCounted(S))
      if (const std::optional<unsigned> F = P.find(S.Function))
        for (unsigned K : kernelsAround(P, *F))
          Out.try_emplace(K, GridWait{S.Loc, false, {}, /*ByHand=*/true});
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
  if (Waits.ByHand)
    S.Parts.push_back({"by-hand", {}, ""});
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
    if ((Part.Role == "may-not-wait" || Part.Role == "by-hand") &&
        !llvm::is_contained(It->second.Parts, Part))
      It->second.Parts.push_back(Part);
}

/// Barriers by a counter and launches that stand or fall together: those of one kernel. \p At has
/// the kernels of each place that launches one for such a barrier; of a template it may be several.
static void groupByKernel(const Program &P, const std::map<Location, std::vector<unsigned>> &At,
                          std::vector<Site> &Sites) {
  llvm::EquivalenceClasses<unsigned> Kernels;
  auto KernelsOf = [&](const Site &S) {
    const std::optional<unsigned> F = isCounted(S) ? P.find(S.Function) : std::nullopt;
    return F ? kernelsAround(P, *F) : std::vector<unsigned>();
  };
  for (const Site &S : Sites)
    for (unsigned K : KernelsOf(S))
      Kernels.unionSets(KernelsOf(S).front(), K);
  for (const auto &[Place, Launched] : At)
    for (unsigned K : Launched)
      Kernels.unionSets(Launched.front(), K);
  for (Site &S : Sites) {
    // One that waits by grid.sync() as well is right without the barrier.
    auto Launched = S.Kind == SiteKind::GridLaunch ? At.find(S.Loc) : At.end();
    const std::vector<unsigned> Of = Launched != At.end() ? Launched->second : KernelsOf(S);
    auto Class = Of.empty() ? Kernels.member_end() : Kernels.findLeader(Of.front());
    if (Class != Kernels.member_end())
      S.Parts.push_back({"group", {}, P.Functions[*Class].USR});
  }
}

/// What keeps the barrier \p S from being the grid's; empty: nothing is seen.
static std::string whyNot(const Program &P, const Site &S) {
  const std::optional<unsigned> F = P.find(S.Function);
  std::vector<unsigned> Between, Kernels;
  if (F)
    Kernels = kernelsAround(P, *F, &Between);
  if (Kernels.empty())
    return "no kernel that was read comes to this loop";
  for (unsigned I : Between)
    if (P.Functions[I].AddressTaken || P.Functions[I].Virtual)
      return "'" + P.Functions[I].Name + "' may be called by what was not followed";
  for (unsigned K : Kernels) {
    const bool Known = !P.LaunchesOf[K].empty() && llvm::all_of(P.LaunchesOf[K], [&](unsigned L) {
      return P.Launches[L].Unseen.empty();
    });
    if (!Known)
      return "how '" + P.Functions[K].Name + "' is launched was not seen";
    for (auto [I, Asks] : llvm::enumerate(P.Functions))
      if (Asks.AsksForGrid && llvm::is_contained(kernelsAround(P, I), K))
        return "'" + P.Functions[K].Name + "' asks whether its grid can be waited for";
  }
  return "";
}

/// Also those whose counter another barrier has, which stays: it would count no more.
static void refuseOthers(const Program &P, std::vector<Site> &Sites) {
  auto Refuse = [](Site &S, std::string Text) {
    S.Preset = Refusal{ReasonId::HomeMadeBarrier, std::move(Text), S.Loc, ""};
  };
  for (Site &S : Sites)
    if (isCounted(S))
      if (std::string Text = whyNot(P, S); !Text.empty())
        Refuse(S, std::move(Text));
  for (bool Again = true; Again;) {
    Again = false;
    for (Site &S : Sites) {
      if (!isCounted(S))
        continue;
      auto Stays = llvm::find_if(Sites, [&](const Site &Other) {
        const PatternPart *Mine = partOf(S, "counter"), *Theirs = partOf(Other, "counter");
        return Mine && Theirs && Mine->Text == Theirs->Text && !isCounted(Other);
      });
      if (Stays == Sites.end())
        continue;
      Refuse(S, "another barrier counts in '" + S.Name + "', too, and stays");
      Again = true;
    }
  }
  for (Site &S : Sites)
    if (isCounted(S) && P.Outside == World::Open)
      S.Parts.push_back({"open-world", {}, ""});
}

void coopify::addGridLaunches(const Program &P, std::vector<Site> &Sites) {
  refuseOthers(P, Sites);
  const std::map<unsigned, GridWait> Waits = gridWaits(P, Sites);
  std::map<Location, Site> Out;
  std::map<Location, std::vector<unsigned>> ForBarrier;
  std::map<Location, bool> Others; // a place of a template that launches other kernels, too
  for (const LaunchSite &L : P.Launches) {
    std::optional<unsigned> Kernel = P.find(L.Kernel);
    auto Found = Kernel ? Waits.find(*Kernel) : Waits.end();
    if (!L.Unseen.empty())
      continue;
    if (Found == Waits.end())
      Others[L.Loc] = true;
    else if (L.Text) {
      addInstance(Out, siteAt(L, P.Functions[*Kernel], Found->second));
      if (Found->second.ByHand)
        ForBarrier[L.Loc].push_back(*Kernel);
    }
  }
  for (auto &[At, S] : Out) {
    if (Others.count(At) && !S.Preset)
      S.Preset = Refusal{ReasonId::NotCooperative,
                         "in other instances it launches kernels that wait for no grid", At, ""};
    Sites.push_back(std::move(S));
  }
  groupByKernel(P, ForBarrier, Sites);
}
