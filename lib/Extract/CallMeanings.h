//===- CallMeanings.h - what the calls of a pass mean, in little room -*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_CALLMEANINGS_H
#define COOPIFY_EXTRACT_CALLMEANINGS_H

#include "Extract/CallTargets.h"
#include "Extract/MacroMeanings.h"

#include "llvm/ADT/ArrayRef.h"

namespace coopify {

/// A call of a user's function: where it is, and where that is declared first.
struct CallMeaning {
  unsigned File, Offset, DeclaredFile, Declared;
  auto operator<=>(const CallMeaning &) const = default;
};

/// One for each instance in which a call is compiled: what overload resolution or if constexpr
/// leaves out of an instance is missing.
struct CallMeanings {
  std::vector<std::string> Files;
  std::vector<CallMeaning> Calls; ///< sorted
  MacroMeanings Macros;
};

CallMeanings meaningsOf(llvm::ArrayRef<CallTarget> Calls);

} // namespace coopify

#endif // COOPIFY_EXTRACT_CALLMEANINGS_H
