//===- BarrierClosure.cpp -----------------------------------------------------===//
#include "Link/Barriers/BarrierClosure.h"
#include "Link/Barriers/BarrierRefusals.h"
#include "Link/Merge/ExternalUsers.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace coopify;

BarrierClosure::BarrierClosure(const Program &P, const Prover &Facts,
                               llvm::ArrayRef<DivergentWait> Parted, const LinkOptions &Options)
    : P(P), Facts(Facts), Options(Options), Classes(classify(P)) {
  indexText();
  indexParted(Parted);
  findTwins();
  findReaching();
  Refused.resize(Classes.Classes.size());
  refuseUntilStable();
  settle();
  group();
}

void BarrierClosure::indexText() {
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
void BarrierClosure::indexParted(llvm::ArrayRef<DivergentWait> Waits) {
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
void BarrierClosure::findTwins() {
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
std::vector<bool> BarrierClosure::reaching(bool StopAtBlocks) const {
  std::vector<bool> Found(Classes.Classes.size());
  std::vector<unsigned> Work;
  auto Add = [&](unsigned Class) {
    if (Found[Class])
      return;
    Found[Class] = true;
    if (!StopAtBlocks || !HasBlock[Class])
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
std::vector<bool> BarrierClosure::withAlternateTargets(std::vector<bool> Found) const {
  std::vector<unsigned> Work;
  for (unsigned I = 0; I < Found.size(); ++I)
    if (Found[I])
      Work.push_back(I);
  auto Add = [&](unsigned Class) {
    if (Found[Class])
      return;
    Found[Class] = true;
    if (!HasBlock[Class])
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

void BarrierClosure::findReaching() {
  HasBlock.assign(Classes.Classes.size(), false);
  std::vector<bool> Any = reaching(/*StopAtBlocks=*/false);
  for (unsigned I = 0; I < Classes.Classes.size(); ++I)
    HasBlock[I] = hasBlock(I, Any);
  Hides = reaching(/*StopAtBlocks=*/true);
  Reaches = withAlternateTargets(Hides);
}

static bool takesBlock(const FunctionSummary &F) {
  for (const Handle &H : F.Handles)
    if (H.Type == "block" && H.Declared.File == F.BodyBegin.File &&
        H.Declared.End <= F.BodyBegin.Begin)
      return true;
  return llvm::any_of(F.Params, [](const Parameter &Param) {
    llvm::StringRef Type = Param.Type;
    return Type.contains("thread_block") && !Type.contains("thread_block_tile");
  });
}

/// Where a place of \p F is, inside its body.
static const Location &inBody(const Location &Loc, const MacroUse &Macro) {
  return Macro.Kind == MacroKind::Body || Macro.Kind == MacroKind::Mixed ? Macro.Expansion : Loc;
}

bool BarrierClosure::makesBlockFirst(unsigned Function, const std::vector<bool> &Reaching) const {
  const FunctionSummary &F = P.Functions[Function];
  auto H = llvm::find_if(F.Handles, [&](const Handle &H) {
    return H.Type == "block" && H.AtTop && H.Declared.File == F.Body.File;
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

bool BarrierClosure::hasBlock(unsigned Class, const std::vector<bool> &Reaching) const {
  bool Any = false;
  for (unsigned M : Classes.Classes[Class].Members) {
    if (!P.Functions[M].HasBody)
      continue;
    if (!takesBlock(P.Functions[M]) && !makesBlockFirst(M, Reaching))
      return false;
    Any = true;
  }
  return Any;
}

bool BarrierClosure::isCandidate(unsigned Class) const {
  return Reaches[Class] && !HasBlock[Class] && !Classes.Classes[Class].Kernel;
}

//===-- Who cannot take it -----------------------------------------------------===//

/// Refusals only grow, so this ends; each round looks at the state before it,
/// so the order of functions has no say.
void BarrierClosure::refuseUntilStable() {
  for (unsigned I = 0; I < Refused.size(); ++I)
    if (isCandidate(I))
      Refused[I] = refusedForItself(I);
  for (bool Changed = true; Changed;) {
    findNeeded();
    std::vector<std::optional<Refusal>> Next = Refused;
    Changed = false;
    for (unsigned I = 0; I < Refused.size(); ++I) {
      if (!getsBlock(I))
        continue;
      Next[I] = refusedByCallers(I);
      if (!Next[I])
        Next[I] = refusedByBarriers(I);
      Changed |= Next[I].has_value();
    }
    Refused = std::move(Next);
  }
}

/// A function that calls nothing but refused ones has nothing to pass on.
void BarrierClosure::findNeeded() {
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

bool BarrierClosure::callsNeeded(unsigned Class) const {
  return llvm::any_of(Classes.Classes[Class].Callees,
                      [&](unsigned Callee) { return getsBlock(Callee); });
}

const std::string &BarrierClosure::nameOf(unsigned Class) const {
  return P.Functions[Classes.Classes[Class].Members.front()].Name;
}

std::optional<Refusal> BarrierClosure::refusedForItself(unsigned Class) const {
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
                     F.Loc, "call it directly, or capture a thread_block by hand"};
  }
  if (std::optional<Refusal> R = refusedUnseen(P, C))
    return R;
  if (std::optional<Refusal> R = refusedOutside(P, C))
    return R;
  // An alternate target waits for nobody.
  return Hides[Class] ? refusedByDivergence(Class) : std::nullopt;
}

std::optional<Refusal> BarrierClosure::refusedByCallers(unsigned Class) const {
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

/// With --local-blocks, and where there is a body that can be edited. One that the host compiles
/// too has no blocks there; what hangs is not made to look right.
bool BarrierClosure::makesOwnBlock(unsigned Class) const {
  const std::optional<Refusal> &Why = Refused[Class];
  if (!Options.LocalBlocks || !Why || Why->Reason == ReasonId::DivergentBarrier ||
      Why->Reason == ReasonId::Macro)
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

std::optional<Refusal> BarrierClosure::refusedByCaller(CallRef C, const std::string &Name) const {
  const FunctionSummary &Caller = P.Functions[C.Caller];
  unsigned Class = Classes.callerClass(C);
  std::optional<Refusal> Why;
  if (Caller.Kind == FunctionKind::Kernel || HasBlock[Class])
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
                 "'" + Caller.Name + "' calls '" + Name + "' but has no thread_block to pass: " +
                     (Told ? "see the finding on '" + Caller.Name + "'" : Why->Text),
                 P.edge(C).Loc, Why->Help};
}

std::string BarrierClosure::whyNoBlock(const CallEdge &E) const {
  for (CallRef Other : CallsAt.at(E.ArgsBegin)) {
    std::optional<unsigned> Callee = P.find(P.edge(Other).Callee);
    if (Callee && Refused[Classes.ClassOf[*Callee]])
      return ": " + Refused[Classes.ClassOf[*Callee]]->Text;
  }
  return "";
}

/// The text of a call must mean the same in every instance. In a macro's body there
/// is no name for the block that all uses share (the rule would not edit it there).
std::optional<Refusal> BarrierClosure::refusedByText(CallRef C, const std::string &Name) const {
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
                       "', which has no name for a block",
                   E.Macro.Expansion, "write the call out"};
  bool Agree = llvm::all_of(CallsAt.at(E.ArgsBegin), [&](CallRef Other) {
    std::optional<unsigned> Callee = P.find(P.edge(Other).Callee);
    return Callee && getsBlock(Classes.ClassOf[*Callee]);
  });
  if (Agree)
    return std::nullopt;
  return Refusal{ReasonId::InstancesDisagree,
                 "this call means '" + Name +
                     "' in one instance and, in another, a function "
                     "that takes no thread_block" +
                     whyNoBlock(E),
                 E.Loc, "give all functions that it may mean the same parameters"};
}

/// A barrier in a macro's body stays, as calls there do.
std::optional<Refusal> BarrierClosure::refusedByBarriers(unsigned Class) const {
  for (unsigned M : Classes.Classes[Class].Members)
    for (const Site *S : BarriersOf[M])
      if (S->Macro.Kind == MacroKind::Body || S->Macro.Kind == MacroKind::Mixed)
        return Refusal{ReasonId::Macro,
                       "the barrier of '" + P.Functions[M].Name + "' is written by macro '" +
                           S->Macro.Name + "', which has no name for a block",
                       S->Macro.Expansion, "write " + S->Name + "() out in this function"};
  return std::nullopt;
}

std::optional<Refusal> BarrierClosure::refusedByDivergence(unsigned Class) const {
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

std::optional<Refusal> BarrierClosure::parted(const Convergence &C, const Location &Here,
                                              unsigned At, unsigned Class, bool ByCall) const {
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

void BarrierClosure::settle() {
  Result.resize(Classes.Classes.size());
  for (auto [I, C] : llvm::enumerate(Classes.Classes)) {
    BlockParameter &B = Result[I];
    bool Uses = callsNeeded(I);
    B.AlternateTarget = !Hides[I];
    if (Refused[I] && B.AlternateTarget) {
      B.Kind = BlockParameter::NotNeeded; // there is nothing that it hides
    } else if (Refused[I]) {
      B.Kind = makesOwnBlock(I) ? BlockParameter::Local : BlockParameter::Refused;
      B.Why = Refused[I];
    } else if (getsBlock(I)) {
      B.Kind = BlockParameter::Parameter;
    } else if (HasBlock[I] && (Uses || C.DirectBarrier)) {
      B.Kind = BlockParameter::Existing;
    } else if (C.Kernel && Uses) {
      B.Kind = BlockParameter::Local;
    } else if (std::optional<Refusal> Why = namedBarrier(C, P)) {
      B.Kind = BlockParameter::Refused;
      B.Why = std::move(Why);
      B.AlternateTarget = false; // it hides one, though not a block's
    }
  }
}

/// Classes are in the order of their smallest USR, so a group's leader has the
/// smallest of all.
void BarrierClosure::group() {
  llvm::IntEqClasses Groups(Classes.Classes.size());
  for (auto [I, C] : llvm::enumerate(Classes.Classes))
    for (unsigned Callee : C.Callees)
      if (Result[Callee].Kind == BlockParameter::Parameter)
        Groups.join(I, Callee);
  for (auto [I, C] : llvm::enumerate(Classes.Classes)) {
    bool Rewritten = Result[I].Kind == BlockParameter::Parameter || callsNeeded(I);
    if (Rewritten)
      Result[I].Group = P.Functions[Classes.Classes[Groups.findLeader(I)].Members.front()].USR;
  }
}
