//===- FewLanes.cpp -------------------------------------------------------===//

#include "Analysis/SharedMemory/FewLanes.h"

#include "Analysis/Source/ControlFlow.h"
#include "Analysis/Source/Decls.h"
#include "Analysis/Source/IntegerConstant.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace coopify {

const FunctionDecl *textOf(const FunctionDecl *F) { return patternOf(F)->getCanonicalDecl(); }

/// Also once it is an int: `int c = threadIdx.x + 0x80000000u` is not, although no part of it is.
static bool neverBelowZero(const Value &X) {
  return X.NonNegative && X.In.Low >= 0 && X.In.High < (int64_t(1) << 31);
}

static bool isFew(int64_t N) {
  return N >= 2 && N < int64_t(warpWidth()) && llvm::isPowerOf2_64(uint64_t(N));
}

std::optional<FewLanes> lanesLetIn(const Expr *Condition, MemoryLocations &Places) {
  std::vector<LaneBound> Bounds;
  Places.bounds(Condition, Bounds);
  std::optional<FewLanes> Fewest;
  for (const LaneBound &B : Bounds) {
    const std::optional<int64_t> N = B.Bound.Poly->constant();
    const Value &X = B.X.Is;
    // 32 * k + lane, and not below zero: less than N for no other k than 0.
    if (!B.Equal && N && isFew(*N) && X.Scale == 1 && X.Align >= warpWidth() && neverBelowZero(X) &&
        X.U.UniformOver >= warpWidth() && (!Fewest || unsigned(*N) < Fewest->Lanes))
      Fewest = {unsigned(*N), {BlockWidth, X.U.Atoms, std::nullopt}}; // k is each warp's own
  }
  return Fewest;
}

std::optional<FewLanes> fewLanesAt(const Expr *At, MemoryLocations &Places) {
  std::optional<FewLanes> Fewest;
  const Stmt *Part = At;
  for (DynTypedNodeList Up = Places.context().getParents(*At); Up.size() == 1;
       Up = Places.context().getParents(Up[0])) {
    const auto *S = Up[0].get<Stmt>();
    if (!S ? !Up[0].get<VarDecl>() : isa<LambdaExpr>(S))
      break;
    const auto *If = dyn_cast_or_null<IfStmt>(S);
    if (If && Part == If->getThen() && If->getCond())
      if (std::optional<FewLanes> Here = lanesLetIn(If->getCond(), Places);
          Here && (!Fewest || Here->Lanes < Fewest->Lanes) &&
          !isJumpedInto(If->getThen(), Places.function()->getBody()))
        Fewest = std::move(Here);
    Part = S;
  }
  return Fewest;
}

/// 0 says nothing.
static unsigned fewer(unsigned A, unsigned B) { return A && B ? std::min(A, B) : std::max(A, B); }

/// The N of `x < N`, in some part of \p Condition; 0: there is none.
/// `if consteval` has no condition.
static unsigned numberIn(const Expr *Condition, const ASTContext &Context) {
  const auto *B = Condition ? dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts()) : nullptr;
  if (!B)
    return 0;
  if (B->getOpcode() == BO_LAnd)
    return fewer(numberIn(B->getLHS(), Context), numberIn(B->getRHS(), Context));
  if (!B->isRelationalOp())
    return 0;
  const bool Rotated = B->getOpcode() == BO_GT || B->getOpcode() == BO_GE;
  const bool Inclusive = B->getOpcode() == BO_LE || B->getOpcode() == BO_GE;
  const Expr *Bound = Rotated ? B->getLHS() : B->getRHS();
  if (Bound->isValueDependent())
    return 0;
  const int64_t N = integerConstant(Bound, Context).value_or(0) + Inclusive;
  return isFew(N) ? unsigned(N) : 0;
}

void FewCallers::read(const Stmt *S, const FunctionDecl *In, unsigned Around) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && Call->getDirectCallee())
    CallsOf[textOf(Call->getDirectCallee())].push_back({textOf(In), Around});
  const auto *If = dyn_cast<IfStmt>(S);
  for (const Stmt *Part : S->children())
    read(Part, In,
         If && Part == If->getThen() ? fewer(Around, numberIn(If->getCond(), In->getASTContext()))
                                     : Around);
}

void FewCallers::read() {
  for (; Read < Callers.size(); ++Read) {
    const FunctionDecl *Definition = nullptr;
    if (Callers[Read]->hasBody(Definition))
      read(Definition->getBody(), Definition, 0);
  }
}

unsigned FewCallers::of(const FunctionDecl *F) {
  read();
  auto [It, New] = Known.try_emplace(textOf(F), 0); // of what calls itself nothing is guessed
  if (!New)
    return It->second;
  unsigned Most = 0;
  for (const Call &C : CallsOf.lookup(textOf(F))) {
    const unsigned Here = C.Around ? C.Around : of(C.In);
    if (!Here)
      return 0;
    Most = std::max(Most, Here);
  }
  return Known[textOf(F)] = Most;
}

} // namespace coopify
