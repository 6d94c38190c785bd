//===- Collectives.h - what may meet other lanes -----------------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_COLLECTIVES_H
#define COOPIFY_ANALYSIS_CONVERGENCE_COLLECTIVES_H

#include "Analysis/Operations/HoldingWaits.h"
#include "Analysis/Source/ImplicitCalls.h"
#include "Analysis/Source/SourceText.h"

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace coopify {

/// No thread goes on behind \p Asm (PTX ISA, exit).
bool endsThread(const clang::GCCAsmStmt *Asm);

/// Whether code takes part in an operation of a warp or block: itself, or in
/// what it calls, as far as this unit shows it; what is not shown may.
class Collectives {
public:
  explicit Collectives(const SourceText &Text) : Holding(Text), Text(Text) {}
  /// \p S on its own, without its parts.
  bool mayHold(const clang::Stmt *S);
  bool mayHold(const ImplicitCalls::Call &Call);
  /// Lanes may leave the kernel in \p S on its own: by an asm, or in what it calls.
  bool mayLeave(const clang::Stmt *S);
  HoldingWaits Holding;

private:
  bool mayReach(const clang::FunctionDecl *F);
  bool mayHold(const ImplicitCalls &Calls);
  bool anywhereIn(const clang::Stmt *S);

  const SourceText &Text;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
  llvm::DenseMap<const clang::Stmt *, bool> Leaving;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_COLLECTIVES_H
