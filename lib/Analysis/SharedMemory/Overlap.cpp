//===- Overlap.cpp - do lanes meet in an element --------------------------===//

#include "Analysis/SharedMemory/Index/LaneNumbers.h"
#include "Analysis/SharedMemory/Index/LaneParts.h"

#include "clang/AST/Attr.h"

using namespace clang;

namespace coopify {

/// They are one object, or begin at one address.
static bool oneBeginning(const SharedAccess &A, const SharedAccess &B) {
  return sameObject(A, B) ||
         (A.Place.Of == MemoryLocation::Dynamic && B.Place.Of == MemoryLocation::Dynamic);
}

/// The last step of \p P that may lead out of what those before it name.
static size_t lastLoose(const MemoryLocation &P) {
  for (size_t I = P.Path.size(); I-- > 0;)
    if (!P.Path[I].Field && !P.Path[I].within())
      return I;
  return 0;
}

/// The steps before this one do not tell two places apart: a pointer may lead from one to the
/// other.
static size_t firstThatTells(const SharedAccess &A, const SharedAccess &B) {
  return std::max(lastLoose(A.Place), lastLoose(B.Place));
}

/// Members that are memory of their own: not those of a union, nor bit-fields, which share words
/// (C++ [intro.memory]/3).
static bool otherMember(const FieldDecl *A, const FieldDecl *B) {
  return A != B && A->getParent() == B->getParent() && !A->getParent()->isUnion() &&
         !(A->isBitField() && B->isBitField());
}

namespace {

/// One subscript of each.
class SubscriptPair {
public:
  SubscriptPair(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms, bool Once,
                const llvm::DenseSet<const VarDecl *> &Changed, std::vector<Uniformity> &Used)
      : A(A), B(B), Forms(Forms), Once(Once), Changed(Changed), Used(Used) {}

  enum Result { Never, SameElement, May, Near, Lanes };
  Result compare(const IndexForm &IA, const IndexForm &IB);
  bool sameSingleLane();

private:
  std::optional<LaneAffineIndex> lanes(const Polynomial &P);
  Result compareForms(const LaneAffineIndex &LA, const LaneAffineIndex &LB, const Polynomial &PA,
                      const Polynomial &PB);
  bool tight(const LaneAffineIndex &LA, const LaneAffineIndex &LB);
  bool mirrored(const LaneAffineIndex &LA, const LaneAffineIndex &LB);
  std::vector<Polynomial> alternatives(const Polynomial &P, const SharedAccess &Of);
  bool turned(const Polynomial &PA, const Polynomial &PB);

  const SharedAccess &A, &B;
  const SymbolicIndex &Forms;
  bool Once;
  const llvm::DenseSet<const VarDecl *> &Changed;
  std::vector<Uniformity> &Used;
};

} // namespace

/// A symbol that moves is the same number twice only within one statement that does not set it.
std::optional<LaneAffineIndex> SubscriptPair::lanes(const Polynomial &Of) {
  Polynomial P = Once ? Forms.expanded(Of, Changed) : Of;
  if ((Once ? Forms.movesBy(P, Changed) : Forms.moves(P)) || P.tooLarge())
    return std::nullopt;
  return Forms.lanes(P, Used);
}

/// Within `if (x < e)` around both the elements below e and those from e on are apart, if x is
/// never negative: `if (tid < s) d[tid] += d[tid + s];`
bool SubscriptPair::tight(const LaneAffineIndex &LA, const LaneAffineIndex &LB) {
  const Polynomial D = LA.Rest - LB.Rest;
  const bool Begins = A.Place.Of != MemoryLocation::Parameter && A.Place.Path.size() == 1 &&
                      (LA.Rest.isZero() || LB.Rest.isZero());
  for (const LaneBound &G : A.Bounds) {
    if (G.Equal || !G.X.Poly || !G.X.Is.NonNegative)
      continue;
    bool Both = llvm::any_of(B.Bounds, [&](const LaneBound &H) {
      return !H.Equal && H.X.Poly == G.X.Poly && H.Bound.Poly == G.Bound.Poly;
    });
    auto X = lanes(*G.X.Poly), E = lanes(*G.Bound.Poly);
    if (!Both || !X || !E || E->X || X->X != LA.X || X->Stride != Polynomial::number(1))
      continue;
    // Below zero it would let all in: then s[t + n] is in front of the array for the first of them.
    if (G.Wraps && !(Begins && X->Rest.isZero()))
      continue;
    Polynomial Span = LA.Stride * *G.Bound.Poly;
    for (const Polynomial &Far : {D - Span, Polynomial() - D - Span})
      if (auto N = Far.constant(); N && *N >= 0 && LA.Stride.constant().value_or(0) > 0)
        return true;
  }
  return false;
}

std::optional<Polynomial> SymbolicIndex::warpBy(unsigned X) const {
  auto It = Ids.find("/(" + Polynomial::symbol(X).key() + "|" +
                     Polynomial::number(warpWidth()).key() + ")");
  return It == Ids.end() ? std::nullopt : std::optional(Polynomial::symbol(It->second));
}

/// s[lane] and s[31 - lane] of one warp's row: X + Y is 64 * warp + n, which two lanes' numbers
/// are. Of a block's `s[t]`, `s[n - 1 - t]` mostly those of two warps meet.
bool SubscriptPair::mirrored(const LaneAffineIndex &LA, const LaneAffineIndex &LB) {
  if (!LA.X || LA.X != LB.X || !(LA.Stride + LB.Stride).isZero())
    return false;
  const int64_t Stride = LA.Stride.constant().value_or(0);
  std::optional<Polynomial> Warp = Forms.warpBy(*LA.X);
  if (std::abs(Stride) != 1 || !Warp)
    return false;
  const Polynomial Sum = (LB.Rest - LA.Rest) * Polynomial::number(Stride);
  std::optional<int64_t> N = (Sum - *Warp * Polynomial::number(2 * warpWidth())).constant();
  return N && *N > 0 && *N < 2 * int64_t(warpWidth()) - 2;
}

SubscriptPair::Result SubscriptPair::compareForms(const LaneAffineIndex &LA,
                                                  const LaneAffineIndex &LB, const Polynomial &PA,
                                                  const Polynomial &PB) {
  Polynomial D = LA.Rest - LB.Rest;
  if (!LA.X && !LB.X) {
    if (D.isZero())
      return SameElement;
    return D.constant() ? Never : May;
  }
  if (mirrored(LA, LB))
    return Lanes;
  if (LA.X != LB.X || LA.Stride != LB.Stride)
    return May;
  if (!Forms.tellsLanesApart(LA.Stride))
    return May;
  if (D.isZero())
    return Never; // each lane its own
  if (tight(LA, LB))
    return Never;
  std::optional<Ratio> By = ratio(D, LA.Stride);
  if (!By)
    return LA.Stride.constant() ? Near : May;
  // `offset * (2 * i + 1) - 1` is never `offset * (2 * j + 2) - 1`.
  if (By->Denominator != 1 || std::abs(By->Numerator) >= int64_t(warpWidth()))
    return Never;
  return Lanes;
}

/// Under `if (x == e)` an element may as well be counted from x.
std::vector<Polynomial> SubscriptPair::alternatives(const Polynomial &P, const SharedAccess &Of) {
  std::vector<Polynomial> All{P};
  for (const LaneBound &G : Of.Bounds)
    if (G.Equal && G.X.Poly && G.Bound.Poly)
      for (const Polynomial &Shift : {*G.X.Poly - *G.Bound.Poly, *G.Bound.Poly - *G.X.Poly})
        All.push_back(P + Shift);
  return All;
}

/// s[lane] and s[(lane + 4) % 32]; s[lane] and s[lane ^ 4].
bool SubscriptPair::turned(const Polynomial &PA, const Polynomial &PB) {
  SymbolicIndex::Rotated TA = Forms.turned(PA), TB = Forms.turned(PB);
  const int64_t By = (TA.By - TB.By) % int64_t(warpWidth()), Flip = TA.Flip ^ TB.Flip;
  if ((By == 0) == (Flip == 0) || Flip < 0 || Flip >= int64_t(warpWidth()) || TA.Poly != TB.Poly)
    return false;
  auto L = lanes(TA.Poly);
  return L && L->X && (Flip == 0 || L->Stride == Polynomial::number(1));
}

SubscriptPair::Result SubscriptPair::compare(const IndexForm &IA, const IndexForm &IB) {
  if (!IA.Poly || !IB.Poly)
    return May;
  Result Best = May;
  for (const Polynomial &PA : alternatives(*IA.Poly, A))
    for (const Polynomial &PB : alternatives(*IB.Poly, B)) {
      std::vector<Uniformity> Before = Used;
      auto LA = lanes(PA), LB = lanes(PB);
      Result R = LA && LB ? compareForms(*LA, *LB, PA, PB) : turned(PA, PB) ? Lanes : May;
      if (R == Never)
        return Never;
      Used = std::move(Before);
      if (Best == May)
        Best = R;
    }
  return Best;
}

/// `if (lane == 0)` around both.
bool SubscriptPair::sameSingleLane() {
  for (const LaneBound &G : A.Bounds)
    for (const LaneBound &H : B.Bounds) {
      if (!G.Equal || !H.Equal || !G.X.Poly || G.X.Poly != H.X.Poly || !G.Bound.Poly ||
          G.Bound.Poly != H.Bound.Poly)
        continue;
      auto X = lanes(*G.X.Poly), E = lanes(*G.Bound.Poly);
      if (X && X->X && E && !E->X && Forms.tellsLanesApart(X->Stride))
        return true;
    }
  return false;
}

/// By one pointer that is not followed, unless that is set in between.
static bool oneName(const MemoryLocation &P, const MemoryLocation &Q) {
  return P.unknown() && Q.unknown() && !P.Names.empty() && P.Names == Q.Names;
}

/// Both name elements of one array: the fields and the types are the same, and all subscripts
/// known.
static std::optional<std::pair<LanePlace, LanePlace>> elementsOf(const SharedAccess &A,
                                                                 const SharedAccess &B) {
  const auto &P = A.Place.Path, &Q = B.Place.Path;
  if (!(oneBeginning(A, B) || oneName(A.Place, B.Place)) || !A.Place.Exact || !B.Place.Exact ||
      P.size() != Q.size())
    return std::nullopt;
  LanePlace OfA{{}, A.Bounds}, OfB{{}, B.Bounds};
  for (const auto &[SA, SB] : llvm::zip(P, Q)) {
    if (SA.Field != SB.Field || plain(SA.Unit) != plain(SB.Unit) ||
        (!SA.Field && (!SA.Index.Poly || !SB.Index.Poly)))
      return std::nullopt;
    if (SA.Field)
      continue;
    OfA.Subscripts.push_back(*SA.Index.Poly);
    OfB.Subscripts.push_back(*SB.Index.Poly);
  }
  return std::pair{std::move(OfA), std::move(OfB)};
}

/// As elementsOf(), which are not the same by their text.
static std::optional<std::pair<LanePlace, LanePlace>> otherElementsOf(const SharedAccess &A,
                                                                      const SharedAccess &B) {
  auto Elements = elementsOf(A, B);
  return Elements && Elements->first.Subscripts == Elements->second.Subscripts ? std::nullopt
                                                                               : Elements;
}

/// Each lane has other elements than the others, by the tables of their numbers.
static bool tablesDiffer(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms,
                         bool Once, const llvm::DenseSet<const VarDecl *> &Changed,
                         std::vector<Uniformity> &Used) {
  auto Elements = firstThatTells(A, B) == 0 ? elementsOf(A, B) : std::nullopt;
  if (!Elements)
    return false;
  auto Moves = [&](const Polynomial &P) {
    return P.tooLarge() || (Once ? Forms.movesBy(P, Changed) : Forms.moves(P));
  };
  std::vector<std::pair<Polynomial, Polynomial>> Pairs;
  for (auto [PA, PB] : llvm::zip(Elements->first.Subscripts, Elements->second.Subscripts)) {
    if (Once) {
      PA = Forms.expanded(PA, Changed);
      PB = Forms.expanded(PB, Changed);
    }
    if (!Moves(PA) && !Moves(PB))
      Pairs.emplace_back(std::move(PA), std::move(PB));
  }
  return lanesDiffer(Pairs, Forms, Used);
}

/// \p How is May or Near: no rule tells how the subscripts differ from lane to lane.
static Overlap byNumbers(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms,
                         bool Once, const llvm::DenseSet<const VarDecl *> &Changed, Overlap How) {
  auto Fixed = [&](unsigned Id) { return Forms.fixed(Id, Once, Changed); };
  const auto Elements = otherElementsOf(A, B);
  const Overlap Found = Elements
                            ? LaneNumbers(Forms, Fixed).compare(Elements->first, Elements->second)
                            : Overlap::May;
  return Found == Overlap::May ? How : Found;
}

bool exchangedByCallers(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms) {
  static const llvm::DenseSet<const VarDecl *> None;
  auto Fixed = [&](unsigned Id) { return Forms.fixed(Id, false, None); };
  const auto Elements = otherElementsOf(A, B);
  return Elements && LaneNumbers(Forms, Fixed).exchange(Elements->first, Elements->second);
}

std::optional<std::pair<Polynomial, Polynomial>> oneSubscript(const SharedAccess &A,
                                                              const SharedAccess &B) {
  const auto Elements = otherElementsOf(A, B);
  std::optional<std::pair<Polynomial, Polynomial>> Found;
  if (Elements)
    for (const auto &[P, Q] : llvm::zip(Elements->first.Subscripts, Elements->second.Subscripts)) {
      if (P == Q)
        continue;
      if (Found)
        return std::nullopt;
      Found = {P, Q};
    }
  return Found;
}

bool alike(const Expr *A, const Expr *B, const ASTContext &Context) {
  llvm::FoldingSetNodeID IA, IB;
  A->IgnoreParenImpCasts()->Profile(IA, Context, true);
  B->IgnoreParenImpCasts()->Profile(IB, Context, true);
  return IA == IB;
}

bool byOtherSubscripts(const SharedAccess &A, const SharedAccess &B, bool Related,
                       const SymbolicIndex &Forms, const ASTContext &Context) {
  const auto &P = A.Place.Path, &Q = B.Place.Path;
  if (!(sameObject(A, B) || oneName(A.Place, B.Place)) || !A.Place.Exact || !B.Place.Exact ||
      P.size() != Q.size())
    return false;
  bool Other = false;
  for (const auto &[SA, SB] : llvm::zip(P, Q)) {
    if (SA.Field && SB.Field && otherMember(SA.Field, SB.Field))
      return false;
    if (SA.Field || SB.Field || (SA.Index.Poly && SA.Index.Poly == SB.Index.Poly))
      continue;
    if (!SA.Index.Poly || !SB.Index.Poly)
      Other |= !alike(A.At, B.At, Context);
    else if (!Related || Forms.share(*SA.Index.Poly, *SB.Index.Poly))
      Other |= !Forms.equalInWarp(*SA.Index.Poly) || !Forms.equalInWarp(*SB.Index.Poly);
  }
  return Other;
}

/// Of two accesses that may be in one object, where all lanes have the same.
static Overlap bySubscripts(const SharedAccess &A, const SharedAccess &B, SubscriptPair &Compare) {
  if (!(oneBeginning(A, B) || oneName(A.Place, B.Place)) || !A.Place.Exact || !B.Place.Exact)
    return Overlap::May;
  Overlap Least = Overlap::Slot;
  const size_t First = firstThatTells(A, B);
  size_t Length = std::min(A.Place.Path.size(), B.Place.Path.size());
  for (size_t I = 0; I < Length; ++I) {
    const PathStep &SA = A.Place.Path[I], &SB = B.Place.Path[I];
    if ((SA.Field == nullptr) != (SB.Field == nullptr))
      return Overlap::May;
    if (SA.Field) {
      if (SA.Field != SB.Field)
        return I >= First && otherMember(SA.Field, SB.Field) ? Overlap::None : Overlap::May;
      continue;
    }
    if (plain(SA.Unit) != plain(SB.Unit))
      return Overlap::May;
    SubscriptPair::Result Are = Compare.compare(SA.Index, SB.Index);
    if (I < First && Are != SubscriptPair::SameElement)
      return Overlap::May;
    switch (Are) {
    case SubscriptPair::Never:
      return Overlap::None;
    case SubscriptPair::May:
      Least = Overlap::May;
      break;
    case SubscriptPair::Near:
      Least = Least == Overlap::May ? Least : Overlap::Near;
      break;
    case SubscriptPair::Lanes:
      Least = Least == Overlap::Slot ? Overlap::Lanes : Least;
      break;
    case SubscriptPair::SameElement:
      break;
    }
  }
  // Of an object and its member as of two members; of an array some element is one of it.
  const auto &Longer = A.Place.Path.size() > Length ? A.Place.Path : B.Place.Path;
  return Longer.size() > Length && !Longer[Length].Field ? Overlap::May : Least;
}

/// `(this + 1)->v`: of two lanes' objects one may be the other's neighbour, and nobody asks callers
/// for one object.
static bool ofNeighbours(const MemoryLocation &P, const MemoryLocation &Q) {
  auto Element = [](const MemoryLocation &Of) {
    return Of.Path.empty() || Of.Path[0].Field ? Polynomial()
                                               : Of.Path[0].Index.Poly.value_or(Polynomial());
  };
  return P.Of == MemoryLocation::Object && Q.Of == MemoryLocation::Object &&
         Element(P) != Element(Q);
}

/// `f(s + threadIdx.x)`: p[0] and p[1] of two lanes may be one element.
static std::optional<Uniformity> samePointer(const MemoryLocation &P) {
  const auto *Param = dyn_cast_or_null<ParmVarDecl>(P.Root);
  if (!Param || P.Of != MemoryLocation::Parameter || !Param->getType()->isPointerType())
    return std::nullopt;
  return Uniformity{BlockWidth, {{AtomKind::ParamUniform, Param->getFunctionScopeIndex()}}, {}};
}

/// One is shared memory, the other what a parameter leads to that no caller passes such.
static std::optional<Uniformity> outside(const MemoryLocation &Named, const MemoryLocation &Given) {
  const bool Apart = (Named.Of == MemoryLocation::Shared || Named.Of == MemoryLocation::Dynamic) &&
                     Given.Of == MemoryLocation::Parameter && Given.OutsideShared;
  return Apart ? std::optional(outsideShared(Given)) : std::nullopt;
}

Uniformity outsideShared(const MemoryLocation &P) {
  const unsigned Index = cast<ParmVarDecl>(P.Root)->getFunctionScopeIndex();
  return {BlockWidth, {{AtomKind::ParamOutsideShared, Index}}, {}};
}

/// By two parameters that lead to global memory: lanes meet there on purpose if one says so.
static bool ofTwoGlobal(const SharedAccess &A, const SharedAccess &B) {
  return A.Place.OutsideShared && B.Place.OutsideShared && A.Place.Root != B.Place.Root &&
         !A.Volatile && !B.Volatile;
}

Overlap overlap(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms, bool Once,
                const llvm::DenseSet<const VarDecl *> &Changed, std::vector<Uniformity> &Used) {
  if (std::optional<Uniformity> Apart = apartByCallers(A, B)) {
    Used.push_back(std::move(*Apart));
    return Overlap::None;
  }
  if (!mayAlias(A, B))
    return Overlap::None;
  for (const auto &Apart : {outside(A.Place, B.Place), outside(B.Place, A.Place)})
    if (Apart) {
      Used.push_back(*Apart);
      return Overlap::None;
    }
  if (ofTwoGlobal(A, B)) {
    Used.push_back(meet(outsideShared(A.Place), outsideShared(B.Place)));
    return Overlap::None;
  }
  SubscriptPair Compare(A, B, Forms, Once, Changed, Used);
  if (Compare.sameSingleLane())
    return Overlap::None;
  Overlap How = bySubscripts(A, B, Compare);
  if ((How == Overlap::May || How == Overlap::Near) &&
      tablesDiffer(A, B, Forms, Once, Changed, Used))
    How = Overlap::None;
  else if (How == Overlap::May || How == Overlap::Near)
    How = byNumbers(A, B, Forms, Once, Changed, How);
  if (A.Place.unknown() && How != Overlap::Lanes)
    return Overlap::May;
  if (How == Overlap::None && ofNeighbours(A.Place, B.Place))
    return Overlap::May;
  if (How == Overlap::None)
    for (const SharedAccess *Each : {&A, &B})
      if (std::optional<Uniformity> Same = samePointer(Each->Place))
        Used.push_back(std::move(*Same));
  return How;
}

/// By rows that the groups number: `space[threadIdx.x / 4][i]`, `space[threadIdx.x / 4][0]`.
bool groupsApart(const SharedAccess &A, const SharedAccess &B, const SymbolicIndex &Forms,
                 unsigned Lanes) {
  if (!mayAlias(A, B))
    return true;
  if (!oneBeginning(A, B) || !A.Place.Exact || !B.Place.Exact)
    return false;
  size_t First = firstThatTells(A, B), At = 0;
  for (const auto &[SA, SB] : llvm::zip(A.Place.Path, B.Place.Path)) {
    if (SA.Field != SB.Field || plain(SA.Unit) != plain(SB.Unit))
      return false;
    if (At++ >= First && !SA.Field && SA.Index.Poly && SA.Index.Poly == SB.Index.Poly &&
        Forms.numbersGroups(*SA.Index.Poly, Lanes))
      return true;
  }
  return false;
}

std::optional<Uniformity> warpsApart(const SharedAccess &A, const SharedAccess &B,
                                     const SymbolicIndex &Forms) {
  auto Elements = firstThatTells(A, B) == 0 ? elementsOf(A, B) : std::nullopt;
  if (!Elements)
    return std::nullopt;
  std::vector<std::pair<Polynomial, Polynomial>> Pairs;
  for (const auto &[PA, PB] : llvm::zip(Elements->first.Subscripts, Elements->second.Subscripts))
    if (!PA.tooLarge() && !PB.tooLarge() && !Forms.moves(PA) && !Forms.moves(PB))
      Pairs.emplace_back(PA, PB);
  return warpsDiffer(Pairs, Forms);
}

bool apart(const SharedAccess &A, const SharedAccess &B) {
  if (!mayAlias(A, B))
    return true;
  if (!oneBeginning(A, B) || !A.Place.Exact || !B.Place.Exact)
    return false;
  size_t First = firstThatTells(A, B), At = 0;
  for (const auto &[SA, SB] : llvm::zip(A.Place.Path, B.Place.Path))
    if (At++ >= First && SA.Field && SB.Field && otherMember(SA.Field, SB.Field))
      return true;
  return false;
}

} // namespace coopify
