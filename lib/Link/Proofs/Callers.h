//===- Callers.h - who may reach a function -----------------------*- C++ -*-===//
#ifndef COOPIFY_LINK_PROOFS_CALLERS_H
#define COOPIFY_LINK_PROOFS_CALLERS_H

#include "Link/Program.h"

namespace coopify {

/// By function: code that was not seen may call it. A function that no kernel
/// and no such function reaches (nobody calls it, or it only calls itself) is
/// there for somebody that was not seen.
std::vector<bool> findUnknownCallers(const Program &P);

/// By function: some lanes may have left the kernel before it is entered.
std::vector<bool> findEarlierExits(const Program &P, const std::vector<bool> &UnknownCallers);

/// \p Function and all functions that reach it by calls that lanes run, nearest first.
std::vector<unsigned> ancestors(const Program &P, unsigned Function);

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_CALLERS_H
