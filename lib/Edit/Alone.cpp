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

/// The findings that \p Index is not right or does not compile without.
std::set<size_t> EditsAlone::partnersOf(size_t Index) const {
  std::set<size_t> Out;
  addFound(Out, Groups, bundleOf(Findings[Index]));
  addFound(Out, Plan.Parameters, Index);
  for (const Promise &P : Findings[Index].Verdict.rewrite()->LeansOn)
    addFound(Out, Promisers, P);
  return Out;
}

/// \p Index, its partners, theirs, and so on.
std::set<size_t> EditsAlone::together(size_t Index) const {
  std::set<size_t> Out = {Index};
  for (std::vector<size_t> Open = {Index}; !Open.empty();) {
    const size_t Next = Open.back();
    Open.pop_back();
    for (size_t Partner : partnersOf(Next))
      if (Out.insert(Partner).second)
        Open.push_back(Partner);
  }
  return Out;
}

AloneEdits EditsAlone::of(size_t Index) const {
  if (!isMade(Index))
    return {};
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
  Out.With.erase(Index);
  return Out;
}
