#include "Edit/Selection.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace coopify;

bool coopify::isSelected(const Finding &F) { return F.Verdict.rewrite() && F.NotApplied.empty(); }

void coopify::refuse(Finding &F, Refusal Why) {
  F.Verdict.What = std::move(Why);
  F.NotApplied.clear();
  F.Edits.clear();
  F.Applied = false;
}

/// Forgets what an earlier plan found; what the caller decided stays.
static void reset(Finding &F) {
  F.Applied = false;
  F.Edits.clear();
  if (!F.Verdict.rewrite())
    return;
  bool Mine = F.NotApplied == "assumed" || F.NotApplied == "manual" || F.PartnerAt.valid();
  if (!Mine)
    return;
  F.NotApplied.clear();
  F.Partner.clear();
  F.PartnerAt = {};
}

static bool granted(const Rewrite &R, const PlanOptions &Options) {
  return Options.ApplyAssumed ||
         (!R.Assumptions.empty() && llvm::all_of(R.Assumptions, [&](const std::string &Id) {
           return Options.Granted.contains(Id);
         }));
}

static std::string whyNot(const Rewrite &R, const PlanOptions &Options) {
  switch (R.Applies) {
  case Applicability::Safe:
    return "";
  case Applicability::Assumed:
    return granted(R, Options) ? "" : "assumed";
  case Applicability::Manual:
    return "manual";
  }
  return "manual";
}

/// What stands most in the way speaks for the group: granting an assumption
/// would not help where the user said NOLINT.
static int obstruction(const Finding &F) {
  if (F.Verdict.refusal())
    return 4;
  if (!F.Verdict.rewrite() || F.NotApplied.empty())
    return 0;
  return llvm::StringSwitch<int>(F.NotApplied).Case("assumed", 1).Case("manual", 2).Default(3);
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

void coopify::selectFindings(std::vector<Finding> &Findings, const PlanOptions &Options) {
  std::map<std::string, size_t> Obstacles; // by group, the first of the strongest
  for (auto [Index, F] : llvm::enumerate(Findings)) {
    reset(F);
    const Rewrite *R = F.Verdict.rewrite();
    if (R && F.NotApplied.empty())
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
}
