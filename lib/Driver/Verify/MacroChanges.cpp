#include "Driver/Verify/MacroChanges.h"

#include "Driver/Verify/EditedPlaces.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace coopify {
namespace {

const MacroPlace *find(const MacroMeanings &In, const Location &At) {
  auto File = In.Places.find(At.File);
  if (File == In.Places.end())
    return nullptr;
  auto Place = File->second.find(At.Offset);
  return Place == File->second.end() ? nullptr : &Place->second;
}

/// As it was before the edits; a macro that they wrote has no such place.
MacroAnswer asBefore(MacroAnswer Answer, const EditedPlaces &Places) {
  if (!Answer.File.empty())
    if (std::optional<Location> Old = Places.before(placeKey(Answer.File, Answer.Offset)))
      Answer.Offset = Old->Offset;
  return Answer;
}

bool saysOther(const MacroPlace &Now, const MacroPlace *Before, const EditedPlaces &Places) {
  if (!Before)
    return !Now.Word.empty(); // a directive that was skipped: that around it says so
  return any_of(Now.Answers, [&](const MacroAnswer &Answer) {
    return !Before->Answers.contains(asBefore(Answer, Places));
  });
}

BrokenUnit changed(Location Where, StringRef Word) {
  BrokenUnit Out;
  Out.Error.Where = std::move(Where);
  Out.Error.ByInclude = true;
  Out.Error.Text = Word.empty() ? "this directive may choose other code below the "
                                  "#include <cooperative_groups.h> that the rewrite adds"
                                : ("'" + Word +
                                   "' may be another macro below the "
                                   "#include <cooperative_groups.h> that the rewrite adds")
                                      .str();
  return Out;
}

std::optional<BrokenUnit> firstChange(const MacroMeanings &Before, const MacroMeanings &Now,
                                      const EditedPlaces &Places) {
  for (const auto &[File, InFile] : Now.Places)
    for (const auto &[Offset, Place] : InFile)
      if (std::optional<Location> Old = Places.before(placeKey(File, Offset)))
        if (saysOther(Place, find(Before, *Old), Places))
          return changed({File, Offset, Place.Line, Place.Column}, Place.Word);
  // What was a macro, and is none any more.
  for (const auto &[File, InFile] : Before.Places)
    for (const auto &[Offset, Place] : InFile)
      if (std::optional<Location> At = Places.after(placeKey(File, Offset)))
        if (Place.Direct && !Place.Word.empty() && !find(Now, *At))
          return changed({File, At->Offset, Place.Line, Place.Column}, Place.Word);
  return std::nullopt;
}

} // namespace

std::vector<BrokenUnit> macroChanges(const MacroMeanings &Before, const MacroMeanings &Now,
                                     const EditPlan &Plan) {
  std::optional<BrokenUnit> First = firstChange(Before, Now, EditedPlaces(Plan.Edits));
  if (!First)
    return {};
  for (auto [Index, O] : enumerate(Plan.Outcomes))
    if (any_of(editsOf(O), [&](const Edit &E) { return E.Range.File == Now.Includer; }))
      First->Culprits.insert(Index);
  return {std::move(*First)};
}

} // namespace coopify
