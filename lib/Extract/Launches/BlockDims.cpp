//===- BlockDims.cpp ----------------------------------------------------------===//

#include "Extract/Launches/BlockDims.h"

#include "Analysis/Source/BrokenDecls.h"
#include "Analysis/Source/ControlFlow.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Analysis/Source/Walks/Evaluated.h"

#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace coopify;

/// Of a number that may be more than so many, nothing is known.
constexpr size_t MaxNumbers = 8;
/// Variables that are set to variables.
constexpr unsigned MaxDepth = 4;

/// A local of this function, or a constant: not what callers, a throw or a capture sets.
static const VarDecl *variable(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  // Of a parameter the initialiser is its default argument; a lambda may change its copy.
  return V && !isa<ParmVarDecl>(V) && !V->isInvalidDecl() && !V->getType()->isReferenceType() &&
                 !V->isExceptionVariable() && !V->isInitCapture() && !V->isWeak() &&
                 !Ref->refersToEnclosingVariableOrCapture()
             ? V
             : nullptr;
}

/// Threads of the host may get from one place to another on ways that no graph has.
static bool jumpsAnywhere(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return isa<CXXTryStmt, SEHTryStmt, OMPExecutableDirective>(S) ||
         (F && F->hasAttr<ReturnsTwiceAttr>()) ||
         (F && F->getIdentifier() && F->getName().contains("setjmp")) ||
         llvm::any_of(S->children(), jumpsAnywhere);
}

/// The expression as a whole that \p At is a part of; itself, if that is no expression.
static const Stmt *wholeOf(const Stmt *S, const Stmt *At) {
  if (S == At || (isa<Expr>(S) && holds(S, At)))
    return S;
  for (const Stmt *Child : S->children())
    if (const Stmt *Whole = Child ? wholeOf(Child, At) : nullptr)
      return Whole;
  return nullptr;
}

/// Each number once; of many: any.
template <typename NumbersT> static NumbersT together(NumbersT All) {
  llvm::sort(All);
  All.erase(llvm::unique(All), All.end());
  if (All.size() > MaxNumbers || llvm::is_contained(All, std::nullopt))
    return {std::nullopt};
  return All;
}

/// Each one that \p Sizes allow. Which go together is not known of two that vary.
static std::vector<BlockDims::Dimensions>
combined(llvm::ArrayRef<llvm::SmallVector<std::optional<int64_t>, 2>> Sizes) {
  BlockDims::Dimensions D;
  unsigned Varies = 0, Which = 0;
  for (unsigned I = 0; I < 3; ++I) {
    if (Sizes[I].size() == 1) {
      D[I] = Sizes[I].front();
    } else {
      ++Varies;
      Which = I;
    }
  }
  std::vector<BlockDims::Dimensions> All;
  if (Varies == 1)
    for (std::optional<int64_t> Size : Sizes[Which]) {
      D[Which] = Size;
      All.push_back(D);
    }
  return Varies == 1 ? All : std::vector{D};
}

std::vector<BlockDims::Dimensions> BlockDims::shapes(const Expr *Block, const Stmt *Launch) {
  std::vector<Dimensions> All = shapesOf(Block, Launch, 0);
  llvm::sort(All);
  All.erase(llvm::unique(All), All.end());
  return All.size() > MaxNumbers ? std::vector<Dimensions>{{}} : All;
}

std::vector<BlockDims::Dimensions> BlockDims::shapesOf(const Expr *E, const Stmt *At,
                                                       unsigned Depth) {
  E = E->IgnoreImplicit()->IgnoreParens();
  std::vector<Dimensions> All;
  auto Add = [&](std::vector<Dimensions> More) { llvm::append_range(All, More); };
  if (const auto *C = dyn_cast<CXXFunctionalCastExpr>(E)) // dim3(n)
    E = C->getSubExpr()->IgnoreImplicit();
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && isDim3(C->getConstructor()->getParent())) {
    if (C->getNumArgs() == 1 && C->getArg(0)->getType()->isRecordType())
      return shapesOf(C->getArg(0), At, Depth);
    Numbers Sizes[3];
    for (unsigned I = 0; I < 3; ++I) {
      const Expr *Arg = I < C->getNumArgs() ? C->getArg(I) : nullptr;
      if (const auto *D = dyn_cast_or_null<CXXDefaultArgExpr>(Arg))
        Arg = D->getExpr();
      Sizes[I] = Arg ? numbers(Arg, At, Depth) : Numbers{1};
    }
    return combined(Sizes);
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    Add(shapesOf(C->getTrueExpr(), At, Depth));
    Add(shapesOf(C->getFalseExpr(), At, Depth));
    return All;
  }
  // A class with it as a base may put the numbers elsewhere.
  const VarDecl *V = isa<CXXConstructExpr>(E) ? nullptr : variable(E);
  if (!V || Depth >= MaxDepth)
    return {{}};
  for (const Setting &S : settings(V, std::nullopt, At)) {
    if (S.Member) { // one by one
      Numbers Sizes[] = {ofVariable(V, 0, At, Depth), ofVariable(V, 1, At, Depth),
                         ofVariable(V, 2, At, Depth)};
      return combined(Sizes);
    }
    Add(S.Value ? shapesOf(S.Value, S.At, Depth + 1) : std::vector<Dimensions>{{}});
  }
  return All.empty() ? std::vector<Dimensions>{{}} : All;
}

std::optional<int64_t> BlockDims::number(const Expr *E, const Stmt *Launch) {
  Numbers All = numbers(E, Launch, 0);
  return All.size() == 1 ? All.front() : std::nullopt;
}

BlockDims::Numbers BlockDims::numbers(const Expr *E, const Stmt *At, unsigned Depth) {
  if (auto N = integerConstant(E, Context))
    return {N};
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    Numbers All = numbers(C->getSubExpr(), At, Depth);
    for (std::optional<int64_t> &N : All)
      N = N ? convertedNumber(*N, C, Context) : std::nullopt;
    return together(std::move(All));
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    Numbers All = numbers(C->getTrueExpr(), At, Depth);
    All.append(numbers(C->getFalseExpr(), At, Depth));
    return together(std::move(All));
  }
  if (auto Member = memberOf(E))
    return ofVariable(Member->first, Member->second, At, Depth);
  if (const VarDecl *V = variable(E))
    return ofVariable(V, std::nullopt, At, Depth);
  return {std::nullopt};
}

BlockDims::Numbers BlockDims::ofVariable(const VarDecl *V, std::optional<unsigned> Index,
                                         const Stmt *At, unsigned Depth) {
  Numbers All;
  for (const Setting &S : settings(V, Index, At)) {
    if (!S.Value || Depth >= MaxDepth)
      return {std::nullopt};
    if (!Index || S.Member)
      All.append(numbers(S.Value, S.At, Depth + 1));
    else
      for (const Dimensions &D : shapesOf(S.Value, S.At, Depth + 1))
        All.push_back(D[*Index]);
  }
  return All.empty() ? Numbers{std::nullopt} : together(std::move(All));
}

llvm::SmallVector<BlockDims::Setting, 4>
BlockDims::settings(const VarDecl *V, std::optional<unsigned> Index, const Stmt *At) {
  if (V->hasGlobalStorage() && V->getType().isConstQualified() && V->getInit())
    return {{V->getInit(), nullptr, std::nullopt}};
  Host *In = hostOf(V);
  if (!In || !In->Vars.followed(V)) // an escape (cudaMemcpy(&n...)) may change it
    return {Setting()};
  return reaching(V, Index, At, *In);
}

BlockDims::Host *BlockDims::hostOf(const VarDecl *V) {
  const auto *F = dyn_cast_or_null<FunctionDecl>(V->getParentFunctionOrMethod());
  if (!F || !F->hasBody() || !V->hasLocalStorage() || isBroken(F))
    return nullptr;
  auto [It, New] = Hosts.try_emplace(F, nullptr);
  if (!New)
    return It->second.get();
  It->second = std::make_unique<Host>(F);
  Host &In = *It->second;
  if (F->isDependentContext() || jumpsAnywhere(F->getBody()))
    return &In;
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.AddStaticInitBranches = true;
  In.Graph = controlFlow(F, const_cast<ASTContext &>(Context), Options);
  llvm::DenseSet<const Stmt *> NeverRun;
  collectUnevaluated(F->getBody(), NeverRun);
  if (In.Graph)
    for (const CFGBlock *B : *In.Graph)
      for (unsigned I = 0; I < B->size(); ++I)
        if (auto S = (*B)[I].getAs<CFGStmt>(); S && !NeverRun.contains(S->getStmt()))
          In.Places.try_emplace(S->getStmt(), B, I);
  return &In;
}

/// What the first \p End elements of \p Block set last, of \p By; null is the declaration of \p V.
static std::optional<BlockDims::Setting>
lastIn(const CFGBlock &Block, unsigned End, const VarDecl *V,
       const llvm::DenseMap<const Stmt *, BlockDims::Setting> &By) {
  for (unsigned I = End; I-- > 0;) {
    auto Element = Block[I].getAs<CFGStmt>();
    if (!Element)
      continue;
    const Stmt *S = Element->getStmt();
    const auto *D = dyn_cast<DeclStmt>(S);
    const bool Declares = D && llvm::is_contained(D->decls(), V);
    if (auto It = By.find(Declares ? nullptr : S); It != By.end()) {
      BlockDims::Setting Last = It->second;
      Last.At = S;
      return Last;
    }
    if (Declares)
      return BlockDims::Setting(); // with no value
  }
  return std::nullopt;
}

std::optional<BlockDims::Setting> BlockDims::settingBy(const Variables::Assignment &A,
                                                       std::optional<unsigned> Index) const {
  Setting S{A.Value, A.At, std::nullopt};
  const auto *B = dyn_cast_or_null<BinaryOperator>(A.At);
  const auto *O = dyn_cast_or_null<CXXOperatorCallExpr>(A.At);
  auto Member = B ? memberOf(B->getLHS()) : std::nullopt;
  if (Member && Index && Member->second != *Index)
    return std::nullopt;
  if (B && B->getOpcode() == BO_Assign && Member)
    S.Member = Member->second;
  else if (A.At && A.Kind != Variables::Assignment::Assign &&
           !(O && isa<DeclRefExpr>(O->getArg(0)->IgnoreParens())))
    S.Value = nullptr; // x += n, or a part of it
  return S;
}

llvm::SmallVector<BlockDims::Setting, 4> BlockDims::reaching(const VarDecl *V,
                                                             std::optional<unsigned> Index,
                                                             const Stmt *At, Host &In) const {
  llvm::SmallVector<Setting, 4> All;
  llvm::DenseMap<const Stmt *, Setting> By; // null: the declaration
  for (const Variables::Assignment &A : In.Vars.assignments(V))
    if (auto S = settingBy(A, Index); S && (!A.At || !In.Graph || In.Places.contains(A.At))) {
      All.push_back(*S);
      By.try_emplace(A.At, *S);
    }
  auto Place = In.Places.find(At);
  if (Place == In.Places.end()) // in a template, or past a throw: the order is not known
    return All;
  // Nor is that within an expression, as of a launch and its arguments.
  const Stmt *Whole = wholeOf(In.Body, At);
  if (!Whole || llvm::any_of(By, [&](const auto &Each) {
        return Each.first && Each.first != At && holds(Whole, Each.first);
      }))
    return {Setting()};

  All.clear();
  llvm::SmallPtrSet<const CFGBlock *, 16> Seen;
  llvm::SmallVector<std::pair<const CFGBlock *, unsigned>> Todo{Place->second};
  while (!Todo.empty()) {
    auto [Block, End] = Todo.pop_back_val();
    if (auto S = lastIn(*Block, End, V, By)) {
      All.push_back(*S);
      continue;
    }
    if (Block == &In.Graph->getEntry()) // it was set by something else
      return {Setting()};
    for (const CFGBlock *Before : Block->preds())
      if (Before && Seen.insert(Before).second)
        Todo.emplace_back(Before, Before->size());
  }
  return All;
}

std::optional<std::pair<const VarDecl *, unsigned>> BlockDims::memberOf(const Expr *E) const {
  const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  const auto *Base =
      M && !M->isArrow() ? dyn_cast<DeclRefExpr>(M->getBase()->IgnoreParens()) : nullptr;
  const VarDecl *V = Base ? variable(Base) : nullptr;
  if (!V || !isDim3(V->getType()->getAsCXXRecordDecl()) || !M->getMemberDecl()->getIdentifier())
    return std::nullopt;
  unsigned Index = llvm::StringSwitch<unsigned>(M->getMemberDecl()->getName())
                       .Case("x", 0)
                       .Case("y", 1)
                       .Case("z", 2)
                       .Default(3);
  return Index < 3 ? std::optional(std::pair(V, Index)) : std::nullopt;
}

bool BlockDims::isDim3(const CXXRecordDecl *Class) const {
  return Class && Class->getIdentifier() && Class->getName() == "dim3" &&
         Text.isToolkitFile(Class->getLocation());
}
