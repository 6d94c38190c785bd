//===- LeftOut.cpp ----------------------------------------------------------===//

#include "Extract/Text/LeftOut.h"

#include "Analysis/Source/Decls.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace coopify {
namespace {

class Walk {
public:
  explicit Walk(const FunctionView &View);
  /// Adds what is left out below \p S, which is reached.
  void below(const Stmt *S);
  std::vector<SkippedText> Out;

private:
  bool isReached(const Stmt *S) const;
  void add(const Stmt *S);
  void discarded(const IfStmt *If);

  const FunctionView &View;
  const TextRange Body;
  llvm::DenseMap<unsigned, const IfStmt *> Written; ///< of the template, by where they begin
};

} // namespace

Walk::Walk(const FunctionView &View)
    : View(View), Body(View.Text.range(View.Function->getBody()->getSourceRange())) {
  const FunctionDecl *Definition = nullptr;
  const FunctionDecl *Pattern = patternOf(View.Function);
  if (Pattern != View.Function && Pattern->hasBody(Definition))
    forEachStmt(Definition->getBody(), [&](const Stmt *S) {
      if (const auto *If = dyn_cast<IfStmt>(S))
        Written[If->getIfLoc().getRawEncoding()] = If;
    });
}

/// The control-flow graph has expressions, and of statements only the simple ones.
bool Walk::isReached(const Stmt *S) const {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getCond() || isReached(If->getCond());
  if (const auto *While = dyn_cast<WhileStmt>(S))
    return isReached(While->getCond());
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return isReached(Do->getBody());
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    const Stmt *First = For->getInit()   ? For->getInit()
                        : For->getCond() ? For->getCond()
                                         : For->getBody();
    return isReached(First);
  }
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return isReached(Switch->getCond());
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return isReached(Range->getRangeStmt());
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return Block->body_empty() || isReached(Block->body_front());
  if (const auto *Marked = dyn_cast<AttributedStmt>(S))
    return isReached(Marked->getSubStmt());
  return View.Analysis.reachable(S);
}

void Walk::add(const Stmt *S) {
  const TextRange At = View.Text.range(S->getSourceRange());
  if (At.valid() && At.File == Body.File && Body.Begin <= At.Begin && At.End <= Body.End)
    Out.push_back({At.Begin, At.End});
}

/// In an instance nothing is left of it.
void Walk::discarded(const IfStmt *If) {
  const auto Taken = If->getNondiscardedCase(View.Context);
  auto It = Written.find(If->getIfLoc().getRawEncoding());
  if (!Taken || It == Written.end())
    return;
  const IfStmt *Whole = It->second;
  if (Whole->getThen() && *Taken != If->getThen())
    add(Whole->getThen());
  if (Whole->getElse() && *Taken != If->getElse())
    add(Whole->getElse());
}

void Walk::below(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S); If && If->isConstexpr())
    discarded(If);
  for (const Stmt *Part : S->children()) {
    if (!Part)
      continue;
    if (isReached(Part))
      below(Part);
    else
      add(Part);
  }
}

std::vector<SkippedText> textLeftOut(const FunctionView &View) {
  Walk All(View);
  All.below(View.Function->getBody());
  llvm::sort(All.Out);
  return std::move(All.Out);
}

} // namespace coopify
