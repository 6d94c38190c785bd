//===- Outcome.h - what became of a finding ----------------------*- C++ -*-===//
//
//   Finding...  --planEdits()-->  Outcome...      one each, in the same order
//
// What was decided stays in the finding; what the plan makes of it is here.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EDIT_OUTCOME_H
#define COOPIFY_EDIT_OUTCOME_H

#include "Rules/Finding.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace coopify {

/// The member of a Decision::Group that stands in the way of the others.
struct Partner {
  std::string Name; ///< as the user calls it
  Location At;
  bool operator==(const Partner &) const = default;
};

/// Nothing is to be done (Leave).
struct Left {
  bool operator==(const Left &) const = default;
};

/// The rewrite is made, if it has edits: else its text is already as it should be.
struct Applied {
  std::vector<Edit> Edits; ///< of this finding alone; the include and handles apart
  /// What divides the groups of the branches around it, which other findings share.
  std::vector<std::vector<Edit>> Splits = {};
  /// Of assumptions that are granted for this finding alone: why, by id.
  std::map<std::string, std::string> Because = {};
  bool operator==(const Applied &) const = default;
};

/// What keeps a rewrite from being made, though nothing is wrong with it.
enum class WhyNot {
  Assumption, ///< one that was not granted
  OneUnit,    ///< it changes what other units see, and only one is at hand
  Comment,    ///< NOLINT
  Baseline,   ///< the finding is in the baseline: known, and not of this run
  Lines,      ///< it is on none of the lines that were asked for
  Declined,   ///< the user was asked, and said no
  Trial,      ///< --try: the program computed something else
};

/// The user said it of this very finding: nothing that is known of others changes that.
bool isUsersWord(WhyNot Why);

/// What reports call it.
ReasonId reasonOf(WhyNot Why);

struct NotApplied {
  WhyNot Why;
  std::optional<Partner> Because = {}; ///< set: that one is not applied, nor is this
  bool operator==(const NotApplied &) const = default;
};

struct Refused {
  Refusal Why;
  std::optional<Partner> Because = {}; ///< set: that one is refused, and this with it
  bool operator==(const Refused &) const = default;
};

/// Another finding's edits replace all of its text: nothing is to be said of it.
struct Subsumed {
  size_t By; ///< index of that finding
  bool operator==(const Subsumed &) const = default;
};

using Outcome = std::variant<Left, Applied, NotApplied, Refused, Subsumed>;

/// The edits that a finding of this outcome puts into the output.
llvm::ArrayRef<Edit> editsOf(const Outcome &O);

/// What is known against findings (by index) beside what was decided: a comment, an error of the
/// edited code. A refusal counts only against a rewrite.
using Vetoes = std::map<size_t, std::variant<WhyNot, Refusal>>;

/// A finding and what became of it, as reports show it. Refers to both.
struct Result {
  const Finding &Found;
  const Outcome &Became;

  const Leave *leave() const { return Found.Verdict.leave(); }
  /// Decided, or of the plan.
  const Refusal *refusal() const;
  /// nullptr if the plan refused it.
  const Rewrite *rewrite() const { return refusal() ? nullptr : Found.Verdict.rewrite(); }
  const NotApplied *notApplied() const { return std::get_if<NotApplied>(&Became); }
  /// Because of \p Why itself, not of a partner.
  bool isNotApplied(WhyNot Why) const {
    return notApplied() && notApplied()->Why == Why && !notApplied()->Because;
  }
  /// The user asked for other findings than this: nothing is to be said of it.
  bool isHidden() const { return isNotApplied(WhyNot::Baseline) || isNotApplied(WhyNot::Lines); }
  /// What is said for assumption \p Id, if it is granted for this finding alone.
  const std::string *because(llvm::StringRef Id) const;
  bool isSubsumed() const { return std::holds_alternative<Subsumed>(Became); }
  bool isApplied() const { return !editsOf(Became).empty(); }
};

/// \p Findings with their \p Outcomes.
std::vector<Result> resultsOf(llvm::ArrayRef<Finding> Findings, llvm::ArrayRef<Outcome> Outcomes);

} // namespace coopify

#endif // COOPIFY_EDIT_OUTCOME_H
