#include "Edit/Selection.h"

#include "Model/Reasons/Assumptions.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

bool coopify::isSelected(const Outcome &O) { return std::holds_alternative<Applied>(O); }

static bool allows(const PlanOptions &Options, const Finding &F, const ProgramFacts &Facts) {
  const Rewrite &R = *F.Verdict.rewrite();
  if (R.Applies == Applicability::Safe)
    return true;
  if (Options.ApplyAssumed && !llvm::is_contained(R.Assumptions, assumption::AllOf64))
    return true; // that one is about what the code is to mean: for who names it
  return !R.Assumptions.empty() && llvm::all_of(R.Assumptions, [&](const std::string &Id) {
    return Options.Granted.holds(Id, F, Facts);
  });
}

//===-- Each on its own ----------------------------------------------------------===//

static Outcome alone(const Finding &F, const PlanOptions &Options, const ProgramFacts &Facts) {
  if (F.Verdict.leave())
    return Left{};
  if (const Refusal *Why = F.Verdict.refusal())
    return Refused{*Why};
  if (allows(Options, F, Facts))
    return Applied{{}, {}, Options.Granted.reasons(F, Facts)};
  return NotApplied{WhyNot::Assumption};
}

static std::vector<Outcome> eachAlone(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                                      const PlanOptions &Options, const Vetoes &Against) {
  std::vector<Outcome> Out;
  for (const Finding &F : Findings)
    Out.push_back(alone(F, Options, Facts));
  for (const auto &[Index, Veto] : Against)
    if (const WhyNot *Why = std::get_if<WhyNot>(&Veto))
      Out[Index] = NotApplied{*Why};
    else if (Findings[Index].Verdict.rewrite())
      Out[Index] = Refused{std::get<Refusal>(Veto)};
  return Out;
}

//===-- Groups that stand or fall together ---------------------------------------===//

/// What stands most in the way speaks for the group: granting an assumption
/// would not help where the user said NOLINT.
static int obstruction(const Result &R) {
  if (R.refusal())
    return 3;
  const NotApplied *H = R.notApplied();
  if (!H || !R.rewrite())
    return 0;
  return H->Why == WhyNot::Assumption ? 1 : 2;
}

static Outcome becauseOf(const Result &Obstacle) {
  const Site &At = Obstacle.Found.Where;
  const Partner Because = {At.Name, At.Loc};
  const Refusal *Why = Obstacle.refusal();
  if (!Why)
    return NotApplied{Obstacle.notApplied()->Why, Because};
  Refusal Mine = *Why;
  Mine.Text = "it must change together with '" + At.Name + "': " + Why->Text;
  if (!Mine.Where.valid())
    Mine.Where = At.Loc;
  return Refused{std::move(Mine), Because};
}

/// By group, the first of its strongest obstacles.
static std::map<std::string, size_t> obstacles(llvm::ArrayRef<Result> Results) {
  std::map<std::string, size_t> Out;
  for (auto [Index, R] : llvm::enumerate(Results)) {
    const std::string &Group = R.Found.Verdict.Group;
    if (Group.empty() || obstruction(R) == 0)
      continue;
    auto [It, New] = Out.try_emplace(Group, Index);
    if (!New && obstruction(Results[It->second]) < obstruction(R))
      It->second = Index;
  }
  return Out;
}

/// What its partners are does not make it theirs: it stays untold.
static bool hasUsersWord(const Outcome &O) {
  const NotApplied *H = std::get_if<NotApplied>(&O);
  return H && !H->Because && isUsersWord(H->Why);
}

static void takeOutGroups(llvm::ArrayRef<Finding> Findings, std::vector<Outcome> &Outcomes) {
  const std::vector<Result> Results = resultsOf(Findings, Outcomes);
  const std::map<std::string, size_t> Obstacles = obstacles(Results);
  for (auto [Index, F] : llvm::enumerate(Findings)) {
    auto It = Obstacles.find(F.Verdict.Group);
    if (It == Obstacles.end() || !F.Verdict.rewrite() || hasUsersWord(Outcomes[Index]))
      continue;
    const Result &Obstacle =
        Results[It->second]; // which stays as it is: it is no weaker than itself
    if (obstruction(Results[Index]) < obstruction(Obstacle))
      Outcomes[Index] = becauseOf(Obstacle);
  }
}

//===-- Proofs that lean on other rewrites ---------------------------------------===//

namespace {
/// Who makes a promise, or would if it were rewritten.
struct Promisers {
  bool Any = false;
  std::optional<size_t> Obstacle; ///< the strongest of those that are not selected
};
} // namespace

/// \p F leans on \p P: of the same rule, as another one knows nothing of what this one needs; but
/// of a slot each may.
static Promisers promisersOf(llvm::ArrayRef<Result> Results, const Finding &F, const Promise &P) {
  Promisers Out;
  for (auto [Index, R] : llvm::enumerate(Results)) {
    if (R.Found.Check != F.Check && P.Slot.empty())
      continue;
    const Rewrite *Made = R.Found.Verdict.rewrite();
    bool Promises = Made && llvm::is_contained(Made->Promises, P);
    Out.Any |= Promises;
    const bool Near = R.Found.Where.Function == P.Function &&
                      (P.Slot.empty() || R.Found.Where.Kind == SiteKind::SharedSteps);
    if (!isSelected(R.Became) && (Promises || Near) &&
        (!Out.Obstacle || obstruction(Results[*Out.Obstacle]) < obstruction(R)))
      Out.Obstacle = Index;
  }
  return Out;
}

/// What becomes of \p F without \p P.
static Outcome unkept(llvm::ArrayRef<Result> Results, const Finding &F, const Promise &P,
                      const Promisers &By, const ProgramFacts &Facts) {
  const FunctionSummary *Helper = Facts.function(P.Function);
  const std::string Name = Helper ? Helper->Name : P.Function;
  const Result *Obstacle = By.Obstacle ? &Results[*By.Obstacle] : nullptr;
  if (Obstacle && Obstacle->notApplied() && Obstacle->rewrite())
    return NotApplied{Obstacle->notApplied()->Why, Partner{Name, Obstacle->Found.Where.Loc}};
  Refusal Why{ReasonId::HelperUnsynced, "it calls '" + Name + "', in which lanes meet with no sync",
              Helper ? Helper->Loc : F.Where.Loc, ""};
  const bool OfPart = !Obstacle && llvm::any_of(Results, [&](const Result &R) {
    return R.Found.Check == F.Check && R.Found.Where.Function == P.Function &&
           isSelected(R.Became) && llvm::any_of(R.rewrite()->Handles, [](const HandleRequest &H) {
             return H.Kind == HandleRequest::Tile && H.Size != warpSizeText();
           });
  });
  if (OfPart) { // a tile's
    Why.Text = "it calls '" + Name + "', whose syncs are those of a part of the warp";
    Why.Help = "put a sync of the whole warp between what it writes and the steps that follow";
  }
  if (!P.Slot.empty())
    Why = {ReasonId::SlotUnsynced,
           "lanes go on together here only if they read one value of '" + P.Slot +
               "', and between what they write to it and read there is no sync",
           F.Where.Loc, "let implicit-warp-sync rewrite the steps of '" + P.Slot + "', too"};
  if (!Obstacle || !Obstacle->refusal())
    return Refused{std::move(Why)};
  Why.Text += ": " + Obstacle->refusal()->Text;
  Why.Where = Obstacle->Found.Where.Loc;
  return Refused{std::move(Why), Partner{Name, Obstacle->Found.Where.Loc}};
}

/// Returns whether there was anything to take out.
static bool takeOutLeaning(llvm::ArrayRef<Finding> Findings, std::vector<Outcome> &Outcomes,
                           const ProgramFacts &Facts) {
  const std::vector<Outcome> Before = Outcomes;
  const std::vector<Result> Results = resultsOf(Findings, Before);
  bool Any = false;
  for (auto [Index, F] : llvm::enumerate(Findings)) {
    if (!isSelected(Before[Index]))
      continue;
    for (const Promise &P : F.Verdict.rewrite()->LeansOn) {
      Promisers By = promisersOf(Results, F, P);
      // A site of the function that promises nothing has no part in it.
      bool Broken = By.Obstacle && (!By.Any || [&] {
                      const Rewrite *Made = Findings[*By.Obstacle].Verdict.rewrite();
                      return Made && llvm::is_contained(Made->Promises, P);
                    }());
      if (By.Any && !Broken)
        continue;
      Outcomes[Index] = unkept(Results, F, P, By, Facts);
      Any = true;
      break;
    }
  }
  return Any;
}

//===-- Whole patterns -----------------------------------------------------------===//

static bool contains(const TextRange &Outer, const TextRange &Inner) {
  return Outer.File == Inner.File && Outer.Begin <= Inner.Begin && Inner.End <= Outer.End;
}

/// Where the rewrite of \p F writes, as far as its site says.
static std::vector<TextRange> extentsOf(const Finding &F) {
  std::vector<TextRange> Out;
  for (const PatternPart &P : F.Where.Parts)
    if (P.Range.valid())
      Out.push_back(P.Range);
  if (Out.empty())
    Out.push_back(F.Where.Range);
  return Out;
}

/// The findings that the pattern \p Index replaces with its text \p Whole. What another one does
/// in part only belongs to something larger, of which the pattern's proof says nothing: a refusal.
static std::variant<std::vector<size_t>, Refusal> inside(llvm::ArrayRef<Result> Results,
                                                         size_t Index, const TextRange &Whole) {
  std::vector<size_t> Inside;
  for (auto [I, Other] : llvm::enumerate(Results)) {
    if (Other.Found.Check == Results[Index].Found.Check || Other.leave())
      continue;
    const std::vector<TextRange> Extents = extentsOf(Other.Found);
    if (llvm::all_of(Extents, [&](const TextRange &R) { return contains(Whole, R); }))
      Inside.push_back(I);
    else if (Other.rewrite() &&
             llvm::any_of(Extents, [&](const TextRange &R) { return Whole.meets(R); }))
      return Refusal{ReasonId::EditConflict,
                     "a part of it belongs to more, beginning at '" + Other.Found.Where.Name + "'",
                     Other.Found.Where.Loc, ""};
  }
  return Inside;
}

/// The findings that selected patterns replace, each with its pattern. nullopt: a pattern cannot
/// be, and \p Against says so now.
static std::optional<std::map<size_t, size_t>>
subsumed(llvm::ArrayRef<Finding> Findings, llvm::ArrayRef<Outcome> Outcomes, Vetoes &Against) {
  const std::vector<Result> Results = resultsOf(Findings, Outcomes);
  std::map<size_t, size_t> By;
  for (size_t Index = 0; Index != Findings.size(); ++Index)
    for (const PatternPart &P : Findings[Index].Where.Parts) {
      if (P.Role != "takes" || !isSelected(Outcomes[Index]) || By.count(Index))
        continue;
      auto Inside = inside(Results, Index, P.Range);
      if (Refusal *Why = std::get_if<Refusal>(&Inside)) {
        Against.try_emplace(Index, std::move(*Why));
        return std::nullopt;
      }
      for (size_t I : std::get<std::vector<size_t>>(Inside))
        By.try_emplace(I, Index);
    }
  return By;
}

std::vector<Outcome> coopify::selectFindings(llvm::ArrayRef<Finding> Findings,
                                             const ProgramFacts &Facts, const PlanOptions &Options,
                                             Vetoes &Against) {
  while (true) {
    std::vector<Outcome> Outcomes = eachAlone(Findings, Facts, Options, Against);
    do
      takeOutGroups(Findings, Outcomes);
    while (takeOutLeaning(Findings, Outcomes, Facts));
    if (auto By = subsumed(Findings, Outcomes, Against)) {
      for (const auto &[Index, Pattern] : *By)
        Outcomes[Index] = Subsumed{Pattern};
      return Outcomes;
    }
  }
}
