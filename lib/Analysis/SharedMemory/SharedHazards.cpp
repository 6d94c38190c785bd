//===- SharedHazards.cpp --------------------------------------------------===//

#include "Analysis/SharedMemory/SharedHazards.h"

#include "Analysis/SharedMemory/PassedPointers.h"
#include "Analysis/Source/Exprs.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace clang;

namespace coopify {

/// `volatile T *&`, `volatile T **`: what it leads to, callers know.
static bool leadsToVolatile(const ParmVarDecl *P) {
  const QualType T = P->getType();
  const QualType Of = T->isPointerType() || T->isReferenceType() ? T->getPointeeType() : QualType();
  return !Of.isNull() && Of->isPointerType() && Of->getPointeeType().isVolatileQualified();
}

static bool isShared(const VarDecl *V, const FunctionDecl *F) {
  return V->hasAttr<CUDASharedAttr>() || (isa<ParmVarDecl>(V) && !F->hasAttr<CUDAGlobalAttr>());
}

static QualType elementType(const VarDecl *V, const ASTContext &Context) {
  const QualType T = V->getType();
  return Context.getBaseElementType(T->isPointerType() || T->isReferenceType() ? T->getPointeeType()
                                                                               : T);
}

/// `struct View { volatile int *p; };`, `View v{s};`: what leads there says that others write.
static bool ledToAsVolatile(const VarDecl *V, const FunctionView &View, MemoryLocations &Places) {
  bool Found = false;
  View.forEachStmt([&](const Stmt *S) {
    const auto *C = dyn_cast<CastExpr>(S);
    if (!C || !C->getType()->isPointerType() ||
        !C->getType()->getPointeeType().isVolatileQualified() ||
        !C->getSubExpr()->getType()->isPointerType())
      return;
    const auto P = Places.pointee(C->getSubExpr());
    Found |= P && P->Root && P->Root->getCanonicalDecl() == V->getCanonicalDecl();
  });
  return Found;
}

bool isObjectOfCall(const SharedAccess &A) {
  const auto *Call = dyn_cast_or_null<CallExpr>(A.ByCall);
  return Call && objectOfCall(Call) == A.At;
}

SharedHazards::SharedHazards(const FunctionView &View, const SharedSteps &Steps,
                             SymbolicIndex &Forms)
    : View(View), Steps(Steps), Forms(Forms) {
  size_t Count = 0;
  for (const SharedStep &S : Steps.Steps)
    Count += S.Accesses.size();
  TooMany = Count > MaxAccesses;
  if (TooMany)
    return;
  auto Leaks = [&](const SharedAccess &A) { // atomicAdd((int *)&s[t], 1) of a volatile s, too
    const VarDecl *V = A.Place.Root;
    return A.Place.Leaked && ((A.Volatile && !isObjectOfCall(A)) ||
                              (V && elementType(V, View.Context).isVolatileQualified()));
  };
  VolatileLeaks = llvm::any_of(
      Steps.Steps, [&](const SharedStep &S) { return llvm::any_of(S.Accesses, Leaks); });
  VolatileLeaks |= llvm::any_of(leakedAddresses(Steps.places()), [&](const VarDecl *V) {
    return V && isShared(V, View.Function) &&
           (elementType(V, View.Context).isVolatileQualified() ||
            ledToAsVolatile(V, View, Steps.places()));
  });
  for (const SharedStep &S : Steps.Steps)
    for (const SharedAccess &A : S.Accesses)
      if (A.Place.Of == MemoryLocation::KernelArray && A.Place.Root &&
          (A.Volatile || elementType(A.Place.Root, View.Context).isVolatileQualified()) &&
          llvm::none_of(CalledVolatile, [&](const SharedAccess *V) {
            return V->Place.Root == A.Place.Root && V->At->getType() == A.At->getType();
          }))
        CalledVolatile.push_back(&A);
  LedToVolatile = !View.Function->hasAttr<CUDAGlobalAttr>() &&
                  llvm::any_of(View.Function->parameters(), leadsToVolatile);
  for (unsigned I = 0; I < Steps.Steps.size(); ++I) {
    within(I);
    besideInCall(I);
    if (Steps.Steps[I].Accesses.empty())
      continue;
    std::vector<bool> Reached = reached(I);
    for (unsigned J = 0; J < Steps.Steps.size(); ++J)
      if (Reached[J])
        between(I, J);
  }
  atTheEnds();
  for (const Hazard &H : Hazards)
    if (!H.Within && H.To != SharedSteps::Entry && !SharedSteps::isEnd(H.From) && H.First->Write)
      Open.insert(H.From);
  join();
}

/// The steps whose accesses may come after those of \p From without a sync between.
std::vector<bool> SharedHazards::reached(unsigned From, const StepSyncs &Have) const {
  return reached(Steps, From, Have);
}

std::vector<bool> SharedHazards::reached(const SharedSteps &Steps, unsigned From,
                                         const StepSyncs &Have) {
  std::vector<bool> Seen(Steps.Steps.size());
  llvm::SmallVector<unsigned> Work;
  auto GoOn = [&](unsigned I, bool Synced) {
    for (unsigned J : Steps.Steps[I].Next)
      if ((!Synced || Steps.Steps[J].WayOut) && !Steps.Steps[J].Sync && !Have.Before.count(J) &&
          !Seen[J]) {
        Seen[J] = true;
        Work.push_back(J);
      }
  };
  auto Behind = [&](unsigned I) { return Have.After.count(I) || Steps.Steps[I].SyncAfter; };
  GoOn(From, Behind(From));
  while (!Work.empty()) {
    const unsigned I = Work.pop_back_val();
    GoOn(I, Behind(I) || Have.Within.count(I));
  }
  return Seen;
}

bool SharedHazards::follows(unsigned From, unsigned To, const StepSyncs &Have) const {
  return reached(From, Have)[To];
}

bool SharedHazards::isCalledVolatile(const SharedAccess &A) const {
  return A.Volatile || llvm::any_of(CalledVolatile, [&](const SharedAccess *V) {
           return V->Place.Root == A.Place.Root ||
                  (coopify::meetByTwoNames(A, *V) && !apartByCallers(A, *V));
         });
}

/// What keeps a volatile name of global memory from being another name of \p A.
void SharedHazards::restOnOtherNames(const SharedAccess &A) {
  for (const SharedAccess *V : CalledVolatile)
    if (const std::optional<Uniformity> Apart = apartByCallers(A, *V))
      rest(*Apart);
}

/// Lanes that meet in global memory are somebody's intention only if one of its names says so.
bool SharedHazards::ordinaryGlobal(const SharedAccess &A, const SharedAccess &B) {
  if (A.Place.Of != MemoryLocation::KernelArray || B.Place.Of != MemoryLocation::KernelArray ||
      isCalledVolatile(A) || isCalledVolatile(B))
    return false;
  restOnOtherNames(A);
  restOnOtherNames(B);
  return true;
}

void SharedHazards::add(unsigned From, unsigned To, const SharedAccess &A, const SharedAccess &B,
                        bool Within) {
  if (!(A.Write || B.Write) || (A.Atomic && B.Atomic) || ordinaryGlobal(A, B))
    return;
  std::vector<Uniformity> Used;
  static const llvm::DenseSet<const VarDecl *> None;
  Overlap How = overlap(A, B, Forms, Within, Within ? Steps.Steps[From].Changed : None, Used);
  for (const Uniformity &U : Used)
    rest(U);
  if (A.EndsSynced && !Within) {
    if (How != Overlap::None)
      Ended.push_back({From, To, &A, &B, How, Within});
  } else if (How == Overlap::None)
    Proofs.push_back(
        {From, To, &A, &B, std::move(Used), Within, !Within && (A.Volatile || B.Volatile)});
  else
    Hazards.push_back({From, To, &A, &B, How, Within});
}

void SharedHazards::rest(const Uniformity &Used) {
  for (const Atom &A : Used.Atoms)
    if (A.Kind == AtomKind::ParamOutsideShared || A.Kind == AtomKind::ParamsApart)
      Rests = meet(Rests.value_or(Uniformity()), {BlockWidth, {A}, std::nullopt});
}

bool SharedHazards::meetByTwoNames() const {
  return llvm::any_of(Hazards,
                      [](const Hazard &H) { return coopify::meetByTwoNames(*H.First, *H.Second); });
}

void SharedHazards::between(unsigned From, unsigned To) {
  for (const SharedAccess &A : Steps.Steps[From].Accesses)
    for (const SharedAccess &B : Steps.Steps[To].Accesses)
      add(From, To, A, B, false);
}

/// The syncs in \p S are between them. If they are for the lanes of one group, others must not meet
/// them there.
bool SharedHazards::keptApart(const SharedStep &S, const SharedAccess &A,
                              const SharedAccess &B) const {
  if (S.Ways && !S.Ways->meet(A, B))
    return true;
  if (!S.Inner || !groupsApart(A, B, Forms, S.Inner->width()))
    return false;
  auto StepOf = [&](const SharedAccess &Of) {
    auto It = llvm::find_if(S.Inner->Steps, [&](const SharedStep &Each) {
      return llvm::any_of(Each.Accesses, [&](const SharedAccess &Other) {
        return Other.At == Of.At && Other.Write == Of.Write;
      });
    });
    return unsigned(It - S.Inner->Steps.begin());
  };
  unsigned I = StepOf(A), J = StepOf(B), Size = S.Inner->Steps.size();
  return I < Size && J < Size && I != J && !reached(*S.Inner, I)[J] && !reached(*S.Inner, J)[I];
}

bool inOneElement(const SharedAccess &A, const SharedAccess &B) {
  return A.ByCall && A.ByCall == B.ByCall && A.At == B.At && A.At != A.ByCall && A.Place.Exact &&
         A.At->isGLValue() && A.Type->isArithmeticType();
}

/// What one call does by the same argument, or by what it is not passed, it sees to itself; but not
/// if that is one element, which other lanes may be passed as well: `add(s[t / 2], x)`.
static bool withinCall(const SharedAccess &A, const SharedAccess &B) {
  if (inOneElement(A, B))
    return false;
  return A.ByCall && A.ByCall == B.ByCall && (A.At == B.At || A.At == A.ByCall || B.At == B.ByCall);
}

/// A call does both, and again in the next round of a loop, with no sync behind it.
static bool openInLoop(const SharedStep &S, const SharedAccess &A, const SharedAccess &B) {
  return S.Composite && !(A.EndsSynced && B.EndsSynced) && inOneLoop(S.S, A.ByCall, A.ByCall);
}

/// In each round of a loop a lane has elements of its own: `s[i][lane]`, `s[i]` that moves by a
/// multiple of the warp.
static bool keepsToItsLane(const PathStep &P, SymbolicIndex &Forms) {
  std::vector<Uniformity> Used;
  if (P.Field || !P.Index.Poly)
    return false;
  if (Forms.moves(*P.Index.Poly))
    return Forms.staysWithLane(*P.Index.Poly);
  const auto Lanes = Forms.lanes(*P.Index.Poly, Used);
  return Lanes && Lanes->X && Forms.tellsLanesApart(Lanes->Stride);
}

/// Whoever is last, the same is in it.
static bool setsConstant(const Stmt *S, const Expr *Target, const ASTContext &Context) {
  const auto *B = dyn_cast_or_null<BinaryOperator>(S);
  if (B && B->getOpcode() == BO_Assign && B->getLHS()->IgnoreParens() == Target->IgnoreParens())
    return B->getRHS()->isEvaluatable(Context);
  return S && llvm::any_of(S->children(),
                           [&](const Stmt *Part) { return setsConstant(Part, Target, Context); });
}

/// `for (int i = lane; i < n; i += 32) s[key[i]] = i;`: the later round's stays, so lanes that go
/// round on their own leave something else.
bool SharedHazards::scatters(const SharedStep &S, const SharedAccess &A) const {
  const bool OneElement = A.Place.Exact && A.Neighbours == 0;
  auto Own = [&](const PathStep &P) { return keepsToItsLane(P, Forms); };
  const bool Known = !A.ByCall || A.Place.Exact; // by its name a helper's own element, mostly
  return S.Composite && A.Write && A.Volatile && !A.Atomic && Known &&
         A.Place.Of != MemoryLocation::KernelArray &&
         !(OneElement && llvm::any_of(A.Place.Path, Own)) && inOneLoop(S.S, A.At, A.At) &&
         !setsConstant(S.S, A.At, View.Context);
}

/// In one execution of a step: of a statement, what is read before it is written; where it holds
/// others, lanes may be anywhere in it. That all write one element at once is nobody's to order.
void SharedHazards::within(unsigned I) {
  const SharedStep &S = Steps.Steps[I];
  for (auto [A, First] : llvm::enumerate(S.Accesses))
    for (auto [B, Second] : llvm::enumerate(S.Accesses))
      if ((A < B || (A == B && scatters(S, First))) &&
          (!withinCall(First, Second) || openInLoop(S, First, Second)) &&
          !(S.SyncsInside && keptApart(S, First, Second)))
        add(I, I, First, Second, true);
}

/// `f(s + threadIdx.x)`, where f reads p[8] and writes p[0]: no site of its own, since all lanes
/// might have one pointer.
void SharedHazards::besideInCall(unsigned I) {
  const SharedStep &S = Steps.Steps[I];
  for (const SharedAccess &A : S.Accesses)
    for (const SharedAccess &B : S.Accesses)
      if (A.Beside && B.Beside && A.Write && !B.Write && A.ByCall == B.ByCall && A.At == B.At &&
          A.Volatile && A.Place.Of != MemoryLocation::KernelArray && !A.Place.OutsideShared)
        Hazards.push_back({I, I, &B, &A, Overlap::Lanes, true});
}

/// Callers know of it: of global memory what is volatile and has a name.
static bool callersMayMeet(const SharedAccess &A) {
  return A.Place.Of != MemoryLocation::KernelArray ||
         (A.Volatile && A.Place.Root && !isa<ParmVarDecl>(A.Place.Root));
}

/// What calls a device function, and what comes after it, may access the same memory.
void SharedHazards::atTheEnds() {
  if (View.Function->hasAttr<CUDAGlobalAttr>())
    return;
  std::vector<bool> FromEntry = reached(SharedSteps::Entry);
  for (unsigned I = 0; I < Steps.Steps.size(); ++I) {
    bool Ends = follows(I, SharedSteps::Exit, {});
    for (const SharedAccess &A : Steps.Steps[I].Accesses) {
      if (A.Atomic) {
        if (Ends)
          AtomicsAtEnd.push_back(&A);
        continue;
      }
      if (A.Write && Ends && A.Place.OutsideShared && !A.Volatile) {
        Proofs.push_back({I, SharedSteps::Exit, &A, &A, {outsideShared(A.Place)}, false, false});
        rest(Proofs.back().Used.front());
      } else if (A.Write && Ends && callersMayMeet(A))
        (A.EndsSynced ? Ended : Hazards).push_back({I, SharedSteps::Exit, &A, &A, Overlap::May});
      // What a parameter points to is accessed by callers, whose own sites see to it.
      bool Own = A.Place.Of == MemoryLocation::Shared || A.Place.Of == MemoryLocation::Dynamic;
      if (Own && FromEntry[I])
        Hazards.push_back({SharedSteps::Entry, I, &A, &A, Overlap::May});
    }
  }
}

void SharedHazards::join() {
  llvm::EquivalenceClasses<unsigned> Classes;
  std::vector<const Hazard *> Speaking;
  for (const Hazard &H : Hazards)
    if (speaks(H))
      Speaking.push_back(&H);
  auto Concerns = [&](const SharedAccess &A) {
    return llvm::any_of(Speaking, [&](const Hazard *H) { return mayAlias(*H->First, A); });
  };
  for (const Hazard &H : Hazards) {
    bool Stray = isStray(*H.First) && isStray(*H.Second);
    if (!SharedSteps::isEnd(H.From) && !SharedSteps::isEnd(H.To) && (!Stray || Concerns(*H.First)))
      Classes.unionSets(H.From, H.To);
  }
  for (const auto *Leader : Classes)
    if (Leader->isLeader()) {
      std::set<unsigned> Members(Classes.member_begin(*Leader), Classes.member_end());
      Components.push_back(std::move(Members));
    }
}

/// The use of \p V in \p S.
static const DeclRefExpr *useOf(const VarDecl *V, const Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && Ref->getDecl() == V)
    return Ref;
  for (const Stmt *Part : S->children())
    if (const DeclRefExpr *Found = Part ? useOf(V, Part) : nullptr)
      return Found;
  return nullptr;
}

bool SharedHazards::crossesWarps(const Hazard &H) const {
  if (SharedSteps::isEnd(H.From) || SharedSteps::isEnd(H.To))
    return false;
  auto Plain = [&](const SharedAccess &A, unsigned Step) {
    const Stmt *First = firstEvaluated(Steps.Steps[Step].S, View.Analysis);
    bool Shared = A.Place.Of == MemoryLocation::Shared || A.Place.Of == MemoryLocation::Dynamic;
    return Shared && A.Place.Exact && A.Place.Path.size() == 1 && A.Place.Path[0].Index.Poly &&
           A.Bounds.empty() && !A.ByCall && First &&
           View.Analysis.at(First).Active.UniformOver >= BlockWidth;
  };
  if (!Plain(*H.First, H.From) || !Plain(*H.Second, H.To) ||
      H.First->Place.Root != H.Second->Place.Root)
    return false;
  auto Distance =
      Forms.blockDistance(*H.First->Place.Path[0].Index.Poly, *H.Second->Place.Path[0].Index.Poly);
  if (!Distance || Distance->isZero())
    return false;
  if (auto N = Distance->constant())
    return *N % int64_t(warpWidth()) != 0;
  const VarDecl *V = Forms.movingVariable(*Distance);
  const Expr *Use = V ? useOf(V, H.First->At) : nullptr;
  if (V && !Use)
    Use = useOf(V, H.Second->At);
  auto Is = Use ? View.Analysis.variables().bounds(Use, View.Context) : std::nullopt;
  return Is && Is->Low >= 0 && Is->High > 0 && Is->High < int64_t(warpWidth());
}

std::vector<const SharedAccess *>
SharedHazards::leanings(const std::set<unsigned> &Component) const {
  std::vector<const SharedAccess *> All;
  auto Add = [&](const SharedAccess &A) {
    if (!A.Leans.empty())
      All.push_back(&A);
  };
  for (unsigned I : Component)
    for (const SharedAccess &A : Steps.Steps[I].Accesses)
      Add(A);
  for (const Hazard &H : Ended)
    if (Component.count(H.To) && !Component.count(H.From))
      Add(*H.First);
  return All;
}

std::vector<Uniformity> SharedHazards::used(const std::set<unsigned> &Component,
                                            llvm::function_ref<bool(const Apart &)> Synced) const {
  std::vector<Uniformity> All;
  // One of them is enough: a sync may be left out since nobody else comes there. If lanes do meet
  // by volatile memory, there is an exchange that no site speaks of.
  for (const Apart &P : Proofs)
    if ((P.Meant || Component.count(P.From) || Component.count(P.To)) && !Synced(P))
      for (const Uniformity &U : P.Used)
        if (!U.Atoms.empty() && !llvm::is_contained(All, U))
          All.push_back(U);
  return All;
}

//===- Evidence by what only callers know ---------------------------------===//

/// Callers pass what the one names for the parameter that the other leads to.
bool SharedHazards::isPassedFor(const SharedAccess &Named, const SharedAccess &Given) const {
  const auto *P = dyn_cast_or_null<ParmVarDecl>(Given.Place.Root);
  return View.Passed && P && Named.Place.Root && !isa<ParmVarDecl>(Named.Place.Root) &&
         View.Passed->passes(P, Named.Place.Root);
}

/// `t`, `t + 4`: lanes that count by it are next to each other; by `2 * t` each has two.
static bool isNamePlusNumber(const Polynomial &P) {
  const auto Names =
      llvm::make_filter_range(P.terms(), [](const auto &T) { return !T.first.empty(); });
  return llvm::hasSingleElement(Names) && Names.begin()->first.size() == 1 &&
         Names.begin()->second == 1;
}

/// p[t] and p[t + d], with t and a volatile *p that only callers know.
bool SharedHazards::besideForCallers(const Hazard &H) const {
  const SharedAccess &A = *H.First;
  const auto &Path = A.Place.Path;
  const uint64_t Apart = numberApart(A, *H.Second, View.Context);
  return A.Place.Of == MemoryLocation::Parameter && !A.Place.OutsideShared && A.Volatile &&
         H.Second->Volatile && !Path.empty() && Apart > 0 && Apart < warpWidth() &&
         Path.back().Index.Poly && isNamePlusNumber(*Path.back().Index.Poly) &&
         !Forms.setTwice(*Path.back().Index.Poly);
}

/// `if (t < 16) p[t] += p[t + 16];`: what is read is not written.
static bool keptApartByGuard(const SharedAccess &A, const SharedAccess &B, uint64_t Apart) {
  return llvm::any_of(A.Bounds, [&](const LaneBound &G) {
    const auto N = !G.Equal && G.Bound.Poly ? G.Bound.Poly->constant() : std::nullopt;
    return N && *N <= int64_t(Apart) &&
           (G.X.Poly == A.Place.Path.back().Index.Poly ||
            G.X.Poly == B.Place.Path.back().Index.Poly);
  });
}

/// `if (t >= 2) p[t] += p[t - 2];`
bool SharedHazards::stepOfLanes(const Hazard &H) const {
  const SharedAccess &A = *H.First;
  const SharedStep &Step = Steps.Steps[H.From];
  return A.Write != H.Second->Write && besideForCallers(H) &&
         !keptApartByGuard(A, *H.Second, numberApart(A, *H.Second, View.Context)) &&
         (!Step.Composite || inOneExpression(Step.S, A.At, H.Second->At));
}

} // namespace coopify
