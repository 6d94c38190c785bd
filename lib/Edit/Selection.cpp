#include "Edit/Selection.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

bool coopify::isSelected(const Finding &F) {
  return F.Verdict.rewrite() && !F.NotApplied && !F.Taken;
}

void coopify::refuse(Finding &F, Refusal Why) {
  F.Verdict.What = std::move(Why);
  F.NotApplied.reset();
  F.Edits.clear();
  F.Applied = false;
}

/// Forgets what an earlier plan found; what the caller decided stays.
static void reset(Finding &F) {
  F.Applied = false;
  F.Taken = false;
  F.Edits.clear();
  if (!F.Verdict.rewrite())
    return;
  bool Mine = F.NotApplied == ReasonId::Assumed || F.PartnerAt.valid();
  if (!Mine)
    return;
  F.NotApplied.reset();
  F.Partner.clear();
  F.PartnerAt = {};
}

static bool granted(const Rewrite &R, const PlanOptions &Options) {
  return Options.ApplyAssumed ||
         (!R.Assumptions.empty() && llvm::all_of(R.Assumptions, [&](const std::string &Id) {
           return Options.Granted.contains(Id);
         }));
}

static std::optional<ReasonId> whyNot(const Rewrite &R, const PlanOptions &Options) {
  if (R.Applies == Applicability::Safe || granted(R, Options))
    return std::nullopt;
  return ReasonId::Assumed;
}

/// What stands most in the way speaks for the group: granting an assumption
/// would not help where the user said NOLINT.
static int obstruction(const Finding &F) {
  if (F.Verdict.refusal())
    return 3;
  if (!F.Verdict.rewrite() || !F.NotApplied)
    return 0;
  return F.NotApplied == ReasonId::Assumed ? 1 : 2;
}

static void takeOutBecauseOf(const Finding &Partner, Finding &F) {
  if (const Refusal *Why = Partner.Verdict.refusal()) {
    Refusal Mine = *Why;
    Mine.Text = "it must change together with '" + Partner.Where.Name + "': " + Why->Text;
    if (!Mine.Where.valid())
      Mine.Where = Partner.Where.Loc;
    refuse(F, std::move(Mine));
  } else {
    F.NotApplied = Partner.NotApplied;
  }
  F.Partner = Partner.Where.Name;
  F.PartnerAt = Partner.Where.Loc;
}

//===-- Whole patterns -----------------------------------------------------------===//

static bool contains(const TextRange &Outer, const TextRange &Inner) {
  return Outer.File == Inner.File && Outer.Begin <= Inner.Begin && Inner.End <= Outer.End;
}

static bool meets(const TextRange &A, const TextRange &B) {
  return A.File == B.File && A.Begin < B.End && B.Begin < A.End;
}

/// Where the rewrite of \p F writes, as far as its site says.
static std::vector<TextRange> extentsOf(const Finding &F) {
  std::vector<TextRange> Out;
  for (const Piece &P : F.Where.Pieces)
    if (P.Range.valid())
      Out.push_back(P.Range);
  if (Out.empty())
    Out.push_back(F.Where.Range);
  return Out;
}

/// A whole pattern replaces what others would do to its parts, or could not; what another one does
/// in part only belongs to something larger, of which the pattern's proof says nothing.
static void takeOver(std::vector<Finding> &Findings, size_t Index, const TextRange &Whole) {
  std::vector<size_t> Inside;
  for (auto [I, Other] : llvm::enumerate(Findings)) {
    if (I == Index || Other.Check == Findings[Index].Check || Other.Verdict.leave())
      continue;
    std::vector<TextRange> Extents = extentsOf(Other);
    if (llvm::all_of(Extents, [&](const TextRange &R) { return contains(Whole, R); }))
      Inside.push_back(I);
    else if (Other.Verdict.rewrite() &&
             llvm::any_of(Extents, [&](const TextRange &R) { return meets(Whole, R); }))
      return refuse(Findings[Index],
                    {ReasonId::EditConflict,
                     "a part of it belongs to more, beginning at '" + Other.Where.Name + "'",
                     Other.Where.Loc, ""});
  }
  for (size_t I : Inside)
    Findings[I].Taken = true;
}

static void takeOverAll(std::vector<Finding> &Findings) {
  for (size_t Index = 0; Index != Findings.size(); ++Index) {
    const std::vector<Piece> Pieces = Findings[Index].Where.Pieces;
    for (const Piece &P : Pieces)
      if (P.Role == "takes" && isSelected(Findings[Index]))
        takeOver(Findings, Index, P.Range);
  }
}

void coopify::selectFindings(std::vector<Finding> &Findings, const PlanOptions &Options) {
  std::map<std::string, size_t> Obstacles; // by group, the first of the strongest
  for (auto [Index, F] : llvm::enumerate(Findings)) {
    reset(F);
    const Rewrite *R = F.Verdict.rewrite();
    if (R && !F.NotApplied)
      F.NotApplied = whyNot(*R, Options);
    int Strength = obstruction(F);
    if (F.Verdict.Group.empty() || Strength == 0)
      continue;
    auto [It, New] = Obstacles.try_emplace(F.Verdict.Group, Index);
    if (!New && obstruction(Findings[It->second]) < Strength)
      It->second = Index;
  }
  for (auto [Index, F] : llvm::enumerate(Findings)) {
    auto It = Obstacles.find(F.Verdict.Group);
    if (It == Obstacles.end() || It->second == Index || !F.Verdict.rewrite())
      continue;
    if (obstruction(F) < obstruction(Findings[It->second]))
      takeOutBecauseOf(Findings[It->second], F);
  }
  takeOverAll(Findings);
}
