//===- GridBarrier.cpp - barriers over blocks by a counter and a loop --------===//

#include "Analysis/Convergence/Flow/LoopWaits.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/Index/SymbolicIndex.h"
#include "Analysis/SharedMemory/Steps/SharedSteps.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"
#include "Extract/Sites/Grids/CountedBarrier.h"

#include "clang/AST/Attr.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

using Names = llvm::SmallPtrSet<const ValueDecl *, 8>;

/// A block's own number is part of it, or a variable that was set to that.
bool namesBlock(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S); E && builtinNumber(E).first == "blockIdx")
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->getInit())
      return namesBlock(V->getInit());
  return llvm::any_of(S->children(), namesBlock);
}

/// Memory that an expression names: the variable or member, and what chooses the element.
struct Place {
  const ValueDecl *Of = nullptr;
  bool Shared = false;  ///< in the block's own memory
  bool OfBlock = false; ///< a certain block's, which its number chooses
};

void addTo(const Expr *E, Place &P) {
  E = E->IgnoreParenCasts();
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    P.OfBlock |= namesBlock(A->getIdx());
    return addTo(A->getBase(), P);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf))
    return addTo(U->getSubExpr(), P);
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    const bool Left = B->getLHS()->getType()->isPointerType();
    P.OfBlock |= namesBlock(Left ? B->getRHS() : B->getLHS());
    return addTo(Left ? B->getLHS() : B->getRHS(), P);
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    Place Object;
    addTo(M->getBase(), Object);
    P.Of = P.Of ? P.Of : M->getMemberDecl();
    P.Shared |= Object.Shared;
    P.OfBlock |= Object.OfBlock;
    return;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return;
  P.Of = P.Of ? P.Of : V;
  P.Shared |= V->hasAttr<CUDASharedAttr>();
  const bool Leads = V->getType()->isPointerType() || V->getType()->isReferenceType();
  if (Leads && V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->getInit()) {
    Place From;
    addTo(V->getInit(), From);
    P.Shared |= From.Shared;
    P.OfBlock |= From.OfBlock;
    if (P.Of == V && From.Of)
      P.Of = From.Of;
  }
}

/// What other blocks may see: no variable of the thread's own.
std::optional<Place> seenByBlocks(const Expr *E) {
  Place P;
  addTo(E, P);
  const auto *V = dyn_cast_or_null<VarDecl>(P.Of);
  const bool Own = V && V->hasLocalStorage() && !V->getType()->isPointerType() &&
                   !V->getType()->isReferenceType();
  return P.Of && !P.Shared && !Own ? std::optional(P) : std::nullopt;
}

/// What a block tells the others by, in front of \p Loop, that it has come: `atomicAdd(&count, 1)`,
/// `flags[bid] = 1`.
Names arrivals(const FunctionView &View, const Stmt *Loop) {
  Names Out;
  View.forEachStmt([&](const Stmt *S) {
    if (View.Context.getSourceManager().isBeforeInTranslationUnit(Loop->getBeginLoc(),
                                                                  S->getBeginLoc()))
      return;
    if (const auto *Call = dyn_cast<CallExpr>(S);
        Call && operationOf(Call, View.Text).is(WarpFamily::Atomic) && Call->getNumArgs() > 1) {
      const std::optional<Place> To = seenByBlocks(Call->getArg(0));
      const StringRef Name = Call->getDirectCallee()->getName();
      const bool Counts = Name.starts_with("atomicAdd") || Name.starts_with("atomicSub") ||
                          Name.starts_with("atomicInc") || Name.starts_with("atomicDec") ||
                          Name.starts_with("atomicOr");
      const bool Sets = Name.starts_with("atomicExch");
      // A block's own counter tells its threads of each other.
      if (To && (Counts ? !To->OfBlock : Sets && To->OfBlock) &&
          View.constant(Call->getArg(1)) != 0)
        Out.insert(To->Of);
    }
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (!B || B->getOpcode() != BO_Assign || isa<DeclRefExpr>(B->getLHS()->IgnoreParens()))
      return;
    if (const std::optional<Place> To = seenByBlocks(B->getLHS()); To && To->OfBlock)
      Out.insert(To->Of);
  });
  return Out;
}

/// The variables that \p S sets or counts.
void changed(const Stmt *S, Names &Out) {
  if (!S)
    return;
  const Expr *To = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    To = B->getLHS();
  else if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
    To = U->getSubExpr();
  if (const auto *Ref = To ? dyn_cast<DeclRefExpr>(To->IgnoreParens()) : nullptr)
    Out.insert(Ref->getDecl());
  for (const Stmt *Part : S->children())
    changed(Part, Out);
}

bool mentionsAny(const Stmt *S, const Names &Of) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return S &&
         ((Ref && Of.contains(Ref->getDecl())) ||
          llvm::any_of(S->children(), [&](const Stmt *Part) { return mentionsAny(Part, Of); }));
}

/// The memory that \p S asks in each round at the same place: \p Moving are the variables that the
/// loop changes. A walk over a list, or a search, asks another place each time.
void askedAgain(const Stmt *S, const Names &Moving, Names &Out) {
  if (!S)
    return;
  const Expr *Where = nullptr;
  if (const auto *C = dyn_cast<ImplicitCastExpr>(S); C && C->getCastKind() == CK_LValueToRValue)
    Where = C->getSubExpr();
  else if (const auto *Call = dyn_cast<CallExpr>(S); Call && Call->getNumArgs() > 0)
    Where = Call->getArg(0); // an atomic's, or of a function that loads
  if (Where && !mentionsAny(Where, Moving))
    if (const std::optional<Place> P = seenByBlocks(Where); P && !P->OfBlock)
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Where->IgnoreParenCasts());
          !Ref || isa<CallExpr>(S) || !Ref->getType()->isPointerType())
        Out.insert(P->Of);
  for (const Stmt *Part : S->children())
    askedAgain(Part, Moving, Out);
}

/// Something of \p S is an element that a certain block's number chooses: no barrier of all.
bool ofCertainBlock(const Stmt *S) {
  if (!S)
    return false;
  const auto *E = dyn_cast<Expr>(S);
  if (E && (isa<ArraySubscriptExpr>(E) || (isa<UnaryOperator>(E) && E->isLValue()))) {
    Place P;
    addTo(E, P);
    if (P.OfBlock)
      return true;
  }
  return llvm::any_of(S->children(), ofCertainBlock);
}

/// `for (i = 0; i < *count; ++i)`: how far it goes memory says, and it goes there on its own.
bool countsOn(const Stmt *Loop, const Names &Moving) {
  const auto *For = dyn_cast<ForStmt>(Loop);
  Names Steps;
  if (For)
    changed(For->getInc(), Steps);
  const Expr *Until = loopCondition(Loop);
  return For && Until && mentionsAny(Until, Steps);
}

/// Nothing happens in it but that memory is asked again. Who changes it to get in takes a lock.
bool onlyAsks(const Stmt *S, const SourceText &Text) {
  if (!S)
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const StringRef Name = F && F->getIdentifier() ? F->getName() : "";
    if (Name.starts_with("atomicCAS") || Name.starts_with("atomicExch"))
      return false;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    const auto *To = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
    const auto *V = To ? dyn_cast<VarDecl>(To->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage())
      return false;
  }
  if (isa<ReturnStmt, CUDAKernelCallExpr>(S) || operationOf(S, Text).concernsOthers())
    return false;
  return llvm::all_of(S->children(), [&](const Stmt *Part) { return onlyAsks(Part, Text); });
}

/// A site of kind "grid-barrier" for each loop that asks memory until other blocks have come.
class GridBarrier : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "grid-barrier"; }
  StatementMatcher matcher() const override {
    return stmt(anyOf(whileStmt(), doStmt(), forStmt())).bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      Names Moving;
      changed(M.At, Moving);
      if (!comesThere(M.At, View) || !onlyAsks(M.At, View.Text) || ofCertainBlock(M.At) ||
          countsOn(M.At, Moving) || !LoopWaits(M.At, View.Text).mayWait())
        continue;
      const Names Come = arrivals(View, M.At);
      Names Asked;
      askedAgain(M.At, Moving, Asked);
      for (const ValueDecl *V : Asked)
        if (Come.contains(V)) {
          Sites.push_back(siteAt(M.At, V, View));
          break;
        }
    }
  }

private:
  static bool comesThere(const Stmt *Loop, const FunctionView &View) {
    const Stmt *First = firstEvaluated(Loop, View.Analysis);
    return First && View.Analysis.reachable(First);
  }
  /// `int tid = threadIdx.x;` that only the barrier asks, also in text that is not compiled.
  static void dropNumbers(const IfStmt *Whole, const FunctionView &View, Site &S) {
    Names Asked;
    View.forEachStmt([&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (V && V->isLocalVarDecl() && holds(Whole->getCond(), Ref))
        Asked.insert(V);
    });
    const TextRange Body = View.Text.range(View.Function->getBody()->getSourceRange()),
                    Gone = View.Text.range(Whole->getSourceRange());
    for (const ValueDecl *V : Asked) {
      const TextRange Lines = View.wholeLines(cast<VarDecl>(V));
      const std::set<unsigned> Said =
          Body.valid() ? View.Text.mentions(Body, V->getName()) : std::set<unsigned>{0};
      auto Inside = [](unsigned At, const TextRange &R) { return R.Begin <= At && At < R.End; };
      if (Lines.valid() && isThreadIdxX(cast<VarDecl>(V)) &&
          llvm::all_of(Said, [&](unsigned At) { return Inside(At, Gone) || Inside(At, Lines); }))
        S.Parts.push_back({"drop", Lines, ""});
    }
  }
  static bool isThreadIdxX(const VarDecl *V) {
    return V->getInit() && builtinNumber(V->getInit()).first == "threadIdx";
  }
  static Site siteAt(const Stmt *Loop, const ValueDecl *By, const FunctionView &View) {
    Site S;
    S.Kind = SiteKind::GridBarrier;
    S.Name = By->getNameAsString();
    S.Function = View.USR;
    S.Loc = View.Text.expansion(Loop->getBeginLoc());
    S.Range = View.Text.fileRange(Loop->getSourceRange());
    const Location Declared = View.Text.location(By->getCanonicalDecl()->getLocation());
    S.Parts.push_back({"counter", {}, Declared.File.str() + ":" + std::to_string(Declared.Offset)});
    if (const IfStmt *Whole = countedBarrier(Loop, View)) {
      S.Parts.push_back({"whole", View.Text.range(Whole->getSourceRange()), ""});
      if (S.Parts.back().Range.valid()) {
        dropNumbers(Whole, View, S);
        return S;
      }
    }
    S.Preset = Refusal{ReasonId::HomeMadeBarrier,
                       "this loop asks '" + S.Name + "' until other blocks have come", S.Loc, ""};
    return S;
  }
};

} // namespace

REGISTER_SITE_FINDER(GridBarrier, "grid-barrier");
