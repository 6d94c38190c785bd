//===- RegionFinder.h - the sites of one body, under one belief --*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_SITES_SHAREDSYNC_REGIONFINDER_H
#define COOPIFY_EXTRACT_SITES_SHAREDSYNC_REGIONFINDER_H

#include "Extract/Sites/SharedSync/SyncPlan.h"
#include "Model/TUSummary.h"

namespace coopify {

class PassedPointers;

/// Of each warp an aligned group of \p Lanes comes to the function, and no others.
Uniformity fewEnter(unsigned Lanes);

class RegionFinder {
public:
  /// \p Passed: what callers pass, to count on; null: they may pass anything. \p Lanes: of each
  /// warp an aligned group of so many comes to the function, and no others.
  /// \p Apart: also on two parameters that lead into two objects.
  RegionFinder(const FunctionView &View, PassedPointers *Passed, unsigned Lanes = warpWidth(),
               bool Apart = false);

  std::vector<Site> find();
  /// Those of View.Analysis that the syncs of what was found serve.
  std::vector<WarpSlot> slots() const { return Slots; }
  /// Of what was found; nullopt: it counts on nothing that callers pass.
  std::optional<Uniformity> restsOnCallers() const { return Rests; }
  /// Of what was found; as of SharedHazards.
  bool meetByTwoNames() const { return TwoNames; }

private:
  /// Of the steps of one site: of one set, or of several that the text weaves together.
  struct Region {
    std::set<unsigned> Component;
    std::vector<const SharedAccess *> Meant;
    const SharedAccess *Shown; ///< which the finding names
    bool VolatileMissing;
  };
  std::optional<Region> regionOf(const SharedHazards &Hazards,
                                 const std::set<unsigned> &Component) const;
  bool fitTogether(const SharedHazards &Hazards, const Region &A, const Region &B);
  std::vector<Region> regions(const SharedHazards &Hazards);
  bool weaves(const std::set<unsigned> &A, const std::set<unsigned> &B) const;
  void region(const SharedHazards &Hazards, const Region &R);
  Site start(const clang::Stmt *First, const SharedAccess &Access) const;
  std::vector<Site> tooMany() const;
  std::vector<Site> unordered();
  bool lives(const std::set<unsigned> &Component) const;
  std::optional<unsigned> laneSelector(const std::set<unsigned> &Component) const;
  void promise(Site &S, const SharedHazards &Hazards, const SyncPlan &Plan);
  void keepPromises(const SharedHazards &Hazards);
  void promiseSlots(const SharedHazards &Hazards);
  std::vector<Promise> waiting(const std::set<unsigned> &Component) const;
  void oneForAll();
  void comesAsGroup(Site &S, std::vector<Promise> Inside) const;

  const FunctionView &View;
  SymbolicIndex Forms;
  MemoryLocations Places;
  SharedSteps Steps;
  SyncEdits Edits;
  std::vector<Site> Sites;
  std::set<const Hazard *> Closed;         ///< at the function's end, by some site
  std::vector<Promise> Unkept;             ///< of steps that are not rewritten
  std::map<const Hazard *, size_t> Served; ///< by which of Sites
  std::vector<WarpSlot> Slots;
  std::optional<Uniformity> Rests;
  bool TwoNames = false;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_SHAREDSYNC_REGIONFINDER_H
