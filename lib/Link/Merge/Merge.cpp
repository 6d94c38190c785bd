//===- Merge.cpp --------------------------------------------------------------===//
#include "Link/Merge/Merge.h"
#include "Link/Merge/ExternalUsers.h"
#include "Link/Merge/SomePasses.h"
#include "Model/FunctionNames.h"
#include "Model/Stored/TUSummaryJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <map>
#include <tuple>

using namespace coopify;

//===-- Single values ----------------------------------------------------------===//

Uniformity coopify::renumbered(Uniformity U, const IdMap &Ids) {
  for (Atom &A : U.Atoms) {
    if (A.Kind != AtomKind::CallUniform)
      continue;
    auto It = Ids.find(A.Index);
    A.Index = It == Ids.end() ? ~0u : It->second; // ~0: no such call, stays unknown
  }
  llvm::sort(U.Atoms);
  U.Atoms.erase(llvm::unique(U.Atoms), U.Atoms.end());
  return U;
}

Convergence coopify::renumbered(Convergence C, const IdMap &Ids) {
  C.Active = renumbered(std::move(C.Active), Ids);
  C.Rest = renumbered(std::move(C.Rest), Ids);
  return C;
}

void coopify::renumber(Site &S, const IdMap &Ids) {
  S.Conv = renumbered(std::move(S.Conv), Ids);
  if (S.Divided) {
    S.Divided->Whole = renumbered(std::move(S.Divided->Whole), Ids);
    for (EnclosingCondition &At : S.Divided->Conditions)
      At.Decides = renumbered(std::move(At.Decides), Ids);
  }
  for (Argument &A : S.Args)
    A.Uniform = renumbered(std::move(A.Uniform), Ids);
  for (Requirement &R : S.Requires)
    R.Uniform = renumbered(std::move(R.Uniform), Ids);
}

static void mergeArgument(Argument &Into, const Argument &Other) {
  Into.Uniform = meet(Into.Uniform, Other.Uniform);
  Into.Plain &= Other.Plain;
  Into.ConstantAtEntry &= Other.ConstantAtEntry;
  if (Into.Parameter != Other.Parameter)
    Into.Parameter.reset();
  if (Into.Constant != Other.Constant)
    Into.Constant.reset();
  if (Into.Negation != Other.Negation)
    Into.Negation.clear();
  if (!Other.UpperBound)
    Into.UpperBound.reset();
  else if (Into.UpperBound)
    Into.UpperBound = std::max(*Into.UpperBound, *Other.UpperBound);
}

/// What is written for an argument depends on its type: that of one pass would be written for all.
static bool isWrittenByType(const Site &S, const Argument &A, const Argument &B) {
  if (A.Type == B.Type && A.ParamType == B.ParamType)
    return false;
  return S.Kind == SiteKind::Vote || !A.Plain || !B.Plain;
}

static Refusal otherTypes(const Site &S, const Argument &A, const Argument &B) {
  const bool Own = A.Type != B.Type;
  return {ReasonId::InstancesDisagree,
          "'" + A.Text + (Own ? "' has the type '" : "' is converted to '") +
              (Own ? A.Type : A.ParamType) + "' in one pass, and " + (Own ? "'" : "to '") +
              (Own ? B.Type : B.ParamType) + "' in another one",
          S.Loc, "give each pass its own code with #if"};
}

/// The same group is made at the same place, and divided by the same text.
static bool isMadeAlike(const EnclosingCondition &A, const EnclosingCondition &B) {
  EnclosingCondition Like = B;
  Like.Decides = A.Decides;
  return A == Like;
}

/// One text is written for all passes, and each of its groups waits for its members in every pass
/// that compiles it: the same conditions must divide the warp in all of them. A condition counts if
/// it divides the warp in one of them.
static void mergeDivided(Site &Into, const std::optional<PartitionedWarp> &Other) {
  std::optional<PartitionedWarp> &Mine = Into.Divided;
  if (!Mine && !Other)
    return;
  if (Mine && Other && llvm::equal(Mine->Conditions, Other->Conditions, isMadeAlike)) {
    Mine->Whole = meet(Mine->Whole, Other->Whole);
    for (auto [A, B] : llvm::zip(Mine->Conditions, Other->Conditions))
      A.Decides = meet(A.Decides, B.Decides);
  } else if (!(Mine && Mine->Conditions.empty())) {
    Mine = dividedOtherwise("the conditions around this call do not divide the warp alike in all "
                            "passes",
                            Into.Loc);
  }
}

/// Of two passes that say of a place whether it is a site the one for which it is; a function of
/// the user's that one of them means makes it none that can be edited. The lanes of the other one
/// come to the conditions around it, too.
static bool settled(Site &Into, const Site &Other) {
  if (!Into.NotASite == !Other.NotASite)
    return false;
  if (Into.NotASite == ReasonId::UserOverload || Other.NotASite == ReasonId::UserOverload) {
    Into.NotASite.reset();
    Into.Preset = Refusal{ReasonId::InstancesDisagree,
                          "in one pass a function of the user's own has that name, in another not",
                          Into.Loc, "give each pass its own code with #if"};
    return true;
  }
  const std::optional<PartitionedWarp> Idle = Into.NotASite ? Into.Divided : Other.Divided;
  if (Into.NotASite)
    Into = Other;
  mergeDivided(Into, Idle);
  return true;
}

void coopify::mergeSite(Site &Into, const Site &Other) {
  if (settled(Into, Other))
    return;
  Into.Conv = meet(Into.Conv, Other.Conv);
  mergeDivided(Into, Other.Divided);
  for (auto [A, B] : llvm::zip(Into.Args, Other.Args)) {
    if (isWrittenByType(Into, A, B) && !Into.Preset)
      Into.Preset = otherTypes(Into, A, B);
    mergeArgument(A, B);
  }
  if (Into.Lanes != Other.Lanes && warpLanes().Differ && !Into.Preset)
    Into.Preset = otherInWarps(Into, "groups of other sizes");
  if (Into.Lanes != Other.Lanes)
    Into.Lanes.reset();
  for (const Requirement &R : Other.Requires)
    if (!llvm::is_contained(Into.Requires, R))
      Into.Requires.push_back(R);
  for (const Promise &P : Other.LeansOn)
    if (!llvm::is_contained(Into.LeansOn, P))
      Into.LeansOn.push_back(P);
  for (const Promise &P : Other.Promises)
    if (!llvm::is_contained(Into.Promises, P))
      Into.Promises.push_back(P);
  Into.TypeMatters |= Other.TypeMatters;
  Into.VolatileMissing |= Other.VolatileMissing;
  if (!Into.Preset)
    Into.Preset = Other.Preset;
  if (!Into.Preset && Into.Parts != Other.Parts)
    Into.Preset = Refusal{ReasonId::InstancesDisagree, "two passes need different text here",
                          Into.Loc, "give each pass its own code with #if"};
  if (!Into.ClaimedBy)
    Into.ClaimedBy = Other.ClaimedBy;
}

void coopify::mergeFile(FileFacts &Into, const FileFacts &Other) {
  Into.Includes &= Other.Includes;
  if (Into.Alias != Other.Alias) { // under an #if
    Into.Alias.clear();
    Into.AliasAt = {};
  }
  // Where one unit names the vendor's groups so and another one the bundled ones.
  const bool Differs =
      !Into.CgMeans.empty() && !Other.CgMeans.empty() && Into.CgMeans != Other.CgMeans;
  Into.CgTaken |= Other.CgTaken || Differs;
  if (Into.CgMeans.empty())
    Into.CgMeans = Other.CgMeans;
  Into.CRLF |= Other.CRLF;
  Into.Skipped.clear();
  for (const std::string &Main : Other.IncludeFirstIn)
    if (!llvm::is_contained(Into.IncludeFirstIn, Main))
      Into.IncludeFirstIn.push_back(Main);
  Into.IsHeader &= Other.IsHeader;
  // What is too far down for one pass, as a macro breaks the header there, is so for all.
  if (Other.IncludePoint.valid() && Other.IncludePoint.Begin < Into.IncludePoint.Begin) {
    Into.IncludePoint = Other.IncludePoint;
    Into.NeedsBlankBefore = Other.NeedsBlankBefore;
    Into.BlankBefore = Other.BlankBefore;
    Into.BlankAfter = Other.BlankAfter;
  }
}

/// What both passes say; that two arguments lead into one array is enough in one of them.
static std::vector<PassedApart> mergeApart(const std::vector<PassedApart> &A,
                                           const std::vector<PassedApart> &B) {
  auto InOne = [](const PassedApart &P) { return P.Holds.UniformOver != BlockWidth; };
  std::vector<PassedApart> Out;
  for (const PassedApart &P : A)
    if (llvm::is_contained(B, P) || InOne(P))
      Out.push_back(P);
  for (const PassedApart &P : B)
    if (InOne(P) && llvm::none_of(Out, [&](const PassedApart &Q) {
          return Q.First == P.First && Q.Second == P.Second;
        }))
      Out.push_back(P);
  return Out;
}

void coopify::mergeLaunch(LaunchSite &Into, const LaunchSite &Other) {
  Into.ConstantArgs.resize(std::min(Into.ConstantArgs.size(), Other.ConstantArgs.size()));
  for (auto [A, B] : llvm::zip_first(Into.ConstantArgs, Other.ConstantArgs))
    if (A != B)
      A = PassedConstant();
  Into.Apart = mergeApart(Into.Apart, Other.Apart);
  if (!Into.Text)
    Into.Text = Other.Text; // a host lambda is no place of its own to the device's pass
  else if (Other.Text && Into.Text != Other.Text)
    Into.Text->Because = "two passes read it differently, as host code and as device code";
}

std::string coopify::shortPlace(const Location &L) {
  return llvm::formatv("{0}:{1}", llvm::sys::path::filename(L.File), L.Line);
}

std::string coopify::shortPlaces(const std::vector<Location> &Places) {
  constexpr size_t Shown = 3;
  std::vector<std::string> Texts;
  for (const Location &L : Places)
    if (std::string Text = shortPlace(L); !llvm::is_contained(Texts, Text))
      Texts.push_back(std::move(Text));
  size_t More = Texts.size() > Shown + 1 ? Texts.size() - Shown : 0;
  Texts.resize(Texts.size() - More);
  std::string List = llvm::join(Texts, ", ");
  return More ? List + " and " + std::to_string(More) + " more" : List;
}

//===-- Lists ------------------------------------------------------------------===//

/// Merges what has the same key; the result is sorted by it.
template <typename T, typename Key, typename Merge>
static std::vector<T> unite(std::vector<T> &&All, Key KeyOf, Merge MergeInto) {
  std::map<decltype(KeyOf(All.front())), T> ByKey;
  for (T &Item : All) {
    auto [It, New] = ByKey.try_emplace(KeyOf(Item), std::move(Item)); // moves it only if New
    if (!New)
      MergeInto(It->second, Item);
  }
  std::vector<T> Out;
  for (auto &Entry : ByKey)
    Out.push_back(std::move(Entry.second));
  return Out;
}

template <typename T>
static std::vector<T> collect(std::vector<TUSummary> &Units, std::vector<T> TUSummary::*Field) {
  std::vector<T> All;
  for (TUSummary &Unit : Units)
    llvm::append_range(All, std::move(Unit.*Field));
  return All;
}

template <typename T> static void sortUnique(std::vector<T> &Items) {
  llvm::sort(Items);
  Items.erase(llvm::unique(Items), Items.end());
}

static auto expansionKey(const MacroExpansion &E) {
  return std::make_tuple(E.Expansion, E.Name, E.Definition);
}

//===-- Units ------------------------------------------------------------------===//

bool coopify::isDevicePass(const TUSummary &Unit) {
  return Unit.Pass != "host" && Unit.Pass != "c++";
}

static auto unitKey(const TUSummary &U) {
  return std::make_tuple(!isDevicePass(U), std::cref(U.MainFile), std::cref(U.Pass));
}

/// Device passes first: their view is preferred. Two commands for one file are
/// told apart by their content.
static void sortUnits(std::vector<TUSummary> &Units) {
  auto Content = [](const TUSummary &U) { return llvm::formatv("{0}", toJSON(U)).str(); };
  llvm::sort(Units, [&](const TUSummary &A, const TUSummary &B) {
    if (unitKey(A) != unitKey(B))
      return unitKey(A) < unitKey(B);
    return Content(A) < Content(B);
  });
}

namespace {
struct CopyOfUnit {
  TUSummary *Unit;
  const FunctionSummary *F;
};
} // namespace

/// A kernel to one unit, a function of the device's to another one: a macro says which.
static bool isOfTwoKinds(const std::vector<CopyOfUnit> &Copies) {
  auto IsKernel = [](const CopyOfUnit &C) { return C.F->Kind == FunctionKind::Kernel; };
  return llvm::any_of(Copies, IsKernel) && !llvm::all_of(Copies, IsKernel);
}

static void mergeFunctions(std::vector<TUSummary> &Units, Program &P) {
  std::map<std::string, std::vector<CopyOfUnit>> ByUSR;
  for (TUSummary &Unit : Units)
    for (FunctionSummary &F : Unit.Functions)
      if (F.Kind != FunctionKind::Kernel)     // the host of any unit may launch those
        F.External &= Unit.RelocatableDevice; // without -rdc no other unit can call it
  for (TUSummary &Unit : Units)
    for (const FunctionSummary &F : Unit.Functions)
      ByUSR[F.USR].push_back({&Unit, &F});
  std::map<std::pair<const TUSummary *, std::string>, IdMap> Ids;
  for (const auto &[USR, Views] : ByUSR) {
    std::vector<FunctionCopy> Copies;
    for (const CopyOfUnit &V : Views)
      Copies.push_back({V.F, isDevicePass(*V.Unit)});
    MergedFunction M = mergeFunction(Copies);
    if (isOfTwoKinds(Views)) { // its launches and its calls both bring lanes
      M.F.Kind = FunctionKind::Device;
      P.Ambiguous.insert(USR);
    }
    for (auto [V, Map] : llvm::zip(Views, M.Ids))
      Ids.try_emplace({V.Unit, USR}, std::move(Map));
    for (unsigned Id : M.HostOnlyCalls)
      P.HostOnlyCalls.insert({unsigned(P.Functions.size()), Id});
    P.Functions.push_back(std::move(M.F));
  }
  for (TUSummary &Unit : Units)
    for (Site &S : Unit.Sites)
      if (auto It = Ids.find({&Unit, S.Function}); It != Ids.end())
        renumber(S, It->second);
}

/// A host pass's view of what a device pass shows as well adds nothing but the
/// knowledge that the text is used there too.
static std::vector<Site> liveSites(std::vector<TUSummary> &Units) {
  std::set<decltype(siteKey(Site()))> OnDevice;
  std::set<std::string> Bodies;
  for (const TUSummary &Unit : Units)
    for (const FunctionSummary &F : Unit.Functions)
      if (F.HasBody && isDevicePass(Unit))
        Bodies.insert(F.USR);
  std::set<Location> Parsed; // by a device pass
  std::set<std::pair<Location, std::string>> Active;
  for (const TUSummary &Unit : Units)
    for (const Site &S : Unit.Sites)
      if (isDevicePass(Unit) && S.NotASite != ReasonId::InactiveBranch)
        Active.insert({S.Loc, S.Name});
  std::vector<Site> All;
  for (TUSummary &Unit : Units) {
    // Each unit's are gone when those of the next are taken: of a large program they fill the
    // memory.
    for (Site &S : std::exchange(Unit.Sites, {})) {
      const bool Lost = S.Function.empty() && S.Preset; // text that the parser gave up
      if (Lost && !isDevicePass(Unit) && Parsed.count(S.Loc))
        continue;
      if (isDevicePass(Unit) && !Lost)
        Parsed.insert(S.Loc);
      // What a whole body does no lane does, if devices compile other text there.
      bool Body = S.Kind == SiteKind::SharedSteps && Bodies.count(S.Function);
      // An arm that the host's pass skips, and a device's does not.
      if (!isDevicePass(Unit) && S.NotASite == ReasonId::InactiveBranch &&
          Active.count({S.Loc, S.Name}))
        continue;
      if (isDevicePass(Unit))
        OnDevice.insert(siteKey(S));
      else if (Body || OnDevice.count(siteKey(S)))
        continue;
      All.push_back(std::move(S));
    }
  }
  return All;
}

/// What a function does in one pass is no promise for another, in which it may have other steps.
static void separatePasses(std::vector<TUSummary> &Units) {
  for (auto [I, Unit] : llvm::enumerate(Units)) {
    auto Separate = [&, In = llvm::formatv(", in pass {0}", I).str()](std::vector<Promise> &All) {
      for (Promise &P : All)
        P.What += In;
    };
    for (Site &S : Unit.Sites) {
      Separate(S.LeansOn);
      Separate(S.Promises);
    }
    for (FunctionSummary &F : Unit.Functions)
      for (WarpSlot &S : F.Slots)
        Separate(S.Syncs);
  }
}

Program coopify::mergeUnits(std::vector<TUSummary> Units, World Outside) {
  Program P;
  P.Outside = Outside;
  sortUnits(Units);
  separatePasses(Units);
  collectExternalUsers(Units, P);
  separateDefinitions(Units, P);
  mergeFunctions(Units, P);
  addTemplateTexts(Units, P);
  P.Launches = unite(
      collect(Units, &TUSummary::Launches),
      [](const LaunchSite &L) {
        return std::make_tuple(L.Loc, L.Kernel, L.Unseen, L.ByName, L.Dims);
      },
      mergeLaunch);
  P.Files = unite(
      collect(Units, &TUSummary::Files), [](const FileFacts &F) { return F.Path; }, mergeFile);
  P.Expansions = unite(collect(Units, &TUSummary::Expansions), expansionKey,
                       [](MacroExpansion &, const MacroExpansion &) {});
  llvm::append_range(P.Notes, collect(Units, &TUSummary::Notes));
  sortUnique(P.Notes);
  P.index();
  dropWhatDoesNotHold(P, Units);
  const std::vector<ShownByPass> Shown = shownByPasses(Units);
  P.Sites = unite(liveSites(Units), siteKey, mergeSite);
  keepFromOtherPasses(Shown, P.Sites);
  return P;
}

//===-- Program ----------------------------------------------------------------===//

void Program::index() {
  for (auto [I, F] : llvm::enumerate(Functions))
    ByUSR[F.USR] = I;
  Callers.resize(Functions.size());
  TextCallers.resize(Functions.size());
  LaunchesOf.resize(Functions.size());
  for (auto [I, F] : llvm::enumerate(Functions))
    for (const WarpSlot &S : F.Slots)
      if (auto [It, New] = SlotOwners.try_emplace(S.Id, unsigned(I)); !New)
        It->second.reset();
  for (auto [Caller, F] : llvm::enumerate(Functions))
    for (const CallEdge &E : F.Calls)
      if (std::optional<unsigned> Callee = find(E.Callee))
        (F.TemplateText ? TextCallers : Callers)[*Callee].push_back({unsigned(Caller), E.Id});
  indexLaunches();
  // In the order of places, for texts that list them.
  for (std::vector<CallRef> &Calls : Callers)
    llvm::sort(Calls, [&](CallRef A, CallRef B) {
      return std::tie(edge(A).Loc, A) < std::tie(edge(B).Loc, B);
    });
}

std::pair<unsigned, const WarpSlot *> Program::slot(unsigned Id) const {
  auto It = SlotOwners.find(Id);
  if (It == SlotOwners.end() || !It->second)
    return {0, nullptr};
  const std::vector<WarpSlot> &Slots = Functions[*It->second].Slots;
  return {*It->second, &*llvm::find_if(Slots, [&](const WarpSlot &S) { return S.Id == Id; })};
}

bool coopify::isLinkerName(const FunctionSummary &F, llvm::StringRef Name) {
  return isLinkerName(F.Name, F.ExternC, Name);
}

void Program::indexLaunches() {
  for (auto [I, L] : llvm::enumerate(Launches)) {
    if (std::optional<unsigned> Kernel = find(L.Kernel))
      LaunchesOf[*Kernel].push_back(I);
    for (unsigned K = 0; L.Kernel.empty() && K < Functions.size(); ++K)
      if (Functions[K].Kind == FunctionKind::Kernel &&
          (L.ByName.empty() || isLinkerName(Functions[K], L.ByName)))
        LaunchesOf[K].push_back(I);
  }
}

std::optional<unsigned> Program::find(llvm::StringRef USR) const {
  auto It = ByUSR.find(USR);
  return It == ByUSR.end() ? std::nullopt : std::optional(It->second);
}

bool Program::runsOnDevice(CallRef C) const {
  const FunctionSummary &Caller = Functions[C.Caller];
  return Caller.Kind != FunctionKind::Host && !Caller.TemplateText && !HostOnlyCalls.count(C);
}
