//===- Patterns.cpp ----------------------------------------------------===//

#include "Extract/Templates/Patterns.h"

#include "Analysis/Source/Decls.h"
#include "Extract/FunctionSummaries.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"
#include "Model/FunctionNames.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/DeclFriend.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// `a.f(x)`, `T::f(x)`, `f(x)` by the namespace of x's type, `f(x)` of an object. The place is
/// that of an instance's call, as above.
void Patterns::dependentCall(const CallExpr *Call, const Expr *Callee, const ASTContext &Context) {
  const Meaning Is = meaningOf(Callee, Context);
  auto Add = [&](const DeclarationName &Name, SourceLocation At) {
    Templates.back().Called.insert(Name.getAsString());
    if (!Is.Unknown.empty() || Is.Open)
      Templates.back().Dependent.push_back({Name.getAsString(), Text.expansion(At)});
    for (const FunctionDecl *F : Is.Means)
      LookedUp.insert({Text.expansion(At), usrOf(F)});
  };
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    Add(Member->getMember(), Callee->getExprLoc());
  else if (const auto *Scoped = dyn_cast<DependentScopeDeclRefExpr>(Callee))
    Add(Scoped->getDeclName(), Call->getExprLoc());
  else if (const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Callee))
    Add(Lookup->getName(), Call->getExprLoc());
  else if (Callee->isTypeDependent() && !isa<OverloadExpr>(Callee))
    Templates.back().Dependent.push_back({"operator()", Text.expansion(Call->getRParenLoc())});
  else if (const auto *Function = Call->getDirectCallee(); Function && Function->getIdentifier())
    Templates.back().Called.insert(Function->getName());
}

std::map<std::string, std::vector<Location>>
Patterns::dependentCalls(llvm::StringSet<> Words) const {
  std::map<std::string, std::vector<Location>> Out;
  std::vector<bool> Done(Templates.size());
  for (bool Again = true; std::exchange(Again, false);)
    for (auto [I, T] : llvm::enumerate(Templates))
      if (!Done[I] && Words.contains(T.Word)) {
        Done[I] = Again = true;
        for (const auto &Called : T.Called)
          Words.insert(Called.getKey());
        for (const auto &[Word, At] : T.Dependent)
          Out[Word].push_back(At);
      }
  return Out;
}

void Patterns::add(const std::vector<TemplateCall> &Named) {
  for (const TemplateCall &C : Named)
    for (const FunctionDecl *Function : C.Is.Means)
      if (C.At && !Text.isToolkit(Function))
        Calls[usrOf(Function)].push_back(C.Loc);
}

/// Templates that only their specializations define.
void Patterns::declared(const std::vector<TemplateCall> &Named) {
  for (const TemplateCall &C : Named)
    for (const FunctionDecl *F : C.Is.Means)
      if (!F->hasBody() && F->isDependentContext() && Text.isUserFile(F->getLocation()) &&
          Declared.insert(F->getCanonicalDecl()).second) {
        Texts.push_back(summarize(F, Text));
        Texts.back().TemplateText = true;
      }
}

void Patterns::friendOf(const FriendDecl *D) {
  const NamedDecl *Named = D->getFriendDecl();
  const FunctionDecl *F = Named ? Named->getAsFunction() : nullptr;
  if (F && !F->doesThisDeclarationHaveABody())
    Friends.try_emplace(F->getDeclName().getAsString(), Text.expansion(F->getLocation()));
}

void Patterns::addCalls(FunctionSummary &F) const {
  if (auto It = Calls.find(F.Pattern); It != Calls.end())
    F.TemplateCalls = It->second;
  if (auto It = Friends.find(scopeAndWord(F.Name).second.str()); It != Friends.end())
    F.TemplateCalls.push_back(It->second);
}

void Patterns::initialiser(const Expr *Init, const ASTContext &Context) {
  add(templateCalls(Init, Text, Context));
}

void Patterns::pattern(const FunctionDecl *F) {
  struct CallVisitor : DynamicRecursiveASTVisitor {
    std::vector<std::pair<const Expr *, const CallExpr *>> Found;
    bool VisitCallExpr(CallExpr *E) override {
      Found.push_back({E->getCallee()->IgnoreParenImpCasts(), E});
      return true;
    }
  } Visitor;
  Visitor.TraverseStmt(F->getBody());
  bool User = Text.isUserFile(F->getLocation());
  Templates.push_back({F->getDeclName().getAsString(), {}, {}});
  const std::vector<TemplateCall> Named = templateCalls(F, Text);
  add(Named);
  if (User)
    declared(Named);
  if (std::optional<FunctionSummary> Shown =
          User ? summarizeTemplate(F, Named, Text) : std::nullopt)
    Texts.push_back(std::move(*Shown));
  for (auto [Callee, Call] : Visitor.Found) {
    dependentCall(Call, Callee, F->getASTContext());
    std::string Name;
    SourceLocation Loc;
    bool Toolkit = false;
    auto Add = [&](const NamedDecl *D) {
      if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
        D = T->getTemplatedDecl();
      if (const auto *Function = dyn_cast<FunctionDecl>(D))
        Toolkit |= Text.isToolkit(Function);
    };
    if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee)) {
      Name = Lookup->getName().getAsString();
      Loc = Lookup->getNameLoc();
      for (const NamedDecl *D : Lookup->decls())
        Add(D->getUnderlyingDecl());
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee)) {
      Name = Ref->getDecl()->getDeclName().getAsString();
      Loc = Ref->getLocation();
      Add(Ref->getDecl());
    }
    std::optional<SiteKind> Kind = kindOfCall(Name);
    if (!User || !Toolkit || !Kind || Instantiated.contains(Text.location(Loc)))
      continue;
    Site S;
    S.Kind = *Kind;
    S.Name = Name;
    S.Loc = Text.location(Loc);
    S.Range = Text.range(Call->getSourceRange());
    S.Callee = Text.token(Loc);
    S.Macro = Text.macroUse(Call->getBeginLoc(), Call->getEndLoc());
    S.Function = usrOf(F);
    S.Preset = notInstantiated(F, Text);
    Sites.push_back(std::move(S));
  }
  for (const SiteFinder *Finder : allSiteFinders())
    Finder->findInTemplate(F, Text, Instantiated, Sites);
}

} // namespace coopify
