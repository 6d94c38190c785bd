//===- EditedPlaces.h - places before and after edits ------------*- C++ -*-===//
#ifndef COOPIFY_DRIVER_VERIFY_EDITEDPLACES_H
#define COOPIFY_DRIVER_VERIFY_EDITEDPLACES_H

#include "Edit/EditSet.h"

#include <optional>

namespace coopify {

/// By offset only: lines and columns move.
inline Location placeKey(llvm::StringRef File, unsigned Offset) {
  return {File.str(), Offset, 0, 0};
}

class EditedPlaces {
public:
  explicit EditedPlaces(const EditSet &Edits) : Edits(Edits.byFile()) {}

  /// Where \p Now, of the edited text, was; text that an edit wrote was nowhere.
  std::optional<Location> before(const Location &Now) const;
  /// Where \p Old is in the edited text; what an edit replaced is nowhere.
  std::optional<Location> after(const Location &Old) const;

private:
  const std::map<std::string, std::vector<Edit>> &Edits;
};

} // namespace coopify

#endif // COOPIFY_DRIVER_VERIFY_EDITEDPLACES_H
