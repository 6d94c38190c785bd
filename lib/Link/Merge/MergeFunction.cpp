//===- MergeFunction.cpp ------------------------------------------------------===//
#include "Link/Merge/Merge.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <tuple>

using namespace coopify;

//===-- Calls ------------------------------------------------------------------===//

namespace {

/// The identity of a call over passes. In a macro's body the place is that of
/// the definition, so its use counts too; the ordinal tells apart two uses that
/// one outer macro makes.
using CallKey = std::tuple<Location, std::string, std::string, Location, unsigned>;
using CallIds = std::map<CallKey, unsigned>;

} // namespace

/// The keys of \p F's calls, in their order.
static std::vector<CallKey> keysOf(const FunctionSummary &F) {
  std::vector<CallKey> Keys;
  std::map<CallKey, unsigned> Seen;
  for (const CallEdge &E : F.Calls) {
    CallKey Key(E.Loc, E.CalleeName, E.Callee, E.Macro.Expansion, 0);
    std::get<unsigned>(Key) = Seen[Key]++;
    Keys.push_back(std::move(Key));
  }
  return Keys;
}

/// Ids in the order of places: independent of the units' numbers.
static CallIds numberCalls(const std::vector<FunctionCopy> &Copies) {
  CallIds Ids;
  for (const FunctionCopy &C : Copies)
    for (CallKey &Key : keysOf(*C.F))
      Ids.try_emplace(std::move(Key), 0);
  unsigned Next = 0;
  for (auto &Entry : Ids)
    Entry.second = Next++;
  return Ids;
}

static IdMap idsOf(const FunctionSummary &F, const CallIds &Ids) {
  IdMap Map;
  for (auto [E, Key] : llvm::zip(F.Calls, keysOf(F)))
    Map[E.Id] = Ids.at(Key);
  return Map;
}

static CallEdge renumberedCall(CallEdge E, const IdMap &Ids) {
  E.Id = Ids.lookup(E.Id);
  E.Conv = renumbered(std::move(E.Conv), Ids);
  for (Uniformity &Arg : E.Args)
    Arg = renumbered(std::move(Arg), Ids);
  for (Uniformity &Arg : E.OutsideShared)
    Arg = renumbered(std::move(Arg), Ids);
  for (PassedApart &Pair : E.Apart)
    Pair.Holds = renumbered(std::move(Pair.Holds), Ids);
  for (PassedLaneAffine &Count : E.LaneAffineArgs)
    if (Count.Groups)
      Count.Groups = renumbered(std::move(*Count.Groups), Ids);
  if (E.Few)
    E.Few->Rests = renumbered(std::move(E.Few->Rests), Ids);
  for (std::optional<Uniformity> *Object : {&E.Object, &E.ObjectPlace})
    if (*Object)
      *Object = renumbered(std::move(**Object), Ids);
  return E;
}

static void meetEach(std::vector<Uniformity> &Into, llvm::ArrayRef<Uniformity> Other) {
  Into.resize(std::min(Into.size(), Other.size()));
  for (auto [A, B] : llvm::zip_first(Into, Other))
    A = meet(A, B);
}

/// What one pass does not describe is not known.
static void meetBoth(std::optional<Uniformity> &Into, const std::optional<Uniformity> &Other) {
  Into = Into && Other ? std::optional(meet(*Into, *Other)) : std::nullopt;
}

static void meetPairs(std::vector<PassedApart> &Into, llvm::ArrayRef<PassedApart> Other) {
  llvm::erase_if(Into, [&](PassedApart &Pair) {
    auto Same = llvm::find_if(Other, [&](const PassedApart &O) {
      return O.First == Pair.First && O.Second == Pair.Second;
    });
    if (Same == Other.end())
      return true;
    Pair.Holds = meet(Pair.Holds, Same->Holds);
    return false;
  });
}

static void mergeCall(CallEdge &Into, const CallEdge &Other) {
  Into.Conv = meet(Into.Conv, Other.Conv);
  if (Into.Few && Other.Few)
    Into.Few = {std::max(Into.Few->Lanes, Other.Few->Lanes),
                meet(Into.Few->Rests, Other.Few->Rests)};
  else
    Into.Few.reset();
  meetBoth(Into.Object, Other.Object);
  meetBoth(Into.ObjectPlace, Other.ObjectPlace);
  // An argument that one pass does not describe is not known.
  meetEach(Into.Args, Other.Args);
  meetEach(Into.OutsideShared, Other.OutsideShared);
  meetPairs(Into.Apart, Other.Apart);
  Into.LaneAffineArgs.resize(std::min(Into.LaneAffineArgs.size(), Other.LaneAffineArgs.size()));
  for (auto [A, B] : llvm::zip_first(Into.LaneAffineArgs, Other.LaneAffineArgs))
    meetBoth(A.Groups, B.Groups);
  Into.ConstantArgs.resize(std::min(Into.ConstantArgs.size(), Other.ConstantArgs.size()));
  for (auto [A, B] : llvm::zip_first(Into.ConstantArgs, Other.ConstantArgs))
    if (A != B)
      A = PassedConstant();
}

//===-- The function -----------------------------------------------------------===//

static void mergeDeclarations(FunctionSummary &Into, const FunctionSummary &Other) {
  for (const FunctionDeclaration &D : Other.Declarations) {
    auto Same = llvm::find_if(Into.Declarations,
                              [&](const FunctionDeclaration &Have) { return Have.Loc == D.Loc; });
    if (Same == Into.Declarations.end())
      Into.Declarations.push_back(D);
    else
      Same->Editable &= D.Editable;
  }
}

static void mergeFlags(FunctionSummary &Into, const FunctionSummary &Other) {
  if (Other.AddressTaken && (!Into.AddressTaken || Other.AddressTakenAt < Into.AddressTakenAt))
    Into.AddressTakenAt = Other.AddressTakenAt;
  if (Other.NamedBarrierAt.valid() &&
      (!Into.NamedBarrierAt.valid() || Other.NamedBarrierAt < Into.NamedBarrierAt))
    Into.NamedBarrierAt = Other.NamedBarrierAt;
  if (Other.GridBarrierAt.valid() &&
      (!Into.GridBarrierAt.valid() || Other.GridBarrierAt < Into.GridBarrierAt))
    Into.GridBarrierAt = Other.GridBarrierAt;
  if (Other.HasBody)
    Into.GridBarrierAlways &= Other.GridBarrierAlways;
  Into.AsksForGrid |= Other.AsksForGrid;
  if (!Into.LaunchesAt.valid())
    Into.LaunchesAt = Other.LaunchesAt;
  if (Other.FixedUseAt.valid() && (!Into.FixedUseAt.valid() || Other.FixedUseAt < Into.FixedUseAt))
    Into.FixedUseAt = Other.FixedUseAt;
  if (Into.FixedBecause.empty())
    Into.FixedBecause = Other.FixedBecause;
  static constexpr bool FunctionSummary::*Flags[] = {
      &FunctionSummary::DirectBarrier,  &FunctionSummary::AddressTaken,
      &FunctionSummary::Virtual,        &FunctionSummary::ExternC,
      &FunctionSummary::External,       &FunctionSummary::Operator,
      &FunctionSummary::Constructor,    &FunctionSummary::Destructor,
      &FunctionSummary::Lambda,         &FunctionSummary::Variadic,
      &FunctionSummary::InSystemHeader, &FunctionSummary::BodyInMacro,
      &FunctionSummary::LiteralsOnly,   &FunctionSummary::Trial,
      &FunctionSummary::Overloaded};
  for (bool FunctionSummary::*Flag : Flags)
    Into.*Flag |= Other.*Flag;
}

template <typename T> static void addUnique(std::vector<T> &Into, const std::vector<T> &Other) {
  llvm::append_range(Into, Other);
  llvm::sort(Into);
  Into.erase(llvm::unique(Into), Into.end());
}

static void mergeParseError(FunctionSummary &Into, const FunctionSummary &Other) {
  if (Other.HasParseError && (!Into.HasParseError || Other.ParseErrorAt < Into.ParseErrorAt))
    Into.ParseErrorAt = Other.ParseErrorAt;
  Into.HasParseError |= Other.HasParseError;
}

/// A handle counts if every view of the body has it.
static void mergeHandles(FunctionSummary &Into, const FunctionSummary &Other) {
  llvm::erase_if(Into.Handles,
                 [&](const Handle &H) { return !llvm::is_contained(Other.Handles, H); });
}

static const FunctionSummary &preferred(const std::vector<FunctionCopy> &Copies) {
  auto It = llvm::find_if(Copies, [](const FunctionCopy &C) { return C.F->HasBody; });
  return *(It == Copies.end() ? Copies.front() : *It).F;
}

static void mergeText(FunctionSummary &Into, const std::vector<FunctionCopy> &Copies) {
  for (const FunctionCopy &C : Copies) {
    mergeDeclarations(Into, *C.F);
    mergeFlags(Into, *C.F);
    addUnique(Into.TakenNames, C.F->TakenNames);
    addUnique(Into.TemplateCalls, C.F->TemplateCalls);
    addUnique(Into.DependentNames, C.F->DependentNames);
    addUnique(Into.BareNames, C.F->BareNames);
    if (C.F->HasBody)
      mergeHandles(Into, *C.F);
  }
  llvm::sort(Into.Declarations, [](const auto &A, const auto &B) { return A.Loc < B.Loc; });
}

/// What lanes do: the worse of all views that they may run.
static void mergeReturn(MergedFunction &M, const FunctionSummary &Copy, const IdMap &Ids,
                        bool &First) {
  if (!Copy.HasBody)
    return;
  Uniformity Return = renumbered(Copy.Return, Ids);
  M.F.Return = First ? Return : meet(M.F.Return, Return);
  First = false;
}

static void mergeWrites(FunctionSummary &Into, const FunctionSummary &Copy) {
  for (const MemoryWrite &W : Copy.Writes)
    if (!llvm::is_contained(Into.Writes, W))
      Into.Writes.push_back(W);
}

/// Each pass has syncs of its own to put in place.
static void mergeSlots(FunctionSummary &Into, const FunctionSummary &Copy, const IdMap &Ids) {
  for (WarpSlot S : Copy.Slots) {
    S.Rests = renumbered(std::move(S.Rests), Ids);
    auto Same = llvm::find_if(Into.Slots, [&](const WarpSlot &Have) { return Have.Id == S.Id; });
    if (Same == Into.Slots.end()) {
      Into.Slots.push_back(std::move(S));
      continue;
    }
    Same->Rests = meet(Same->Rests, S.Rests);
    addUnique(Same->Syncs, S.Syncs);
  }
}

static void mergeCalls(MergedFunction &M, const FunctionSummary &Copy, const IdMap &Ids, bool Runs,
                       std::vector<bool> &Have) {
  for (const CallEdge &Old : Copy.Calls) {
    CallEdge E = renumberedCall(Old, Ids);
    if (Have[E.Id] && Runs)
      mergeCall(M.F.Calls[E.Id], E);
    if (Have[E.Id])
      continue;
    Have[E.Id] = true;
    if (!Runs)
      M.HostOnlyCalls.push_back(E.Id);
    M.F.Calls[E.Id] = std::move(E);
  }
}

MergedFunction coopify::mergeFunction(const std::vector<FunctionCopy> &Copies) {
  MergedFunction M{preferred(Copies), {}, {}};
  mergeText(M.F, Copies);
  CallIds Ids = numberCalls(Copies);
  M.F.Calls.assign(Ids.size(), CallEdge());
  std::vector<bool> Have(Ids.size());
  // What the host pass makes of a body that a device pass also shows is not
  // what lanes run: of that only the text counts.
  bool OnDevice =
      llvm::any_of(Copies, [](const FunctionCopy &C) { return C.Device && C.F->HasBody; });
  M.F.Waits.clear();
  M.F.NamedLanes = 0;
  M.F.Writes.clear();
  M.F.Slots.clear();
  M.F.HasParseError = false;
  M.F.ParseErrorAt = {};
  bool First = true;
  for (const FunctionCopy &C : Copies) {
    const IdMap &Map = M.Ids.emplace_back(idsOf(*C.F, Ids));
    bool Runs = C.Device || !OnDevice;
    if (Runs) {
      mergeParseError(M.F, *C.F);
      mergeReturn(M, *C.F, Map, First);
      mergeWaits(M.F.Waits, C.F->Waits, Map);
      M.F.NamedLanes = std::max(M.F.NamedLanes, C.F->NamedLanes);
      mergeWrites(M.F, *C.F);
      mergeSlots(M.F, *C.F, Map);
    }
    mergeCalls(M, *C.F, Map, Runs, Have);
  }
  return M;
}
