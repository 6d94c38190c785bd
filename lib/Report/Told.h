//===- Told.h - what is said of a finding, in any report ---------*- C++ -*-===//
//
//   Result  --headline(), saidOf(), remarksOn()-->  sentences
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_REPORT_TOLD_H
#define COOPIFY_REPORT_TOLD_H

#include "Edit/Outcome.h"

#include <string>
#include <vector>

namespace coopify {

/// How a finding stands.
enum class Standing {
  Safe,
  Assumed,    ///< whether the assumption was granted or not
  Refused,    ///< also: not made since a partner is not
  Suppressed, ///< by a comment
  Left,       ///< nothing is to be done
};

inline constexpr Standing AllStandings[] = {Standing::Safe, Standing::Assumed, Standing::Refused,
                                            Standing::Suppressed, Standing::Left};

Standing standingOf(const Result &R);
llvm::StringRef toString(Standing S);

/// Why it is not rewritten, or is left; nullopt: it is rewritten.
std::optional<ReasonId> reasonOf(const Result &R);

/// "'__shfl_down' was removed".
std::string headline(const Finding &F);
/// What becomes of a rewrite: "safe rewrite: tile".
std::string rewriteText(const Result &Of, const Rewrite &R);
/// What becomes of it: the same, "not rewritten: divergent", "left as it is: ...".
std::string saidOf(const Result &R);
/// What stands in the way, in the words of the refusal or of its reason.
std::string obstacleOf(const Refusal &R);
/// What the user can do; may be empty.
std::string helpOf(const Refusal &R);

/// All of these in one: headline, what becomes of it, why, and what can be done.
std::string messageOf(const Result &R);

/// How far the caret's tildes go: to the end of the call; 0: of the word.
unsigned lengthOf(const Site &S);
/// The same, and the length of the word in \p Text for 0.
unsigned lengthOf(const Site &S, llvm::StringRef Text);

/// Told once for a kernel with a hundred instances that is launched in one place.
std::vector<ProofStep> toldProof(const Finding &F);

/// A line beside a finding.
struct Remark {
  enum KindTy { Proof, Obstacle, Note, Help } Kind;
  Location Where; ///< valid
  std::string Text;
};

/// All that is said beside the headline, as -v does.
std::vector<Remark> remarksOn(const Result &R);

} // namespace coopify

#endif // COOPIFY_REPORT_TOLD_H
