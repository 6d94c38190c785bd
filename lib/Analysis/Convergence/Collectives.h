//===- Collectives.h - what may meet other lanes -----------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_COLLECTIVES_H
#define COOPIFY_ANALYSIS_CONVERGENCE_COLLECTIVES_H

#include "Analysis/Source/ImplicitCalls.h"
#include "Analysis/Source/SourceText.h"

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace coopify {

/// Whether code takes part in an operation of a warp or block: itself, or in
/// what it calls, as far as this unit shows it; what is not shown may.
class Collectives {
public:
  explicit Collectives(const SourceText &Text) : Text(Text) {}
  /// \p S on its own, without its parts.
  bool mayHold(const clang::Stmt *S);
  bool mayHold(const ImplicitCalls::Call &Call);

private:
  bool mayReach(const clang::FunctionDecl *F);
  bool mayHold(const ImplicitCalls &Calls);
  bool anywhereIn(const clang::Stmt *S);

  const SourceText &Text;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_COLLECTIVES_H
