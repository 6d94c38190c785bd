//===- LaneParts.cpp - what lanes add to an index -------------------------===//
//
// A warp's threads are numbered from a multiple of 32 on. So t & 7 is the same function of the lane
// in each warp, and t / 8 is that and four times the warp's number: of two indices that have as
// much of each warp's number the difference is a table of 32 by 32 numbers.
//
//===----------------------------------------------------------------------===//

#include "Analysis/SharedMemory/Index/LaneParts.h"

#include <array>
#include <bitset>

using namespace coopify;

namespace {

/// A number as Rest + PerWarp * the warp's number + Of[the lane].
struct LanePart {
  int64_t PerWarp = 0;
  std::array<int64_t, MaxWarpWidth> Of{};
  Polynomial Rest;
};

class LaneParts {
public:
  LaneParts(const SymbolicIndex &Forms, std::vector<Uniformity> &Used) : Forms(Forms), Used(Used) {}

  std::optional<LanePart> of(const Polynomial &P);
  std::optional<unsigned> counter() const { return Counter; }

private:
  bool counts(unsigned Id);
  bool equal(llvm::ArrayRef<unsigned> Product);
  bool add(unsigned Id, int64_t N, LanePart &Out);

  const SymbolicIndex &Forms;
  std::vector<Uniformity> &Used;
  std::optional<unsigned> Counter; ///< of lanes; there is one only
};

} // namespace

/// Numbers beyond are not worth the question whether they wrap around.
constexpr int64_t MaxFactor = 1 << 20;

/// It is the lane and a multiple of 32.
bool LaneParts::counts(unsigned Id) {
  const SymbolicIndex::Symbol &S = Forms.symbolAt(Id);
  if (!S.Operator.empty() || S.Is.Scale != 1 || S.Is.U.UniformOver < warpWidth() ||
      S.Is.Align < warpWidth() || !S.Is.NonNegative || !S.Moves.empty() ||
      (Counter && *Counter != Id))
    return false;
  Counter = Id;
  Used.push_back(S.Is.U);
  return true;
}

bool LaneParts::equal(llvm::ArrayRef<unsigned> Product) {
  for (unsigned Id : Product) {
    const SymbolicIndex::Symbol &S = Forms.symbolAt(Id);
    if (S.Is.Scale != 0 || !Forms.isKnown(S))
      return false;
    Used.push_back(S.Is.U);
  }
  return true;
}

/// What \p Op makes of a counter and \p By: of the warp's number, and of the lane.
static std::optional<std::pair<int64_t, int64_t>> appliedBy(llvm::StringRef Op, int64_t By,
                                                            int64_t Lane) {
  const int64_t Width = warpWidth();
  const bool Bits = By >= 0 && By < Width;
  const bool Divides = By > 0 && By <= Width && Width % By == 0;
  if (Op == "&" && Bits)
    return std::pair(int64_t(0), Lane & By);
  if (Op == "^" && Bits)
    return std::pair(Width, Lane ^ By);
  if (Op == "|" && Bits)
    return std::pair(Width, Lane | By);
  if (Op == "%" && Divides)
    return std::pair(int64_t(0), Lane % By);
  if (Op == "/" && Divides)
    return std::pair(Width / By, Lane / By);
  if (Op == ">>" && By >= 0 && By < 32 && (int64_t(1) << By) <= Width)
    return std::pair(Width >> By, Lane >> By);
  return std::nullopt;
}

bool LaneParts::add(unsigned Id, int64_t N, LanePart &Out) {
  if (counts(Id)) {
    Out.PerWarp += N * int64_t(warpWidth());
    for (unsigned Lane = 0; Lane < warpWidth(); ++Lane)
      Out.Of[Lane] += N * Lane;
    return true;
  }
  const SymbolicIndex::Symbol &S = Forms.symbolAt(Id);
  if (S.Operands.size() != 2)
    return false;
  const Polynomial &Of = S.Operands[0];
  std::optional<int64_t> By = S.Operands[1].constant();
  if (!By || Of.terms().size() != 1 || Of.terms().begin()->second != 1 ||
      Of.terms().begin()->first.size() != 1 || !counts(Of.terms().begin()->first.front()))
    return false;
  llvm::StringRef Op = S.Operator;
  Op = Op.take_while([](char C) { return llvm::StringRef("/%<>=!&|^:?").contains(C); });
  for (unsigned Lane = 0; Lane < warpWidth(); ++Lane) {
    auto Is = appliedBy(Op, *By, Lane);
    if (!Is)
      return false;
    if (Lane == 0)
      Out.PerWarp += N * Is->first;
    Out.Of[Lane] += N * Is->second;
  }
  return true;
}

std::optional<LanePart> LaneParts::of(const Polynomial &P) {
  LanePart Out;
  for (const auto &[Product, N] : P.terms()) {
    if (std::abs(N) > MaxFactor)
      return std::nullopt;
    if (Product.empty()) {
      for (int64_t &Each : Out.Of)
        Each += N;
    } else if (equal(Product)) {
      Polynomial Term = Polynomial::number(N);
      for (unsigned Id : Product)
        Term = Term * Polynomial::symbol(Id);
      Out.Rest = Out.Rest + Term;
    } else if (Product.size() != 1 || !add(Product.front(), N, Out)) {
      return std::nullopt;
    }
  }
  return Out;
}

bool coopify::lanesDiffer(llvm::ArrayRef<std::pair<Polynomial, Polynomial>> Pairs,
                          const SymbolicIndex &Forms, std::vector<Uniformity> &Used) {
  const size_t Before = Used.size();
  LaneParts Parts(Forms, Used);
  std::array<std::bitset<MaxWarpWidth>, MaxWarpWidth> Meet; // as far as is known
  for (auto &Row : Meet)
    Row = allLanes();
  for (const auto &[A, B] : Pairs) {
    auto OfA = Parts.of(A), OfB = OfA ? Parts.of(B) : std::nullopt;
    if (!OfB || OfA->Rest != OfB->Rest || OfA->PerWarp != OfB->PerWarp)
      continue;
    for (unsigned I = 0; I < warpWidth(); ++I)
      for (unsigned J = 0; J < warpWidth(); ++J)
        if (OfA->Of[I] != OfB->Of[J])
          Meet[I].reset(J);
  }
  bool Differ = true;
  for (unsigned I = 0; I < warpWidth(); ++I)
    Differ &= Meet[I].reset(I).none();
  if (!Differ)
    Used.resize(Before);
  return Differ;
}

//===- Warps ---------------------------------------------------------------===//

/// What the lanes add differs by less than that.
static bool lessApart(const LanePart &A, const LanePart &B, int64_t Than) {
  const auto Lanes = [](const LanePart &Part) {
    return llvm::ArrayRef(Part.Of).take_front(warpWidth());
  };
  return llvm::all_of(Lanes(A), [&](int64_t OfA) {
    return llvm::all_of(Lanes(B), [&](int64_t OfB) { return std::abs(OfA - OfB) < Than; });
  });
}

static bool inBlock(const Polynomial &P, const SymbolicIndex &Forms) {
  return llvm::all_of(P.terms(), [&](const auto &Term) {
    return llvm::all_of(
        Term.first, [&](unsigned Id) { return Forms.symbolAt(Id).Is.U.UniformOver >= BlockWidth; });
  });
}

/// How many elements a row of threads has, where \p P is that times threadIdx.y, and what is equal
/// in the block; else 0.
static int64_t perRow(const Polynomial &P, const SymbolicIndex &Forms) {
  int64_t Rows = 0;
  for (const auto &[Product, N] : P.terms()) {
    if (Product.size() == 1 && Forms.thread("threadIdx.y") == Product.front())
      Rows = N;
    else if (!llvm::all_of(Product, [&](unsigned Id) {
               return Forms.symbolAt(Id).Is.U.UniformOver >= BlockWidth;
             }))
      return 0;
  }
  return std::abs(Rows);
}

/// What numbers the threads of a block, and what it takes for that / 32 to number its warps.
static constexpr std::pair<const char *, AtomKind> ThreadNumbers[] = {
    {"threadIdx.x", AtomKind::WarpsByThreadX},
    {"linear thread", AtomKind::WarpsByThreadXY},
    {"block rank", AtomKind::WarpsByThreadXY}}; // the same number where there are no planes

/// Takes the number of the warp by \p Thread, where it is part of what is equal in the warp, for
/// what each warp has more of.
static void countWarps(LanePart &Of, unsigned Thread, const SymbolicIndex &Forms) {
  const std::optional<Polynomial> Warp = Forms.warpBy(Thread);
  if (!Warp || Warp->terms().size() != 1 || Warp->terms().begin()->first.size() != 1)
    return;
  if (auto It = Of.Rest.terms().find(Warp->terms().begin()->first); It != Of.Rest.terms().end()) {
    const int64_t N = It->second;
    Of.PerWarp += N;
    Of.Rest = Of.Rest - *Warp * Polynomial::number(N);
  }
}

/// By which lanes of \p A and \p B, of other warps, never are one number.
static std::optional<AtomKind> warpsBy(const LanePart &A, const LanePart &B,
                                       std::optional<unsigned> Counter,
                                       const SymbolicIndex &Forms) {
  for (const auto &[Name, By] : ThreadNumbers) {
    const std::optional<unsigned> Thread = Forms.thread(Name);
    if (!Thread || (Counter && *Counter != *Thread))
      continue;
    LanePart OfA = A, OfB = B;
    countWarps(OfA, *Thread, Forms);
    countWarps(OfB, *Thread, Forms);
    if (OfA.PerWarp == OfB.PerWarp && OfA.Rest == OfB.Rest && inBlock(OfA.Rest, Forms) &&
        OfA.PerWarp != 0 && lessApart(OfA, OfB, std::abs(OfA.PerWarp)))
      return By;
  }
  const bool Rows = A.PerWarp == 0 && B.PerWarp == 0 && A.Rest == B.Rest &&
                    lessApart(A, B, perRow(A.Rest, Forms));
  return Rows ? std::optional(AtomKind::WarpsByThreadY) : std::nullopt;
}

std::optional<Uniformity>
coopify::warpsDiffer(llvm::ArrayRef<std::pair<Polynomial, Polynomial>> Pairs,
                     const SymbolicIndex &Forms) {
  for (const auto &[A, B] : Pairs) {
    std::vector<Uniformity> Used;
    LaneParts Parts(Forms, Used);
    auto OfA = Parts.of(A), OfB = OfA ? Parts.of(B) : std::nullopt;
    auto By = OfB ? warpsBy(*OfA, *OfB, Parts.counter(), Forms) : std::nullopt;
    if (!By)
      continue;
    Uniformity Rests{BlockWidth, {{*By, 0}}, std::nullopt};
    for (const Uniformity &U : Used)
      Rests = meet(Rests, U);
    return Rests;
  }
  return std::nullopt;
}
