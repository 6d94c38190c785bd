//===- PassedPointers.cpp -------------------------------------------------===//

#include "Analysis/SharedMemory/PassedPointers.h"

#include "Analysis/SharedMemory/SharedAccess.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

PassedPointers::Key PassedPointers::keyOf(const ParmVarDecl *P) {
  return {textOf(cast<FunctionDecl>(P->getDeclContext())), P->getFunctionScopeIndex()};
}

void PassedPointers::readCalls() {
  for (; Read < Calls.size(); ++Read)
    if (const FunctionDecl *Callee = Calls[Read]->getDirectCallee()) {
      const unsigned Operator = objectArguments(Calls[Read]);
      for (unsigned I = Operator; I < Calls[Read]->getNumArgs(); ++I)
        Passed[{textOf(Callee), I - Operator}].push_back(Calls[Read]->getArg(I));
    }
}

const VarDecl *pointerMadeOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
    return pointerMadeOf(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS());
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_AddrOf)
    return pointerMadeOf(U->getSubExpr());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return pointerMadeOf(A->getBase());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

bool PassedPointers::passes(const ParmVarDecl *P, const VarDecl *V) {
  if (!isa<FunctionDecl>(P->getDeclContext()))
    return false;
  readCalls();
  auto Args = Passed.find(keyOf(P));
  return Args != Passed.end() && llvm::any_of(Args->second, [&](const Expr *E) {
           const VarDecl *Of = pointerMadeOf(E);
           return Of && Of->getCanonicalDecl() == V->getCanonicalDecl();
         });
}

bool PassedPointers::outsideShared(const ParmVarDecl *P) {
  const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
  if (!F || !P->getType()->isPointerType() || F->hasAttr<CUDAGlobalAttr>())
    return false;
  readCalls();
  return allPass(keyOf(P));
}

bool PassedPointers::allPass(const Key &Of) {
  auto [It, New] = Working.try_emplace(Of, true); // as far as nothing else is found on the way
  if (!New)
    return It->second;
  auto Args = Passed.find(Of);
  const bool All = Args != Passed.end() &&
                   llvm::all_of(Args->second, [&](const Expr *E) { return leadsOutside(E); });
  return Working[Of] = All;
}

bool PassedPointers::leadsOutside(const VarDecl *V) {
  const auto *In = dyn_cast<FunctionDecl>(V->getDeclContext());
  if (const auto *P = dyn_cast<ParmVarDecl>(V))
    return In &&
           (In->hasAttr<CUDAGlobalAttr>() || (P->getType()->isPointerType() && allPass(keyOf(P))));
  if (V->hasAttr<CUDASharedAttr>())
    return false;
  if (!V->hasLocalStorage())
    return V->getType()->isArrayType();
  return V->getType()->isPointerType() ? V->getInit() && leadsOutside(V->getInit())
                                       : !V->getType()->isReferenceType();
}

bool PassedPointers::leadsOutside(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
    return leadsOutside(B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS());
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (U->getOpcode() == UO_AddrOf || U->isIncrementDecrementOp()))
    return leadsOutside(U->getSubExpr());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return leadsOutside(A->getBase());
  if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
    return leadsOutside(M->getBase());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return leadsOutside(C->getTrueExpr()) && leadsOutside(C->getFalseExpr());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V ? leadsOutside(V) : isa<CXXNullPtrLiteralExpr, GNUNullExpr, IntegerLiteral>(E);
}

static bool isPointerOf(const ParmVarDecl *P, bool Kernel) {
  const auto *F = dyn_cast<FunctionDecl>(P->getDeclContext());
  return F && P->getType()->isPointerType() && F->hasAttr<CUDAGlobalAttr>() == Kernel;
}

static bool isGivenPointer(const ParmVarDecl *P) { return isPointerOf(P, /*Kernel=*/false); }

SmallVector<const ParmVarDecl *, 2> PassedPointers::apartFrom(const ParmVarDecl *P) {
  SmallVector<const ParmVarDecl *, 2> Found;
  const bool Kernel = isPointerOf(P, /*Kernel=*/true);
  if (!Kernel && !isGivenPointer(P))
    return Found;
  readCalls();
  for (const ParmVarDecl *Q : cast<FunctionDecl>(P->getDeclContext())->parameters())
    if (Q != P && isPointerOf(Q, Kernel) &&
        (Kernel ? !launchedWithOne(keyOf(P), keyOf(Q)) : apart(keyOf(P), keyOf(Q))))
      Found.push_back(Q);
  return Found;
}

const VarDecl *beginningOf(const VarDecl *V) {
  constexpr unsigned MaxNames = 8;
  for (unsigned I = 0; V && I != MaxNames; ++I) {
    const bool Follow = !isa<ParmVarDecl>(V) && V->hasLocalStorage() && V->getInit() &&
                        V->getType()->isPointerType();
    const VarDecl *From = Follow ? pointerMadeOf(V->getInit()) : nullptr;
    if (!From)
      return V;
    V = From;
  }
  return V;
}

bool namedAlike(const Expr *A, const Expr *B) {
  const VarDecl *V = beginningOf(pointerMadeOf(A)), *W = beginningOf(pointerMadeOf(B));
  if (V || W)
    return V && W && V->getCanonicalDecl() == W->getCanonicalDecl();
  const auto *M = dyn_cast<MemberExpr>(A->IgnoreParenImpCasts()); // `view.p`
  return M && alike(A, B, M->getMemberDecl()->getASTContext());
}

bool PassedPointers::launchedWithOne(const Key &A, const Key &B) {
  auto First = Passed.find(A), Second = Passed.find(B);
  if (First == Passed.end() || Second == Passed.end() ||
      First->second.size() != Second->second.size())
    return false;
  return llvm::any_of(llvm::zip(First->second, Second->second),
                      [](auto Args) { return namedAlike(std::get<0>(Args), std::get<1>(Args)); });
}

/// Takes a variable's address for the host (CUDA runtime API, "Memory Management").
static bool asksForAddress(const FunctionDecl *Callee) {
  return Callee && Callee->getIdentifier() && Callee->getName().contains("GetSymbolAddress");
}

bool PassedPointers::isPassed(const VarDecl *V, const SourceText &Text) {
  auto IsIt = [&](const Expr *Arg) {
    const VarDecl *Of = pointerMadeOf(Arg);
    return Of && Of->getCanonicalDecl() == V->getCanonicalDecl();
  };
  return llvm::any_of(Calls, [&](const CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return (!Callee || !Text.isToolkit(Callee) || asksForAddress(Callee)) &&
           llvm::any_of(Call->arguments(), [&](const Expr *Arg) {
             return (Arg->getType()->isPointerType() || asksForAddress(Callee)) && IsIt(Arg);
           });
  });
}

std::optional<Uniformity> PassedPointers::apartIn(const FunctionDecl *F) {
  std::optional<Uniformity> All;
  for (const ParmVarDecl *P : F->parameters())
    for (const ParmVarDecl *Q : apartFrom(P))
      if (const unsigned First = P->getFunctionScopeIndex(), Second = Q->getFunctionScopeIndex();
          First < Second)
        All = meet(All.value_or(Uniformity()),
                   {BlockWidth, {{AtomKind::ParamsApart, First, Second}}, std::nullopt});
  return All;
}

bool PassedPointers::apart(const Key &A, const Key &B) {
  if (B < A)
    return apart(B, A);
  auto [It, New] = Pairs.try_emplace({A, B}, true); // as far as nothing else is found on the way
  if (!New)
    return It->second;
  auto First = Passed.find(A), Second = Passed.find(B);
  // A call passes both, in the order that calls are read in.
  const bool All = First != Passed.end() && Second != Passed.end() &&
                   First->second.size() == Second->second.size() &&
                   llvm::all_of(llvm::zip(First->second, Second->second), [&](auto Args) {
                     return intoTwo(std::get<0>(Args), std::get<1>(Args));
                   });
  return Pairs[{A, B}] = All;
}

bool PassedPointers::intoTwo(const Expr *A, const Expr *B) {
  const VarDecl *V = pointerMadeOf(A), *W = pointerMadeOf(B);
  if (!V || !W || V->getCanonicalDecl() == W->getCanonicalDecl())
    return false;
  auto IsShared = [](const VarDecl *V) {
    return V->hasAttr<CUDASharedAttr>() && !V->hasExternalStorage();
  };
  const auto *P = dyn_cast<ParmVarDecl>(V), *Q = dyn_cast<ParmVarDecl>(W);
  if (P && Q && isGivenPointer(P) && isGivenPointer(Q) &&
      P->getDeclContext() == Q->getDeclContext())
    return apart(keyOf(P), keyOf(Q));
  return (IsShared(V) && (IsShared(W) || leadsOutside(W))) || (IsShared(W) && leadsOutside(V));
}

std::optional<Uniformity> apart(const Expr *A, const Expr *B, MemoryLocations &Places) {
  const std::optional<MemoryLocation> P = Places.pointee(A), Q = Places.pointee(B);
  auto IsShared = [](const MemoryLocation &L) {
    return L.Of == MemoryLocation::Shared || L.Of == MemoryLocation::Dynamic;
  };
  // What is no place that lanes share is global memory, too.
  if (!P || !Q)
    return (P && IsShared(*P)) || (Q && IsShared(*Q)) ? std::optional(Uniformity()) : std::nullopt;
  if ((IsShared(*P) && Q->Of == MemoryLocation::KernelArray) ||
      (IsShared(*Q) && P->Of == MemoryLocation::KernelArray) ||
      (IsShared(*P) && IsShared(*Q) && P->Of != Q->Of) ||
      (P->Of == MemoryLocation::Shared && Q->Of == MemoryLocation::Shared && P->Root != Q->Root))
    return Uniformity();
  const auto *First = dyn_cast_or_null<ParmVarDecl>(P->Root),
             *Second = dyn_cast_or_null<ParmVarDecl>(Q->Root);
  if (P->Of != MemoryLocation::Parameter || Q->Of != MemoryLocation::Parameter || !First ||
      !Second || First == Second || !isGivenPointer(First) || !isGivenPointer(Second))
    return std::nullopt;
  auto [I, J] = std::minmax({First->getFunctionScopeIndex(), Second->getFunctionScopeIndex()});
  return Uniformity{BlockWidth, {{AtomKind::ParamsApart, I, J}}, std::nullopt};
}

Uniformity outsideShared(const Expr *Arg, MemoryLocations &Places) {
  const std::optional<MemoryLocation> P = Places.pointee(Arg);
  if (!P || P->Of == MemoryLocation::KernelArray)
    return {};
  const auto *Param = dyn_cast_or_null<ParmVarDecl>(P->Root);
  if (P->Of == MemoryLocation::Parameter && Param && Param->getType()->isPointerType())
    return {
        BlockWidth, {{AtomKind::ParamOutsideShared, Param->getFunctionScopeIndex()}}, std::nullopt};
  const SourceText &Text = Places.text();
  return divergent(ObstacleKind::Unknown, "'" + Text.text(Arg->getSourceRange()) + "'",
                   Text.expansion(Arg->getBeginLoc()));
}

} // namespace coopify
