//===- SharedRegions.cpp ------------------------------------------------------===//

#include "Extract/Sites/SharedSync/SharedRegions.h"

#include "Analysis/SharedMemory/PassedPointers.h"
#include "Extract/Sites/SharedSync/RegionFinder.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace coopify {

static std::vector<Site> under(const Premise &If, std::vector<Site> Sites) {
  for (Site &S : Sites)
    S.If = If;
  return Sites;
}

std::vector<WarpSlot> servedSlots(const FunctionView &View) {
  RegionFinder Finder(View, View.Passed);
  const std::vector<Site> Found = Finder.find();
  std::vector<WarpSlot> Slots = Finder.slots();
  // Nothing may be left of them where the instances of a template share their text.
  llvm::erase_if(Slots, [&](const WarpSlot &Slot) {
    return !Slot.Syncs.empty() && llvm::none_of(Found, [&](const Site &S) {
      return !S.Preset && !S.NotASite && llvm::is_contained(S.Promises, Slot.Syncs.front());
    });
  });
  return Slots;
}

/// Where callers seem to bring a part of each warp alone, also what is right if they do.
static void tellForFew(const FunctionView &View, std::vector<Site> &Found) {
  auto IsEdited = [](const Site &S) { return !S.If && !S.Preset && !S.NotASite; };
  if (!View.Passed || View.Function->hasAttr<CUDAGlobalAttr>() || !llvm::all_of(Found, IsEdited))
    return;
  const unsigned Lanes = View.Passed->few().of(View.Function);
  if (!Lanes)
    return;
  std::vector<Site> Few = RegionFinder(View, View.Passed, Lanes).find();
  if (!llvm::all_of(Few, IsEdited))
    return;
  Found = under({fewEnter(Lanes), true}, std::move(Found));
  llvm::append_range(Found, under({fewEnter(Lanes), false}, std::move(Few)));
}

/// Where callers seem to pass two arrays, also what is right if they do.
static void tellForApart(const FunctionView &View, std::vector<Site> &Found) {
  const std::optional<Uniformity> Apart =
      View.Passed ? View.Passed->apartIn(View.Function) : std::nullopt;
  if (!Apart || llvm::any_of(Found, [](const Site &S) { return S.If.has_value(); }))
    return;
  RegionFinder Finder(View, View.Passed, warpWidth(), /*Apart=*/true);
  std::vector<Site> Fewer = Finder.find();
  if (Fewer == Found)
    return;
  const Premise If{meet(*Apart, Finder.restsOnCallers().value_or(Uniformity())), false};
  Found = under({If.Holds, true}, std::move(Found));
  llvm::append_range(Found, under(If, std::move(Fewer)));
}

static bool isOfArrays(const Requirement &R) {
  return llvm::any_of(R.Uniform.Atoms,
                      [](const Atom &A) { return A.Kind == AtomKind::ParamsApart; });
}

/// The site that is right whatever launches pass, if \p S is the same one.
static const Site *sameAnyway(Site S, llvm::ArrayRef<Site> Anyway) {
  llvm::erase_if(S.Requires, isOfArrays);
  const auto *Same = llvm::find(Anyway, S);
  return Same == Anyway.end() ? nullptr : Same;
}

/// Where two pointers of a kernel may lead into one array, also what is right if launches pass two.
/// A site that needs that requires it, so that it is assumed of launches that are not known.
static void tellForTwoArrays(const FunctionView &View, std::vector<Site> &Found) {
  RegionFinder Finder(View, View.Passed, warpWidth(), /*Apart=*/true);
  std::vector<Site> Fewer = Finder.find();
  const std::optional<Uniformity> Rests = Finder.restsOnCallers();
  if (!Rests)
    return;
  for (Site &S : Fewer)
    if (const Site *Same = sameAnyway(S, Found))
      S = *Same;
  if (Fewer == Found)
    return;
  Found = under({*Rests, true}, std::move(Found));
  llvm::append_range(Found, under({*Rests, false}, std::move(Fewer)));
}

void sharedStepSites(const FunctionView &View, std::vector<Site> &Sites) {
  RegionFinder Counting(View, View.Passed);
  std::vector<Site> Found = Counting.find();
  if (std::optional<Uniformity> Rests = Counting.restsOnCallers()) {
    std::vector<Site> Otherwise = RegionFinder(View, nullptr).find();
    if (Found != Otherwise) {
      Found = under({*Rests, false}, std::move(Found));
      llvm::append_range(Found, under({*Rests, true}, std::move(Otherwise)));
    }
  }
  tellForFew(View, Found);
  if (!View.Function->hasAttr<CUDAGlobalAttr>())
    tellForApart(View, Found);
  else if (View.Passed && Counting.meetByTwoNames())
    tellForTwoArrays(View, Found);
  llvm::append_range(Sites, std::move(Found));
}

} // namespace coopify
