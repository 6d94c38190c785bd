//===- HazardEvidence.cpp - what shows that lockstep is counted on --------===//

#include "Analysis/SharedMemory/SharedHazards.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace coopify {

/// Warps come there on their own, so that no other warp's lanes are meant to be waited for.
bool SharedHazards::byWarp(unsigned Step) const {
  const Stmt *First = firstEvaluated(Steps.Steps[Step].S, View.Analysis);
  if (!First)
    return false;
  const Uniformity &Here = View.Analysis.at(First).Active;
  return Here.UniformOver <= warpWidth() || llvm::any_of(Here.Atoms, [](const Atom &A) {
           return A.Kind == AtomKind::Unwritten; // what memory says, it says to each
         });
}

namespace {
struct Held {
  bool A = false, B = false, InLoop = false;
};
} // namespace

static Held findBoth(const Stmt *S, const Expr *A, const Expr *B) {
  Held Out{S == A, S == B};
  for (const Stmt *Child : S->children()) {
    if (!Child)
      continue;
    const Held In = findBoth(Child, A, B);
    if (In.InLoop)
      return In;
    Out.A |= In.A;
    Out.B |= In.B;
  }
  Out.InLoop = Out.A && Out.B && isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  return Out;
}

bool inOneLoop(const Stmt *S, const Expr *A, const Expr *B) {
  return S && findBoth(S, A, B).InLoop;
}

/// Lanes come to \p First and then, as a statement of its own, to \p Second, both within \p S. On
/// two sides of a branch, and within one expression, nobody knows which is first.
static bool inStatementsOf(const Stmt *S, const Expr *First, const Expr *Second) {
  if (!S || isa<Expr>(S))
    return false;
  const Stmt *HoldsFirst = nullptr, *HoldsSecond = nullptr;
  for (const Stmt *Part : S->children()) {
    HoldsFirst = Part && holds(Part, First) ? Part : HoldsFirst;
    HoldsSecond = Part && holds(Part, Second) ? Part : HoldsSecond;
  }
  if (HoldsFirst == HoldsSecond)
    return inStatementsOf(HoldsFirst, First, Second);
  return HoldsFirst && HoldsSecond && isa<CompoundStmt>(S);
}

/// The element is chosen by the warp's number.
static bool ofOneWarp(const SharedAccess &A) {
  return llvm::any_of(A.Place.Path, [](const PathStep &P) {
    return !P.Field && P.Index.Is.U.UniformOver == warpWidth();
  });
}

/// \p First is made on a condition within \p S that \p Second is not under.
static bool underOwnCondition(const Stmt *S, const Expr *First, const Expr *Second) {
  const auto *Both = dyn_cast<BinaryOperator>(S);
  const bool Decides =
      isa<IfStmt, SwitchStmt, AbstractConditionalOperator>(S) || (Both && Both->isLogicalOp());
  for (const Stmt *Part : S->children())
    if (Part && holds(Part, First))
      return (Decides && !holds(Part, Second)) ||
             (Part != First && underOwnCondition(Part, First, Second));
  return false;
}

/// One lane writes for all of them. By a parameter each may have an object of its own (`float f[8];
/// g(f);`), unless they are told apart between the write and the read.
bool SharedHazards::writtenForAll(const Hazard &H) const {
  if (H.How != Overlap::Slot || !H.First->Write || (!byWarp(H.From) && !ofOneWarp(*H.First)))
    return false;
  return H.First->Place.Of != MemoryLocation::Parameter ||
         underOwnCondition(View.Function->getBody(), H.First->At, H.Second->At);
}

bool SymbolicIndex::namesWarp(const Polynomial &P) const {
  return llvm::any_of(P.terms(), [&](const auto &Term) {
    return llvm::any_of(Term.first, [&](unsigned Id) {
      return Symbols[Id].Is.Scale == 0 && Symbols[Id].Is.U.UniformOver == warpWidth();
    });
  });
}

/// `s[w * 4 + lane]`, or `if (lane < 4)` around it: it counts lanes within their warp.
static bool withinWarp(const SharedAccess &A, const SymbolicIndex &Forms) {
  auto Names = [&](const IndexForm &I) { return I.Poly && Forms.namesWarp(*I.Poly); };
  return llvm::any_of(A.Place.Path,
                      [&](const PathStep &P) { return !P.Field && Names(P.Index); }) ||
         llvm::any_of(A.Bounds, [&](const LaneBound &B) { return !B.Equal && Names(B.X); });
}

/// Without volatile: of a warp's own elements each lane writes one, and then one is read by all
/// lanes, or each reads another one's, a variable number of lanes apart.
bool SharedHazards::betweenLanes(const Hazard &H) const {
  const SharedAccess &A = *H.First, &B = *H.Second;
  if (!A.Write || B.Write || A.Atomic || A.ByCall || B.ByCall || A.Place.open() || B.Place.open())
    return false;
  const bool ByWarp = byWarp(H.From) && byWarp(H.To);
  const bool OfA = ByWarp || withinWarp(A, Forms), OfB = ByWarp || withinWarp(B, Forms);
  if (!OfA || !OfB)
    return (OfA || OfB) && H.How == Overlap::May && oneForAll(A, B, Forms);
  return H.How == Overlap::Near || (H.How == Overlap::May && oneForAll(A, B, Forms));
}

/// \p E as a name and a number: `t`, 16 of `t + 16`, `t ^ 16`.
static std::pair<const Expr *, int64_t> nameAndNumber(const Expr *E, const ASTContext &Context) {
  E = E->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && (B->isAdditiveOp() || B->getOpcode() == BO_Xor) && !B->getRHS()->isValueDependent())
    if (auto N = B->getRHS()->getIntegerConstantExpr(Context))
      return {B->getLHS()->IgnoreParenImpCasts(),
              B->getOpcode() == BO_Sub ? -N->getExtValue() : N->getExtValue()};
  return {E, 0};
}

/// The subscripts of two elements of one array.
static std::optional<std::pair<const Expr *, const Expr *>>
subscripts(const SharedAccess &A, const SharedAccess &B, const ASTContext &Context) {
  const auto *SA = dyn_cast<ArraySubscriptExpr>(A.At->IgnoreParens());
  const auto *SB = dyn_cast<ArraySubscriptExpr>(B.At->IgnoreParens());
  if (!SA || !SB || !alike(SA->getBase(), SB->getBase(), Context))
    return std::nullopt;
  return std::pair{SA->getIdx(), SB->getIdx()};
}

uint64_t numberApart(const SharedAccess &A, const SharedAccess &B, const ASTContext &Context) {
  const auto Both = subscripts(A, B, Context);
  if (!Both)
    return 0;
  auto [NameA, NumberA] = nameAndNumber(Both->first, Context);
  auto [NameB, NumberB] = nameAndNumber(Both->second, Context);
  return !NameA->isEvaluatable(Context) && alike(NameA, NameB, Context)
             ? std::abs(NumberA - NumberB)
             : 0;
}

bool neighbours(const SharedAccess &A, const SharedAccess &B, const ASTContext &Context) {
  const uint64_t N = numberApart(A, B, Context);
  return N > 0 && N <= warpWidth();
}

/// From round to round it is halved, or doubled.
static bool byPowersOfTwo(const VarDecl *V, const Variables &Vars) {
  using A = Variables::Assignment;
  auto Moves = [](const A &Set) {
    const auto *B = dyn_cast_or_null<BinaryOperator>(Set.At);
    return B && (Set.Kind == A::Shrink || Set.Kind == A::Grow || B->getOpcode() == BO_MulAssign);
  };
  auto Starts = [](const A &Set) { return Set.Kind == A::Init || Set.Kind == A::Assign; };
  return V && Vars.followed(V) && llvm::any_of(Vars.assignments(V), Moves) &&
         llvm::all_of(Vars.assignments(V), [&](const A &Set) { return Moves(Set) || Starts(Set); });
}

/// d of `s[t]` and `s[t + d]`, `s[t ^ d]`, which is d, d / 2 or 1 << d, goes through powers of two.
static bool treeDistance(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms,
                         const Variables &Vars) {
  const auto Pair = oneSubscript(A, B);
  const auto D = Pair ? Forms.distance(Pair->first, Pair->second) : std::nullopt;
  if (!D)
    return false;
  if (const VarDecl *V = Forms.shiftedBy(*D))
    return Vars.followed(V);
  return byPowersOfTwo(Forms.movingVariable(*D), Vars);
}

/// `s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4];` whatever t is, or by a distance that is
/// halved: a tree of lanes. What one lane does to an array of its own looks otherwise.
bool SharedHazards::inTree(const Hazard &H) const {
  const MemoryLocation &P = H.First->Place;
  if (!H.First->Write || H.Second->Write || P.Path.empty() || !P.Path.back().Index.Poly ||
      Forms.setTwice(*P.Path.back().Index.Poly))
    return false;
  const Stmt *Step = Steps.Steps[H.From].S;
  const bool Later = !H.Within || (Steps.Steps[H.From].Composite &&
                                   (inOneLoop(Step, H.First->At, H.Second->At) ||
                                    inStatementsOf(Step, H.First->At, H.Second->At)));
  if (!Later)
    return false;
  if (treeDistance(*H.First, *H.Second, Forms, View.Analysis.variables()))
    return true;
  if (!neighbours(*H.First, *H.Second, View.Context))
    return false;
  std::set<uint64_t> Distances;
  for (const SharedStep &S : Steps.Steps)
    for (const SharedAccess &A : S.Accesses)
      if (uint64_t N = A.Place.Root == P.Root ? numberApart(*H.First, A, View.Context) : 0)
        Distances.insert(N);
  return Distances.size() > 2 && llvm::all_of(Distances, llvm::isPowerOf2_64);
}

/// What it wrote to its own element another lane reads by a later statement, if what only callers
/// know counts lanes.
bool SharedHazards::exchanged(const Hazard &H) const {
  return !H.Within && H.First->Write && !H.Second->Write && !H.First->ByCall && !H.Second->ByCall &&
         exchangedByCallers(*H.First, *H.Second, Forms);
}

/// Where it is, some lanes of a block may be and others not.
static bool forSomeLanes(const SharedAccess &A) {
  return llvm::any_of(A.Bounds, [](const LaneBound &B) {
    return B.X.Poly && B.Bound.Poly &&
           (B.X.Is.U.UniformOver < BlockWidth || B.Bound.Is.U.UniformOver < BlockWidth);
  });
}

/// The condition that all lanes of \p S come to holds both.
static bool inConditionOf(const Stmt *S, const Expr *First, const Expr *Second) {
  const auto *If = dyn_cast<IfStmt>(S);
  const auto *Switch = dyn_cast<SwitchStmt>(S);
  const Expr *Cond = If ? If->getCond() : Switch ? Switch->getCond() : loopCondition(S);
  return Cond && holds(Cond, First) && holds(Cond, Second);
}

bool inOneExpression(const Stmt *S, const Expr *First, const Expr *Second) {
  for (const Stmt *Part : S->children())
    if (Part && holds(Part, First) && holds(Part, Second))
      return isa<Expr, DeclStmt>(Part) || inOneExpression(Part, First, Second);
  return false;
}

/// A statement reads what it, or what it calls, then writes, or the other way round: where nobody
/// knows that lanes do not meet there, as in `s[(t + 31) & 31] = s[t ^ 2]`, `s[t] = last(s, t)`.
/// Behind `if (t < 64)` it is a step of a block's reduction.
bool SharedHazards::meetInStatement(const Hazard &H) const {
  auto Reads = [](const SharedAccess &A) { return !A.Write || A.Atomic; };
  const bool OneObject = H.First->Place.Root == H.Second->Place.Root || H.First->Place.unknown() ||
                         H.Second->Place.unknown() || isPassedFor(*H.First, *H.Second) ||
                         isPassedFor(*H.Second, *H.First);
  // What one call does by two arguments shows little: it may see to that itself.
  const bool OneCall = H.First->ByCall && H.First->ByCall == H.Second->ByCall;
  auto Guarded = [&](const SharedAccess &A) {
    return OneCall ? !A.Bounds.empty() : forSomeLanes(A);
  };
  if (H.Within && OneObject && stepOfLanes(H))
    return true;
  const SharedStep &Step = Steps.Steps[H.From];
  const bool ForAll = readForAll(*H.First, *H.Second, Forms);
  return H.Within && (H.First->Volatile || H.Second->Volatile) &&
         (!Step.Composite || inConditionOf(Step.S, H.First->At, H.Second->At) ||
          ((H.First->Bounds.empty() || ForAll) &&
           inOneExpression(Step.S, H.First->At, H.Second->At))) &&
         (Reads(*H.First) || Reads(*H.Second)) && OneObject && H.How != Overlap::Slot &&
         (ForAll || !Guarded(*H.First) || !Guarded(*H.Second));
}

/// A pointer that is not followed may lead to anything. Two accesses by one that has a name show
/// what is meant; so it does where the address of volatile shared memory got lost, and both say
/// that others write there. Lanes that only callers tell apart have to say it twice, too.
bool SharedHazards::unfollowedShow(const Hazard &H) const {
  auto Volatile = [](const SharedAccess &A) {
    return (A.Volatile && !isObjectOfCall(A)) || A.Atomic;
  };
  if (H.How == Overlap::Lanes)
    return H.First->Volatile || H.Second->Volatile || (!H.Within && !H.Second->Write);
  if (H.First->Volatile && H.Second->Volatile &&
      byOtherSubscripts(*H.First, *H.Second, H.Within, Forms, View.Context))
    return true;
  const bool OneIsFollowed = H.First->Place.unknown() != H.Second->Place.unknown();
  return (VolatileLeaks || (LedToVolatile && OneIsFollowed)) && Volatile(*H.First) &&
         Volatile(*H.Second);
}

/// `volatile View s;`, of which `s.a[t]` is accessed, or `volatile int a[32];` in it. By a pointer
/// that leads to one or another member it is some part of s.
static bool inVolatileMember(const SharedAccess &A, QualType Of, const ASTContext &Context) {
  if (A.Place.Path.empty() && Of->isRecordType())
    return Of.isVolatileQualified();
  return llvm::any_of(A.Place.Path, [&](const PathStep &Step) {
    const QualType T = Step.Field ? Step.Field->getType() : QualType();
    return Step.Field && T->isArrayType() &&
           (Of.isVolatileQualified() || Context.getBaseElementType(T).isVolatileQualified());
  });
}

/// Memory that says that others write there: a volatile array, or what a pointer to such leads to.
static bool ofVolatileArray(const SharedAccess &A, const ASTContext &Context) {
  const QualType T = A.Place.Root ? A.Place.Root->getType() : QualType();
  switch (A.Place.Of) {
  case MemoryLocation::Shared:
  case MemoryLocation::Dynamic:
    return (T->isArrayType() && Context.getBaseElementType(T).isVolatileQualified()) ||
           inVolatileMember(A, Context.getBaseElementType(T), Context);
  case MemoryLocation::Parameter: // volatile int *p, volatile int (&a)[64]
    return (T->isPointerType() || T.getNonReferenceType()->isArrayType()) &&
           Context.getBaseElementType(T->getPointeeType()).isVolatileQualified();
  default:
    return false;
  }
}

/// A union is updated by one member and read by another one.
static bool byOtherMember(const SharedAccess &A, const SharedAccess &B) {
  return llvm::any_of(llvm::zip(A.Place.Path, B.Place.Path), [](const auto &Steps) {
    const auto &[SA, SB] = Steps;
    return SA.Field && SB.Field && SA.Field != SB.Field && SA.Field->getParent()->isUnion() &&
           SA.Field->getParent() == SB.Field->getParent();
  });
}

/// Of a volatile array lanes update some element and read, or write, another one with no barrier
/// between: that is no counter of the block's. One that all poll is, and by a parameter the lane's
/// own.
bool SharedHazards::atomicShows(const Hazard &H) const {
  const SharedAccess &A = *H.First, &B = *H.Second;
  if (H.Within || H.How == Overlap::Slot || A.Atomic == B.Atomic)
    return false;
  const bool Volatile = A.Volatile || B.Volatile;
  if (Volatile && A.Place.Of != MemoryLocation::KernelArray && byOtherMember(A, B))
    return true;
  // `atomicAdd((int *)&p[t], 1)`, where volatile memory got to p.
  if (A.Place.unknown() != B.Place.unknown()) {
    const SharedAccess &Lost = A.Place.unknown() ? A : B, &Found = A.Place.unknown() ? B : A;
    const QualType Named = Lost.At->IgnoreParenCasts()->getType();
    return VolatileLeaks && ofVolatileArray(Found, View.Context) &&
           ((Lost.ByCall ? Lost.Volatile : Named.isVolatileQualified()) ||
            (Named->isPointerType() && Named->getPointeeType().isVolatileQualified()));
  }
  const bool Given = A.Place.Of == MemoryLocation::Parameter && B.Place.Of == A.Place.Of;
  if (A.Place.unknown() || Given) {
    if (!byOtherSubscripts(A, B, /*Related=*/true, Forms, View.Context))
      return false;
    return A.Place.unknown() ? Volatile : ofVolatileArray(A, View.Context);
  }
  return ofVolatileArray(A, View.Context) && ofVolatileArray(B, View.Context);
}

/// One statement writes two elements, as `volatile` says in this order.
bool SharedHazards::overwrites(const Hazard &H) const {
  const SharedStep &Step = Steps.Steps[H.From];
  return H.First->Volatile && H.Second->Volatile && H.First->At != H.Second->At &&
         (!Step.Composite || inOneExpression(Step.S, H.First->At, H.Second->At)) &&
         (H.How == Overlap::Lanes || (H.First->Place.unknown() && H.Second->Place.unknown() &&
                                      H.How != Overlap::Slot && unfollowedShow(H)));
}

/// Lanes exchange values there; by two names, if they are those of one array. By one name, all may
/// also read what one of them wrote.
bool SharedHazards::inGlobalMemory(const Hazard &H) const {
  if (!H.Within && H.First->Place.Root == H.Second->Place.Root && H.First->Write &&
      readForAll(*H.First, *H.Second, Forms))
    return true;
  if (H.How == Overlap::Lanes || !coopify::meetByTwoNames(*H.First, *H.Second))
    return H.How == Overlap::Lanes;
  SharedAccess Second = *H.Second;
  Second.Place.Root = H.First->Place.Root;
  std::vector<Uniformity> Used;
  return overlap(*H.First, Second, Forms, H.Within,
                 H.Within ? Steps.Steps[H.From].Changed : llvm::DenseSet<const VarDecl *>(),
                 Used) == Overlap::Lanes;
}

bool SharedHazards::speaks(const Hazard &H) const {
  if (SharedSteps::isEnd(H.From) || SharedSteps::isEnd(H.To) ||
      (H.Within && inOneElement(*H.First, *H.Second)))
    return false;
  // Counters and histograms, read by the block behind its barrier, are no exchange of lanes.
  const bool Atomic = H.First->Atomic || H.Second->Atomic;
  if (Atomic && H.How != Overlap::Lanes)
    return atomicShows(H) || exchanged(H) ||
           (meetInStatement(H) &&
            ((!H.First->Place.unknown() && !H.Second->Place.unknown()) || unfollowedShow(H)));
  bool Volatile = H.First->Volatile || H.Second->Volatile;
  // That several may write one element shows nothing: nobody is known to read it. That one writes
  // over what another one wrote before does, in an earlier step or by `s[t + 3] = s[t] = x`.
  if (H.First->Write && H.Second->Write && !Atomic && H.Within)
    return overwrites(H);
  if (H.First->Write && H.Second->Write && !Atomic && !(Volatile && H.How == Overlap::Lanes))
    return besideForCallers(H);
  if (H.First->Place.Of == MemoryLocation::KernelArray)
    return (isCalledVolatile(*H.First) || isCalledVolatile(*H.Second)) && inGlobalMemory(H);
  if (exchanged(H) || inTree(H))
    return true;
  // Objects with volatile members are mostly in global memory.
  auto Object = [&] {
    return H.How == Overlap::Lanes || neighbours(*H.First, *H.Second, View.Context) ||
           (H.First->Volatile && H.Second->Volatile &&
            numberApart(*H.First, *H.Second, View.Context) == 0 &&
            byOtherSubscripts(*H.First, *H.Second, /*Related=*/true, Forms, View.Context));
  };
  auto Shows = [&](const SharedAccess &A) {
    return A.Place.unknown() ? unfollowedShow(H)
                             : !isStray(A) && (A.Place.Of != MemoryLocation::Object || Object());
  };
  if (!Shows(*H.First) || !Shows(*H.Second))
    return false;
  if (H.How == Overlap::Lanes)
    return true;
  if (fenced(H))
    return true;
  if (!H.Within)
    return Volatile || writtenForAll(H) || betweenLanes(H);
  // Lanes that go round on their own: the next round reads what this one wrote.
  if (Volatile && Steps.Steps[H.From].Composite &&
      inOneLoop(Steps.Steps[H.From].S, H.First->At, H.Second->At))
    return true;
  // Some lanes of the warp come to the steps, which for them are those of any others.
  if (Volatile && Steps.Steps[H.From].Composite &&
      (H.First->Write || readForAll(*H.First, *H.Second, Forms)) &&
      inStatementsOf(Steps.Steps[H.From].S, H.First->At, H.Second->At))
    return true;
  if (meetInStatement(H))
    return true;
  if (Steps.Steps[H.From].Composite && betweenLanes(H) &&
      (inOneLoop(Steps.Steps[H.From].S, H.First->At, H.Second->At) ||
       inStatementsOf(Steps.Steps[H.From].S, H.First->At, H.Second->At)))
    return true;
  // With a barrier in each round of a loop this is an ordinary step of a block's reduction.
  return H.How == Overlap::Near && Open.count(H.From) &&
         (Volatile || byWarp(H.From) ||
          (withinWarp(*H.First, Forms) && withinWarp(*H.Second, Forms)));
}

/// Of two accesses that show something that which says more of the memory.
static const SharedAccess *known(const Hazard &H) {
  return H.First->Place.unknown() && !H.Second->Place.unknown() ? H.Second : H.First;
}

const SharedAccess *SharedHazards::evidence(const std::set<unsigned> &Component) const {
  for (const Hazard &H : Hazards)
    if (Component.count(H.From) && Component.count(H.To) && speaks(H))
      return known(H);
  return nullptr;
}

ArrayRef<const SharedAccess *> SharedHazards::evidences(const std::set<unsigned> &Component) const {
  Meant.resize(Components.size());
  auto &Known = Meant[&Component - Components.data()];
  if (!Known)
    Known = meantBy(Component);
  return *Known;
}

std::vector<const SharedAccess *>
SharedHazards::meantBy(const std::set<unsigned> &Component) const {
  std::vector<const SharedAccess *> All;
  for (const Hazard &H : Hazards) {
    auto Told = [&](const SharedAccess *A) { return A->Place.Root == known(H)->Place.Root; };
    if (Component.count(H.From) && Component.count(H.To) && llvm::none_of(All, Told) && speaks(H))
      All.push_back(known(H));
  }
  return All;
}

std::vector<const SharedAccess *> SharedHazards::readsAtEnd() const {
  std::set<unsigned> Closing;
  for (const Hazard &H : Hazards)
    if (H.To == SharedSteps::Exit && closes(H))
      Closing.insert(H.From);
  std::vector<const SharedAccess *> All;
  for (unsigned I = 0; I < Steps.Steps.size(); ++I)
    if (!Steps.Steps[I].Accesses.empty() && follows(I, SharedSteps::Exit, {Closing}))
      for (const SharedAccess &A : Steps.Steps[I].Accesses)
        if (!A.Write && !A.EndsSynced)
          All.push_back(&A);
  return All;
}

bool SharedHazards::closes(const Hazard &AtEnd) const {
  const SharedAccess &A = *AtEnd.First;
  return llvm::any_of(Components, [&](const std::set<unsigned> &Each) {
    if (!Each.count(AtEnd.From))
      return false;
    const auto Shown = evidences(Each);
    return !Shown.empty() && (A.Volatile || !isStray(A) ||
                              llvm::any_of(Shown, [&](auto *Of) { return mayAlias(*Of, A); }));
  });
}

} // namespace coopify
