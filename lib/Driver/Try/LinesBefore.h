//===- LinesBefore.h - places of a trial in the user's files -----*- C++ -*-===//
//
// What the machine says of the new program names lines of texts that nobody has.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_TRY_LINESBEFORE_H
#define COOPIFY_DRIVER_TRY_LINESBEFORE_H

#include "Driver/Try/Trial.h"
#include "Driver/Units/SourceTexts.h"
#include "Driver/Verify/Verify.h"

#include <optional>

namespace coopify {

struct LineBefore {
  unsigned Line = 0;
  bool IsRewritten = false; ///< some of the new line is of an edit
  bool IsNew = false;       ///< the user's file has no such line: Line is where it was put
};

/// Line \p Line of \p Now, which \p Edits made of \p Before.
LineBefore lineBefore(unsigned Line, llvm::StringRef Now, llvm::ArrayRef<Edit> Edits,
                      llvm::StringRef Before);

/// Of a finding's text, which has one at the end of a line, as in "  thread 1 at a.cu:7".
std::vector<TriedPlace> placesIn(llvm::StringRef Text);

class LinesBefore {
public:
  LinesBefore(const VerifiedPlan &Made, SourceTexts &Texts, llvm::ArrayRef<UnitCommand> Units)
      : Made(Made), Texts(Texts), Units(Units) {}

  /// \p Text with its places as they are in the user's files.
  std::string told(llvm::StringRef Text) const;

  /// "a.cu:7"
  std::string told(const TriedPlace &At) const;

  /// nullopt: the file is as it was.
  std::optional<LineBefore> at(const TriedPlace &At) const;

private:
  std::string pathOf(llvm::StringRef File) const;

  const VerifiedPlan &Made;
  SourceTexts &Texts;
  llvm::ArrayRef<UnitCommand> Units;
};

} // namespace coopify

#endif // COOPIFY_DRIVER_TRY_LINESBEFORE_H
