//===- UnusedTemplates.cpp -------------------------------------------------===//

#include "Extract/Trials/UnusedTemplates.h"

#include "Analysis/Source/Decls.h"
#include "Extract/SiteBuilder.h"
#include "Model/FunctionNames.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace coopify {

std::string calledName(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  DeclarationName Name;
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
    Name = Lookup->getName();
  else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    Name = Member->getMember();
  else if (const auto *Scoped = dyn_cast<DependentScopeDeclRefExpr>(Callee))
    Name = Scoped->getDeclName();
  else if (const auto *D = dyn_cast_or_null<NamedDecl>(Call->getCalleeDecl()))
    Name = D->getDeclName();
  return Name.getAsString();
}

bool callsFence(const CallExpr *Call) {
  const WarpIntrinsic *I = findWarpIntrinsic(calledName(Call));
  return I && I->Family == WarpFamily::Fence;
}

namespace {

/// What a template's body shows without types.
struct Contents : DynamicRecursiveASTVisitor {
  llvm::StringSet<> Called;
  bool Steps = false; ///< shared memory, volatile, or a fence: C.4 asks for one of them

  bool VisitCallExpr(CallExpr *E) override {
    Called.insert(calledName(E));
    Steps |= callsFence(E);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    Steps |= V->hasAttr<CUDASharedAttr>() || isVolatile(V->getType());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Steps |= E->getDecl()->hasAttr<CUDASharedAttr>();
    return true;
  }
  bool VisitExpr(Expr *E) override {
    Steps |= isVolatile(E->getType());
    return true;
  }

private:
  static bool isVolatile(QualType T) {
    if (T.isNull())
      return false;
    return T.isVolatileQualified() || ((T->isPointerType() || T->isReferenceType()) &&
                                       T->getPointeeType().isVolatileQualified());
  }
};

} // namespace

static Contents contentsOf(const FunctionDecl *F) {
  Contents Out;
  for (const ParmVarDecl *P : F->parameters())
    Out.VisitVarDecl(const_cast<ParmVarDecl *>(P));
  Out.TraverseStmt(F->getBody());
  return Out;
}

bool isOfTrial(SiteKind Kind) {
  return Kind == SiteKind::Shuffle || Kind == SiteKind::Vote || Kind == SiteKind::Asm ||
         Kind == SiteKind::SharedSteps || Kind == SiteKind::WaveWidth;
}

/// Templates with an instance, also one that the parser gave up.
static llvm::DenseSet<const Decl *> instantiated(ArrayRef<const FunctionDecl *> Functions) {
  llvm::DenseSet<const Decl *> Out;
  for (const FunctionDecl *F : Functions)
    if (const FunctionDecl *P = patternOf(F);
        P != F && (F->hasBody() || F->getPointOfInstantiation().isValid()))
      Out.insert(P->getCanonicalDecl());
  return Out;
}

/// The words of functions with sites, whose callers matter.
static llvm::StringSet<> wordsWithSites(const TUSummary &Unit) {
  llvm::StringSet<> USRs, Words;
  for (const Site &S : Unit.Sites)
    if (isOfTrial(S.Kind) && !S.NotASite)
      USRs.insert(S.Function);
  for (const FunctionSummary &F : Unit.Functions)
    if (F.Kind != FunctionKind::Kernel && USRs.contains(F.USR))
      Words.insert(scopeAndWord(F.Name).second);
  return Words;
}

static llvm::StringSet<> undecided(const TUSummary &Unit) {
  llvm::StringSet<> USRs;
  for (const Site &S : Unit.Sites)
    if (isOfTrial(S.Kind) && S.Preset && S.Preset->Reason == ReasonId::NotInstantiated)
      USRs.insert(S.Function);
  return USRs;
}

std::vector<const FunctionDecl *> unusedTemplates(ArrayRef<const FunctionDecl *> Patterns,
                                                  ArrayRef<const FunctionDecl *> Functions,
                                                  const TUSummary &Unit, const SourceText &Text) {
  const llvm::DenseSet<const Decl *> Used = instantiated(Functions);
  const llvm::StringSet<> Undecided = undecided(Unit);
  llvm::StringSet<> Words = wordsWithSites(Unit);
  std::vector<std::pair<const FunctionDecl *, Contents>> Waiting;
  std::vector<const FunctionDecl *> Out;
  for (const FunctionDecl *F : Patterns) {
    if (!Text.isUserFile(F->getLocation()) || Used.contains(F->getCanonicalDecl()))
      continue;
    Contents Holds = contentsOf(F);
    if (Holds.Steps || Undecided.contains(usrOf(F))) {
      Out.push_back(F);
      Words.insert(F->getDeclName().getAsString());
    } else {
      Waiting.emplace_back(F, std::move(Holds));
    }
  }
  for (bool Again = true; std::exchange(Again, false);)
    llvm::erase_if(Waiting, [&](const auto &Each) {
      const bool Calls = llvm::any_of(Each.second.Called.keys(),
                                      [&](StringRef Word) { return Words.contains(Word); });
      if (Calls) {
        Out.push_back(Each.first);
        Again |= Words.insert(Each.first->getDeclName().getAsString()).second;
      }
      return Calls;
    });
  return Out;
}

//===- What no trial can tell of -------------------------------------------===//

namespace {

struct PatternCalls : DynamicRecursiveASTVisitor {
  std::vector<const CallExpr *> All;
  bool TypedAsm = false; ///< with an operand of a type that the arguments choose
  bool VisitCallExpr(CallExpr *E) override {
    All.push_back(E);
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) override {
    TypedAsm |= llvm::any_of(S->children(), [](const Stmt *Operand) {
      const auto *E = dyn_cast_or_null<Expr>(Operand);
      return E && E->isTypeDependent();
    });
    return true;
  }
};

} // namespace

static bool isTypeDependent(const TemplateArgumentLoc &Arg) {
  const TemplateArgument &A = Arg.getArgument();
  return A.getKind() == TemplateArgument::Expression ? A.getAsExpr()->isTypeDependent()
                                                     : A.isDependent();
}

/// By its arguments' types, or by a type that it names: an overload may be chosen that no trial has
/// seen. Operators of numbers are the language's.
static bool dependsOnTypes(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  const bool Arguments =
      llvm::any_of(Call->arguments(), [](const Expr *Arg) { return Arg->isTypeDependent(); });
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
    return Arguments || llvm::any_of(Lookup->template_arguments(), isTypeDependent) ||
           !Lookup->hasExplicitTemplateArgs();
  return isa<CXXDependentScopeMemberExpr, DependentScopeDeclRefExpr>(Callee) ||
         (Callee->isTypeDependent() && !Call->getCalleeDecl());
}

static std::string meansByArguments(const CallExpr *Call) {
  const std::string Name = calledName(Call);
  return "what " + (Name.empty() ? "a function object" : "'" + Name + "'") +
         " means depends on the template's arguments";
}

/// The place that makeSite() takes.
static const CallExpr *callAt(const PatternCalls &Calls, const Location &At,
                              const SourceText &Text) {
  for (const CallExpr *Call : Calls.All) {
    const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
    SourceLocation Name = Callee->getExprLoc();
    if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
      Name = Lookup->getNameLoc();
    else if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
      Name = Ref->getLocation();
    if (Text.location(Name) == At)
      return Call;
  }
  return nullptr;
}

/// A tile is as large as the width says, and whether a mask leaves it is a matter of numbers.
static bool dependsOnNumbers(const CallExpr *Shuffle, const Site &S) {
  if (Shuffle->getNumArgs() < 3 || isa<CXXDefaultArgExpr>(Shuffle->getArg(2)))
    return false;
  const Expr *Width = Shuffle->getArg(2), *Mask = Shuffle->getArg(1);
  if (Width->isInstantiationDependent())
    return true;
  const bool Whole = S.Args.size() > 2 && S.Args[2].Constant == int64_t(warpWidth());
  return S.Name == "__shfl_xor" && !Whole &&
         (Mask->isInstantiationDependent() || S.Args.size() < 2 || !S.Args[1].Constant);
}

std::optional<std::string> chosenByArguments(const FunctionDecl *Pattern) {
  PatternCalls Calls;
  Calls.TraverseDecl(const_cast<FunctionDecl *>(Pattern)); // initialisers, too
  for (const CallExpr *Call : Calls.All)
    if (!isa<CXXOperatorCallExpr>(Call) && dependsOnTypes(Call))
      return meansByArguments(Call);
  return std::nullopt;
}

std::optional<std::string> whyUndecided(const Site &S, const FunctionDecl *Pattern,
                                        const SourceText &Text) {
  if (S.Kind == SiteKind::WaveWidth) // by what stands there
    return std::nullopt;
  if (!Pattern->getBody() || !Pattern->isDependentContext())
    return "its template is not known";
  if (std::optional<std::string> Why = chosenByArguments(Pattern))
    return Why;
  PatternCalls Calls;
  Calls.TraverseDecl(const_cast<FunctionDecl *>(Pattern)); // initialisers, too
  if (S.Kind == SiteKind::Asm && Calls.TypedAsm)
    return "the types of its operands depend on the template's arguments";
  if (S.Kind != SiteKind::Shuffle && S.Kind != SiteKind::Vote)
    return std::nullopt;
  const CallExpr *Call = callAt(Calls, S.Loc, Text);
  if (!Call)
    return "its call is not found in the template";
  if (S.Kind == SiteKind::Shuffle && dependsOnNumbers(Call, S))
    return "its width or its lane mask depends on the template's arguments";
  return std::nullopt;
}

} // namespace coopify
