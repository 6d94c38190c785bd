//===- Finding.h - what the user is told about a site ------------*- C++ -*-===//
#ifndef COOPIFY_RULES_FINDING_H
#define COOPIFY_RULES_FINDING_H

#include "Rules/Rule.h"

#include <string>
#include <vector>

namespace coopify {

/// A site of the program with its one verdict, after the instances, passes and
/// units that saw it were merged (worst wins) and after Edit and Verify had
/// their say.
struct Finding {
  std::string Check; ///< rule id
  Site Where;        ///< of the first instance
  Decision Verdict;
  bool Applied = false; ///< its edits are in the output
  /// Rewrites that were decided but not made, and why: Assumed (not granted) or
  /// Suppressed (NOLINT).
  std::optional<ReasonId> NotApplied;
  /// Set where it is a partner of its Decision::Group that stands in the way.
  std::string Partner; ///< as the user calls it
  Location PartnerAt;
  /// Another finding's edits replace all of its text: nothing is to be said of it.
  bool Taken = false;
  std::vector<Edit> Edits; ///< of this finding alone; the include and handles apart
  /// What divides the groups of the branches around it, which other findings share.
  std::vector<std::vector<Edit>> Splits;
};

} // namespace coopify

#endif // COOPIFY_RULES_FINDING_H
