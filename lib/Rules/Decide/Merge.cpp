#include "Rules/Decide/Merge.h"

#include "Rules/Common.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

using namespace coopify;

/// The higher, the worse.
static int badness(const Decision &D) {
  if (D.refusal())
    return 5;
  if (const Rewrite *R = D.rewrite())
    return 2 + static_cast<int>(R->Applies);
  return D.leave()->Note ? 1 : 0;
}

static const InstanceDecision &worstOf(llvm::ArrayRef<InstanceDecision> All) {
  return *std::max_element(All.begin(), All.end(),
                           [](const InstanceDecision &A, const InstanceDecision &B) {
                             return badness(A.Says) < badness(B.Says);
                           });
}

/// Without the function, which is another one in each instance.
static std::set<std::pair<HandleRequest::KindTy, std::string>> handleSizes(const Rewrite &R) {
  std::set<std::pair<HandleRequest::KindTy, std::string>> Sizes;
  for (const HandleRequest &H : R.Handles)
    Sizes.insert({H.Kind, H.Size});
  return Sizes;
}

static bool writesTheSame(const Rewrite &A, const Rewrite &B) {
  return A.Form == B.Form && A.Params == B.Params && handleSizes(A) == handleSizes(B);
}

template <typename T> static void unite(std::vector<T> &Into, const std::vector<T> &More) {
  llvm::append_range(Into, More);
  llvm::sort(Into);
  Into.erase(llvm::unique(Into), Into.end());
}

/// The first rewrite that writes another text than \p Like.
static const InstanceDecision *findOther(llvm::ArrayRef<InstanceDecision> All,
                                         const Rewrite &Like) {
  auto It = llvm::find_if(All, [&](const InstanceDecision &V) {
    return V.Says.rewrite() && !writesTheSame(*V.Says.rewrite(), Like);
  });
  return It == All.end() ? nullptr : &*It;
}

static Decision refused(Decision D, Refusal Why) {
  D.What = std::move(Why);
  return D;
}

static Decision disagreement(const InstanceDecision &A, const InstanceDecision &B) {
  std::string Between = A.Instance == B.Instance ? "instances of '" + A.Instance + "'"
                                                 : "'" + A.Instance + "' and '" + B.Instance + "'";
  Decision D = A.Says;
  D.Proof.clear(); // it is of one rewrite, and none is made
  return refused(D, {ReasonId::InstancesDisagree,
                     Between + " share this text, but need different rewrites", A.At->Loc,
                     "give each its own function, or specialize the template"});
}

/// Leaving the text is what this instance needs: it calls the user's overload
/// (trap T23), or another site owns it. A note on text that does not run in it
/// (inactive, unreachable) is no need.
static bool needsText(const InstanceDecision &V) {
  const Leave *L = V.Says.leave();
  return L && (!L->Note || L->Note == ReasonId::UserOverload);
}

static bool convertsAlike(const Rewrite &A, const Rewrite &B) {
  auto Cast = [](const Rewrite &R) {
    auto It = R.Params.find("cast");
    return It == R.Params.end() ? std::string() : It->second;
  };
  return Cast(A) == Cast(B);
}

/// Where branches divide the warps of some instances, and of others they do not:
/// a group that branches divide is right for all of them. Those that are to take
/// it over; empty: nothing to take over, or not by all.
static std::vector<InstanceDecision> withBranches(llvm::ArrayRef<InstanceDecision> All) {
  auto Divides = [](const InstanceDecision &V) {
    const Rewrite *R = V.Says.rewrite();
    return R && R->Form == BranchForm;
  };
  auto Model = llvm::find_if(All, Divides);
  if (Model == All.end())
    return {};
  std::vector<InstanceDecision> Out(All);
  for (InstanceDecision &V : Out) {
    const Rewrite *R = V.Says.rewrite();
    if (Divides(V) || !R)
      continue;
    if (!R->WholeWarp || R->Form == "not-any-not" || !convertsAlike(*R, *Model->Says.rewrite()))
      return {};
    Rewrite Taken = *Model->Says.rewrite();
    Taken.Assumptions = R->Assumptions;
    Taken.Applies = R->Applies;
    V = *Model; // with its site, which knows where the branches are
    V.Says.What = std::move(Taken);
  }
  return Out;
}

/// All write the long form where not all can write the same short one.
static void agreeOnLooks(std::vector<InstanceDecision> &All) {
  const std::string *First = nullptr;
  bool Differ = false, Lacks = false;
  for (const InstanceDecision &V : All)
    if (const Rewrite *R = V.Says.rewrite()) {
      auto It = R->Params.find(ShortNegation);
      Lacks |= It == R->Params.end();
      if (It == R->Params.end())
        continue;
      Differ |= First && *First != It->second;
      First = First ? First : &It->second;
    }
  if (First && (Differ || Lacks))
    for (InstanceDecision &V : All)
      if (Rewrite *R = std::get_if<Rewrite>(&V.Says.What))
        R->Params.erase(ShortNegation);
}

static void uniteAll(Rewrite &Into, llvm::ArrayRef<InstanceDecision> All) {
  for (const InstanceDecision &V : All)
    if (const Rewrite *R = V.Says.rewrite()) {
      unite(Into.Assumptions, R->Assumptions);
      unite(Into.LeansOn, R->LeansOn);
      unite(Into.Promises, R->Promises);
      unite(Into.Handles, R->Handles);
    }
}

/// A template may be fine for all instances but one: say which.
static void nameInstance(Decision &D, const InstanceDecision &Worst,
                         llvm::ArrayRef<InstanceDecision> All) {
  bool OthersFine = llvm::any_of(All, [](const InstanceDecision &V) { return !V.Says.refusal(); });
  if (OthersFine && !Worst.Instance.empty())
    D.Proof.insert(D.Proof.begin(), {Worst.At->Loc, "in '" + Worst.Instance + "'"});
}

Merged coopify::mergeVerdicts(llvm::ArrayRef<InstanceDecision> Instances) {
  std::vector<InstanceDecision> All = withBranches(Instances);
  if (All.empty())
    All = Instances;
  agreeOnLooks(All);
  const InstanceDecision &Worst = worstOf(All);
  Merged Out{Worst.At, Worst.Says};
  if (Out.Says.refusal()) {
    nameInstance(Out.Says, Worst, All);
  } else if (const Rewrite *R = Worst.Says.rewrite()) {
    const InstanceDecision *Other = findOther(All, *R);
    if (auto It = llvm::find_if(All, needsText); !Other && It != All.end())
      Other = &*It;
    if (Other)
      Out.Says = disagreement(Worst, *Other);
    else
      uniteAll(std::get<Rewrite>(Out.Says.What), All);
  }
  return Out;
}

static Refusal macroDisagrees(const Site &S, const Location &Expansion, llvm::StringRef Why) {
  return {ReasonId::Macro, "an expansion of '" + S.Macro.Name + "' stands against it: " + Why.str(),
          Expansion.valid() ? Expansion : S.Loc,
          "write the call without the macro there, or give it a macro of its own"};
}

/// The expansion that keeps the body from being rewritten as \p Like.
static std::optional<Refusal> findObjection(llvm::ArrayRef<InstanceDecision> All,
                                            const InstanceDecision &Like,
                                            llvm::ArrayRef<MacroExpansion> Expansions) {
  for (const InstanceDecision &V : All) {
    if (const Refusal *Why = V.Says.refusal())
      return macroDisagrees(*V.At, V.At->Macro.Expansion, Why->Text);
    if (needsText(V))
      return macroDisagrees(*V.At, V.At->Macro.Expansion, "it is left as it is");
  }
  if (const InstanceDecision *Other = findOther(All, *Like.Says.rewrite()))
    return macroDisagrees(*Other->At, Other->At->Macro.Expansion, "it needs another form");
  // An unknown expansion may be anything, so no record at all is no permission.
  std::set<Location> Known, Decided;
  for (const MacroExpansion &E : Expansions)
    Known.insert(E.Expansion);
  for (const InstanceDecision &V : All)
    if (V.At->Macro.Kind == MacroKind::Body)
      Decided.insert(V.At->Macro.Expansion);
  for (const Location &L : Known)
    if (!Decided.count(L))
      return macroDisagrees(*Like.At, L, "it is not in code that was analyzed");
  for (const Location &L : Decided)
    if (!Known.count(L))
      return macroDisagrees(*Like.At, L, "its expansions are not all known");
  return std::nullopt;
}

Merged coopify::mergeExpansions(llvm::ArrayRef<InstanceDecision> All,
                                llvm::ArrayRef<MacroExpansion> Expansions) {
  auto Like =
      llvm::find_if(All, [](const InstanceDecision &V) { return V.Says.rewrite() != nullptr; });
  if (Like == All.end())
    return mergeVerdicts(All);
  if (std::optional<Refusal> Why = findObjection(All, *Like, Expansions))
    return {Like->At, refused(Like->Says, std::move(*Why))};
  return mergeVerdicts(All);
}
