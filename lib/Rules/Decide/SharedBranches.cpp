#include "Rules/Decide/SharedBranches.h"

#include "Rules/Common.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>
#include <tuple>

using namespace coopify;

static const HandleRequest *branchOf(const Decision &D) {
  const Rewrite *R = D.rewrite();
  auto IsBranch = [](const HandleRequest &H) { return H.Kind == HandleRequest::Branch; };
  if (!R)
    return nullptr;
  auto It = llvm::find_if(R->Handles, IsBranch);
  return It == R->Handles.end() ? nullptr : &*It;
}

static Refusal otherGroups(const Site &S, llvm::StringRef Text, const Location &Where) {
  return {ReasonId::InstancesDisagree, Text.str(), Where.valid() ? Where : S.Loc,
          "give each its own code with #if, or its own function"};
}

//===-- Instances that never reach the site --------------------------------------===//

/// Its lanes come to the conditions, and the site is dead code to it.
static bool isIdle(const InstanceDecision &V) {
  return V.Says.leave() && V.At->NotASite && V.At->NotASite != ReasonId::InactiveBranch;
}

static bool dividesAlike(const Site &S, const Rewrite &Like, const ProgramFacts &Facts) {
  ActivityProof Here;
  const std::optional<BranchPresence> Branch = branchPresent(S, Facts, Here);
  return Branch && Branch->Params.at("splits") == Like.Params.at("splits") &&
         llvm::all_of(Branch->Here.Assumptions, [&](const std::string &Id) {
           return llvm::is_contained(Like.Assumptions, Id);
         });
}

void coopify::keepFromIdleInstances(Decision &D, llvm::ArrayRef<InstanceDecision> All,
                                    const ProgramFacts &Facts) {
  if (!branchOf(D) || !D.rewrite()->Params.count("splits"))
    return;
  auto Other = llvm::find_if(All, [&](const InstanceDecision &V) {
    return isIdle(V) && !dividesAlike(*V.At, *D.rewrite(), Facts);
  });
  if (Other == All.end())
    return;
  D.Proof.clear();
  D.What = otherGroups(*Other->At,
                       "the conditions around this call do not divide the warp alike in '" +
                           Other->Instance + "', which never reaches the call",
                       Other->At->Loc);
}

//===-- Sites that share a condition ---------------------------------------------===//

namespace {

/// A condition, where its group is made, and whether that is the group before it, divided further.
using Split = std::tuple<TextRange, TextRange, bool>;
/// The splits that make the group at a condition, which is the last one.
using Chain = std::vector<Split>;

} // namespace

/// For each condition that divides the lanes of \p F.
static std::vector<Chain> chainsOf(const Finding &F) {
  std::vector<Chain> Out;
  Chain Made;
  std::optional<unsigned> Last;
  const HandleRequest *Branch = branchOf(F.Verdict);
  for (unsigned I : Branch ? Branch->Conditions : std::vector<unsigned>()) {
    const EnclosingCondition &At = F.Where.Divided->Conditions[I];
    Made.push_back({At.Condition, At.Before, At.Continues && Last && *Last + 1 == I});
    Out.push_back(Made);
    Last = I;
  }
  return Out;
}

void coopify::refuseOtherGroups(std::vector<Finding> &Findings) {
  std::map<TextRange, std::set<Chain>> Groups;
  for (const Finding &F : Findings)
    for (Chain &C : chainsOf(F))
      Groups[std::get<0>(C.back())].insert(std::move(C));
  for (Finding &F : Findings)
    if (llvm::any_of(chainsOf(F),
                     [&](const Chain &C) { return Groups.at(std::get<0>(C.back())).size() > 1; })) {
      F.Verdict.Proof.clear();
      F.Verdict.What = otherGroups(F.Where,
                                   "two calls behind one condition need different groups there: "
                                   "other passes or instances divide the warp before it",
                                   F.Where.Loc);
    }
}
