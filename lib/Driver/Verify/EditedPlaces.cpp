#include "Driver/Verify/EditedPlaces.h"

using namespace coopify;

std::optional<Location> EditedPlaces::before(const Location &Now) const {
  auto File = Edits.find(Now.File);
  if (File == Edits.end())
    return placeKey(Now.File, Now.Offset);
  long Shift = 0;
  for (const Edit &E : File->second) {
    const long Begin = long(E.Range.Begin) + Shift;
    if (long(Now.Offset) < Begin)
      break;
    if (long(Now.Offset) < Begin + long(E.Text.size()))
      return std::nullopt;
    Shift += long(E.Text.size()) - long(E.Range.length());
  }
  return placeKey(Now.File, unsigned(long(Now.Offset) - Shift));
}

std::optional<Location> EditedPlaces::after(const Location &Old) const {
  auto File = Edits.find(Old.File);
  if (File == Edits.end())
    return placeKey(Old.File, Old.Offset);
  long Shift = 0;
  for (const Edit &E : File->second) {
    if (Old.Offset < E.Range.Begin)
      break;
    if (Old.Offset < E.Range.End)
      return std::nullopt;
    Shift += long(E.Text.size()) - long(E.Range.length());
  }
  return placeKey(Old.File, unsigned(long(Old.Offset) + Shift));
}
