//===- BarrierAxiom.h - how far a barrier shows that lanes are together -*- C++ -*-===//
//
// Internal to Link. The CUDA guide lets all threads of a block execute each
// __syncthreads(), or none. Hardware before Volta counted warps, and programs
// that break the rule worked. So it proves as much as the conditions around the
// barrier permit (docs/semantics.md, B.7).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROOFS_BARRIERAXIOM_H
#define COOPIFY_LINK_PROOFS_BARRIERAXIOM_H

#include "Link/ProgramFacts.h"

#include <optional>
#include <string>
#include <vector>

namespace coopify {

/// What is to be assumed for all lanes of a warp to execute a barrier together, where the program
/// shows \p Conditions of the conditions around it. nullopt: lanes are known to differ. Pure.
std::optional<std::vector<std::string>> barrierAxiom(const Proven &Conditions);

/// Why that is assumed of the barrier \p Name.
ProofStep assumedTogether(const Location &Barrier, const std::string &Name, const Obstacle &Why);

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_BARRIERAXIOM_H
