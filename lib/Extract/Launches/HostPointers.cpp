//===- HostPointers.cpp -------------------------------------------------------===//

#include "Extract/Launches/HostPointers.h"

#include "Analysis/SharedMemory/PassedPointers.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// Variables that are set to variables.
constexpr unsigned MaxDepth = 4;

static constexpr StringRef Fillers[] = {
#define FILLS(NAME) NAME,
#include "Model/Allocations.def"
};

static constexpr StringRef Givers[] = {
#define GIVES(NAME) NAME,
#include "Model/Allocations.def"
};

static constexpr StringRef Finders[] = {
#define FINDS(NAME) NAME,
#include "Model/Allocations.def"
};

static const VarDecl *variable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

static StringRef calleeName(const CallExpr *Call) {
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() ? F->getName() : "";
}

bool HostPointers::isAllocation(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (const auto *New = dyn_cast<CXXNewExpr>(E))
    return New->getOperatorNew() && New->getOperatorNew()->isReplaceableGlobalAllocationFunction();
  const auto *Call = dyn_cast<CallExpr>(E);
  return llvm::is_contained(Givers, calleeName(Call)) && Call->getDirectCallee()->isExternC();
}

/// p of `cudaMalloc(&p, n)`, `cudaMalloc((void **)&p, n)`; null: \p Call is none of \p Names.
const VarDecl *HostPointers::setBy(const CallExpr *Call, ArrayRef<StringRef> Names) const {
  if (!llvm::is_contained(Names, calleeName(Call)) || Call->getNumArgs() < 2 ||
      !Text.isToolkit(Call->getDirectCallee()))
    return nullptr;
  const auto *U = dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenCasts());
  return U && U->getOpcode() == UO_AddrOf ? variable(U->getSubExpr()) : nullptr;
}

/// False: \p Call sets no pointer that is followed.
bool HostPointers::readCall(const CallExpr *Call) {
  const VarDecl *Filled = setBy(Call, Fillers), *Pointer = setBy(Call, Finders);
  if (Filled)
    Found[Filled].Allocations.push_back(Call);
  else if (Pointer)
    Found[Pointer].Pointers.push_back(Call->getArg(1));
  else
    return false;
  for (const Expr *Arg : llvm::drop_begin(Call->arguments()))
    read(Arg);
  return true;
}

void HostPointers::set(const VarDecl *V, const Expr *To) {
  if (isAllocation(To))
    Found[V].Allocations.push_back(To->IgnoreParenCasts());
  else
    Found[V].Pointers.push_back(To);
}

/// What its body does to a captured variable, it does by that variable's name.
void HostPointers::readLambda(const LambdaExpr *L) {
  for (const auto &[Capture, Init] : llvm::zip_equal(L->captures(), L->capture_inits()))
    if (L->isInitCapture(&Capture) || !Capture.capturesVariable())
      read(Init);
  read(L->getBody());
}

/// A pointer that is named otherwise than to read, set or move it gets to where it is not followed.
void HostPointers::read(const Stmt *S) {
  if (!S)
    return;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each);
          V && V->getInit() && V->getType()->isPointerType())
        set(V, V->getInit());
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && C->getCastKind() == CK_LValueToRValue && variable(C->getSubExpr()))
    return;
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    return readLambda(L);
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && readCall(Call))
    return;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    if (const VarDecl *V = variable(B->getLHS())) {
      if (B->getOpcode() == BO_Assign && V->getType()->isPointerType())
        set(V, B->getRHS());
      return read(B->getRHS());
    }
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp() && variable(U->getSubExpr()))
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Found[V].Lost = true;
  for (const Stmt *Part : S->children())
    read(Part);
}

const HostPointers::Settings &HostPointers::settingsOf(const VarDecl *V) {
  if (const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
      F && F->getBody() && Read.insert(F).second)
    read(F->getBody());
  Settings &Known = Found[V];
  Known.Lost |= isa<ParmVarDecl>(V) || !V->hasLocalStorage();
  return Known;
}

bool HostPointers::arraysOf(const VarDecl *V, Arrays &Out, unsigned Depth) {
  if (V->getType()->isArrayType() && !V->hasExternalStorage()) {
    Out.insert(V->getCanonicalDecl());
    return true;
  }
  if (!V->getType()->isPointerType() || Depth > MaxDepth)
    return false;
  const Settings Known = settingsOf(V); // a map's places move
  Out.insert(Known.Allocations.begin(), Known.Allocations.end());
  return !Known.Lost &&
         llvm::all_of(Known.Pointers, [&](const Expr *E) { return arraysOf(E, Out, Depth + 1); });
}

/// False: it may lead elsewhere, too.
bool HostPointers::arraysOf(const Expr *E, Arrays &Out, unsigned Depth) {
  if (E->isNullPointerConstant(const_cast<ASTContext &>(Context),
                               Expr::NPC_ValueDependentIsNotNull))
    return true;
  const VarDecl *V = pointerMadeOf(E);
  return V && arraysOf(V, Out, Depth);
}

/// Pointers that are set to several arrays, as those of two buffers in turns, are not known.
std::optional<Uniformity> HostPointers::apart(const Expr *A, const Expr *B) {
  Arrays Of[2];
  const bool Known = arraysOf(A, Of[0], 0) && arraysOf(B, Of[1], 0);
  const bool Meet = llvm::any_of(Of[0], [&](const void *Array) { return Of[1].contains(Array); });
  if (namedAlike(A, B) || (Known && Meet && Of[0].size() == 1 && Of[1].size() == 1))
    return divergent(ObstacleKind::Unknown,
                     "'" + Text.text(A->getSourceRange()) + "' and '" +
                         Text.text(B->getSourceRange()) + "' lead into one array",
                     Text.expansion(A->getBeginLoc()));
  return Known && !Meet ? std::optional(Uniformity()) : std::nullopt;
}

std::vector<PassedApart> HostPointers::pairs(llvm::ArrayRef<const Expr *> Args) {
  std::vector<PassedApart> Out;
  for (unsigned I = 0; I < Args.size(); ++I)
    for (unsigned J = I + 1; J < Args.size(); ++J)
      if (Args[I]->getType()->isPointerType() && Args[J]->getType()->isPointerType())
        if (std::optional<Uniformity> Holds = apart(Args[I], Args[J]))
          Out.push_back({I, J, std::move(*Holds)});
  return Out;
}

} // namespace coopify
