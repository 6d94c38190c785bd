//===- ImplicitWarpSync.cpp - steps of a warp that nothing keeps apart -----===//

#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/Index/SymbolicIndex.h"
#include "Extract/SiteFinder.h"
#include "Extract/Sites/SharedSync/SharedRegions.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace clang::ast_matchers;
using namespace coopify;

namespace {

/// Which accesses meet is a question to pairs of them over the whole body (Analysis/SharedMemory),
/// so what is matched only says whether the body is worth it: mentions of memory that lanes share,
/// of pointers and objects that may lead to it, and of what says itself that others write; and
/// calls, also those that nobody wrote, as two callees may name one variable.
class ImplicitWarpSync : public SiteFinder {
public:
  llvm::StringRef rule() const override { return "implicit-warp-sync"; }
  StatementMatcher matcher() const override {
    return stmt(anyOf(declRefExpr(to(varDecl(hasAttr(attr::CUDAShared)).bind("shared"))),
                      declRefExpr(to(parmVarDecl(
                          hasType(qualType(anyOf(pointsTo(qualType()), references(qualType()))))))),
                      declRefExpr(hasType(pointsTo(qualType())),
                                  forFunction(cxxMethodDecl(ofClass(isLambda())))),
                      memberExpr(hasType(pointsTo(qualType()))), cxxThisExpr(),
                      expr(anyOf(declRefExpr(), memberExpr(), arraySubscriptExpr()),
                           hasType(qualType(
                               anyOf(isVolatileQualified(), pointsTo(isVolatileQualified())))))
                          .bind("volatile"),
                      callExpr(hasType(pointsTo(qualType()))).bind("pointer"), callExpr(),
                      cxxConstructExpr(),
                      declStmt(has(varDecl(hasType(hasUnqualifiedDesugaredType(recordType())))))))
        .bind("site");
  }
  void find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
            std::vector<Site> &Sites) const override;
};

} // namespace

REGISTER_SITE_FINDER(ImplicitWarpSync, "implicit-warp-sync");

static bool isVolatile(QualType T, const ASTContext &Context) {
  QualType Of = T->isAnyPointerType() || T->isReferenceType() ? T->getPointeeType() : T;
  return T.isVolatileQualified() || Context.getBaseElementType(Of).isVolatileQualified();
}

/// \p S runs a function that is not the toolkit's, which names nothing of the user's.
static bool runsOthers(const Stmt *S, const SourceText &Text) {
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return !Call->getDirectCallee() || !Text.isToolkit(Call->getDirectCallee());
  if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    return !Made->getConstructor()->isTrivial() && !Text.isToolkit(Made->getConstructor());
  const auto *D = dyn_cast<DeclStmt>(S); // for a destructor
  return D && llvm::any_of(D->decls(), [](const Decl *Each) {
           const auto *V = dyn_cast<VarDecl>(Each);
           return V && V->needsDestruction(V->getASTContext());
         });
}

/// \p E names more than a variable of the lane's own.
static bool leadsElsewhere(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return !Ref || Ref->getDecl()->getType()->isReferenceType() || !isa<VarDecl>(Ref->getDecl());
}

/// What \p S sets may be an element of what the function is passed.
static bool setsElements(const Stmt *S, const SourceText &Text) {
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return B->isAssignmentOp() && leadsElsewhere(B->getLHS());
  if (const auto *U = dyn_cast<UnaryOperator>(S))
    return U->isIncrementDecrementOp() && leadsElsewhere(U->getSubExpr());
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(S))
    return O->isAssignmentOp() && leadsElsewhere(O->getArg(0));
  const auto *Call = dyn_cast<CallExpr>(S);
  return Call && operationOf(Call, Text).is(WarpFamily::Atomic);
}

/// By threadIdx, which no matcher sees within what Clang makes of a property; or it orders what
/// others are to see; or it sets elements of what it is passed, which may be an exchange.
static bool concernsLanes(const FunctionView &View) {
  bool Found = false;
  View.forEachStmt([&](const Stmt *S) {
    const auto *E = dyn_cast<Expr>(S);
    const auto *Call = dyn_cast<CallExpr>(S);
    Found |= (E && builtinNumber(E).first == "threadIdx") ||
             (Call && operationOf(Call, View.Text).Kind == OperationKind::Fence) ||
             setsElements(S, View.Text);
  });
  return Found;
}

/// Memory that lanes may share is there at all, or a pointer that may lead to it, by which lanes
/// are told apart or which says itself that others write there, or beside a fence; or a call, which
/// may name some.
static bool mayShare(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View) {
  const FunctionDecl *F = View.Function;
  auto Any = [&](StringRef Name) {
    return llvm::any_of(Matches, [&](const SiteMatch &M) {
      return M.Nodes.getMap().find(Name) != M.Nodes.getMap().end();
    });
  };
  auto Leads = [](const ParmVarDecl *P) {
    const QualType T = P->getType(); // `View v` may hold a pointer
    return T->isPointerType() || T->isReferenceType() || T->isRecordType();
  };
  auto IsVolatile = [&](const ParmVarDecl *P) {
    return isVolatile(P->getType(), F->getASTContext());
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const bool OfObject = Method && Method->isInstance(); // which may be in shared memory
  return Any("shared") || Any("volatile") ||
         llvm::any_of(Matches, [&](const SiteMatch &M) { return runsOthers(M.At, View.Text); }) ||
         ((Any("pointer") || OfObject || llvm::any_of(F->parameters(), Leads)) &&
          (concernsLanes(View) || llvm::any_of(F->parameters(), IsVolatile)));
}

void ImplicitWarpSync::find(llvm::ArrayRef<SiteMatch> Matches, const FunctionView &View,
                            std::vector<Site> &Sites) const {
  if (mayShare(Matches, View))
    sharedStepSites(View, Sites);
}
