//===- Election.h - one election among the lanes that are here ----*- C++ -*-===//
//
// Internal to LeaderElection.h: LeaderElection.cpp collects its pieces, ElectionNumbers.cpp says
// what the numbers in it are and who can tell by them who was counted together (record 0007).
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_EXTRACT_SITES_ELECTION_ELECTION_H
#define COOPIFY_EXTRACT_SITES_ELECTION_ELECTION_H

#include "Extract/SiteBuilder.h"
#include "Extract/Sites/Election/LeaderElection.h"
#include "Extract/Sites/Election/MatchedLanes.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace coopify {

/// One election: from the mask's variable to everything that hangs on it.
class Election {
public:
  Election(const FunctionView &View, const clang::VarDecl *Mask, const clang::CallExpr *Anchor)
      : View(View), Mask(Mask), Anchor(Anchor) {}

  std::optional<Site> match();

protected:
  void useOfMask(const clang::DeclRefExpr *Ref);
  void useOfLeader(const clang::Expr *Leader);
  bool shuffle(const clang::CallExpr *Call);
  bool elect(const clang::BinaryOperator *Compare, const clang::Expr *Leader);
  bool leaderDecl(const clang::VarDecl *V);
  void escape(const clang::Expr *E);
  Refusal escaped() const;
  void collect();
  void collect(const clang::VarDecl *V);
  /// `unsigned char m = __ballot(1);` counts eight lanes, and `bool` one.
  bool holdsAllLanes() const { return number(Mask->getInit(), MaskBits) == Anchor; }
  /// Of lanes that may be a part of those that came, which says how a use of them is reported.
  bool opportunistic() const { return keyed() || View.toolkitCallee(Anchor) == "__activemask"; }
  bool keyed() const { return View.toolkitCallee(Anchor) == "__match_any_sync"; }
  void takeKey();
  bool anyPartition(const clang::Expr *Number, bool Count) const;
  bool anyPartitionOfVar(const clang::VarDecl *V, bool Count) const;
  bool sharesTheSum(const clang::CallExpr *Shuffle, const clang::Expr *Value) const;
  bool addedTo(const clang::Expr *Number,
               llvm::function_ref<bool(const clang::Expr *)> Wanted) const;
  bool fromLeader(const clang::Expr *E) const;
  bool isLeaderShuffle(const clang::Expr *E) const;
  bool isSharedAdd(const clang::Expr *E) const;
  void addAddresses();
  void addAddress(const clang::Expr *Address, Uniformity Same);
  void addKeyedAddress(const clang::Expr *Address, const clang::VarDecl *Key);
  void addKeyedPlace(const clang::Expr *Place, const clang::VarDecl *Key);
  const clang::VarDecl *keyVariable(const MatchedLanes &Lanes) const;
  bool onlyAdds(const clang::Stmt *Branch) const;
  bool onlyShared(const clang::VarDecl *V) const;
  void checkPairs();
  void checkCounter();
  const clang::IfStmt *leadersIf(const clang::Expr *Condition) const;
  bool setByLeader(const clang::VarDecl *V, const clang::Expr *Use) const;
  const clang::Expr *shuffledValue(const clang::Expr *Shuffle) const;
  bool before(const clang::Expr *A, const clang::Expr *B) const;
  const clang::Stmt *leadersBranch(const clang::Expr *E) const;
  bool byTheSameLanes(const clang::Stmt *S) const;
  bool isElected(const clang::Expr *Condition) const;
  bool isRepeatable(const clang::Expr *E) const;
  bool isLeadersOperation(const clang::Expr *E) const;
  bool isMultipleOfCount(const clang::Expr *E) const;
  bool isLower(const clang::Expr *E) const;
  const clang::Expr *ledBy(const clang::Expr *E, bool &Last) const;
  void findLeaders();
  void findSubtraction();
  bool electsByLower(const clang::Expr *Lower);
  bool isRank(const clang::Expr *E) const;
  bool isCount(const clang::Expr *E) const;
  bool isMask(const clang::Expr *E) const;
  void add(llvm::StringRef Role, clang::SourceRange R) {
    S.Parts.push_back(makePart(View, Role, R));
  }
  void dropUnused();

  bool isLane(const clang::Expr *E);
  bool isLaneMaskLt(const clang::Expr *E);
  bool isLeader(const clang::Expr *E) const;
  /// How many bits of a number its conversions have to keep: counts, ranks and lanes are below
  /// 64; masks have one for each lane; multiples of counts are below 2^31; sums are added to.
  static constexpr unsigned CountBits = 8, ProductBits = 31, SumBits = 64;
  const unsigned MaskBits = warpWidth();
  bool keeps(const clang::CastExpr *C, unsigned Bits) const;
  const clang::Expr *number(const clang::Expr *E, unsigned Bits) const;
  const clang::Expr *climb(const clang::Expr *E, unsigned Bits) const;
  const clang::VarDecl *variable(const clang::Expr *E, unsigned Bits) const;
  const clang::CallExpr *toolkitCall(const clang::Expr *E, llvm::StringRef Name,
                                     unsigned Bits) const;
  /// A call of \p Name, a function of the bits of a number: "__popc", or "__popcll".
  const clang::CallExpr *bitsCall(const clang::Expr *E, llvm::StringRef Name) const;
  bool givesSum(const clang::Expr *E) const;
  const clang::Stmt *parent(const clang::Stmt *S) const;

  const FunctionView &View;
  const clang::VarDecl *Mask;
  const clang::CallExpr *Anchor;
  Site S;
  llvm::SetVector<const clang::VarDecl *>
      Consumed; ///< lane numbers and masks that may lose all uses
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Leaders;
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Ranks, Leading, Counts; ///< variables that hold them
  bool UsesThreadX = false, HasLeader = false;
  bool FirstLeads = false, LastLeads = false; ///< by its number: __ffs(), __clz()
  bool Subtracts = false;                     ///< what the leader got back, it has subtracted from
  std::vector<std::string> Dropped;           ///< variables that are declared no more
  std::optional<Location> EscapeAt;
  std::string EscapeText;
  const clang::Expr *Used = nullptr; ///< where the counter is, beside the election
};

} // namespace coopify

#endif // COOPIFY_EXTRACT_SITES_ELECTION_ELECTION_H
