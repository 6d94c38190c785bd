#include "Driver/Try/TakeBack.h"

#include "Driver/Try/Trial.h"
#include "Report/Paths.h"
#include "Support/Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <set>

using namespace llvm;

namespace coopify {
namespace {

/// So many rewrites are looked for, one by one; then all are taken back.
constexpr unsigned MostTakenBack = 5;

bool isUnfinished(const TriedKernel &K) { return K.Verdict == "unfinished"; }

std::vector<size_t> appliedIn(const EditPlan &Plan) {
  std::vector<size_t> Out;
  for (const auto &[I, O] : enumerate(Plan.Outcomes))
    if (!editsOf(O).empty())
      Out.push_back(I);
  return Out;
}

class Search {
public:
  Search(Trial &T, const Shown &Run, Vetoes &Against, Planner Plan)
      : T(T), Run(Run), Against(Against), Plan(Plan) {}

  Expected<Tried> run(VerifiedPlan Verified) {
    Tried Out{std::move(Verified), {}};
    for (unsigned Found = 0;; ++Found) {
      Expected<TrialAnswer> Answer = tried(Out.Verified);
      if (!Answer)
        return Answer.takeError();
      if (Answer->Agrees || appliedIn(Out.Verified.Plan).empty()) {
        tell(*Answer, Out.Remarks);
        Out.Agrees = Answer->Agrees;
        return Out;
      }
      Out.Remarks.push_back(describe(*Answer));
      Out.TookBack = true;
      if (Error E = takeBack(Out, Found < MostTakenBack))
        return std::move(E);
    }
  }

private:
  Expected<TrialAnswer> tried(const VerifiedPlan &V) {
    T.Unfinished = unfinishedKernels(Run.Findings, Run.Facts, V.Plan);
    return tryTexts(T, V.NewTexts, ++Number);
  }

  std::string describe(const TrialAnswer &A) const {
    return formatv("--try: the program computes something else, {0}, seed {1}: {2}\n"
                   "  to see it again: {3}",
                   A.Policy, A.Seed, A.Text, A.Replay)
        .str();
  }

  /// The first rewrite with which the trial fails, when all before it are made; or all of them.
  Error takeBack(Tried &Out, bool OneByOne) {
    const std::vector<size_t> All = appliedIn(Out.Verified.Plan);
    size_t Good = 0, Bad = OneByOne ? All.size() : 0;
    while (Bad - Good > 1) {
      const size_t Middle = (Good + Bad) / 2;
      Vetoes Rest = Against;
      Expected<TrialAnswer> Answer = tried(
          planWithout(Out.Verified, {All.begin() + Middle, All.end()}, WhyNot::Trial, Rest, Plan));
      if (!Answer)
        return Answer.takeError();
      (Answer->Agrees ? Good : Bad) = Middle;
    }
    std::set<size_t> Not(All.begin(), All.end());
    if (OneByOne && !All.empty())
      Not = {All[Good]};
    Out.Remarks.push_back(OneByOne && !All.empty() ? placeOf(All[Good]) + " is taken back"
                                                   : "--try: all rewrites are taken back");
    Out.Verified =
        planWithout(std::move(Out.Verified), std::move(Not), WhyNot::Trial, Against, Plan);
    return Error::success();
  }

  std::string placeOf(size_t Index) const {
    const Location &At = Run.Findings[Index].Where.Loc;
    return formatv("--try: the rewrite at {0}:{1}", displayPath(At.File, realPath(".")), At.Line);
  }

  void tell(const TrialAnswer &A, std::vector<std::string> &Remarks) const;

  unsigned Number = 0; ///< of trials
  Trial &T;
  const Shown &Run;
  Vetoes &Against;
  Planner Plan;
};

void Search::tell(const TrialAnswer &A, std::vector<std::string> &Remarks) const {
  unsigned Launches = 0;
  for (const TriedKernel &K : A.Kernels)
    Launches += K.Launches;
  if (!A.Agrees)
    Remarks.push_back(describe(A));
  else
    Remarks.push_back(
        formatv("--try: '{0}' computes the same in lockstep and under {1} schedules{2}: {3} {4} of "
                "{5} {6}",
                T.Options.Command, A.Schedules - 1,
                any_of(A.Kernels, isUnfinished) ? ", up to where legacy code is left" : "",
                Launches, Launches == 1 ? "launch" : "launches", A.Kernels.size(),
                A.Kernels.size() == 1 ? "kernel" : "kernels")
            .str());
  if (A.Status != 0)
    Remarks.push_back(formatv("--try: it ends with status {0} as it is", A.Status));
  for (const TriedKernel &K : A.Kernels)
    if (isUnfinished(K))
      Remarks.push_back("--try: legacy code is left in " + K.Name +
                        ", which computes something else under schedules: " +
                        StringRef(K.Text).split('\n').first.str());
  if (!A.Never.empty())
    Remarks.push_back("--try: never launched by it: " + join(A.Never, ", "));
  if (!A.WithoutOrder.empty())
    Remarks.push_back("--try: compared without their order, which differs between runs of the old "
                      "program: " +
                      join(A.WithoutOrder, "; "));
  if (!A.NotCompared.empty())
    Remarks.push_back("--try: not compared, as it differs between runs of the old program: " +
                      join(A.NotCompared, "; "));
}

/// Who can come to what, by USR.
std::map<std::string, std::set<std::string>> callersIn(const ProgramFacts &Facts) {
  std::map<std::string, std::set<std::string>> Out;
  for (const FunctionSummary &F : Facts.functions())
    for (const CallEdge &Call : F.Calls)
      Out[Call.Callee].insert(F.USR);
  return Out;
}

} // namespace

std::vector<std::string> unfinishedKernels(ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                                           const EditPlan &Plan) {
  const auto Callers = callersIn(Facts);
  std::set<std::string> Reached;
  std::vector<std::string> Work;
  for (const Result &R : resultsOf(Findings, Plan.Outcomes))
    if (!R.isApplied() && !R.leave() && !R.isSubsumed())
      Work.push_back(R.Found.Where.Function);
  while (!Work.empty()) {
    const std::string USR = std::move(Work.back());
    Work.pop_back();
    if (!Reached.insert(USR).second)
      continue;
    if (auto It = Callers.find(USR); It != Callers.end())
      append_range(Work, It->second);
  }
  std::vector<std::string> Out;
  for (const std::string &USR : Reached)
    if (const FunctionSummary *F = Facts.function(USR))
      Out.push_back(F->Name);
  return Out;
}

/// Of the whole program, whichever sources were asked for.
static Expected<Trial> trialOf(const RunOptions &Options, const Shown &Run) {
  InputOptions All = Options.Input;
  if (!All.FixedFlags)
    All.Sources.clear();
  Expected<FoundUnits> Units = findUnits(All);
  if (!Units)
    return Units.takeError();
  SmallString<128> Folder;
  if (std::error_code EC = sys::fs::createUniqueDirectory("coopify-try", Folder))
    return failure("--try: no folder for what is built: {0}", EC.message());
  Trial T{Options.Trial, Folder.str().str(), Units->Commands, {}, {}, {}};
  for (const FunctionSummary &F : Run.Facts.functions())
    T.Known.push_back(F.Name);
  if (Options.Trial.Against.empty())
    return T;
  Expected<FileOverlay> Old = textsOf(Options.Trial.Against, realPath("."));
  if (!Old)
    return Old.takeError();
  T.Before = std::move(*Old);
  return T;
}

Tried tryPlan(const RunOptions &Options, const Shown &Run, VerifiedPlan Verified, Vetoes &Against,
              Planner Plan) {
  if (Options.Trial.Command.empty())
    return {std::move(Verified), {}};
  if (Verified.NewTexts.empty() && Options.Trial.Against.empty())
    return {std::move(Verified), {"--try: there is no rewrite to try"}};
  Expected<Trial> T = trialOf(Options, Run);
  if (!T)
    return {std::move(Verified), {}, true, false, toString(T.takeError())};
  Expected<Tried> Made = Search(*T, Run, Against, Plan).run(Verified);
  // What did not agree is there to be run again.
  if (!Made || (Made->Agrees && !Made->TookBack))
    sys::fs::remove_directories(T->Folder);
  if (!Made)
    return {std::move(Verified), {}, true, false, toString(Made.takeError())};
  return std::move(*Made);
}

} // namespace coopify
