//===- KeyedElection.h - a leader for each key, round by round --*- C++ -*-===//
//
//   while (want) {
//     unsigned all = __ballot(1);
//     int leader = __ffs(all) - 1;
//     int first = __shfl(key, leader);
//     unsigned peers = __ballot(key == first);
//     if (lane == leader) atomicAdd(&bins[key], __popc(peers));
//     if (key == first) want = false;
//   }
//
// Lanes leave one key after the other. However they are grouped in a round, each is counted once,
// with lanes of its own key, and leaves: nobody can tell in how many rounds and by whom.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_ELECTION_KEYEDELECTION_H
#define COOPIFY_EXTRACT_SITES_ELECTION_KEYEDELECTION_H

#include "Extract/Sites/Election/Election.h"

namespace coopify {

/// The loop around \p Mask, which \p Anchor, a vote, initialises; nullopt: it is another one.
std::optional<Site> matchKeyedElection(const FunctionView &View, const clang::VarDecl *Mask,
                                       const clang::CallExpr *Anchor);

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_ELECTION_KEYEDELECTION_H
