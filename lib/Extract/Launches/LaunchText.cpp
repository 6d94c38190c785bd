//===- LaunchText.cpp -----------------------------------------------------===//

#include "Extract/Launches/LaunchText.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace coopify {

/// With the blanks around it.
static TextRange withBlanks(TextRange R, const SourceText &Text) {
  auto Blank = [&](unsigned At) {
    const std::string C = Text.spelled({R.File, At, At + 1});
    return C.size() == 1 && isWhitespace(C[0]);
  };
  while (R.Begin > 0 && Blank(R.Begin - 1))
    --R.Begin;
  while (Blank(R.End))
    ++R.End;
  return R;
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
  const bool Packs = Template && Template->getTemplateParameters()->hasParameterPack();
  if (Template && !(Packs && Name->hasExplicitTemplateArgs()) &&
      Name->getNumTemplateArgs() < Template->getTemplateParameters()->size())
    return "its kernel's template arguments come from the arguments, or from defaults";
  return "";
}

namespace {
/// What working out a part of a launch may do to the others, or see of them.
struct Effects {
  bool Changes = false; ///< something, or nothing is known
  bool Calls = false;   ///< a function of numbers, which may keep something to itself
  bool Reads = false;   ///< more than locals
};
} // namespace

static void look(const Stmt *S, Effects &Out) {
  if (!S)
    return;
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return look(Default->getExpr(), Out);
  if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    Out.Changes |= U->isIncrementDecrementOp();
    Out.Reads |= U->getOpcode() == UO_Deref;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    Out.Changes |= B->isAssignmentOp();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Out.Reads |= !V->hasLocalStorage() || V->getType()->isReferenceType();
  Out.Reads |= isa<ArraySubscriptExpr, CXXThisExpr>(S) ||
               (isa<MemberExpr>(S) && cast<MemberExpr>(S)->isArrow());
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const bool Numbers = !isa<CXXMemberCallExpr, CXXOperatorCallExpr>(Call) &&
                         Call->getDirectCallee() &&
                         llvm::all_of(Call->arguments(), [](const Expr *Arg) {
                           return !Arg->isGLValue() && Arg->getType()->isArithmeticType();
                         });
    (Numbers ? Out.Calls : Out.Changes) = true;
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
    const CXXRecordDecl *Class = C->getConstructor()->getParent();
    Out.Changes |= !C->getConstructor()->isTrivial() && Class->getName() != "dim3";
  }
  Out.Changes |= isa<StmtExpr, CXXNewExpr, CXXDeleteExpr, AtomicExpr, LambdaExpr>(S);
  for (const Stmt *Part : S->children())
    look(Part, Out);
}

/// A launch works out its configuration, and then the arguments. Those of one call come in any
/// order, and may not see of each other's.
static bool orderMatters(const CUDAKernelCallExpr *Launch) {
  Effects Config, Args;
  for (const Expr *E : Launch->getConfig()->arguments())
    look(E, Config);
  for (const Expr *E : Launch->arguments())
    look(E, Args);
  auto Sees = [](const Effects &Of) { return Of.Changes || Of.Calls || Of.Reads; };
  return Config.Changes || Args.Changes || (Config.Calls && Sees(Args)) ||
         (Args.Calls && Sees(Config));
}

/// `>>>` and the '(' behind it, where nothing but blanks stands between; else invalid.
static TextRange closing(const CUDAKernelCallExpr *Launch, const SourceText &Text) {
  TextRange Close = Text.token(Launch->getConfig()->getRParenLoc());
  const bool HasArgs = Launch->getNumArgs() > 0 && !isa<CXXDefaultArgExpr>(Launch->getArg(0));
  const TextRange Next = HasArgs ? Text.fileRange(Launch->getArg(0)->getSourceRange())
                                 : Text.token(Launch->getRParenLoc());
  if (!Close.valid() || !Next.valid() || Next.File != Close.File || Next.Begin < Close.End)
    return {};
  const std::string Between = Text.spelled({Close.File, Close.End, Next.Begin});
  if (StringRef(Between).trim() != "(")
    return {};
  Close.End = Next.Begin;
  return withBlanks(Close, Text);
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
  for (const Expr *Arg : Launch->arguments()) {
    Out.HasArgs |= !isa<CXXDefaultArgExpr>(Arg);
    if (isa<CXXDefaultArgExpr>(Arg))
      Out.Because = "it leaves arguments of its kernel to their defaults";
  }
  if (orderMatters(Launch))
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
