//===- Assumptions.h - what is taken for granted only if granted -*- C++ -*-===//
#ifndef COOPIFY_MODEL_REASONS_ASSUMPTIONS_H
#define COOPIFY_MODEL_REASONS_ASSUMPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace coopify {

/// The ids.
namespace assumption {
#define ASSUMPTION(CONSTANT, ID, MEANING, SETTLED, HELP) inline constexpr const char *CONSTANT = ID;
#include "Model/Reasons/Assumptions.def"
} // namespace assumption

struct Assumption {
  llvm::StringLiteral Id;
  llvm::StringLiteral Meaning; ///< a clause, no full stop
  llvm::StringLiteral Settled; ///< what of the program would make a fact of it
  llvm::StringLiteral Help;    ///< how the user can tell whether it holds
};

/// In the order of Assumptions.def.
llvm::ArrayRef<Assumption> allAssumptions();

/// nullptr: no such id.
const Assumption *findAssumption(llvm::StringRef Id);

} // namespace coopify

#endif // COOPIFY_MODEL_REASONS_ASSUMPTIONS_H
