//===- AddNolint.h - writes NOLINT comments ----------------------*- C++ -*-===//
//
//   Result... + why  --nolintComments()-->  the files with comments
//
// Nothing but comments changes: the tokens are compared.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_WRITE_ADDNOLINT_H
#define COOPIFY_DRIVER_WRITE_ADDNOLINT_H

#include "Driver/Units/SourceTexts.h"
#include "Edit/Outcome.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <string>
#include <vector>

namespace coopify {

struct NolintComments {
  std::map<std::string, std::string> NewTexts; ///< by file
  size_t Lines = 0;                            ///< that are silenced
  std::vector<Location> NoRoom; ///< in a literal of several lines, or in a file that is not edited
};

/// It is told, and it is not that --fix would only have to write it.
bool wantsComment(const Result &R);

/// Comments for all of \p Told that want one: at the end of their line, or above it where a line
/// goes on in the next one or would get long.
NolintComments nolintComments(llvm::ArrayRef<Result> Told, llvm::StringRef Because,
                              SourceTexts &Texts,
                              llvm::function_ref<bool(llvm::StringRef)> MayEdit);

/// \p Text with a comment for the line (from 1) of each of \p Checks ("legacy-vote"); lines without
/// room are left out and added to \p NoRoom.
std::string withComments(const std::string &Text,
                         const std::map<unsigned, std::vector<std::string>> &Checks,
                         llvm::StringRef Because, std::vector<unsigned> &NoRoom);

/// Comments apart, the compiler reads the same.
bool sameTokens(const std::string &A, const std::string &B);

} // namespace coopify

#endif // COOPIFY_DRIVER_WRITE_ADDNOLINT_H
