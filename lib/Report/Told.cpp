#include "Report/Told.h"

#include "Model/Reasons/Assumptions.h"
#include "Model/Reasons/Reasons.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <map>
#include <set>

using namespace coopify;

//===-- How it stands ----------------------------------------------------------===//

Standing coopify::standingOf(const Result &R) {
  if (R.leave())
    return Standing::Left;
  if (R.isNotApplied(WhyNot::Comment))
    return Standing::Suppressed;
  if (R.refusal() || (R.notApplied() && R.notApplied()->Why != WhyNot::Assumption))
    return Standing::Refused;
  return R.notApplied() || R.rewrite()->Applies == Applicability::Assumed ? Standing::Assumed
                                                                          : Standing::Safe;
}

llvm::StringRef coopify::toString(Standing S) {
  switch (S) {
  case Standing::Safe:
    return "safe";
  case Standing::Assumed:
    return "assumed";
  case Standing::Refused:
    return "refused";
  case Standing::Suppressed:
    return "suppressed";
  case Standing::Left:
    return "left";
  }
  llvm_unreachable("each has its word");
}

std::optional<ReasonId> coopify::reasonOf(const Result &R) {
  if (const Refusal *Why = R.refusal())
    return Why->Reason;
  if (const Leave *L = R.leave())
    return L->Note;
  return R.notApplied() ? std::optional(reasonOf(R.notApplied()->Why)) : std::nullopt;
}

//===-- Sentences --------------------------------------------------------------===//

std::string coopify::headline(const Finding &F) {
  return F.Verdict.Message.empty() ? "'" + F.Where.Name + "'" : F.Verdict.Message;
}

/// The same words whether the run only looks or also writes.
std::string coopify::rewriteText(const Result &Of, const Rewrite &R) {
  const std::string Form = R.Form.empty() ? "" : ": " + R.Form;
  if (Of.isNotApplied(WhyNot::Assumption))
    return "not rewritten without --assume=" + llvm::join(R.Assumptions, ",") + Form;
  for (WhyNot Why : {WhyNot::Declined, WhyNot::Trial})
    if (Of.isNotApplied(Why))
      return "not rewritten: " + toString(reasonOf(Why)).str() + Form;
  if (Of.notApplied())
    return "not rewritten, since a partner is not" + Form;
  if (R.Applies == Applicability::Safe)
    return "safe rewrite" + Form;
  std::vector<std::string> Assumes;
  for (const std::string &Id : R.Assumptions) {
    Assumes.push_back(Id);
    if (const std::string *Because = Of.because(Id))
      Assumes.back() += " (" + *Because + ")";
  }
  return "rewrite" + Form + ", assumes " + llvm::join(Assumes, " and ");
}

static std::string leftText(ReasonId Id) { return "left as it is: " + reasonOf(Id).Meaning.str(); }

std::string coopify::saidOf(const Result &R) {
  if (const Refusal *Why = R.refusal())
    return "not rewritten: " + toString(Why->Reason).str();
  if (const Leave *L = R.leave())
    return L->Note ? leftText(*L->Note) : "left as it is";
  if (R.isNotApplied(WhyNot::Comment))
    return leftText(reasonOf(WhyNot::Comment));
  return rewriteText(R, *R.rewrite());
}

std::string coopify::obstacleOf(const Refusal &R) {
  return R.Text.empty() ? reasonOf(R.Reason).Meaning.str() : R.Text;
}

std::string coopify::helpOf(const Refusal &R) {
  return R.Help.empty() ? reasonOf(R.Reason).Help.str() : R.Help;
}

std::string coopify::messageOf(const Result &R) {
  std::string Out = headline(R.Found) + "; " + saidOf(R);
  if (const Refusal *Why = R.refusal()) {
    Out += ": " + obstacleOf(*Why);
    if (std::string Help = helpOf(*Why); !Help.empty())
      Out += ". Help: " + Help;
  }
  return Out + ".";
}

unsigned coopify::lengthOf(const Site &S) {
  if (S.Range.File == S.Loc.File && S.Range.End > S.Loc.Offset && S.Range.Begin <= S.Loc.Offset)
    return S.Range.End - S.Loc.Offset;
  return 0;
}

unsigned coopify::lengthOf(const Site &S, llvm::StringRef Text) {
  const unsigned Length = lengthOf(S);
  auto InWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  return Length != 0 ? Length : Text.substr(S.Loc.Offset).take_while(InWord).size();
}

//===-- Proofs -----------------------------------------------------------------===//

/// What is said of the function that is named first, whatever instance of it that is.
static std::string saidOfAny(llvm::StringRef Text) {
  const auto [Front, Rest] = Text.split('\'');
  const auto [Name, Said] = Rest.split("' ");
  return (Front + "'" + Name.take_until([](char C) { return C == '<'; }) + "' " + Said).str();
}

std::vector<ProofStep> coopify::toldProof(const Finding &F) {
  std::vector<std::pair<const ProofStep *, unsigned>> Told;
  std::map<std::pair<Location, std::string>, size_t> Same;
  for (const ProofStep &Step : F.Verdict.Proof) {
    auto [It, New] = Same.try_emplace({Step.Where, saidOfAny(Step.Text)}, Told.size());
    if (New)
      Told.emplace_back(&Step, 0);
    else if (Told[It->second].first->Text != Step.Text)
      ++Told[It->second].second;
  }
  std::vector<ProofStep> Out;
  for (const auto &[Step, More] : Told) {
    Out.push_back(*Step);
    if (!Step->Where.valid())
      Out.back().Where = F.Where.Loc;
    if (More != 0)
      Out.back().Text +=
          " (" + std::to_string(More) + (More == 1 ? " more instance)" : " more instances)");
  }
  return Out;
}

namespace {

/// Collects remarks, each once.
class Remarks {
public:
  explicit Remarks(const Finding &F) : F(F) {}
  void add(Remark::KindTy Kind, const Location &Where, std::string Text) {
    const Location &At = Where.valid() ? Where : F.Where.Loc;
    if (Seen.emplace(At, Text).second)
      All.push_back({Kind, At, std::move(Text)});
  }
  void proof() {
    for (const ProofStep &Step : toldProof(F))
      add(Remark::Proof, Step.Where, Step.Text);
  }
  void refusal(const Refusal &R);
  void rewrite(const Result &Of, const Rewrite &R);

  std::vector<Remark> All;

private:
  void condition(const Uniformity &U) {
    if (U.UniformOver < warpWidth() && U.Why)
      add(Remark::Obstacle, U.Why->Where, U.Why->Text);
  }

  const Finding &F;
  std::set<std::pair<Location, std::string>> Seen;
};

} // namespace

void Remarks::refusal(const Refusal &R) {
  add(Remark::Obstacle, R.Where, obstacleOf(R));
  if (R.Reason == ReasonId::Divergent || R.Reason == ReasonId::Unproven) {
    if (F.Where.Divided)
      for (const EnclosingCondition &At : F.Where.Divided->Conditions)
        condition(At.Decides);
    condition(F.Where.Conv.Active);
  }
  if (std::string Help = helpOf(R); !Help.empty())
    add(Remark::Help, {}, std::move(Help));
}

void Remarks::rewrite(const Result &Of, const Rewrite &R) {
  if (const NotApplied *H = Of.notApplied(); H && H->Because)
    add(Remark::Obstacle, H->Because->At,
        "must change together with '" + H->Because->Name + "' here, which is not rewritten (" +
            toString(reasonOf(H->Why)).str() + ")");
  if (F.Verdict.Dear)
    add(Remark::Note, F.Verdict.Dear->Where, F.Verdict.Dear->Text);
  std::vector<std::string> Says;
  for (const std::string &Id : R.Assumptions)
    if (const Assumption *Known = findAssumption(Id)) {
      Says.push_back(Known->Meaning.str());
      add(Remark::Note, {}, (Id + ": " + Known->Meaning).str());
      add(Remark::Help, {}, ("settled by: " + Known->Settled).str());
    }
  if (Of.isNotApplied(WhyNot::Assumption) && !Says.empty())
    add(Remark::Help, {},
        "if " + llvm::join(Says, ", and ") + ", grant --assume=" + llvm::join(R.Assumptions, ","));
}

std::vector<Remark> coopify::remarksOn(const Result &R) {
  Remarks Out(R.Found);
  const MacroUse &Macro = R.Found.Where.Macro;
  if ((Macro.Kind == MacroKind::Body || Macro.Kind == MacroKind::Mixed) && Macro.Expansion.valid())
    Out.add(Remark::Note, Macro.Expansion, "in macro '" + Macro.Name + "', used here");
  Out.proof();
  if (const Refusal *Why = R.refusal())
    Out.refusal(*Why);
  else if (const Rewrite *To = R.rewrite())
    Out.rewrite(R, *To);
  return std::move(Out.All);
}
