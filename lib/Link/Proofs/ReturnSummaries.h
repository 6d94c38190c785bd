//===- ReturnSummaries.h - what calls return ----------------------*- C++ -*-===//
//
// Internal to Link. What a function returns, in terms of its own entry,
// parameters and launches only: CallUniform atoms are replaced by what the
// callee returns, with this call's arguments and activity put in.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_LINK_PROOFS_RETURNSUMMARIES_H
#define COOPIFY_LINK_PROOFS_RETURNSUMMARIES_H

#include "Link/Program.h"

namespace coopify {

class ReturnSummaries {
public:
  explicit ReturnSummaries(const Program &P);

  /// What call \p Id of \p Caller returns: a meet of these, in terms of Caller's
  /// atoms (which may be CallUniform again).
  std::vector<Uniformity> returned(unsigned Caller, unsigned Id) const;

private:
  void summarize(unsigned Function);
  std::vector<unsigned> dependsOn(unsigned Function) const;
  bool dependsOnItself(unsigned Function) const;
  Uniformity close(unsigned Function) const;

  const Program &P;
  std::vector<std::optional<Uniformity>> Closed; ///< by function
};

} // namespace coopify

#endif // COOPIFY_LINK_PROOFS_RETURNSUMMARIES_H
