//===- ProofSearch.h - one proof -----------------------------------------*- C++ -*-===//
//
// Internal to Link. Breadth first over the atoms that a value depends on (see
// Prover.h), so that obstacles and proof lines come nearest first.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROOFS_PROOFSEARCH_H
#define COOPIFY_LINK_PROOFS_PROOFSEARCH_H

#include "Link/ProgramFacts.h"
#include "Link/Proofs/LaunchShapes.h"
#include "Link/Proofs/MemoryWriters.h"
#include "Link/Proofs/ReturnSummaries.h"

namespace coopify {

/// Why threads of a block are known to part before a point.
struct Divergence {
  Obstacle Why;
  std::vector<std::string> Chain; ///< functions, from where they part to the point
};

/// Why the threads of a block do not agree on a value.
struct BlockDivergence {
  Obstacle Why;
  bool ByWarp = false;        ///< each warp agrees
  std::vector<ProofStep> Way; ///< the calls that the value comes through
};

/// What a walk looks things up in.
struct SearchFacts {
  const Program &P;
  const std::vector<bool> &UnknownCallers;
  const std::vector<bool> &Given; ///< the warp, by callers
  const ReturnSummaries &Returns;
  const LaunchShapes &Launches;
  const MemoryWriters &Writers;
};

class ProofSearch {
public:
  /// \p Barriers: a call in a straight line with a block barrier is converged, where
  /// nothing shows that lanes part on the way (see Rules/Common.cpp).
  ProofSearch(const SearchFacts &Facts, const Uniformity &Start, unsigned Function,
              bool Barriers = true);

  unsigned width() const { return Width; }
  /// Sorted ids.
  std::vector<std::string> assumptions() const;
  std::vector<Promise> leans() const { return {Leans.begin(), Leans.end()}; }
  /// The reason that says most among those below \p Limit: lanes that do differ
  /// first, then the smaller width, then the nearest.
  std::optional<Obstacle> obstacle(unsigned Limit) const;
  /// Lines for every atom that holds over more than one lane.
  std::vector<ProofStep> steps() const;
  std::optional<Divergence> divergence(unsigned Function) const;
  /// Of a value; that not all threads enter the function is another matter (BlockDivergence.cpp).
  std::optional<BlockDivergence> blockDivergence() const;

private:
  /// An atom on the way, and the atom that led to it.
  struct Node {
    unsigned Function;
    Atom A;
    int From;                    ///< -1: the start
    std::optional<CallRef> Call; ///< where the atom is written, if not in the start
  };
  /// A constant that was met.
  struct Part {
    unsigned Width;
    std::optional<Obstacle> Why;
    int From;                    ///< the atom that it is a part of
    std::optional<CallRef> Call; ///< where the value is written, if not in the start
  };

  void add(const Uniformity &U, unsigned Function, int From, std::optional<CallRef> Call);
  void visit(int Index);
  void visitCallers(int Index);
  void visitLaunches(int Index);
  std::optional<std::vector<std::string>> besideBarrier(CallRef C) const;
  void visitFew(int Index);
  void visitResult(int Index);
  void visitShape(int Index);
  void visitMemory(int Index);
  void visitSlot(int Index);
  void assume(const char *Id) { Assumed.insert(Id); }
  std::string describe(const Part &Found) const;
  std::vector<std::string> chain(const Part &Found, unsigned Function) const;
  Location placeOf(const Part &Found) const;
  bool ofTheValue(const Part &Found) const;
  std::vector<ProofStep> way(const Part &Found) const;
  std::optional<ProofStep> step(const Node &N, unsigned NodeWidth) const;

  SearchFacts Facts;
  bool Barriers;
  /// The function that was asked about does: its rewrites fall with the parameter. Those of others
  /// would stay, and must not rest on it.
  bool TakesWarp;
  std::vector<Node> Nodes;
  std::set<std::pair<unsigned, Atom>> Seen;
  std::vector<Part> Parts;
  std::vector<ProofStep> ShapeSteps;
  std::set<std::string> Assumed;
  std::set<Promise> Leans;
  unsigned Width = BlockWidth;
};

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_PROOFSEARCH_H
