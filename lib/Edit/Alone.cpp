#include "Edit/Alone.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

/// What is rewritten together, or not at all. Of the names that CUDA 12 took away some are those of
/// types, which a function and its callers share.
static std::string bundleOf(const Finding &F) {
  return F.Where.Kind == SiteKind::DeprecatedGroupApi ? F.Check : F.Verdict.Group;
}

EditsAlone::EditsAlone(llvm::ArrayRef<Finding> Findings, const EditPlan &Plan)
    : Findings(Findings), Plan(Plan) {
  for (auto [I, F] : llvm::enumerate(Findings)) {
    if (!isMade(I))
      continue;
    if (const std::string Group = bundleOf(F); !Group.empty())
      Groups[Group].insert(I);
    for (const Promise &P : F.Verdict.rewrite()->Promises)
      Promisers[P].insert(I);
  }
  for (auto [S, H] : llvm::enumerate(Plan.Shared))
    for (size_t I : H.WantedBy)
      Shared[I].insert(S);
}

template <typename KeyTy>
static void addFound(std::set<size_t> &Out, const std::map<KeyTy, std::set<size_t>> &In,
                     const KeyTy &Key) {
  if (auto It = In.find(Key); It != In.end())
    Out.insert(It->second.begin(), It->second.end());
}

/// \p Index, the findings that it is not right or does not compile without, theirs, and so on.
std::set<size_t> EditsAlone::together(size_t Index) const {
  std::set<size_t> Out = {Index};
  std::set<std::string> Done; // groups, of which a program may have one that is large
  for (std::vector<size_t> Open = {Index}; !Open.empty();) {
    const size_t Next = Open.back();
    Open.pop_back();
    std::set<size_t> Partners;
    if (const std::string Group = bundleOf(Findings[Next]); Done.insert(Group).second)
      addFound(Partners, Groups, Group);
    addFound(Partners, Plan.Parameters, Next);
    for (const Promise &P : Findings[Next].Verdict.rewrite()->LeansOn)
      addFound(Partners, Promisers, P);
    for (size_t Partner : Partners)
      if (Out.insert(Partner).second)
        Open.push_back(Partner);
  }
  return Out;
}

/// As of(), but With has \p Index, too.
AloneEdits EditsAlone::with(size_t Index) const {
  AloneEdits Out;
  Out.With = together(Index);
  std::set<size_t> Wanted;
  for (size_t I : Out.With)
    addFound(Wanted, Shared, I);
  // In the order of the plan: of insertions at one place the earlier added comes first.
  EditSet Edits;
  for (size_t S : Wanted)
    Edits.add(Plan.Shared[S].Edits);
  for (size_t I : Out.With)
    Edits.add(editsOf(Plan.Outcomes[I]));
  for (const auto &[File, OfFile] : Edits.byFile())
    llvm::append_range(Out.Edits, OfFile);
  return Out;
}

AloneEdits EditsAlone::of(size_t Index) const {
  if (!isMade(Index))
    return {};
  AloneEdits Out;
  if (const std::string Group = bundleOf(Findings[Index]); Group.empty()) {
    Out = with(Index);
  } else {
    auto [It, New] = OfGroups.try_emplace(Group);
    if (New)
      It->second = with(Index);
    Out = It->second;
  }
  Out.With.erase(Index);
  return Out;
}

std::optional<size_t> EditsAlone::toldAt(const Finding &F) const {
  constexpr size_t Many = 256;
  auto Group = Groups.find(bundleOf(F));
  if (Group == Groups.end() || !isMade(indexOf(F)) || *Group->second.begin() == indexOf(F) ||
      of(F).Edits.size() <= Many)
    return std::nullopt;
  return *Group->second.begin();
}
