//===- GroupClosure.h - who gets a group as a parameter ----------*- C++ -*-===//
//
// Internal to Link. The closures of semantics D: functions that hide a block barrier take the
// block from their callers, up to the kernels that make it; functions with a warp's collective
// take the warp.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_BARRIERS_GROUPCLOSURE_H
#define COOPIFY_LINK_BARRIERS_GROUPCLOSURE_H

#include "Link/Barriers/FunctionClasses.h"
#include "Link/Proofs/DivergentWaits.h"
#include "Link/Proofs/Prover.h"

#include <map>

namespace coopify {

/// What is passed down.
struct GroupKind {
  llvm::StringLiteral Handle; ///< as Handle::Type
  llvm::StringLiteral Type;   ///< a parameter of this type is one already
  llvm::StringLiteral Name;   ///< for messages, as is Word
  llvm::StringLiteral Word;
};

class GroupClosure {
public:
  /// The block, for who waits for it. \p Parted: where a part of a block waits for all of it; no
  /// function that comes to such a place is changed. Not kept.
  GroupClosure(const Program &P, const Prover &Facts, llvm::ArrayRef<DivergentWait> Parted,
               const LinkOptions &Options);
  /// The warp, for the functions \p Wanting (by index).
  GroupClosure(const Program &P, const Prover &Facts, const std::vector<bool> &Wanting);

  const GroupParameter &of(unsigned Function) const { return Result[Classes.ClassOf[Function]]; }
  const FunctionClasses &classes() const { return Classes; }

private:
  void run();
  bool isBlock() const;
  std::optional<Refusal> refusedByOverloads(unsigned Class) const;
  void indexText();
  void indexParted(llvm::ArrayRef<DivergentWait> Parted);
  void findTwins();
  std::vector<bool> reaching(bool StopAtGroups) const;
  std::vector<bool> withAlternateTargets(std::vector<bool> Found) const;
  void findReaching();
  void refuseUntilStable();
  void findNeeded();
  void settle();
  void group();

  bool hasGroup(unsigned Class, const std::vector<bool> &Reaching) const;
  bool makesGroupFirst(unsigned Function, const std::vector<bool> &Reaching) const;
  bool callsNeeded(unsigned Class) const;
  bool isCandidate(unsigned Class) const;
  /// Gets the parameter, as far as is known.
  bool getsGroup(unsigned Class) const { return Needed[Class] && !Refused[Class]; }

  bool makesOwnBlock(unsigned Class) const;

  std::optional<Refusal> refusedForItself(unsigned Class) const;
  std::optional<Refusal> refusedByCallers(unsigned Class) const;
  std::optional<Refusal> refusedByCaller(CallRef C, const std::string &Name) const;
  std::optional<Refusal> refusedByText(CallRef C, const std::string &Name) const;
  std::optional<Refusal> refusedByBarriers(unsigned Class) const;
  std::optional<Refusal> refusedByDivergence(unsigned Class) const;
  std::optional<Refusal> parted(const Convergence &C, const Location &Here, unsigned At,
                                unsigned Class, bool ByCall) const;
  std::string whyNoGroup(const CallEdge &E) const;
  const std::string &nameOf(unsigned Class) const;

  const Program &P;
  const Prover &Facts;
  const LinkOptions Options;
  const GroupKind Kind;
  FunctionClasses Classes;
  // By class.
  std::vector<bool> HasGroup; ///< takes or makes a block already, before it needs one
  std::vector<bool> Hides;    ///< a barrier that a parameter would show
  std::vector<bool> Reaches;  ///< Hides, or shares a call with one that does (an alternate target)
  std::vector<bool> Needed;   ///< reaches one over functions that were not refused
  std::vector<std::optional<Refusal>> Refused;
  std::vector<std::optional<Refusal>> Parted; ///< a part of a block comes to its barrier
  std::vector<GroupParameter> Result;
  std::map<TextRange, std::vector<CallRef>> CallsAt; ///< by text, which instances share
  std::vector<std::vector<unsigned>>
      AlternateTargets; ///< by class: what its callers' texts mean elsewhere
  std::vector<std::vector<const Site *>> BarriersOf; ///< by function
};

/// The "signature" and "call" sites of all functions that get the parameter,
/// and one "signature" for each set of functions that was refused it.
/// Takes from \p Sites the inactive calls that are of no function which takes the block or in which
/// something rests on its callers, and those that a pass compiles.
void dropInactiveCalls(const Program &P, const GroupClosure &Closure, std::vector<Site> &Sites);

std::vector<Site> barrierSites(const Program &P, const GroupClosure &Closure);
/// Likewise of the functions that get the warp; whoever cannot take it keeps what it has.
std::vector<Site> warpSites(const Program &P, const GroupClosure &Closure);

} // namespace coopify

#endif // COOPIFY_LINK_BARRIERS_GROUPCLOSURE_H
