//===- DivergentWaits.h - block barriers that not all threads reach -*- C++ -*-===//
//
// Internal to Link. A mistake is told where the threads part: at the barrier, or
// at the call that leads to it, whose way there is shown. A function that is
// entered by a part of the block is its caller's mistake.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROOFS_DIVERGENTWAITS_H
#define COOPIFY_LINK_PROOFS_DIVERGENTWAITS_H

#include "Link/Proofs/Prover.h"

namespace coopify {

/// A barrier, or a call that leads to one, which some threads of the block reach while the others
/// stay in the kernel and do not.
struct DivergentWait {
  unsigned Function = 0;
  const BarrierUse *Wait = nullptr; ///< of that function
  Refusal Why;
};

struct DivergentWaits {
  std::vector<Site> Sites;
  std::vector<DivergentWait> Parted;
};

/// One site of kind "divergent-wait" for each condition in a function, at the
/// first barrier or call behind it. Its refusal is settled, its proof is in
/// Conv.Steps. What is only not known to be equal is no site.
DivergentWaits divergentWaits(const Program &P, const Prover &Facts);

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_DIVERGENTWAITS_H
