//===- GroupClosure.cpp -----------------------------------------------------===//
#include "Link/Barriers/GroupClosure.h"
#include "Link/Barriers/BarrierRefusals.h"
#include "Link/Merge/ExternalUsers.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace coopify;

static constexpr GroupKind TheBlock = {"block", "thread_block", "thread_block", "block"};
static constexpr GroupKind TheWarp = {"tile32", "thread_block_tile<32", "warp", "warp"};
static constexpr GroupKind TheWarpOf64 = {"tile64", "thread_block_tile<64", "warp", "warp"};

GroupClosure::GroupClosure(const Program &P, const Prover &Facts,
                           llvm::ArrayRef<DivergentWait> Parted, const LinkOptions &Options)
    : P(P), Facts(Facts), Options(Options), Kind(TheBlock), Classes(classify(P)) {
  indexText();
  indexParted(Parted);
  run();
}

GroupClosure::GroupClosure(const Program &P, const Prover &Facts, const std::vector<bool> &Wanting)
    : P(P), Facts(Facts), Kind(warpWidth() == SmallWarp ? TheWarp : TheWarpOf64),
      Classes(classify(P)) {
  for (FunctionClass &C : Classes.Classes)
    C.DirectBarrier = llvm::any_of(C.Members, [&](unsigned M) { return Wanting[M]; });
  indexText();
  for (std::vector<const Site *> &Barriers : BarriersOf) // a block's are nothing to a warp
    Barriers.clear();
  Parted.resize(Classes.Classes.size());
  run();
}

bool GroupClosure::isBlock() const { return Kind.Handle == TheBlock.Handle; }

void GroupClosure::run() {
  findTwins();
  findReaching();
  Refused.resize(Classes.Classes.size());
  refuseUntilStable();
  settle();
  group();
}

void GroupClosure::indexText() {
  for (auto [I, F] : llvm::enumerate(P.Functions))
    for (const CallEdge &E : F.Calls)
      CallsAt[E.ArgsBegin].push_back({unsigned(I), E.Id});
  BarriersOf.resize(P.Functions.size());
  for (const Site &S : P.Sites) {
    if (S.Kind != SiteKind::Barrier)
      continue;
    if (std::optional<unsigned> F = P.find(S.Function))
      BarriersOf[*F].push_back(&S);
  }
}

/// By the function whose barrier it is, or that is called there.
void GroupClosure::indexParted(llvm::ArrayRef<DivergentWait> Waits) {
  Parted.resize(Classes.Classes.size());
  for (const DivergentWait &W : Waits) {
    bool Own = W.Wait->Callee.empty();
    std::optional<unsigned> F = Own ? W.Function : P.find(W.Wait->Callee);
    if (!F || Parted[Classes.ClassOf[*F]])
      continue;
    std::string Chain = P.Functions[W.Function].Name + (Own ? "" : " -> " + P.Functions[*F].Name);
    Refusal Why = W.Why;
    Why.Text = "'" + P.Functions[*F].Name +
               "' waits for the whole block, but not all of its threads get there (" + Chain +
               "): " + Why.Text;
    if (!Own)
      Why.Help = "call it from all threads of the block";
    Parted[Classes.ClassOf[*F]] = std::move(Why);
  }
}

/// The functions that one call means in several instances, or on several
/// architectures: the empty end of a recursion, a specialisation that needs no
/// barrier. They have to take what the others take.
void GroupClosure::findTwins() {
  AlternateTargets.resize(Classes.Classes.size());
  for (const auto &[Text, Calls] : CallsAt) {
    std::set<unsigned> Meant;
    for (CallRef C : Calls)
      if (std::optional<unsigned> Callee = P.find(P.edge(C).Callee); Callee && Text.valid())
        Meant.insert(Classes.ClassOf[*Callee]);
    if (Meant.size() > 1)
      for (unsigned Class : Meant)
        llvm::append_range(AlternateTargets[Class], Meant);
  }
  for (std::vector<unsigned> &T : AlternateTargets) {
    llvm::sort(T);
    T.erase(llvm::unique(T), T.end());
  }
}

//===-- Who reaches a barrier --------------------------------------------------===//

/// Over hidden barriers: a kernel's own is in plain sight, and a function that
/// has a block already shows its callers what it does.
std::vector<bool> GroupClosure::reaching(bool StopAtGroups) const {
  std::vector<bool> Found(Classes.Classes.size());
  std::vector<unsigned> Work;
  auto Add = [&](unsigned Class) {
    if (Found[Class])
      return;
    Found[Class] = true;
    if (!StopAtGroups || !HasGroup[Class])
      Work.push_back(Class);
  };
  for (auto [I, C] : llvm::enumerate(Classes.Classes))
    if (C.DirectBarrier && !C.Kernel)
      Add(I);
  while (!Work.empty()) {
    const FunctionClass &C = Classes.Classes[Work.back()];
    Work.pop_back();
    for (CallRef Call : C.Callers)
      Add(Classes.callerClass(Call));
  }
  return Found;
}

/// An alternate target's callers and their alternate targets have to have a block in turn.
std::vector<bool> GroupClosure::withAlternateTargets(std::vector<bool> Found) const {
  std::vector<unsigned> Work;
  for (unsigned I = 0; I < Found.size(); ++I)
    if (Found[I])
      Work.push_back(I);
  auto Add = [&](unsigned Class) {
    if (Found[Class])
      return;
    Found[Class] = true;
    if (!HasGroup[Class])
      Work.push_back(Class);
  };
  while (!Work.empty()) {
    unsigned Class = Work.back();
    Work.pop_back();
    for (unsigned AlternateTarget : AlternateTargets[Class])
      Add(AlternateTarget);
    for (CallRef Call : Classes.Classes[Class].Callers)
      if (!Hides[Class])
        Add(Classes.callerClass(Call));
  }
  return Found;
}

void GroupClosure::findReaching() {
  HasGroup.assign(Classes.Classes.size(), false);
  std::vector<bool> Any = reaching(/*StopAtGroups=*/false);
  for (unsigned I = 0; I < Classes.Classes.size(); ++I)
    HasGroup[I] = hasGroup(I, Any);
  Hides = reaching(/*StopAtGroups=*/true);
  Reaches = withAlternateTargets(Hides);
}

static bool isOfType(llvm::StringRef Type, const GroupKind &Kind) {
  return Type.contains(Kind.Type) &&
         (Kind.Type.contains("_tile") || !Type.contains("thread_block_tile"));
}

static bool takesGroup(const FunctionSummary &F, const GroupKind &Kind) {
  for (const Handle &H : F.Handles)
    if (H.Type == Kind.Handle && H.Declared.File == F.BodyBegin.File &&
        H.Declared.End <= F.BodyBegin.Begin)
      return true;
  return llvm::any_of(F.Params, [&](const Parameter &P) { return isOfType(P.Type, Kind); });
}

/// Where a place of \p F is, inside its body.
static const Location &inBody(const Location &Loc, const MacroUse &Macro) {
  return Macro.Kind == MacroKind::Body || Macro.Kind == MacroKind::Mixed ? Macro.Expansion : Loc;
}

bool GroupClosure::makesGroupFirst(unsigned Function, const std::vector<bool> &Reaching) const {
  const FunctionSummary &F = P.Functions[Function];
  auto H = llvm::find_if(F.Handles, [&](const Handle &H) {
    return H.Type == Kind.Handle && H.AtTop && H.Declared.File == F.Body.File;
  });
  if (H == F.Handles.end())
    return false;
  auto Before = [&](const Location &Use) {
    return Use.File == H->Declared.File && H->Declared.End <= Use.Offset;
  };
  for (const Site *S : BarriersOf[Function])
    if (!Before(inBody(S->Loc, S->Macro)))
      return false;
  return llvm::all_of(F.Calls, [&](const CallEdge &E) {
    std::optional<unsigned> Callee = P.find(E.Callee);
    return !Callee || !Reaching[Classes.ClassOf[*Callee]] || Before(inBody(E.Loc, E.Macro));
  });
}

bool GroupClosure::hasGroup(unsigned Class, const std::vector<bool> &Reaching) const {
  bool Any = false;
  for (unsigned M : Classes.Classes[Class].Members) {
    if (!P.Functions[M].HasBody)
      continue;
    if (!takesGroup(P.Functions[M], Kind) && !makesGroupFirst(M, Reaching))
      return false;
    Any = true;
  }
  return Any;
}

bool GroupClosure::isCandidate(unsigned Class) const {
  return Reaches[Class] && !HasGroup[Class] && !Classes.Classes[Class].Kernel;
}

//===-- Who cannot take it -----------------------------------------------------===//

/// Refusals only grow, so this ends; each round looks at the state before it,
/// so the order of functions has no say.
void GroupClosure::refuseUntilStable() {
  for (unsigned I = 0; I < Refused.size(); ++I)
    if (isCandidate(I))
      Refused[I] = refusedForItself(I);
  for (bool Changed = true; Changed;) {
    findNeeded();
    std::vector<std::optional<Refusal>> Next = Refused;
    Changed = false;
    for (unsigned I = 0; I < Refused.size(); ++I) {
      if (!getsGroup(I))
        continue;
      Next[I] = refusedByCallers(I);
      if (!Next[I])
        Next[I] = isBlock() ? refusedByBarriers(I) : refusedByOverloads(I);
      Changed |= Next[I].has_value();
    }
    Refused = std::move(Next);
  }
}

/// A function that calls nothing but refused ones has nothing to pass on.
void GroupClosure::findNeeded() {
  Needed.assign(Classes.Classes.size(), false);
  std::vector<unsigned> Work;
  auto Add = [&](unsigned Class) {
    if (Needed[Class] || !isCandidate(Class) || Refused[Class])
      return;
    Needed[Class] = true;
    Work.push_back(Class);
  };
  for (auto [I, C] : llvm::enumerate(Classes.Classes))
    if (C.DirectBarrier)
      Add(I);
  while (!Work.empty()) {
    unsigned Class = Work.back();
    Work.pop_back();
    for (unsigned AlternateTarget : AlternateTargets[Class])
      Add(AlternateTarget);
    for (CallRef Call : Classes.Classes[Class].Callers)
      Add(Classes.callerClass(Call));
  }
}

bool GroupClosure::callsNeeded(unsigned Class) const {
  return llvm::any_of(Classes.Classes[Class].Callees,
                      [&](unsigned Callee) { return getsGroup(Callee); });
}

const std::string &GroupClosure::nameOf(unsigned Class) const {
  return P.Functions[Classes.Classes[Class].Members.front()].Name;
}

std::optional<Refusal> GroupClosure::refusedForItself(unsigned Class) const {
  const FunctionClass &C = Classes.Classes[Class];
  for (unsigned M : C.Members) {
    const FunctionSummary &F = P.Functions[M];
    if (std::optional<Refusal> R = refusedParameter(F))
      return R;
    if (F.Kind == FunctionKind::Host)
      return Refusal{ReasonId::HostDevice, "'" + F.Name + "' is host code", F.Loc, ""};
    // Whoever the closure was handed to calls it as it is.
    if (F.Lambda && Facts.hasUnknownCallers(M))
      return Refusal{ReasonId::ExternalCallers, "this lambda is called by code that was not seen",
                     F.Loc, "call it directly, or capture a group by hand"};
  }
  if (std::optional<Refusal> R = refusedUnseen(P, C))
    return R;
  if (std::optional<Refusal> R = refusedOutside(P, C))
    return R;
  if (!isBlock())
    return refusedForUnseen(C, P);
  // An alternate target waits for nobody.
  return Hides[Class] ? refusedByDivergence(Class) : std::nullopt;
}

std::optional<Refusal> GroupClosure::refusedByCallers(unsigned Class) const {
  for (CallRef C : Classes.Classes[Class].Callers) {
    std::optional<unsigned> Callee = P.find(P.edge(C).Callee);
    const std::string &Name = P.Functions[*Callee].Name;
    if (std::optional<Refusal> R = refusedByCaller(C, Name))
      return R;
    if (std::optional<Refusal> R = refusedByText(C, Name))
      return R;
  }
  return std::nullopt;
}

/// Who cannot take a block makes one for those that it calls, where there is a body that can be
/// edited. What the host compiles, too, has no blocks there; what hangs is not made to look right.
bool GroupClosure::makesOwnBlock(unsigned Class) const {
  const std::optional<Refusal> &Why = Refused[Class];
  if (!isBlock() || !Why || Why->Reason == ReasonId::DivergentBarrier ||
      Why->Reason == ReasonId::HostUnit || Why->Reason == ReasonId::Macro)
    return false;
  return llvm::all_of(Classes.Classes[Class].Members, [&](unsigned M) {
    const FunctionSummary &F = P.Functions[M];
    return F.Kind == FunctionKind::Device && !P.Ambiguous.contains(F.USR) &&
           (!F.HasBody || !refusedHandle(F));
  });
}

/// Behind the place where a handle would be declared: a constructor's initialisers are not.
static bool isInBody(const CallEdge &E, const FunctionSummary &F) {
  return E.ArgsBegin.File == F.BodyBegin.File && F.BodyBegin.End <= E.ArgsBegin.Begin &&
         E.ArgsBegin.End <= F.Body.End;
}

std::optional<Refusal> GroupClosure::refusedByCaller(CallRef C, const std::string &Name) const {
  const FunctionSummary &Caller = P.Functions[C.Caller];
  unsigned Class = Classes.callerClass(C);
  std::optional<Refusal> Why;
  if (Caller.Kind == FunctionKind::Kernel || HasGroup[Class])
    Why = refusedHandle(Caller);
  else if (Caller.Kind == FunctionKind::Host)
    Why = Refusal{ReasonId::CallerCannotTakeBlock, "'" + Caller.Name + "' is host code", {}, ""};
  else if (!makesOwnBlock(Class))
    Why = Refused[Class];
  else if (!isInBody(P.edge(C), Caller))
    Why = Refusal{ReasonId::CallerCannotTakeBlock, "the call is outside of its body", {}, ""};
  if (!Why)
    return std::nullopt;
  // A caller that is refused for its own callers has a finding that says so.
  bool Told = Why->Reason == ReasonId::CallerCannotTakeBlock;
  return Refusal{ReasonId::CallerCannotTakeBlock,
                 "'" + Caller.Name + "' calls '" + Name + "' but has no " + Kind.Name.str() +
                     " to pass: " + (Told ? "see the finding on '" + Caller.Name + "'" : Why->Text),
                 P.edge(C).Loc, Why->Help};
}

std::string GroupClosure::whyNoGroup(const CallEdge &E) const {
  for (CallRef Other : CallsAt.at(E.ArgsBegin)) {
    std::optional<unsigned> Callee = P.find(P.edge(Other).Callee);
    if (Callee && Refused[Classes.ClassOf[*Callee]])
      return ": " + Refused[Classes.ClassOf[*Callee]]->Text;
  }
  return "";
}

/// The text of a call must mean the same in every instance. In a macro's body there
/// is no name for the block that all uses share (the rule would not edit it there).
std::optional<Refusal> GroupClosure::refusedByText(CallRef C, const std::string &Name) const {
  const CallEdge &E = P.edge(C);
  if (E.Macro.Kind == MacroKind::None && !E.ArgsBegin.valid())
    return Refusal{ReasonId::FixedCall,
                   "'" + Name + "' is called here, with no parentheses around its arguments", E.Loc,
                   "write the call out, with parentheses"};
  if (E.Macro.Kind == MacroKind::Mixed || !E.ArgsBegin.valid())
    return Refusal{ReasonId::Macro, "a call of '" + Name + "' is put together by a macro", E.Loc,
                   "write the call out"};
  if (E.Macro.Kind == MacroKind::Body)
    return Refusal{ReasonId::Macro,
                   "'" + Name + "' is called by macro '" + E.Macro.Name +
                       "', which has no name for a " + Kind.Word.str(),
                   E.Macro.Expansion, "write the call out"};
  bool Agree = llvm::all_of(CallsAt.at(E.ArgsBegin), [&](CallRef Other) {
    std::optional<unsigned> Callee = P.find(P.edge(Other).Callee);
    return Callee && getsGroup(Classes.ClassOf[*Callee]);
  });
  if (Agree)
    return std::nullopt;
  return Refusal{ReasonId::InstancesDisagree,
                 "this call means '" + Name +
                     "' in one instance and, in another, a function "
                     "that takes no " +
                     Kind.Name.str() + whyNoGroup(E),
                 E.Loc, "give all functions that it may mean the same parameters"};
}

/// A barrier in a macro's body stays, as calls there do.
std::optional<Refusal> GroupClosure::refusedByBarriers(unsigned Class) const {
  for (unsigned M : Classes.Classes[Class].Members)
    for (const Site *S : BarriersOf[M])
      if (S->Macro.Kind == MacroKind::Body || S->Macro.Kind == MacroKind::Mixed)
        return Refusal{ReasonId::Macro,
                       "the barrier of '" + P.Functions[M].Name + "' is written by macro '" +
                           S->Macro.Name + "', which has no name for a block",
                       S->Macro.Expansion, "write " + S->Name + "() out in this function"};
  return std::nullopt;
}

/// What an unseen caller writes today must not compile tomorrow: no function that takes no warp may
/// be what it then means (C++ [over.match]).
std::optional<Refusal> GroupClosure::refusedByOverloads(unsigned Class) const {
  for (unsigned M : Classes.Classes[Class].Members)
    for (auto [I, Other] : llvm::enumerate(P.Functions))
      if (unsigned Of = Classes.ClassOf[I];
          Of != Class && !getsGroup(Of) && mayTakeCallsOf(Other, P.Functions[M]))
        return Refusal{ReasonId::OtherFunction,
                       "calls that were not seen would mean another function '" + Other.Name + "'",
                       Other.Loc, "give one of the two another name"};
  return std::nullopt;
}

std::optional<Refusal> GroupClosure::refusedByDivergence(unsigned Class) const {
  if (Parted[Class]) // it names the condition
    return Parted[Class];
  for (CallRef C : Classes.Classes[Class].Callers)
    if (P.runsOnDevice(C))
      if (std::optional<Refusal> R =
              parted(P.edge(C).Conv, P.edge(C).Loc, C.Caller, Class, /*ByCall=*/true))
        return R;
  for (unsigned M : Classes.Classes[Class].Members)
    for (const Site *S : BarriersOf[M])
      if (std::optional<Refusal> R = parted(S->Conv, S->Loc, M, Class, /*ByCall=*/false))
        return R;
  return std::nullopt;
}

std::optional<Refusal> GroupClosure::parted(const Convergence &C, const Location &Here, unsigned At,
                                            unsigned Class, bool ByCall) const {
  std::optional<Divergence> D = Facts.divergence(C, At);
  if (!D)
    return std::nullopt;
  if (ByCall)
    D->Chain.push_back(nameOf(Class));
  std::string Chain = llvm::join(D->Chain, " -> ");
  return Refusal{ReasonId::DivergentBarrier,
                 "'" + nameOf(Class) +
                     "' waits for the whole block, but not all of its threads "
                     "get there (" +
                     Chain + "): " + D->Why.Text,
                 D->Why.Where.valid() ? D->Why.Where : Here,
                 "call it from all threads of the block"};
}

//===-- The outcome ------------------------------------------------------------===//

void GroupClosure::settle() {
  Result.resize(Classes.Classes.size());
  for (auto [I, C] : llvm::enumerate(Classes.Classes)) {
    GroupParameter &B = Result[I];
    bool Uses = callsNeeded(I);
    B.AlternateTarget = !Hides[I];
    if (Refused[I] && B.AlternateTarget) {
      B.Kind = GroupParameter::NotNeeded; // there is nothing that it hides
    } else if (Refused[I]) {
      const bool Asked = Options.LocalBlocks || Uses; // for its own barriers alone, by the option
      B.Kind = Asked && makesOwnBlock(I) ? GroupParameter::Local : GroupParameter::Refused;
      B.Why = Refused[I];
    } else if (getsGroup(I)) {
      B.Kind = GroupParameter::Parameter;
    } else if (HasGroup[I] && (Uses || C.DirectBarrier)) {
      B.Kind = GroupParameter::Existing;
    } else if (C.Kernel && Uses) {
      B.Kind = GroupParameter::Local;
    } else if (std::optional<Refusal> Why = isBlock() ? namedBarrier(C, P) : std::nullopt) {
      B.Kind = GroupParameter::Refused;
      B.Why = std::move(Why);
      B.AlternateTarget = false; // it hides one, though not a block's
    }
  }
}

/// Classes are in the order of their smallest USR, so a group's leader has the
/// smallest of all.
void GroupClosure::group() {
  llvm::IntEqClasses Groups(Classes.Classes.size());
  // What one kernel calls need not change together, but a block's barriers are its own matter.
  auto Passes = [&](unsigned I) {
    return isBlock() || Result[I].Kind == GroupParameter::Parameter;
  };
  for (auto [I, C] : llvm::enumerate(Classes.Classes))
    for (unsigned Callee : C.Callees)
      if (Result[Callee].Kind == GroupParameter::Parameter && Passes(I))
        Groups.join(I, Callee);
  for (auto [I, C] : llvm::enumerate(Classes.Classes)) {
    bool Rewritten = Result[I].Kind == GroupParameter::Parameter || (callsNeeded(I) && Passes(I));
    if (Rewritten)
      Result[I].Group = (isBlock() ? "" : "warp of ") +
                        P.Functions[Classes.Classes[Groups.findLeader(I)].Members.front()].USR;
  }
}
