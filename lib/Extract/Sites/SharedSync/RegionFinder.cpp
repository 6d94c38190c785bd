//===- RegionFinder.cpp -------------------------------------------------------===//

#include "Extract/Sites/SharedSync/RegionFinder.h"

#include "Analysis/SharedMemory/PassedPointers.h"
#include "Analysis/SharedMemory/TileSize.h"
#include "Analysis/Source/Decls.h"
#include "Extract/Sites/SharedSync/SlotSyncs.h"
#include "Model/TUSummary.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/SetOperations.h"

using namespace clang;

namespace coopify {

Uniformity fewEnter(unsigned Lanes) {
  return {BlockWidth, {{AtomKind::EntryFew, 0, Lanes}}, std::nullopt};
}

RegionFinder::RegionFinder(const FunctionView &View, PassedPointers *Passed, unsigned Lanes,
                           bool Apart)
    : View(View), Forms(View.Function, View.Context, View.Analysis.variables(), &View.Analysis),
      Places(View.Function, View.Context, View.Text, View.Analysis.variables(), Forms),
      Steps(View, Forms, Places, Lanes, Lanes == warpWidth() ? warpSize(View) : ""), Edits(View) {
  Places.Passed = Passed;
  Places.CountsOnApart = Apart;
  Places.Helpers->Passed = Passed;
}

/// What the user calls the object; empty: what a call reaches by pointers that are not followed.
static std::string writtenName(const SharedAccess &A) {
  // Of an accessor its member.
  const auto *Led = A.Place.Names.empty() ? nullptr : dyn_cast<NamedDecl>(A.Place.Names.front());
  const std::string Lost = Led ? Led->getNameAsString() : "";
  const Stmt *At = A.ByCall == A.At && A.Place.Root ? nullptr : A.At;
  while (At && !isa<DeclRefExpr>(At)) {
    if (const auto *M = dyn_cast<MemberExpr>(At); M && A.Place.unknown())
      return isa<FieldDecl>(M->getMemberDecl()) ? M->getMemberDecl()->getNameAsString() : Lost;
    At = At->child_begin() == At->child_end() ? nullptr : *At->child_begin();
  }
  if (At && isa<FunctionDecl>(cast<DeclRefExpr>(At)->getDecl())) {
    if (A.Place.unknown())
      return Lost;
    At = nullptr; // a call's
  }
  return At             ? cast<DeclRefExpr>(At)->getDecl()->getNameAsString()
         : A.Place.Root ? A.Place.Root->getNameAsString()
                        : "this";
}

Site RegionFinder::start(const Stmt *First, const SharedAccess &Access) const {
  Site S;
  S.Kind = SiteKind::SharedSteps;
  S.Name = writtenName(Access);
  S.Function = View.USR;
  S.Loc = View.Text.expansion(First->getBeginLoc());
  S.Range = View.Text.fileRange(First->getSourceRange());
  return S;
}

/// `volatile` says that something is to be looked at, even if all of it is too much.
std::vector<Site> RegionFinder::tooMany() const {
  for (const SharedStep &Step : Steps.Steps)
    for (const SharedAccess &A : Step.Accesses)
      if (A.Volatile) {
        Site S = start(Step.S, A);
        S.Preset = Refusal{ReasonId::TooLarge,
                           "the function has more accesses to shared memory than coopify "
                           "compares with each other",
                           S.Loc, "split it into functions that can be followed one by one"};
        return {S};
      }
  return {};
}

/// Where jumps make the order of steps unknown: that lanes meet by volatile memory is told.
std::vector<Site> RegionFinder::unordered() {
  SharedStep All;
  Places.Passed = nullptr; // it is told of one reading only
  AccessCollector(Places, View.Text, View.Context, warpWidth())
      .collect(View.Function->getBody(), All);
  if (All.Accesses.size() > SharedHazards::MaxAccesses)
    return {};
  auto Meets = [&](const SharedAccess &A, const SharedAccess &B) {
    if (!A.Write || !A.Volatile || !B.Volatile || A.Atomic || B.Atomic)
      return false;
    std::vector<Uniformity> Used;
    const Overlap How = overlap(A, B, Forms, false, {}, Used);
    const bool Array = A.Place.Root && A.Place.Root == B.Place.Root;
    // p[0] and p[16] are two elements only if all lanes are passed one pointer.
    const bool Believed =
        How == Overlap::None && A.Place.Of == MemoryLocation::Parameter && !Used.empty();
    return How == Overlap::Lanes || (How == Overlap::Slot && Array && !B.Write) ||
           (Array && !B.Write && (How == Overlap::Near || How == Overlap::May || Believed));
  };
  for (const SharedAccess &A : All.Accesses)
    for (const SharedAccess &B : All.Accesses)
      if (Meets(A, B)) {
        Site S = start(A.At, A);
        S.Preset = Refusal{ReasonId::StepNotSplit,
                           "the function jumps (goto, or into a switch's statement), so that "
                           "coopify does not know which step comes when",
                           S.Loc, "write the jump as a loop or a condition"};
        return {S};
      }
  return {};
}

bool RegionFinder::lives(const std::set<unsigned> &Component) const {
  return llvm::any_of(Component, [&](unsigned I) {
    const Stmt *First = firstEvaluated(Steps.Steps[I].S, View.Analysis);
    return First && View.Analysis.reachable(First);
  });
}

/// \p Place is made of parameters that the function does not set, of constants, and of variables
/// that begin at constants and move by numbers: it is the same for all lanes, if their arguments
/// are.
static bool isOnePlace(const Stmt *Place, const FunctionView &View) {
  const Variables &Vars = View.Analysis.variables();
  if (const auto *E = dyn_cast<Expr>(Place); E && View.constant(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(Place);
  if (const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr) {
    if (V->hasAttr<CUDASharedAttr>())
      return true;
    const auto Set = V->hasLocalStorage() ? Vars.values(V) : std::nullopt;
    return Set && llvm::all_of(*Set, [&](const Expr *E) { return View.constant(E).has_value(); });
  }
  return isa<ArraySubscriptExpr, MemberExpr, ParenExpr, ImplicitCastExpr, UnaryOperator,
             BinaryOperator>(Place) &&
         llvm::all_of(Place->children(),
                      [&](const Stmt *Part) { return !Part || isOnePlace(Part, View); });
}

/// The parameter that selects one lane of each warp for the steps of \p Component, if it counts
/// lanes: the steps access places that no lane has for its own, so that they are one lane's work.
/// If all lanes pass the same number, they all store to one place: no program means that.
std::optional<unsigned> RegionFinder::laneSelector(const std::set<unsigned> &Component) const {
  std::optional<std::set<unsigned>> All;
  for (unsigned I : Component) {
    const Stmt *First = firstEvaluated(Steps.Steps[I].S, View.Analysis);
    const std::vector<unsigned> Here =
        First ? View.Analysis.laneSelectors(First) : std::vector<unsigned>();
    std::set<unsigned> Now(Here.begin(), Here.end());
    if (All)
      llvm::set_intersect(*All, Now);
    else
      All = std::move(Now);
    if (!llvm::all_of(Steps.Steps[I].Accesses, [&](const SharedAccess &A) {
          return !A.ByCall && A.At && A.At->isGLValue() && isOnePlace(A.At, View);
        }))
      return std::nullopt;
  }
  return All && !All->empty() ? std::optional(*All->begin()) : std::nullopt;
}

static bool lacksVolatile(const SharedHazards &Hazards, const std::set<unsigned> &Component,
                          ArrayRef<const SharedAccess *> Meant) {
  return llvm::any_of(Hazards.all(), [&](const Hazard &H) {
    auto IsOf = [&](const SharedAccess *A) { return A->Place.Root == H.First->Place.Root; };
    return llvm::any_of(Meant, IsOf) && Component.count(H.From) && Component.count(H.To) &&
           !H.Within && !H.First->Volatile && !H.Second->Volatile && !H.First->ByCall &&
           !H.Second->ByCall && !Hazards.fenced(H); // no compiler moves an access over a fence
  });
}

//===- What other functions may count on ----------------------------------===//

/// That \p By.Function, once it is rewritten, ends with a sync behind what it writes so; or that
/// lanes wait for each other in it.
static Promise synced(std::string F, const HelperParameter &By) {
  std::string What = By.Index == HelperParameter::This ? "for its object"
                     : By.Index    ? "for parameter " + std::to_string(*By.Index)
                     : By.Variable ? "for " + By.Variable->getQualifiedNameAsString()
                                   : "for what it reaches otherwise";
  return {std::move(F), (By.Inside ? "waits between its steps, " : "ends with a sync, ") + What};
}

/// What callers see of an access of \p F; nullopt: nothing.
static std::optional<HelperParameter> seenByCallers(const SharedAccess &A, const FunctionDecl *F) {
  const MemoryLocation &Place = A.Place;
  if (Place.Of == MemoryLocation::Object)
    return HelperParameter{F, HelperParameter::This};
  if (Place.unknown())
    return HelperParameter{F, std::nullopt};
  if (!Place.Root)
    return std::nullopt;
  if (const auto *P = dyn_cast<ParmVarDecl>(Place.Root))
    return HelperParameter{F, P->getFunctionScopeIndex()};
  if (Place.Of == MemoryLocation::Shared || Place.Of == MemoryLocation::Dynamic)
    return HelperParameter{F, std::nullopt, Place.Root};
  return std::nullopt;
}

/// Of \p H: a write that no sync follows.
static std::optional<HelperParameter> writtenAtEnd(const Hazard &H, const FunctionDecl *F) {
  return H.To == SharedSteps::Exit && H.First->Write ? seenByCallers(*H.First, F) : std::nullopt;
}

static void addNew(std::vector<Promise> &All, Promise P) {
  if (!llvm::is_contained(All, P))
    All.push_back(std::move(P));
}

/// What callers see of the steps of \p Component: that lanes wait between them.
std::vector<Promise> RegionFinder::waiting(const std::set<unsigned> &Component) const {
  std::vector<Promise> All;
  for (unsigned I : Component)
    for (const SharedAccess &A : Steps.Steps[I].Accesses)
      if (auto By = seenByCallers(A, View.Function)) {
        By->Inside = true;
        addNew(All, synced(View.USR, *By));
      }
  return All;
}

void RegionFinder::promise(Site &S, const SharedHazards &Hazards, const SyncPlan &Plan) {
  for (const Hazard &H : Hazards.all())
    if (auto By = writtenAtEnd(H, View.Function); By && Plan.relevant(H)) {
      Closed.insert(&H);
      addNew(S.Promises, synced(View.USR, *By));
    }
}

/// A promise is kept if something sees to all that breaks it.
void RegionFinder::keepPromises(const SharedHazards &Hazards) {
  for (const Promise &P : Unkept)
    for (Site &S : Sites)
      llvm::erase(S.Promises, P);
  for (const Hazard &H : Hazards.all())
    if (auto By = writtenAtEnd(H, View.Function); By && !Closed.count(&H))
      for (Site &S : Sites)
        llvm::erase(S.Promises, synced(View.USR, *By));
  for (const SharedAccess *A : Hazards.atomicsAtEnd())
    if (auto By = seenByCallers(*A, View.Function))
      for (Site &S : Sites)
        llvm::erase(S.Promises, synced(View.USR, *By));
}

/// What lanes go on by is equal only with the syncs of all sites that keep it apart.
void RegionFinder::promiseSlots(const SharedHazards &Hazards) {
  std::set<const Hazard *> All;
  for (const auto &[H, Site] : Served)
    All.insert(H);
  const SlotSyncs Syncs(View, Steps, Hazards, Forms, All);
  for (const auto &[V, Id] : View.Analysis.slots()) {
    std::optional<Uniformity> Rests = Syncs.of(V);
    if (!Rests)
      continue;
    WarpSlot Slot{
        Id, V->getNameAsString(), View.Text.expansion(V->getLocation()), std::move(*Rests), {}};
    for (const Hazard *H : All)
      if (SlotSyncs::concerns(*H, V)) {
        Slot.Syncs = {slotPromise(View.USR, V, Id)};
        addNew(Sites[Served.at(H)].Promises, Slot.Syncs.front());
      }
    Slots.push_back(std::move(Slot));
  }
  llvm::sort(Slots, [](const WarpSlot &A, const WarpSlot &B) { return A.Id < B.Id; });
}

/// A step of \p B stands between two of \p A, with no barrier there.
bool RegionFinder::weaves(const std::set<unsigned> &A, const std::set<unsigned> &B) const {
  for (auto It = A.begin(); It != A.end() && std::next(It) != A.end(); ++It) {
    const unsigned First = *It, Last = *std::next(It);
    bool Apart = Steps.Steps[First].SyncAfter || Steps.Steps[Last].Sync;
    for (unsigned I = First + 1; I < Last; ++I)
      Apart |= Steps.Steps[I].Sync || Steps.Steps[I].SyncAfter;
    auto Other = B.upper_bound(First);
    if (!Apart && Other != B.end() && *Other < Last)
      return true;
  }
  return false;
}

/// Nothing of \p Component shows that lanes count on each other: but where two parameters are two
/// arrays, what shows it of one of them does so of the other.
static const SharedAccess *besideShown(const SharedHazards &Hazards, const SharedSteps &Steps,
                                       const std::set<unsigned> &Component) {
  for (const Hazard &H : Hazards.all()) {
    if (!Component.count(H.From) || !Component.count(H.To) || H.First->Place.Apart.empty())
      continue;
    for (const std::set<unsigned> &Other : Hazards.components())
      for (const SharedAccess *Meant : Hazards.evidences(Other))
        if (llvm::is_contained(H.First->Place.Apart, Meant->Place.Root))
          return H.First;
  }
  return nullptr;
}

std::optional<RegionFinder::Region>
RegionFinder::regionOf(const SharedHazards &Hazards, const std::set<unsigned> &Component) const {
  Region R{Component, Hazards.evidences(Component), Hazards.evidence(Component), false};
  if (!R.Shown && (R.Shown = besideShown(Hazards, Steps, Component)))
    R.Meant = {R.Shown};
  if (!R.Shown)
    return std::nullopt;
  R.VolatileMissing = lacksVolatile(Hazards, Component, R.Meant);
  return R;
}

/// One plan serves both, for the same lanes: else one would be refused for what the other lacks.
bool RegionFinder::fitTogether(const SharedHazards &Hazards, const Region &A, const Region &B) {
  if (!lives(A.Component) || !lives(B.Component) ||
      (!weaves(A.Component, B.Component) && !weaves(B.Component, A.Component)))
    return false;
  Region Both = A;
  Both.Component.insert(B.Component.begin(), B.Component.end());
  llvm::append_range(Both.Meant, B.Meant);
  std::vector<SyncPlan> Plans;
  SyncEdits Tried(View);
  for (const Region *R : std::initializer_list<const Region *>{&A, &B, &Both})
    Plans.emplace_back(View, Forms, Places, Steps, Hazards, R->Component, R->Meant, Tried);
  auto Comes = [](const SyncPlan &P) {
    return P.Where ? std::make_pair(P.Where->Active, P.Where->Exits)
                   : std::make_pair(Uniformity(), false);
  };
  return llvm::all_of(Plans, [](SyncPlan &P) { return P.make(); }) &&
         Comes(Plans[0]) == Comes(Plans[1]) && Plans[0].Needed == Plans[1].Needed;
}

/// With one plan a sync serves all that is woven together (`a[t] += a[t + 8]; b[t] += b[t + 8];`
/// and so on).
std::vector<RegionFinder::Region> RegionFinder::regions(const SharedHazards &Hazards) {
  std::vector<Region> All;
  for (const std::set<unsigned> &Component : Hazards.components()) {
    std::optional<Region> R = regionOf(Hazards, Component);
    if (!R)
      continue;
    for (auto Before = All.begin(); Before != All.end();) {
      if (!fitTogether(Hazards, *Before, *R)) {
        ++Before;
        continue;
      }
      R->Component.insert(Before->Component.begin(), Before->Component.end());
      R->Meant.insert(R->Meant.begin(), Before->Meant.begin(), Before->Meant.end());
      if (Before->VolatileMissing || !R->VolatileMissing) {
        R->Shown = Before->Shown;
        R->VolatileMissing = Before->VolatileMissing;
      }
      Before = All.erase(Before);
    }
    All.push_back(std::move(*R));
  }
  llvm::sort(All, [](const Region &A, const Region &B) { return A.Component < B.Component; });
  return All;
}

void RegionFinder::region(const SharedHazards &Hazards, const Region &R) {
  const std::set<unsigned> &Component = R.Component;
  Site S = start(Steps.Steps[*Component.begin()].S, *R.Shown);
  S.VolatileMissing = R.VolatileMissing;
  Edits.nextRegion();
  bool Crosses = false;
  SyncPlan Plan(View, Forms, Places, Steps, Hazards, Component, R.Meant, Edits);
  if (!lives(Component)) {
    S.NotASite = ReasonId::Unreachable;
  } else if (!Plan.make()) {
    S.Preset = Plan.Why;
    llvm::append_range(Unkept, waiting(Component));
  } else {
    S.Requires = Plan.Needed;
    for (const Uniformity &U :
         Hazards.used(Component, [&](const SharedHazards::Apart &P) { return Plan.separates(P); }))
      S.Requires.push_back({RequirementRole::Subscripts, "the subscripts", U});
    for (const SharedAccess *A : Hazards.leanings(Component))
      if (llvm::any_of(R.Meant, [&](const SharedAccess *Meant) { return mayAlias(*Meant, *A); }))
        for (const HelperParameter &P : A->Leans)
          addNew(S.LeansOn, synced(usrOf(P.Function), P));
    S.Promises = waiting(Component);
    promise(S, Hazards, Plan);
    Crosses = llvm::any_of(Hazards.all(), [&](const Hazard &H) {
      return Component.count(H.From) && Plan.relevant(H) && Hazards.crossesWarps(H);
    });
    S.Conv = Plan.Where.value_or(Convergence());
    Convergence Inside;
    Inside.After = std::move(Plan.After);
    llvm::sort(Inside.After);
    if (Steps.width() < warpWidth())
      comesAsGroup(S, waiting(Component));
    S.Conv.After = meet(S.Conv, Inside).After;
    llvm::append_range(S.Conv.Steps, Plan.Dropped);
  }
  S.Parts = Edits.take();
  if (const auto Selector = S.Parts.empty() ? std::nullopt : laneSelector(Component))
    S.Parts.push_back({"lane-selector", {}, std::to_string(*Selector)});
  if (Crosses)
    S.Parts.push_back({"crosses-warps", {}, ""}); // Link knows how large blocks are
  if (S.Parts.empty() && !S.Preset && !S.NotASite)
    return;
  if (!S.Preset && !S.NotASite)
    for (const Hazard &H : Hazards.all())
      if (Plan.relevant(H))
        Served.emplace(&H, Sites.size());
  Sites.push_back(std::move(S));
}

/// Who leans on its end may be more lanes than wait for each other there; between its steps those
/// wait that came.
void RegionFinder::comesAsGroup(Site &S, std::vector<Promise> Inside) const {
  S.Requires.push_back({RequirementRole::Tile, "tile" + std::to_string(Steps.width()),
                        meet(S.Conv.Active, fewEnter(Steps.width())), Steps.width()});
  Convergence Alone; // what holds lanes back on the way counts for a part of a warp, too
  Alone.After = std::move(S.Conv.After);
  S.Conv = std::move(Alone);
  S.Promises = std::move(Inside);
}

static bool selectsLane(const Site &S) {
  return llvm::any_of(S.Parts, [](const PatternPart &P) { return P.Role == "lane-selector"; });
}

/// The instances of a template share their text, and each has to agree with what is written for
/// the others: one site for the whole function, in the same place in all of them.
void RegionFinder::oneForAll() {
  if (!View.Function->isTemplateInstantiation())
    return;
  // The first of the text: steps differ with what is known to be uniform.
  const SharedAccess *First = nullptr;
  const SourceManager &SM = View.Text.manager();
  for (const SharedStep &S : Steps.Steps)
    for (const SharedAccess &A : S.Accesses)
      if ((A.Volatile || A.Place.Of != MemoryLocation::KernelArray) &&
          (!First || SM.isBeforeInTranslationUnit(A.At->getBeginLoc(), First->At->getBeginLoc())))
        First = &A;
  if (!First)
    return Sites.clear();
  Site All = start(First->At, *First);
  for (Site &S : Sites) {
    if (S.Preset && !All.Preset)
      All.Preset = S.Preset;
    if (S.NotASite)
      continue;
    All.Conv = All.Parts.empty() ? S.Conv : both(All.Conv, S.Conv);
    All.VolatileMissing |= S.VolatileMissing;
    llvm::append_range(All.Parts, S.Parts);
    llvm::append_range(All.Requires, S.Requires);
    llvm::append_range(All.LeansOn, S.LeansOn);
    llvm::append_range(All.Promises, S.Promises);
  }
  const bool Others = llvm::any_of(
      Sites, [](const Site &S) { return !S.NotASite && !S.Parts.empty() && !selectsLane(S); });
  if (Others && selectsLane(All))
    All.Parts.push_back({"other-steps", {}, ""}); // which all lanes of the warp make
  // Without pieces: nothing to do in this instance, which must not be written into.
  if (All.Parts.empty() && !Sites.empty() && !All.Preset)
    All.NotASite = ReasonId::Unreachable;
  Sites = {std::move(All)};
}

std::vector<Site> RegionFinder::find() {
  if (!Steps.build(View.Function->getBody(), {}))
    return unordered();
  SharedHazards Hazards(View, Steps, Forms);
  Rests = Hazards.restsOnCallers();
  TwoNames = Hazards.meetByTwoNames();
  if (Hazards.tooMany())
    return tooMany();
  const std::vector<Region> All = regions(Hazards);
  for (const std::set<unsigned> &Component : Hazards.components())
    if (llvm::none_of(All, [&](const Region &R) { return R.Component.count(*Component.begin()); }))
      llvm::append_range(Unkept, waiting(Component)); // lanes meet there as they did
  for (const Region &R : All)
    region(Hazards, R);
  keepPromises(Hazards);
  promiseSlots(Hazards);
  oneForAll();
  return std::move(Sites);
}

} // namespace coopify
