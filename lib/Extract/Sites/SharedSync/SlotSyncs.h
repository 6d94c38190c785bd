//===- SlotSyncs.h - by what lanes tell each other one value -----*- C++ -*-===//
//
// `if (lane == 0) slot[w] = x; v = slot[w]; if (v > n) break;`: in lockstep all lanes of the warp
// read one value, and go on together. Once the steps are rewritten they do, too: between what is
// written to the slot and what is read all lanes have waited for each other, and no other warp
// writes there (semantics B.10).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_SHAREDSYNC_SLOTSYNCS_H
#define COOPIFY_EXTRACT_SITES_SHAREDSYNC_SLOTSYNCS_H

#include "Analysis/SharedMemory/SharedHazards.h"
#include "Model/TUSummary.h"

namespace coopify {

/// Of one function, whose steps were planned.
class SlotSyncs {
public:
  /// \p Served: hazards that a plan puts a sync between.
  SlotSyncs(const FunctionView &View, const SharedSteps &Steps, const SharedHazards &Hazards,
            const SymbolicIndex &Forms, const std::set<const Hazard *> &Served)
      : View(View), Steps(Steps), Hazards(Hazards), Forms(Forms), Served(Served) {}

  /// What rests on the rewrites that serve \p V: that all lanes of a warp that load one element of
  /// it load one value; nullopt: not even then.
  std::optional<Uniformity> of(const clang::VarDecl *V) const;
  /// One of the two accesses is in \p V.
  static bool concerns(const Hazard &H, const clang::VarDecl *V);

private:
  bool wait(const clang::VarDecl *V) const;
  bool apartWithin(unsigned Step, const clang::VarDecl *V, Uniformity &Rests) const;
  std::optional<Uniformity> otherWarps(const clang::VarDecl *V) const;
  Uniformity wholeAtSyncs() const;

  const FunctionView &View;
  const SharedSteps &Steps;
  const SharedHazards &Hazards;
  const SymbolicIndex &Forms;
  const std::set<const Hazard *> &Served;
};

/// That the steps of function \p USR keep the writes and reads of \p V apart.
Promise slotPromise(const std::string &USR, const clang::VarDecl *V, unsigned Id);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_SHAREDSYNC_SLOTSYNCS_H
