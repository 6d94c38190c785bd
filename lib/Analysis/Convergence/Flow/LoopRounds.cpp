//===- LoopRounds.cpp -----------------------------------------------------===//

#include "Analysis/Convergence/Flow/LoopRounds.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace coopify {

namespace {

/// Statements are numbered in the order of the text, so a loop is a row of numbers.
class LoopFinder {
public:
  LoopFinder(const CFG &Cfg, const llvm::DenseMap<const Stmt *, unsigned> &BlockOf)
      : Cfg(Cfg), BlockOf(BlockOf) {}

  void read(const Stmt *S);
  std::vector<FlowInput::Loop> loops() const;

private:
  struct Extent {
    size_t Begin, End;
  };
  struct Jump {
    const LabelDecl *Label;
    size_t At;
  };

  void addBlocks(const Stmt *S, llvm::BitVector &Blocks) const;
  bool isIn(const void *Part, Extent E) const;
  bool destroys(const CFGElement &Element, Extent E) const;
  FlowInput::Loop make(Extent E) const;
  void addLoop(const Stmt *Loop, Extent E, std::vector<FlowInput::Loop> &Out) const;
  void addJumps(const LabelDecl *Label, size_t At, std::vector<FlowInput::Loop> &Out) const;

  const CFG &Cfg;
  const llvm::DenseMap<const Stmt *, unsigned> &BlockOf;
  std::vector<const Stmt *> Numbered;
  llvm::DenseMap<const void *, size_t> NumberOf; ///< a statement, or what one declares
  std::vector<std::pair<const Stmt *, Extent>> Loops;
  std::vector<Jump> Jumps, Labels;
};

} // namespace

void LoopFinder::read(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return;
  const size_t Begin = Numbered.size();
  Numbered.push_back(S);
  NumberOf[S] = Begin;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      NumberOf[Each] = Begin;
  if (const auto *G = dyn_cast<GotoStmt>(S))
    Jumps.push_back({G->getLabel(), Begin});
  else if (const auto *L = dyn_cast<LabelStmt>(S))
    Labels.push_back({L->getDecl(), Begin});
  for (const Stmt *Child : S->children())
    read(Child);
  if (isa<WhileStmt, ForStmt, DoStmt, CXXForRangeStmt>(S))
    Loops.push_back({S, {Begin, Numbered.size()}});
}

/// Decided before a round; null where each round is begun without asking.
static const Expr *headOf(const Stmt *Loop) {
  if (const auto *W = dyn_cast<WhileStmt>(Loop))
    return W->getCond();
  if (const auto *R = dyn_cast<CXXForRangeStmt>(Loop))
    return R->getCond();
  const auto *F = dyn_cast<ForStmt>(Loop);
  return F ? F->getCond() : nullptr;
}

/// The blocks of \p S, whichever part of `a || (b && c)` they hold.
void LoopFinder::addBlocks(const Stmt *S, llvm::BitVector &Blocks) const {
  if (!S)
    return;
  if (auto It = BlockOf.find(S); It != BlockOf.end())
    Blocks.set(It->second);
  for (const Stmt *Child : S->children())
    addBlocks(Child, Blocks);
}

bool LoopFinder::isIn(const void *Part, Extent E) const {
  auto It = NumberOf.find(Part);
  return It != NumberOf.end() && E.Begin <= It->second && It->second < E.End;
}

/// Destroys what is made in \p E.
bool LoopFinder::destroys(const CFGElement &Element, Extent E) const {
  if (auto Temporary = Element.getAs<CFGTemporaryDtor>())
    return isIn(Temporary->getBindTemporaryExpr(), E);
  auto Automatic = Element.getAs<CFGAutomaticObjDtor>();
  return Automatic && isIn(Automatic->getVarDecl(), E);
}

FlowInput::Loop LoopFinder::make(Extent E) const {
  FlowInput::Loop L;
  L.Inside.resize(Cfg.getNumBlockIDs());
  L.Head.resize(Cfg.getNumBlockIDs());
  for (size_t I = E.Begin; I < E.End; ++I)
    if (auto It = BlockOf.find(Numbered[I]); It != BlockOf.end())
      L.Inside.set(It->second);
  // Of a block that holds destructors alone, and a jump, no statement tells.
  for (const CFGBlock *B : Cfg)
    if (isIn(B->getTerminatorStmt(), E) ||
        llvm::any_of(*B, [&](const CFGElement &Each) { return destroys(Each, E); }))
      L.Inside.set(B->getBlockID());
  return L;
}

void LoopFinder::addLoop(const Stmt *Loop, Extent E, std::vector<FlowInput::Loop> &Out) const {
  FlowInput::Loop L = make(E);
  addBlocks(headOf(Loop), L.Head);
  for (const CFGBlock *B : Cfg)
    if (B->getLoopTarget() == Loop)
      L.Ends.push_back(B->getBlockID());
  Out.push_back(std::move(L));
}

void LoopFinder::addJumps(const LabelDecl *Label, size_t At,
                          std::vector<FlowInput::Loop> &Out) const {
  size_t Last = At;
  llvm::DenseSet<const Stmt *> Back;
  for (const Jump &J : Jumps)
    if (J.Label == Label && J.At > At) {
      Last = std::max(Last, J.At);
      Back.insert(Numbered[J.At]);
    }
  if (Back.empty())
    return;
  FlowInput::Loop L = make({At, Last + 1});
  for (const CFGBlock *B : Cfg)
    if (B->getTerminatorStmt() && Back.contains(B->getTerminatorStmt()))
      L.Ends.push_back(B->getBlockID());
  Out.push_back(std::move(L));
}

std::vector<FlowInput::Loop> LoopFinder::loops() const {
  std::vector<FlowInput::Loop> Out;
  for (const auto &[Loop, E] : Loops)
    addLoop(Loop, E, Out);
  for (const Jump &L : Labels)
    addJumps(L.Label, L.At, Out);
  llvm::erase_if(Out, [](const FlowInput::Loop &L) { return L.Ends.empty(); });
  return Out;
}

std::vector<FlowInput::Loop> findLoopRounds(const Stmt *Body, const CFG &Cfg,
                                            const llvm::DenseMap<const Stmt *, unsigned> &BlockOf) {
  LoopFinder F(Cfg, BlockOf);
  F.read(Body);
  return F.loops();
}

} // namespace coopify
