//===- OldTexts.h - --try-against: what git has of a program -----*- C++ -*-===//
#ifndef COOPIFY_DRIVER_TRY_OLDTEXTS_H
#define COOPIFY_DRIVER_TRY_OLDTEXTS_H

#include "Frontend/ParseUnit.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <set>
#include <string>
#include <vector>

namespace coopify {

struct OldTexts {
  FileOverlay Texts;                 ///< of the files that are something else now
  std::vector<std::string> NotThere; ///< files of the program that the revision has not
  std::set<std::string> Tops; ///< repositories in which the revision was looked up by its name
};

/// What the repositories that hold \p Files (absolute, real) had in \p Rev. In the one of \p Folder
/// that is \p Rev; in a submodule what its superproject names there; in another one \p Rev, too.
llvm::Expected<OldTexts> oldTexts(llvm::StringRef Rev, llvm::StringRef Folder,
                                  llvm::ArrayRef<std::string> Files);

} // namespace coopify

#endif // COOPIFY_DRIVER_TRY_OLDTEXTS_H
