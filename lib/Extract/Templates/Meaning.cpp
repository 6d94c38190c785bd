//===- Meaning.cpp ----------------------------------------------------------===//

#include "Extract/Templates/Meaning.h"

#include "Analysis/Source/Decls.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

ClassOf classOf(QualType T) {
  ClassOf Out;
  if (T.isNull())
    return Out;
  T = T.getNonReferenceType();
  T = T->isPointerType() ? T->getPointeeType() : T;
  while (const auto *Of = T->getAs<TemplateSpecializationType>()) {
    if (!Of->isTypeAlias()) {
      Out.Template = dyn_cast_or_null<ClassTemplateDecl>(Of->getTemplateName().getAsTemplateDecl());
      return Out;
    }
    T = Of->getAliasedType();
  }
  Out.Bare = T->isTemplateTypeParmType();
  if (const CXXRecordDecl *Class = T->getAsCXXRecordDecl()) {
    Out.Template = Class->getDescribedClassTemplate();
    Out.Plain = Out.Template ? nullptr : Class;
  }
  return Out;
}

/// False: it is no function.
static bool addMeaning(const NamedDecl *D, std::vector<const FunctionDecl *> &Out) {
  D = D->getUnderlyingDecl();
  if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
    D = Template->getTemplatedDecl();
  const auto *F = dyn_cast<FunctionDecl>(D);
  if (F)
    Out.push_back(patternOf(F));
  return F;
}

void MembersOfClass::add(const ClassOf &Class) {
  if (Class.Template)
    add(Class.Template);
  else if (Class.Plain)
    add(Class.Plain);
  else
    Unknown = true;
}
void MembersOfClass::addBases(const CXXRecordDecl *Class) {
  for (const CXXBaseSpecifier &Base : Class->bases())
    add(classOf(Base.getType()));
}

void MembersOfClass::add(const ClassTemplateDecl *Class) {
  if (!Seen.insert(Class->getCanonicalDecl()).second)
    return;
  add(Class->getTemplatedDecl());
  llvm::SmallVector<ClassTemplatePartialSpecializationDecl *> Partial;
  const_cast<ClassTemplateDecl *>(Class)->getPartialSpecializations(Partial);
  for (const ClassTemplatePartialSpecializationDecl *D : Partial)
    add(D);
  for (const ClassTemplateSpecializationDecl *D : Class->specializations())
    if (D->isExplicitSpecialization())
      add(D);
}
void MembersOfClass::add(const CXXRecordDecl *Class) {
  const CXXRecordDecl *Definition = Class->getDefinition();
  Unknown |= !Definition;
  if (!Definition)
    return;
  DeclContextLookupResult Own = Definition->lookup(Name);
  for (const NamedDecl *D : Own)
    Unknown |= !addMeaning(D, Found);
  if (Own.empty())
    addBases(Definition);
}

static Meaning memberOf(QualType T, DeclarationName Name) {
  const ClassOf Class = classOf(T);
  MembersOfClass Members(Name);
  Members.add(Class);
  const bool All = !Members.Unknown && !Members.Found.empty();
  return {std::move(Members.Found), {}, All ? "" : Name.getAsString(), Class.Bare, false};
}

/// `x(...)` of an object; of a pointer to a function nothing is known.
static Meaning calledObject(const Expr *Object, const ASTContext &Context) {
  const QualType T = Object->getType();
  if (!T->isDependentType() && !T->getAsCXXRecordDecl())
    return {};
  return memberOf(T, Context.DeclarationNames.getCXXOperatorName(OO_Call));
}

static QualType scopeOf(NestedNameSpecifier Scope) {
  return Scope.getKind() == NestedNameSpecifier::Kind::Type ? QualType(Scope.getAsType(), 0)
                                                            : QualType();
}

static Meaning lookedUp(const OverloadExpr *Lookup) {
  Meaning Out;
  bool All = Lookup->decls_begin() != Lookup->decls_end();
  for (const NamedDecl *D : Lookup->decls())
    All &= addMeaning(D, Out.Means);
  if (!All)
    Out.Unknown = Lookup->getName().getAsString();
  const auto *Plain = dyn_cast<UnresolvedLookupExpr>(Lookup);
  Out.Open = Plain && Plain->requiresADL();
  return Out;
}

Meaning meaningOf(const Expr *Callee, const ASTContext &Context) {
  Meaning Out;
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
    return lookedUp(Lookup);
  if (const auto *Dependent = dyn_cast<CXXDependentScopeMemberExpr>(Callee)) {
    const QualType Scope = scopeOf(Dependent->getQualifier());
    const QualType Of = Scope.isNull() ? Dependent->getBaseType() : Scope;
    // By an operator-> it is a member of what that gives.
    if (Dependent->isArrow() && !Of->isPointerType() && !classOf(Of).Bare)
      return {{}, {}, Dependent->getMember().getAsString(), false, false};
    return memberOf(Of, Dependent->getMember());
  }
  if (const auto *Scoped = dyn_cast<DependentScopeDeclRefExpr>(Callee))
    return memberOf(scopeOf(Scoped->getQualifier()), Scoped->getDeclName());
  const auto *Ref = dyn_cast<DeclRefExpr>(Callee);
  const auto *Member = dyn_cast<MemberExpr>(Callee);
  const NamedDecl *D = Ref ? Ref->getDecl() : Member ? Member->getMemberDecl() : nullptr;
  if (D && addMeaning(D, Out.Means))
    return Out;
  return calledObject(Callee, Context);
}

} // namespace coopify
