//===- SharedHazards.h - where lanes must wait -------------------*- C++ -*-===//
//
// Of the steps of a body those between which a lane may read or write what another one writes,
// with no sync between them.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDHAZARDS_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDHAZARDS_H

#include "Analysis/SharedMemory/Steps/SharedSteps.h"

#include <set>

namespace coopify {

struct Hazard {
  unsigned From, To; ///< steps; From == To may also be one execution of it (Within)
  const SharedAccess *First, *Second;
  Overlap How;
  bool Within = false;
};

/// One call reads and writes the one element that an argument names.
bool inOneElement(const SharedAccess &A, const SharedAccess &B);

/// What a method does to its object. It shows of no pointer that it leads to a volatile member.
bool isObjectOfCall(const SharedAccess &A);

/// How far apart `s[t]` and `s[t + 16]` are, of one name, whatever t is; 0: not known.
uint64_t numberApart(const SharedAccess &A, const SharedAccess &B,
                     const clang::ASTContext &Context);
/// They are no more than a warp apart.
bool neighbours(const SharedAccess &A, const SharedAccess &B, const clang::ASTContext &Context);

/// Some statement of \p S is one expression that holds both.
bool inOneExpression(const clang::Stmt *S, const clang::Expr *First, const clang::Expr *Second);

/// Some loop in \p S holds both.
bool inOneLoop(const clang::Stmt *S, const clang::Expr *A, const clang::Expr *B);

/// Steps that have a sync behind them, in front of them, or in their middle: who goes through one
/// waits, but what it does itself stands on either side.
struct StepSyncs {
  std::set<unsigned> After = {}, Before = {}, Within = {};
};

class SharedHazards {
public:
  /// Beyond this a body is not worth the square of it.
  static constexpr size_t MaxAccesses = 600;

  SharedHazards(const FunctionView &View, const SharedSteps &Steps, SymbolicIndex &Forms);

  llvm::ArrayRef<Hazard> all() const { return Hazards; }
  /// There are too many accesses to compare each with each: nothing below is known.
  bool tooMany() const { return TooMany; }
  /// The steps of the \p Which-th set, in the order of the text.
  const std::vector<std::set<unsigned>> &components() const { return Components; }
  /// The access that shows that the code counts on lanes moving together; null: nothing does.
  const SharedAccess *evidence(const std::set<unsigned> &Component) const;
  /// One for each object that anything shows it of. \p Component is one of components().
  llvm::ArrayRef<const SharedAccess *> evidences(const std::set<unsigned> &Component) const;
  /// Calls among the steps of \p Component, or whose end keeps them apart from others, that lanes
  /// meet in and which are to be rewritten for that.
  std::vector<const SharedAccess *> leanings(const std::set<unsigned> &Component) const;
  /// Shown: if the block has several warps, lanes of different ones meet there, too.
  bool crossesWarps(const Hazard &H) const;
  struct Apart {
    unsigned From, To;
    const SharedAccess *First, *Second;
    std::vector<Uniformity> Used;
    bool Within = false;
    bool Meant = false; ///< between steps, through volatile memory
  };
  llvm::ArrayRef<Apart> apart() const { return Proofs; }
  /// What callers are to pass (ParamOutsideShared, and ParamsApart of a kernel), or there are more
  /// hazards; nullopt: nothing.
  std::optional<Uniformity> restsOnCallers() const { return Rests; }
  /// Some hazard is one only if two names of global memory lead into one array.
  bool meetByTwoNames() const;
  /// What the proofs that others do not meet rest on, but for pairs between which there is a sync
  /// anyway.
  std::vector<Uniformity> used(const std::set<unsigned> &Component,
                               llvm::function_ref<bool(const Apart &)> Synced) const;

  /// Whether \p To comes after \p From with no sync between.
  bool follows(unsigned From, unsigned To, const StepSyncs &Have) const;

  /// Of a write at the end: it is of a set that anything shows to be a site, whose sync comes
  /// behind.
  bool closes(const Hazard &AtEnd) const;
  /// Of a device function: reads that neither a sync follows nor a set that closes.
  std::vector<const SharedAccess *> readsAtEnd() const;
  /// Of a device function: atomics that no sync follows, which callers are to order.
  llvm::ArrayRef<const SharedAccess *> atomicsAtEnd() const { return AtomicsAtEnd; }

  /// A fence of the program stands between a write and what reads it.
  bool fenced(const Hazard &H) const;

private:
  void between(unsigned From, unsigned To);
  bool keptApart(const SharedStep &S, const SharedAccess &A, const SharedAccess &B) const;
  bool scatters(const SharedStep &S, const SharedAccess &A) const;
  void within(unsigned Step);
  void besideInCall(unsigned Step);
  void add(unsigned From, unsigned To, const SharedAccess &A, const SharedAccess &B, bool Within);
  void rest(const Uniformity &Used);
  void atTheEnds();
  void join();
  std::vector<const SharedAccess *> meantBy(const std::set<unsigned> &Component) const;
  bool writtenForAll(const Hazard &H) const;
  bool betweenLanes(const Hazard &H) const;
  bool exchanged(const Hazard &H) const;
  bool overwrites(const Hazard &H) const;
  bool inTree(const Hazard &H) const;
  bool isPassedFor(const SharedAccess &Named, const SharedAccess &Given) const;
  bool besideForCallers(const Hazard &H) const;
  bool stepOfLanes(const Hazard &H) const;
  bool meetInStatement(const Hazard &H) const;
  bool unfollowedShow(const Hazard &H) const;
  bool atomicShows(const Hazard &H) const;
  bool speaks(const Hazard &H) const;
  /// \p A is volatile, or another name of its array leads to volatile elements.
  bool isCalledVolatile(const SharedAccess &A) const;
  bool ordinaryGlobal(const SharedAccess &A, const SharedAccess &B);
  void restOnOtherNames(const SharedAccess &A);
  bool inGlobalMemory(const Hazard &H) const;
  bool byWarp(unsigned Step) const;
  static std::vector<bool> reached(const SharedSteps &Steps, unsigned From,
                                   const StepSyncs &Have = {});
  std::vector<bool> reached(unsigned From, const StepSyncs &Have = {}) const;

  const FunctionView &View;
  const SharedSteps &Steps;
  SymbolicIndex &Forms;
  bool TooMany = false;
  bool VolatileLeaks = false; ///< pointers that are not followed may lead to volatile shared memory
  bool LedToVolatile = false; ///< so may what parameters lead to that are not followed
  std::vector<const SharedAccess *> CalledVolatile; ///< in global memory, by names that say so
  std::vector<Hazard> Hazards;
  std::vector<const SharedAccess *> AtomicsAtEnd;
  std::set<unsigned> Open; ///< steps that write what a later one, or a caller, accesses
  std::vector<std::set<unsigned>> Components;
  /// evidences() of each, once asked for: to ask each hazard is a walk through its steps.
  mutable std::vector<std::optional<std::vector<const SharedAccess *>>> Meant;
  std::vector<Apart> Proofs;
  std::optional<Uniformity> Rests;
  std::vector<Hazard> Ended; ///< those that are none as the call at From ends with a sync
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_SHAREDHAZARDS_H
