//===- Ways.cpp -------------------------------------------------------------===//

#include "Extract/Sites/Election/Ways.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/ControlFlow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace coopify {

/// By what a place is known: the statement, or the variable whose scope ends.
static const void *keyOf(const CFGElement &Element) {
  if (std::optional<CFGStmt> S = Element.getAs<CFGStmt>())
    return S->getStmt();
  if (auto End = Element.getAs<CFGAutomaticObjDtor>())
    return End->getVarDecl();
  if (auto End = Element.getAs<CFGTemporaryDtor>())
    return static_cast<const Expr *>(End->getBindTemporaryExpr());
  return nullptr;
}

Ways::Ways(const FunctionDecl *F, ASTContext &Context, const SourceText &Text) : Text(Text) {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddInitializers = true;
  Options.AddImplicitDtors = true;
  Options.AddTemporaryDtors = true;
  Graph = controlFlow(F, Context, Options);
  if (!Graph)
    return;
  for (const CFGBlock *B : *Graph)
    for (unsigned I = 0; I < B->size(); ++I)
      if (const void *Key = keyOf((*B)[I]))
        Places[Key].push_back({B, I});
}

bool Ways::lead(UsePlace From, UsePlace To) const {
  auto Start = Places.find(From.key());
  if (Start == Places.end() || !Places.contains(To.key()))
    return true;
  return llvm::any_of(Start->second, [&](Position P) { return leadFrom(P, To.key()); });
}

bool Ways::leadFrom(Position Start, const void *To) const {
  std::vector<Position> Work = {{Start.first, Start.second + 1}};
  llvm::SmallPtrSet<const CFGBlock *, 16> Seen;
  while (!Work.empty()) {
    auto [B, First] = Work.back();
    Work.pop_back();
    bool Waits = false;
    for (unsigned I = First; I < B->size() && !Waits; ++I) {
      if (keyOf((*B)[I]) == To)
        return true;
      Waits = isBarrier((*B)[I]);
    }
    if (!Waits)
      for (const CFGBlock *Next : B->succs())
        if (Next && Seen.insert(Next).second)
          Work.push_back({Next, 0});
  }
  return false;
}

bool Ways::isBarrier(const CFGElement &Element) const {
  std::optional<CFGStmt> S = Element.getAs<CFGStmt>();
  const OperationKind Kind = S ? operationOf(S->getStmt(), Text).Kind : OperationKind::None;
  return Kind == OperationKind::BlockBarrier || Kind == OperationKind::GridBarrier;
}

} // namespace coopify
