//===- Reasons.h - why a site is not rewritten, as ids -----------*- C++ -*-===//
#ifndef COOPIFY_MODEL_REASONS_REASONS_H
#define COOPIFY_MODEL_REASONS_REASONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <iosfwd>
#include <optional>

namespace coopify {

enum class ReasonId {
#define REASON(REASON_ID, ID, KIND, MEANING, HELP) REASON_ID,
#include "Model/Reasons/Reasons.def"
};

enum class ReasonKind { Refusal, Note, NotApplied };

struct Reason {
  llvm::StringLiteral Id; ///< in files, messages and docs/reasons.md
  ReasonKind Kind;
  llvm::StringLiteral Meaning; ///< a clause, no full stop
  llvm::StringLiteral Help;    ///< what the user can do; may be empty
};

/// In the order of Reasons.def.
llvm::ArrayRef<Reason> allReasons();

const Reason &reasonOf(ReasonId Id);

/// The id: "parse-error".
llvm::StringRef toString(ReasonId Id);
std::optional<ReasonId> parseReasonId(llvm::StringRef Id);
std::ostream &operator<<(std::ostream &OS, ReasonId Id);

} // namespace coopify

#endif // COOPIFY_MODEL_REASONS_REASONS_H
