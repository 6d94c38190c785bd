//===- Objects.cpp - members, and the objects that methods are called for -===//
//
// Part of ConvergenceAnalysis. A method that leaves its object alone sees one content of it from
// its first statement to its last: to the caller it is one more argument (semantics B.3).
//
//===----------------------------------------------------------------------===//

#include "Analysis/Convergence/Convergence.h"

#include "Analysis/Operations/ConstPassing.h"
#include "Analysis/Operations/MemoryAccess.h"
#include "Analysis/Source/Builtins.h"
#include "Analysis/Source/ReadOnlyMemory.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

/// The method that is analysed, if all of its lanes may see one object; else null.
const CXXMethodDecl *ConvergenceAnalysis::methodOfObject() const {
  if (!OwnObject) {
    const auto *M = dyn_cast<CXXMethodDecl>(F);
    const bool May = M && M->isInstance() && !isa<CXXConstructorDecl, CXXDestructorDecl>(M) &&
                     ConstPassing().leavesObjectAlone(M);
    OwnObject = May ? M : nullptr;
  }
  return *OwnObject;
}

/// What is in `*this`.
Value ConvergenceAnalysis::evalThis(const Expr *E) const {
  const CXXMethodDecl *M = methodOfObject();
  if (!M || M->getParent()->isLambda()) // there it is of the function around
    return unknown(E, "may be changed here");
  return uniformValue({{AtomKind::ParamUniform, ThisParameter}});
}

/// A variable of the function around a lambda, which has a copy of it.
Value ConvergenceAnalysis::evalCaptured(const DeclRefExpr *E) const {
  const CXXMethodDecl *M = methodOfObject();
  if (!M || !M->isConst() || !M->getParent()->isLambda() || E->getType().isVolatileQualified())
    return unknown(E, "is captured");
  for (const LambdaCapture &C : M->getParent()->captures())
    if (C.capturesVariable() && C.getCapturedVar() == E->getDecl())
      return C.getCaptureKind() == LCK_ByCopy
                 ? uniformValue({{AtomKind::ParamUniform, ThisParameter}})
                 : unknown(E, "is captured by reference");
  return unknown(E, "is captured");
}

/// What is in the object that a lambda makes: its copies. What it has by reference is not followed
/// where it is used.
Value ConvergenceAnalysis::evalLambda(const LambdaExpr *E, const Env &Vars, unsigned Block) const {
  Value V = uniformValue();
  for (auto [Capture, Init] : llvm::zip(E->captures(), E->capture_inits()))
    if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByCopy) {
      spend(V.U);
      V = combine(V, eval(Init, Vars, Block));
    }
  V.U = ofMembers(std::move(V.U));
  return V;
}

static bool isThis(const Expr *E) { return isa<CXXThisExpr>(E->IgnoreParenImpCasts()); }

/// What is in the object that \p Pointer leads to, all of it.
Value ConvergenceAnalysis::evalPointee(const Expr *Pointer, const Env &Vars, unsigned Block) const {
  if (isThis(Pointer))
    return evalThis(Pointer);
  Value Address = combine(eval(Pointer, Vars, Block), constant(0));
  if (Address.U.UniformOver < warpWidth())
    return unknown(Pointer, "may lead to different objects");
  QualType To = Pointer->getType()->getPointeeType();
  if (To.isNull() || hasMutableMembers(To))
    return unknown(Pointer, "leads to an object with members that other threads may write");
  return combine(Address, unlessWritten(Pointer, memoryBehind(Pointer)));
}

/// Of a call of a method, what is in its object.
std::optional<Value> ConvergenceAnalysis::objectOf(const CallExpr *Call, const Env &Vars,
                                                   unsigned Block) const {
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  if (!M || !M->isInstance() || Text.isToolkit(M))
    return std::nullopt;
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
    Object = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(Call))
    Object = Call->getArg(0);
  if (!Object)
    return std::nullopt;
  return Object->getType()->isPointerType() ? evalPointee(Object, Vars, Block)
                                            : eval(Object, Vars, Block);
}

std::optional<Uniformity> ConvergenceAnalysis::object(const CallExpr *Call) const {
  auto It = Objects.find(Call);
  return It == Objects.end() ? std::nullopt : std::optional(It->second);
}

/// A plain member of `*this`, or one of such a member.
static bool isPartOfThis(const Expr *E) {
  const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  return Field && !Field->isMutable() && !Field->getParent()->isUnion() &&
         !Field->getType()->isReferenceType() && !Field->getType().isVolatileQualified() &&
         (isThis(M->getBase()) || (!M->isArrow() && isPartOfThis(M->getBase())));
}

/// A member of the method's own object, or of a part of it, that is declared const: it is the same
/// as long as the object is there (C++ [dcl.type.cv]), and a method that is const, too, makes no
/// new one in its place ([basic.life]/8) unless it casts that away (docs/trusted.md).
bool ConvergenceAnalysis::isFixedMember(const MemberExpr *E) const {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!M || !M->isInstance() || !M->isConst() || M->getParent()->isLambda() || !Field ||
      Field->getParent()->isUnion() ||
      !(isThis(E->getBase()) || (!E->isArrow() && isPartOfThis(E->getBase()))))
    return false;
  QualType T = Field->getType();
  return T.isConstQualified() && !T.isVolatileQualified() && !T->isReferenceType() &&
         !Field->isMutable() && !hasMutableMembers(T);
}

Value ConvergenceAnalysis::evalMember(const MemberExpr *E, const Env &Vars, unsigned Block) const {
  if (Builtin B = builtinOf(E, Text); !B.Object.empty())
    return evalBuiltin(B.Object, B.Member, E);
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field)
    return unknown(E, "was not followed");
  if (E->isArrow() && !isThis(E->getBase()))
    return evalLoad(E->getBase(), nullptr, E, Vars, Block);
  if (isFixedMember(E))
    return uniformValue({{AtomKind::ParamUniform, ThisParameter}});
  // Of the object only this member is read, whatever others it has.
  const Expr *Base = E->getBase()->IgnoreParens();
  const auto *Ref = dyn_cast<DeclRefExpr>(Base);
  const auto *Outer = dyn_cast<MemberExpr>(Base);
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Base);
  Value Object =
      combine(E->isArrow() ? evalThis(Base)
              : Ref        ? evalVariable(Ref, Vars)
              : Outer      ? evalMember(Outer, Vars, Block)
              : Element    ? evalLoad(Element->getBase(), Element->getIdx(), Element, Vars, Block)
                           : eval(Base, Vars, Block),
              constant(0));
  // A reference leads to other memory; the others are written in an object that nobody writes.
  const bool Changes = Field->isMutable() || Field->getType().isVolatileQualified(),
             Refers = Field->getType()->isReferenceType();
  if (Refers || (Changes && !isOfOwnObject(E)))
    return combine(Object, divergentValue(Refers ? ObstacleKind::Unknown : ObstacleKind::MayChange,
                                          "'" + Text.text(E->getSourceRange()) +
                                              "' is memory that other threads may write",
                                          Text.expansion(E->getBeginLoc())));
  return Object;
}

static auto valuesOf(const Variables &Vars) {
  return [&Vars](const VarDecl *V) { return Vars.values(V); };
}

/// What \p E, whose address is equal in the warp, loads: equal, if no thread of the kernel may
/// write it meanwhile.
Value ConvergenceAnalysis::unlessWritten(const Expr *E) const {
  if (keptApart(E))
    return uniformValue();
  if (std::optional<Value> Slot = ofSlot(E))
    return *Slot;
  return unlessWritten(E, loadedMemory(E, F, valuesOf(Vars)));
}

std::optional<unsigned> ConvergenceAnalysis::memoryBehind(const Expr *Pointer) const {
  return loadedMemoryBehind(Pointer, F, valuesOf(Vars));
}

Value ConvergenceAnalysis::unlessWritten(const Expr *E, std::optional<unsigned> Memory) const {
  auto Changing = [&](const std::string &Why) {
    return divergentValue(ObstacleKind::MayChange,
                          "'" + Text.text(E->getSourceRange()) + "' is memory that " + Why,
                          Text.expansion(E->getBeginLoc()));
  };
  if (!Memory)
    return Changing("other threads may write");
  if (const MemoryWrite *W = ownWriteTo(*Memory))
    return Changing("'" + W->Text + "' may write");
  return uniformValue({{AtomKind::Unwritten, *Memory}});
}

/// What nobody else need be asked about; null: this function writes no such memory itself.
const MemoryWrite *ConvergenceAnalysis::ownWriteTo(unsigned Memory) const {
  if (!OwnWrites)
    OwnWrites = memoryWrites(F, Text, valuesOf(Vars));
  auto It = llvm::find_if(*OwnWrites, [&](const MemoryWrite &W) { return W.writes(Memory); });
  return It == OwnWrites->end() ? nullptr : &*It;
}

} // namespace coopify
