#include "Analysis/Source/BrokenDecls.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace coopify {
namespace {

thread_local const BrokenDeclsScope *Innermost = nullptr;

class Finder : public DynamicRecursiveASTVisitor {
public:
  Finder(llvm::function_ref<bool(const Decl *)> HoldsError, llvm::DenseSet<const Decl *> &Broken,
         bool &Numbers)
      : HoldsError(HoldsError), Broken(Broken), Numbers(Numbers) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitEnumDecl(EnumDecl *D) override { return add(D, true); }
  bool VisitCXXRecordDecl(CXXRecordDecl *D) override { return add(D, false); }
  bool VisitTypedefNameDecl(TypedefNameDecl *D) override { return add(D, false); } // int, to clang
  bool VisitVarDecl(VarDecl *D) override { return add(D, D->getType().isConstQualified()); }
  bool VisitFunctionDecl(FunctionDecl *D) override { return add(D, D->isConstexpr()); }

private:
  bool add(const Decl *D, bool Number) {
    if (D->isInvalidDecl() || HoldsError(D)) {
      Broken.insert(D->getCanonicalDecl());
      Numbers |= Number;
    }
    return true;
  }

  llvm::function_ref<bool(const Decl *)> HoldsError;
  llvm::DenseSet<const Decl *> &Broken;
  bool &Numbers;
};

/// Looks through what a constant is made of.
class MadeOf : public DynamicRecursiveASTVisitor {
public:
  MadeOf(const llvm::DenseSet<const Decl *> &Broken, bool Numbers, const SourceManager &SM)
      : Broken(Broken), Numbers(Numbers), SM(SM) {}

  bool Found = false;

  bool VisitDeclRefExpr(DeclRefExpr *E) override { return decl(E->getDecl()); }
  bool VisitMemberExpr(MemberExpr *E) override { return decl(E->getMemberDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override { return decl(E->getConstructor()); }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    return type(E->getTypeOfArgument());
  }
  /// What a template's argument was made of is gone; where clang's helpers look behind the
  /// expression for it, a literal is left at the parameter's name.
  bool VisitSubstNonTypeTemplateParmExpr(SubstNonTypeTemplateParmExpr *) override {
    return !(Found |= Numbers);
  }
  bool VisitIntegerLiteral(IntegerLiteral *E) override {
    return !(Found |= Numbers && E->getLocation().isValid() &&
                      !llvm::isDigit(*SM.getCharacterData(E->getLocation())));
  }

private:
  bool decl(const Decl *D) {
    if (const auto *N = dyn_cast<EnumConstantDecl>(D))
      return enumeration(cast<EnumDecl>(N->getDeclContext()));
    if (!Seen.insert(D->getCanonicalDecl()).second)
      return true;
    Found |= Broken.contains(D->getCanonicalDecl());
    if (Found)
      return false;
    if (const auto *V = dyn_cast<VarDecl>(D); V && V->getAnyInitializer())
      return TraverseStmt(const_cast<Expr *>(V->getAnyInitializer()));
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (F && F->isConstexpr() && F->hasBody())
      return TraverseStmt(F->getBody());
    const auto *Record = dyn_cast<CXXRecordDecl>(D);
    return !Record || parts(Record);
  }

  /// Each enumerator may be one more than the one before.
  bool enumeration(const EnumDecl *Enum) {
    if (!Seen.insert(Enum->getCanonicalDecl()).second)
      return true;
    const EnumDecl *Pattern = Enum->getTemplateInstantiationPattern();
    Found |= Broken.contains(Enum->getCanonicalDecl()) ||
             (Pattern && Broken.contains(Pattern->getCanonicalDecl()));
    for (const EnumConstantDecl *N : Enum->enumerators())
      if (const Expr *Value = N->getInitExpr(); !Found && Value)
        TraverseStmt(const_cast<Expr *>(Value));
    return !Found;
  }

  bool parts(const CXXRecordDecl *Record) {
    Record = Record->getDefinition();
    if (!Record)
      return true;
    for (const FieldDecl *Field : Record->fields())
      if (!type(Field->getType()))
        return false;
    for (const CXXBaseSpecifier &Base : Record->bases())
      if (!type(Base.getType()))
        return false;
    return true;
  }

  bool type(QualType T) {
    while (const auto *Alias = T->getAs<TypedefType>()) {
      if (Broken.contains(Alias->getDecl()->getCanonicalDecl()))
        return !(Found = true);
      T = Alias->desugar();
    }
    const CXXRecordDecl *Record = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return !Record || decl(Record);
  }

  const llvm::DenseSet<const Decl *> &Broken;
  const bool Numbers;
  const SourceManager &SM;
  llvm::DenseSet<const Decl *> Seen;
};

} // namespace

BrokenDeclsScope::BrokenDeclsScope(ASTContext &Context,
                                   llvm::function_ref<bool(const Decl *)> HoldsError)
    : Context(Context), Before(Innermost) {
  Finder(HoldsError, Broken, Numbers).TraverseDecl(Context.getTranslationUnitDecl());
  Innermost = this;
}

BrokenDeclsScope::~BrokenDeclsScope() { Innermost = Before; }

bool isBroken(const Decl *D) {
  return Innermost && Innermost->Broken.contains(D->getCanonicalDecl());
}

bool restsOnError(const Expr *E) {
  if (!Innermost || Innermost->Broken.empty())
    return false;
  MadeOf Look(Innermost->Broken, Innermost->Numbers, Innermost->Context.getSourceManager());
  Look.TraverseStmt(const_cast<Expr *>(E));
  return Look.Found;
}

} // namespace coopify
