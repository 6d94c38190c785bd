//===- Evaluate.cpp - expressions to abstract values (semantics B.2) ------===//

#include "Analysis/Convergence/Convergence.h"

#include "Analysis/Convergence/TypedValue.h"
#include "Analysis/Operations/ConstPassing.h"
#include "Analysis/Operations/OneLiners.h"
#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"
#include "Analysis/Source/ReadOnlyMemory.h"
#include "Analysis/Source/Walks/Evaluated.h"
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
  const bool Signed = T->isSignedIntegerOrEnumerationType();
  return IntegerType{Context.getIntWidth(T), Signed,
                     Signed && Context.getLangOpts().isSignedOverflowDefined()};
}

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
  if (Object == "blockDim" && Member == "x")
    return blockDimX();
  return blockNumber(*gridNumbers(Object, Member));
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
  if (std::optional<Value> Mine = ofOwnElement(E, Vars))
    return *Mine;
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
  // Most do not say which side comes first: compilers begin with the left one.
  if (setsWhatWasRead({E->getLHS(), E->getRHS()}))
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
    if (const DeclRefExpr *Ref = readAsAnother(E, Context)) {
      Value Bits = combine(evalVariable(Ref, Vars), constant(0));
      if (Context.getTypeSize(E->getType()) < Context.getTypeSize(Ref->getType()))
        Bits.U = ofMembers(std::move(Bits.U));
      return Bits;
    }
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
  case UO_AddrOf:
    return evalPlace(E->getSubExpr(), Vars, Block, /*Passed=*/false);
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
      return constant(warpWidth());
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
    const LoopCounters::Numbers *Rounds = Counters.at(E);
    const Value &Now = *It->second;
    return Rounds ? oneOf(Now, *Rounds) : Now;
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
  if (Address.U.UniformOver < warpWidth()) {
    bool Lane = Address.U.Why && Address.U.Why->Kind == ObstacleKind::LaneDependent;
    return divergentValue(Address.U.Why ? Address.U.Why->Kind : ObstacleKind::Unknown,
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

} // namespace coopify
