#include "Driver/Verify/VanishedCalls.h"

#include "Driver/Verify/EditedPlaces.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace coopify {
namespace {

/// A call, and what it means; both as places of the text before the edits.
using Meaning = std::pair<Location, Location>;
using Counts = std::map<Meaning, long>;

/// How often each is compiled, but for those that an edit replaces.
Counts countedBefore(const CallMeanings &Before, const EditedPlaces &Places) {
  Counts Out;
  for (const CallMeaning &C : Before.Calls) {
    Location At = placeKey(Before.Files[C.File], C.Offset);
    if (Places.after(At))
      ++Out[{std::move(At), placeKey(Before.Files[C.DeclaredFile], C.Declared)}];
  }
  return Out;
}

void takeAway(Counts &From, ArrayRef<CallTarget> Now, const EditedPlaces &Places) {
  for (const CallTarget &Call : Now) {
    const std::optional<Location> At = Places.before(Call.Loc);
    // An include that comes first may declare the function once more, in front of all.
    for (const Location &Each : Call.Declared)
      if (const std::optional<Location> Old = At ? Places.before(Each) : std::nullopt)
        if (auto Known = From.find({*At, *Old}); Known != From.end()) {
          --Known->second;
          break;
        }
  }
}

/// The findings that give a function parameters: that declared at \p Declared; if it has none,
/// all that edit one of \p Files.
std::set<size_t> culprits(const Location &Declared, const EditPlan &Plan,
                          ArrayRef<Finding> Findings, ArrayRef<std::string> Files) {
  std::set<size_t> Own, All;
  for (auto [I, R] : enumerate(resultsOf(Findings, Plan.Outcomes))) {
    const Location &At = R.Found.Where.Loc;
    if (!R.isApplied() || !isSignature(R.Found.Where.Kind))
      continue;
    if (placeKey(At.File, At.Offset) == Declared)
      Own.insert(I);
    if (is_contained(Files, At.File))
      All.insert(I);
  }
  return Own.empty() ? All : Own;
}

} // namespace

std::vector<BrokenUnit> vanishedCalls(const CallMeanings &Before, ArrayRef<CallTarget> Now,
                                      const EditPlan &Plan, ArrayRef<Finding> Findings,
                                      ArrayRef<std::string> Files) {
  const EditedPlaces Places(Plan.Edits);
  Counts Left = countedBefore(Before, Places);
  takeAway(Left, Now, Places);
  std::vector<BrokenUnit> Out;
  for (const auto &[Call, Count] : Left) {
    if (Count <= 0)
      continue;
    BrokenUnit &Lost = Out.emplace_back();
    Lost.Error.Where = *Places.after(Call.first);
    Lost.Error.Text = "with the edit, this call would be left out of the code that is compiled: "
                      "something asks how the function can be called";
    Lost.Error.Means = Places.after(Call.second).value_or(Call.second);
    Lost.Culprits = culprits(Call.second, Plan, Findings, Files);
  }
  return Out;
}

} // namespace coopify
