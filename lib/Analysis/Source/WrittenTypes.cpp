//===- WrittenTypes.cpp -----------------------------------------------------===//

#include "Analysis/Source/WrittenTypes.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// A name that the toolkit, the compiler or the system declares.
static bool isOfSystem(const Decl *D, const SourceText &Text) {
  return D->getLocation().isInvalid() ||
         (!Text.isUserFile(D->getLocation()) && !Text.isLibrary(D->getLocation()));
}

/// Past pointers, references and arrays.
static TypeLoc innermost(TypeLoc T) {
  for (;;) {
    T = T.getUnqualifiedLoc().IgnoreParens();
    if (auto P = T.getAs<PointerTypeLoc>())
      T = P.getPointeeLoc();
    else if (auto R = T.getAs<ReferenceTypeLoc>())
      T = R.getPointeeLoc();
    else if (auto A = T.getAs<ArrayTypeLoc>())
      T = A.getElementLoc();
    else
      return T;
  }
}

static bool isFixed(TypeLoc Written, const SourceText &Text) {
  const TypeLoc T = Written.isNull() ? Written : innermost(Written);
  if (T.isNull() || T.getBeginLoc().isMacroID())
    return false;
  if (const auto Named = T.getAs<TypedefTypeLoc>())
    return isOfSystem(Named.getDecl(), Text);
  return T.getAs<BuiltinTypeLoc>() || T.getAs<TagTypeLoc>();
}

static bool isFixed(const ValueDecl *D, const SourceText &Text) {
  if (const auto *F = dyn_cast<FunctionDecl>(D)) {
    const auto Type = F->getFunctionTypeLoc();
    return isOfSystem(F, Text) || (Type && isFixed(Type.getReturnLoc(), Text));
  }
  const auto *Named = dyn_cast<DeclaratorDecl>(D);
  if (isOfSystem(D, Text))
    return true;
  return Named && Named->getTypeSourceInfo() &&
         isFixed(Named->getTypeSourceInfo()->getTypeLoc(), Text);
}

static bool ofOperator(const BinaryOperator *B, const SourceText &Text) {
  if (B->isComparisonOp() || B->isLogicalOp())
    return true;
  if (B->getOpcode() == BO_Comma)
    return hasFixedType(B->getRHS(), Text);
  return hasFixedType(B->getLHS(), Text) &&
         (B->isShiftOp() || B->getOpcode() == BO_Assign || hasFixedType(B->getRHS(), Text));
}

static bool ofCall(const CallExpr *Call, const SourceText &Text) {
  const FunctionDecl *F = Call->getDirectCallee();
  return F && isFixed(F, Text) && // one of several functions is chosen by its arguments
         llvm::all_of(Call->arguments(), [&](const Expr *A) { return hasFixedType(A, Text); });
}

bool hasFixedType(const Expr *E, const SourceText &Text) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return hasFixedType(Full->getSubExpr(), Text);
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return hasFixedType(T->getSubExpr(), Text);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return isFixed(Ref->getDecl(), Text);
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isFixed(M->getMemberDecl(), Text) && hasFixedType(M->getBase(), Text);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return hasFixedType(A->getBase(), Text);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_LNot || hasFixedType(U->getSubExpr(), Text);
  if (const auto *C = dyn_cast<ExplicitCastExpr>(E))
    return C->getTypeInfoAsWritten() && isFixed(C->getTypeInfoAsWritten()->getTypeLoc(), Text);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return ofOperator(B, Text);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return hasFixedType(C->getTrueExpr(), Text) && hasFixedType(C->getFalseExpr(), Text);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return ofCall(Call, Text);
  if (isa<CXXThisExpr, CXXBoolLiteralExpr>(E))
    return true;
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral>(E) && !E->getBeginLoc().isMacroID();
}

std::string spelledType(TypeLoc Written, const SourceText &Text) {
  if (auto Ref = Written.getAs<ReferenceTypeLoc>())
    Written = Ref.getPointeeLoc();
  Written = Written.getUnqualifiedLoc();
  const SourceRange R = Written.getSourceRange();
  if (Written.getType()->getContainedAutoType() || R.isInvalid())
    return "";
  const std::string Spelled = Text.spelled(Text.fileRange(R));
  return llvm::StringRef(Spelled).contains('\n') ? "" : Spelled;
}

} // namespace coopify
