//===- ProgramFacts.h - what the whole program shows -------------*- C++ -*-===//
//
//   TUSummary...  --link()-->  ProgramFacts
//
// Immutable. Says what it does not know: a fact that unseen code could break
// comes back as an assumption, never as proven.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROGRAMFACTS_H
#define COOPIFY_LINK_PROGRAMFACTS_H

#include "Model/Reasons/Assumptions.h"
#include "Model/TUSummary.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// A Uniformity after every atom was looked up: equal (or whole) over groups
/// of Width lanes, if the Assumptions (sorted, unique) hold. Steps say what was
/// used from other functions and from launches.
struct Proven {
  unsigned Width = BlockWidth;
  std::vector<std::string> Assumptions;
  std::vector<Promise> LeansOn; ///< what rewrites are to bring about (WarpSlot)
  std::optional<Obstacle> Why;
  std::vector<ProofStep> Steps;
  /// All lanes may come, and a wait there would be for lanes that a wait of the program holds back.
  std::optional<Refusal> Blocked;
  bool Exits = false; ///< some lanes may have left the kernel (Convergence only)
};

/// What a closure decided for a function, of the block or the warp (semantics D).
struct GroupParameter {
  enum KindTy {
    NotNeeded, ///< reaches no barrier, or nothing of the warp's
    Parameter, ///< gets `const cg::thread_block &` (`cg::thread_block_tile<32>`) first
    Local,     ///< makes the handle: a kernel, or of blocks who cannot take it, that calls a
               ///< function with Parameter, or with LinkOptions::LocalBlocks
    Existing,  ///< already takes or makes such a group
    Refused,   ///< needs the parameter but cannot take it
  } Kind = NotNeeded;
  std::optional<Refusal> Why; ///< why it does not take it: Refused, Local of a function
  std::string Group;          ///< functions that must be rewritten together share it
  bool AlternateTarget =
      false; ///< reaches no barrier, but a call means it where another means one that does
};

/// What is known of code that was not read.
enum class World {
  Open,     ///< nothing: there may be more units, which use what they can see
  Closed,   ///< all units of a compile database were read; files that no unit reads may be there
  Declared, ///< the user says that nothing else uses the program
};

struct LinkOptions {
  World Outside = World::Open;
  /// Functions that cannot take a thread_block make one not only for those that they call, but for
  /// barriers of their own, too. These stay hidden from their callers.
  bool LocalBlocks = false;
  /// wave64 also tells of code whose warps have 32 lanes: for who wants to port it.
  bool AuditWave64 = false;
};

class ProgramFacts {
public:
  /// All sites: those of the summaries, one per (kind, name, place, function
  /// instance), and those that only the program shows (of divergent waits,
  /// and of functions that are to take the block). Sorted by place.
  llvm::ArrayRef<Site> sites() const;

  const LinkOptions &options() const;

  /// Of its device passes: to be said of whoever asks what is below (WarpWidthScope).
  WarpLanes warps() const;

  const FunctionSummary *function(llvm::StringRef USR) const; ///< also a trial
  llvm::ArrayRef<FunctionSummary> functions() const;          ///< of the program that was read
  std::vector<const FunctionSummary *> trials() const;        ///< of templates that it does not use
  const FileFacts *file(llvm::StringRef Path) const;
  llvm::ArrayRef<FileFacts> files() const;
  llvm::ArrayRef<ParseNote> notes() const;
  llvm::ArrayRef<MacroExpansion> expansions() const;

  /// Whether lanes can wait for each other at a point of \p Function, with its callers and
  /// launches: they all come, and nothing holds some of them back before (semantics B.11).
  Proven prove(const Convergence &C, llvm::StringRef Function) const;
  /// Whether they all come, for what adds no wait.
  Proven proveReached(const Convergence &C, llvm::StringRef Function) const;
  /// The uniformity of a value computed in \p Function.
  Proven prove(const Uniformity &U, llvm::StringRef Function) const;

  /// Some function tells what its steps, once rewritten, make equal (WarpSlot).
  bool hasSlots() const;

  /// The number that every call or launch of \p Function passes as parameter
  /// \p Index, where all of them are known and agree.
  std::optional<int64_t> constantParameter(llvm::StringRef Function, int64_t Index) const;

  /// Code that was not seen may call \p Function.
  bool mayBeCalledUnseen(llvm::StringRef Function) const;

  /// Units that were not read may compile the text at \p Where: with other macros, or as other
  /// instances of a template. nullopt: they do not.
  std::optional<ProofStep> mayBeCompiledUnseen(const Location &Where) const;

  GroupParameter blockParameter(llvm::StringRef Function) const;
  GroupParameter warpParameter(llvm::StringRef Function) const;

  /// Of the same program, where the functions \p USRs and all that call them take the warp from
  /// their callers, as far as they can.
  ProgramFacts withWarpHelpers(llvm::ArrayRef<std::string> USRs) const;

  ProgramFacts(ProgramFacts &&);
  ~ProgramFacts();

private:
  friend ProgramFacts link(std::vector<TUSummary> Units, const LinkOptions &Options);
  struct Impl;
  explicit ProgramFacts(std::unique_ptr<Impl> I);
  std::unique_ptr<Impl> I;
};

/// Merges by USR and by place, resolves declarations to definitions in other
/// units, runs the optimistic fixpoints. The order of \p Units does not matter.
ProgramFacts link(std::vector<TUSummary> Units, const LinkOptions &Options = {});

} // namespace coopify

#endif // COOPIFY_LINK_PROGRAMFACTS_H
