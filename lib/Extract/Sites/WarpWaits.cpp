//===- WarpWaits.cpp ------------------------------------------------------===//

#include "Extract/Sites/WarpWaits.h"

#include "Analysis/Source/Names.h"
#include "Model/TUSummary.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace coopify {

/// The lanes of thread_block_tile<N>, if one warp holds them; else 0.
static unsigned tileLanes(QualType T) {
  if (T->isPointerType())
    T = T->getPointeeType();
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  if (!S || S->getName() != "thread_block_tile" || S->getTemplateArgs().size() == 0 ||
      S->getTemplateArgs()[0].getKind() != TemplateArgument::Integral ||
      !isGroupsNamespace(StringRef(S->getQualifiedNameAsString()).split("::").first))
    return 0;
  int64_t Lanes = S->getTemplateArgs()[0].getAsIntegral().getExtValue();
  return Lanes <= WarpWidth ? Lanes : 0;
}

/// What the others of a tile are waited for in; not a number of it, like thread_rank().
static bool meets(StringRef Member) {
  return llvm::StringSwitch<bool>(Member)
      .Cases({"sync", "shfl", "shfl_up", "shfl_down", "shfl_xor"}, true)
      .Cases({"any", "all", "ballot", "match_any", "match_all"}, true)
      .Default(false);
}

static bool meetsFreely(StringRef Function) {
  return llvm::StringSwitch<bool>(Function)
      .Cases({"sync", "reduce", "inclusive_scan", "exclusive_scan"}, true)
      .Default(false);
}

/// The lanes that \p Call waits for; 0: others, or none.
static unsigned lanesOf(const CallExpr *Call, const FunctionView &View) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return 0;
  if (const auto *M = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParenImpCasts()))
    return meets(Callee->getName()) ? tileLanes(M->getBase()->IgnoreParenImpCasts()->getType()) : 0;
  if (meetsFreely(Callee->getName()) && Call->getNumArgs() > 0)
    if (unsigned Lanes = tileLanes(Call->getArg(0)->IgnoreParenImpCasts()->getType()))
      return Lanes;
  const WarpIntrinsic *I = findWarpIntrinsic(Callee->getName());
  if (!I || !I->Sync || Call->getNumArgs() == 0 || !View.Text.isToolkit(Callee))
    return 0;
  std::optional<int64_t> Mask = View.constant(Call->getArg(0));
  return Mask && uint32_t(*Mask) == ~0u ? WarpWidth : 0;
}

void warpWaitSites(const FunctionView &View, std::vector<Site> &Sites) {
  View.forEachStmt([&](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    unsigned Lanes = Call ? lanesOf(Call, View) : 0;
    if (Lanes < 2 || !View.Analysis.reachable(Call))
      return;
    Convergence Here = View.Analysis.at(Call);
    if (Here.Active.Width >= Lanes)
      return;
    Site &New = Sites.emplace_back();
    New.Kind = SiteKind::WarpWait;
    New.Name = Call->getDirectCallee()->getNameAsString();
    New.Loc = View.Text.expansion(Call->getExprLoc());
    New.Range = View.Text.fileRange(Call->getSourceRange());
    New.Function = View.USR;
    New.Conv = std::move(Here);
    New.Lanes = Lanes;
  });
}

} // namespace coopify
