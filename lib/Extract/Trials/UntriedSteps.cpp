//===- UntriedSteps.cpp - steps in a template that nobody tries -------------===//
//
// The text alone, without types: nothing is proven from it, and nothing is rewritten.
// It tells whether a template that no trial tells of counts on lockstep.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Source/Decls.h"
#include "Extract/SiteBuilder.h"
#include "Extract/Trials/UnusedTemplates.h"
#include "Model/FunctionNames.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

namespace {

/// A variable or a member of the own object that leads to memory; nullptr: neither.
const ValueDecl *objectOf(const Expr *Base) {
  Base = Base->IgnoreParenImpCasts();
  while (const auto *Row = dyn_cast<ArraySubscriptExpr>(Base)) // s[1] of s[1][t]
    Base = Row->getBase()->IgnoreParenImpCasts();
  const ValueDecl *V = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Base))
    V = Ref->getDecl();
  else if (const auto *M = dyn_cast<MemberExpr>(Base))
    V = M->getMemberDecl();
  return V && (V->getType()->isPointerType() || V->getType()->isArrayType()) ? V : nullptr;
}

bool isVolatile(const ValueDecl *Object, const ASTContext &Context) {
  const QualType T = Object->getType();
  return Context.getBaseElementType(T->isPointerType() ? T->getPointeeType() : T)
      .isVolatileQualified();
}

/// `s[i]`, `*(s + i)` or `*s`.
struct Element {
  const ValueDecl *Object;
  const Expr *At, *Index; ///< no index: of `*s`
  bool Reads, Writes;
  unsigned Barriers, Fences; ///< that stand in front of it in the text
};

/// All elements of memory in the order of the text.
class Elements : public DynamicRecursiveASTVisitor {
public:
  std::vector<Element> All;

  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp())
      assigned(B->getLHS(), B->isCompoundAssignmentOp());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) override {
    if (E->isAssignmentOp() && E->getNumArgs() == 2)
      assigned(E->getArg(0), E->getOperator() != OO_Equal);
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *A) override {
    return add(A, objectOf(A->getBase()), A->getIdx());
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->getOpcode() != UO_Deref)
      return true;
    const Expr *Address = U->getSubExpr()->IgnoreParenImpCasts();
    const auto *Sum = dyn_cast<BinaryOperator>(Address);
    if (Sum && Sum->getOpcode() == BO_Add)
      return add(U, objectOf(Sum->getLHS()), Sum->getRHS());
    return add(U, objectOf(Address), nullptr);
  }
  bool VisitCallExpr(CallExpr *E) override {
    // Of an unresolved call nothing but its name is known.
    const std::string Name = calledName(E);
    Fences += callsFence(E);
    Barriers += llvm::any_of(ArrayRef<StringRef>{"sync", "barrier", "wait"}, [&](StringRef Word) {
      return StringRef(Name).contains_insensitive(Word);
    });
    return true;
  }

private:
  void assigned(const Expr *To, bool Reads) {
    (Reads ? Changed : Set).insert(To->IgnoreParenImpCasts());
  }
  bool add(const Expr *At, const ValueDecl *Object, const Expr *Index) {
    const bool Writes = Set.contains(At) || Changed.contains(At);
    if (Object)
      All.push_back({Object, At, Index, !Set.contains(At), Writes, Barriers, Fences});
    return true;
  }

  llvm::DenseSet<const Expr *> Set, Changed; ///< the targets of assignments
  unsigned Barriers = 0, Fences = 0;
};

/// A subscript as `t + 16`, `16 + t`, `t - 1`, `t ^ 4` or `t`.
struct Offset {
  const Expr *Of;
  int64_t By = 0;
  bool Flips = false;            ///< `^`
  const Expr *Unknown = nullptr; ///< of `t - N` with a parameter of the template's, t
};

/// Whether two elements are a lane's and its neighbour's, as the text has them.
class Neighbours {
public:
  explicit Neighbours(const ASTContext &Context) : Context(Context) {}

  /// Of volatile memory, or with a fence between: who orders what it writes, and then reads
  /// another one's, counts on that having been written.
  bool meet(const Element &W, const Element &R) const {
    if (!W.Writes || !R.Reads || W.Object != R.Object || W.Barriers != R.Barriers || !W.Index ||
        !R.Index)
      return false;
    const Offset To = offset(W.Index), From = offset(R.Index);
    if (isVolatile(W.Object, Context) && apart(To, From))
      return true;
    return W.Fences < R.Fences &&
           (apart(To, From) || (From.Unknown && alike(From.Unknown, W.Index)));
  }

private:
  bool alike(const Expr *A, const Expr *B) const {
    llvm::FoldingSetNodeID X, Y;
    A->IgnoreParenImpCasts()->Profile(X, Context, true);
    B->IgnoreParenImpCasts()->Profile(Y, Context, true);
    return X == Y;
  }
  bool apart(Offset A, Offset B) const {
    A.Flips |= B.Flips && !A.By; // t is t ^ 0
    B.Flips |= A.Flips && !B.By;
    const int64_t Distance = std::abs(A.By - B.By);
    return alike(A.Of, B.Of) && A.Flips == B.Flips && Distance >= 1 &&
           Distance <= int64_t(warpWidth());
  }
  std::optional<int64_t> number(const Expr *E) const {
    if (E->isValueDependent() || E->isTypeDependent())
      return std::nullopt;
    auto N = E->getIntegerConstantExpr(Context);
    return N ? N->tryExtValue() : std::nullopt;
  }
  Offset offset(const Expr *Index) const {
    Index = Index->IgnoreParenImpCasts();
    const auto *B = dyn_cast<BinaryOperator>(Index);
    if (!B || (!B->isAdditiveOp() && B->getOpcode() != BO_Xor))
      return {Index};
    const Expr *L = B->getLHS()->IgnoreParenImpCasts(), *R = B->getRHS()->IgnoreParenImpCasts();
    if (auto N = number(R))
      return {L, B->getOpcode() == BO_Sub ? -*N : *N, B->getOpcode() == BO_Xor};
    if (auto N = number(L); N && B->getOpcode() != BO_Sub)
      return {R, *N, B->getOpcode() == BO_Xor};
    return {Index, 0, false, R->isValueDependent() ? L : nullptr};
  }

  const ASTContext &Context;
};

} // namespace

/// The first element of an object of which two lanes use elements of each other's.
static const Element *firstStep(ArrayRef<Element> All, const ASTContext &Context) {
  const Neighbours Are(Context);
  for (const Element &W : All)
    if (llvm::any_of(All, [&](const Element &R) { return Are.meet(W, R); })) {
      auto OfObject = [&](const Element &E) { return E.Object == W.Object; };
      return llvm::find_if(All, OfObject);
    }
  return nullptr;
}

std::optional<Site> untriedSteps(const FunctionDecl *Pattern, const std::string &Why,
                                 const SourceText &Text) {
  Elements Found;
  Found.TraverseStmt(Pattern->getBody());
  llvm::sort(Found.All, [&](const Element &A, const Element &B) {
    return Text.expansion(A.At->getBeginLoc()) < Text.expansion(B.At->getBeginLoc());
  });
  const Element *First = firstStep(Found.All, Pattern->getASTContext());
  if (!First)
    return std::nullopt;
  Site S;
  S.Kind = SiteKind::SharedSteps;
  S.Name = First->Object->getNameAsString();
  S.Function = usrOf(Pattern);
  S.Loc = Text.expansion(First->At->getBeginLoc());
  S.Range = Text.fileRange(First->At->getSourceRange());
  S.Preset = notInstantiated(Pattern, Text);
  S.Preset->Text += "; " + Why;
  return S;
}

} // namespace coopify
