#include "Rules/Common.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace coopify;

std::optional<Answer> coopify::settledAnswer(const Site &S) {
  if (S.ClaimedBy)
    return Leave{};
  if (S.NotASite)
    return Leave{S.NotASite};
  if (S.Preset)
    return *S.Preset;
  if (S.Macro.Kind == MacroKind::Mixed)
    return macroRefusal(S, "only a part of it is written in");
  return std::nullopt;
}

static std::string everyLane() {
  return warpLanes().Differ ? "all lanes" : "all " + std::to_string(warpWidth()) + " lanes";
}

static std::string whoIsHere(unsigned Lanes, bool Exits) {
  std::string Text = Lanes >= warpWidth() ? everyLane() + " of the warp reach this point together"
                                          : "in every aligned group of " + std::to_string(Lanes) +
                                                " lanes, all lanes reach this point together";
  return Exits ? Text + ", except those that have left the kernel" : Text;
}

static Refusal missingLanes(const Site &S, unsigned Lanes, const Proven &P, llvm::StringRef Help) {
  if (P.Blocked)
    return *P.Blocked;
  Refusal R;
  bool Differs = P.Why && P.Why->Kind == ObstacleKind::LaneDependent;
  R.Reason = Differs ? ReasonId::Divergent : ReasonId::Unproven;
  R.Text = P.Why && !P.Why->Text.empty()
               ? P.Why->Text
               : "cannot prove that all " + std::to_string(Lanes) + " lanes of " +
                     (Lanes >= warpWidth() ? "the warp" : "each group") + " reach this point";
  R.Where = P.Why && P.Why->Where.valid() ? P.Why->Where : S.Loc;
  R.Help = Help.str();
  return R;
}

ActivityProof coopify::proveActive(const Site &S, unsigned Lanes, const Proven &P,
                                   llvm::StringRef Help) {
  ActivityProof Here;
  if (P.Width >= Lanes) {
    Here.Assumptions = P.Assumptions;
    Here.WholeWarp = P.Width >= warpWidth();
    Here.Proof.push_back({S.Loc, whoIsHere(Lanes, P.Exits || S.Conv.Exits)});
  } else {
    // How far the proof got would read as if it had worked.
    Here.Missing = missingLanes(S, Lanes, P, Help);
    return Here;
  }
  llvm::append_range(Here.Proof, S.Conv.Steps);
  llvm::append_range(Here.Proof, P.Steps);
  return Here;
}

/// The splits that do part lanes, as far as the program shows; nullopt if one of
/// them cannot be edited.
static std::optional<std::vector<unsigned>> neededSplits(const Site &S, const ProgramFacts &Facts) {
  std::vector<unsigned> Needed;
  for (auto [I, At] : llvm::enumerate(S.Divided->Conditions)) {
    Proven P = Facts.prove(At.Decides, S.Function);
    if (P.Width >= warpWidth() && P.Assumptions.empty())
      continue;
    if (!At.Condition.valid())
      return std::nullopt;
    Needed.push_back(I);
  }
  return Needed;
}

/// Passes and functions that share the text need other groups (Link/Merge/SomePasses.h).
static Refusal dividedOtherwise(const Site &S) {
  const Obstacle Why = S.Divided->Whole.Active.Why.value_or(Obstacle());
  return {ReasonId::InstancesDisagree, Why.Text, Why.Where.valid() ? Why.Where : S.Loc,
          "give each pass its own code with #if, and each instance its own function"};
}

static std::string splitPlaces(const PartitionedWarp &D, llvm::ArrayRef<unsigned> Needed) {
  std::string Places;
  for (unsigned I : Needed)
    Places += D.Conditions[I].Condition.File.str() + ":" +
              std::to_string(D.Conditions[I].Condition.Begin) + " ";
  return Places;
}

std::optional<BranchPresence> coopify::branchPresent(const Site &S, const ProgramFacts &Facts,
                                                     ActivityProof &Here) {
  const FunctionSummary *F = Facts.function(S.Function);
  // The group is a variable of the function: a macro's body has no place for one,
  // and it exists on the device only.
  bool Body = S.Macro.Kind == MacroKind::None || S.Macro.Kind == MacroKind::Argument;
  // Beside a block barrier not all threads of the block get there: that is the mistake to mend.
  if (!S.Divided || !Body || S.Conv.besideBarrier() || !F || F->Kind == FunctionKind::HostDevice ||
      F->BodyInMacro || F->LiteralsOnly)
    return std::nullopt;
  if (S.Divided->Conditions.empty()) {
    Here.Missing = dividedOtherwise(S);
    return std::nullopt;
  }
  Proven P = Facts.prove(S.Divided->Whole, S.Function);
  std::optional<std::vector<unsigned>> Needed = neededSplits(S, Facts);
  if (P.Blocked && Needed && !Needed->empty())
    Here.Missing = P.Blocked;
  if (P.Width < warpWidth() || !Needed || Needed->empty())
    return std::nullopt;
  BranchPresence Out;
  Out.Here.Assumptions = P.Assumptions;
  Out.Here.Proof.push_back({S.Loc,
                            "only lanes that satisfied the enclosing conditions reach this call: "
                            "split() keeps exactly those in the group, and whole warps reach the "
                            "outermost condition"});
  llvm::append_range(Out.Here.Proof, P.Steps);
  Out.Handle = {HandleRequest::Branch, "", S.Function, *Needed};
  Out.Params["splits"] = splitPlaces(*S.Divided, *Needed);
  return Out;
}

Rewrite coopify::branchRewrite(const BranchPresence &Branch) {
  Rewrite R;
  R.Form = BranchForm;
  R.Applies = Branch.Here.applies();
  R.Assumptions = Branch.Here.Assumptions;
  R.Handles = {Branch.Handle};
  R.Params = Branch.Params;
  return R;
}

std::optional<ProofStep> coopify::whyMasks(const Refusal &Missing) {
  if (Missing.Reason != ReasonId::Unproven)
    return std::nullopt;
  return ProofStep{Missing.Where,
                   "a tile would cost less than masks, but lanes may part before: " + Missing.Text};
}

//===-- What a pattern rests on -------------------------------------------------===//

Refusal coopify::lanesLeft(const Site &S) {
  return {ReasonId::LanesLeft, "lanes may have left the kernel before, so their values are missing",
          S.Loc, "let all lanes come here, with a value that changes nothing"};
}

static Refusal unmet(const Requirement &R, const Site &S, const Obstacle &Why,
                     llvm::StringRef Help) {
  const ReasonId Reason =
      Why.Kind == ObstacleKind::LaneDependent ? ReasonId::Divergent : ReasonId::Unproven;
  const Location Where = Why.Where.valid() ? Why.Where : S.Loc;
  switch (R.Role) {
  case RequirementRole::LaneNumber:
    return {ReasonId::Divergent, "'" + R.Text + "' is not provably the lane index: " + Why.Text,
            Why.Where, "compute the lane from the linear thread index"};
  case RequirementRole::LaneCount:
    return {Reason, Why.Text, Where, "let the launch show blocks of one dimension, of whole warps"};
  case RequirementRole::Address:
    return {Reason, "the leader adds to its own '" + R.Text + "' for all lanes, and " + Why.Text,
            Why.Where,
            "let the lanes with one address elect a leader of their own "
            "(coopify::match_any of the address)"};
  case RequirementRole::Leavers:
    return lanesLeft(S);
  case RequirementRole::Tile:
  case RequirementRole::Subscripts:
    break;
  }
  return {Reason, Why.Text, Where, Help.str()};
}

template <typename T> static void addNew(std::vector<T> &Into, const std::vector<T> &More) {
  for (const T &Each : More)
    if (!llvm::is_contained(Into, Each))
      Into.push_back(Each);
}

/// What callers pass may be the same for all, if nothing shows it to differ; what a function makes
/// or loads itself nobody is asked about.
static bool mayBePassed(const Requirement &R, const Site &S, const ProgramFacts &Facts) {
  auto IsPassed = [](const Atom &A) { return A.Kind == AtomKind::ParamUniform; };
  Uniformity Own = R.Uniform;
  const FunctionSummary *F = Facts.function(S.Function);
  if (R.Role != RequirementRole::Address || !F || F->Kind == FunctionKind::Kernel ||
      llvm::none_of(Own.Atoms, IsPassed))
    return false;
  llvm::erase_if(Own.Atoms, IsPassed);
  return Facts.prove(Own, S.Function).Width >= R.Width;
}

std::optional<Refusal> coopify::proveAll(const Site &S, const ProgramFacts &Facts,
                                         ActivityProof &Here, llvm::StringRef Help) {
  for (const Requirement &R : S.Requires) {
    Proven P = Facts.prove(R.Uniform, S.Function);
    Obstacle Why = P.Why.value_or(Obstacle());
    const bool Assumable = Why.Kind != ObstacleKind::LaneDependent && mayBePassed(R, S, Facts);
    if (P.Width < R.Width && !Assumable)
      return unmet(R, S, Why, Help);
    if (P.Width < R.Width)
      P.Assumptions.push_back(assumption::UniformArguments);
    addNew(Here.Assumptions, P.Assumptions);
    addNew(Here.Proof, P.Steps);
  }
  llvm::sort(Here.Assumptions);
  return std::nullopt;
}

bool coopify::isInside(const TextRange &Inner, const Site &S) {
  return Inner.valid() && Inner.File == S.Range.File && S.Range.Begin <= Inner.Begin &&
         Inner.End <= S.Range.End;
}

Refusal coopify::macroRefusal(const Site &S, llvm::StringRef What) {
  std::string Macro = S.Macro.Name.empty() ? "a macro" : "macro '" + S.Macro.Name + "'";
  Location Where = S.Macro.Expansion.valid() ? S.Macro.Expansion : S.Loc;
  return {ReasonId::Macro, (What + " " + Macro).str(), Where,
          "write the call without the macro, or make the macro a __device__ function"};
}

std::string coopify::removedMessage(const Site &S) {
  if (!warpLanes().OnlyCuda)
    return "'" + S.Name + "' takes no lane mask: whoever is here takes part";
  return "'" + S.Name + "' was removed for sm_70 and later (CUDA 13 rejects it)";
}

const PatternPart *coopify::findPiece(const Site &S, llvm::StringRef Role) {
  auto It = llvm::find_if(S.Parts, [&](const PatternPart &P) { return P.Role == Role; });
  return It == S.Parts.end() ? nullptr : &*It;
}

Edit coopify::insertAt(const TextRange &R, bool AtEnd, llvm::StringRef Text) {
  unsigned At = AtEnd ? R.End : R.Begin;
  return {{R.File, At, At}, Text.str()};
}

Edit coopify::openAt(const TextRange &R, llvm::StringRef Open) {
  Edit E = insertAt(R, /*AtEnd=*/false, Open);
  E.Around = R;
  return E;
}

Edit coopify::closeAt(const TextRange &R, llvm::StringRef Close) {
  Edit E = insertAt(R, /*AtEnd=*/true, Close);
  E.Around = R;
  return E;
}

std::string coopify::separator(const PatternPart *Others) {
  return !Others ? "" : Others->Text.empty() ? ", " : "," + Others->Text;
}

Edit coopify::groupParameter(const Site &S, llvm::StringRef Type, llvm::StringRef Name,
                             const RenderContext &Context) {
  const bool Left = Context.ampersandLeft(S.Range.File);
  const std::string Param = ("const " + Context.groups(S.Range.File) + Type + (Left ? "&" : " &") +
                             (Left && !Name.empty() ? " " : "") + Name)
                                .str();
  Edit E;
  if (const PatternPart *Void = findPiece(S, "void")) {
    const bool NoList = Void->Range.length() == 0;
    E = {Void->Range, NoList ? "(" + Param + ")" : Param};
  } else { // first, so that default arguments behind it stay valid
    E = insertAt(S.Range, true, Param + separator(findPiece(S, "has-params")));
  }
  E.Needs = {GroupHeader::Groups};
  return E;
}
