//===- DivergentWaits.h - block barriers that not all threads reach -*- C++ -*-===//
//
// Internal to Link. A mistake is told where the threads part: at the barrier, or
// at the call that leads to it, whose way there is shown. A function that is
// entered by a part of the block is its caller's mistake.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_DIVERGENTWAITS_H
#define COOPIFY_LINK_DIVERGENTWAITS_H

#include "Link/Prover.h"

namespace coopify {

/// One site of kind "divergent-wait" for each condition in a function, at the
/// first barrier or call behind it. Its refusal is settled, its proof is in
/// Conv.Steps. What is only not known to be equal is no site.
std::vector<Site> divergentWaits(const Program &P, const Prover &Facts);

} // namespace coopify

#endif // COOPIFY_LINK_DIVERGENTWAITS_H
