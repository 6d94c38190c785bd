//===- GrantComments.h - assumptions granted beside the code -----*- C++ -*-===//
//
//   // coopify: assume(converged-callers): launch.h is the only one that calls it
//   __device__ int sum(int v) { ... }
//
// Directly above a function that has a body, or in the body: for what stands in
// that body. Where bodies are nested (lambdas, methods of local classes), it is
// the innermost.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_SCOPE_GRANTCOMMENTS_H
#define COOPIFY_DRIVER_SCOPE_GRANTCOMMENTS_H

#include "Driver/Units/SourceTexts.h"
#include "Link/ProgramFacts.h"
#include "Rules/Grants.h"

#include <string>
#include <vector>

namespace coopify {

struct GrantComments {
  std::vector<ScopedGrant> Grants;
  std::vector<std::string> Mistakes; ///< "a.cu:3: ...": such a comment grants nothing
};

/// Of all files of the program.
GrantComments grantsInComments(const ProgramFacts &Facts, SourceTexts &Texts);

/// The same of one file, with the bodies that are in it.
GrantComments grantsInText(llvm::StringRef Shown, const std::string &Text,
                           llvm::ArrayRef<TextRange> Bodies);

} // namespace coopify

#endif // COOPIFY_DRIVER_SCOPE_GRANTCOMMENTS_H
