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
      if (Answer->Agrees || Out.Verified.NewTexts.empty()) {
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

  /// Without the findings from the \p Count'th of \p All on.
  Vetoes firstOnly(ArrayRef<size_t> All, size_t Count) const {
    Vetoes Out = Against;
    for (size_t Index : All.drop_front(Count))
      Out.emplace(Index, WhyNot::Trial);
    return Out;
  }

  /// The first rewrite with which the trial fails, when all before it are made; or all of them.
  Error takeBack(Tried &Out, bool OneByOne) {
    const std::vector<size_t> All = appliedIn(Out.Verified.Plan);
    size_t Good = 0, Bad = OneByOne ? All.size() : 0;
    while (Bad - Good > 1) {
      const size_t Middle = (Good + Bad) / 2;
      Expected<TrialAnswer> Answer = tried(Plan(firstOnly(All, Middle)));
      if (!Answer)
        return Answer.takeError();
      (Answer->Agrees ? Good : Bad) = Middle;
    }
    if (OneByOne && !All.empty()) {
      Against.emplace(All[Good], WhyNot::Trial);
      const Location &At = Run.Findings[All[Good]].Where.Loc;
      Out.Remarks.push_back(formatv("--try: the rewrite at {0}:{1} is taken back",
                                    displayPath(At.File, realPath(".")), At.Line)
                                .str());
    } else {
      Against = firstOnly(All, 0);
      Out.Remarks.push_back("--try: all rewrites are taken back");
    }
    Out.Verified = Plan(Against);
    return Error::success();
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
        formatv("--try: '{0}' computes the same in lockstep and under {1} schedules: {2} {3} of "
                "{4} {5}",
                T.Options.Command, A.Schedules - 1, Launches, Launches == 1 ? "launch" : "launches",
                A.Kernels.size(), A.Kernels.size() == 1 ? "kernel" : "kernels")
            .str());
  for (const TriedKernel &K : A.Kernels)
    if (K.Verdict == "unfinished")
      Remarks.push_back("--try: legacy code is left in " + K.Name +
                        ", which computes something else under schedules: " +
                        StringRef(K.Text).split('\n').first.str());
  if (!A.Never.empty())
    Remarks.push_back("--try: never launched by it: " + join(A.Never, ", "));
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

Expected<Tried> tryPlan(const RunOptions &Options, const Shown &Run, VerifiedPlan Verified,
                        Vetoes &Against, Planner Plan) {
  const TrialOptions &Asked = Options.Trial;
  if (Asked.Command.empty())
    return Tried{std::move(Verified), {}};
  if (Verified.NewTexts.empty() && Asked.Against.empty())
    return Tried{std::move(Verified), {"--try: there is no rewrite to try"}};
  InputOptions All = Options.Input;
  All.Sources = All.FixedFlags ? All.Sources : std::vector<std::string>();
  Expected<FoundUnits> Units = findUnits(All);
  if (!Units)
    return Units.takeError();
  SmallString<128> Folder;
  if (std::error_code EC = sys::fs::createUniqueDirectory("coopify-try", Folder))
    return failure("--try: no folder for what is built: {0}", EC.message());
  Trial T{Asked, Folder.str().str(), Units->Commands, {}, {}, {}};
  for (const FunctionSummary &F : Run.Facts.functions())
    T.Known.push_back(F.Name);
  if (!Asked.Against.empty()) {
    Expected<FileOverlay> Old = textsOf(Asked.Against, realPath("."));
    if (!Old)
      return Old.takeError();
    T.Before = std::move(*Old);
  }
  Expected<Tried> Made = Search(T, Run, Against, Plan).run(std::move(Verified));
  // What did not agree is there to be run again.
  if (!Made || (Made->Agrees && !Made->TookBack))
    sys::fs::remove_directories(Folder);
  return Made;
}

} // namespace coopify
