//===- Trials.cpp -----------------------------------------------------------===//

#include "Extract/Trials/Trials.h"

#include "Analysis/Source/Decls.h"
#include "Extract/Trials/TrialInstances.h"
#include "Extract/Trials/UnusedTemplates.h"

using namespace clang;

namespace coopify {

/// A site that nobody could tell of says why no trial does.
static void explain(Site &S, const std::string &Why) {
  if (S.Preset && S.Preset->Reason == ReasonId::NotInstantiated && isOfTrial(S.Kind) &&
      !StringRef(S.Preset->Text).contains("; "))
    S.Preset->Text += "; " + Why;
}

static void explain(TUSummary &Out, StringRef Pattern, const std::string &Why) {
  for (Site &S : Out.Sites)
    if (S.Function == Pattern)
      explain(S, Why);
}

/// Of the sites that no trial shows.
static void explainPlaces(TUSummary &Out, const std::string &Pattern) {
  std::set<Location> Shown;
  for (const Site &S : Out.TrialSites)
    Shown.insert(S.Loc);
  for (Site &S : Out.Sites)
    if (S.Function == Pattern && !Shown.contains(S.Loc))
      explain(S, "no trial tells of it");
}

/// What the trials of templates in \p Tried show. Of others that they call, with arguments that
/// nobody varied, nothing is said.
static void takeSites(TUSummary &Out, TUSummary &Shown, ArrayRef<const FunctionDecl *> Bodies,
                      const llvm::DenseSet<const FunctionDecl *> &Tried, const SourceText &Text) {
  std::map<std::string, const FunctionDecl *> Patterns;
  for (const FunctionDecl *F : Bodies)
    if (const FunctionDecl *P = patternOf(F); Tried.contains(P->getCanonicalDecl()))
      Patterns.try_emplace(usrOf(F), P);
  llvm::StringSet<> Errors; // of the template's own text
  for (const FunctionSummary &F : Shown.Functions)
    if (F.HasParseError)
      Errors.insert(F.USR);
  for (Site &S : Shown.Sites) {
    auto Pattern = Patterns.find(S.Function);
    if (Pattern == Patterns.end() || !isOfTrial(S.Kind))
      continue;
    std::optional<std::string> Why = whyUndecided(S, Pattern->second, Text);
    if (Errors.contains(S.Function))
      Why = "there is an error in it";
    if (Why)
      explain(Out, usrOf(Pattern->second), *Why);
    else
      Out.TrialSites.push_back(std::move(S));
  }
}

void addTrials(Sema &S, const PreprocessorRecord &Record, const std::vector<const Decl *> &Made,
               ArrayRef<const FunctionDecl *> Unused, TUSummary &Out) {
  SourceText Text(S.Context);
  TrialInstances Instances(S, Made);
  llvm::DenseSet<const FunctionDecl *> Tried;
  for (const FunctionDecl *Pattern : Unused) {
    std::string Why = Instances.make(Pattern);
    if (Why.empty())
      Tried.insert(Pattern->getCanonicalDecl());
    else
      explain(Out, usrOf(Pattern), Why);
  }
  if (Tried.empty())
    return;
  const std::vector<const FunctionDecl *> Bodies = Instances.bodies();
  TUSummary Shown = extractTrials(S.Context, Record, Bodies);
  takeSites(Out, Shown, Bodies, Tried, Text);
  for (FunctionSummary &F : Shown.Functions) {
    F.Trial = true;
    Out.TrialFunctions.push_back(std::move(F));
  }
  for (const FunctionDecl *Pattern : Unused)
    explainPlaces(Out, usrOf(Pattern));
}

} // namespace coopify
