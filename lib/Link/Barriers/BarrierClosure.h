//===- BarrierClosure.h - who gets a thread_block -----------------*- C++ -*-===//
//
// Internal to Link. The closure of semantics D: functions that hide a block
// barrier take the block from their callers, up to the kernels that make it.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_BARRIERS_BARRIERCLOSURE_H
#define COOPIFY_LINK_BARRIERS_BARRIERCLOSURE_H

#include "Link/Barriers/FunctionClasses.h"
#include "Link/Proofs/DivergentWaits.h"
#include "Link/Proofs/Prover.h"

#include <map>

namespace coopify {

class BarrierClosure {
public:
  /// \p Parted: where a part of a block waits for all of it; no function that comes to such a
  /// place is changed. Not kept.
  BarrierClosure(const Program &P, const Prover &Facts, llvm::ArrayRef<DivergentWait> Parted,
                 const LinkOptions &Options);

  const BlockParameter &of(unsigned Function) const { return Result[Classes.ClassOf[Function]]; }
  const FunctionClasses &classes() const { return Classes; }

private:
  void indexText();
  void indexParted(llvm::ArrayRef<DivergentWait> Parted);
  void findTwins();
  std::vector<bool> reaching(bool StopAtBlocks) const;
  std::vector<bool> withAlternateTargets(std::vector<bool> Found) const;
  void findReaching();
  void refuseUntilStable();
  void findNeeded();
  void settle();
  void group();

  bool hasBlock(unsigned Class, const std::vector<bool> &Reaching) const;
  bool makesBlockFirst(unsigned Function, const std::vector<bool> &Reaching) const;
  bool callsNeeded(unsigned Class) const;
  bool isCandidate(unsigned Class) const;
  /// Gets the parameter, as far as is known.
  bool getsBlock(unsigned Class) const { return Needed[Class] && !Refused[Class]; }

  bool makesOwnBlock(unsigned Class) const;

  std::optional<Refusal> refusedForItself(unsigned Class) const;
  std::optional<Refusal> refusedByCallers(unsigned Class) const;
  std::optional<Refusal> refusedByCaller(CallRef C, const std::string &Name) const;
  std::optional<Refusal> refusedByText(CallRef C, const std::string &Name) const;
  std::optional<Refusal> refusedByBarriers(unsigned Class) const;
  std::optional<Refusal> refusedByDivergence(unsigned Class) const;
  std::optional<Refusal> parted(const Convergence &C, const Location &Here, unsigned At,
                                unsigned Class, bool ByCall) const;
  std::string whyNoBlock(const CallEdge &E) const;
  const std::string &nameOf(unsigned Class) const;

  const Program &P;
  const Prover &Facts;
  const LinkOptions Options;
  FunctionClasses Classes;
  // By class.
  std::vector<bool> HasBlock; ///< takes or makes a block already, before it needs one
  std::vector<bool> Hides;    ///< a barrier that a parameter would show
  std::vector<bool> Reaches;  ///< Hides, or shares a call with one that does (an alternate target)
  std::vector<bool> Needed;   ///< reaches one over functions that were not refused
  std::vector<std::optional<Refusal>> Refused;
  std::vector<std::optional<Refusal>> Parted; ///< a part of a block comes to its barrier
  std::vector<BlockParameter> Result;
  std::map<TextRange, std::vector<CallRef>> CallsAt; ///< by text, which instances share
  std::vector<std::vector<unsigned>>
      AlternateTargets; ///< by class: what its callers' texts mean elsewhere
  std::vector<std::vector<const Site *>> BarriersOf; ///< by function
};

/// The "signature" and "call" sites of all functions that get the parameter,
/// and one "signature" for each set of functions that was refused it.
/// Takes from \p Sites the inactive calls that are of no function which takes the block or in which
/// something rests on its callers, and those that a pass compiles.
void dropInactiveCalls(const Program &P, const BarrierClosure &Closure, std::vector<Site> &Sites);

std::vector<Site> barrierSites(const Program &P, const BarrierClosure &Closure);

} // namespace coopify

#endif // COOPIFY_LINK_BARRIERS_BARRIERCLOSURE_H
