#include "Extract/Sites/Collectives/ResultReaders.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/ControlFlow.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/Sites/Collectives/CombiningSteps.h"
#include "Model/TUSummary.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

bool ResultReaders::build() {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Graph = controlFlow(View.Function, View.Context, Options);
  if (!Graph)
    return false;
  for (const CFGBlock *Block : *Graph)
    for (unsigned I = 0; I < Block->size(); ++I)
      if (auto Each = (*Block)[I].getAs<CFGStmt>())
        Places[Each->getStmt()] = {Block, I};
  return true;
}

//===- Pointers -------------------------------------------------------------===//

static const VarDecl *named(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

const VarDecl *ResultReaders::sharedRoot(const Expr *E, Numbers &Offsets) const {
  E = E->IgnoreParenCasts();
  if (const VarDecl *V = named(E)) {
    if (V->hasAttr<CUDASharedAttr>())
      return V->getType()->isPointerType() ? nullptr : V;
    const VarDecl *Set = onlyInitialised(View, E);
    return Set && Set->getType()->isPointerType() ? sharedRoot(Set->getInit(), Offsets) : nullptr;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    Offsets.push_back(B->getRHS());
    return B->getLHS()->getType()->isPointerType() ? sharedRoot(B->getLHS(), Offsets) : nullptr;
  }
  const auto *Of = dyn_cast<UnaryOperator>(E);
  const auto *Element = Of && Of->getOpcode() == UO_AddrOf
                            ? dyn_cast<ArraySubscriptExpr>(Of->getSubExpr()->IgnoreParens())
                            : nullptr;
  if (!Element)
    return nullptr;
  if (View.constant(Element->getIdx()) != 0)
    Offsets.push_back(Element->getIdx());
  return sharedRoot(Element->getBase(), Offsets);
}

/// \p Pointer leads to global memory or to the thread's own: a kernel's parameter, a local array.
bool ResultReaders::elsewhere(const Expr *Pointer) const {
  Pointer = Pointer->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(Pointer); B && B->isAdditiveOp())
    return elsewhere(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS());
  if (const auto *Inner = dyn_cast<ArraySubscriptExpr>(Pointer);
      Inner && Pointer->getType()->isArrayType())
    return elsewhere(Inner->getBase());
  const VarDecl *V = named(Pointer);
  if (!V || V->getType()->isReferenceType())
    return false;
  if (V->hasAttr<CUDAConstantAttr>() || V->hasAttr<CUDADeviceAttr>())
    return V->getType()->isArrayType();
  if (V->hasLocalStorage() && V->getType()->isArrayType())
    return true;
  if (const VarDecl *Set = onlyInitialised(View, Pointer))
    return elsewhere(Set->getInit());
  return isa<ParmVarDecl>(V) && View.Function->hasAttr<CUDAGlobalAttr>() &&
         View.Analysis.variables().followed(V) && View.Analysis.variables().assignments(V).empty();
}

/// Of the same kernel; two extern __shared__ arrays begin at one address.
bool ResultReaders::isAnotherArray(const Expr *Pointer) const {
  Numbers Offsets;
  const VarDecl *Mine =
      Base->hasAttr<CUDASharedAttr>() ? Base : sharedRoot(Base->getInit(), Offsets);
  const VarDecl *Other = sharedRoot(Pointer, Offsets);
  return Mine && Other && Mine != Other &&
         (!Mine->hasExternalStorage() || !Other->hasExternalStorage());
}

/// \p Pointer is where the elements of the steps begin.
bool ResultReaders::isBase(const Expr *Pointer) const {
  Numbers Offsets;
  const VarDecl *V = named(Pointer);
  if (!V)
    return false;
  QualType Element = Base->getType()->isArrayType()
                         ? Base->getType()->getAsArrayTypeUnsafe()->getElementType()
                         : Base->getType()->getPointeeType();
  QualType Seen = Pointer->IgnoreParenImpCasts()->getType();
  Seen =
      Seen->isArrayType() ? Seen->getAsArrayTypeUnsafe()->getElementType() : Seen->getPointeeType();
  if (Seen.isNull() || Seen.getCanonicalType().getUnqualifiedType() !=
                           Element.getCanonicalType().getUnqualifiedType())
    return false;
  if (V == Base)
    return true;
  const VarDecl *Root =
      Base->hasAttr<CUDASharedAttr>() ? Base : sharedRoot(Base->getInit(), Offsets);
  return Root && sharedRoot(Pointer, Offsets) == Root && Offsets.empty();
}

//===- Uses -----------------------------------------------------------------===//

ResultReaders::Use ResultReaders::call(const CallExpr *Call) const {
  // What the toolkit's functions are passed by value stands in the call, and is looked at on its
  // own; what they are passed the place of, they may read.
  switch (operationOf(Call, View.Text).Kind) {
  case OperationKind::BlockBarrier:
    return Use::Barrier;
  case OperationKind::UserCall:
  case OperationKind::Unknown:
    return Use::May;
  default:
    return llvm::any_of(Call->arguments(), [&](const Expr *Arg) { return mayReach(Arg); })
               ? Use::May
               : Use::Harmless;
  }
}

/// The pointer \p Arg may lead to the elements.
bool ResultReaders::mayReach(const Expr *Arg) const {
  const Expr *E = Arg->IgnoreParenCasts();
  if (!Arg->getType()->isPointerType() || isa<clang::StringLiteral>(E) ||
      Arg->isNullPointerConstant(View.Context, Expr::NPC_ValueDependentIsNotNull))
    return false;
  if (const auto *Of = dyn_cast<UnaryOperator>(E); Of && Of->getOpcode() == UO_AddrOf) {
    const Expr *Object = Of->getSubExpr()->IgnoreParens();
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(Object))
      return !elsewhere(A->getBase()) && !isAnotherArray(A->getBase());
    const VarDecl *V = named(Object);
    return !V || V->hasAttr<CUDASharedAttr>() || V->getType()->isReferenceType();
  }
  return !elsewhere(Arg) && !isAnotherArray(Arg);
}

ResultReaders::Use ResultReaders::access(const Expr *E, const Expr *Pointer, const Expr *At,
                                         bool Behind) {
  if (elsewhere(Pointer) || isAnotherArray(Pointer))
    return Use::Harmless;
  DynTypedNodeList Parents = View.Context.getParents(*E);
  const auto *Set = Parents.empty() ? nullptr : Parents[0].get<BinaryOperator>();
  if (!Behind)
    return Use::May;
  if (Set && Set->getOpcode() == BO_Assign && Set->getLHS() == E)
    return Use::Harmless;
  // The element that the steps leave the result in.
  if (At && View.constant(At) == 0 && isBase(Pointer))
    return Use::Harmless;
  // Lane 0's own element, by the steps' own subscript.
  bool Same = At && named(Pointer) == Base && sameIndex(View, At, Index);
  return Same && Lanes.guarded(E, Uses) ? Use::Harmless : Use::May;
}

ResultReaders::Use ResultReaders::use(const Stmt *S, bool Behind) {
  if (isa<LambdaExpr, GCCAsmStmt, MSAsmStmt, CXXConstructExpr>(S))
    return Use::May;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return call(Call);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(S))
    return A->getType()->isArrayType() && elsewhere(A->getBase())
               ? Use::Harmless
               : access(A, A->getBase(), A->getIdx(), Behind);
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->getOpcode() == UO_Deref)
    return access(U, U->getSubExpr(), nullptr, Behind);
  if (const auto *M = dyn_cast<MemberExpr>(S); M && M->isArrow())
    return elsewhere(M->getBase()) ? Use::Harmless : Use::May;
  // A reference may be another name of an element.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && V->getType()->isReferenceType() && !groupType(V->getType())) {
      const VarDecl *Of = V->getInit() ? named(V->getInit()) : nullptr;
      return Of && Of->hasLocalStorage() && !Of->getType()->isReferenceType() ? Use::None
                                                                              : Use::May;
    }
  // The array itself, other than to take an element of it or to name it once more.
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (!Ref || !isa<VarDecl>(Ref->getDecl()) || !Ref->getType()->isArrayType() ||
      !Ref->getDecl()->hasAttr<CUDASharedAttr>())
    return Use::None;
  const Stmt *At = Ref;
  for (;;) {
    DynTypedNodeList Parents = View.Context.getParents(*At);
    if (Parents.empty())
      return Use::May;
    if (Parents[0].get<VarDecl>() || Parents[0].get<ArraySubscriptExpr>())
      return Use::None;
    if (const auto *U = Parents[0].get<UnaryOperator>(); U && U->getOpcode() == UO_Deref)
      return Use::None;
    const auto *B = Parents[0].get<BinaryOperator>();
    if (!Parents[0].get<CastExpr>() && !Parents[0].get<ParenExpr>() && !(B && B->isAdditiveOp()))
      return Use::May;
    At = Parents[0].get<Stmt>();
  }
}

/// All threads of the block write their own elements anew: of the steps nothing is left.
bool ResultReaders::overwrites(const Stmt *S) const {
  const auto *Set = dyn_cast<BinaryOperator>(S);
  const auto *Element = Set && Set->getOpcode() == BO_Assign
                            ? dyn_cast<ArraySubscriptExpr>(Set->getLHS()->IgnoreParens())
                            : nullptr;
  return Element && isBase(Element->getBase()) && sameIndex(View, Element->getIdx(), Index) &&
         View.Analysis.at(Set).Active.UniformOver >= BlockWidth &&
         View.Analysis.at(Set).Active.Atoms.empty() && !View.Analysis.at(Set).Exits;
}

const Stmt *ResultReaders::after(const Stmt *Last) {
  if ((!Graph && !build()) || !Places.contains(Last))
    return View.Function->getBody();
  auto [First, Index] = Places.lookup(Last);
  std::vector<std::pair<const CFGBlock *, unsigned>> Work{{First, Index + 1}};
  llvm::DenseSet<const CFGBlock *> Done;
  while (!Work.empty()) {
    auto [Block, From] = Work.back();
    Work.pop_back();
    bool Over = false;
    for (unsigned I = From; I < Block->size() && !Over; ++I)
      if (auto Each = (*Block)[I].getAs<CFGStmt>()) {
        if (use(Each->getStmt(), true) == Use::May)
          return Each->getStmt();
        Over = overwrites(Each->getStmt());
      }
    for (const CFGBlock *Next : Block->succs())
      if (!Over && Next && Done.insert(Next).second)
        Work.push_back({Next, 0});
  }
  return nullptr;
}

const Stmt *ResultReaders::before(const Stmt *First) {
  if ((!Graph && !build()) || !Places.contains(First))
    return View.Function->getBody();
  auto [Start, Index] = Places.lookup(First);
  std::vector<std::pair<const CFGBlock *, unsigned>> Work{{Start, Index}};
  llvm::DenseSet<const CFGBlock *> Done;
  while (!Work.empty()) {
    auto [Block, End] = Work.back();
    Work.pop_back();
    bool Barrier = false;
    for (unsigned I = End; I > 0 && !Barrier; --I) {
      auto Each = (*Block)[I - 1].getAs<CFGStmt>();
      if (!Each || holds(First, Each->getStmt()))
        continue;
      Use Is = use(Each->getStmt(), false);
      if (Is == Use::May)
        return Each->getStmt();
      Barrier = Is == Use::Barrier && View.Analysis.reachable(Each->getStmt());
    }
    if (Barrier)
      continue;
    if (Block == &Graph->getEntry())
      return View.Function->getBody();
    for (const CFGBlock *Next : Block->preds())
      if (Next && Done.insert(Next).second)
        Work.push_back({Next, Next->size()});
  }
  return nullptr;
}

} // namespace coopify
