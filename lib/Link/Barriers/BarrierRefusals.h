//===- BarrierRefusals.h - what has no room for a parameter -------*- C++ -*-===//
#ifndef COOPIFY_LINK_BARRIERS_BARRIERREFUSALS_H
#define COOPIFY_LINK_BARRIERS_BARRIERREFUSALS_H

#include "Link/Barriers/FunctionClasses.h"

namespace coopify {

/// Why no parameter can be added to \p F, whoever calls it.
std::optional<Refusal> refusedParameter(const FunctionSummary &F);

/// A function of \p C whose definition, and so its text, was not seen.
std::optional<Refusal> refusedUnseen(const Program &P, const FunctionClass &C);

/// A function of \p C that waits at a named barrier. Those who meet there are not a thread_block.
/// Calls that were not seen may be in text that is there, or may mean a function of the toolkit
/// then, or still this one.
std::optional<Refusal> refusedForUnseen(const FunctionClass &C, const Program &P);
/// A call of \p F, as it is written today, may mean \p Other when \p F is gone.
bool mayTakeCallsOf(const FunctionSummary &Other, const FunctionSummary &F);

std::optional<Refusal> namedBarrier(const FunctionClass &C, const Program &P);

/// Why \p Kernel cannot make a handle at its top.
std::optional<Refusal> refusedHandle(const FunctionSummary &Kernel);

} // namespace coopify

#endif // COOPIFY_LINK_BARRIERS_BARRIERREFUSALS_H
