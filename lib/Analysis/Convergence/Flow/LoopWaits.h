//===- LoopWaits.h - loops that end when memory says so -----------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_FLOW_LOOPWAITS_H
#define COOPIFY_ANALYSIS_CONVERGENCE_FLOW_LOOPWAITS_H

#include "Analysis/Source/SourceText.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace coopify {

/// What a loop goes on for. Who goes round until memory says so may wait for what another lane
/// writes: a lock, a flag. What shows that it does not is that all that decides about its end is
/// made of numbers of the lane's own, or of loads that a compiler may make once for all rounds.
class LoopWaits {
public:
  LoopWaits(const clang::Stmt *Loop, const SourceText &Text);
  bool mayWait();

  using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

private:
  using Conditions = llvm::SmallVector<const clang::Stmt *, 4>;
  struct Setting {
    const clang::Expr *To;    ///< null: Of is declared
    const clang::VarDecl *Of; ///< null: what a pointer or a reference leads to
    const clang::Stmt *Value; ///< null: counted by one
    Conditions Under;
  };

  void find(const clang::Stmt *S, const Conditions &Under);
  void branch(const clang::Stmt *S, const clang::Stmt *Condition, const Conditions &Under);
  void set(const clang::Expr *To, const clang::Stmt *Value, const Conditions &Under);
  bool mayStore(const clang::CallExpr *Call) const;
  void taint();
  bool asks(const clang::Stmt *S);
  bool mentions(const clang::Stmt *S);
  bool escapes(const clang::VarDecl *V, const clang::FunctionDecl *F);
  bool isFresh(const clang::Stmt *S);
  bool isFreshCall(const clang::CallExpr *Call);
  bool inBody(const clang::FunctionDecl *F);
  bool ordersMemory(const clang::Stmt *S, unsigned Depth) const;

  const SourceText &Text;
  bool Ordered = false;   ///< a fence makes it load again in each round
  bool Elsewhere = false; ///< what memory says gets into what pointers and references lead to
  Conditions Ends;        ///< decide about its end
  std::vector<Setting> Sets;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Asked; ///< hold what memory said
  llvm::DenseMap<const clang::FunctionDecl *, bool> Bodies;
  llvm::DenseMap<const clang::FunctionDecl *, Variables> Escaping;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_FLOW_LOOPWAITS_H
