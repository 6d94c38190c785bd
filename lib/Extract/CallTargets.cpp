//===- CallTargets.cpp --------------------------------------------------------===//

#include "Extract/CallTargets.h"

#include "Extract/FunctionSummaries.h"
#include "Extract/MacroMeanings.h"
#include "Model/FunctionNames.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace coopify {
namespace {

class TargetVisitor : public DynamicRecursiveASTVisitor {
public:
  TargetVisitor(const SourceText &Text, std::vector<CallTarget> &Out) : Text(Text), Out(Out) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitCallExpr(CallExpr *E) override {
    if (const FunctionDecl *F = isa<CUDAKernelCallExpr>(E) ? nullptr : E->getDirectCallee())
      add(E,
          E->getNumArgs() > 0 ? E->getArg(E->getNumArgs() > 1 && isa<CXXOperatorCallExpr>(E))
                              : nullptr,
          E->getRParenLoc(), F);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    add(E, E->getNumArgs() > 0 ? E->getArg(0) : nullptr, E->getEndLoc(), E->getConstructor());
    return true;
  }

private:
  void add(const Expr *Call, const Expr *FirstArg, SourceLocation End, const FunctionDecl *F) {
    if (!Text.isUserFile(Call->getExprLoc()) || F->isImplicit())
      return;
    bool Written = FirstArg && !isa<CXXDefaultArgExpr>(FirstArg);
    CallTarget T;
    T.Loc = Text.expansion(placeOf(Call, F));
    T.Args = Text.location(Written ? FirstArg->getBeginLoc() : End);
    T.Name = withoutArguments(F->getNameAsString()).str();
    T.Declared = declared(F);
    T.OfUser = Text.isUserFile(F->getLocation());
    Out.push_back(std::move(T));
  }

  /// A conversion is where its object is: an edit may put a cast around it.
  static SourceLocation placeOf(const Expr *Call, const FunctionDecl *F) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    const Expr *Object =
        Member && isa<CXXConversionDecl>(F) ? Member->getImplicitObjectArgument() : nullptr;
    if (Object)
      return Object->IgnoreParenImpCasts()->getExprLoc();
    // `this->f()` in a template is no such expression yet.
    const auto *Plain = dyn_cast<CallExpr>(Call);
    const Expr *Callee = Plain ? Plain->getCallee()->IgnoreParenImpCasts() : nullptr;
    return Callee && isa<MemberExpr>(Callee) && !isa<CXXOperatorCallExpr>(Call)
               ? Callee->getExprLoc()
               : Call->getExprLoc();
  }

  /// As FunctionSummary::Declarations has them.
  const std::vector<Location> &declared(const FunctionDecl *F) {
    auto [It, New] = Places.try_emplace(F);
    if (!New)
      return It->second;
    std::vector<Location> Found;
    for (const FunctionDecl *D : patternOf(F)->redecls())
      Found.push_back(Text.expansion(D->getLocation()));
    if (const FunctionTemplateDecl *Primary = F->getPrimaryTemplate())
      for (const FunctionDecl *D : Primary->getTemplatedDecl()->redecls())
        Found.push_back(Text.expansion(D->getLocation()));
    return Places[F] = std::move(Found);
  }

  const SourceText &Text;
  std::vector<CallTarget> &Out;
  llvm::DenseMap<const FunctionDecl *, std::vector<Location>> Places;
};

class TargetConsumer : public ASTConsumer {
public:
  explicit TargetConsumer(std::vector<CallTarget> &Out) : Out(Out) {}
  void HandleTranslationUnit(ASTContext &Context) override { Out = callTargets(Context); }

private:
  std::vector<CallTarget> &Out;
};

class TargetAction : public ASTFrontendAction {
public:
  TargetAction(std::vector<CallTarget> &Out, std::shared_ptr<MacroMeanings> Macros)
      : Out(Out), Macros(std::move(Macros)) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    Out.clear(); // of a parse that is repeated
    *Macros = {};
    CI.getPreprocessor().addPPCallbacks(recordMacroMeanings(CI, Macros));
    return std::make_unique<TargetConsumer>(Out);
  }

private:
  std::vector<CallTarget> &Out;
  std::shared_ptr<MacroMeanings> Macros;
};

} // namespace

std::vector<CallTarget> callTargets(ASTContext &Context) {
  const SourceText Text(Context);
  std::vector<CallTarget> Found;
  TargetVisitor Visitor(Text, Found);
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls()) // a prelude is no user's
    if (!D->isFromASTFile() && Text.isUserFile(D->getLocation()))
      Visitor.TraverseDecl(D);
  llvm::sort(Found);
  return Found;
}

std::unique_ptr<FrontendAction> makeCallTargetsAction(std::vector<CallTarget> &Out,
                                                      std::shared_ptr<MacroMeanings> Macros) {
  return std::make_unique<TargetAction>(Out, std::move(Macros));
}

} // namespace coopify
