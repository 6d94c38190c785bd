//===- Collector.h - one walk over the AST of a unit -------------*- C++ -*-===//
#ifndef COOPIFY_EXTRACT_COLLECTOR_H
#define COOPIFY_EXTRACT_COLLECTOR_H

#include "Analysis/Operations/Groups.h"
#include "Analysis/Source/Walks/Reached.h"
#include "Extract/FunctionSummaries.h"
#include "Extract/Uses/Asked.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprConcepts.h"

#include <map>
#include <utility>
#include <vector>

namespace coopify {

/// Collects what is then worked on; decides nothing.
class Collector : public clang::DynamicRecursiveASTVisitor {
public:
  Collector(clang::ASTContext &Context, const SourceText &Text)
      : Context(Context), Text(Text), Asks(Text) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    if (kindOf(F) == FunctionKind::Host || Text.isToolkit(F))
      return true;
    if (F->isDependentContext()) {
      if (F->doesThisDeclarationHaveABody())
        Patterns.push_back(F);
    } else if (Seen.insert(F->getCanonicalDecl()).second) {
      Functions.push_back(F);
    }
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr *L) override {
    clang::CXXMethodDecl *Call = L->getCallOperator();
    if (Call && !L->getLambdaClass()->isDependentContext()) {
      VisitFunctionDecl(Call);
      calledByPointer(L);
    }
    // No declaration that is walked through holds the instances of a generic one.
    if (clang::FunctionTemplateDecl *Generic = L->getDependentCallOperator())
      for (clang::FunctionDecl *Instance : Generic->specializations())
        if (!Instance->isDependentContext() && VisitFunctionDecl(Instance))
          TraverseStmt(Instance->getBody());
    return true;
  }
  /// A function named without being called: its type may not change.
  bool VisitDeclRefExpr(clang::DeclRefExpr *E) override {
    const auto *F = llvm::dyn_cast<clang::FunctionDecl>(E->getDecl());
    Named.add(E->getDecl());
    if (F && F->getIdentifier() && isLegacyWarpName(F->getName()) && Text.isToolkit(F))
      Legacy.push_back(E);
    if (F && kindOf(F) == FunctionKind::Kernel)
      KernelNames.push_back(E);
    else if (F && !Callees.contains(E))
      (InSubstitution ? Substituted : Addressed)
          .try_emplace(F->getCanonicalDecl(), E->getLocation());
    return true;
  }
  /// In a class template it belongs to no function.
  bool VisitFieldDecl(clang::FieldDecl *F) override {
    if (F->getDeclContext()->isDependentContext() && F->hasInClassInitializer() &&
        F->getInClassInitializer())
      DependentInits.push_back(F->getInClassInitializer());
    return true;
  }
  bool VisitFriendDecl(clang::FriendDecl *D) override {
    if (D->getDeclContext()->isDependentContext())
      DependentFriends.push_back(D);
    return true;
  }
  bool VisitVarTemplateDecl(clang::VarTemplateDecl *D) override {
    if (const clang::Expr *Init = D->getTemplatedDecl()->getInit())
      DependentInits.push_back(Init);
    return true;
  }
  /// `__attribute__((cleanup(f))) int x;`: f is called where x's scope ends, wherever that is.
  bool VisitVarDecl(clang::VarDecl *V) override {
    if (const auto *Cleanup = V->getAttr<clang::CleanupAttr>()) {
      Named.add(Cleanup->getFunctionDecl());
      Addressed.try_emplace(Cleanup->getFunctionDecl()->getCanonicalDecl(), V->getLocation());
    }
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *E) override {
    if (const auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(E->getMemberDecl());
        M && M->isStatic() && !Callees.contains(E)) // `auto p = object.f;`
      Addressed.try_emplace(M->getCanonicalDecl(), E->getMemberLoc());
    Named.add(E->getMemberDecl());
    return true;
  }
  bool VisitOverloadExpr(clang::OverloadExpr *E) override {
    for (const clang::NamedDecl *D : E->decls())
      Named.add(D->getUnderlyingDecl());
    return true;
  }
  /// In a template, where it is not known yet which of them is meant.
  bool VisitUnresolvedLookupExpr(clang::UnresolvedLookupExpr *E) override {
    if (E->getName().isIdentifier() && isLegacyWarpName(E->getName().getAsString()) &&
        llvm::any_of(E->decls(), [&](const clang::NamedDecl *D) {
          const auto *F = llvm::dyn_cast<clang::FunctionDecl>(D->getUnderlyingDecl());
          return F && Text.isToolkit(F);
        }))
      Lookups.push_back(E);
    return true;
  }
  /// What stands for a template's parameter was named where the argument is written.
  bool TraverseSubstNonTypeTemplateParmExpr(clang::SubstNonTypeTemplateParmExpr *E) override {
    const bool Outer = std::exchange(InSubstitution, true);
    const bool Result = clang::DynamicRecursiveASTVisitor::TraverseSubstNonTypeTemplateParmExpr(E);
    InSubstitution = Outer;
    return Result;
  }
  // What is asked of code that is not run: whether it is valid, and what type it has.
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc T, bool Qualifier) override {
    return asking(
        [&] { return clang::DynamicRecursiveASTVisitor::TraverseDecltypeTypeLoc(T, Qualifier); });
  }
  bool TraverseTypeOfExprTypeLoc(clang::TypeOfExprTypeLoc T, bool Qualifier) override {
    return asking(
        [&] { return clang::DynamicRecursiveASTVisitor::TraverseTypeOfExprTypeLoc(T, Qualifier); });
  }
  bool TraverseConceptDecl(clang::ConceptDecl *D) override {
    return asking([&] { return clang::DynamicRecursiveASTVisitor::TraverseConceptDecl(D); });
  }
  bool TraverseRequiresExpr(clang::RequiresExpr *E) override {
    return asking([&] { return clang::DynamicRecursiveASTVisitor::TraverseRequiresExpr(E); });
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *E) override {
    return asking([&] { return clang::DynamicRecursiveASTVisitor::TraverseCXXNoexceptExpr(E); });
  }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr *E) override {
    return asking([&] { return clang::DynamicRecursiveASTVisitor::TraverseCXXTypeidExpr(E); });
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *E) override {
    return asking(
        [&] { return clang::DynamicRecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(E); });
  }
  bool VisitExpr(clang::Expr *E) override {
    if (Asking)
      Asks.operand(E);
    else if (llvm::isa<clang::UnresolvedLookupExpr, clang::DependentScopeDeclRefExpr>(E) &&
             !Callees.contains(E))
      Asks.name(E);
    return true;
  }
  bool VisitTypeTraitExpr(clang::TypeTraitExpr *E) override {
    Asks.trait(E);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *E) override {
    Constructions.push_back(E);
    Named.add(E->getConstructor());
    return true;
  }
  bool VisitUsingDecl(clang::UsingDecl *D) override {
    for (const clang::UsingShadowDecl *Shadow : D->shadows())
      if (const auto *C = llvm::dyn_cast<clang::ConstructorUsingShadowDecl>(Shadow))
        Inherited.push_back(C);
    return true;
  }
  /// In a scope of its own, or as a parameter of a template, it hides the groups' alias.
  bool VisitNamedDecl(clang::NamedDecl *D) override {
    HidesCg |= D->getDeclName().isIdentifier() && D->getName() == "cg" &&
               llvm::isa<clang::NamespaceDecl, clang::NamespaceAliasDecl, clang::TypeDecl,
                         clang::TemplateDecl>(D) &&
               (llvm::isa<clang::TemplateTypeParmDecl, clang::TemplateTemplateParmDecl>(D) ||
                !D->getDeclContext()->getRedeclContext()->isTranslationUnit()) &&
               !namesGroups(D) && Text.isUserFile(D->getLocation());
    HidesCoopify |= D->getDeclName().isIdentifier() && D->getName() == "coopify" &&
                    !D->getDeclContext()->isTranslationUnit() && Text.isUserFile(D->getLocation());
    return true;
  }
  static bool namesGroups(const clang::NamedDecl *D) {
    const auto *Alias = llvm::dyn_cast<clang::NamespaceAliasDecl>(D);
    return Alias && isGroups(Alias->getNamespace());
  }
  bool VisitCallExpr(clang::CallExpr *E) override {
    const clang::Expr *Callee = E->getCallee()->IgnoreParenImpCasts();
    if (llvm::isa<clang::DeclRefExpr, clang::UnresolvedLookupExpr, clang::MemberExpr,
                  clang::DependentScopeDeclRefExpr>(Callee))
      Callees.insert(Callee);
    Calls.push_back(E);
    // A functor in the hands of thrust or cub: who is there when it is called, nobody reads.
    if (const clang::FunctionDecl *F = E->getDirectCallee();
        F && Text.isToolkitFile(E->getExprLoc()) && !Text.isToolkit(F))
      Addressed.try_emplace(F->getCanonicalDecl(), F->getLocation());
    return true;
  }
  /// What elements that are not written get is a child of nothing; which of several functions is
  /// meant shows in what is made of the list alone.
  bool VisitInitListExpr(clang::InitListExpr *E) override {
    const clang::InitListExpr *Made = E->isSemanticForm() ? E : E->getSemanticForm();
    for (const clang::Expr *Init : Made ? Made->inits() : llvm::ArrayRef<clang::Expr *>()) {
      Init = Init->IgnoreParenCasts();
      if (const auto *U = llvm::dyn_cast<clang::UnaryOperator>(Init))
        Init = U->getSubExpr()->IgnoreParenCasts();
      if (const auto *Ref = llvm::dyn_cast<clang::DeclRefExpr>(Init);
          Ref && llvm::isa<clang::FunctionDecl>(Ref->getDecl()))
        VisitDeclRefExpr(const_cast<clang::DeclRefExpr *>(Ref));
    }
    return !Made || !Made->hasArrayFiller() ||
           TraverseStmt(const_cast<clang::Expr *>(Made->getArrayFiller()));
  }
  /// What runs takes one arm of an `if consteval`: it becomes what a constant makes of it, as it
  /// has no condition that others could look at.
  bool VisitIfStmt(clang::IfStmt *If) override {
    if (If->isConsteval()) {
      If->setCond(clang::CXXBoolLiteralExpr::Create(Context, If->isNegatedConsteval(),
                                                    Context.BoolTy, If->getIfLoc()));
      If->setStatementKind(clang::IfStatementKind::Ordinary);
    }
    return true;
  }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt *S) override {
    Asms.push_back(S);
    return true;
  }
  bool VisitNamespaceAliasDecl(clang::NamespaceAliasDecl *D) override {
    if (D->getDeclContext()->isTranslationUnit() && isGroups(D->getNamespace()))
      Aliases.push_back(D);
    return true;
  }

  /// A place that names a legacy intrinsic of the toolkit.
  struct Mention {
    std::string Name;
    clang::SourceLocation At;
    bool Called;
  };
  std::vector<Mention> mentions() const;

  clang::ASTContext &Context;
  const SourceText &Text;
  std::vector<const clang::FunctionDecl *> Functions; ///< concrete device code
  std::vector<const clang::FunctionDecl *> Patterns;  ///< bodies of templates
  std::vector<const clang::FriendDecl *> DependentFriends;
  std::vector<const clang::Expr *> DependentInits; ///< of members and variables of templates
  std::map<const clang::FunctionDecl *, clang::SourceLocation> Addressed;
  std::map<const clang::FunctionDecl *, clang::SourceLocation>
      Substituted;                                     ///< for a template's parameter
  std::vector<const clang::DeclRefExpr *> KernelNames; ///< all, of launches too
  std::vector<const clang::NamespaceAliasDecl *> Aliases;
  std::vector<const clang::CallExpr *> Calls; ///< all of the unit; a launch may be among them
  std::vector<const clang::GCCAsmStmt *> Asms;
  Asked Asks;
  std::vector<const clang::CXXConstructExpr *> Constructions;
  std::vector<const clang::ConstructorUsingShadowDecl *> Inherited;
  bool HidesCg = false;
  bool HidesCoopify = false; ///< that name is declared elsewhere than at the top
  Reached Named;             ///< also of the prelude

private:
  /// `float (*p)(float) = [](float x) {...};`, wherever the conversion stands (init lists and
  /// template arguments show it to no walk): who calls it by that, nobody reads.
  void calledByPointer(const clang::LambdaExpr *L) {
    auto IsUsed = [](const clang::NamedDecl *Conversion) {
      const auto *Generic = llvm::dyn_cast<clang::FunctionTemplateDecl>(Conversion);
      return Generic ? llvm::any_of(Generic->specializations(),
                                    [](const clang::FunctionDecl *F) { return F->isUsed(); })
                     : Conversion->isUsed();
    };
    if (llvm::none_of(L->getLambdaClass()->getVisibleConversionFunctions(), IsUsed))
      return;
    const clang::FunctionTemplateDecl *Generic = L->getDependentCallOperator();
    if (!Generic)
      Addressed.try_emplace(L->getCallOperator()->getCanonicalDecl(), L->getBeginLoc());
    else
      for (const clang::FunctionDecl *F : Generic->specializations())
        Addressed.try_emplace(F->getCanonicalDecl(), L->getBeginLoc());
  }
  template <typename Fn> bool asking(Fn Traverse) {
    const bool Outer = std::exchange(Asking, true);
    const bool Result = Traverse();
    Asking = Outer;
    return Result;
  }
  bool InSubstitution = false, Asking = false;
  llvm::DenseSet<const clang::FunctionDecl *> Seen;
  llvm::DenseSet<const clang::Expr *> Callees;
  std::vector<const clang::DeclRefExpr *> Legacy;
  std::vector<const clang::UnresolvedLookupExpr *> Lookups;
};

inline std::vector<Collector::Mention> Collector::mentions() const {
  std::vector<Mention> Out;
  for (const clang::DeclRefExpr *E : Legacy)
    Out.push_back({E->getDecl()->getName().str(), E->getLocation(), Callees.contains(E)});
  for (const clang::UnresolvedLookupExpr *E : Lookups)
    Out.push_back({E->getName().getAsString(), E->getNameLoc(), Callees.contains(E)});
  return Out;
}

} // namespace coopify

#endif // COOPIFY_EXTRACT_COLLECTOR_H
