//===- BlockParameters.h - programs that hide a barrier -----------*- C++ -*-===//
#ifndef COOPIFY_TEST_LINK_BLOCKPARAMETERS_H
#define COOPIFY_TEST_LINK_BLOCKPARAMETERS_H

#include "Build.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

namespace coopify::test {

using Block = GroupParameter;

inline Block::KindTy kind(const ProgramFacts &Facts, llvm::StringRef F) {
  return Facts.blockParameter(F).Kind;
}

inline std::optional<ReasonId> reason(const ProgramFacts &Facts, llvm::StringRef F) {
  Block B = Facts.blockParameter(F);
  EXPECT_EQ(B.Kind == Block::Refused, B.Why.has_value());
  return B.Why ? std::optional(B.Why->Reason) : std::nullopt;
}

inline std::vector<const Site *> sites(const ProgramFacts &Facts, SiteKind Kind) {
  std::vector<const Site *> Found;
  for (const Site &S : Facts.sites())
    if (S.Kind == Kind)
      Found.push_back(&S);
  return Found;
}

/// kernel k -> mid -> f, which has a barrier.
inline Unit chain() {
  Unit U("a.cu");
  U.kernel("k", 10).call("mid", 12);
  U.device("mid", 20).call("f", 22, converged(), {uniform()});
  U.device("f", 30);
  U.barrier(32);
  return U;
}
inline FunctionSummary &function(Unit &U, llvm::StringRef Name) {
  return *llvm::find_if(U->Functions, [&](const FunctionSummary &F) { return F.Name == Name; });
}

} // namespace coopify::test

#endif // COOPIFY_TEST_LINK_BLOCKPARAMETERS_H
