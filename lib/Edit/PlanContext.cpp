#include "Edit/PlanContext.h"

#include "Edit/Includes.h"
#include "Edit/Selection.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace coopify;

/// Functions that get a parameter together; "" if \p USR gets none.
static std::string groupOf(const GroupParameter &G, llvm::StringRef USR) {
  if (G.Kind != GroupParameter::Parameter)
    return "";
  return G.Group.empty() ? ("function " + USR).str() : G.Group;
}

static TextRange keyOf(const FunctionSummary &F) {
  if (F.HasBody && F.BodyBegin.valid())
    return F.BodyBegin;
  return {"function " + (F.Pattern.empty() ? F.USR : F.Pattern), 0, 0};
}

BodyIndex::BodyIndex(const ProgramFacts &Facts) : Facts(Facts) {
  for (const FunctionSummary &F : Facts.functions())
    Instances[keyOf(F)].push_back(&F);
  for (const FunctionSummary *F : Facts.trials())
    Instances[keyOf(*F)].push_back(F);
}

TextRange BodyIndex::key(llvm::StringRef USR) const {
  const FunctionSummary *F = Facts.function(USR);
  return F ? keyOf(*F) : TextRange{("function " + USR).str(), 0, 0};
}

llvm::ArrayRef<const FunctionSummary *> BodyIndex::instances(const TextRange &Key) const {
  auto It = Instances.find(Key);
  if (It == Instances.end())
    return {};
  return It->second;
}

PlanContext::PlanContext(llvm::ArrayRef<Finding> Findings, llvm::ArrayRef<Outcome> Outcomes,
                         const ProgramFacts &Facts, const BodyIndex &Bodies, GroupsChoice Choice)
    : Facts(Facts), Index(Bodies), Choice(Choice) {
  for (auto [I, F] : llvm::enumerate(Findings)) {
    if (!isSelected(Outcomes[I]))
      continue;
    noteUse(F.Where.Range);
    noteUse({F.Where.Loc.File, F.Where.Loc.Offset, F.Where.Loc.Offset});
    for (const HandleRequest &Request : F.Verdict.rewrite()->Handles) {
      noteUse(Bodies.key(Request.Function));
      Wanted.insert({Request.Function, Request.Size});
    }
    // Facts alone do not make the parameter: the rule may be off, or refused.
    if (F.Where.Kind == SiteKind::Signature)
      Signatures[groupOf(Facts.blockParameter(F.Where.Subject), F.Where.Subject)].insert(I);
    if (F.Where.Kind == SiteKind::WarpSignature)
      WarpSignatures[groupOf(Facts.warpParameter(F.Where.Subject), F.Where.Subject)].insert(I);
  }
}

/// The findings of the plan that give one of \p Instances a parameter.
std::set<size_t> PlanContext::makersOf(llvm::ArrayRef<const FunctionSummary *> Instances,
                                       GroupParameter (ProgramFacts::*Parameter)(llvm::StringRef)
                                           const,
                                       const SignatureGroups &Made) const {
  std::set<size_t> Out;
  for (const FunctionSummary *F : Instances)
    if (auto It = Made.find(groupOf((Facts.*Parameter)(F->USR), F->USR));
        It != Made.end() && !It->first.empty())
      Out.insert(It->second.begin(), It->second.end());
  return Out;
}

bool PlanContext::makesTiles(const Site &S) const {
  llvm::ArrayRef<const FunctionSummary *> Instances = Index.instances(Index.key(S.Subject));
  const bool TakesWarp = !makersOf(Instances, &ProgramFacts::warpParameter, WarpSignatures).empty();
  return llvm::any_of(Wanted, [&](const std::pair<std::string, std::string> &W) {
    const auto &[Function, Size] = W;
    return !Size.empty() && !(TakesWarp && Size == warpSizeText()) &&
           llvm::any_of(Instances, [&](const FunctionSummary *F) { return F->USR == Function; });
  });
}

void PlanContext::noteUse(const TextRange &Place) {
  if (!Place.valid())
    return;
  auto [It, New] = FirstUses.try_emplace(Place.File, Place.Begin);
  It->second = std::min(It->second, Place.Begin);
}

unsigned PlanContext::firstUse(llvm::StringRef File) const {
  auto It = FirstUses.find(File);
  return It == FirstUses.end() ? 0 : It->second;
}

PlanContext::Body *PlanContext::body(llvm::StringRef USR) const {
  TextRange Key = Index.key(USR);
  llvm::ArrayRef<const FunctionSummary *> Instances = Index.instances(Key);
  if (Instances.empty())
    return nullptr;
  auto It = Bodies.find(Key);
  if (It == Bodies.end()) {
    std::set<size_t> Makers = makersOf(Instances, &ProgramFacts::blockParameter, Signatures);
    std::set<size_t> Warp = makersOf(Instances, &ProgramFacts::warpParameter, WarpSignatures);
    BodyHandles Handles(Instances, !Makers.empty(), !Warp.empty());
    Makers.merge(Warp);
    It = Bodies.try_emplace(Key, Body{std::move(Handles), {}, std::move(Makers)}).first;
  }
  return &It->second;
}

/// Where the text of \p S stands: in the macro's definition for MacroKind::Body.
static llvm::StringRef fileOf(const Site &S) {
  return S.Callee.valid() ? S.Callee.File : S.Range.valid() ? S.Range.File : S.Loc.File;
}

/// The group of the innermost branch around \p At; those around it are made first.
std::string PlanContext::branch(const HandleRequest &Request, const Site &At) const {
  std::string Name;
  std::optional<unsigned> Last;
  const FileFacts *File = Facts.file(fileOf(At));
  for (unsigned Index : Request.Conditions) {
    const EnclosingCondition &S = At.Divided->Conditions[Index];
    bool Again = S.Continues && Last && *Last + 1 == Index;
    Last = Index;
    if (Again) {
      Branches.add({S, Name, Name, true, false}, Current);
      continue;
    }
    Site Place = At; // one name for all that is asked for from this branch
    Place.Loc = {S.Condition.File, S.Condition.Begin, 0, S.Condition.End};
    std::string Own = freshName(S.Loop ? "loop" : "branch", Place);
    Branches.add({S, Own, Name, false, File && File->CRLF}, Current);
    Name = Own;
  }
  return Name;
}

/// A tile of a template's own size is made at the top of each instance. Where one has no use for it
/// the size may be any number there, and a tile of more than a warp waits for the whole block when
/// it is made (cooperative_groups.h of CUDA 13, __static_size_multi_warp_tile_base).
bool PlanContext::fitsAllInstances(const HandleRequest &Request, llvm::StringRef Function) const {
  if (Request.Kind != HandleRequest::Tile || isTileNumber(Request.Size))
    return true;
  return llvm::all_of(Index.instances(Index.key(Function)), [&](const FunctionSummary *Instance) {
    return Wanted.count({Instance->USR, Request.Size}) != 0;
  });
}

std::string PlanContext::handle(const HandleRequest &Request, const Site &At) const {
  if (Request.Kind == HandleRequest::Branch)
    return branch(Request, At);
  std::string Function = Request.Function.empty() ? At.Function : Request.Function;
  const bool InBody = At.Macro.Kind == MacroKind::Body || !fitsAllInstances(Request, Function);
  Body *B = InBody ? nullptr : body(Function);
  if (std::optional<std::string> Name = B ? B->Handles.use(Request, At.Loc) : std::nullopt) {
    B->WantedBy.insert(Current);
    RestsOn[Current].insert(B->Parameters.begin(), B->Parameters.end());
    return *Name;
  }
  if (Facts.file(fileOf(At)))
    InPlace[fileOf(At).str()] |= Request.needs();
  return handleExpression(Request, groups(fileOf(At)));
}

std::string PlanContext::groups(llvm::StringRef File) const {
  if (const FileFacts *Known = Facts.file(File))
    return groupsPrefix(*Known, firstUse(File), Choice);
  return CudaGroups.str() + "::"; // a file that the plan will not edit
}

std::string PlanContext::freshName(llvm::StringRef Wanted, const Site &At) const {
  Body *B = body(At.Function);
  return B ? B->Handles.freshName(Wanted, At.Loc) : Wanted.str();
}

/// By where they begin, new lines instead of the blanks that stand there.
static std::map<std::pair<std::string, unsigned>, std::string>
brokenLines(llvm::ArrayRef<Outcome> Made) {
  std::map<std::pair<std::string, unsigned>, std::string> Out;
  for (const Outcome &O : Made)
    for (const Edit &E : editsOf(O))
      if (llvm::StringRef Text = E.Text;
          Text.contains('\n') && Text.trim().empty() && E.Range.length() > 0)
        Out.try_emplace({E.Range.File, E.Range.Begin}, E.Text);
  return Out;
}

std::vector<HandleEdit> PlanContext::declarations(llvm::ArrayRef<Outcome> Made) const {
  std::vector<HandleEdit> Out;
  const auto Breaks = brokenLines(Made);
  for (const auto &[Key, B] : Bodies) {
    const FileFacts *File = Facts.file(Key.File);
    const TextRange &Begin = B.Handles.begin();
    auto Break = Breaks.find({Begin.File, Begin.Begin});
    if (std::optional<Edit> E =
            B.Handles.declarations(groups(Key.File), File && File->CRLF,
                                   Break == Breaks.end() ? "" : llvm::StringRef(Break->second)))
      Out.push_back({{std::move(*E)}, B.WantedBy});
  }
  llvm::append_range(Out, Branches.edits());
  return Out;
}
