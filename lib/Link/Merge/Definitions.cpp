//===- Definitions.cpp - one name, one definition -----------------------------===//
#include "Link/Program.h"

#include <map>

using namespace coopify;

namespace {

using Place = std::pair<std::string, unsigned>; // file, offset of the body
using PlacesByUSR = std::map<std::string, std::map<Place, Location>>;
using Renames = std::map<std::string, std::string>;

Place bodyOf(const FunctionSummary &F) { return {F.BodyBegin.File, F.BodyBegin.Begin}; }
bool isDefinition(const FunctionSummary &F) { return F.HasBody && F.BodyBegin.valid(); }

} // namespace

static PlacesByUSR clashes(const std::vector<TUSummary> &Units) {
  PlacesByUSR All;
  for (const TUSummary &Unit : Units)
    for (const FunctionSummary &F : Unit.Functions)
      if (isDefinition(F))
        All[F.USR].try_emplace(bodyOf(F), F.Loc);
  std::erase_if(All, [](const auto &Entry) { return Entry.second.size() < 2; });
  return All;
}

/// The first place, in the order of paths, keeps the name.
static std::string nameAt(const std::string &USR, const std::map<Place, Location> &Places,
                          const Place &At) {
  if (At == Places.begin()->first)
    return USR;
  return USR + "@" + At.first + ":" + std::to_string(At.second);
}

static Renames definedIn(const TUSummary &Unit, const PlacesByUSR &Clashes) {
  Renames Names;
  for (const FunctionSummary &F : Unit.Functions)
    if (auto It = Clashes.find(F.USR); It != Clashes.end() && isDefinition(F))
      Names.try_emplace(F.USR, nameAt(F.USR, It->second, bodyOf(F)));
  return Names;
}

/// Calls \p Use on every reference to a function in \p Unit.
template <typename Fn> static void forEachName(TUSummary &Unit, Fn Use) {
  for (FunctionSummary &F : Unit.Functions) {
    Use(F.USR);
    Use(F.Pattern);
    for (CallEdge &E : F.Calls)
      Use(E.Callee);
    for (BarrierUse &W : F.Waits)
      Use(W.Callee);
    for (WarpSlot &S : F.Slots)
      for (Promise &P : S.Syncs)
        Use(P.Function);
  }
  for (Site &S : Unit.Sites) {
    Use(S.Function);
    Use(S.Subject);
    for (std::vector<Promise> *All : {&S.LeansOn, &S.Promises})
      for (Promise &P : *All)
        Use(P.Function);
  }
  for (LaunchSite &L : Unit.Launches)
    Use(L.Kernel);
}

static void markAmbiguous(const std::string &USR, const PlacesByUSR &Clashes, Program &Out) {
  const std::map<Place, Location> &Places = Clashes.at(USR);
  for (const auto &Entry : Places)
    Out.Ambiguous.insert(nameAt(USR, Places, Entry.first));
}

static void noteClash(llvm::StringRef Name, const std::map<Place, Location> &Places, Program &Out) {
  const auto &[FirstPlace, First] = *Places.begin();
  for (const auto &[At, Loc] : Places)
    if (At.first != FirstPlace.first)
      Out.Notes.push_back({"two-definitions",
                           (Name + " (" + shortPlace(First) + ", " + shortPlace(Loc) + ")").str(),
                           Loc});
}

/// What is weak in one unit is replaced by another's, whose name has to stay with it.
static void nameWeak(std::vector<TUSummary> &Units, const PlacesByUSR &Clashes, Program &Out) {
  std::map<std::string, std::string> Weak;
  for (const TUSummary &Unit : Units)
    for (const FunctionSummary &F : Unit.Functions)
      if (llvm::StringRef(F.FixedBecause).starts_with("is weak") && Clashes.count(F.USR))
        Weak.try_emplace(F.USR, F.FixedBecause);
  for (const auto &Entry : Weak)
    markAmbiguous(Entry.first, Clashes, Out);
  for (TUSummary &Unit : Units)
    for (FunctionSummary &F : Unit.Functions)
      if (auto It = Weak.find(F.USR); It != Weak.end() && F.FixedBecause.empty())
        F.FixedBecause = "has a weak definition elsewhere, which it would no longer replace";
}

void coopify::separateDefinitions(std::vector<TUSummary> &Units, Program &Out) {
  PlacesByUSR Clashes = clashes(Units);
  if (Clashes.empty())
    return;
  std::map<std::string, std::string> Names;
  for (const TUSummary &Unit : Units)
    for (const FunctionSummary &F : Unit.Functions)
      Names.try_emplace(F.USR, F.Name);
  for (const auto &[USR, Places] : Clashes)
    noteClash(Names[USR], Places, Out);
  nameWeak(Units, Clashes, Out);
  // A pass that only declares a function means what another pass of the same
  // command defines. Device passes come first in Units, so theirs counts.
  std::map<std::pair<std::string, std::string>, Renames> ByCommand;
  for (const TUSummary &Unit : Units)
    ByCommand[{Unit.MainFile, Unit.Command}].merge(definedIn(Unit, Clashes));
  for (TUSummary &Unit : Units) {
    Renames Names = definedIn(Unit, Clashes);
    Renames Siblings = ByCommand[{Unit.MainFile, Unit.Command}];
    Names.merge(Siblings);
    forEachName(Unit, [&](std::string &Name) {
      if (auto It = Names.find(Name); It != Names.end())
        Name = It->second;
      else if (Clashes.count(Name))
        markAmbiguous(Name, Clashes, Out);
    });
  }
}
