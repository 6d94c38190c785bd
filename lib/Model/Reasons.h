//===- Reasons.h - the reason ids and what they mean -------------*- C++ -*-===//
#ifndef COOPIFY_MODEL_REASONS_H
#define COOPIFY_MODEL_REASONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace coopify {

enum class ReasonKind { Refusal, Note, Held };

struct Reason {
  llvm::StringLiteral Id;
  ReasonKind Kind;
  llvm::StringLiteral Meaning; ///< a clause, no full stop
  llvm::StringLiteral Help;    ///< what the user can do; may be empty
};

/// In the order of Reasons.def.
llvm::ArrayRef<Reason> allReasons();

/// nullptr: no such id.
const Reason *findReason(llvm::StringRef Id);

} // namespace coopify

#endif // COOPIFY_MODEL_REASONS_H
