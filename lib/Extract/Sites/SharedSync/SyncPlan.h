//===- SyncPlan.h - which syncs steps need -----------------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_SHAREDSYNC_SYNCPLAN_H
#define COOPIFY_EXTRACT_SITES_SHAREDSYNC_SYNCPLAN_H

#include "Extract/Sites/SharedSync/SyncEdits.h"

namespace coopify {

/// The syncs of one set of steps, or why there are none.
class SyncPlan {
public:
  SyncPlan(const FunctionView &View, SymbolicIndex &Forms, MemoryLocations &Places,
           const SharedSteps &Steps, const SharedHazards &Hazards,
           const std::set<unsigned> &Component, std::vector<const SharedAccess *> Meant,
           SyncEdits &Edits)
      : View(View), Forms(Forms), Places(Places), Steps(Steps), Hazards(Hazards),
        Component(Component), Meant(std::move(Meant)), Edits(Edits) {}

  /// False: Why says it.
  bool make();
  /// It sees to \p H.
  bool isBehindSplit(const SharedAccess &A, const SyncNeeds &N) const;
  bool relevant(const Hazard &H) const;
  /// Once made: between the two there is a sync in any case.
  bool separates(const SharedHazards::Apart &P) const;

  Refusal Why;
  std::vector<Requirement> Needed;
  std::vector<ProofStep> Dropped;
  std::optional<Convergence> Where;
  std::vector<Location> After; ///< of the syncs that smaller groups come to, as Convergence::After
  std::vector<const clang::Stmt *> Touched;

private:
  bool meant(const SharedAccess &Access) const;
  bool readBefore(const SharedAccess &Read, const SharedAccess &Write, const SyncNeeds &N) const;
  bool inOtherTurns(const SharedHazards::Apart &P, const SyncNeeds &N) const;
  StepSyncs syncs() const;
  bool meetsLater(unsigned Step) const;
  void betweenSteps();
  bool allServed();
  bool withinStep(unsigned I);
  bool hoistArguments(unsigned I, llvm::ArrayRef<const Hazard *> Inside);
  bool restsOnCallers(unsigned I) const;
  bool copyTarget(unsigned I);
  bool cutGuarded(unsigned I, llvm::ArrayRef<const Hazard *> Inside);
  bool splitPlain(unsigned I, llvm::ArrayRef<const Hazard *> Inside);
  bool splitGuarded(unsigned I, llvm::ArrayRef<const Hazard *> Inside);
  bool splitInTurn(unsigned I, llvm::ArrayRef<const Hazard *> Inside);
  std::optional<bool> insideGroup(unsigned I);
  std::optional<bool> insideTiles(unsigned I);
  bool within(const SharedSteps &Inner);
  const clang::Stmt *pollingLoop(const SharedStep &S, const Hazard &H, bool Writes);
  bool refusePolling();
  bool refuseAtomics();
  bool refuseComposite(const Hazard &H);
  std::optional<Refusal> apartAt(const clang::Stmt *S) const;
  bool write();
  void need(const Requirement &R);
  bool place(const SharedStep &S, const SyncNeeds &N);
  void explain();

  const FunctionView &View;
  SymbolicIndex &Forms;
  MemoryLocations &Places;
  const SharedSteps &Steps;
  const SharedHazards &Hazards;
  const std::set<unsigned> &Component;
  /// The objects by which the code counts on lockstep, one access of each.
  std::vector<const SharedAccess *> Meant;
  SyncEdits &Edits;
  std::map<unsigned, SyncNeeds> Needs;
  llvm::DenseMap<const clang::Stmt *, std::vector<const clang::Stmt *>> LoopsOf; ///< in a step
};

/// With the steps of both: each sync has its own.
Convergence both(const Convergence &A, const Convergence &B);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_SHAREDSYNC_SYNCPLAN_H
