//===- SymbolicIndex.h - subscripts and guards as polynomials -------*- C++ -*-===//
#ifndef COOPIFY_ANALYSIS_SHAREDMEMORY_INDEX_SYMBOLICINDEX_H
#define COOPIFY_ANALYSIS_SHAREDMEMORY_INDEX_SYMBOLICINDEX_H

#include "Analysis/Convergence/FunctionView.h"
#include "Analysis/Convergence/Value.h"
#include "Analysis/SharedMemory/Index/Polynomial.h"

#include "llvm/ADT/DenseSet.h"

#include <map>
#include <set>

namespace coopify {

/// What a number is in each lane: a polynomial of symbols, and what is known of it as a whole.
struct IndexForm {
  std::optional<Polynomial> Poly;
  Value Is;
};

/// A number over the lanes of a warp: Stride * X + Rest, where X counts lanes up and the others are
/// equal in the warp.
struct LaneAffineIndex {
  std::optional<unsigned> X; ///< nullopt: the number is equal in the warp
  Polynomial Stride, Rest;
};

/// Numbers of one function. Unlike the values of ConvergenceAnalysis they do not depend on the
/// place: a variable that is set once is what it is set to, another one is a symbol that moves.
class SymbolicIndex {
public:
  /// \p View.Analysis may be missing (see SharedHelpers): nothing that moves is uniform then.
  SymbolicIndex(const clang::FunctionDecl *F, clang::ASTContext &Context, const Variables &Vars,
                const ConvergenceAnalysis *Analysis);

  IndexForm of(const clang::Expr *E);

  /// nullopt: not of that form, or nothing shows that it is. The values that this rests on are
  /// added to \p Used.
  std::optional<LaneAffineIndex> lanes(const Polynomial &P, std::vector<Uniformity> &Used) const;
  /// A is s[thread] and B s[thread + n] with n equal in the block, whatever the warp: n; nullopt:
  /// not of that form. The lanes at a warp's end meet those of the next one then, unless n is 0.
  std::optional<Polynomial> blockDistance(const Polynomial &A, const Polynomial &B) const;
  /// The one variable that \p P is, which moves; null: it is something else.
  const clang::VarDecl *movingVariable(const Polynomial &P) const;
  /// Of \p P one variable moves, which is set to numbers that count lanes and moved by multiples of
  /// the warp: `for (int i = lane; i < n; i += 32)`. Whatever round each lane is in, no two have
  /// one number.
  bool staysWithLane(const Polynomial &P);
  /// With what the variables among \p Declared are declared as, of those that are set only so.
  Polynomial expanded(const Polynomial &P,
                      const llvm::DenseSet<const clang::VarDecl *> &Declared) const;
  /// A variable in it is set more than once.
  bool moves(const Polynomial &P) const;
  /// Symbol \p Id is one number wherever it is named, or, \p Once, where none of \p Changed is set.
  bool fixed(unsigned Id, bool Once, const llvm::DenseSet<const clang::VarDecl *> &Changed) const;
  /// A variable in it is set more than once, as far as it can be followed.
  bool setTwice(const Polynomial &P) const;
  /// Something that is no number is part of both.
  bool share(const Polynomial &A, const Polynomial &B) const;
  /// d, where \p B is \p A + d, \p A - d or \p A ^ d.
  std::optional<Polynomial> distance(const Polynomial &A, const Polynomial &B) const;
  /// v, where \p P is a number shifted to the left by v, which moves; null: it is something else.
  const clang::VarDecl *shiftedBy(const Polynomial &P) const;
  /// It is the same in the whole warp.
  bool equalInWarp(const Polynomial &P) const;
  /// That variable is among \p Set.
  bool movesBy(const Polynomial &P, const llvm::DenseSet<const clang::VarDecl *> &Set) const;

  /// \p Is as it is where the pointer or reference \p V is set to it, which later moves may not
  /// change.
  IndexForm held(const clang::VarDecl *V, const IndexForm &Is);

  /// A[\p Index] of a local array of which each of \p Set sets an element, at a place, to a number.
  IndexForm element(const clang::VarDecl *A, const clang::Expr *Index,
                    llvm::ArrayRef<std::pair<Value, const clang::Stmt *>> Set);

  /// `(lane + 4) % 32`, `lane ^ 4`: the lanes turned by a number, or exchanged. Poly: the same of
  /// the lane itself.
  struct Rotated {
    Polynomial Poly;
    int64_t By = 0, Flip = 0;
  };
  Rotated turned(const Polynomial &P) const;
  /// The number of the warp by the symbol \p X, X / 32, where the function names it.
  std::optional<Polynomial> warpBy(unsigned X) const;
  /// The number of the warp, or of the lane in it, is part of \p P.
  bool namesWarp(const Polynomial &P) const;
  /// Shown of \p P, which is equal in the warp: it is not 0, unless arithmetic wraps around.
  bool neverZero(const Polynomial &P) const;
  /// No two lanes of a warp have one number in 32 bits, if each has \p Stride more than the last.
  bool tellsLanesApart(const Polynomial &Stride) const;
  /// The symbol of "threadIdx.x", "threadIdx.y" or "linear thread", if the function names that.
  std::optional<unsigned> thread(const char *Name) const {
    auto It = Ids.find(Name);
    return It == Ids.end() ? std::nullopt : std::optional(It->second);
  }
  /// It tells the aligned groups of \p Lanes lanes of a warp apart: threadIdx.x / Lanes.
  bool numbersGroups(const Polynomial &P, unsigned Lanes) const;

  struct Symbol {
    Value Is;
    std::set<const clang::VarDecl *> Moves = {}; ///< those in it that are set more than once
    const clang::VarDecl *Declares = nullptr;    ///< it is that variable, which is set by
    std::optional<Polynomial> As = {};           ///< its declaration alone
    std::optional<Rotated> Turn = {};
    bool NotZero = false;
    unsigned Groups = 0;       ///< it is a lane's number / Groups
    bool Open = false;         ///< it has a name, and may be set anywhere
    std::string Operator = {}; ///< it is what that makes of
    std::vector<Polynomial> Operands = {};
  };
  const Symbol &symbolAt(unsigned Id) const { return Symbols[Id]; }
  /// In every lane it is Scale times the lane's number, and a rest that is equal in the warp.
  bool isKnown(const Symbol &S) const;

private:
  friend class LaneNumbers;

  IndexForm symbol(const std::string &Key, const Value &Is, const clang::VarDecl *Moves = nullptr);
  IndexForm builtin(llvm::StringRef Object, llvm::StringRef Member);
  /// %laneid, by the number of the thread.
  IndexForm laneId();
  IndexForm variable(const clang::VarDecl *V);
  IndexForm unfollowed(const clang::Expr *E);
  std::optional<IndexForm> laneShare(const IndexForm &Of, std::vector<Uniformity> &Used);
  std::optional<IndexForm> countsLanes(const clang::VarDecl *V);
  bool startsAndGrows(const clang::VarDecl *V) const;
  bool movesByWarps(const clang::VarDecl *V);
  Value movingValue(const clang::VarDecl *V);
  IndexForm binary(const clang::BinaryOperator *B);
  /// \p Of / 32, of what is not below zero or taken by the bit.
  IndexForm warpOf(const IndexForm &Of);
  std::optional<IndexForm> turn(const IndexForm &L, const IndexForm &R, const Value &Is);
  std::optional<IndexForm> byWarp(const clang::BinaryOperator *B, const IndexForm &L,
                                  const IndexForm &R);
  IndexForm flipped(const IndexForm &L, const IndexForm &R);
  IndexForm opaque(llvm::StringRef Operator, llvm::ArrayRef<IndexForm> Of, Value Is);
  IndexForm opaque(llvm::StringRef Operator, const IndexForm &L, const IndexForm &R, Value Is) {
    return opaque(Operator, {L, R}, std::move(Is));
  }
  const Symbol *only(const Polynomial &P) const;
  Polynomial whole(const Polynomial &P) const;
  void parts(const Polynomial &P, std::set<unsigned> &Out) const;
  IndexForm compared(const clang::BinaryOperator *B);
  Value unknown() const;

  const clang::FunctionDecl *F;
  clang::ASTContext &Context;
  const Variables &Vars;
  const ConvergenceAnalysis *Analysis;
  std::map<std::string, unsigned> Ids;
  std::vector<Symbol> Symbols;
  /// Of variables that move. While one is worked out it is taken to be uniform where it
  /// depends on itself; what was made of that counts only if it came out so.
  llvm::DenseMap<const clang::VarDecl *, Value> Moving;
  const clang::VarDecl *InWork = nullptr;
  llvm::DenseSet<const clang::VarDecl *> Working;
  llvm::DenseSet<const clang::VarDecl *> Expanding;
  /// Variables that are what they are declared as, where something is worked out.
  llvm::DenseSet<const clang::VarDecl *> Beginning;
  llvm::DenseMap<const clang::VarDecl *, llvm::DenseSet<const clang::VarDecl *>> DeclaredBefore;
};

/// threadIdx and its kin, however the headers spell them; {} where \p E is none.
std::pair<llvm::StringRef, llvm::StringRef> builtinNumber(const clang::Expr *E);

} // namespace coopify

#endif // COOPIFY_ANALYSIS_SHAREDMEMORY_INDEX_SYMBOLICINDEX_H
