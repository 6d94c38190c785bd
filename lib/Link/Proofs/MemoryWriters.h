//===- MemoryWriters.h - who writes memory while a kernel runs -----*- C++ -*-===//
//
// Internal to Link. Of what a kernel reads it is equal in all lanes that load it from one address
// what no thread of that kernel writes meanwhile, whichever lane loads first (semantics B.2). What
// other kernels do beside it is believed (docs/trusted.md).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROOFS_MEMORYWRITERS_H
#define COOPIFY_LINK_PROOFS_MEMORYWRITERS_H

#include "Link/Program.h"

namespace coopify {

class MemoryWriters {
public:
  MemoryWriters(const Program &P, const std::vector<bool> &UnknownCallers);

  /// What in a kernel that runs \p Function may write memory of the kinds \p Memory
  /// (AtomKind::Unwritten); nullopt: nothing does.
  std::optional<Obstacle> find(unsigned Memory, unsigned Function) const;

private:
  std::optional<Obstacle> ofKernel(unsigned Memory, unsigned Kernel) const;
  std::optional<Obstacle> ofFunction(unsigned Memory, unsigned Function) const;
  std::optional<Obstacle> ofCall(const CallEdge &E) const;

  const Program &P;
  const std::vector<bool> &UnknownCallers;
  mutable std::map<std::pair<unsigned, unsigned>, std::optional<Obstacle>> Found;
};

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_MEMORYWRITERS_H
