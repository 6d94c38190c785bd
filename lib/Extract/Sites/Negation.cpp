//===- Negation.cpp -------------------------------------------------------===//

#include "Extract/Sites/Negation.h"

#include "Analysis/Source/WrittenTypes.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

/// Each bit of it is one of an int's.
static bool fitsInt(QualType T, ASTContext &Context) {
  const auto *B = dyn_cast<BuiltinType>(T.getCanonicalType().getUnqualifiedType());
  return B && B->isInteger() && Context.getTypeSize(B) <= 32;
}

/// Other instances of a template may have other types, and operators of their own.
static bool isInTemplate(const FunctionDecl *F) {
  for (const DeclContext *Up = F; Up; Up = Up->getParent()) {
    const auto *Function = dyn_cast<FunctionDecl>(Up);
    if ((Function && Function->isTemplateInstantiation()) ||
        isa<ClassTemplateSpecializationDecl>(Up))
      return true;
  }
  return false;
}

/// Of a type that is written without a template: `bool`, `size_t`.
static bool isPlainlyTyped(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (isa<IntegerLiteral, CXXBoolLiteralExpr, CharacterLiteral>(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *M = dyn_cast<MemberExpr>(E);
  if (!Ref && !(M && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())))
    return false;
  const QualType T = Ref ? Ref->getDecl()->getType() : M->getMemberDecl()->getType();
  const auto *Name = dyn_cast<TypedefType>(T);
  return isa<BuiltinType>(T) || (Name && Name->getDecl()->getDeclContext()->isFileContext());
}

/// Other instances of the template, and other configurations of the program, have \p E of this
/// type, too.
static bool keepsType(const Expr *E, bool Template, const FunctionView &View) {
  return Template ? isPlainlyTyped(E) : hasFixedType(E, View.Text);
}

/// The comparison that holds where \p Op does not; nullopt: of such operands there is none.
static std::optional<BinaryOperatorKind> opposite(const BinaryOperator &B) {
  if (B.isEqualityOp() && B.getLHS()->getType()->isScalarType())
    return BinaryOperator::negateComparisonOp(B.getOpcode());
  // NaN is neither less nor greater; of pointers into different objects nobody knows.
  if (B.isRelationalOp() && B.getLHS()->getType()->isIntegralOrEnumerationType())
    return BinaryOperator::negateComparisonOp(B.getOpcode());
  return std::nullopt;
}

namespace {
/// Tokens of one operand, as they stand in its file.
class Tokens {
public:
  Tokens(const FunctionView &View, const Expr *Within)
      : View(View), Within(View.Text.range(Within->getSourceRange())) {}

  /// False: the token there is not written so, or not here.
  bool replace(SourceLocation Loc, StringRef Written, StringRef By) {
    TextRange At = Loc.isFileID() ? View.Text.token(Loc) : TextRange();
    if (!At.valid() || !Within.valid() || At.File != Within.File || At.Begin < Within.Begin ||
        Within.End < At.End || View.Text.spelled(At) != Written)
      return false;
    for (StringRef Code = View.Text.code(At.File); By.empty() && Code[At.End] == ' ';)
      ++At.End;
    Parts.push_back({"token", At, By.str()});
    return true;
  }

  /// \p Last, and all behind \p First.
  bool drop(const Expr *First, const Expr *Last) {
    TextRange From = View.Text.range(First->IgnoreUnlessSpelledInSource()->getSourceRange()),
              To = View.Text.range(Last->getSourceRange());
    if (First->getEndLoc().isMacroID() || Last->getBeginLoc().isMacroID() || !From.valid() ||
        !To.valid() || From.File != Within.File || From.Begin < Within.Begin ||
        Within.End < To.End || To.End < From.End)
      return false;
    Parts.push_back({"token", {To.File, From.End, To.End}, ""});
    return true;
  }

  std::vector<PatternPart> Parts;

private:
  const FunctionView &View;
  TextRange Within;
};
} // namespace

/// `b == false`, of a bool.
static bool isFalse(const BinaryOperator &B) {
  const auto *False = dyn_cast<CXXBoolLiteralExpr>(B.getRHS()->IgnoreParenImpCasts());
  const Expr *Left = B.getLHS()->IgnoreUnlessSpelledInSource();
  return B.getOpcode() == BO_EQ && False && !False->getValue() &&
         isa<CXXBoolLiteralExpr>(B.getRHS()->IgnoreImplicit()) &&
         Left->getType()->isBooleanType() && isPlainlyTyped(Left);
}

static bool isComma(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreImplicit());
  return B && B->isCommaOp();
}

static bool isPostfix(const Expr *E) {
  return isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, ParenExpr>(E) ||
         (isa<CallExpr>(E) && !isa<CXXOperatorCallExpr>(E));
}

static std::vector<PatternPart> ofOperand(const FunctionView &View, const Expr *Arg) {
  const Expr *E = Arg->IgnoreUnlessSpelledInSource();
  Tokens Out(View, E);
  const bool Template = isInTemplate(View.Function);
  const Expr *Inner = E->IgnoreParens();
  if (const auto *Not = dyn_cast<UnaryOperator>(Inner); Not && Not->getOpcode() == UO_LNot) {
    const Expr *Of = Not->getSubExpr()->IgnoreUnlessSpelledInSource();
    if (!fitsInt(Of->getType(), View.Context) || !keepsType(Of, Template, View) ||
        !Out.replace(Not->getOperatorLoc(), "!", ""))
      return {};
    const auto *Parens = dyn_cast<ParenExpr>(Not->getSubExpr()->IgnoreImpCasts());
    if (!Parens || isComma(Parens->getSubExpr()))
      return std::move(Out.Parts);
    if (!Out.replace(Parens->getLParen(), "(", "") || !Out.replace(Parens->getRParen(), ")", ""))
      return {};
    return std::move(Out.Parts);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(Inner); B && B->isComparisonOp()) {
    if (isFalse(*B) && keepsType(B->getLHS(), Template, View) && Out.drop(B->getLHS(), B->getRHS()))
      return std::move(Out.Parts);
    auto Op = opposite(*B);
    // That a and b differ where they are not equal holds of any number.
    const bool Typed =
        (!Template && B->isEqualityOp()) ||
        (keepsType(B->getLHS(), Template, View) && keepsType(B->getRHS(), Template, View));
    if (!Op || !Typed ||
        !Out.replace(B->getOperatorLoc(), B->getOpcodeStr(), BinaryOperator::getOpcodeStr(*Op)))
      return {};
    return std::move(Out.Parts);
  }
  if (!isPostfix(E) || E->getBeginLoc().isMacroID() || E->getEndLoc().isMacroID())
    return {};
  return {{"plain", {}, ""}};
}

/// The `!` in `if (!__all(p))`.
static std::optional<TextRange> outerNot(const FunctionView &View, const CallExpr *Call) {
  const UnaryOperator *Not = nullptr;
  for (const Stmt *Current = Call;;) {
    DynTypedNodeList Parents = View.Context.getParents(*Current);
    const Stmt *Parent = Parents.size() == 1 ? Parents[0].get<Stmt>() : nullptr;
    if (!Parent)
      return std::nullopt;
    const Stmt *Child = std::exchange(Current, Parent);
    if (isa<ImplicitCastExpr>(Parent) || (Not && isa<ParenExpr>(Parent)))
      continue;
    const auto *U = dyn_cast<UnaryOperator>(Parent);
    const auto *B = dyn_cast<BinaryOperator>(Parent);
    if (!Not) {
      if (!U || U->getOpcode() != UO_LNot)
        return std::nullopt;
      Not = U;
      continue;
    }
    const auto *If = dyn_cast<IfStmt>(Parent);
    const auto *While = dyn_cast<WhileStmt>(Parent);
    const auto *For = dyn_cast<ForStmt>(Parent);
    const auto *Do = dyn_cast<DoStmt>(Parent);
    if ((If && If->getCond() == Child) || (While && While->getCond() == Child) ||
        (For && For->getCond() == Child) || (Do && Do->getCond() == Child) ||
        (B && B->isLogicalOp()))
      break;
    return std::nullopt;
  }
  TextRange At = Not->getOperatorLoc().isFileID() && Call->getBeginLoc().isFileID()
                     ? View.Text.token(Not->getOperatorLoc())
                     : TextRange();
  if (!At.valid() || View.Text.spelled(At) != "!")
    return std::nullopt;
  return At;
}

std::vector<PatternPart> negationOf(const FunctionView &View, const CallExpr *Call,
                                    const Expr *Arg) {
  std::vector<PatternPart> Out = ofOperand(View, Arg);
  if (std::optional<TextRange> Not = outerNot(View, Call))
    Out.push_back({"outer", *Not, ""});
  return Out;
}

} // namespace coopify
