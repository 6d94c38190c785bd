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
  if (Template && Name->getNumTemplateArgs() < Template->getTemplateParameters()->size())
    return "its kernel's template arguments come from the arguments, or from defaults";
  return "";
}

/// `>>>` and the '(' behind it, where nothing but blanks stands between; else invalid.
static TextRange closing(const CUDAKernelCallExpr *Launch, const SourceText &Text) {
  TextRange Close = Text.token(Launch->getConfig()->getRParenLoc());
  const bool HasArgs = Launch->getNumArgs() > 0 && !isa<CXXDefaultArgExpr>(Launch->getArg(0));
  const TextRange Next = HasArgs ? Text.range(Launch->getArg(0)->getSourceRange())
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
