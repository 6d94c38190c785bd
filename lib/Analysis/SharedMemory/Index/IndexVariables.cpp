//===- IndexVariables.cpp - variables, members and captures in subscripts --===//

#include "Analysis/SharedMemory/Index/SymbolicIndex.h"

#include "Analysis/Convergence/LaneNumber.h"
#include "Analysis/SharedMemory/SharedAccess.h"
#include "Analysis/Source/Exprs.h"
#include "Analysis/Source/IntegerConstant.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace coopify {

//===- Variables ----------------------------------------------------------===//

static void addParts(const Stmt *S, llvm::DenseSet<const Stmt *> &Parts) {
  Parts.insert(S);
  for (const Stmt *Part : S->children())
    if (Part)
      addParts(Part, Parts);
}

/// Those that are declared right in front of \p V, which nothing has changed since.
static llvm::DenseSet<const VarDecl *> declaredBefore(const VarDecl *V, const Variables &Vars,
                                                      ASTContext &Context) {
  auto ParentOf = [&](const auto &Of) {
    const DynTypedNodeList All = Context.getParents(Of);
    return All.empty() ? nullptr : All[0].template get<Stmt>();
  };
  llvm::DenseSet<const VarDecl *> Out;
  const Stmt *Here = ParentOf(*V);
  const auto *Block = Here ? dyn_cast_or_null<CompoundStmt>(ParentOf(*Here)) : nullptr;
  if (!Block)
    return Out;
  llvm::SmallVector<const DeclStmt *> Before;
  for (const Stmt *S : Block->body()) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D)
      Before.clear();
    else
      Before.push_back(D);
    if (S == Here)
      break;
  }
  llvm::DenseSet<const Stmt *> Parts;
  for (const DeclStmt *D : Before)
    addParts(D, Parts);
  auto Changes = [&](const Variables::Assignment &A) { return A.At && Parts.contains(A.At); };
  for (const DeclStmt *D : Before)
    for (const Decl *Each : D->decls())
      if (const auto *M = dyn_cast<VarDecl>(Each)) {
        if (M == V)
          return Out;
        if (M->hasLocalStorage() && llvm::none_of(Vars.assignments(M), Changes))
          Out.insert(M);
      }
  return Out;
}

IndexForm SymbolicIndex::variable(const VarDecl *V) {
  if (!V->getType()->isIntegralOrEnumerationType() || !V->hasLocalStorage() || !Vars.followed(V) ||
      V->getType().isVolatileQualified())
    return {std::nullopt, unknown()};
  std::string Key = "v" + std::to_string(reinterpret_cast<uintptr_t>(V));
  auto Set = Vars.assignments(V);
  if (const auto *P = dyn_cast<ParmVarDecl>(V); P && Set.empty()) {
    // What lanes a helper's parameter tells apart only its callers know.
    Value Is = F->hasAttr<CUDAGlobalAttr>() ? uniformValue() : unknown();
    Is.NonNegative |= V->getType()->isUnsignedIntegerType();
    return symbol(Key, Is);
  }
  if (holdsRegister(V, Vars, Context, "laneid"))
    return laneId();
  const bool Begins = !Set.empty() && Set[0].Kind == Variables::Assignment::Init;
  if (Begins && Beginning.contains(V) && Expanding.insert(V).second) {
    IndexForm Init = of(Set[0].Value);
    Expanding.erase(V);
    return Init;
  }
  // What others are set to is read anywhere.
  llvm::SaveAndRestore Elsewhere(Beginning, {});
  if (Begins && Set.size() == 1 && Expanding.insert(V).second) {
    auto [Before, First] = DeclaredBefore.try_emplace(V); // each is asked for many times
    if (First)
      Before->second = declaredBefore(V, Vars, Context);
    Beginning = Before->second;
    IndexForm Init = of(Set[0].Value);
    Beginning.clear();
    Expanding.erase(V);
    if (Init.Poly && !moves(*Init.Poly))
      return Init;
    // In a loop, or of something that is not followed: a new value each time.
    Moving[V] = Init.Is;
    IndexForm Out = symbol(Key, Init.Is, V);
    Symbol &New = Symbols[Out.Poly->terms().begin()->first[0]];
    New.Declares = V;
    New.As = Init.Poly;
    return Out;
  }
  if (std::optional<IndexForm> Out = countsLanes(V))
    return *Out;
  Value Is = movingValue(V);
  Is.NonNegative |= V->getType()->isUnsignedIntegerType();
  IndexForm Out = symbol(Key, Is, V);
  Symbols[Out.Poly->terms().begin()->first[0]].NotZero = startsAndGrows(V);
  return Out;
}

IndexForm SymbolicIndex::laneId() {
  const IndexForm X = builtin("threadIdx", "x");
  const Value Is = bitAnd(X.Is, constant(warpWidth() - 1));
  return {*X.Poly - *warpOf(X).Poly * Polynomial::number(warpWidth()), Is};
}

/// What lanes differ by in \p Of: the lane times a number, or, where that is not all,
/// `2 * t - (t & 15)` as a whole. Nothing that moves is in it.
std::optional<IndexForm> SymbolicIndex::laneShare(const IndexForm &Of,
                                                  std::vector<Uniformity> &Used) {
  if (!Of.Poly)
    return std::nullopt;
  const auto Form = lanes(*Of.Poly, Used);
  if (!Form)
    return moves(*Of.Poly) ? std::nullopt : std::optional(Of);
  const auto Stride = Form->X ? Form->Stride.constant() : std::nullopt;
  if (!Stride)
    return std::nullopt;
  return IndexForm{Polynomial::symbol(*Form->X) * Form->Stride,
                   mul(Symbols[*Form->X].Is, constant(*Stride))};
}

/// `idx = threadIdx.x; ... idx += 64;`: lanes differ by the same in whatever it is set to, and
/// whole warps come to where it is set and moved: that, and a number that moves.
std::optional<IndexForm> SymbolicIndex::countsLanes(const VarDecl *V) {
  auto Set = Vars.assignments(V);
  if (!Analysis || Set.size() < 2 || isa<ParmVarDecl>(V) ||
      Context.getTypeSize(V->getType()) < 32 || !Expanding.insert(V).second)
    return std::nullopt;
  auto Done = llvm::make_scope_exit([&] { Expanding.erase(V); });
  std::optional<IndexForm> Share;
  Value Moves = uniformValue();
  for (const Variables::Assignment &A : Set) {
    if (A.At)
      Moves.U = meet(Moves.U, Analysis->at(A.At).Active);
    if (isa_and_nonnull<UnaryOperator>(A.At)) // ++idx
      continue;
    const auto *B = dyn_cast_or_null<BinaryOperator>(A.At);
    const bool Adds = B && (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign);
    const bool Sets =
        A.Kind == Variables::Assignment::Init || (A.Kind == Variables::Assignment::Assign && B);
    if (!A.Value || !(Adds || Sets))
      return std::nullopt;
    const IndexForm By = of(A.Value);
    if (Adds) {
      Moves.U = meet(Moves.U, By.Is.Scale == 0 ? By.Is.U : unknown().U);
      continue;
    }
    std::vector<Uniformity> Used;
    if (!Share)
      Share = laneShare(By, Used);
    const auto Rest = Share && By.Poly ? lanes(*By.Poly - *Share->Poly, Used) : std::nullopt;
    if (!Rest || Rest->X)
      return std::nullopt;
    for (const Uniformity &U : Used)
      Moves.U = meet(Moves.U, U);
  }
  if (!Share || Moves.U.UniformOver < warpWidth())
    return std::nullopt;
  const IndexForm Rest = symbol("b" + std::to_string(reinterpret_cast<uintptr_t>(V)), Moves, V);
  Moving[V] = Moves;
  return IndexForm{*Share->Poly + *Rest.Poly, add(Share->Is, Moves)};
}

bool SymbolicIndex::movesByWarps(const VarDecl *V) {
  std::optional<Polynomial> Starts;
  for (const Variables::Assignment &A : Vars.assignments(V)) {
    const auto *B = dyn_cast_or_null<BinaryOperator>(A.At);
    const bool Adds = B && (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign);
    const bool Sets =
        A.Kind == Variables::Assignment::Init || (A.Kind == Variables::Assignment::Assign && B);
    if (!A.Value || !(Adds || Sets))
      return false;
    const IndexForm By = of(A.Value);
    if (Adds && !By.Is.Scale && std::max(By.Is.Align, By.Is.BlockAlign) >= warpWidth())
      continue;
    std::vector<Uniformity> Used;
    const auto Form = By.Poly && !moves(*By.Poly) ? lanes(*By.Poly, Used) : std::nullopt;
    if (Adds || !Form || !Form->X || Form->Stride != Polynomial::number(1) ||
        (Starts && *Starts != *By.Poly))
      return false;
    Starts = By.Poly;
  }
  return Starts.has_value();
}

bool SymbolicIndex::staysWithLane(const Polynomial &P) {
  for (const auto &[Term, N] : P.terms()) {
    const VarDecl *V = Term.size() == 1 ? movingVariable(Polynomial::symbol(Term[0])) : nullptr;
    if (!V || N != 1)
      continue;
    // What is made of it (i / 64, i & 15) has no name of its own.
    const auto Named = Ids.find("v" + std::to_string(reinterpret_cast<uintptr_t>(V)));
    const Polynomial Rest = P - Polynomial::symbol(Term[0]);
    std::vector<Uniformity> Used;
    const auto Same = moves(Rest) ? std::nullopt : lanes(Rest, Used);
    return Named != Ids.end() && Named->second == Term[0] && Same && !Same->X && movesByWarps(V);
  }
  return false;
}

/// All that it is set to are numbers above 0, and from there it is only multiplied by such:
/// `for (int offset = 1; offset < n; offset *= 2)`. That it is halved no further than it was
/// multiplied, as a scan does, is believed (docs/trusted.md).
bool SymbolicIndex::startsAndGrows(const VarDecl *V) const {
  using A = Variables::Assignment;
  bool Grows = false, Shrinks = false, Known = true;
  for (const A &Set : Vars.assignments(V)) {
    const auto *B = dyn_cast_or_null<BinaryOperator>(Set.At);
    const bool Times = B && B->getOpcode() == BO_MulAssign;
    auto N = Set.Value ? integerConstant(Set.Value, Context) : std::nullopt;
    Shrinks |= Set.Kind == A::Shrink;
    Grows |= Set.Kind == A::Grow || Times;
    Known &= Set.Kind == A::Shrink || Set.Kind == A::Grow ||
             ((Times || Set.Kind == A::Init || Set.Kind == A::Assign) && N && *N > 0);
  }
  return Known && (Grows || !Shrinks);
}

/// Of a variable that is set in several places: uniform if all that it is set to is, by whole
/// warps.
Value SymbolicIndex::movingValue(const VarDecl *V) {
  if (auto It = Moving.find(V); It != Moving.end())
    return InWork != V && Working.contains(V) ? unknown() : It->second;
  auto Set = Vars.assignments(V);
  if (!Analysis || Set.empty() || (isa<ParmVarDecl>(V) && !F->hasAttr<CUDAGlobalAttr>()))
    return Moving[V] = unknown();
  const VarDecl *Outer = std::exchange(InWork, V);
  Working.insert(V);
  Moving[V] = uniformValue();
  Value Is = uniformValue();
  for (const Variables::Assignment &A : Set) {
    if (A.Value)
      Is = combine(Is, of(A.Value).Is);
    else if (!isa<UnaryOperator>(A.At)) // an asm's output
      Is = unknown();
    if (A.At)
      Is.U = meet(Is.U, Analysis->at(A.At).Active);
  }
  Working.erase(V);
  InWork = Outer;
  return Moving[V] = Is.U.UniformOver < warpWidth() ? unknown() : Is;
}

IndexForm SymbolicIndex::element(const VarDecl *A, const Expr *Index,
                                 ArrayRef<std::pair<Value, const Stmt *>> Set) {
  Value Is = Analysis ? uniformValue() : unknown();
  for (const auto &[Number, At] : Set) {
    Is = combine(Is, Number);
    if (Analysis)
      Is.U = meet(Is.U, Analysis->at(At).Active);
  }
  IndexForm I = of(Index);
  Moving[A] = Is;
  if (!I.Poly)
    return {std::nullopt, Is};
  std::string Array = "v" + std::to_string(reinterpret_cast<uintptr_t>(A));
  IndexForm Out = opaque(Array, I, {Polynomial(), constant(0)}, Is);
  Symbols[Out.Poly->terms().begin()->first[0]].Moves.insert(A);
  return Out;
}

IndexForm SymbolicIndex::held(const VarDecl *V, const IndexForm &Is) {
  Moving[V] = Is.Is;
  IndexForm Out = symbol("v" + std::to_string(reinterpret_cast<uintptr_t>(V)), Is.Is, V);
  Symbol &New = Symbols[Out.Poly->terms().begin()->first[0]];
  New.Declares = V;
  New.As = Is.Poly;
  return Out;
}

//===- Not followed -------------------------------------------------------===//

/// A captured number, or a member: the same symbol wherever it is named, whatever it is there.
IndexForm SymbolicIndex::unfollowed(const Expr *E) {
  const QualType T = E->getType();
  const std::vector<const Decl *> Names =
      T->isIntegralOrEnumerationType() && !T.isVolatileQualified() ? namesOf(E)
                                                                   : std::vector<const Decl *>();
  if (Names.empty())
    return {std::nullopt, unknown()};
  std::string Key = "open";
  for (const Decl *D : Names)
    Key += ":" + std::to_string(reinterpret_cast<uintptr_t>(D));
  IndexForm Out = symbol(Key, unknown());
  Symbols[Out.Poly->terms().begin()->first[0]].Open = true;
  return Out;
}

bool SymbolicIndex::moves(const Polynomial &P) const {
  for (const auto &[Product, N] : P.terms())
    if (llvm::any_of(Product,
                     [&](unsigned Id) { return Symbols[Id].Open || !Symbols[Id].Moves.empty(); }))
      return true;
  return false;
}

bool SymbolicIndex::movesBy(const Polynomial &P, const llvm::DenseSet<const VarDecl *> &Set) const {
  auto Moves = [&](unsigned Id) {
    return Symbols[Id].Open ||
           llvm::any_of(Symbols[Id].Moves, [&](const VarDecl *V) { return Set.contains(V); });
  };
  for (const auto &[Product, N] : P.terms())
    if (llvm::any_of(Product, Moves))
      return true;
  return false;
}

bool SymbolicIndex::fixed(unsigned Id, bool Once,
                          const llvm::DenseSet<const VarDecl *> &Changed) const {
  const Symbol &S = Symbols[Id];
  return !S.Open &&
         llvm::none_of(S.Moves, [&](const VarDecl *V) { return !Once || Changed.contains(V); });
}

bool SymbolicIndex::setTwice(const Polynomial &P) const {
  return llvm::any_of(P.terms(), [&](const auto &Term) {
    return llvm::any_of(Term.first, [&](unsigned Id) { return !Symbols[Id].Moves.empty(); });
  });
}

/// What \p P is made of in the end.
void SymbolicIndex::parts(const Polynomial &P, std::set<unsigned> &Out) const {
  for (const auto &[Product, N] : P.terms())
    for (unsigned Id : Product) {
      const Symbol &S = Symbols[Id];
      if (!Out.insert(Id).second)
        continue;
      for (const Polynomial &Of : S.Operands)
        parts(Of, Out);
      if (S.As)
        parts(*S.As, Out);
    }
}

bool SymbolicIndex::share(const Polynomial &A, const Polynomial &B) const {
  std::set<unsigned> OfA, OfB;
  parts(A, OfA);
  parts(B, OfB);
  return llvm::any_of(OfA, [&](unsigned Id) { return OfB.count(Id) != 0; });
}

/// The symbol that \p P is; null: it is more.
const SymbolicIndex::Symbol *SymbolicIndex::only(const Polynomial &P) const {
  const bool One = P.terms().size() == 1 && P.terms().begin()->first.size() == 1 &&
                   std::abs(P.terms().begin()->second) == 1;
  return One ? &Symbols[P.terms().begin()->first[0]] : nullptr;
}

/// With what variables are declared as, wherever that is.
Polynomial SymbolicIndex::whole(const Polynomial &P) const {
  const Symbol *S = only(P);
  return S && S->Declares && S->As ? whole(*S->As) : P;
}

std::optional<Polynomial> SymbolicIndex::distance(const Polynomial &A, const Polynomial &B) const {
  const Polynomial From = whole(A), To = whole(B);
  const Symbol *S = only(To);
  if (S && S->Operator == "^" && S->Operands[0] == From)
    return whole(S->Operands[1]);
  const Polynomial D = To - From;
  return only(D) ? std::optional(whole(D)) : std::nullopt;
}

const VarDecl *SymbolicIndex::shiftedBy(const Polynomial &P) const {
  const Symbol *S = only(P);
  return S && StringRef(S->Operator).starts_with("<<") && S->Operands[0].constant()
             ? movingVariable(S->Operands[1])
             : nullptr;
}

bool SymbolicIndex::equalInWarp(const Polynomial &P) const {
  return llvm::all_of(P.terms(), [&](const auto &Term) {
    return llvm::all_of(
        Term.first, [&](unsigned Id) { return Symbols[Id].Is.Scale == 0 && isKnown(Symbols[Id]); });
  });
}

} // namespace coopify
