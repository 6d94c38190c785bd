//===- SomePasses.cpp -------------------------------------------------------===//
#include "Link/Merge/SomePasses.h"
#include "Link/Program.h"
#include "Model/Warps/WarpWidth.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace coopify;

Refusal coopify::otherInWarps(const Site &S, llvm::StringRef What) {
  return {ReasonId::InstancesDisagree,
          ("passes of 32 lanes and of 64 show " + What + " here").str(), S.Loc,
          "give each its own code with #if"};
}

/// A callee's name comes with its template arguments, which differ from instance to instance. What
/// a macro makes as a whole has one expansion to a function, and the text is the same in each.
static TextKey textKey(const Site &S, bool BodyInMacro) {
  return {S.Loc, S.Kind, llvm::StringRef(S.Name).take_until([](char C) { return C == '<'; }).str(),
          BodyInMacro ? Location() : S.Macro.Expansion};
}

PartitionedWarp coopify::dividedOtherwise(std::string Why, const Location &Where) {
  PartitionedWarp None;
  None.Whole.Active = divergent(ObstacleKind::Unknown, std::move(Why), Where);
  return None;
}

static unsigned archOf(llvm::StringRef Pass) {
  unsigned Number = 0;
  return Pass.consume_front("sm_") && !Pass.consumeInteger(10, Number) ? Number : 0;
}

static ShownByPass shownBy(const TUSummary &Unit) {
  ShownByPass Pass;
  Pass.Name = Unit.Pass + " of " + llvm::sys::path::filename(Unit.MainFile).str();
  Pass.Arch = archOf(Unit.Pass);
  Pass.WarpWidth = Unit.WarpWidth;
  std::map<llvm::StringRef, std::vector<const Site *>> Sites;
  for (const Site &S : Unit.Sites)
    Sites[S.Function].push_back(&S);
  for (const FunctionSummary &F : Unit.Functions)
    if (F.HasBody) {
      Pass.Bodies.push_back({F.USR, F.Name, F.Body, F.BodyInMacro, F.LeftOut, {}});
      for (const Site *S : Sites[F.USR])
        Pass.Bodies.back().Sites.insert(textKey(*S, F.BodyInMacro));
    }
  for (const FileFacts &F : Unit.Files)
    Pass.Skipped.try_emplace(F.Path, F.Skipped);
  return Pass;
}

std::vector<ShownByPass> coopify::shownByPasses(const std::vector<TUSummary> &Units) {
  std::vector<ShownByPass> Out;
  for (const TUSummary &Unit : Units)
    if (isDevicePass(Unit) && !Unit.Unread)
      Out.push_back(shownBy(Unit));
  return Out;
}

static bool holds(const std::vector<SkippedText> &All, const TextRange &At) {
  return At.valid() && llvm::any_of(All, [&](const SkippedText &Gone) {
           return Gone.Begin <= At.Begin && At.End <= Gone.End;
         });
}

/// The pass, or this function, does not compile it.
static bool leavesOut(const ShownByPass &Pass, const ShownByPass::Body &In, const TextRange &At) {
  auto It = Pass.Skipped.find(At.File);
  return (It != Pass.Skipped.end() && holds(It->second, At)) ||
         (At.File == In.Text.File && holds(In.LeftOut, At));
}

namespace {

/// A function as one pass shows it.
struct View {
  const ShownByPass *Pass;
  const ShownByPass::Body *In;
};

bool shows(const View &V, const Site &S) {
  return V.In->Sites.count(textKey(S, V.In->BodyInMacro));
}

/// Compiles its text and does not show it.
bool isNothingTo(const View &V, const Site &S) {
  return !shows(V, S) && !leavesOut(*V.Pass, *V.In, S.Range) &&
         !leavesOut(*V.Pass, *V.In, S.Callee);
}

/// The functions that are made of one text.
struct SharedText {
  std::vector<View> Views;
  std::map<TextKey, const View *> Nothing; ///< to which of them a site is nothing, once asked

  /// nullptr: to none. A site of one key is the same text in each of them.
  const View *nothingTo(const Site &S) {
    auto [It, New] = Nothing.try_emplace(textKey(S, false), nullptr);
    if (New)
      if (auto At = llvm::find_if(Views, [&](const View &V) { return isNothingTo(V, S); });
          At != Views.end())
        It->second = &*At;
    return It->second;
  }

  /// Those that do not show it.
  llvm::ArrayRef<const View *> without(const Site &S) {
    auto [It, New] = Missing.try_emplace(textKey(S, false));
    for (const View &V : New ? llvm::ArrayRef(Views) : llvm::ArrayRef<View>())
      if (!shows(V, S))
        It->second.push_back(&V);
    return It->second;
  }

private:
  std::map<TextKey, std::vector<const View *>> Missing; ///< once asked
};

class SharedTexts {
public:
  explicit SharedTexts(const std::vector<ShownByPass> &Passes) {
    for (const ShownByPass &Pass : Passes)
      for (const ShownByPass::Body &In : Pass.Bodies) {
        const Key At{In.Text.File, In.Text.Begin, In.Text.valid() ? "" : In.USR};
        ByPlace[At].Views.push_back({&Pass, &In});
        PlaceOf.try_emplace(In.USR, At);
      }
  }
  /// nullptr: of a function that no device's pass has read.
  SharedText *of(const Site &S) {
    auto At = PlaceOf.find(S.Function);
    return At == PlaceOf.end() ? nullptr : &ByPlace.at(At->second);
  }

private:
  using Key = std::tuple<std::string, unsigned, std::string>;
  std::map<Key, SharedText> ByPlace;
  std::map<std::string, Key> PlaceOf;
};

} // namespace

static Refusal otherwiseIn(const View &V, const Site &S) {
  if (V.In->USR == S.Function)
    return {ReasonId::InstancesDisagree,
            "the pass for " + V.Pass->Name +
                " compiles this text, too, and shows no such thing in it",
            S.Loc, "give each pass its own code with #if"};
  return {ReasonId::InstancesDisagree,
          "this text is that of '" + V.In->Name + "', too, in which it is no such thing", S.Loc,
          "give it a text of its own"};
}

/// Only GPUs whose warps run in lockstep show it (before sm_70), and others, which do not, have
/// what they need.
static bool isLegacyArm(llvm::ArrayRef<View> Views, const Site &S) {
  constexpr unsigned Volta = 70;
  return S.Kind == SiteKind::SharedSteps && llvm::all_of(Views, [&](const View &V) {
           return V.Pass->Arch && (shows(V, S) ? V.Pass->Arch < Volta : V.Pass->Arch >= Volta);
         });
}

/// No pass with such warps shows it.
static bool isNothingToWidth(unsigned Width, llvm::ArrayRef<View> Views, const Site &S) {
  return llvm::none_of(Views,
                       [&](const View &V) { return V.Pass->WarpWidth == Width && shows(V, S); });
}

static void keepFrom(SharedText &Of, Site &S) {
  const View *Other = Of.nothingTo(S);
  if (!Other)
    return;
  if (isLegacyArm(Of.Views, S))
    S.NotASite = ReasonId::AlreadyPortable;
  else if (warpLanes().Differ && isNothingToWidth(Other->Pass->WarpWidth, Of.Views, S))
    S.NotElsewhere = otherInWarps(S, "different things");
  else
    S.NotElsewhere = otherwiseIn(*Other, S);
}

static PartitionedWarp dividedWithout(const View &V, const Site &S) {
  return dividedOtherwise(V.In->USR == S.Function
                              ? "the pass for " + V.Pass->Name +
                                    " compiles a condition around this call, but not the call"
                              : "'" + V.In->Name +
                                    "' compiles a condition around this call, but not the call",
                          S.Loc);
}

/// The same for the groups of the conditions around \p S, where \p Of compiles a condition and
/// leaves out the site: nothing shows that whole warps come to the condition there.
static void keepBranchesFrom(SharedText &Of, Site &S) {
  for (const View *V : Of.without(S))
    for (EnclosingCondition &At : S.Divided->Conditions) {
      if (!At.Condition.valid() || leavesOut(*V->Pass, *V->In, At.Condition))
        continue;
      if (At.Decides.UniformOver < warpWidth()) {
        S.Divided = dividedWithout(*V, S);
        return;
      }
      At.Condition = TextRange(); // the rest of the program may show that it divides no warp
    }
}

void coopify::keepFromOtherPasses(const std::vector<ShownByPass> &Passes,
                                  std::vector<Site> &Sites) {
  SharedTexts All(Passes);
  for (Site &S : Sites)
    if (SharedText *Of = All.of(S)) {
      if (!S.NotASite)
        keepFrom(*Of, S);
      if (S.Divided)
        keepBranchesFrom(*Of, S);
    }
}
