//===- Convergence.h - uniform values and whole warps ------------*- C++ -*-===//
//
// The analysis of one function body (semantics B): which values are equal in
// all lanes, which branches keep warps whole, what is converged where.
// Optimistic: all branches are taken for uniform until a round over the body
// shows otherwise, because a loop may be uniform only through the shuffle in
// it. What depends on callers, callees or launches comes out as atoms.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_ANALYSIS_CONVERGENCE_CONVERGENCE_H
#define COOPIFY_ANALYSIS_CONVERGENCE_CONVERGENCE_H

#include "Analysis/Convergence/Collectives.h"
#include "Analysis/Convergence/Flow/BarrierConvergence.h"
#include "Analysis/Convergence/Flow/BarrierIntervals.h"
#include "Analysis/Convergence/Flow/EqualRounds.h"
#include "Analysis/Convergence/Flow/FinalIterationBreaks.h"
#include "Analysis/Convergence/Flow/FlowGraph.h"
#include "Analysis/Convergence/Flow/LoopCounters.h"
#include "Analysis/Convergence/Value.h"
#include "Analysis/Convergence/Variables.h"
#include "Analysis/Source/ImplicitCalls.h"
#include "Analysis/Source/SourceText.h"
#include "Model/BarrierUse.h"
#include "Model/Operations/MemoryTypes.h"

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"

#include <memory>
#include <vector>

namespace coopify {

class ConvergenceAnalysis {
public:
  /// Shared variables of a function, by WarpSlot::Id.
  using WarpSlots = llvm::SmallDenseMap<const clang::VarDecl *, unsigned, 2>;
  /// \p F has a body and is not dependent. What all lanes of a warp load from \p Slots is taken to
  /// be equal, if SlotSynced holds.
  ConvergenceAnalysis(const clang::FunctionDecl *F, clang::ASTContext &Context,
                      const SourceText &Text, Collectives &CollectiveUses,
                      WarpSlots Slots = WarpSlots());
  ~ConvergenceAnalysis();

  /// The activity where \p S is evaluated. Of the conditions on the way those in
  /// \p LeftOut do not count (see PartitionedWarp).
  Convergence at(const clang::Stmt *S, llvm::ArrayRef<const clang::Expr *> LeftOut = {}) const;
  /// The activity where \p Condition is decided, by which lanes part.
  Uniformity deciding(const clang::Expr *Condition,
                      llvm::ArrayRef<const clang::Expr *> LeftOut) const;
  /// All lanes that come to \p S decided \p Condition alike.
  bool oneSided(const clang::Expr *Condition, const clang::Stmt *S) const;
  /// How \p Condition is decided; with \p S as far as it decides whether that is reached.
  Uniformity decision(const clang::Expr *Condition, const clang::Stmt *S) const;
  /// All lanes come to something in \p Condition that they wait for each other in, and yet not
  /// in the same round of a loop that \p Condition parts for \p S.
  bool waitsAcrossRounds(const clang::Expr *Condition, const clang::Stmt *S) const;
  /// \p E as computed where it stands.
  Uniformity uniformity(const clang::Expr *E) const;
  /// What is in the object that \p Call is made for, as CallEdge::Object.
  std::optional<Uniformity> object(const clang::CallExpr *Call) const;
  /// Where that object is, as CallEdge::ObjectPlace.
  std::optional<Uniformity> objectPlace(const clang::CallExpr *Call) const;
  /// Of a call of the toolkit's with a pointer in front: that pointer, where what callers pass by
  /// reference, or call a method for, counts as passed.
  std::optional<Uniformity> address(const clang::CallExpr *Call) const;
  /// As PassedLaneAffine::Groups, of an argument.
  std::optional<Uniformity> groups(const clang::Expr *Arg) const;
  /// Of what the function returns.
  Uniformity returned() const;
  /// How those lanes part that leave the kernel before \p S: groups of its width leave whole.
  Uniformity leaving(const clang::Stmt *S) const;
  /// All lanes that execute \p From execute \p S then, before \p From again, or none of them does;
  /// as often, and none has left in between. Nobody else comes to \p S.
  bool comeTogether(const clang::Stmt *From, const clang::Stmt *S) const;
  /// Whether \p A and \p B are executed by exactly the same lanes.
  bool sameActivity(const clang::Stmt *A, const clang::Stmt *B) const;
  /// The calls that are made without being written where they run: destructors, what default
  /// arguments and members' initialisers hold. In the order of the flow graph.
  struct HiddenCall {
    const clang::FunctionDecl *Callee;
    clang::SourceLocation Where; ///< what makes it
    unsigned Block;
    bool Sometimes; ///< behind a condition that is not followed
  };
  llvm::ArrayRef<HiddenCall> hiddenCalls() const { return Hidden; }
  Convergence at(const HiddenCall &Call) const;
  /// What may hold lanes of a warp back (HoldingWaits.h): an operation, or a call.
  struct HoldingPoint {
    const clang::Stmt *S; ///< null: a call that no text writes, such as that of a destructor
    const clang::FunctionDecl *Callee; ///< of such a call; null: not known
    bool Hidden;                       ///< S is not written where it runs: a default argument's
    bool Sometimes;                    ///< behind a condition that is not followed
    unsigned Block;
    clang::SourceLocation Where;
  };
  llvm::ArrayRef<HoldingPoint> holdingPoints() const { return Holding; }
  HoldingWaits &holdingWaits() const { return CollectiveUses.Holding; }
  /// The branches by which threads of a block part before \p H, but for those on a condition that
  /// is \p Excused; \p Waits are all that they may wait for in this function
  /// (DivergencePoints.cpp).
  using ConditionTest = llvm::function_ref<bool(const clang::Expr *)>;
  std::vector<DivergencePoint> divergencePoints(const HoldingPoint &H,
                                                llvm::ArrayRef<HoldingPoint> Waits,
                                                ConditionTest Excused = nullptr) const;
  /// Like comeTogether(), of those lanes of \p From for which \p Condition is true: all of them
  /// decide it in between.
  bool isOnlyBehind(const clang::Stmt *From, const clang::Expr *Condition,
                    const clang::Stmt *S) const;
  /// Whether lanes come to the declaration of \p V, a local, depends on \p Condition, that of a
  /// branch.
  bool decidesOn(const clang::Expr *Condition, const clang::VarDecl *V) const;
  /// \p V, a local, is declared on each way from the branch on \p Condition to \p S.
  bool declaredBetween(const clang::Expr *Condition, const clang::VarDecl *V,
                       const clang::Stmt *S) const;
  /// The parameters that \p S runs for only if they are (not) 0.
  std::vector<ParameterTest> parameterTests(const clang::Stmt *S) const;
  /// The integer parameters of which \p S needs one value, as in `if (!lane)`: if such a parameter
  /// counts lanes, one lane of each warp executes \p S.
  std::vector<unsigned> laneSelectors(const clang::Stmt *S) const;
  /// False: no path leads to \p S (constant conditions), or it is an operand that never runs.
  bool reachable(const clang::Stmt *S) const;
  /// It is an operand that never runs: its type alone counts.
  bool unevaluated(const clang::Stmt *S) const { return Unevaluated.contains(S); }
  /// The number of a call of a user function, as CallEdge::Id; also its index.
  llvm::ArrayRef<const clang::Expr *> calls() const { return Calls; }

  const Variables &variables() const { return Vars; }

  const WarpSlots &slots() const { return Slots; }
  /// The shared variable of the function that \p Load, an lvalue that is loaded, is in, if only
  /// what its function does by its name writes it; null: it is none, or others may.
  const clang::VarDecl *ownSharedVariable(const clang::Expr *Load) const;

  /// The function is beyond what is followed at all: nothing in it is known.
  bool tooLarge() const { return TooLarge || Work > MaxWork; }
  /// Steps that were taken, the same on every machine.
  uint64_t work() const { return Work; }
  /// For what is done elsewhere with its answers. False: the function is too large.
  bool charge(uint64_t Steps) const { return spend(Steps); }

private:
  /// Values are shared between the blocks that they are the same in.
  struct SharedValue : Value, llvm::RefCountedBase<SharedValue> {
    explicit SharedValue(Value V) : Value(std::move(V)) {}
  };
  using ValuePtr = llvm::IntrusiveRefCntPtr<const SharedValue>;
  using Env = llvm::DenseMap<const clang::VarDecl *, ValuePtr>;
  static ValuePtr share(Value V) { return ValuePtr(new SharedValue(std::move(V))); }

  /// What the CFG shows, on the way into the graph.
  struct GraphInput {
    FlowInput Flow;
    std::vector<const clang::Stmt *> All, Barriers;
  };
  void buildGraph();
  void readBlock(const clang::CFGBlock &B, GraphInput &In);
  void readHolding(const clang::Stmt *S, unsigned Block);
  void readStatement(const clang::Stmt *S, unsigned Block, GraphInput &In);
  void readDestructor(const clang::CFGImplicitDtor &Element, unsigned Block, GraphInput &In);
  void hide(const ImplicitCalls &Found, clang::SourceLocation At, unsigned Block, GraphInput &In);
  void hideKeptBy(const clang::VarDecl *V, unsigned Block, GraphInput &In);
  Convergence atBlock(unsigned Block, llvm::ArrayRef<const clang::Expr *> LeftOut) const;
  void makeGraph(GraphInput &In);
  void numberCalls(llvm::ArrayRef<const clang::Stmt *> All);
  bool giveUp();
  /// Counts \p Steps; false: there were too many.
  bool spend(uint64_t Steps) const { return (Work += Steps) <= MaxWork; }
  /// To copy, compare or meet it: its atoms are listed, its reason is text.
  bool spend(const Uniformity &U) const { return spend(4 + U.Atoms.size()); }
  static std::string scope(unsigned Width);
  std::string notFollowed() const;
  const ProofStep &branchStep(unsigned Block) const;
  const ProofStep &exitStep(unsigned Block) const;
  const BarrierConvergence::Fact *barrierFact(unsigned Block) const;
  void solve();
  bool round();
  Uniformity branchAfter(const clang::CFGBlock &B, const Env &Out) const;
  Env along(unsigned From, unsigned To, Env Out, const std::optional<Env> &There) const;
  bool flowInto(std::optional<Env> &Into, const Env &Out, bool Widen) const;
  bool lowerBranches();
  void transfer(const clang::Stmt *S, unsigned Block, Env &E);
  void assign(const clang::VarDecl *V, Value New, unsigned Block, Env &E, bool Whole);
  void assignTo(const clang::Expr *Target, Value New, unsigned Block, Env &E);
  void declare(const clang::VarDecl *V, unsigned Block, Env &E);
  void transferAsm(const clang::Stmt *S, unsigned Block, Env &E);
  void record(const clang::Stmt *S, Env &E);

  Value eval(const clang::Expr *E, const Env &Vars, unsigned Block) const;
  Value evalProperty(const clang::PseudoObjectExpr *E) const;
  Value evalCast(const clang::CastExpr *E, const Env &Vars, unsigned Block) const;
  Value evalBinary(const clang::BinaryOperator *E, const Env &Vars, unsigned Block) const;
  Value evalAssigned(const clang::BinaryOperator *E, const Env &Vars, unsigned Block) const;
  Value assignedBy(const clang::BinaryOperator *E, const Env &Vars, unsigned Block) const;
  Value steppedBy(const clang::UnaryOperator *E, const Env &Vars, unsigned Block) const;
  std::optional<IntegerType> integer(clang::QualType T) const;
  Value evalUnary(const clang::UnaryOperator *E, const Env &Vars, unsigned Block) const;
  Value evalConditional(const clang::AbstractConditionalOperator *E, const Env &Vars,
                        unsigned Block) const;
  Value evalVariable(const clang::DeclRefExpr *E, const Env &Vars) const;
  Value evalBuiltin(llvm::StringRef Object, llvm::StringRef Member, const clang::Expr *E) const;
  Value evalMember(const clang::MemberExpr *E, const Env &Vars, unsigned Block) const;
  Value evalLoad(const clang::Expr *Base, const clang::Expr *Index, const clang::Expr *E,
                 const Env &Vars, unsigned Block) const;
  Value unlessWritten(const clang::Expr *E) const;
  Value unlessWritten(const clang::Expr *E, std::optional<unsigned> Memory) const;
  std::optional<Value> ofSlot(const clang::Expr *Load) const;
  const clang::VarDecl *ownElement(const clang::Expr *E) const;
  void findOwnElements();
  std::optional<Value> ofOwnElement(const clang::Expr *E, const Env &Vars) const;
  std::optional<unsigned> memoryBehind(const clang::Expr *Pointer) const;
  const std::optional<std::vector<const clang::Stmt *>> &writesOf(const clang::VarDecl *V) const;
  bool keptApart(const clang::Expr *Load) const;
  void makeIntervals();
  void updateIntervals();
  const clang::CXXMethodDecl *methodOfObject() const;
  Value evalThis(const clang::Expr *E) const;
  bool isFixedMember(const clang::MemberExpr *E) const;
  Value evalCaptured(const clang::DeclRefExpr *E) const;
  Value evalLambda(const clang::LambdaExpr *E, const Env &Vars, unsigned Block) const;
  Value evalPointee(const clang::Expr *Pointer, const Env &Vars, unsigned Block) const;
  Value evalAddress(const clang::Expr *E, const Env &Vars, unsigned Block, bool Passed) const;
  void recordAddress(const clang::CallExpr *Call, const Env &Vars);
  Value evalPlace(const clang::Expr *E, const Env &Vars, unsigned Block, bool Passed) const;
  Value evalPlaceOf(const clang::VarDecl *V, const clang::DeclRefExpr *Ref, const Env &Vars,
                    unsigned Block, bool Passed) const;
  Value evalObjectPlace(const clang::CallExpr *Call, const Env &Vars, unsigned Block) const;
  std::optional<Value> objectOf(const clang::CallExpr *Call, const Env &Vars, unsigned Block) const;
  const MemoryWrite *ownWriteTo(unsigned Memory) const;
  Value evalConstruct(const clang::CXXConstructExpr *E, const Env &Vars, unsigned Block) const;
  Value evalOfGroup(const clang::CallExpr *E, const struct Operation &Is, unsigned Block) const;
  Value evalVoteOfTile(const clang::CallExpr *E, unsigned Lanes, unsigned Block) const;
  Value evalCall(const clang::CallExpr *E, const Env &Vars, unsigned Block) const;
  std::optional<Value> evalOneLiner(const clang::CallExpr *E, const Env &Vars,
                                    unsigned Block) const;
  Value evalCollective(const clang::CallExpr *E, const struct WarpIntrinsic &I, const Env &Vars,
                       unsigned Block) const;
  Value together(llvm::ArrayRef<const clang::Expr *> Parts, const Env &Vars, unsigned Block) const;
  Value evalArguments(const clang::CallExpr *E, const Env &Vars, unsigned Block) const;
  Value unknown(const clang::Expr *E, llvm::StringRef Why) const;

  const clang::CFGBlock *whereAllCame(unsigned B) const;
  bool onlyThrough(const clang::CFGBlock *A, unsigned Block) const;
  struct SinceAllCame {
    unsigned Branch;         ///< asks for the whole warp
    llvm::BitVector Between; ///< the branches behind it that decide
  };
  std::optional<SinceAllCame> sinceAllCame(unsigned Block) const;
  Uniformity active(unsigned Block, llvm::ArrayRef<const clang::Expr *> LeftOut = {}) const;
  void decidedBy(const clang::Stmt *Condition, llvm::BitVector &Branches) const;
  Uniformity branches(const llvm::BitVector &Set) const;
  Uniformity returns() const;
  bool leavesBy(unsigned Branch, const llvm::BitVector &Waits) const;
  llvm::BitVector exitsPartedBy(unsigned Block) const;
  bool comeTogether(unsigned From, unsigned To) const;
  DivergencePoint notFollowedAt(clang::SourceLocation At) const;
  std::optional<DivergencePoint> divergencePointAt(unsigned Branch,
                                                   ConditionTest Excused = nullptr) const;
  std::optional<unsigned> branchOn(const clang::Expr *Condition) const;
  using Branching = std::vector<std::pair<unsigned, Location>>; ///< block, its condition
  const Branching &holdingBranches() const;
  bool isBefore(const clang::Stmt *A, const clang::Stmt *B, unsigned Block) const;
  /// As Convergence::After, where \p S is evaluated; null: at the end of \p Block.
  std::vector<Location> after(unsigned Block, const clang::Stmt *S) const;
  void addAfter(Convergence &C, unsigned Block, const clang::Stmt *S,
                clang::SourceLocation At) const;
  std::optional<ParameterTest> parameterTest(unsigned Branch, unsigned Block) const;
  std::optional<bool> sideOf(unsigned Branch, unsigned Block) const;

  const clang::FunctionDecl *F;
  clang::ASTContext &Context;
  const SourceText &Text;
  Collectives &CollectiveUses;
  WarpSlots Slots;
  Variables Vars;
  LoopCounters Counters;
  llvm::DenseSet<const clang::Expr *> EqualRounds; ///< findEqualRounds()
  bool Kernel;
  std::unique_ptr<clang::CFG> Cfg;
  std::unique_ptr<FlowGraph> Graph;
  std::unique_ptr<BarrierConvergence> Axiom;
  std::unique_ptr<BarrierIntervals> Intervals; ///< null: no barriers, or too many unknown ones
  /// Shared arrays of which each thread writes its own element alone: Env has that one's value.
  llvm::SmallPtrSet<const clang::VarDecl *, 2> OwnElements;
  bool HiddenWaits = false; ///< what lanes may wait for each other in is called, and not written
  std::vector<FinalIterationBreak> FinalIterationBreaks;
  llvm::DenseMap<const clang::Stmt *, unsigned> BlockOf;
  llvm::BitVector Waits; ///< by block: it holds what lanes may wait for each other in
  std::vector<HoldingPoint> Holding;
  mutable std::optional<Branching> HoldingBranches;
  llvm::DenseSet<const clang::Stmt *> Unevaluated; ///< what the graph may show, and never runs
  llvm::DenseMap<const clang::VarDecl *, unsigned> DeclaredIn;
  std::vector<const clang::Expr *> Calls;
  std::vector<HiddenCall> Hidden;
  llvm::DenseMap<const clang::Expr *, unsigned> CallIds;
  std::vector<const clang::CFGBlock *> Blocks;
  /// Per block with several successors: of its condition, in the round so far.
  std::vector<Uniformity> Branch;
  std::vector<Uniformity> NextBranch;
  std::optional<int64_t> constantOf(const clang::Expr *E) const;

  /// About a second's worth; real functions take less than a hundredth of it.
  static constexpr uint64_t MaxWork = 10'000'000;
  mutable uint64_t Work = 0;
  bool TooLarge = false;
  llvm::DenseMap<const clang::Stmt *, llvm::SmallVector<unsigned, 1>> BranchesOf; ///< by condition
  mutable llvm::DenseMap<const clang::Expr *, std::optional<int64_t>> Constants;
  mutable std::optional<std::vector<MemoryWrite>> OwnWrites;
  /// Of shared variables, all writes that there are; nullopt: not known.
  mutable llvm::DenseMap<const clang::VarDecl *, std::optional<std::vector<const clang::Stmt *>>>
      SharedWrites;
  mutable std::optional<const clang::CXXMethodDecl *> OwnObject; ///< methodOfObject()
  mutable llvm::DenseMap<unsigned, std::optional<BarrierConvergence::Fact>> BarrierFacts;
  mutable llvm::DenseMap<unsigned, ProofStep> BranchSteps, ExitSteps;
  struct Passed {
    Uniformity U;
    std::optional<Uniformity> Groups;
  };
  llvm::DenseMap<const clang::Stmt *, Passed> Recorded; ///< arguments
  llvm::DenseMap<const clang::CallExpr *, Uniformity> Objects, ObjectPlaces, Addresses;
  llvm::DenseMap<const clang::Stmt *, Value> ReturnValues;
};

} // namespace coopify

#endif // COOPIFY_ANALYSIS_CONVERGENCE_CONVERGENCE_H
