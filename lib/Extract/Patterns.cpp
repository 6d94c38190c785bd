//===- Patterns.cpp ----------------------------------------------------===//

#include "Extract/Patterns.h"

#include "Analysis/Source/Decls.h"
#include "Extract/SiteBuilder.h"
#include "Extract/SiteFinder.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace coopify {

/// Where an instance of \p Call has its place: CXXMemberCallExpr tells the
/// member's name, other calls where they begin. A template's call of a member
/// that depends on its parameters is not such an expression yet.
static SourceLocation calledAt(const CallExpr *Call, const Expr *Callee,
                               const FunctionDecl *Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  bool Bound = isa<UnresolvedMemberExpr, MemberExpr>(Callee) && Method && Method->isInstance();
  return Bound ? Callee->getExprLoc() : Call->getExprLoc();
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
  for (auto [Callee, Call] : Visitor.Found) {
    std::string Name;
    SourceLocation Loc;
    bool Toolkit = false;
    auto Add = [&, Call = Call, Callee = Callee](const NamedDecl *D) {
      if (const auto *T = dyn_cast<FunctionTemplateDecl>(D))
        D = T->getTemplatedDecl();
      if (const auto *Function = dyn_cast<FunctionDecl>(D)) {
        Toolkit |= Text.isToolkit(Function);
        if (!Text.isToolkit(Function) && !Instantiated.contains(Text.location(Loc)))
          Calls[usrOf(Function)].push_back(Text.expansion(calledAt(Call, Callee, Function)));
      }
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
