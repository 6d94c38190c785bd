//===- ProofSearch.cpp ---------------------------------------------------------------===//
#include "Link/Proofs/ProofSearch.h"
#include "Link/Merge/ExternalUsers.h"
#include "Link/Proofs/BarrierAxiom.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

using namespace coopify;

//===-- The walk ---------------------------------------------------------------===//

ProofSearch::ProofSearch(const SearchFacts &Facts, const Uniformity &Start, unsigned Function,
                         bool Barriers)
    : Facts(Facts), Barriers(Barriers), TakesWarp(Facts.Given[Function]) {
  add(Start, Function, -1, std::nullopt);
  for (size_t I = 0; I < Nodes.size(); ++I)
    visit(int(I));
}

void ProofSearch::add(const Uniformity &U, unsigned Function, int From,
                      std::optional<CallRef> Call) {
  Width = std::min(Width, U.UniformOver);
  if (U.UniformOver < BlockWidth)
    Parts.push_back({U.UniformOver, U.Why, From, Call});
  for (const Atom &A : U.Atoms)
    if (Seen.insert({Function, A}).second)
      Nodes.push_back({Function, A, From, Call});
}

void ProofSearch::visit(int Index) {
  const auto [Function, A, From, At] = Nodes[Index];
  switch (A.Kind) {
  case AtomKind::EntryConverged:
  case AtomKind::ParamUniform:
  case AtomKind::ParamLaneAffine:
  case AtomKind::ParamOutsideShared:
  case AtomKind::ParamsApart:
    return visitCallers(Index);
  case AtomKind::CallUniform:
    return visitResult(Index);
  case AtomKind::LaneIsThreadX:
  case AtomKind::BlockXMultipleOf32:
  case AtomKind::PlanesOfWarps:
  case AtomKind::WarpsByThreadX:
  case AtomKind::ThreadsByThreadX:
  case AtomKind::WarpsByThreadXY:
  case AtomKind::WarpsByThreadY:
  case AtomKind::OneWarp:
    return visitShape(Index);
  case AtomKind::SlotSynced:
    return visitSlot(Index);
  case AtomKind::Unwritten:
    return visitMemory(Index);
  case AtomKind::EntryFew:
    return visitFew(Index);
  }
}

/// All threads of the block come to the barrier beside the call \p C, and from there to C
/// as its Rest says. What is assumed for that; nullopt: there is none, or lanes do differ.
std::optional<std::vector<std::string>> ProofSearch::besideBarrier(CallRef C) const {
  const CallEdge &E = Facts.P.edge(C);
  if (!Barriers || !E.Conv.Barrier.valid())
    return std::nullopt;
  // Without the axiom, so that recursive functions come to an end here.
  ProofSearch Plain(Facts, E.Conv.Active, C.Caller, /*Barriers=*/false);
  Proven Conditions;
  Conditions.Width = Plain.width();
  Conditions.Assumptions = Plain.assumptions();
  Conditions.Why = Plain.obstacle(warpWidth());
  return barrierAxiom(Conditions);
}

static std::string barrierStep(const CallEdge &E) {
  std::string Callee = "the call of '" + E.CalleeName + "'";
  if (E.Conv.besideBarrier())
    return "__syncthreads() is in a straight line with " + Callee +
           ": all threads of the block get to both";
  return "all threads of the block must get to this __syncthreads(), and no lanes part between "
         "there and " +
         Callee;
}

/// Of parameter \p Index its name, if it refers to what may change while the function runs; a
/// caller that is seen passes what nobody else may change, or it is not known to be equal there.
static std::string referenceParameter(const FunctionSummary &F, unsigned Index) {
  if (Index == ThisParameter)
    return "the object of '" + F.Name + "'";
  if (Index == ThisPlace)
    return "";
  bool Refers = Index < F.Params.size() && llvm::StringRef(F.Params[Index].Type).ends_with("&");
  return Refers ? "'" + F.Params[Index].Name + "'" : "";
}

/// What is assumed of callers that were not read.
static const char *aboutCallers(AtomKind Kind) {
  switch (Kind) {
  case AtomKind::EntryConverged:
    return assumption::ConvergedCallers;
  case AtomKind::ParamUniform:
    return assumption::UniformArguments;
  default:
    return assumption::LaneArguments;
  }
}

/// What nobody grants, where callers were not read; empty: that is asked for (aboutCallers).
static std::string passedUnseen(AtomKind Kind) {
  return Kind == AtomKind::ParamOutsideShared ? "a pointer to shared memory"
         : Kind == AtomKind::ParamsApart      ? "two pointers into one array"
                                              : "";
}

static std::string parameterName(const FunctionSummary &F, unsigned Index) {
  if (Index >= ThisPlace)
    return "object";
  if (Index < F.Params.size() && !F.Params[Index].Name.empty())
    return "'" + F.Params[Index].Name + "'";
  return "argument " + std::to_string(Index + 1);
}

/// All launches pass two arrays.
void ProofSearch::visitLaunches(int Index) {
  const auto [Function, A, From, At] = Nodes[Index];
  const FunctionSummary &Kernel = Facts.P.Functions[Function];
  const std::vector<unsigned> &Launches = Facts.P.LaunchesOf[Function];
  if (Facts.UnknownCallers[Function] || Launches.empty())
    assume(assumption::SeparateArrays);
  std::vector<Location> Places;
  for (unsigned I : Launches) {
    const LaunchSite &L = Facts.P.Launches[I];
    const PassedApart *Pair = passedApart(L.Apart, A);
    if (!Pair)
      assume(assumption::SeparateArrays);
    else if (Pair->Holds.UniformOver == BlockWidth)
      Places.push_back(L.Loc);
    else
      add(divergent(ObstacleKind::Unknown,
                    "a launch of '" + Kernel.Name +
                        "' passes one array twice: " + Pair->Holds.Why.value_or(Obstacle()).Text,
                    L.Loc),
          Function, From, At);
  }
  if (!Places.empty() && Places.size() == Launches.size())
    ShapeSteps.push_back(
        {Places.front(), "every launch of '" + Kernel.Name + "' passes different arrays for " +
                             parameterName(Kernel, A.Index) + " and " +
                             parameterName(Kernel, A.Lanes) + ": " + shortPlaces(Places)});
}

void ProofSearch::visitCallers(int Index) {
  const auto [Function, A, From, At] = Nodes[Index];
  // All threads enter a kernel, with the same arguments.
  if (Facts.P.Functions[Function].Kind == FunctionKind::Kernel)
    return A.Kind == AtomKind::ParamsApart ? visitLaunches(Index) : void();
  bool Entry = A.Kind == AtomKind::EntryConverged;
  if (Facts.UnknownCallers[Function])
    if (std::optional<ProofStep> Unseen = usedUnseen(Facts.P, Facts.P.Functions[Function]))
      ShapeSteps.push_back(*Unseen);
  const std::string Reference =
      Entry || A.Kind == AtomKind::ParamOutsideShared || A.Kind == AtomKind::ParamsApart
          ? ""
          : referenceParameter(Facts.P.Functions[Function], A.Index);
  if (const std::string May = passedUnseen(A.Kind); Facts.UnknownCallers[Function] && !May.empty())
    add(divergent(ObstacleKind::Unknown,
                  "code that was not read may pass '" + Facts.P.Functions[Function].Name + "' " +
                      May,
                  Facts.P.Functions[Function].Loc),
        Function, From, At);
  else if (Facts.UnknownCallers[Function] && !Reference.empty())
    add(divergent(ObstacleKind::MayChange,
                  Reference +
                      " is a reference: code that was not seen may pass memory that changes",
                  Facts.P.Functions[Function].Loc),
        Function, Index, std::nullopt);
  else if (Facts.UnknownCallers[Function] && Entry && TakesWarp && Facts.Given[Function])
    ShapeSteps.push_back({Facts.P.Functions[Function].Loc,
                          "callers that were not read do not compile without a warp to pass to '" +
                              Facts.P.Functions[Function].Name + "'"});
  else if (Facts.UnknownCallers[Function])
    assume(aboutCallers(A.Kind));
  // What counts lanes tells groups of so many apart: `lane < 16` brings half a warp.
  if (A.Kind == AtomKind::ParamLaneAffine && Facts.UnknownCallers[Function] && A.Lanes < Width) {
    Width = A.Lanes;
    Parts.push_back(
        {A.Lanes,
         Obstacle{ObstacleKind::Unknown,
                  "callers that were not read may pass numbers that count the lanes, of "
                  "which it takes groups of " +
                      std::to_string(A.Lanes) + " apart",
                  {}},
         Index, std::nullopt});
  }
  for (CallRef C : Facts.P.Callers[Function]) {
    if (!Facts.P.runsOnDevice(C))
      continue;
    const CallEdge &E = Facts.P.edge(C);
    if (const auto Assumes = Entry ? besideBarrier(C) : std::nullopt) {
      ShapeSteps.push_back({E.Conv.Barrier, barrierStep(E)});
      Assumed.insert(Assumes->begin(), Assumes->end());
      add(E.Conv.Rest, C.Caller, Index, C);
    } else if (Entry)
      add(E.Conv.Active, C.Caller, Index, C);
    else
      add(argument(E, A), C.Caller, Index, C);
  }
}

/// A call lets in few itself, or all that come to it are few.
void ProofSearch::visitFew(int Index) {
  const auto [Function, A, From, At] = Nodes[Index];
  const FunctionSummary &F = Facts.P.Functions[Function];
  auto More = [&](const std::string &Why) {
    add(divergent(ObstacleKind::Unknown, Why, F.Loc), Function, Index, std::nullopt);
  };
  if (F.Kind == FunctionKind::Kernel)
    return More("all threads enter kernel '" + F.Name + "'");
  if (Facts.UnknownCallers[Function])
    More("code that was not read may bring more lanes to '" + F.Name + "'");
  for (CallRef C : Facts.P.Callers[Function]) {
    if (!Facts.P.runsOnDevice(C))
      continue;
    const CallEdge &E = Facts.P.edge(C);
    if (E.Few && E.Few->Lanes <= A.Lanes)
      add(E.Few->Rests, C.Caller, Index, C);
    else
      add({BlockWidth, {A}, std::nullopt}, C.Caller, Index, C);
  }
}

void ProofSearch::visitResult(int Index) {
  const auto [Function, A, From, At] = Nodes[Index];
  std::optional<CallRef> Call;
  if (A.Index < Facts.P.Functions[Function].Calls.size())
    Call = CallRef{Function, A.Index};
  for (const Uniformity &U : Facts.Returns.returned(Function, A.Index))
    add(U, Function, Index, Call);
}

/// What is assumed of launches that were not read; null: nothing, since few are so.
static const char *aboutLaunches(AtomKind Kind) {
  switch (Kind) {
  case AtomKind::LaneIsThreadX:
    return assumption::Block1D;
  case AtomKind::BlockXMultipleOf32:
    return warpWidth() == SmallWarp ? assumption::BlockMultipleOf32 : assumption::BlockMultipleOf64;
  case AtomKind::WarpsByThreadX:
  case AtomKind::WarpsByThreadXY:
  case AtomKind::WarpsByThreadY:
    return assumption::WarpNumbers;
  case AtomKind::ThreadsByThreadX:
    return assumption::OneRow;
  case AtomKind::OneWarp:
    return nullptr;
  default:
    return assumption::BlockPlanes;
  }
}

void ProofSearch::visitShape(int Index) {
  const auto [Function, A, From, At] = Nodes[Index];
  ShapeFact Fact = Facts.Launches.evaluate(A.Kind, Function);
  const char *Assumable = aboutLaunches(A.Kind);
  if (Fact.Value == ShapeFact::Unknown && Assumable)
    assume(Assumable);
  else if (Fact.Value == ShapeFact::Unknown)
    add(divergent(
            ObstacleKind::Unknown,
            "blocks may have several warps, which are not shown to have elements of their own",
            Facts.P.Functions[Function].Loc),
        Function, From, At);
  if (Fact.Value == ShapeFact::Fails) {
    Width = DivergentWidth;
    Parts.push_back({DivergentWidth, Fact.Why, Index, std::nullopt});
  }
  for (ProofStep &S : Fact.Steps)
    if (!llvm::is_contained(ShapeSteps, S))
      ShapeSteps.push_back(std::move(S));
}

/// What a function tells of its shared variable, if its steps are rewritten.
void ProofSearch::visitSlot(int Index) {
  const auto [Function, A, From, At] = Nodes[Index];
  const auto [Owner, Slot] = Facts.P.slot(A.Index);
  if (!Slot)
    return add(divergent(ObstacleKind::Unknown, "it comes from shared memory of two functions",
                         Facts.P.Functions[Function].Loc),
               Function, From, At);
  add(Slot->Rests, Owner, From, At);
  Leans.insert(Slot->Syncs.begin(), Slot->Syncs.end());
  const std::string Once = Slot->Syncs.empty() ? "" : ", once its steps are rewritten";
  ProofStep Step{Slot->Where, "lanes wait for each other between what they write to '" +
                                  Slot->Name + "' and what they read" + Once +
                                  ": what all load from one element of it is one value"};
  if (!llvm::is_contained(ShapeSteps, Step))
    ShapeSteps.push_back(std::move(Step));
}

void ProofSearch::visitMemory(int Index) {
  const auto [Function, A, From, At] = Nodes[Index];
  std::optional<Obstacle> Why = Facts.Writers.find(A.Index, Function);
  if (Why) {
    Width = DivergentWidth;
    Parts.push_back({DivergentWidth, std::move(Why), Index, std::nullopt});
    return;
  }
  const FunctionSummary &F = Facts.P.Functions[Function];
  ProofStep Step{F.Loc, "no kernel that '" + F.Name + "' is a part of writes memory of type " +
                            memoryName(A.Index & memory::Any)};
  if (!llvm::is_contained(ShapeSteps, Step))
    ShapeSteps.push_back(std::move(Step));
}

//===-- What it found ----------------------------------------------------------===//

std::vector<std::string> ProofSearch::assumptions() const {
  return {Assumed.begin(), Assumed.end()};
}

static std::string ownWords(unsigned Width, const std::optional<Obstacle> &Why) {
  if (Why && !Why->Text.empty())
    return Why->Text;
  return Width < warpWidth() ? "cannot prove that it is equal in all lanes"
                             : "a condition on the way is equal only within a warp";
}

/// The obstacle's own words, behind the call that brought it here.
std::string ProofSearch::describe(const Part &Found) const {
  std::string Why = ownWords(Found.Width, Found.Why);
  if (!Found.Call)
    return Why;
  const CallEdge &E = Facts.P.edge(*Found.Call);
  const Node &N = Nodes[Found.From];
  std::string Place = " (" + shortPlace(E.Loc) + ")";
  if (N.A.Kind == AtomKind::CallUniform)
    return "'" + E.CalleeName + "'" + Place + " may return different values: " + Why;
  std::string Callee = "'" + Facts.P.Functions[N.Function].Name + "'" + Place;
  std::string Caller = "'" + Facts.P.Functions[Found.Call->Caller].Name + "'";
  if (N.A.Kind == AtomKind::EntryConverged)
    return Caller + " calls " + Callee + " where " + Why;
  if (N.A.Kind == AtomKind::ParamOutsideShared)
    return Caller + " passes a pointer to " + Callee + " that may lead to shared memory: " + Why;
  if (N.A.Kind == AtomKind::ParamsApart)
    return Caller + " passes pointers to " + Callee + " that may lead into one array: " + Why;
  if (N.A.Kind == AtomKind::ParamUniform && N.A.Index >= ThisPlace)
    return Caller + " calls " + Callee + " for objects that may differ: " + Why;
  return Caller + " passes different values to " + Callee + ": " + Why;
}

Location ProofSearch::placeOf(const Part &Found) const {
  if (Found.Why && Found.Why->Where.valid())
    return Found.Why->Where;
  return Found.Call ? Facts.P.edge(*Found.Call).Loc : Location();
}

std::optional<Obstacle> ProofSearch::obstacle(unsigned Limit) const {
  const Part *Best = nullptr;
  auto Rank = [](const Part &P) {
    return std::make_tuple(P.Why ? rankOf(P.Why->Kind) : rankOf(ObstacleKind::Unknown), P.Width);
  };
  for (const Part &P : Parts)
    if (P.Width < Limit && (!Best || Rank(P) < Rank(*Best)))
      Best = &P;
  if (!Best)
    return std::nullopt;
  ObstacleKind Kind = Best->Why ? Best->Why->Kind : ObstacleKind::Unknown;
  return Obstacle{Kind, describe(*Best), placeOf(*Best)};
}

std::vector<std::string> ProofSearch::chain(const Part &Found, unsigned Function) const {
  std::vector<std::string> Names;
  if (Found.Call && Nodes[Found.From].A.Kind == AtomKind::EntryConverged)
    Names.push_back(Facts.P.Functions[Found.Call->Caller].Name);
  for (int I = Found.From; I >= 0; I = Nodes[I].From)
    if (Nodes[I].A.Kind == AtomKind::EntryConverged && Nodes[I].Function != Function)
      Names.push_back(Facts.P.Functions[Nodes[I].Function].Name);
  Names.push_back(Facts.P.Functions[Function].Name);
  return Names;
}

std::optional<Divergence> ProofSearch::divergence(unsigned Function) const {
  for (const Part &P : Parts) {
    // Whole warps but not the block, and no reason given: warps take their own
    // ways (a vote, a warp's number), which a block barrier does not allow.
    bool ByWarp = !P.Why && P.Width >= warpWidth();
    bool ByLane = P.Why && P.Why->Kind == ObstacleKind::LaneDependent;
    if (ByWarp || ByLane)
      return Divergence{{ObstacleKind::LaneDependent, describe(P), placeOf(P)}, chain(P, Function)};
  }
  return std::nullopt;
}

//===-- Proof lines ------------------------------------------------------------===//

static std::string wholeness(unsigned Width) {
  return Width >= warpWidth() ? "is converged"
                              : "has whole groups of " + std::to_string(Width) + " lanes";
}

static std::string sameness(unsigned Width) {
  return Width >= warpWidth() ? "to all lanes" : "to groups of " + std::to_string(Width) + " lanes";
}

std::optional<ProofStep> ProofSearch::step(const Node &N, unsigned NodeWidth) const {
  const FunctionSummary &F = Facts.P.Functions[N.Function];
  bool Entry = N.A.Kind == AtomKind::EntryConverged;
  if (F.Kind == FunctionKind::Kernel) {
    if (Entry)
      return ProofStep{F.Loc, "all threads enter kernel '" + F.Name + "'"};
    return ProofStep{
        F.Loc, parameterName(F, N.A.Index) + " of kernel '" + F.Name + "' is " +
                   (N.A.Kind == AtomKind::ParamOutsideShared ? "no shared memory" : "uniform")};
  }
  std::vector<Location> Places;
  bool Exits = false;
  for (CallRef C : Facts.P.Callers[N.Function])
    if (Facts.P.runsOnDevice(C)) {
      Places.push_back(Facts.P.edge(C).Loc);
      Exits |= Facts.P.edge(C).Conv.Exits;
    }
  if (Places.empty())
    return std::nullopt;
  std::string Every =
      Facts.UnknownCallers[N.Function] ? "every visible call of '" : "every call of '";
  std::string What =
      Entry ? wholeness(NodeWidth) + (Exits ? ", except for lanes that exit the kernel" : "")
      : N.A.Kind == AtomKind::EntryFew
          ? "brings " + std::to_string(N.A.Lanes) + " lanes of a warp and no others"
      : N.A.Kind == AtomKind::ParamUniform
          ? "passes one " + parameterName(F, N.A.Index) + " " + sameness(NodeWidth)
      : N.A.Kind == AtomKind::ParamOutsideShared
          ? "passes a " + parameterName(F, N.A.Index) + " that leads to no shared memory"
          : "passes a " + parameterName(F, N.A.Index) +
                " that is equal in all lanes or counts them";
  return ProofStep{Places.front(), Every + F.Name + "' " + What + ": " + shortPlaces(Places)};
}

std::vector<ProofStep> ProofSearch::steps() const {
  constexpr size_t MaxNodes = 12; // the nearest ones; a proof is read by people
  std::vector<ProofStep> Steps;
  for (const Node &N : llvm::ArrayRef(Nodes).take_front(MaxNodes)) {
    if (N.A.Kind != AtomKind::EntryConverged && N.A.Kind != AtomKind::ParamUniform &&
        N.A.Kind != AtomKind::ParamLaneAffine && N.A.Kind != AtomKind::ParamOutsideShared &&
        N.A.Kind != AtomKind::EntryFew)
      continue;
    // Where the whole fails, a part may still hold.
    unsigned NodeWidth = Width;
    if (Width < warpWidth())
      NodeWidth =
          ProofSearch(Facts, Uniformity{BlockWidth, {N.A}, std::nullopt}, N.Function, Barriers)
              .width();
    if (NodeWidth == DivergentWidth)
      continue;
    if (std::optional<ProofStep> S = step(N, NodeWidth))
      Steps.push_back(std::move(*S));
  }
  llvm::append_range(Steps, ShapeSteps);
  return Steps;
}
