//===- Site.h - a place that a rule may rewrite ------------------*- C++ -*-===//
//
// A Site carries all the text and facts that deciding and rendering need, so
// that no later stage includes an AST header. It is written by Extract (or by
// Link, for sites that only the whole program shows) and never changed.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_MODEL_SITE_H
#define COOPIFY_MODEL_SITE_H

#include "Model/MacroUse.h"
#include "Model/Reasons/Reasons.h"
#include "Model/SiteKind.h"
#include "Model/Uniformity.h"
#include "Model/Warps/PartitionedWarp.h"
#include "Support/TextRange.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// Why a site is not rewritten.
struct Refusal {
  ReasonId Reason = {};
  std::string Text; ///< one line for the user, no final full stop
  Location Where;   ///< the line that stands in the way
  std::string Help; ///< what the user can do; may be empty
  bool operator==(const Refusal &) const = default;
};

/// A part of a multi-statement pattern and the role it plays in it; which
/// roles exist is between a rule's extraction and its render.
struct PatternPart {
  std::string Role;
  TextRange Range;
  std::string Text;
  bool operator==(const PatternPart &) const = default;
};

struct Argument {
  std::string Text; ///< as spelled
  TextRange Range;
  /// Of the expression before conversion, cv-less; empty: other configurations may have another.
  std::string Type;
  std::string ParamType; ///< of the parameter it initialises, cv-less
  /// An ordinary lvalue or prvalue whose type is ParamType: pass it on as it
  /// is. Otherwise static_cast<ParamType> keeps the meaning (semantics A).
  bool Plain = true;
  /// Its value where the compiler knows it in this instantiation.
  std::optional<int64_t> Constant;
  /// No value is ever above this, nor below zero.
  std::optional<int64_t> UpperBound;
  /// A constant expression whose names are visible at the top of the function
  /// (literals, template parameters, constants): may stand in tile<...>.
  bool ConstantAtEntry = false;
  /// It is this parameter of the function, as it came in.
  std::optional<int64_t> Parameter;
  Uniformity Uniform;
  /// What to replace in it for the opposite condition, where that is short and exact: `x` for
  /// `!x`, `a != b` for `a == b`. Empty: nothing is.
  std::vector<PatternPart> Negation;
  bool operator==(const Argument &) const = default;
};

/// What a requirement is about, and so how it is told if it is not met.
enum class RequirementRole {
  LaneNumber, ///< the expression numbers the lanes of a warp
  LaneCount,  ///< the expression counts lanes in steps of whole warps
  Address,    ///< lanes add there for each other; may be assumed to be the same
  Leavers,    ///< lanes have left the kernel before only by whole groups
  Tile,       ///< the lanes of a tile come together
  Subscripts, ///< which lanes meet in an element
};

/// What the rewrite of a pattern rests on, beside the lanes at the site: the program
/// is to show that something is uniform.
struct Requirement {
  RequirementRole Role = {};
  std::string Text; ///< what it is about, as the user calls it
  Uniformity Uniform;
  unsigned Width = warpWidth(); ///< over how many lanes
  bool operator==(const Requirement &) const = default;
};

/// What the text of a function is once a finding in it is rewritten, for the proofs of others.
struct Promise {
  std::string Function;  ///< USR
  std::string What;      ///< e.g. "ends with a sync, for parameter 0"; only compared
  std::string Slot = {}; ///< of a WarpSlot its name: findings of any rule may lean on it
  auto operator<=>(const Promise &) const = default;
};

/// A function's steps are told twice where what callers pass decides about them: with what holds
/// if they do, and with what holds otherwise. Link keeps one.
struct Premise {
  Uniformity Holds;
  bool Denied = false;
  bool operator==(const Premise &) const = default;
};

struct Site {
  SiteKind Kind = {};
  std::string Name; ///< the callee, e.g. "__shfl_down"
  Location Loc;     ///< of the callee's name; with Kind and Name the identity of a site
  TextRange Range;  ///< the whole call
  TextRange Callee; ///< the callee's tokens, with a leading ::
  TextRange LParen; ///< '(' of the call
  TextRange RParen; ///< ')' of the call
  std::vector<Argument> Args;
  std::vector<Requirement> Requires;
  std::optional<Premise> If;     ///< not in ProgramFacts
  std::vector<Promise> LeansOn;  ///< the rewrite is right only if these are kept
  std::vector<Promise> Promises; ///< it keeps them
  /// Of a pattern: the size of the groups of lanes that it is about.
  std::optional<unsigned> Lanes;
  std::string Function; ///< USR of the (instantiated) function it is in
  Convergence Conv;
  /// Where lanes are missing: which branches took them.
  std::optional<PartitionedWarp> Divided;
  MacroUse Macro;
  /// The value is used where its exact type matters (auto, a template
  /// argument, an overload): a rewrite must keep the type.
  bool TypeMatters = false;
  /// Lanes exchange values through memory that is not volatile.
  bool VolatileMissing = false;
  std::vector<PatternPart> Parts;
  /// A site of this kind owns this text (a shuffle inside an aggregated atomic);
  /// rules leave it alone.
  std::optional<SiteKind> ClaimedBy;
  /// Extract already knows that this cannot be done (parse-error,
  /// not-instantiated, inactive...).
  std::optional<Refusal> Preset;
  /// Another pass compiles this text and does not show it: why nothing may be written. Of Link.
  std::optional<Refusal> NotElsewhere;
  /// Not a migration site although its text looks like one: a note. Counted, never
  /// rewritten.
  std::optional<ReasonId> NotASite;
  /// For derived sites of the barrier rule: the callee, or the function itself.
  std::string Subject;

  bool operator==(const Site &) const = default;
};

} // namespace coopify

#endif // COOPIFY_MODEL_SITE_H
