//===- FinalIterationBreaks.cpp -----------------------------------------------------===//

#include "Analysis/Convergence/Flow/FinalIterationBreaks.h"

#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/IntegerConstant.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace coopify {

/// A counter that goes up by so much in each iteration does not run over (docs/semantics.md, B.2).
constexpr int64_t CountedStep = 1 << 20;

namespace {

/// Left < Right, or its contrary, however it is written.
struct Less {
  const Expr *Left, *Right;
};

class Finder {
public:
  Finder(const CFG &Cfg, const llvm::DenseMap<const Stmt *, unsigned> &BlockOf,
         const Variables &Vars, const SourceText &Text, const ASTContext &Context)
      : Cfg(Cfg), BlockOf(BlockOf), Vars(Vars), Text(Text), Context(Context) {}

  void loop(const CFGBlock &Header, std::vector<FinalIterationBreak> &Found);

private:
  const VarDecl *variable(const Expr *E) const;
  const VarDecl *onlyInitialised(const Expr *E) const;
  const Expr *valueOf(const Expr *E) const;
  bool isBuiltin(const Expr *E, StringRef Name) const;
  std::optional<Range> count(const Expr *E) const;
  bool isRowOfBlocks(const Expr *E) const;
  bool numbersThreads(const VarDecl *Index) const;
  bool stepsOncePerRound(const VarDecl *Index, const CFGBlock &Header, const Expr *&Step);
  llvm::BitVector reached(ArrayRef<unsigned> From, const llvm::BitVector &Stops) const;
  const CFGBlock *breakOf(const CFGBlock &Guard, const CFGBlock &Header) const;
  bool leftOnlyBy(ArrayRef<FinalIterationBreak> Ways, const CFGBlock &Header) const;

  const CFG &Cfg;
  const llvm::DenseMap<const Stmt *, unsigned> &BlockOf;
  const Variables &Vars;
  const SourceText &Text;
  const ASTContext &Context;
  llvm::BitVector Stepping; ///< blocks that add to the index at hand
};

} // namespace

const VarDecl *Finder::variable(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && Vars.followed(V) ? V : nullptr;
}

/// A parameter or local that is never assigned to.
const VarDecl *Finder::onlyInitialised(const Expr *E) const {
  const VarDecl *V = variable(E);
  bool Changes = V && llvm::any_of(Vars.assignments(V), [](const Variables::Assignment &A) {
                   return A.Kind != Variables::Assignment::Init;
                 });
  return Changes ? nullptr : V;
}

/// Without parentheses and conversions, and the only value of a local variable in its place: as
/// long as no type on the way is so narrow that a count of threads may not fit. Null otherwise.
const Expr *Finder::valueOf(const Expr *E) const {
  auto Narrow = [](const Expr *Part) {
    const auto *T = Part->getType()->getAs<BuiltinType>();
    return !T || !T->isInteger() || T->getKind() < BuiltinType::UInt ||
           (T->isSignedInteger() && T->getKind() < BuiltinType::Int);
  };
  for (;;) {
    if (Narrow(E))
      return nullptr;
    if (const auto *P = dyn_cast<ParenExpr>(E))
      E = P->getSubExpr();
    else if (const auto *C = dyn_cast<CastExpr>(E))
      E = C->getSubExpr();
    else if (const VarDecl *V = onlyInitialised(E);
             V && !isa<ParmVarDecl>(V) && V->getInit()) // a parameter's is its default
      E = V->getInit();
    else
      return E;
  }
}

bool Finder::isBuiltin(const Expr *E, StringRef Name) const {
  E = valueOf(E);
  const Builtin B = E ? builtinOf(E, Text) : Builtin();
  return !B.Object.empty() && (B.Object + "." + B.Member).str() == Name;
}

/// The numbers that \p E may be, if it is never negative, the same in all threads of a block, and
/// computed without wrapping around in a grid as large as those that are counted
/// (docs/semantics.md, B.2): each type on the way is at least as wide as an int.
std::optional<Range> Finder::count(const Expr *E) const {
  const Expr *Of = valueOf(E);
  std::optional<Range> N;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(Of);
      B && (B->getOpcode() == BO_Mul || B->getOpcode() == BO_Add)) {
    const std::optional<Range> L = count(B->getLHS()), R = count(B->getRHS());
    if (L && R)
      N = B->getOpcode() == BO_Mul ? product(*L, *R) : sum(*L, *R);
  } else if (Of) {
    const Builtin B = builtinOf(Of, Text);
    if (B.Object != "threadIdx")
      N = gridNumbers(B.Object, B.Member);
    if (const std::optional<int64_t> Is =
            isa<IntegerLiteral>(Of) ? integerConstant(Of, Context) : std::nullopt)
      N = number(*Is);
  }
  return N && IntegerType().holds(*N) ? N : std::nullopt;
}

/// blockDim.x, times what is at least 1.
bool Finder::isRowOfBlocks(const Expr *E) const {
  const std::optional<Range> N = count(E);
  E = valueOf(E);
  const auto *B = dyn_cast_or_null<BinaryOperator>(E);
  if (!N || N->Low < 1)
    return false;
  if (!B)
    return isBuiltin(E, "blockDim.x");
  return B->getOpcode() == BO_Mul && (isRowOfBlocks(B->getLHS()) || isRowOfBlocks(B->getRHS()));
}

/// \p Index begins as threadIdx.x plus what is not negative, a sum that its type holds.
bool Finder::numbersThreads(const VarDecl *Index) const {
  const Expr *Init = valueOf(Index->getInit());
  if (!Init)
    return false;
  const auto *B = dyn_cast<BinaryOperator>(Init);
  if (!B || B->getOpcode() != BO_Add)
    return isBuiltin(Init, "threadIdx.x");
  const bool Left = isBuiltin(B->getLHS(), "threadIdx.x");
  const std::optional<Range> Rest = count(Left ? B->getRHS() : B->getLHS());
  const std::optional<Range> All =
      Rest ? std::optional(sum(*Rest, *gridNumbers("threadIdx", "x"))) : std::nullopt;
  return (Left || isBuiltin(B->getRHS(), "threadIdx.x")) && All && IntegerType().holds(*All);
}

/// Left and right of \p Is, or of \p Mirrored turned round, if \p Condition is one of them.
static std::optional<Less> compared(const Stmt *Condition, BinaryOperatorKind Is,
                                    BinaryOperatorKind Mirrored) {
  const auto *E = dyn_cast_or_null<Expr>(Condition);
  const auto *B = E ? dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts()) : nullptr;
  if (B && B->getOpcode() == Is)
    return Less{B->getLHS(), B->getRHS()};
  if (B && B->getOpcode() == Mirrored)
    return Less{B->getRHS(), B->getLHS()};
  return std::nullopt;
}

llvm::BitVector Finder::reached(ArrayRef<unsigned> From, const llvm::BitVector &Stops) const {
  llvm::BitVector Seen(Cfg.getNumBlockIDs());
  SmallVector<const CFGBlock *> Work;
  auto Visit = [&](const CFGBlock *B) {
    for (const CFGBlock::AdjacentBlock &S : B->succs())
      if (const CFGBlock *To = S.getReachableBlock(); To && !Seen.test(To->getBlockID())) {
        Seen.set(To->getBlockID());
        if (!Stops.test(To->getBlockID()))
          Work.push_back(To);
      }
  };
  for (const CFGBlock *B : Cfg)
    if (llvm::is_contained(From, B->getBlockID()))
      Visit(B);
  while (!Work.empty())
    Visit(Work.pop_back_val());
  return Seen;
}

/// Every way around the loop adds the same Step to \p Index, exactly once, and nothing else
/// changes it.
bool Finder::stepsOncePerRound(const VarDecl *Index, const CFGBlock &Header, const Expr *&Step) {
  Stepping = llvm::BitVector(Cfg.getNumBlockIDs());
  const VarDecl *By = nullptr;
  for (const Variables::Assignment &A : Vars.assignments(Index)) {
    if (A.Kind == Variables::Assignment::Init)
      continue;
    const auto *Add = dyn_cast_or_null<BinaryOperator>(A.At);
    auto Block = BlockOf.find(A.At);
    if (!Add || Add->getOpcode() != BO_AddAssign || Block == BlockOf.end() ||
        Stepping.test(Block->second))
      return false;
    const VarDecl *Added = onlyInitialised(Add->getRHS());
    if ((Step && (!Added || Added != By)) || !isRowOfBlocks(Add->getRHS()) ||
        count(Add->getRHS())->High > CountedStep)
      return false;
    Step = Add->getRHS(), By = Added;
    Stepping.set(Block->second);
  }
  llvm::BitVector Stops = Stepping;
  Stops.set(Header.getBlockID());
  if (!Step || reached(Header.getBlockID(), Stops).test(Header.getBlockID()))
    return false;
  return llvm::all_of(Stepping.set_bits(), [&](unsigned B) {
    llvm::BitVector After = reached(B, Stops);
    return After.test(Header.getBlockID()) && !After.anyCommon(Stepping);
  });
}

/// The block of the `break` that is all that \p Guard guards, if it leaves the loop of \p Header.
const CFGBlock *Finder::breakOf(const CFGBlock &Guard, const CFGBlock &Header) const {
  const auto *If = dyn_cast_or_null<IfStmt>(Guard.getTerminatorStmt());
  if (!If || If->getElse() || Guard.succ_size() != 2 || Header.succ_size() != 2)
    return nullptr;
  const CFGBlock *Then = Guard.succ_begin()->getReachableBlock();
  const CFGBlock *Behind = (Header.succ_begin() + 1)->getReachableBlock();
  bool Leaves = Then && Then->empty() && isa_and_nonnull<BreakStmt>(Then->getTerminatorStmt()) &&
                Then->succ_size() == 1 && Then->succ_begin()->getReachableBlock() == Behind;
  return Leaves ? Then : nullptr;
}

/// But for the condition itself.
bool Finder::leftOnlyBy(ArrayRef<FinalIterationBreak> Ways, const CFGBlock &Header) const {
  const CFGBlock *Body = Header.succ_begin()->getReachableBlock();
  const CFGBlock *Behind = (Header.succ_begin() + 1)->getReachableBlock();
  if (!Body || !Behind)
    return false;
  llvm::BitVector Stops(Cfg.getNumBlockIDs());
  Stops.set(Header.getBlockID());
  Stops.set(Behind->getBlockID());
  llvm::BitVector Inside = reached(Body->getBlockID(), Stops);
  Inside.set(Body->getBlockID());
  bool Ends = Behind != &Cfg.getExit() && Inside.test(Cfg.getExit().getBlockID());
  return !Ends && llvm::all_of(Behind->preds(), [&](const CFGBlock::AdjacentBlock &P) {
    const CFGBlock *From = P.getReachableBlock();
    return !From || From == &Header || !Inside.test(From->getBlockID()) ||
           llvm::any_of(
               Ways, [&](const FinalIterationBreak &L) { return L.Break == From->getBlockID(); });
  });
}

void Finder::loop(const CFGBlock &Header, std::vector<FinalIterationBreak> &Found) {
  std::optional<Less> Goes = compared(Header.getTerminatorCondition(), BO_LT, BO_GT);
  const auto *Row = Goes ? dyn_cast<BinaryOperator>(Goes->Left->IgnoreParenImpCasts()) : nullptr;
  const VarDecl *End = Goes ? onlyInitialised(Goes->Right) : nullptr;
  const VarDecl *Index = Row ? variable(Row->getLHS()) : nullptr;
  // A signed index does not wrap around, but with -fwrapv.
  if (!End || !Index || Row->getOpcode() != BO_Sub || !isBuiltin(Row->getRHS(), "threadIdx.x") ||
      !Index->getType()->isSignedIntegerType() || isa<ParmVarDecl>(Index) || !Index->getInit() ||
      !numbersThreads(Index) || Context.getLangOpts().isSignedOverflowDefined())
    return;
  const Expr *Step = nullptr;
  if (!stepsOncePerRound(Index, Header, Step))
    return;
  llvm::BitVector Stops(Cfg.getNumBlockIDs());
  Stops.set(Header.getBlockID());
  SmallVector<unsigned> Steps(Stepping.set_bits());
  llvm::BitVector Late = reached(Steps, Stops); // there x is that of the next round
  std::vector<FinalIterationBreak> Ways;
  for (const CFGBlock *Guard : Cfg) {
    // x >= n denies x < n.
    std::optional<Less> Stays = compared(Guard->getTerminatorCondition(), BO_GE, BO_LE);
    const CFGBlock *Break = breakOf(*Guard, Header);
    if (Stays && Break && variable(Stays->Left) == Index && variable(Stays->Right) == End &&
        !Late.test(Guard->getBlockID()) && !Stepping.test(Guard->getBlockID()))
      Ways.push_back({Header.getBlockID(), Break->getBlockID(), Index, Step});
  }
  if (leftOnlyBy(Ways, Header))
    llvm::append_range(Found, Ways);
}

std::vector<FinalIterationBreak>
findFinalIterationBreaks(const CFG &Cfg, const llvm::DenseMap<const Stmt *, unsigned> &BlockOf,
                         const Variables &Vars, const SourceText &Text, const ASTContext &Context) {
  std::vector<FinalIterationBreak> Found;
  Finder F(Cfg, BlockOf, Vars, Text, Context);
  for (const CFGBlock *B : Cfg)
    if (isa_and_nonnull<WhileStmt, ForStmt>(B->getTerminatorStmt()))
      F.loop(*B, Found);
  return Found;
}

} // namespace coopify
