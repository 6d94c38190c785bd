//===- EndlessLoops.cpp ---------------------------------------------------===//

#include "Analysis/Convergence/Flow/EndlessLoops.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

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

  bool endsByItself(const Stmt *Loop) const;
  FlowInput::Loop make(Extent E) const;
  void addLoop(const Stmt *Loop, Extent E, std::vector<FlowInput::Loop> &Out) const;
  void addJumps(const LabelDecl *Label, size_t At, std::vector<FlowInput::Loop> &Out) const;

  const CFG &Cfg;
  const llvm::DenseMap<const Stmt *, unsigned> &BlockOf;
  std::vector<const Stmt *> Numbered;
  std::vector<std::pair<const Stmt *, Extent>> Loops;
  std::vector<Jump> Jumps, Labels;
};

} // namespace

void LoopFinder::read(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return;
  const size_t Begin = Numbered.size();
  Numbered.push_back(S);
  if (const auto *G = dyn_cast<GotoStmt>(S))
    Jumps.push_back({G->getLabel(), Begin});
  else if (const auto *L = dyn_cast<LabelStmt>(S))
    Labels.push_back({L->getDecl(), Begin});
  for (const Stmt *Child : S->children())
    read(Child);
  if (isa<WhileStmt, ForStmt, DoStmt>(S))
    Loops.push_back({S, {Begin, Numbered.size()}});
}

static const Expr *conditionOf(const Stmt *Loop) {
  if (const auto *W = dyn_cast<WhileStmt>(Loop))
    return W->getCond();
  if (const auto *D = dyn_cast<DoStmt>(Loop))
    return D->getCond();
  return cast<ForStmt>(Loop)->getCond();
}

static bool contains(const Stmt *Whole, const Stmt *Part) {
  return Whole && (Whole == Part || llvm::any_of(Whole->children(), [&](const Stmt *Child) {
                     return contains(Child, Part);
                   }));
}

/// Some lane may leave by its condition, whichever part of `a || (b && false)` it is.
bool LoopFinder::endsByItself(const Stmt *Loop) const {
  auto Decides = [&](const CFGBlock *B) {
    const Stmt *T = B->getTerminatorStmt();
    return T == Loop || (T && isa<BinaryOperator>(T) && contains(conditionOf(Loop), T));
  };
  const CFGBlock *Behind = nullptr;
  for (const CFGBlock *B : Cfg)
    if (B->getTerminatorStmt() == Loop && B->succ_size() == 2) // without a condition: one, or null
      if (const CFGBlock::AdjacentBlock &Out = B->succ_begin()[1]; Out || !Behind)
        Behind = Out ? Out.getReachableBlock() : Out.getPossiblyUnreachableBlock();
  return Behind && llvm::any_of(Cfg, [&](const CFGBlock *B) {
           return Decides(B) && llvm::any_of(B->succs(), [&](const CFGBlock::AdjacentBlock &S) {
                    return S.getReachableBlock() == Behind;
                  });
         });
}

FlowInput::Loop LoopFinder::make(Extent E) const {
  FlowInput::Loop L;
  L.Inside.resize(Cfg.getNumBlockIDs());
  for (size_t I = E.Begin; I < E.End; ++I)
    if (auto It = BlockOf.find(Numbered[I]); It != BlockOf.end())
      L.Inside.set(It->second);
  return L;
}

void LoopFinder::addLoop(const Stmt *Loop, Extent E, std::vector<FlowInput::Loop> &Out) const {
  if (endsByItself(Loop))
    return;
  FlowInput::Loop L = make(E);
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

std::vector<FlowInput::Loop>
findEndlessLoops(const Stmt *Body, const CFG &Cfg,
                 const llvm::DenseMap<const Stmt *, unsigned> &BlockOf) {
  LoopFinder F(Cfg, BlockOf);
  F.read(Body);
  return F.loops();
}

} // namespace coopify
