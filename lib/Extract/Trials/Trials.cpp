//===- Trials.cpp -----------------------------------------------------------===//

#include "Extract/Trials/Trials.h"

#include "Analysis/Source/Decls.h"
#include "Extract/SiteBuilder.h"
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

/// Steps have no place in a template's own text: the first one that a trial shows says why nothing
/// is told of it. Where no more is shown than a call that leans on its callee's finding, that one
/// tells.
static void keepUndecided(TUSummary &Out, const Site &Shown, const FunctionDecl *Pattern,
                          const std::string &Why, const SourceText &Text) {
  const std::string Function = usrOf(Pattern);
  const bool Leans = Shown.Parts.empty() && !Shown.Preset;
  if (Shown.Kind != SiteKind::SharedSteps || Leans || llvm::any_of(Out.Sites, [&](const Site &S) {
        return S.Kind == Shown.Kind && S.Function == Function;
      }))
    return;
  Site S;
  S.Kind = Shown.Kind, S.Name = Shown.Name, S.Function = Function;
  S.Loc = Shown.Loc, S.Range = Shown.Range;
  S.Preset = notInstantiated(Pattern, Text);
  S.Preset->Text += "; " + Why;
  Out.Sites.push_back(std::move(S));
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
    if (S.ClaimedBy)
      explain(Out, usrOf(Pattern->second), "a pattern owns it, of which no trial tells");
    if (Why) {
      explain(Out, usrOf(Pattern->second), *Why);
      keepUndecided(Out, S, Pattern->second, *Why, Text);
    } else {
      Out.TrialSites.push_back(std::move(S));
    }
  }
}

/// Of a template that means another function by its arguments few trials are looked at, and may run
/// no step: its text tells of them.
static void keepUnshown(TUSummary &Out, const FunctionDecl *Pattern, const SourceText &Text) {
  std::optional<std::string> Why = chosenByArguments(Pattern);
  const std::string Function = usrOf(Pattern);
  const bool Told = llvm::any_of(Out.Sites, [&](const Site &S) {
    return S.Kind == SiteKind::SharedSteps && S.Function == Function;
  });
  if (!Why || Told)
    return;
  if (std::optional<Site> Steps = untriedSteps(Pattern, *Why, Text))
    Out.Sites.push_back(std::move(*Steps));
}

/// To look at a body takes far longer than to make it. Where the text shows no site, two of them
/// tell whether there are steps, and who calls whom; where they do, all are looked at.
static TUSummary lookAt(const TrialInstances &Instances, const PreprocessorRecord &Record,
                        const std::vector<SeenError> &Errors, ASTContext &Context,
                        const TUSummary &Out, std::vector<const FunctionDecl *> &Bodies) {
  std::set<std::string> Patterns; // with a site
  for (const Site &S : Out.Sites)
    if (isOfTrial(S.Kind) && S.Preset && S.Preset->Reason == ReasonId::NotInstantiated)
      Patterns.insert(S.Function);
  std::map<const FunctionDecl *, bool> Chosen; // then it is no more than a caller of others
  auto Wanted = [&](const TrialInstances::Root &R) {
    auto [It, New] = Chosen.try_emplace(R.Pattern);
    if (New)
      It->second = chosenByArguments(R.Pattern).has_value();
    return It->second ? R.Number < 1 : R.Number < 2 || Patterns.contains(usrOf(R.Pattern));
  };
  Bodies = Instances.bodies(Wanted);
  TUSummary Shown = extractTrials(Context, Record, Errors, Bodies);
  std::set<std::string> WithSites;
  for (const Site &S : Shown.Sites)
    if (isOfTrial(S.Kind))
      WithSites.insert(S.Function);
  llvm::DenseSet<const FunctionDecl *> Known;
  for (const FunctionDecl *F : Bodies) {
    Known.insert(F);
    if (WithSites.contains(usrOf(F)))
      Patterns.insert(usrOf(patternOf(F)));
  }
  std::vector<const FunctionDecl *> More = Instances.bodies(Wanted);
  llvm::erase_if(More, [&](const FunctionDecl *F) { return Known.contains(F); });
  TUSummary Rest = extractTrials(Context, Record, Errors, More);
  llvm::append_range(Bodies, More);
  llvm::append_range(Shown.Functions, std::move(Rest.Functions));
  llvm::append_range(Shown.Sites, std::move(Rest.Sites));
  return Shown;
}

namespace {
/// Functions by USR, and what is reached from some over calls.
struct Calls {
  std::map<std::string, std::vector<std::string>> Edges;
  void add(const std::string &From, const std::string &To) { Edges[From].push_back(To); }
  void reach(std::set<std::string> &From) const {
    std::vector<std::string> Work(From.begin(), From.end());
    for (size_t I = 0; I < Work.size(); ++I)
      if (auto It = Edges.find(Work[I]); It != Edges.end())
        for (const std::string &To : It->second)
          if (From.insert(To).second)
            Work.push_back(To);
  }
};
} // namespace

/// Trials with sites, those that lead to a function with one, and what these call.
static void takeFunctions(TUSummary &Out, std::vector<FunctionSummary> Shown) {
  Calls Callers, Callees;
  for (const auto *All : {&Out.Functions, &Shown})
    for (const FunctionSummary &F : *All)
      for (const CallEdge &E : F.Calls) {
        Callers.add(E.Callee, F.USR);
        Callees.add(F.USR, E.Callee);
      }
  std::set<std::string> Wanted;
  for (const auto *All : {&Out.Sites, &Out.TrialSites})
    for (const Site &S : *All)
      if (isOfTrial(S.Kind)) // one that the trial never runs tells that it was there
        Wanted.insert(S.Function);
  Callers.reach(Wanted);
  std::set<std::string> Trials;
  for (const FunctionSummary &F : Shown)
    if (Wanted.contains(F.USR))
      Trials.insert(F.USR);
  Callees.reach(Trials);
  for (FunctionSummary &F : Shown)
    if (Trials.contains(F.USR)) {
      F.Trial = true;
      Out.TrialFunctions.push_back(std::move(F));
    }
}

void addTrials(Sema &S, const PreprocessorRecord &Record, const std::vector<SeenError> &Errors,
               const std::vector<const Decl *> &Made, ArrayRef<const FunctionDecl *> Unused,
               TUSummary &Out) {
  SourceText Text(S.Context);
  TrialInstances Instances(S, Made);
  llvm::DenseSet<const FunctionDecl *> Tried;
  for (const FunctionDecl *Pattern : Unused) {
    std::string Why = Instances.make(Pattern);
    if (Why.empty()) {
      Tried.insert(Pattern->getCanonicalDecl());
      continue;
    }
    explain(Out, usrOf(Pattern), Why);
    if (std::optional<Site> Steps = untriedSteps(Pattern, Why, Text))
      Out.Sites.push_back(std::move(*Steps));
  }
  if (Tried.empty())
    return;
  std::vector<const FunctionDecl *> Bodies;
  TUSummary Shown = lookAt(Instances, Record, Errors, S.Context, Out, Bodies);
  takeSites(Out, Shown, Bodies, Tried, Text);
  takeFunctions(Out, std::move(Shown.Functions));
  for (const FunctionDecl *Pattern : Unused) {
    if (Tried.contains(Pattern->getCanonicalDecl()))
      keepUnshown(Out, Pattern, Text);
    explainPlaces(Out, usrOf(Pattern));
  }
}

void addUntried(ASTContext &Context, ArrayRef<const FunctionDecl *> Unused, TUSummary &Out) {
  SourceText Text(Context);
  for (const FunctionDecl *Pattern : Unused) {
    const std::string Why = TrialInstances::whyNone(Pattern, Context);
    if (Why.empty())
      keepUnshown(Out, Pattern, Text);
    else if (std::optional<Site> Steps = untriedSteps(Pattern, Why, Text))
      Out.Sites.push_back(std::move(*Steps));
  }
}

} // namespace coopify
