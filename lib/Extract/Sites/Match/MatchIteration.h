//===- MatchIteration.h - one turn of a loop that matches keys --------*- C++ -*-===//
//
// Statement by statement: whatever is not known ends it. MatchLoops.h says
// what is looked for.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_MATCH_MATCHITERATION_H
#define COOPIFY_EXTRACT_SITES_MATCH_MATCHITERATION_H

#include "Analysis/Convergence/FunctionView.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace coopify {

/// What an expression means in one turn of the loop.
enum class MatchRole {
  None,
  Source, ///< the lane whose key goes round
  Other,  ///< its key
  IsPeer, ///< whether the own key is equal
  NotPeer,
  Peers, ///< the ballot of IsPeer
};

class MatchIteration {
public:
  MatchIteration(const FunctionView &View, const clang::Stmt *Loop) : View(View), Loop(Loop) {}

protected:
  /// All of the loop's body, in order; false: something is not known.
  bool statements(const clang::Stmt *Body);
  const clang::Stmt *turn(const clang::Stmt *Body);
  bool assignment(const clang::BinaryOperator *B);
  MatchRole role(const clang::Expr *E);
  bool isRemaining(const clang::Expr *E) const;
  /// Read or written nowhere but in the loop and its own declaration.
  bool onlyInLoop(const clang::VarDecl *V) const;
  /// Where lanes leave by themselves: the variable outside that holds the set by then.
  bool findResult();

  /// A local variable that is one object in each lane; null if \p E is none.
  static const clang::VarDecl *variable(const clang::Expr *E);
  /// A register of 32 bits, signed or not.
  bool isWord(clang::QualType T) const;

  const FunctionView &View;
  const clang::Stmt *Loop;
  const clang::VarDecl *Remaining = nullptr; ///< the mask of unclaimed lanes
  const clang::VarDecl *Counter = nullptr;   ///< set before: the keys of lanes 0..31 go round
  const clang::VarDecl *Key = nullptr, *Result = nullptr;
  const clang::Expr *KeyWritten = nullptr;
  const clang::Expr *Mask = nullptr; ///< of the calls with one: a variable that stays, or a number
  llvm::MapVector<const clang::VarDecl *, MatchRole> Bound;
  llvm::SetVector<const clang::CallExpr *> Claims;
  bool Cleared = false; ///< peers are taken out of Remaining
  bool Leaves = false;  ///< a lane whose set is complete leaves the loop...
  bool Returns = false; ///< ...and the function
  bool Kept = false;    ///< it stores the set in Result
  bool OrsBits = false; ///< all store it there bit by bit
  bool NeedsThreadX = false;

private:
  bool statement(const clang::Stmt *S);
  bool branch(const clang::IfStmt *If);
  bool isForOwner(const clang::Expr *Cond);
  bool ownersStatement(const clang::Stmt *S, bool IsPeer);
  bool bind(const clang::ValueDecl *D, const clang::Expr *Value);
  bool clears(const clang::BinaryOperator *B);
  bool keepsBit(const clang::BinaryOperator *B);
  MatchRole roleOfCall(const clang::CallExpr *Call);
  bool isSource(const clang::BinaryOperator *Minus);
  bool isKey(const clang::Expr *E) const;
  bool takeKey(const clang::CallExpr *Shuffle);
  bool keepsValue(clang::QualType To) const;
  bool takeMask(const clang::Expr *E);
  bool asksForTurn(const clang::Expr *Cond);

  bool Bare = false;       ///< calls without a mask are there
  clang::QualType KeyCast; ///< null: none
  clang::QualType Shuffled;
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_MATCH_MATCHITERATION_H
