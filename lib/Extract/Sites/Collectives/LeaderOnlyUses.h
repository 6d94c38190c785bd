//===- LeaderOnlyUses.h - values that lane 0 alone looks at ------------*- C++ -*-===//
//
//   if (lane == 0) out[w] = sum;
//
// After a tree of shfl_down only lane 0 has the total. Whoever changes what the other lanes have
// must know that nobody looks.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_COLLECTIVES_LEADERONLYUSES_H
#define COOPIFY_EXTRACT_SITES_COLLECTIVES_LEADERONLYUSES_H

#include "Analysis/Convergence/FunctionView.h"

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <set>

namespace coopify {

/// Who uses a value.
struct ResultUses {
  unsigned Lanes = warpWidth();       ///< lane 0 of every aligned group of so many lanes
  bool Returned = false;              ///< and whoever called the function
  bool ByThreadX = false;             ///< all that only if threadIdx.x counts lanes
  const clang::Stmt *Other = nullptr; ///< another lane may use it here: nothing of that holds
};

/// Follows values through one function.
class LeaderOnlyUses {
public:
  explicit LeaderOnlyUses(const FunctionView &View) : View(View) {}

  /// Who uses what \p V has behind \p S: an element of the flow graph, or a loop.
  ResultUses after(const clang::VarDecl *V, const clang::Stmt *S);
  /// Who uses the value of \p E.
  ResultUses of(const clang::Expr *E);
  /// Nobody reads what \p V has behind \p S.
  bool dead(const clang::VarDecl *V, const clang::Stmt *S);
  /// Whether lanes of which \p Condition is true are lane 0 of their groups.
  bool impliesZero(const clang::Expr *Condition, ResultUses &Uses) const;
  /// Only such lanes come to \p S.
  bool guarded(const clang::Stmt *S, ResultUses &Uses) const;

private:
  struct Place {
    const clang::CFGBlock *Block = nullptr;
    unsigned Index = 0; ///< of the first element that counts
  };
  using Reads = std::vector<const clang::Expr *>;
  std::optional<Reads> reads(const clang::VarDecl *V, const Place &From);
  void scan(const clang::VarDecl *V, Place From, std::vector<const clang::CFGBlock *> &Work,
            Reads &Out) const;
  void follow(const clang::Expr *E, ResultUses &Uses);
  void followVariable(const clang::VarDecl *V, const Place &From, ResultUses &Uses);
  const clang::Expr *beforeCasts(const clang::Expr *E, ResultUses &Uses) const;
  bool zeroIsLeader(const clang::Expr *E, ResultUses &Uses) const;
  bool countsLanes(const clang::Expr *E, ResultUses &Uses) const;
  bool broadcasts(const clang::CallExpr *Call, const clang::Expr *E, ResultUses &Uses) const;
  clang::DynTypedNode parent(const clang::Stmt *S) const;
  Place behind(const clang::Stmt *S);
  bool build();

  const FunctionView &View;
  std::unique_ptr<clang::CFG> Graph;
  llvm::DenseMap<const clang::Stmt *, Place> Places, Exits;
  llvm::DenseMap<const clang::VarDecl *, Place> Declared;
  std::set<std::pair<const clang::VarDecl *, std::pair<const clang::CFGBlock *, unsigned>>> Seen;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_COLLECTIVES_LEADERONLYUSES_H
