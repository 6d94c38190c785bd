//===- FunctionView.cpp ---------------------------------------------------===//

#include "Analysis/Convergence/FunctionView.h"

#include "Analysis/Source/IntegerConstant.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace coopify {

StringRef FunctionView::toolkitCallee(const Expr *E) const {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && Text.isToolkit(F) ? F->getName() : StringRef();
}

std::optional<int64_t> FunctionView::constant(const Expr *E) const {
  return integerConstant(E, Context);
}

/// \p E without conversions of integers that keep a number of a lane or a width: what is cut to
/// fewer bits, or made a bool, is another one.
static const Expr *asPassed(const Expr *E, const ASTContext &Context) {
  for (;;) {
    E = E->IgnoreParens();
    const auto *C = dyn_cast<ImplicitCastExpr>(E);
    bool Same = C && (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_NoOp ||
                      (C->getCastKind() == CK_IntegralCast &&
                       Context.getIntWidth(C->getType()) >=
                           std::min(32u, Context.getIntWidth(C->getSubExpr()->getType()))));
    if (!Same)
      return E;
    E = C->getSubExpr();
  }
}

std::optional<int64_t> FunctionView::parameter(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(asPassed(E, Context));
  const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
  if (!P || P->getDeclContext() != Function || !P->getType()->isIntegralOrEnumerationType() ||
      !Analysis.variables().followed(P) || !Analysis.variables().assignments(P).empty())
    return std::nullopt;
  return P->getFunctionScopeIndex();
}

void forEachStmt(const Stmt *S, llvm::function_ref<void(const Stmt *)> Visit) {
  if (!S)
    return;
  Visit(S);
  if (const auto *L = dyn_cast<LambdaExpr>(S)) { // what it captures is evaluated here
    for (auto [Capture, Init] : llvm::zip(L->captures(), L->capture_inits()))
      if (L->isInitCapture(&Capture))
        forEachStmt(Init, Visit);
    return;
  }
  if (const auto *P = dyn_cast<PseudoObjectExpr>(S)) {
    forEachStmt(P->getSyntacticForm(), Visit);
    return;
  }
  for (const Stmt *Child : S->children())
    forEachStmt(Child, Visit);
}

void FunctionView::forEachStmt(llvm::function_ref<void(const Stmt *)> Visit) const {
  coopify::forEachStmt(Function->getBody(), Visit);
}

TextRange FunctionView::wholeLines(const VarDecl *V) const {
  DynTypedNodeList Parents = Context.getParents(*V);
  const auto *D = Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  if (!D || D->getBeginLoc().isMacroID())
    return {};
  if (!D->isSingleDecl())
    return declarator(D, V);
  TextRange R = wholeLines(Text.range(D->getSourceRange()));
  StringRef Code = code(R);
  size_t Above = R.Begin > 1 ? Code.rfind('\n', R.Begin - 1) + 1 : 0; // npos + 1 == 0
  bool LineStart = R.Begin > 0 && R.Begin <= Code.size() && Code[R.Begin - 1] == '\n';
  if (LineStart && Code.slice(Above, R.Begin).trim().starts_with("//"))
    R.Begin = Above;
  return R;
}

/// Its part of `int a = 1, v = 2;` with the comma in front; the first one has none.
TextRange FunctionView::declarator(const DeclStmt *All, const VarDecl *V) const {
  const auto At = llvm::find(All->decls(), V);
  if (At == All->decl_begin())
    return {};
  const SourceLocation End = (*std::prev(At))->getEndLoc();
  const TextRange Before = Text.range({End, End}), Whole = Text.range({End, V->getEndLoc()});
  if (!Before.valid() || !Whole.valid())
    return {};
  const TextRange Part = {Whole.File, Before.End, Whole.End};
  const StringRef Spelled = code(Part).slice(Part.Begin, Part.End);
  return Spelled.contains("//") || Spelled.contains("/*") ? TextRange{} : Part; // about the others?
}

/// The file that \p R is in.
StringRef FunctionView::code(const TextRange &R) const {
  StringRef Code = R.valid() ? Text.code(R.File) : "";
  return R.End > Code.size() ? "" : Code;
}

TextRange FunctionView::line(const Location &At) const {
  StringRef Code = code({At.File, At.Offset, At.Offset});
  if (Code.empty())
    return {};
  size_t End = std::min(Code.find('\n', At.Offset), Code.size() - 1);
  return {At.File, unsigned(Code.take_front(At.Offset).rfind('\n') + 1), unsigned(End + 1)};
}

TextRange FunctionView::wholeLines(const TextRange &R) const {
  StringRef Code = code(R);
  if (Code.empty())
    return {};
  size_t Begin = Code.rfind('\n', R.Begin) + 1; // npos + 1 == 0
  size_t End = Code.find('\n', R.End);
  StringRef After = Code.slice(R.End, End).trim(); // a comment on the same line is of it
  // `// ... \` makes a comment of the next line, too ([lex.phases]).
  bool Alone = End != StringRef::npos && !After.ends_with("\\") &&
               Code.slice(Begin, R.Begin).trim().empty() &&
               (After.empty() || After.starts_with("//"));
  return Alone ? TextRange{R.File, unsigned(Begin), unsigned(End + 1)} : R;
}

} // namespace coopify
