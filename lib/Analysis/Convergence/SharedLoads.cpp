//===- SharedLoads.cpp - what a block's threads tell each other -----------===//
//
// Part of ConvergenceAnalysis. `if (t == 0) s = x; __syncthreads(); v = s;`: a variable in shared
// memory that is only used by its name here is written by what stands here alone, and block
// barriers keep that apart from a load (BarrierIntervals.h): one address gives one value.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Convergence/Convergence.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

/// The mention of a shared variable of the function around at the root of x, x[i].y, which is no
/// pointer's way anywhere else; null: it is none.
static const DeclRefExpr *sharedRoot(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
      if (M->isArrow() || !Field || Field->getType()->isReferenceType())
        return nullptr;
      E = M->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      const auto *Decay = dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens());
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return nullptr;
      E = Decay->getSubExpr();
    } else if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_NoOp) {
      E = C->getSubExpr();
    } else {
      break;
    }
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && V->hasAttr<CUDASharedAttr>() && V->isLocalVarDecl() && !V->hasExternalStorage()
             ? Ref
             : nullptr;
}

namespace {
/// A whitelist: every mention that is of no kind below may be written by, anywhere.
class SharedUses : public DynamicRecursiveASTVisitor {
public:
  SharedUses(const VarDecl *V, const SourceText &Text) : V(V), Text(Text) {
    ShouldVisitImplicitCode = true;
  }
  std::vector<const Stmt *> Writes;
  bool allKnown() const {
    return llvm::all_of(Mentions, [&](const Expr *E) { return Known.contains(E); });
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (E->getDecl() == V)
      Mentions.push_back(E);
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override { return true; }
  bool VisitStmt(Stmt *S) override {
    Ends.addParts(S);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) override {
    if (E->getCastKind() == CK_LValueToRValue) {
      know(E->getSubExpr());
      Ends.add(E->getSubExpr());
    }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      written(E->getLHS(), E);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp())
      written(E->getSubExpr(), E);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    if (E->getConstructor()->isCopyOrMoveConstructor() && E->getConstructor()->isTrivial() &&
        E->getNumArgs() == 1)
      know(E->getArg(0));
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
    if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
        O && O->getOperator() == OO_Equal && M && M->isTrivial() && E->getNumArgs() == 2) {
      written(E->getArg(0), E);
      know(E->getArg(1));
    } else if (operationOf(E, Text).is(WarpFamily::Atomic)) {
      for (const Expr *Arg : E->arguments())
        passed(Arg, E);
    }
    return true;
  }

private:
  bool know(const Expr *E) {
    const DeclRefExpr *Ref = sharedRoot(E);
    return Ref && Ref->getDecl() == V && Known.insert(Ref).second;
  }
  /// As a value `s = x` is s again: of `&(s = x)` nobody knows what becomes of it.
  void written(const Expr *E, const Expr *At) {
    if ((!At->isGLValue() || Ends.contains(At)) && know(E))
      Writes.push_back(At);
  }
  /// &x[i], or an array.
  void passed(const Expr *Arg, const Expr *At) {
    Arg = Arg->IgnoreParenCasts();
    if (const auto *U = dyn_cast<UnaryOperator>(Arg); U && U->getOpcode() == UO_AddrOf)
      written(U->getSubExpr(), At);
    else if (Arg->getType()->isArrayType())
      written(Arg, At);
  }

  const VarDecl *V;
  const SourceText &Text;
  llvm::SmallVector<const Expr *> Mentions;
  llvm::DenseSet<const Expr *> Known;
  EndingValues Ends;
};
} // namespace

/// All writes to \p V, which its function alone can write; nullopt: others may.
const std::optional<std::vector<const Stmt *>> &
ConvergenceAnalysis::writesOf(const VarDecl *V) const {
  auto [It, New] = SharedWrites.try_emplace(V);
  if (New && V->getDeclContext() == F) {
    SharedUses Uses(V, Text);
    Uses.TraverseStmt(F->getBody());
    if (Uses.allKnown())
      It->second = std::move(Uses.Writes);
  }
  return It->second;
}

/// No thread of the block writes what \p Load reads while others of the block read it.
bool ConvergenceAnalysis::keptApart(const Expr *Load) const {
  const DeclRefExpr *Ref = Intervals ? sharedRoot(Load) : nullptr;
  if (!Ref)
    return false;
  const auto &Writes = writesOf(cast<VarDecl>(Ref->getDecl()));
  return Writes && llvm::all_of(*Writes, [&](const Stmt *W) {
           return Intervals->apart(Ref, W) && Intervals->apart(Load->IgnoreParens(), W);
         });
}

const VarDecl *ConvergenceAnalysis::ownSharedVariable(const Expr *Load) const {
  const DeclRefExpr *Ref = sharedRoot(Load);
  const auto *V = Ref ? cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && writesOf(V) ? V : nullptr;
}

/// Lanes of a warp wait for each other between what they write to it and what they read.
std::optional<Value> ConvergenceAnalysis::ofSlot(const Expr *Load) const {
  const DeclRefExpr *Ref = Slots.empty() ? nullptr : sharedRoot(Load);
  auto It = Ref ? Slots.find(cast<VarDecl>(Ref->getDecl())) : Slots.end();
  if (It == Slots.end())
    return std::nullopt;
  Value V = uniformValue({{AtomKind::SlotSynced, It->second}});
  V.U.UniformOver = warpWidth();
  V.U.Why = Obstacle{ObstacleKind::Unknown,
                     "'" + Text.text(Load->getSourceRange()) + "' is each warp's own",
                     Text.expansion(Load->getBeginLoc())};
  return V;
}

/// `a[threadIdx.x]`, or the only member that its elements have: the shared array; null: it is no
/// such thing.
const VarDecl *ConvergenceAnalysis::ownElement(const Expr *E) const {
  E = E->IgnoreParens();
  if (E->getType().isVolatileQualified() || !E->getType()->isScalarType())
    return nullptr;
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!Field || Field->isBitField() || Field->getParent()->isUnion() || M->isArrow() ||
        Context.getTypeSize(Context.getCanonicalTagType(Field->getParent())) !=
            Context.getTypeSize(Field->getType()))
      return nullptr;
    E = M->getBase()->IgnoreParens();
  }
  const auto *A = dyn_cast<ArraySubscriptExpr>(E);
  const DeclRefExpr *Ref = A ? sharedRoot(A) : nullptr;
  const auto *V = Ref ? cast<VarDecl>(Ref->getDecl()) : nullptr;
  // Of `a[1][threadIdx.x]` and `s.a[threadIdx.x]` there are others.
  const bool Element = V && isa<DeclRefExpr>(A->getBase()->IgnoreParenImpCasts());
  return Element && isThreadX({F, "", Context, Text, *this}, A->getIdx()) ? V : nullptr;
}

/// Assignments that are statements of their own write nothing else of it, in a kernel, which runs
/// once in a block.
void ConvergenceAnalysis::findOwnElements() {
  if (!Kernel)
    return;
  auto Written = [&](const Stmt *W) -> const VarDecl * {
    const auto *B = dyn_cast<BinaryOperator>(W);
    if (!B || B->getOpcode() != BO_Assign)
      return nullptr;
    DynTypedNodeList Parents = Context.getParents(*W);
    const bool Alone = Parents.size() == 1 && Parents[0].get<Stmt>() && !Parents[0].get<Expr>();
    return Alone ? ownElement(B->getLHS()) : nullptr;
  };
  for (const auto &[S, Block] : BlockOf) {
    const VarDecl *V = Written(S);
    const auto *Writes = V && writesOf(V) ? &*writesOf(V) : nullptr;
    if (Writes && llvm::all_of(*Writes, [&](const Stmt *W) {
          return BlockOf.contains(W) && Written(W) == V;
        }))
      OwnElements.insert(V);
  }
}

/// What this thread wrote last, if no other thread has its threadIdx.x; nullopt: \p E is no such.
std::optional<Value> ConvergenceAnalysis::ofOwnElement(const Expr *E, const Env &Vars) const {
  const VarDecl *V = OwnElements.empty() ? nullptr : ownElement(E);
  auto It = V && OwnElements.contains(V) ? Vars.find(V) : Vars.end();
  if (It == Vars.end())
    return std::nullopt;
  Value Mine = *It->second;
  Mine.U = meet(Mine.U, {BlockWidth, {{AtomKind::ThreadsByThreadX, 0}}, {}});
  Mine.Const.reset(); // what is computed from a number asks for no atoms
  Mine.Is = Shape::None;
  Mine.Counts.reset();
  return Mine;
}

/// Of a function with block barriers.
void ConvergenceAnalysis::makeIntervals() {
  using Is = BarrierIntervals::Is;
  // Each branch takes a pass over the graph, in each round.
  constexpr size_t MaxBranching = 1000;
  if (HiddenWaits || Blocks.size() > MaxBranching) // where the former stand is not known
    return;
  auto Kind = [&](const Stmt *S) {
    if (Unevaluated.contains(S) ||
        !isa<CallExpr, CXXConstructExpr, AsmStmt, DeclStmt, RecoveryExpr>(S))
      return Is::NoBarrier;
    const Operation What = operationOf(S, Text);
    return What.promisesBlock()                           ? Is::Barrier
           : !What.Intrinsic && CollectiveUses.mayHold(S) ? Is::MayHoldBarrier
                                                          : Is::NoBarrier;
  };
  Intervals = std::make_unique<BarrierIntervals>(*Cfg, Kind, /*Again=*/!Kernel);
}

/// By what is known of the branches in this round.
void ConvergenceAnalysis::updateIntervals() {
  if (Intervals && spend(Intervals->cost()))
    Intervals->partedAt([&](unsigned Block) {
      return Branch[Block].UniformOver < BlockWidth || !Branch[Block].Atoms.empty();
    });
}

} // namespace coopify
