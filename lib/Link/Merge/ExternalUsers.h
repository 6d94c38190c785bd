//===- ExternalUsers.h - users of the program that are no part of it --*- C++ -*-===//
//
// Internal to Link. Host-only units that read its headers, files that no unit
// of the compile database reads, units that could not be parsed.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_MERGE_EXTERNALUSERS_H
#define COOPIFY_LINK_MERGE_EXTERNALUSERS_H

#include "Link/Barriers/FunctionClasses.h"

namespace coopify {

void collectExternalUsers(const std::vector<TUSummary> &Units, Program &Out);

/// Text that the parser gave up has the word by which \p F is called, or that of its class.
bool isNamedInLostText(const Program &P, const FunctionSummary &F);

/// Code that was not read may call \p F or, a kernel, launch it; and why. It does not know what
/// \p F may do with its address or by a base class.
std::optional<ProofStep> usedUnseen(const Program &P, const FunctionSummary &F);

/// Text of the program itself that was not understood may call \p F: it is there, and would have
/// nothing to pass.
std::optional<Refusal> usedInText(const Program &P, const FunctionSummary &F);

/// Units that were not read may compile the text at \p Where otherwise than those that were.
std::optional<ProofStep> compiledUnseen(const Program &P, const Location &Where);

/// Somebody else reads a declaration of \p C, or calls it by that: it must stay.
std::optional<Refusal> refusedOutside(const Program &P, const FunctionClass &C);

} // namespace coopify

#endif // COOPIFY_LINK_MERGE_EXTERNALUSERS_H
