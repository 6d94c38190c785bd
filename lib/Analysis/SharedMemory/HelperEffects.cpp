//===- HelperEffects.cpp --------------------------------------------------===//

#include "Analysis/SharedMemory/HelperEffects.h"

#include "Analysis/Operations/Operations.h"
#include "Analysis/SharedMemory/SharedHazards.h"
#include "Analysis/Source/ImplicitCalls.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace coopify {

bool isOwnStatic(const VarDecl *V, const FunctionDecl *F) {
  return V->isStaticLocal() && !V->hasExternalStorage() && V->getDeclContext() == F;
}

static HelperUse &staticUse(HelperEffects &All, const VarDecl *V) {
  auto Known = llvm::find_if(All.Statics, [&](const auto &Each) { return Each.first == V; });
  return Known != All.Statics.end() ? Known->second
                                    : All.Statics.emplace_back(V, HelperUse::none()).second;
}

/// What a use is of; null: of what nobody else can tell.
static HelperUse *useIn(HelperEffects &All, const SharedAccess &A, const FunctionDecl *F) {
  const MemoryLocation &P = A.Place;
  switch (P.Of) {
  case MemoryLocation::Unknown:
    return &All.Elsewhere;
  case MemoryLocation::Object:
    return &All.This;
  case MemoryLocation::KernelArray: // of a variable that is volatile callers can tell
    return P.Root && !isa<ParmVarDecl>(P.Root) && A.Volatile ? &staticUse(All, P.Root) : nullptr;
  case MemoryLocation::Parameter: {
    const auto *Param = dyn_cast<ParmVarDecl>(P.Root);
    unsigned Index = Param ? Param->getFunctionScopeIndex() : ~0u;
    return Index < All.Params.size() ? &All.Params[Index] : &All.Elsewhere;
  }
  case MemoryLocation::Shared:
  case MemoryLocation::Dynamic:
    return isOwnStatic(P.Root, F) ? nullptr : &staticUse(All, P.Root);
  case MemoryLocation::Pending:
    return nullptr;
  }
  llvm_unreachable("all kinds");
}

/// `(&r)[1]`, g(&r), of a parameter that refers to one object; `(this + 1)->v`.
static bool goesBeyond(const SharedAccess &A) {
  const MemoryLocation &P = A.Place;
  QualType T = P.Root ? P.Root->getType() : QualType();
  const bool This = P.Of == MemoryLocation::Object;
  if (!This && (T.isNull() || !T->isReferenceType()))
    return false;
  bool Element =
      !P.Path.empty() && !P.Path[0].Field && (This || !T.getNonReferenceType()->isArrayType());
  return !P.Exact || (Element && !(P.Path[0].Index.Poly && P.Path[0].Index.Poly->isZero()));
}

static bool sameUse(const SharedAccess &A, const SharedAccess &B) {
  return A.Place.Of == B.Place.Of && A.Place.Root == B.Place.Root;
}

/// Which of the elements that the pointer counts: null if it is not known.
static std::optional<Polynomial> elementOf(const SharedAccess &A, const SymbolicIndex &Forms,
                                           const SharedStep &In) {
  const auto &Path = A.Place.Path;
  if (!A.Place.Exact || llvm::any_of(llvm::drop_begin(Path, Path.empty() ? 0 : 1),
                                     [](const PathStep &S) { return !S.within(); }))
    return std::nullopt;
  if (Path.empty() || Path[0].Field)
    return Polynomial();
  const auto &Index = Path[0].Index.Poly;
  return Index && !Forms.movesBy(*Index, In.Changed) ? Index : std::nullopt;
}

static uint64_t distance(const std::optional<Polynomial> &A, const std::optional<Polynomial> &B) {
  const auto N = A && B ? (*A - *B).constant() : std::nullopt;
  return N ? uint64_t(std::abs(*N)) : HelperUse::Anywhere;
}

/// One object may have two names that no caller compares: a __shared__ variable's and a parameter,
/// or another one; or what is not followed. That lanes meet so on purpose both accesses have to
/// say.
static bool byOtherName(const SharedAccess &A, const SharedAccess &B) {
  if (!A.Volatile || !B.Volatile)
    return false;
  if (A.Place.unknown() || B.Place.unknown())
    return A.Place.unknown() != B.Place.unknown();
  auto Variable = [](const SharedAccess &Each) {
    return Each.Place.Of == MemoryLocation::Shared || Each.Place.Of == MemoryLocation::Dynamic;
  };
  return !sameUse(A, B) && (Variable(A) || Variable(B));
}

using AccessPair = llvm::function_ref<bool(const SharedAccess &, const SharedAccess &)>;

static void refine(const SharedHazards &Hazards, AccessPair Of, HelperUse &Use) {
  Use.Ends = Use.Writes;
  Use.Exchanges = Use.Opens = Use.ReadsLast = false;
  for (const Hazard &H : Hazards.all()) {
    if (!Of(*H.First, *H.Second))
      continue;
    Use.Exchanges |= !SharedSteps::isEnd(H.From) && !SharedSteps::isEnd(H.To);
    Use.Ends &= H.To != SharedSteps::Exit;
    Use.Opens |= H.To == SharedSteps::Exit && !Hazards.closes(H);
  }
  for (const SharedAccess *A : Hazards.readsAtEnd())
    Use.ReadsLast |= Of(*A, *A);
}

/// Of the parameters and variables that lanes may meet by: whether syncs keep them apart, and one
/// is at the end.
void HelperSummaries::findSyncs(const FunctionDecl *F, ASTContext &Context, const SourceText &Text,
                                HelperEffects &Out) {
  Collectives Uses(Text);
  ConvergenceAnalysis Analysis(F, Context, Text, Uses);
  if (Analysis.tooLarge())
    return;
  FunctionView View{F, "", Context, Text, Analysis};
  SymbolicIndex Forms(F, Context, Analysis.variables(), &Analysis);
  MemoryLocations Places(F, Context, Text, Analysis.variables(), Forms, shared_from_this());
  Places.Passed = Passed;
  SharedSteps Steps(View, Forms, Places, warpWidth());
  if (!Steps.build(F->getBody(), {}))
    return;
  SharedHazards Hazards(View, Steps, Forms);
  if (Hazards.tooMany())
    return;
  auto Refine = [&](HelperUse &Use, AccessPair Of) { refine(Hazards, Of, Use); };
  // By two names lanes meet for the one that is written by.
  auto RefineRoot = [&](const VarDecl *V, HelperUse &Use) {
    Refine(Use, [V](const SharedAccess &A, const SharedAccess &B) {
      const bool OfA = A.Place.Root == V, OfB = B.Place.Root == V;
      return (OfA && OfB) || (((OfA && A.Write) || (OfB && B.Write)) && byOtherName(A, B));
    });
  };
  Refine(Out.This, [](const SharedAccess &A, const SharedAccess &B) {
    auto Writes = [](const SharedAccess &Each) {
      return Each.Place.Of == MemoryLocation::Object && Each.Write;
    };
    return (A.Place.Of == MemoryLocation::Object && sameUse(A, B)) ||
           ((Writes(A) || Writes(B)) && byOtherName(A, B));
  });
  Refine(Out.Elsewhere, [](const SharedAccess &A, const SharedAccess &B) {
    const bool OfA = A.Place.unknown(), OfB = B.Place.unknown();
    return (OfA && OfB) || ((OfA || OfB) && byOtherName(A, B));
  });
  for (const ParmVarDecl *P : F->parameters())
    RefineRoot(P, Out.Params[P->getFunctionScopeIndex()]);
  for (auto &[V, Use] : Out.Statics)
    RefineRoot(V, Use);
  for (const SharedAccess *A : Hazards.atomicsAtEnd())
    if (HelperUse *Use = useIn(Out, *A, F))
      Use->Ends = false, Use->Opens = true;
  // An exchange there shows as much as volatile does what callers wrote just before.
  for (const std::set<unsigned> &Component : Hazards.components())
    for (const SharedAccess *A : Hazards.evidences(Component))
      if (HelperUse *Use = useIn(Out, *A, F))
        Use->Volatile = true;
}

/// \p Then is what \p By does behind \p Into.
static void follow(HelperUse &Into, const HelperUse &Then, const HelperParameter &By) {
  Into.Exchanges |= (Into.Writes && Then.Reads) || (Into.Reads && Then.Writes) || Then.Exchanges;
  Into.Ends = Then.Writes ? Then.Ends : Into.Ends;
  Into.Opens = Then.Writes ? Then.Opens : Into.Opens;
  Into.ReadsLast |= Then.ReadsLast || Then.Reads;
  Into.Reads |= Then.Reads;
  Into.Writes |= Then.Writes;
  Into.Keeps |= Then.Keeps;
  Into.Volatile |= Then.Volatile;
  llvm::append_range(Into.Leans, Then.Leans);
  if (Then.Writes && !Then.Ends)
    Into.Leans.push_back(By);
}

/// What a destructor calls behind its body, for those of members and bases.
void HelperSummaries::ofMembers(const FunctionDecl *F, ASTContext &Context, const SourceText &Text,
                                HelperEffects &Out) {
  ImplicitCalls Calls;
  if (isa<CXXDestructorDecl>(F))
    Calls.ofMembers(F);
  for (const ImplicitCalls::Call &Each : Calls.Found) {
    const HelperEffects Does = of(Each.Callee, Context, Text);
    follow(Out.Elsewhere, Does.Elsewhere, {Each.Callee, std::nullopt});
    Out.Elsewhere.Exchanges = false; // as of the body
    Out.KeepsStatics |= Does.KeepsStatics;
    for (const auto &[V, Use] : Does.Statics) {
      follow(staticUse(Out, V), Use, {Each.Callee, std::nullopt, V});
    }
  }
}

/// Nothing that another access could add is worse.
static bool isWorst(const HelperUse &Use) {
  return Use.Exchanges && Use.Neighbours == HelperUse::Anywhere;
}

/// \p A, one of \p All accesses of \p F.
static void addUse(HelperEffects &Out, const SharedAccess &A, const SharedStep &All,
                   SymbolicIndex &Forms, const FunctionDecl *F) {
  std::vector<Uniformity> Used;
  HelperUse *Use = useIn(Out, A, F);
  if (!Use)
    return;
  (A.Write ? Use->Writes : Use->Reads) = true;
  Use->ReadsLast |= !A.Write;
  Use->Volatile |= A.Volatile;
  Use->Waits |= All.SyncsInside;
  Use->Beyond |= goesBeyond(A);
  Use->Neighbours = std::max(Use->Neighbours, A.Neighbours);
  for (const HelperParameter &P : A.Leans)
    if (!llvm::is_contained(Use->Leans, P))
      Use->Leans.push_back(P);
  if (A.Write && All.Accesses.size() > SharedHazards::MaxAccesses)
    Use->Exchanges = Use->Opens = true, Use->Neighbours = HelperUse::Anywhere;
  if (isWorst(*Use))
    return;
  const auto ElementA = elementOf(A, Forms, All);
  auto Meet = [](HelperUse &Of) { Of.Exchanges = Of.Opens = true; };
  for (const SharedAccess &B : All.Accesses) {
    const bool Same = sameUse(A, B), Atomic = A.Atomic || B.Atomic;
    if (!A.Write || (A.Atomic && B.Atomic) || A.At == B.At)
      continue;
    if (Same && !Atomic)
      Use->Neighbours = std::max(Use->Neighbours, distance(ElementA, elementOf(B, Forms, All)));
    if (!Same && !byOtherName(A, B))
      continue;
    const Overlap How = overlap(A, B, Forms, true, All.Changed, Used);
    const bool Ordered = B.Write && !B.Atomic; // that one writes over what another one wrote
    if (Ordered  ? How == Overlap::Lanes && (A.Volatile || B.Volatile)
        : Atomic ? How == Overlap::Lanes
                 : How != Overlap::None)
      Meet(Same || !A.Place.unknown() ? *Use : Out.Elsewhere);
  }
}

/// `using B::B;`: what the base's constructor does with the parameters stands nowhere.
static bool passesAllOn(const FunctionDecl *F) {
  const auto *C = dyn_cast<CXXConstructorDecl>(F);
  return C && llvm::any_of(C->inits(), [](const CXXCtorInitializer *I) {
           return isa<CXXInheritedCtorInitExpr>(I->getInit()->IgnoreImplicit());
         });
}

HelperEffects HelperSummaries::make(const FunctionDecl *F, ASTContext &Context,
                                    const SourceText &Text) {
  if (passesAllOn(F))
    return {};
  Variables Vars(F);
  SymbolicIndex Forms(F, Context, Vars, nullptr);
  MemoryLocations Places(F, Context, Text, Vars, Forms, shared_from_this());
  Places.Passed = Passed;
  SharedStep All;
  AccessCollector Collect(Places, Text, Context, warpWidth());
  Collect.collect(F->getBody(), All);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *I : C->inits())
      Collect.collect(I->getInit(), All);
  HelperEffects Out;
  Out.Params.assign(F->getNumParams(), HelperUse::none());
  Out.This = Out.Elsewhere = HelperUse::none();
  Out.KeepsStatics = false;
  Out.Seen = true;
  for (const SharedAccess &A : All.Accesses)
    addUse(Out, A, All, Forms, F);
  const bool Unfollowed = Out.Elsewhere.Exchanges;
  auto Matters = [&](const HelperUse &Use) {
    return Use.Exchanges || (Use.Writes && All.SyncsInside);
  };
  // No sync can stand behind a destructor, so that one of its own is looked for.
  if (isa<CXXDestructorDecl>(F) || Matters(Out.This) || Matters(Out.Elsewhere) ||
      llvm::any_of(Out.Params, Matters) ||
      llvm::any_of(Out.Statics, [&](const auto &Each) { return Matters(Each.second); }))
    findSyncs(F, Context, Text, Out);
  ofMembers(F, Context, Text, Out);
  // A parameter that is not followed, because its address is taken, may be anything in there.
  for (const ParmVarDecl *P : F->parameters())
    if (P->getType()->isPointerType() && !Vars.followed(P)) {
      Out.Params[P->getFunctionScopeIndex()] = HelperUse();
      Out.Params[P->getFunctionScopeIndex()].Exchanges = Unfollowed;
    }
  for (const VarDecl *V : leakedAddresses(Places)) {
    const auto *P = dyn_cast_or_null<ParmVarDecl>(V);
    if (!P || P->getDeclContext() != F)
      Out.KeepsStatics |= !V || !isOwnStatic(V, F) || V->hasAttr<CUDASharedAttr>();
    else if (P->getFunctionScopeIndex() < Out.Params.size())
      Out.Params[P->getFunctionScopeIndex()].Keeps = true;
  }
  // It may keep its object in what it reaches by it.
  Out.This.Keeps = isa<CXXMethodDecl>(F) && (Out.This.Writes || Out.Elsewhere.Writes);
  return Out;
}

HelperEffects HelperSummaries::of(const FunctionDecl *Callee, ASTContext &Context,
                                  const SourceText &Text) {
  const FunctionDecl *F = nullptr;
  if (!Callee || mayBeReplaced(Callee) || Text.isToolkit(Callee) || !Callee->hasBody(F) ||
      F->isDependentContext())
    return {};
  auto [It, New] = Known.try_emplace(F);
  if (New) {
    HelperEffects Made = make(F, Context, Text);
    It->second = std::move(Made); // a map's places stay
  }
  return It->second;
}

} // namespace coopify
