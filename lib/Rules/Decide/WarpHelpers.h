//===- WarpHelpers.h - which helpers take the warp from their callers -*- C++ -*-===//
//
//   ProgramFacts + rules --decideWithHelpers()--> ProgramFacts, Finding...
//
// What a helper waits for can be made inside of it, if all that call it bring whole warps; or its
// callers pass it. The second is right, too, where callers were not seen: they no longer compile,
// instead of going on in silence. Which functions want it shows only once their sites are decided,
// so they are decided twice. Pure.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_RULES_WARPHELPERS_H
#define COOPIFY_RULES_WARPHELPERS_H

#include "Rules/Finding.h"
#include "Rules/Grants.h"

namespace coopify {

/// --helpers=
enum class HelperForm {
  Auto,      ///< a parameter where only unseen callers stand against a group made inside
  Inside,    ///< made inside, and assumed where callers were not seen
  Parameter, ///< a parameter wherever it can be one
};

struct Decided {
  ProgramFacts Facts;
  std::vector<Finding> Findings;
};

/// As decideAll(). \p Granted: assumptions that the user has granted; one that callers are
/// converged needs no parameter.
Decided decideWithHelpers(ProgramFacts Facts, llvm::ArrayRef<const Rule *> Rules, HelperForm Form,
                          const Grants &Granted);

} // namespace coopify

#endif // COOPIFY_RULES_WARPHELPERS_H
