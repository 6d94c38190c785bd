//===- Evaluate.cpp - expressions to abstract values (semantics B.2) ------===//

#include "Analysis/Convergence/Convergence.h"

#include "Analysis/Convergence/TypedValue.h"
#include "Analysis/Operations/ConstPassing.h"
#include "Analysis/Operations/OneLiners.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Evaluated.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Analysis/Source/ReadOnlyMemory.h"
#include "Model/Operations/LibraryFunctions.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

Value ConvergenceAnalysis::unknown(const Expr *E, StringRef Why) const {
  return divergentValue(ObstacleKind::Unknown,
                        "'" + Text.text(E->getSourceRange()) + "' " + Why.str(),
                        Text.expansion(E->getBeginLoc()));
}

std::optional<int64_t> ConvergenceAnalysis::constantOf(const Expr *E) const {
  auto [It, New] = Constants.try_emplace(E);
  return New ? It->second = integerConstant(E, Context) : It->second;
}

std::optional<IntegerType> ConvergenceAnalysis::integer(QualType T) const {
  T = T.getNonReferenceType();
  if (T->isDependentType() || !T->isIntegralOrEnumerationType())
    return std::nullopt;
  return IntegerType{Context.getIntWidth(T), T->isSignedIntegerOrEnumerationType()};
}

/// Numbers that are made of blockIdx and gridDim fit their types: a program indexes memory with
/// them. So a grid counts as one of so many blocks in each dimension, and what does not fit then
/// is seen (docs/semantics.md, B.2).
constexpr int64_t CountedBlocks = 64;

Value ConvergenceAnalysis::evalBuiltin(StringRef Object, StringRef Member, const Expr *E) const {
  if (Object == "threadIdx") {
    if (Member == "x")
      return threadIdxX();
    if (Member == "y" || Member == "z")
      return threadIdxYZ(Member == "y");
    return divergentValue(ObstacleKind::LaneDependent, "it depends on threadIdx",
                          Text.expansion(E->getBeginLoc()));
  }
  if (Member.empty())
    return uniformValue();
  if (Object == "blockDim")
    return Member == "x" ? blockDimX() : blockNumber({1, BlockWidth});
  return Object == "gridDim" ? blockNumber({1, CountedBlocks})
                             : blockNumber({0, CountedBlocks - 1});
}

/// The expression that \p E is, where it says no more than how that is stored or where it is
/// from; else nullptr.
static const Expr *wrapped(const Expr *E) {
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return Full->getSubExpr();
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return T->getSubExpr();
  if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(E))
    return T->getSubExpr();
  if (const auto *T = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return T->getReplacement();
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return D->getExpr();
  return nullptr;
}

Value ConvergenceAnalysis::evalProperty(const PseudoObjectExpr *E) const {
  Builtin B = builtinOf(E, Text);
  return B.Object.empty() ? unknown(E, "was not followed") : evalBuiltin(B.Object, B.Member, E);
}

Value ConvergenceAnalysis::evalCast(const CastExpr *E, const Env &Vars, unsigned Block) const {
  Value V = eval(E->getSubExpr(), Vars, Block);
  switch (E->getCastKind()) {
  case CK_IntegralToBoolean:
    return compare(Comparison::NE, V, constant(0));
  case CK_LValueToRValue:
  case CK_NoOp:
    return V;
  case CK_BaseToDerived: // what is loaded then is no part of what was looked at
    return E->isGLValue() ? unknown(E, "is a cast to a derived class") : combine(V, V);
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral: {
    std::optional<IntegerType> From = integer(E->getSubExpr()->getType()),
                               To = integer(E->getType());
    return From && To ? converted(std::move(V), *From, *To) : combine(V, V);
  }
  default: // of other types, as other numbers
    return combine(V, V);
  }
}

Value ConvergenceAnalysis::evalConditional(const AbstractConditionalOperator *E, const Env &Vars,
                                           unsigned Block) const {
  if (setsWhatWasRead({E->getCond(), E->getTrueExpr()}) ||
      setsWhatWasRead({E->getCond(), E->getFalseExpr()}))
    return unknown(E, "sets what it has read");
  Uniformity Cond = eval(E->getCond(), Vars, Block).uniformity();
  return under(join(eval(E->getTrueExpr(), Vars, Block), eval(E->getFalseExpr(), Vars, Block)),
               Cond);
}

Value ConvergenceAnalysis::evalConstruct(const CXXConstructExpr *E, const Env &Vars,
                                         unsigned Block) const {
  if (!E->getConstructor()->isTrivial() && !Text.isToolkit(E->getConstructor()))
    return unknown(E, "is made by a constructor");
  return together(llvm::ArrayRef(E->getArgs(), E->getNumArgs()), Vars, Block);
}

Value ConvergenceAnalysis::eval(const Expr *E, const Env &Vars, unsigned Block) const {
  E = E->IgnoreParens();
  if (!spend(1)) // what is found from here on is thrown away
    return divergentValue(ObstacleKind::Unknown, "it was not followed",
                          Text.expansion(E->getBeginLoc()));
  if (auto N = constantOf(E))
    return constant(*N);
  if (const Expr *Inner = wrapped(E))
    return eval(Inner, Vars, Block);
  if (const auto *P = dyn_cast<PseudoObjectExpr>(E))
    return evalProperty(P);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return evalCast(C, Vars, Block);
  if (E->isGLValue() && hasMutableMembers(E->getType()) && !isOfOwnObject(E))
    return unknown(E, "has mutable members, which other threads may write");
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return evalBinary(B, Vars, Block);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return evalUnary(U, Vars, Block);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return evalConditional(C, Vars, Block);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return evalVariable(Ref, Vars);
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return evalMember(M, Vars, Block);
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return evalLoad(A->getBase(), A->getIdx(), E, Vars, Block);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return evalCall(Call, Vars, Block);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return evalConstruct(C, Vars, Block);
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return together(L->inits(), Vars, Block);
  if (const auto *L = dyn_cast<LambdaExpr>(E))
    return evalLambda(L, Vars, Block);
  if (const auto *L = dyn_cast<CXXParenListInitExpr>(E))
    return together(L->getInitExprs(), Vars, Block);
  if (isa<FloatingLiteral, StringLiteral, CXXNullPtrLiteralExpr, CXXBoolLiteralExpr,
          UnaryExprOrTypeTraitExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr, GNUNullExpr>(E))
    return uniformValue();
  return unknown(E, "was not followed");
}

/// An object that is made of \p Parts; a copy is what it was made of.
Value ConvergenceAnalysis::together(llvm::ArrayRef<const Expr *> Parts, const Env &Vars,
                                    unsigned Block) const {
  Value V = uniformValue();
  for (const Expr *Part : Parts) {
    spend(V.U);
    V = combine(V, eval(Part, Vars, Block));
  }
  if (setsWhatWasRead(Parts)) // in braces from left to right (C++ [dcl.init.list])
    return combine(V, unknown(Parts.front(), "is changed by what stands behind it"));
  if (Parts.size() > 1)
    V.U = ofMembers(std::move(V.U));
  return V;
}

Value ConvergenceAnalysis::evalBinary(const BinaryOperator *E, const Env &Vars,
                                      unsigned Block) const {
  if (E->isAssignmentOp())
    return evalAssigned(E, Vars, Block);
  Value R = eval(E->getRHS(), Vars, Block);
  if (E->getOpcode() == BO_Comma)
    return R;
  Value L = eval(E->getLHS(), Vars, Block);
  spend(L.U);
  spend(R.U);
  // The others do not say which side comes first: to set what the other one reads is undefined.
  const bool LeftFirst = E->isLogicalOp() || E->isShiftOp() || E->isPtrMemOp();
  if (LeftFirst && setsWhatWasRead({E->getLHS(), E->getRHS()}))
    return combine(combine(L, R), unknown(E, "sets what it has read"));
  if (E->isPtrMemOp()) // a load, as that of a member by its name
    return combine(combine(L, R), unknown(E, "is memory that other threads may write"));
  std::optional<IntegerType> Of = integer(E->getLHS()->getType()),
                             OfRight = integer(E->getRHS()->getType());
  if (!Of || !OfRight)
    return combine(L, R);
  return arithmetic(E->getOpcode(), std::move(L), *Of, std::move(R), *OfRight);
}

/// `x = v` and `x += v` as values. The flow graph has the assignment as a statement before the one
/// that it is a part of, so \p Vars has its effect: the variable says what it is.
Value ConvergenceAnalysis::evalAssigned(const BinaryOperator *E, const Env &Vars,
                                        unsigned Block) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->getLHS()->IgnoreParens());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (V && V->hasLocalStorage() && this->Vars.followed(V) && Vars.contains(V))
    return eval(Ref, Vars, Block);
  Value Of = eval(E->getRHS(), Vars, Block);
  if (E->isCompoundAssignmentOp())
    return combine(Of, unknown(E, "is memory that other threads may write"));
  return combine(Of, Of);
}

/// What the assignment \p E, which has not been made in \p Vars, gives its target.
Value ConvergenceAnalysis::assignedBy(const BinaryOperator *E, const Env &Vars,
                                      unsigned Block) const {
  Value R = eval(E->getRHS(), Vars, Block);
  const auto *Compound = dyn_cast<CompoundAssignOperator>(E);
  if (!Compound)
    return R;
  Value L = eval(E->getLHS(), Vars, Block);
  std::optional<IntegerType> Of = integer(E->getLHS()->getType()),
                             OfRight = integer(E->getRHS()->getType()),
                             In = integer(Compound->getComputationLHSType()),
                             Result = integer(Compound->getComputationResultType());
  if (!Of || !OfRight || !In || !Result)
    return combine(L, R);
  BinaryOperatorKind Op = BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  L = converted(std::move(L), *Of, *In);
  return converted(arithmetic(Op, std::move(L), *In, std::move(R), *OfRight), *Result, *Of);
}

/// What \p E, `++x` or `x--`, gives x.
Value ConvergenceAnalysis::steppedBy(const UnaryOperator *E, const Env &Vars,
                                     unsigned Block) const {
  Value Old = eval(E->getSubExpr(), Vars, Block);
  std::optional<IntegerType> Of = integer(E->getSubExpr()->getType());
  if (!Of)
    return combine(Old, Old);
  return arithmetic(E->isIncrementOp() ? BO_Add : BO_Sub, std::move(Old), *Of, constant(1), *Of);
}

Value ConvergenceAnalysis::evalUnary(const UnaryOperator *E, const Env &Vars,
                                     unsigned Block) const {
  switch (E->getOpcode()) {
  case UO_Deref:
    return isa<CXXThisExpr>(E->getSubExpr()->IgnoreParenImpCasts())
               ? evalThis(E)
               : evalLoad(E->getSubExpr(), nullptr, E, Vars, Block);
  case UO_Plus:
  case UO_Extension:
    return eval(E->getSubExpr(), Vars, Block);
  case UO_Minus: {
    Value V = eval(E->getSubExpr(), Vars, Block);
    std::optional<IntegerType> Of = integer(E->getType());
    return Of ? arithmetic(BO_Sub, constant(0), *Of, std::move(V), *Of) : combine(V, V);
  }
  case UO_AddrOf: {
    const auto *A = dyn_cast<ArraySubscriptExpr>(E->getSubExpr()->IgnoreParens());
    if (A)
      return combine(eval(A->getBase(), Vars, Block), eval(A->getIdx(), Vars, Block));
    const auto *Ref = dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && V->hasGlobalStorage() ? uniformValue() : unknown(E, "is a local address");
  }
  default: {
    // After x++ the variable holds the new value; it is as uniform as the old.
    Value V = eval(E->getSubExpr(), Vars, Block);
    return combine(V, constant(0));
  }
  }
}

Value ConvergenceAnalysis::evalVariable(const DeclRefExpr *E, const Env &Vars) const {
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V)
    return isa<FunctionDecl>(E->getDecl()) ? uniformValue() : unknown(E, "was not followed");
  if (V->hasGlobalStorage()) {
    if (Builtin B = builtinOf(E, Text); !B.Object.empty())
      return evalBuiltin(B.Object, B.Member, E);
    if (isWarpSize(E, Text)) // code that asks gets that number here (semantics A.2)
      return constant(WarpWidth);
    // Of an array this is the address.
    bool Fixed = V->getType()->isArrayType() || isReadOnlyObject(V);
    return Fixed ? uniformValue() : unlessWritten(E);
  }
  if (E->refersToEnclosingVariableOrCapture())
    return evalCaptured(E);
  if (!this->Vars.followed(V))
    return divergentValue(ObstacleKind::Unknown, // a capture's text may be no more than '='
                          "'" + V->getNameAsString() +
                              "' may be changed through a reference or pointer",
                          Text.expansion(E->getBeginLoc()));
  if (auto It = Vars.find(V); It != Vars.end()) {
    spend(It->second->U);
    return *It->second;
  }
  if (V->getType()->isArrayType())
    return unknown(E, "is a local array");
  return uniformValue(); // not reached yet in this round
}

/// While the kernel runs.
static bool nobodyWrites(const Expr *Load, const FunctionDecl *F, const Variables &Vars) {
  ReadOnlyPlace Place = readOnlyPlace(Load, F);
  if (!Place.Through)
    return Place.Found;
  // A pointer that is set to another one leads to other memory.
  return Vars.followed(Place.Through) &&
         llvm::all_of(Vars.assignments(Place.Through), [](const Variables::Assignment &A) {
           const auto *B = dyn_cast_or_null<BinaryOperator>(A.At);
           return B ? B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign
                    : isa_and_nonnull<UnaryOperator>(A.At); // and no asm
         });
}

Value ConvergenceAnalysis::evalLoad(const Expr *Base, const Expr *Index, const Expr *E,
                                    const Env &Vars, unsigned Block) const {
  Value Address = eval(Base, Vars, Block);
  if (Index && setsWhatWasRead({Base, Index})) // from left to right (C++17 [expr.sub])
    return unknown(E, "sets what it has read");
  if (Index)
    Address = combine(Address, eval(Index, Vars, Block));
  Address = combine(Address, constant(0));
  if (E->getType()->isArrayType()) // a row of an array: still an address
    return Address;
  if (Address.U.UniformOver < WarpWidth) {
    bool Lane = Address.U.Why && Address.U.Why->Kind == ObstacleKind::LaneDependent;
    return divergentValue(Lane ? ObstacleKind::LaneDependent : ObstacleKind::Unknown,
                          "'" + Text.text(E->getSourceRange()) +
                              "' is loaded from an address that " +
                              (Lane ? "differs from lane to lane" : "may differ"),
                          Text.expansion(E->getBeginLoc()));
  }
  Value Loaded = nobodyWrites(E, F, this->Vars) ? Address : combine(Address, unlessWritten(E));
  if (Loaded.U.UniformOver < BlockWidth && !Loaded.U.Why) // nor are they shown to differ
    Loaded.U.Why = Obstacle{ObstacleKind::Unknown,
                            "'" + Text.text(E->getSourceRange()) +
                                "' is loaded from an address of each warp's own",
                            Text.expansion(E->getBeginLoc())};
  return Loaded;
}

//===- Calls --------------------------------------------------------------===//

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
  bool Full = !I.Sync || (E->getNumArgs() > 0 &&
                          static_cast<uint32_t>(constantOf(E->getArg(0)).value_or(0)) == ~0u);
  switch (I.Result) {
  case WarpResult::WarpUniform: // votes: equal where the whole warp votes
    if (!Full)
      return unknown(E, "has a mask that was not followed");
    if (Active.UniformOver >= WarpWidth) {
      Value V;
      V.U = Active;
      V.U.UniformOver = WarpWidth;
      return V;
    }
    return divergentValue(Active.Why ? Active.Why->Kind : ObstacleKind::Unknown,
                          "'" + I.Name.str() + "' is not reached by the whole warp", Here);
  case WarpResult::BlockUniform:
    return uniformValue();
  case WarpResult::Shuffle: {
    if (!Full || E->getNumArgs() < First + 2)
      return unknown(E, "has a mask that was not followed");
    Value V = combine(eval(E->getArg(First), Vars, Block), constant(0));
    if (V.U.UniformOver >= WarpWidth)
      return V;
    std::optional<int64_t> Width = WarpWidth;
    if (E->getNumArgs() > First + 2)
      Width = constantOf(E->getArg(First + 2));
    Uniformity Source = eval(E->getArg(First + 1), Vars, Block).uniformity();
    if (!I.Indexed || !Width || *Width < 2 || *Width > 32)
      return unknown(E, "is a shuffle of values that differ");
    // All lanes of a group read the same lane (semantics B.2).
    Value Out;
    Out.U = meet(Active, Source);
    if (unsigned(*Width) < Out.U.UniformOver) {
      Out.U.UniformOver = *Width;
      if (*Width < WarpWidth && !Out.U.Why)
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
    Value V = uniformValue({{AtomKind::CallUniform, Id->second}});
    V.OfBlock = !Changed && isProduct(E, [&](const Expr *Arg) {
      std::optional<IntegerType> Of = integer(Arg->getType());
      Value A = eval(Arg, Vars, Block);
      if (Of)
        A = fits(std::move(A), *Of);
      return Of && A.Scale == 0 && A.OfBlock && !A.From;
    });
    if (!V.OfBlock)
      return Inside ? *Inside : V;
    V.In = IntegerType().anything(); // a size, which fits
    return V;
  }
  if (Changed)
    return unknown(E, "has an argument that sets what another one reads");
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    if (Builtin B = builtinOf(M->getImplicitObjectArgument(), Text); !B.Object.empty())
      return evalBuiltin(B.Object, "", E);
    return isWarpSize(M, Text) ? constant(WarpWidth) : unknown(E, "was not followed");
  }
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
