//===- Asked.cpp ----------------------------------------------------------===//
#include "Extract/Uses/Asked.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace coopify {

void Asked::set(SourceLocation &First, SourceLocation At) const {
  if (First.isInvalid())
    First = At;
}

void Asked::add(DeclarationName Name, SourceLocation At) {
  if (Text.isUserFile(At))
    Words.try_emplace(Name.getAsString(), At);
}

/// A function of the toolkit that has the word is another.
void Asked::function(const ValueDecl *D, SourceLocation At) {
  if (isa<FunctionDecl>(D) && Text.isUserFile(D->getLocation()))
    add(D->getDeclName(), At);
}

static bool mayBeFunction(const OverloadExpr *E) {
  return E->decls().empty() || llvm::any_of(E->decls(), [](const NamedDecl *D) {
           return isa<FunctionDecl, FunctionTemplateDecl, UnresolvedUsingValueDecl>(
               D->getUnderlyingDecl());
         });
}

void Asked::name(const Expr *E) {
  if (const auto *Overloads = dyn_cast<OverloadExpr>(E); Overloads && mayBeFunction(Overloads))
    add(Overloads->getName(), Overloads->getNameLoc());
  else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E))
    add(Member->getMember(), Member->getMemberLoc());
  else if (const auto *Scoped = dyn_cast<DependentScopeDeclRefExpr>(E))
    add(Scoped->getDeclName(), Scoped->getLocation());
  else if (const auto *Known = dyn_cast<MemberExpr>(E))
    function(Known->getMemberDecl(), Known->getMemberLoc());
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    function(Ref->getDecl(), Ref->getLocation());
}

/// Of T, T &, T[n]; of a template, its word.
static const NamedDecl *classOf(QualType Type) {
  Type = Type.getNonReferenceType();
  while (const clang::ArrayType *Array = Type->getAsArrayTypeUnsafe())
    Type = Array->getElementType();
  if (const CXXRecordDecl *Class = Type->getAsCXXRecordDecl())
    return Class;
  if (const auto *Deduced = Type->getAs<DeducedTemplateSpecializationType>())
    return Deduced->getTemplateName().getAsTemplateDecl();
  const auto *Instance = Type->getAs<TemplateSpecializationType>();
  const TemplateDecl *Template =
      Instance ? Instance->getTemplateName().getAsTemplateDecl() : nullptr;
  return isa_and_nonnull<ClassTemplateDecl>(Template) ? Template : nullptr;
}

void Asked::made(QualType Type, SourceLocation At) {
  if (const NamedDecl *Class = classOf(Type))
    Classes.try_emplace(Class->getNameAsString(), At);
  else if (Type->isDependentType() && Text.isUserFile(At))
    set(AnyClass, At);
}

/// What may look for a conversion of its operands.
static bool converts(const Expr *E) {
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Call->getNumArgs() > 0;
  return isa<CastExpr, CXXUnresolvedConstructExpr, CXXConstructExpr, CXXNewExpr, InitListExpr,
             BinaryOperator, ArraySubscriptExpr, AbstractConditionalOperator, CXXFoldExpr>(E);
}

/// A default or copying one takes no block.
static bool takesMore(const CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  return !C->isDefaultConstructor() && !C->isCopyOrMoveConstructor();
}

void Asked::operand(const Expr *E) {
  const SourceLocation At = E->getExprLoc();
  name(E);
  // An object that is called has no name but that.
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->getCallee()->isTypeDependent())
    if (!isa<OverloadExpr, CXXDependentScopeMemberExpr, DependentScopeDeclRefExpr, MemberExpr>(
            Call->getCallee()->IgnoreParenImpCasts()) &&
        Text.isUserFile(At))
      Words.try_emplace("operator()", At);
  if (const auto *Made = dyn_cast<CXXUnresolvedConstructExpr>(E))
    made(Made->getTypeAsWritten(), At);
  else if (const auto *Made = dyn_cast<CXXConstructExpr>(E); Made && takesMore(Made))
    made(Made->getType(), At);
  else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    made(Cast->getTypeAsWritten(), At);
  else if (const auto *New = dyn_cast<CXXNewExpr>(E))
    made(New->getAllocatedType(), At);
  if (E->isInstantiationDependent() && converts(E) && Text.isUserFile(At))
    set(Conversion, At);
}

/// These look at no constructor: two types, and what is derived from what.
static bool isOfTypesOnly(TypeTrait Trait) {
  switch (Trait) {
  case BTT_IsSame:
  case BTT_IsBaseOf:
  case BTT_IsLayoutCompatible:
  case BTT_IsPointerInterconvertibleBaseOf:
    return true;
  default:
    return false;
  }
}

static bool constructs(TypeTrait Trait) {
  return Trait == TT_IsConstructible || Trait == TT_IsNothrowConstructible ||
         Trait == TT_IsTriviallyConstructible;
}

/// std::tuple<T> and its like ask for every T.
static bool onlyCopies(const TypeTraitExpr *E) {
  const NamedDecl *Class = classOf(E->getArg(0)->getType());
  return Class && E->getNumArgs() == 2 && classOf(E->getArg(1)->getType()) == Class;
}

/// Also where the standard library writes it: of its instances the types are known.
void Asked::trait(const TypeTraitExpr *E) {
  if (E->getNumArgs() < 2 || isOfTypesOnly(E->getTrait()) || onlyCopies(E))
    return;
  for (const TypeSourceInfo *Arg : E->getArgs()) {
    if (Arg == E->getArg(0) || !constructs(E->getTrait()))
      made(Arg->getType(), E->getExprLoc());
    const NamedDecl *Class = classOf(Arg->getType());
    if (Class ? Text.isUserFile(Class->getLocation())
              : Arg->getType()->isDependentType() && Text.isUserFile(E->getExprLoc()))
      set(Conversion, E->getExprLoc());
  }
}

SourceLocation Asked::of(StringRef Word, const CXXConstructorDecl *Constructor) const {
  if (!Constructor) {
    auto At = Words.find(Word.str());
    return At == Words.end() ? SourceLocation() : At->second;
  }
  if (auto At = Classes.find(Constructor->getParent()->getNameAsString()); At != Classes.end())
    return At->second;
  if (AnyClass.isValid() || Constructor->isExplicit())
    return AnyClass;
  return Conversion;
}

} // namespace coopify
