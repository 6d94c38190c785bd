//===- BlockWaits.cpp -----------------------------------------------------===//

#include "Extract/BlockWaits.h"

#include "Analysis/Source/Names.h"
#include "Extract/FunctionSummaries.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace coopify {

//===- Barriers -----------------------------------------------------------===//

static bool isThreadBlock(QualType T) {
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->getIdentifier() && R->getName() == "thread_block" &&
         isGroupsNamespace(StringRef(R->getQualifiedNameAsString()).split("::").first);
}

/// Of cooperative groups, NVIDIA's or the bundled ones; a static member, or one of a base class.
static std::string groupBarrier(const CallExpr *Call, const FunctionDecl *Callee) {
  if (!Callee->getIdentifier() || Callee->getName() != "sync")
    return "";
  if (const auto *M = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParenImpCasts())) {
    QualType Of = M->getBase()->IgnoreParenImpCasts()->getType();
    return isThreadBlock(M->isArrow() ? Of->getPointeeType() : Of) ? "thread_block::sync" : "";
  }
  bool Free = Call->getNumArgs() == 1 && isThreadBlock(Call->getArg(0)->getType());
  return Free ? "cooperative_groups::sync" : "";
}

/// A second operand says how many threads are waited for; a number in a register is not known.
static std::string asmBarrier(const GCCAsmStmt *S) {
  static const llvm::Regex Barrier("(bar|barrier)(\\.cta)?\\.sync(\\.aligned)?[ \t]+0[ \t]*;");
  return Barrier.match(S->getAsmString()) ? "bar.sync 0" : "";
}

std::string blockBarrierName(const Stmt *S, const SourceText &Text) {
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return asmBarrier(Asm);
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return "";
  if (std::string Name = groupBarrier(Call, Callee); !Name.empty())
    return Name;
  if (!Callee->getIdentifier() || !Text.isToolkit(Callee))
    return "";
  const WarpIntrinsic *I = findWarpIntrinsic(Callee->getName());
  bool Whole =
      I && (I->Name.starts_with("__syncthreads") ||
            (I->Name == "__barrier_sync" && Call->getNumArgs() == 1 &&
             isa<IntegerLiteral>(Call->getArg(0)->IgnoreParenImpCasts()) &&
             cast<IntegerLiteral>(Call->getArg(0)->IgnoreParenImpCasts())->getValue() == 0));
  return Whole ? I->Name.str() : "";
}

bool waitsForHiddenBlock(const Stmt *S, const SourceText &Text) {
  const std::string Name = blockBarrierName(S, Text);
  return !Name.empty() && !StringRef(Name).contains("::");
}

bool isNamedBarrier(const Stmt *S, const SourceText &Text) {
  static const llvm::Regex Barrier("(^|[^a-z_.])(bar|barrier)(\\.cta)?\\.(sync|red|arrive)[ \t.]");
  if (!blockBarrierName(S, Text).empty())
    return false;
  if (const auto *Asm = dyn_cast<GCCAsmStmt>(S))
    return Barrier.match(Asm->getAsmString());
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() && Callee->getName().starts_with("__barrier_sync") &&
         Text.isToolkit(Callee);
}

//===- Functions that may come to one -------------------------------------===//

namespace {
class Waiting {
public:
  explicit Waiting(const SourceText &Text) : Text(Text) {}

  /// As far as this unit shows; what it does not show may.
  bool mayWait(const Stmt *S) {
    if (!blockBarrierName(S, Text).empty())
      return true;
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      return !Construct->getConstructor()->isTrivial() && reaches(Construct->getConstructor());
    const auto *Call = dyn_cast<CallExpr>(S);
    if (!Call || isa<CUDAKernelCallExpr>(Call)) // the kernel's blocks wait, not this one
      return false;
    const FunctionDecl *Callee = Call->getDirectCallee();
    return !Callee || reaches(Callee);
  }

private:
  bool reaches(const FunctionDecl *F) {
    if (Text.isToolkit(F))
      return false;
    const FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) || !Definition->getBody())
      return !F->isTrivial();
    auto [It, New] = Known.try_emplace(F->getCanonicalDecl(), false);
    if (!New)
      return It->second; // on the way round already: it adds nothing
    bool May = anywhereIn(Definition->getBody());
    Known[F->getCanonicalDecl()] = May;
    return May;
  }
  bool anywhereIn(const Stmt *S) {
    return S && (mayWait(S) ||
                 llvm::any_of(S->children(), [&](const Stmt *Child) { return anywhereIn(Child); }));
  }

  const SourceText &Text;
  llvm::DenseMap<const FunctionDecl *, bool> Known;
};
} // namespace

static std::vector<PassedNumber> numbers(const FunctionView &View, const Stmt *S) {
  std::vector<PassedNumber> Out;
  const auto *Call = dyn_cast<CallExpr>(S);
  if (!Call)
    return Out;
  bool Method =
      isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(Call->getDirectCallee());
  for (const Expr *Arg : llvm::drop_begin(Call->arguments(), Method ? 1 : 0)) {
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Arg))
      Arg = Default->getExpr();
    Out.push_back({View.constant(Arg), View.parameter(Arg)});
  }
  return Out;
}

static BlockWait waitAt(const FunctionView &View, const Stmt *S) {
  BlockWait W;
  W.Name = blockBarrierName(S, View.Text);
  SourceLocation Loc = S->getBeginLoc();
  if (const auto *E = dyn_cast<Expr>(S))
    Loc = E->getExprLoc();
  if (W.Name.empty()) {
    const FunctionDecl *Callee = nullptr;
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      Callee = Construct->getConstructor();
    else if (const auto *Call = dyn_cast<CallExpr>(S))
      Callee = Call->getDirectCallee();
    W.Callee = Callee ? usrOf(Callee) : "";
    W.Name = Callee ? Callee->getNameAsString() : "";
    W.Numbers = numbers(View, S);
  }
  W.Loc = View.Text.expansion(Loc);
  W.Range = View.Text.fileRange(S->getSourceRange());
  return W;
}

std::vector<BlockWait> blockWaits(const FunctionView &View) {
  Waiting May(View.Text);
  std::vector<const Stmt *> Waits;
  View.forEachStmt([&](const Stmt *S) {
    if (May.mayWait(S))
      Waits.push_back(S);
  });
  std::vector<BlockWait> Out;
  for (const Stmt *S : Waits) {
    if (!View.Analysis.reachable(S))
      continue;
    BlockWait W = waitAt(View, S);
    W.Partings = View.Analysis.partings(S, Waits);
    W.Only = View.Analysis.parameterTests(S);
    if (!W.Name.empty())
      Out.push_back(std::move(W));
  }
  llvm::stable_sort(Out, [](const BlockWait &A, const BlockWait &B) { return A.Loc < B.Loc; });
  return Out;
}

} // namespace coopify
