//===- LaunchText.cpp -----------------------------------------------------===//

#include "Extract/Launches/LaunchText.h"

#include "Analysis/Convergence/Variables.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/ImplicitCalls.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace coopify {

/// With the blanks around it, on its line: the line before may end in a comment, the next one be a
/// directive.
static TextRange withBlanks(TextRange R, const SourceText &Text) {
  auto Blank = [&](unsigned At) {
    const std::string C = Text.spelled({R.File, At, At + 1});
    return C == " " || C == "\t";
  };
  const unsigned Begin = R.Begin;
  while (R.Begin > 0 && Blank(R.Begin - 1))
    --R.Begin;
  if (R.Begin > 0 && Text.spelled({R.File, R.Begin - 1, R.Begin}) == "\n")
    R.Begin = Begin; // its indentation
  while (Blank(R.End))
    ++R.End;
  return R;
}

/// With what the packs of its instance stand for.
static size_t instanceArguments(const FunctionDecl *Kernel) {
  size_t N = 0;
  for (const TemplateArgument &Arg : Kernel->getTemplateSpecializationArgs()->asArray())
    N += Arg.getKind() == TemplateArgument::Pack ? Arg.pack_size() : 1;
  return N;
}

/// `k<Ts...>`: one argument of the text for all of a pack.
static bool forwardsPack(const DeclRefExpr *Name) {
  return llvm::any_of(Name->template_arguments(), [](const TemplateArgumentLoc &Arg) {
    return Arg.getArgument().isPackExpansion();
  });
}

/// Why the kernel's name in \p Launch is not one that an argument of a function may be.
static std::string whyUnnamed(const CUDAKernelCallExpr *Launch) {
  const auto *Name = dyn_cast<DeclRefExpr>(Launch->getCallee()->IgnoreParenImpCasts());
  const FunctionDecl *Kernel = Launch->getDirectCallee();
  if (!Name || !Kernel)
    return "";
  if (Name->hadMultipleCandidates())
    return "several functions have the name of its kernel, of which the arguments choose one";
  const FunctionTemplateDecl *Template = Kernel->getPrimaryTemplate();
  // `k<256>` may stand for an instance that has more arguments, which were deduced.
  if (Template && Name->getNumTemplateArgs() < instanceArguments(Kernel) && !forwardsPack(Name))
    return "its kernel's template arguments come from the arguments, or from defaults";
  for (const ParmVarDecl *P : Kernel->parameters())
    if (P->getType()->isReferenceType())
      return "its kernel takes a reference, of which a launch passes the address";
  return "";
}

namespace {
/// What working out a part of a launch may do to the others, or see of them.
struct Effects {
  bool Changes = false; ///< something, or nothing is known
  bool Calls = false;   ///< a function of numbers, which may keep something to itself
  bool Reads = false;   ///< what such a function may change
  llvm::SmallPtrSet<const VarDecl *, 8> Locals; ///< are read, too
};
} // namespace

/// The library's, which change nothing.
static bool changesNothing(const FunctionDecl *F) {
  if (const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
      M && M->getIdentifier() && !M->isStatic() && !M->isConst() && M->getName() != "data")
    return false; // a stream's get()
  if (!F || !F->getIdentifier() ||
      !F->getASTContext().getSourceManager().isInSystemHeader(F->getCanonicalDecl()->getLocation()))
    return false;
  return llvm::StringSwitch<bool>(F->getName())
#define UNCHANGING(NAME) .Case(#NAME, true)
#include "Model/Operations/UnchangingFunctions.def"
      .Default(false);
}

/// A function of the program's that is passed numbers, and looks at and changes nothing else.
static bool isOfItsNumbers(const Stmt *S, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4;
  if (!S)
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && !(V->hasLocalStorage() && !V->getType()->isReferenceType()) &&
        !V->isUsableInConstantExpressions(V->getASTContext()))
      return false;
  if (isa<AsmStmt, CXXThisExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, LambdaExpr, AtomicExpr,
          CXXConstructExpr, ArraySubscriptExpr>(S))
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->getOpcode() == UO_Deref)
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *Body = nullptr, *F = Call->getDirectCallee();
    if (!changesNothing(F) && (!F || mayBeReplaced(F) || Depth > MaxDepth || !F->hasBody(Body) ||
                               !isOfItsNumbers(Body->getBody(), Depth + 1)))
      return false;
  }
  return llvm::all_of(S->children(), [&](const Stmt *Part) { return isOfItsNumbers(Part, Depth); });
}

static void lookAtCall(const CallExpr *Call, Effects &Out) {
  const FunctionDecl *F = Call->getDirectCallee();
  // std::min(a, b, less), and of objects that have an operator of their own.
  const bool Plain = Call->getNumArgs() < 2 || llvm::all_of(
                                                   Call->arguments(),
                                                   [](const Expr *Arg) {
                                                     return Arg->getType()->isArithmeticType() ||
                                                            Arg->getType()->isEnumeralType();
                                                   });
  if (changesNothing(F) && Plain) {
    Out.Reads = true;
    return;
  }
  const bool Numbers = !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call) && F &&
                       llvm::all_of(Call->arguments(), [](const Expr *Arg) {
                         return !Arg->isGLValue() && Arg->getType()->isArithmeticType();
                       });
  const FunctionDecl *Body = nullptr;
  if (Numbers && !mayBeReplaced(F) && F->hasBody(Body) && isOfItsNumbers(Body->getBody()))
    return;
  (Numbers ? Out.Calls : Out.Changes) = true;
}

static void look(const Stmt *S, const SourceText &Text, Effects &Out) {
  if (!S)
    return;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return look(Default->getExpr(), Text, Out);
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
    return look(Default->getExpr(), Text, Out);
  ImplicitCalls Unwritten;
  Unwritten.ofStatement(S);
  Out.Changes |= llvm::any_of(Unwritten.Found, [&](const ImplicitCalls::Call &C) {
    return !C.Callee || !Text.isToolkit(C.Callee);
  });
  if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    Out.Changes |= U->isIncrementDecrementOp();
    Out.Reads |= U->getOpcode() == UO_Deref;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    Out.Changes |= B->isAssignmentOp();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
      Out.Reads |= !V->hasLocalStorage() || V->getType()->isReferenceType();
      Out.Locals.insert(V);
    }
  Out.Reads |= isa<ArraySubscriptExpr, CXXThisExpr>(S) ||
               (isa<MemberExpr>(S) && cast<MemberExpr>(S)->isArrow());
  if (const auto *Call = dyn_cast<CallExpr>(S))
    lookAtCall(Call, Out);
  if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
    const CXXRecordDecl *Class = C->getConstructor()->getParent();
    Out.Changes |= !C->getConstructor()->isTrivial() && Class->getName() != "dim3";
  }
  Out.Changes |=
      isa<StmtExpr, CXXNewExpr, CXXDeleteExpr, AtomicExpr, LambdaExpr, CXXUnresolvedConstructExpr>(
          S);
  for (const Stmt *Part : S->children())
    look(Part, Text, Out);
}

/// A launch works out its configuration, and then the arguments. Those of one call come in any
/// order, and may not see of each other's.
static bool orderMatters(const CUDAKernelCallExpr *Launch, const SourceText &Text) {
  Effects Config, Args;
  for (const Expr *E : Launch->getConfig()->arguments())
    look(E, Text, Config);
  for (const Expr *E : Launch->arguments())
    look(E, Text, Args);
  // Of a local the address may have got to where a function changes it by.
  auto Escapes = [](const VarDecl *V) {
    const auto *In = dyn_cast<FunctionDecl>(V->getDeclContext());
    return !V->getType().isConstQualified() &&
           (!In || !In->hasBody() || !Variables(In).followed(V));
  };
  auto Sees = [&](const Effects &Of) {
    return Of.Changes || Of.Calls || Of.Reads || llvm::any_of(Of.Locals, Escapes);
  };
  return Config.Changes || Args.Changes || (Config.Calls && Sees(Args)) ||
         (Args.Calls && Sees(Config));
}

/// `>>>` and the '(' behind it, where nothing but blanks stands between; else invalid.
static TextRange closing(const CUDAKernelCallExpr *Launch, const SourceText &Text) {
  const SourceLocation End = Launch->getConfig()->getRParenLoc();
  TextRange Close = Text.token(End);
  if (!Close.valid())
    return {};
  const std::optional<Token> Next =
      Lexer::findNextToken(Text.manager().getFileLoc(End), Text.manager(), Text.lang());
  const TextRange Open = Next ? Text.token(Next->getLocation()) : TextRange();
  if (!Open.valid() || Open.File != Close.File || Next->isNot(tok::l_paren) ||
      !StringRef(Text.spelled({Close.File, Close.End, Open.Begin})).trim().empty())
    return {};
  Close.End = Open.End;
  return withBlanks(Close, Text);
}

/// Some argument stands in the text, also where a pack is empty in this instance.
static bool hasWrittenArguments(const CUDAKernelCallExpr *Launch, const SourceText &Text) {
  const std::optional<Token> Open = Lexer::findNextToken(
      Text.manager().getFileLoc(Launch->getConfig()->getRParenLoc()), Text.manager(), Text.lang());
  const std::optional<Token> First =
      Open ? Lexer::findNextToken(Open->getLocation(), Text.manager(), Text.lang()) : std::nullopt;
  return First && First->isNot(tok::r_paren);
}

LaunchText launchText(const CUDAKernelCallExpr *Launch, bool OnDevice, const SourceText &Text) {
  LaunchText Out;
  const CallExpr *Config = Launch->getConfig();
  Out.Callee = Text.range(Launch->getCallee()->getSourceRange());
  Out.Open = Text.token(Config->getBeginLoc());
  Out.Close = closing(Launch, Text);
  Out.Macro = Text.macroUse(Launch->getBeginLoc(), Launch->getEndLoc());
  for (const Expr *Arg : Config->arguments())
    Out.Configured += !isa<CXXDefaultArgExpr>(Arg);
  Out.OnDevice = OnDevice;
  Out.HasArgs = Out.Close.valid() && hasWrittenArguments(Launch, Text);
  if (llvm::any_of(Launch->arguments(), llvm::IsaPred<CXXDefaultArgExpr>))
    Out.Because = "it leaves arguments of its kernel to their defaults";
  if (orderMatters(Launch, Text))
    Out.Because =
        "its configuration is worked out before its arguments, and one of them may change "
        "what the other one says: a call has no such order";
  if (std::string Why = whyUnnamed(Launch); !Why.empty())
    Out.Because = Why;
  if (OnDevice)
    Out.Because = "device code launches it, which has no cooperative launch";
  if (!Out.Callee.valid() || !Out.Open.valid() || !Out.Close.valid()) {
    if (Out.Because.empty())
      Out.Because = "comments or macros stand between its parts";
    Out.Open = Out.Close = {};
  } else {
    Out.Open = withBlanks(Out.Open, Text);
  }
  return Out;
}

std::optional<LaunchText> launchText(const CallExpr *Launch, const SourceText &Text) {
  const FunctionDecl *F = Launch->getDirectCallee();
  if (!F || !F->getIdentifier() || F->getName() != "cudaLaunchKernel")
    return std::nullopt;
  LaunchText Out;
  const auto *Name = dyn_cast<DeclRefExpr>(Launch->getCallee()->IgnoreParenImpCasts());
  Out.Callee = Name ? Text.token(Name->getLocation()) : TextRange();
  Out.Macro = Text.macroUse(Launch->getBeginLoc(), Launch->getEndLoc());
  if (!Out.Callee.valid())
    Out.Because = "the name of cudaLaunchKernel does not stand there";
  return Out;
}

} // namespace coopify
