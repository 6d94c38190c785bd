//===- EvaluateCalls.cpp - what a call gives each lane --------------------------===//

#include "Analysis/Convergence/Convergence.h"
#include "Analysis/Convergence/TypedValue.h"
#include "Analysis/Operations/ConstPassing.h"
#include "Analysis/Operations/OneLiners.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Model/Operations/LibraryFunctions.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

Value ConvergenceAnalysis::evalArguments(const CallExpr *E, const Env &Vars, unsigned Block) const {
  Value V = uniformValue();
  for (const Expr *Arg : E->arguments()) {
    spend(V.U);
    V = combine(V, eval(Arg, Vars, Block));
  }
  return V;
}

Value ConvergenceAnalysis::evalCollective(const CallExpr *E, const WarpIntrinsic &I,
                                          const Env &Vars, unsigned Block) const {
  Location Here = Text.expansion(E->getBeginLoc());
  Uniformity Active = active(Block);
  unsigned First = I.Sync ? 1 : 0; // after the mask
  bool Full =
      !I.Sync ||
      (E->getNumArgs() > 0 &&
       namesAllLanes(
           maskConstant(E->getArg(0), Context).value_or(constantOf(E->getArg(0)).value_or(0))));
  switch (I.Result) {
  case WarpResult::WarpUniform: // votes: equal where the whole warp votes
    if (!Full)
      return unknown(E, "has a mask that was not followed");
    if (Active.UniformOver >= warpWidth()) {
      Value V;
      V.U = Active;
      V.U.UniformOver = warpWidth();
      return V;
    }
    return divergentValue(Active.Why ? Active.Why->Kind : ObstacleKind::Unknown,
                          "'" + I.Name.str() + "' is not reached by the whole warp", Here);
  case WarpResult::BlockUniform:
    return uniformValue();
  case WarpResult::Shuffle: {
    if (!Full || E->getNumArgs() < First + 2)
      return unknown(E, "has a mask that was not followed");
    std::optional<int64_t> Width = warpWidth();
    if (E->getNumArgs() > First + 2)
      Width = constantOf(E->getArg(First + 2));
    Uniformity Source = eval(E->getArg(First + 1), Vars, Block).uniformity();
    // What a lane reads that has left, or never was, is no value: of equal ones neither.
    if (!I.Indexed || !Width || *Width < 2 || *Width > warpWidth())
      return unknown(E, "is a shuffle that reads lanes which may have left, or hold other values");
    // All lanes of a group read the same lane (semantics B.2).
    Value Out;
    Out.U = meet(Active, Source);
    if (unsigned(*Width) < Out.U.UniformOver) {
      Out.U.UniformOver = *Width;
      if (*Width < warpWidth() && !Out.U.Why)
        Out.U.Why =
            Obstacle{ObstacleKind::LaneDependent,
                     "it is shuffled in groups of " + std::to_string(*Width) + " lanes", Here};
    }
    return Out;
  }
  case WarpResult::Lane:
    return laneId();
  case WarpResult::Divergent:
    return divergentValue(ObstacleKind::LaneDependent,
                          "'" + I.Name.str() + "' gives each lane its own value", Here);
  case WarpResult::Unknown:
    return unknown(E, "may differ from lane to lane");
  case WarpResult::OfArguments:
    return evalArguments(E, Vars, Block);
  }
  return unknown(E, "was not followed");
}

/// The number of a thread in its group, where that follows from its number in the block.
static std::optional<Value> rankIn(const GroupType &G) {
  if (G.Kind == GroupKind::ThreadBlock)
    return blockRank();
  if (G.Kind != GroupKind::Tile || G.Size == 0)
    return std::nullopt;
  return rem(G.Size <= warpWidth() ? laneId() : blockRank(), constant(G.Size));
}

/// How many threads are in it, or groups of its kind.
static std::optional<Value> countOf(const GroupType &G) {
  if (G.Kind == GroupKind::ThreadBlock)
    return blockSize();
  return G.Kind == GroupKind::Tile && G.Size ? std::optional(constant(G.Size)) : std::nullopt;
}

/// What groups say of themselves: code has them that was migrated before, or in part.
Value ConvergenceAnalysis::evalOfGroup(const CallExpr *E, const Operation &Is,
                                       unsigned Block) const {
  const GroupType &G = *Is.Group;
  const Location Here = Text.expansion(E->getBeginLoc());
  if (Is.is(GroupFamily::Rank)) {
    if (std::optional<Value> Rank = rankIn(G))
      return *Rank;
    if (G.Kind == GroupKind::Grid || G.Kind == GroupKind::Coalesced)
      return divergentValue(ObstacleKind::LaneDependent, "each thread of a group has its own rank",
                            Here);
  }
  if (Is.is(GroupFamily::Size))
    if (std::optional<Value> Count = countOf(G))
      return *Count;
  if (Is.Member->Name == "meta_group_rank" && G.Kind == GroupKind::Tile && G.Size > 1) {
    Value V; // of whichever larger group it is a part
    V.U = narrowed(V.U, G.Size);
    V.NonNegative = true;
    V.In = {0, BlockWidth - 1};
    return V;
  }
  if (Is.is(GroupFamily::Vote) && G.warpLanes() > 1)
    return evalVoteOfTile(E, G.warpLanes(), Block);
  return unknown(E, "was not followed");
}

Value ConvergenceAnalysis::evalVoteOfTile(const CallExpr *E, unsigned Lanes, unsigned Block) const {
  // All lanes of the tile have to come; where the analysis sees them part, they are not all.
  Value V;
  V.U = active(Block);
  if (V.U.UniformOver < Lanes)
    return unknown(E, "was not followed");
  V.U.UniformOver = Lanes;
  if (Lanes < warpWidth())
    V.U.Why =
        Obstacle{ObstacleKind::LaneDependent, "it is a vote of " + std::to_string(Lanes) + " lanes",
                 Text.expansion(E->getBeginLoc())};
  return V;
}

static bool passesPointers(const FunctionDecl *F) {
  return llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
    QualType T = P->getType();
    return T->isPointerType() ||
           (T->isReferenceType() && !T.getNonReferenceType().isConstQualified());
  });
}

/// A function of the toolkit whose result depends on its arguments alone: one of the table, or an
/// operator of its types (half, complex). malloc() gives each lane its own memory.
static bool isArithmetic(const FunctionDecl *F) {
  const DeclContext *Of = F->getDeclContext()->getRedeclContext();
  if ((!Of->isTranslationUnit() && !F->isInStdNamespace() && !F->getBuiltinID()) ||
      F->getNumParams() == 0 || passesPointers(F) || F->getReturnType()->isPointerType())
    return false;
  return F->isOverloadedOperator() || (F->getIdentifier() && isArithmetic(F->getName()));
}

/// roundDown(n, 32): what stands in the helper, with the arguments for its parameters.
std::optional<Value> ConvergenceAnalysis::evalOneLiner(const CallExpr *E, const Env &Vars,
                                                       unsigned Block) const {
  const Expr *Returned = arithmeticReturnedBy(E, Text, Context);
  if (!Returned)
    return std::nullopt;
  Env Inside;
  for (auto [Param, Arg] : llvm::zip(bodyThatRuns(E)->parameters(), E->arguments()))
    Inside[Param] = share(eval(Arg, Vars, Block));
  return eval(Returned, Inside, Block);
}

Value ConvergenceAnalysis::evalCall(const CallExpr *E, const Env &Vars, unsigned Block) const {
  const FunctionDecl *Callee = E->getDirectCallee();
  const bool Changed = setsWhatWasRead(llvm::ArrayRef(E->getArgs(), E->getNumArgs()));
  if (!Callee || !Text.isToolkit(Callee)) {
    std::optional<Value> Inside = Callee && !Changed ? evalOneLiner(E, Vars, Block) : std::nullopt;
    auto Id = CallIds.find(E);
    if (!Callee || Id == CallIds.end()) // in a helper
      return Inside ? *Inside : unknown(E, "is an indirect call");
    return Inside ? *Inside : uniformValue({{AtomKind::CallUniform, Id->second}});
  }
  if (Changed)
    return unknown(E, "has an argument that sets what another one reads");
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    if (Builtin B = builtinOf(M->getImplicitObjectArgument(), Text); !B.Object.empty())
      return evalBuiltin(B.Object, "", E);
    if (isWarpSize(M, Text))
      return constant(warpWidth());
  }
  if (Operation Is = operationOf(E, Text); Is.Group && Is.Member) // some members are static
    return evalOfGroup(E, Is, Block);
  StringRef Name = Callee->getIdentifier() ? Callee->getName() : "";
  if (const WarpIntrinsic *I = findWarpIntrinsic(Name))
    return evalCollective(E, *I, Vars, Block);
  if (Name.starts_with("atomic"))
    return divergentValue(ObstacleKind::LaneDependent,
                          "'" + Name.str() + "' gives each lane its own value",
                          Text.expansion(E->getBeginLoc()));
  if (Name == "__ldg") // memory that nobody writes while the kernel runs
    return evalArguments(E, Vars, Block);
  if (!isArithmetic(Callee))
    return unknown(E, "was not followed");
  if (Callee->getReturnType()->isRecordType()) // make_int2()
    return together(llvm::ArrayRef(E->getArgs(), E->getNumArgs()), Vars, Block);
  return evalArguments(E, Vars, Block);
}

} // namespace coopify
