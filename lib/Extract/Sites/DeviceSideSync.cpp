//===- DeviceSideSync.cpp - device code that waits for child kernels ----------===//

#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/Index/SymbolicIndex.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/ImplicitCalls.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ParentMap.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// Of the runtime, also where the program declares it once more.
bool isOfRuntime(const FunctionDecl *F, const SourceText &Text) {
  return llvm::any_of(F->redecls(), [&](const FunctionDecl *D) {
    return !Text.isUserFile(D->getLocation()) && !D->isCXXClassMember();
  });
}

bool waitsForChildren(const Stmt *S, const SourceText &Text) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreParenCasts()) : nullptr;
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() &&
         (F->getName() == "cudaDeviceSynchronize" ||
          F->getName() == "__cudaDeviceSynchronizeDeprecationAvoidance") &&
         isOfRuntime(F, Text);
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
           return V && (V->needsDestruction(Context) != QualType::DK_none ||
                        V->hasAttr<CleanupAttr>() || !ImplicitCalls::atEndOf(V).Found.empty());
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

/// Where it stands, somebody's code runs that is not written there.
bool runsUnwritten(const Stmt *S, const FunctionView &View) {
  ImplicitCalls Calls;
  Calls.ofStatement(S);
  return llvm::any_of(Calls.Found, [&](const ImplicitCalls::Call &C) {
    return !C.Callee || !View.Text.isToolkit(C.Callee);
  });
}

/// \p Call may launch kernels into a stream that is not the block's own: a function of the
/// program's, of a library, or of the runtime, which may be about one.
bool mayNameStream(const CallExpr *Call, const FunctionView &View) {
  const FunctionDecl *F = Call->getDirectCallee();
  const StringRef Name = F && F->getIdentifier() ? F->getName() : "";
  // cudaLaunchDevice() is what `<<<>>>` calls.
  if (Name == "cudaLaunchDevice" || Name == "cudaGetLastError" || waitsForChildren(Call, View.Text))
    return false;
  const OperationKind Kind = operationOf(Call, View.Text).Kind;
  return !F || Name.starts_with("cuda") || Kind == OperationKind::UserCall ||
         Kind == OperationKind::Unknown;
}

/// The threads of a block have streams of their own.
bool hasStreamPerThread(const ASTContext &Context) {
  const auto Name = Context.Idents.find("CUDA_API_PER_THREAD_DEFAULT_STREAM");
  return Context.getLangOpts().GPUDefaultStream == LangOptions::GPUDefaultStreamKind::PerThread ||
         (Name != Context.Idents.end() && Name->second->hadMacroDefinition());
}

/// A launch that may go into another stream; null: there is none.
const Stmt *otherStream(const FunctionView &View) {
  const Stmt *Found = nullptr, *Declares = nullptr;
  View.forEachStmt([&](const Stmt *Part) {
    if (Found)
      return;
    if (isa<DeclStmt>(Part))
      Declares = Part;
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Part)) {
      Found = intoOwnStream(Launch, View.Context) ? nullptr : Part;
      return;
    }
    const auto *Made = dyn_cast<CXXConstructExpr>(Part);
    const auto *Call = dyn_cast<CallExpr>(Part);
    if (endsWithCode(Part, View.Context) || runsUnwritten(Part, View) ||
        (Made && !Made->getConstructor()->isTrivial() &&
         !View.Text.isToolkit(Made->getConstructor())) ||
        (Call && mayNameStream(Call, View)))
      Found = isa<CXXDefaultInitExpr>(Part) && Declares ? Declares : Part;
  });
  return Found;
}

bool mayMeetBlock(const Stmt *S, const SourceText &Text, unsigned Depth = 0) {
  if (!S)
    return false;
  constexpr unsigned MaxDepth = 4;
  switch (operationOf(S, Text).Kind) {
  case OperationKind::BlockBarrier:
  case OperationKind::NamedBarrier:
  case OperationKind::GroupBarrier:
  case OperationKind::ClusterBarrier:
  case OperationKind::GridBarrier:
  case OperationKind::Unknown:
    return true;
  case OperationKind::UserCall: {
    const FunctionDecl *F = bodyThatRuns(cast<CallExpr>(S));
    if (!F || Depth > MaxDepth || mayMeetBlock(F->getBody(), Text, Depth + 1))
      return true;
    break;
  }
  default:
    break;
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Part) { return mayMeetBlock(Part, Text, Depth); });
}

/// What a parent kernel does behind a wait for its children.
class Behind {
public:
  explicit Behind(const FunctionView &View) : View(View), Parents(View.Function->getBody()) {}

  /// The first thing that may count on what children did; null: nothing does.
  const Stmt *find(const Stmt *Wait) {
    for (const Stmt *Part = Wait, *Of = parent(Part); Of; Part = Of, Of = parent(Of)) {
      if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, LabelStmt, CXXTryStmt,
              StmtExpr>(Of))
        return Of;                         // goes round to what stands before, or on in it
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
    return Meets ? meetsElsewhere() : nullptr;
  }
  bool launches() const { return Launches; }

private:
  const Stmt *parent(const Stmt *S) { return Parents.getParent(S); }
  const Stmt *countsOnIt(const Stmt *S);
  const Stmt *meetsElsewhere() const;
  const Stmt *launch(const CUDAKernelCallExpr *Launch);

  const FunctionView &View;
  ParentMap Parents;
  bool Launches = false; ///< children are launched behind the wait
  bool Meets = false;    ///< the block's threads wait for each other behind it
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

/// The hardware takes a barrier for met wherever each warp comes to one of its number (PTX ISA,
/// bar): who goes past another one, in an arm, goes on there by what the children have done.
const Stmt *Behind::meetsElsewhere() const {
  for (const Stmt *S : cast<CompoundStmt>(View.Function->getBody())->body()) {
    const auto *E = dyn_cast<Expr>(S);
    const bool Itself =
        E && operationOf(E->IgnoreParenCasts(), View.Text).Kind == OperationKind::BlockBarrier;
    if (!Itself && mayMeetBlock(S, View.Text))
      return S;
  }
  return nullptr;
}

const Stmt *Behind::countsOnIt(const Stmt *S) {
  if (!S || isa<NullStmt, BreakStmt, ContinueStmt>(S) || waitsForChildren(S, View.Text))
    return nullptr;
  if (runsUnwritten(S, View))
    return S;
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
  // What an asm does besides nobody has read.
  const auto *Call = dyn_cast<CallExpr>(S);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(S);
  const bool Waits = Call && operationOf(S, View.Text).Kind == OperationKind::BlockBarrier &&
                     llvm::all_of(Call->arguments(), readsNoMemory) &&
                     (!Member || readsNoMemory(Member->getImplicitObjectArgument()));
  Meets |= Waits;
  return Waits ? nullptr : S;
}

namespace {

/// A site of kind "device-sync" for each call in device code that waits for child kernels: with
/// the part "statement" where nothing behind it counts on what they did, and "launches" where
/// others are launched there.
class DeviceSideSync : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "device-side-sync"; }
  StatementMatcher matcher() const override {
    return stmt(
               anyOf(callExpr(callee(functionDecl(hasAnyName(
                         "cudaDeviceSynchronize", "__cudaDeviceSynchronizeDeprecationAvoidance")))),
                     cudaKernelCallExpr()))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override {
    for (const SiteMatch &M : Matches) {
      const auto *Call = cast<CallExpr>(M.At);
      if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call)) {
        passed(Launch, View, Sites);
        continue;
      }
      // A function of both worlds is looked at as device code here, and stays host code as well.
      if (!isOfRuntime(Call->getDirectCallee(), View.Text))
        continue;
      Site &S = Sites.emplace_back(makeSite(View, SiteKind::DeviceSync, Call));
      if (!View.Analysis.reachable(Call))
        S.NotASite = ReasonId::Unreachable;
      else
        look(Call, View, S);
    }
  }

private:
  /// A variable that only the parent's thread or block has, of which the place \p E is; else null.
  static const VarDecl *ownPlace(const Expr *E, const FunctionView &View) {
    E = E->IgnoreParens();
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      const Expr *Base = A->getBase()->IgnoreParenImpCasts();
      return Base->getType()->isArrayType() ? ownPlace(Base, View) : ownPointed(Base, View);
    }
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return M->isArrow() ? nullptr : ownPlace(M->getBase(), View);
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && !V->getType()->isReferenceType() &&
                   (V->hasLocalStorage() || V->hasAttr<CUDASharedAttr>())
               ? V
               : nullptr;
  }
  /// The same of what the pointer \p E leads to.
  static const VarDecl *ownPointed(const Expr *E, const FunctionView &View) {
    E = E->IgnoreParenCasts();
    if (E->getType()->isArrayType())
      return ownPlace(E, View);
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->getOpcode() == UO_AddrOf ? ownPlace(U->getSubExpr(), View) : nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return B->isAdditiveOp()
                 ? ownPointed(B->getLHS()->getType()->isIntegerType() ? B->getRHS() : B->getLHS(),
                              View)
                 : nullptr;
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && V->isLocalVarDecl() && V->getInit() && V->getType()->isPointerType() &&
                   View.Analysis.variables().followed(V) &&
                   View.Analysis.variables().assignments(V).size() == 1
               ? ownPointed(V->getInit(), View)
               : nullptr;
  }
  /// Shared and local memory are the parent's alone (CUDA guide, Dynamic Parallelism, Shared and
  /// Local Memory).
  static void passed(const CUDAKernelCallExpr *Launch, const FunctionView &View,
                     std::vector<Site> &Sites) {
    if (!View.Function->hasAttr<CUDADeviceAttr>() && !View.Function->hasAttr<CUDAGlobalAttr>())
      return;
    for (const Expr *Arg : Launch->arguments()) {
      const VarDecl *V = Arg->getType()->isPointerType() ? ownPointed(Arg, View) : nullptr;
      if (!V || !View.Analysis.reachable(Launch))
        continue;
      Site &S = Sites.emplace_back(makeSite(View, SiteKind::DeviceSync, Launch));
      S.Preset =
          Refusal{ReasonId::ChildMemory,
                  "'" + V->getNameAsString() +
                      (V->hasAttr<CUDASharedAttr>() ? "' is shared memory of the parent's block"
                                                    : "' is local memory of the parent's thread"),
                  View.Text.expansion(Arg->getBeginLoc()), ""};
      return;
    }
  }
  static void refuse(Site &S, std::string Text, Location Where) {
    S.Preset = Refusal{ReasonId::ParentGoesOn, std::move(Text), std::move(Where), ""};
  }

  static std::string why(const Stmt *Counts, const Stmt *Wait, const FunctionView &View) {
    if (isa<StmtExpr>(Counts) && holds(Counts, Wait))
      return "it is a part of another statement";
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Counts) && holds(Counts, Wait))
      return "it stands in a loop, which goes on behind it";
    const std::string Text = "'" + View.Text.text(Counts->getSourceRange()) + "'";
    if (holds(Counts, Wait) && !isa<LabelStmt, SwitchStmt, CXXTryStmt>(Counts))
      return "the block's threads wait for each other behind it, and go on elsewhere in " + Text;
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
    const auto *If = dyn_cast_or_null<IfStmt>(Around);
    if (!(If ? If->getThen() == Whole || If->getElse() == Whole
             : isa_and_nonnull<CompoundStmt>(Around)))
      return refuse(S, "it is a part of another statement", S.Loc);
    Behind After(View);
    if (const Stmt *Counts = After.find(Whole))
      return refuse(S, why(Counts, Whole, View), View.Text.expansion(Counts->getBeginLoc()));
    if (After.launches() && hasStreamPerThread(View.Context))
      return refuse(S,
                    "each thread has a stream of its own (per-thread default stream): what is "
                    "launched behind it has no order with what other threads launched",
                    S.Loc);
    if (After.launches())
      if (const Stmt *Other = otherStream(View))
        return refuse(S,
                      "'" + View.Text.text(Other->getSourceRange()) +
                          "' may launch children into another stream",
                      View.Text.expansion(Other->getBeginLoc()));
    const TextRange Text = withSemicolon(Whole, View.Text);
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

  static TextRange withSemicolon(const Stmt *S, const SourceText &Text) {
    TextRange R = Text.range(S->getSourceRange());
    const std::optional<Token> Next =
        R.valid() ? Lexer::findNextToken(S->getEndLoc(), Text.manager(), Text.lang())
                  : std::nullopt;
    if (!Next || Next->isNot(tok::semi))
      return {};
    R.End = Text.token(Next->getLocation()).End;
    return R;
  }
};

} // namespace

REGISTER_SITE_FINDER(DeviceSideSync, "device-side-sync");
