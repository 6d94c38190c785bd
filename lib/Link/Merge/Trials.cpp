//===- Trials.cpp -------------------------------------------------------------===//
#include "Link/Merge/Trials.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

/// What is called or launched: of an instance that the parser gave up that is all there is.
static llvm::StringSet<> used(const std::vector<TUSummary> &Units) {
  llvm::StringSet<> Out;
  for (const TUSummary &Unit : Units) {
    for (const FunctionSummary &F : Unit.Functions)
      for (const CallEdge &E : F.Calls)
        Out.insert(E.Callee);
    for (const LaunchSite &L : Unit.Launches)
      Out.insert(L.Kernel);
  }
  return Out;
}

/// What is there as a part of the program is no trial.
static llvm::StringSet<> defined(const std::vector<TUSummary> &Units) {
  llvm::StringSet<> Out;
  for (const TUSummary &Unit : Units)
    for (const FunctionSummary &F : Unit.Functions)
      if (F.HasBody)
        Out.insert(F.USR);
  return Out;
}

static llvm::StringSet<> instantiated(const std::vector<TUSummary> &Units) {
  const llvm::StringSet<> Used = used(Units);
  llvm::StringSet<> Patterns;
  for (const TUSummary &Unit : Units)
    for (const FunctionSummary &F : Unit.Functions)
      if (F.HasBody || F.HasParseError || Used.contains(F.USR))
        Patterns.insert(F.Pattern);
  return Patterns;
}

std::vector<TUSummary> coopify::unitsWithTrials(const std::vector<TUSummary> &Units) {
  if (llvm::all_of(Units, [](const TUSummary &U) { return U.TrialFunctions.empty(); }))
    return {};
  const llvm::StringSet<> Used = instantiated(Units), Defined = defined(Units);
  std::vector<TUSummary> Out = Units;
  for (TUSummary &Unit : Out) {
    llvm::StringSet<> Dropped;
    for (FunctionSummary &F : Unit.TrialFunctions)
      if (Used.contains(F.Pattern))
        Dropped.insert(F.USR); // what it does counts for those that call it, its own text does not
    llvm::erase_if(Unit.TrialFunctions,
                   [&](const FunctionSummary &F) { return Defined.contains(F.USR); });
    llvm::append_range(Unit.Functions, std::exchange(Unit.TrialFunctions, {}));
    Unit.Sites = std::exchange(Unit.TrialSites, {});
    llvm::erase_if(Unit.Sites, [&](const Site &S) { return Dropped.contains(S.Function); });
  }
  return Out;
}

/// What \p Out assumes of callers that were not read.
static bool restsOnCallers(const Proven &Out) {
  return llvm::any_of(Out.Assumptions, [](const std::string &Id) {
    return Id == assumption::ConvergedCallers || Id == assumption::UniformArguments ||
           Id == assumption::LaneArguments;
  });
}

Proven coopify::vetoed(Proven Out, const Proven &WithTrials) {
  const bool Breaks = WithTrials.Width < std::min(Out.Width, unsigned(warpWidth())) &&
                      WithTrials.Why && WithTrials.Why->Kind == ObstacleKind::LaneDependent;
  if (Breaks && restsOnCallers(Out)) {
    Out.Width = WithTrials.Width;
    Out.Why = WithTrials.Why;
  }
  return Out;
}
