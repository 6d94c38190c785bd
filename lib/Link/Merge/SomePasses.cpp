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
          "give each its own code with #if, or write it for warpSize"};
}

std::vector<ShownByPass> coopify::shownByPasses(const std::vector<TUSummary> &Units) {
  std::vector<ShownByPass> Out;
  for (const TUSummary &Unit : Units) {
    if (!isDevicePass(Unit) || Unit.Unread)
      continue;
    ShownByPass &Pass = Out.emplace_back();
    Pass.Name = Unit.Pass + " of " + llvm::sys::path::filename(Unit.MainFile).str();
    Pass.WarpWidth = Unit.WarpWidth;
    for (const FunctionSummary &F : Unit.Functions)
      if (F.HasBody)
        Pass.Bodies.insert(F.USR);
    for (const Site &S : Unit.Sites)
      Pass.Sites.insert(siteKey(S));
    for (const FileFacts &F : Unit.Files)
      Pass.Skipped.try_emplace(F.Path, F.Skipped);
  }
  return Out;
}

/// An #if leaves it out.
static bool skips(const ShownByPass &Pass, const TextRange &At) {
  auto It = Pass.Skipped.find(At.File);
  return At.valid() && It != Pass.Skipped.end() &&
         llvm::any_of(It->second, [&](const SkippedText &Gone) {
           return Gone.Begin <= At.Begin && At.End <= Gone.End;
         });
}

/// Compiles its text and does not show it.
static bool isNothingTo(const ShownByPass &Pass, const Site &S) {
  return Pass.Bodies.count(S.Function) && !Pass.Sites.count(siteKey(S)) && !skips(Pass, S.Range) &&
         !skips(Pass, S.Callee);
}

static Refusal onlyInSomePasses(const ShownByPass &Other, const Site &S) {
  return {ReasonId::InstancesDisagree,
          "the pass for " + Other.Name + " compiles this text, too, and shows no such thing in it",
          S.Loc, "give each pass its own code with #if"};
}

/// No pass with such warps shows it.
static bool isNothingToWidth(unsigned Width, const std::vector<ShownByPass> &Passes,
                             const Site &S) {
  return llvm::none_of(Passes, [&](const ShownByPass &P) {
    return P.WarpWidth == Width && P.Sites.count(siteKey(S));
  });
}

void coopify::keepFromOtherPasses(const std::vector<ShownByPass> &Passes,
                                  std::vector<Site> &Sites) {
  for (Site &S : Sites) {
    auto Other = llvm::find_if(Passes, [&](const ShownByPass &P) { return isNothingTo(P, S); });
    // A mask of 64 bits means the same where warps have 32 lanes.
    if (S.NotASite || Other == Passes.end() || S.Kind == SiteKind::WaveWidth)
      continue;
    const bool OfWidth = warpLanes().Differ && isNothingToWidth(Other->WarpWidth, Passes, S);
    S.NotElsewhere = OfWidth ? otherInWarps(S, "different things") : onlyInSomePasses(*Other, S);
  }
}
