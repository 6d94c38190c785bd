//===- Common.h - what deciding has in common over rules ---------*- C++ -*-===//
//
// Small pure functions; a rule takes those that it needs.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_RULES_COMMON_H
#define COOPIFY_RULES_COMMON_H

#include "Rules/Rule.h"

#include <optional>

namespace coopify {

using Answer = std::variant<Leave, Rewrite, Refusal>;

/// The answer that needs no rule: another site owns the text, it is no site, or
/// Extract knows already that it cannot be done.
std::optional<Answer> settledAnswer(const Site &S);

/// Whether the lanes that a collective speaks of are at the site.
struct ActivityProof {
  std::optional<Refusal> Missing; ///< set: that was not shown
  std::vector<std::string> Assumptions;
  std::vector<ProofStep> Proof; ///< or how far it got
  bool WholeWarp = false;       ///< not only groups of the width that was asked for

  Applicability applies() const {
    return Assumptions.empty() ? Applicability::Safe : Applicability::Assumed;
  }
};

/// \p P is what the program shows of \p S.Conv. \p Help is for the refusal.
ActivityProof proveActive(const Site &S, unsigned Lanes, const Proven &P, llvm::StringRef Help);

/// The lanes that came to the site, where branches that can be edited took the
/// others away from a whole warp: nullopt if that was not shown. \p Handle is
/// what names them then. Where only waits of the program prevent that,
/// \p Here says so instead of what it said.
struct BranchPresence {
  ActivityProof Here;
  HandleRequest Handle;
  std::map<std::string, std::string> Params; ///< tells different branches of instances apart
};
std::optional<BranchPresence> branchPresent(const Site &S, const ProgramFacts &Facts,
                                            ActivityProof &Here);

/// The help where lanes are missing at a call that a group can follow behind branches.
inline constexpr const char *HoistHelp =
    "hoist the call out of the branch; coopify can split the warp by the condition of an if or a "
    "loop around the call in the same function, not by a break nor in a caller";

inline constexpr const char *BranchForm = "masked-branch";
/// The parameter of a rewrite that only its looks depend on.
inline constexpr const char *ShortNegation = "negation";
Rewrite branchRewrite(const BranchPresence &Branch);

/// What was not shown that would have let a tile do, of which \p Missing speaks; nullopt: lanes do
/// part there, so that nothing but masks can follow them.
std::optional<ProofStep> whyMasks(const Refusal &Missing);

/// Proves all that \p S requires: adds what that rests on to \p Here, or gives the refusal. \p Help
/// is for requirements that have none of their own.
std::optional<Refusal> proveAll(const Site &S, const ProgramFacts &Facts, ActivityProof &Here,
                                llvm::StringRef Help = "");

/// Lanes that have left the kernel give no value: what was read of them was undefined, and a
/// collective may go on without it (CUDA guide, reduce).
Refusal lanesLeft(const Site &S);

/// Edits there stay inside of the site: false for an operand that a macro's
/// body gets as its argument, or that was pasted.
bool isInside(const TextRange &Inner, const Site &S);

/// Refuses what cannot be edited because of a macro. \p What is a clause
/// without the macro's name, e.g. "the width is an argument of".
Refusal macroRefusal(const Site &S, llvm::StringRef What);

/// The headline of a shuffle or vote without a lane mask.
std::string removedMessage(const Site &S);

const PatternPart *findPiece(const Site &S, llvm::StringRef Role);

Edit insertAt(const TextRange &R, bool AtEnd, llvm::StringRef Text);

/// \p Open in front of \p R, or \p Close behind it, and what else is put around text nests.
Edit openAt(const TextRange &R, llvm::StringRef Open);
Edit closeAt(const TextRange &R, llvm::StringRef Close);

/// What stands between a group and \p Others, the parameters or arguments behind it, which may have
/// a line each.
std::string separator(const PatternPart *Others);

/// The first parameter of the function that \p S, a signature, declares: `const Type &Name`.
Edit groupParameter(const Site &S, llvm::StringRef Type, llvm::StringRef Name,
                    const RenderContext &Context);

} // namespace coopify

#endif // COOPIFY_RULES_COMMON_H
