//===- DeviceSideSync.cpp - device code that waits for child kernels ----------===//

#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/Index/SymbolicIndex.h"
#include "Analysis/Source/Exprs.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ParentMap.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

bool waitsForChildren(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenCasts()) : nullptr;
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() &&
         (F->getName() == "cudaDeviceSynchronize" ||
          F->getName() == "__cudaDeviceSynchronizeDeprecationAvoidance");
}

bool readsNoMemory(const Stmt *S);

/// To find the place that \p E is takes no load from memory.
bool isFoundWithout(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = A->getBase()->IgnoreImpCasts();
    return readsNoMemory(A->getIdx()) &&
           (Base->getType()->isArrayType() ? isFoundWithout(Base) : readsNoMemory(A->getBase()));
  }
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return !M->getMemberDecl()->getType()->isReferenceType() &&
           (M->isArrow() ? readsNoMemory(M->getBase()) : isFoundWithout(M->getBase()));
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
    return readsNoMemory(U->getSubExpr());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && !V->getType()->isReferenceType();
}

/// A variable of the kernel's own, an array's address, or a constant.
bool isOwn(const ValueDecl *D) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return isa<EnumConstantDecl, NonTypeTemplateParmDecl, FunctionDecl>(D);
  return (V->hasLocalStorage() && !V->getType()->isReferenceType() &&
          !V->getType().isVolatileQualified()) ||
         V->getType()->isArrayType() || V->isUsableInConstantExpressions(V->getASTContext());
}

/// The value of \p S is made of arguments, locals, numbers and addresses: no child kernel writes
/// what it reads.
bool readsNoMemory(const Stmt *S) {
  if (!S)
    return true;
  const auto *E = dyn_cast<Expr>(S);
  if (E && !builtinNumber(E).first.empty())
    return true;
  if (isa<CallExpr, LambdaExpr, AtomicExpr, CXXNewExpr, CXXDeleteExpr, StmtExpr,
          ArraySubscriptExpr>(S))
    return false;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return readsNoMemory(Default->getExpr());
  if (const auto *C = dyn_cast<CXXConstructExpr>(S);
      C && C->getConstructor()->getParent()->getName() != "dim3")
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    if (U->getOpcode() == UO_AddrOf)
      return isFoundWithout(U->getSubExpr());
    if (U->getOpcode() == UO_Deref || U->isIncrementDecrementOp())
      return false;
  }
  if (const auto *M = dyn_cast<MemberExpr>(S))
    return !M->isArrow() && !M->getMemberDecl()->getType()->isReferenceType() &&
           readsNoMemory(M->getBase());
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && (B->isAssignmentOp() || B->isPtrMemOp()))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return isOwn(Ref->getDecl());
  return llvm::all_of(S->children(), readsNoMemory);
}

/// Something runs where the scope of what \p S declares ends.
bool endsWithCode(const Stmt *S, const ASTContext &Context) {
  const auto *D = dyn_cast_or_null<DeclStmt>(S);
  return D && llvm::any_of(D->decls(), [&](const Decl *Each) {
           const auto *V = dyn_cast<VarDecl>(Each);
           return V && V->needsDestruction(Context) != QualType::DK_none;
         });
}

/// Into the block's own stream, which no argument names.
bool intoOwnStream(const CUDAKernelCallExpr *Launch, ASTContext &Context) {
  const CallExpr *Config = Launch->getConfig();
  if (Config->getNumArgs() < 4)
    return true;
  const Expr *Stream = Config->getArg(Config->getNumArgs() - 1)->IgnoreParenImpCasts();
  return isa<CXXDefaultArgExpr>(Stream) ||
         Stream->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNotNull);
}

/// A launch that may go into another stream; null: there is none.
const Stmt *otherStream(const FunctionView &View) {
  const Stmt *Found = nullptr;
  View.forEachStmt([&](const Stmt *Part) {
    if (Found)
      return;
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Part)) {
      Found = intoOwnStream(Launch, View.Context) ? nullptr : Part;
      return;
    }
    if (endsWithCode(Part, View.Context))
      Found = Part;
    if (const auto *C = dyn_cast<CXXConstructExpr>(Part);
        C && !C->getConstructor()->isTrivial() && !View.Text.isToolkit(C->getConstructor()))
      Found = Part;
    const auto *Call = dyn_cast<CallExpr>(Part);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    const StringRef Name = F && F->getIdentifier() ? F->getName() : "";
    // cudaLaunchDevice() is what `<<<>>>` calls.
    if (!Call || Name == "cudaLaunchDevice" || Name == "cudaGetLastError" || waitsForChildren(Call))
      return;
    // A function of the program's may launch others; one of the runtime's may be about a stream.
    if (!F || Name.starts_with("cuda") ||
        operationOf(Call, View.Text).Kind == OperationKind::UserCall)
      Found = Part;
  });
  return Found;
}

/// What a parent kernel does behind a wait for its children.
class Behind {
public:
  explicit Behind(const FunctionView &View) : View(View), Parents(View.Function->getBody()) {}

  /// The first thing that may count on what children did; null: nothing does.
  const Stmt *find(const Stmt *Wait) {
    for (const Stmt *Part = Wait, *Of = parent(Part); Of; Part = Of, Of = parent(Of)) {
      if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, LabelStmt, CXXTryStmt>(Of))
        return Of;                         // goes round to what stands before
      for (const Stmt *S : Of->children()) // in an if's head, too
        if (endsWithCode(S, View.Context))
          return S;
      const auto *Block = dyn_cast<CompoundStmt>(Of);
      if (!Block)
        continue;
      bool After = false;
      for (const Stmt *S : Block->body()) {
        if (After)
          if (const Stmt *Counts = countsOnIt(S))
            return Counts;
        After |= S == Part;
      }
    }
    return nullptr;
  }
  bool launches() const { return Launches; }

private:
  const Stmt *parent(const Stmt *S) { return Parents.getParent(S); }
  const Stmt *countsOnIt(const Stmt *S);
  const Stmt *launch(const CUDAKernelCallExpr *Launch);

  const FunctionView &View;
  ParentMap Parents;
  bool Launches = false; ///< children are launched behind the wait
};

} // namespace

/// A child that is launched into the block's own stream begins when those before it in that stream
/// are done, by the order of the stream.
const Stmt *Behind::launch(const CUDAKernelCallExpr *Launch) {
  const Expr *Kernel = Launch->getCallee()->IgnoreParenImpCasts();
  if (!intoOwnStream(Launch, View.Context) || !Launch->getDirectCallee() ||
      !isa<DeclRefExpr>(Kernel))
    return Launch;
  const CallExpr *Config = Launch->getConfig();
  for (const Expr *Arg : Config->arguments())
    if (!readsNoMemory(Arg))
      return Arg;
  for (const Expr *Arg : Launch->arguments())
    if (!readsNoMemory(Arg))
      return Arg;
  Launches = true;
  return nullptr;
}

const Stmt *Behind::countsOnIt(const Stmt *S) {
  if (!S || isa<NullStmt>(S) || waitsForChildren(S))
    return nullptr;
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(S))
    return countsOnIt(Cleanups->getSubExpr());
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return Return->getRetValue() ? S : nullptr;
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(S))
    return launch(Launch);
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Part : Block->body())
      if (const Stmt *Counts = countsOnIt(Part))
        return Counts;
    return nullptr;
  }
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable() || !readsNoMemory(If->getCond()))
      return If->getCond();
    const Stmt *Counts = countsOnIt(If->getThen());
    return Counts ? Counts : countsOnIt(If->getElse());
  }
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    const bool Locals = llvm::all_of(D->decls(), [&](const Decl *Each) {
      const auto *V = dyn_cast<VarDecl>(Each);
      if (!V)
        return isa<TypedefNameDecl>(Each);
      return (V->hasLocalStorage() || !V->hasInit()) && !V->getType()->isReferenceType() &&
             readsNoMemory(V->getInit());
    });
    return Locals && !endsWithCode(S, View.Context) ? nullptr : S;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->getOpcode() == BO_Assign) {
    const auto *To = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
    const auto *V = To ? dyn_cast<VarDecl>(To->getDecl()) : nullptr;
    const bool Local = V && V->hasLocalStorage() && !V->getType()->isReferenceType();
    return Local && readsNoMemory(B->getRHS()) ? nullptr : S;
  }
  const auto *Call = dyn_cast<CallExpr>(S);
  const bool Waits = operationOf(S, View.Text).Kind == OperationKind::BlockBarrier;
  return Waits && (!Call || llvm::all_of(Call->arguments(), readsNoMemory)) ? nullptr : S;
}

namespace {

/// A site of kind "device-sync" for each call in device code that waits for child kernels: with
/// the part "statement" where nothing behind it counts on what they did, and "launches" where
/// others are launched there.
class DeviceSideSync : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "device-side-sync"; }
  StatementMatcher matcher() const override {
    return callExpr(callee(functionDecl(hasAnyName("cudaDeviceSynchronize",
                                                   "__cudaDeviceSynchronizeDeprecationAvoidance"))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      const auto *Call = cast<CallExpr>(M.At);
      // A function of both worlds is looked at as device code here, and stays host code as well.
      if (View.Text.isUserFile(Call->getDirectCallee()->getLocation()))
        continue;
      Site &S = Sites.emplace_back(makeSite(View, SiteKind::DeviceSync, Call));
      if (!View.Analysis.reachable(Call))
        S.NotASite = ReasonId::Unreachable;
      else
        look(Call, View, S);
    }
  }

private:
  static void refuse(Site &S, std::string Text, Location Where) {
    S.Preset = Refusal{ReasonId::ParentGoesOn, std::move(Text), std::move(Where), ""};
  }

  static std::string why(const Stmt *Counts, const Stmt *Wait, const FunctionView &View) {
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Counts) && holds(Counts, Wait))
      return "it stands in a loop, which goes on behind it";
    const std::string Text = "'" + View.Text.text(Counts->getSourceRange()) + "'";
    if (holds(Counts, Wait))
      return "it stands in " + Text + ", to which jumps may lead";
    if (endsWithCode(Counts, View.Context))
      return "a destructor runs behind it, of " + Text;
    return Text + " comes behind it";
  }

  static void look(const CallExpr *Call, const FunctionView &View, Site &S) {
    if (!View.Function->hasAttr<CUDAGlobalAttr>())
      return refuse(S, "it stands in a function, whose callers go on behind it", S.Loc);
    ParentMap Parents(View.Function->getBody());
    const Stmt *Whole = Call;
    while (isa_and_nonnull<ExprWithCleanups, ParenExpr, CStyleCastExpr>(Parents.getParent(Whole)))
      Whole = Parents.getParent(Whole);
    const Stmt *Around = Parents.getParent(Whole);
    if (!isa_and_nonnull<CompoundStmt, IfStmt>(Around) ||
        (isa<IfStmt>(Around) && cast<IfStmt>(Around)->getCond() == Whole))
      return refuse(S, "it is a part of another statement", S.Loc);
    Behind After(View);
    if (const Stmt *Counts = After.find(Whole))
      return refuse(S, why(Counts, Whole, View), View.Text.expansion(Counts->getBeginLoc()));
    if (After.launches())
      if (const Stmt *Other = otherStream(View))
        return refuse(S,
                      "'" + View.Text.text(Other->getSourceRange()) +
                          "' may launch children into another stream",
                      View.Text.expansion(Other->getBeginLoc()));
    const TextRange Text = withSemicolon(View.Text.range(Whole->getSourceRange()), View.Text);
    if (!Text.valid()) {
      S.Macro.Kind = MacroKind::Mixed;
      return;
    }
    S.Parts.push_back(isa<CompoundStmt>(Around)
                          ? PatternPart{"statement", View.wholeLines(Text), ""}
                          : PatternPart{"statement", Text, "{}"}); // all that a condition holds
    if (After.launches())
      S.Parts.push_back({"launches", {}, ""});
  }

  static TextRange withSemicolon(TextRange R, const SourceText &Text) {
    if (!R.valid())
      return {};
    std::string Next;
    for (unsigned At = R.End; !(Next = Text.spelled({R.File, At, At + 1})).empty(); ++At)
      if (!isWhitespace(Next[0]))
        return Next == ";" ? TextRange{R.File, R.Begin, At + 1} : TextRange();
    return {};
  }
};

} // namespace

REGISTER_SITE_FINDER(DeviceSideSync, "device-side-sync");
