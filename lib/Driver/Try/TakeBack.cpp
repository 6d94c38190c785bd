#include "Driver/Try/TakeBack.h"

#include "Driver/Try/LinesBefore.h"
#include "Driver/Try/Reach.h"
#include "Driver/Try/TellTrial.h"
#include "Driver/Try/Trial.h"
#include "Report/Paths.h"
#include "Support/Failure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

/// So many times what fails is looked for; then all rewrites are taken back.
constexpr unsigned MostTakenBack = 5;

class Search {
public:
  Search(Trial &T, ProcessesIn &Processes, const Shown &Run, Vetoes &Against, Planner Plan)
      : T(T), Processes(Processes), Run(Run), Against(Against), Plan(Plan),
        Calls(Run.Findings, Run.Facts) {}

  Error run(Tried &Out) {
    for (unsigned Found = 0;;) {
      Expected<TrialAnswer> Answer = tried(Out.Verified, T.Options.Schedules);
      if (!Answer)
        return Answer.takeError();
      if (Answer->Agrees)
        return finish(Out, *Answer);
      Out.fault(tellDifference(*Answer, linesOf(Out.Verified).told(Answer->Text)));
      if (forgave(Out, *Answer))
        continue;
      Out.Agrees = false;
      if (appliedIn(Out.Verified.Plan).empty())
        return finish(Out, *Answer);
      if (!T.Options.Against.empty() && Found == 0) {
        if (Error E = tryWithout(Out, *Answer))
          return E;
        if (Out.FailsWithout)
          return finish(Out, *Answer);
      }
      Out.Agrees = Out.TookBack = true;
      if (Error E = takeBack(Out, *Answer, Found++ < MostTakenBack))
        return E;
    }
  }

private:
  Expected<TrialAnswer> tried(const VerifiedPlan &V, unsigned Schedules) {
    T.Unfinished = unfinishedKernels(Run.Findings, Run.Facts, V.Plan);
    append_range(T.Unfinished, ByItself);
    return tryTexts(T, {V.NewTexts, ++Number, Schedules}, Processes);
  }

  Expected<TrialAnswer> triedWithout(const VerifiedPlan &V, std::set<size_t> Not,
                                     unsigned Schedules) {
    Vetoes Rest = Against;
    return tried(planWithout(V, std::move(Not), WhyNot::Trial, Rest, Plan), Schedules);
  }

  LinesBefore linesOf(const VerifiedPlan &V) const { return {V, Run.Texts, T.Units}; }

  std::string placeOf(size_t Index) const {
    const Location &At = Run.Findings[Index].Where.Loc;
    return formatv("{0}:{1}", displayPath(At.File, realPath(".")), At.Line);
  }

  bool forgave(Tried &Out, const TrialAnswer &A);
  Error tryWithout(Tried &Out, const TrialAnswer &A);
  Error takeBack(Tried &Out, const TrialAnswer &A, bool Looks);
  Expected<size_t> firstBad(const Tried &Out, const std::vector<size_t> &All);
  std::set<size_t> suspects(const Tried &Out, const TrialAnswer &A) const;
  void tellSuspects(Tried &Out, const TrialAnswer &A, const std::set<size_t> &Which) const;
  Error finish(Tried &Out, const TrialAnswer &A) const;

  unsigned Number = 0;            ///< of trials
  std::set<std::string> ByItself; ///< kernels that fail under schedules, and that no rewrite is in
  Trial &T;
  ProcessesIn &Processes;
  const Shown &Run;
  Vetoes &Against;
  Planner Plan;
  const Reach Calls;
};

/// A kernel whose code is the old one's has told of itself: under schedules no more is to be
/// expected of it, and others are to be tried.
bool Search::forgave(Tried &Out, const TrialAnswer &A) {
  if (!T.Options.Against.empty() || A.isLockstep() || A.Kernel.empty() ||
      !Calls.rewritesOf(A.Kernel, Out.Verified.Plan).empty() ||
      !ByItself.insert(bareName(A.Kernel)).second)
    return false;
  Out.fault("--try: no rewrite is in " + A.Kernel +
            ": it is a mistake of the program's own, which lockstep hides");
  return true;
}

/// Whether somebody else has made it another program: no rewrite is to blame for that.
Error Search::tryWithout(Tried &Out, const TrialAnswer &A) {
  const std::vector<size_t> All = appliedIn(Out.Verified.Plan);
  Expected<TrialAnswer> Answer = triedWithout(Out.Verified, {All.begin(), All.end()},
                                              A.isLockstep() ? 0 : T.Options.Schedules);
  if (!Answer)
    return Answer.takeError();
  if (Answer->Agrees)
    return Error::success();
  Out.FailsWithout = true;
  Out.fault(formatv("--try: so it does without any rewrite, {0}, seed {1}: {2}\n"
                    "  it is by what has changed since {3}. No rewrite is taken back, and nothing "
                    "is written",
                    Answer->Policy, Answer->Seed, Answer->Text, T.Options.Against));
  return Error::success();
}

/// With all before it, and without those behind it. In lockstep: legacy code that is left is right
/// there, so it neither fails nor has to be forgiven.
Expected<size_t> Search::firstBad(const Tried &Out, const std::vector<size_t> &All) {
  size_t Good = 0, Bad = All.size();
  while (Bad - Good > 1) {
    const size_t Middle = (Good + Bad) / 2;
    Expected<TrialAnswer> Answer =
        triedWithout(Out.Verified, {All.begin() + Middle, All.end()}, /*Schedules=*/0);
    if (!Answer)
      return Answer.takeError();
    (Answer->Agrees ? Good : Bad) = Middle;
  }
  return All[Good];
}

/// Under schedules a kernel is right when all of it is rewritten, and no part of that can be tried
/// alone. Where it is not known which one fails, it is any that runs.
std::set<size_t> Search::suspects(const Tried &Out, const TrialAnswer &A) const {
  std::set<size_t> Which;
  if (!A.Kernel.empty())
    Which = Calls.rewritesOf(A.Kernel, Out.Verified.Plan);
  else
    for (const TriedKernel &K : A.Kernels)
      Which.merge(Calls.rewritesOf(K.Name, Out.Verified.Plan));
  const std::vector<size_t> All = appliedIn(Out.Verified.Plan);
  return Which.empty() ? std::set(All.begin(), All.end()) : Which;
}

void Search::tellSuspects(Tried &Out, const TrialAnswer &A, const std::set<size_t> &Which) const {
  const std::string In = A.Kernel.empty() ? "the kernels that ran" : A.Kernel;
  std::string Text =
      Which.size() == 1
          ? formatv("--try: the rewrite at {0} is taken back, the only one in {1}",
                    placeOf(*Which.begin()), In)
                .str()
          : formatv("--try: all {0} rewrites in {1} are taken back: which of them it is cannot be "
                    "told, as code that is rewritten in part fails under schedules as well",
                    Which.size(), In)
                .str();
  const LinesBefore Lines = linesOf(Out.Verified);
  const std::vector<TriedPlace> Found = A.Places.empty() ? placesIn(A.Text) : A.Places;
  std::vector<std::string> Places;
  for (const TriedPlace &At : Found)
    if (std::string Place = Lines.told(At); !is_contained(Places, Place))
      Places.push_back(std::move(Place));
  const auto IsRewritten = [&](const TriedPlace &At) {
    const std::optional<LineBefore> Line = Lines.at(At);
    return Line && Line->IsRewritten;
  };
  StringRef Others =
      T.Options.Against.empty() ? "" : ", or by what has changed since that revision";
  if (Places.empty())
    Text += formatv("\n  it may be a mistake of the old program's own, which lockstep hides{0}",
                    Others);
  else if (none_of(Found, IsRewritten))
    Text += formatv("\n  no rewrite changed {0}: it may be a mistake of the old program's own, "
                    "which lockstep hides{1}",
                    fewOf(Places), Others);
  Out.fault(Text);
}

Error Search::takeBack(Tried &Out, const TrialAnswer &A, bool Looks) {
  const std::vector<size_t> All = appliedIn(Out.Verified.Plan);
  std::set<size_t> Not(All.begin(), All.end());
  if (!Looks) {
    Out.fault("--try: all rewrites are taken back");
  } else if (A.isLockstep()) {
    Expected<size_t> Bad = firstBad(Out, All);
    if (!Bad)
      return Bad.takeError();
    Not = {*Bad};
    Out.fault("--try: the rewrite at " + placeOf(*Bad) + " is taken back");
  } else {
    Not = suspects(Out, A);
    tellSuspects(Out, A, Not);
  }
  Out.Verified = planWithout(std::move(Out.Verified), std::move(Not), WhyNot::Trial, Against, Plan);
  return Error::success();
}

/// All that is told when nothing more is to be tried.
Error Search::finish(Tried &Out, const TrialAnswer &A) const {
  for (std::string &Line : tellCompared(T, A, ByItself))
    Out.remark(std::move(Line));
  std::vector<std::string> Launched = A.Launched;
  if (Launched.empty())
    for (const TriedKernel &K : A.Kernels)
      Launched.push_back(K.Name);
  std::vector<std::string> NotRun;
  if (!Out.FailsWithout)
    NotRun = Calls.notRun(Launched, Out.Verified.Plan, realPath("."));
  if (!NotRun.empty())
    Out.remark("--try: rewritten, and not run by it: " + fewOf(NotRun));
  Out.Report = TrialReport{T.Options.Command, A.Agrees ? "agrees" : "differs"};
  if (!A.Agrees) {
    Out.Report->Text = linesOf(Out.Verified).told(A.Text);
    Out.Report->Replay = A.Replay;
  }
  Out.Report->Schedules = A.Schedules;
  Out.Report->Faults = Out.Faults;
  Out.Report->NotRun = NotRun;
  Out.Report->NotCompared = A.NotCompared;
  // What did not agree is there to be run again.
  if (Out.Faults.empty())
    sys::fs::remove_directories(T.Folder);
  else
    Out.fault("--try: what was built is in " + T.Folder + ", and can be deleted");
  return Error::success();
}

/// What of the program coopify has read: all but the headers of units that are not CUDA.
std::vector<std::string> filesOf(const Trial &T, const Shown &Run) {
  std::set<std::string> Out;
  for (const FileFacts &File : Run.Facts.files())
    Out.insert(File.Path);
  for (const UnitCommand &Unit : T.Units)
    Out.insert(Unit.File);
  return {Out.begin(), Out.end()};
}

bool isCode(StringRef Path) {
  return StringSwitch<bool>(sys::path::extension(Path))
      .Cases({".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc", ".ipp", ".tpp"}, true)
      .Cases({".c", ".cc", ".cpp", ".cxx", ".cu"}, true)
      .Default(false);
}

/// Some file of the program, as far as it is known which these are, was another one.
bool differs(const OldTexts &Old, ArrayRef<std::string> Files, const Trial &T, const Shown &Run) {
  const bool AllKnown =
      all_of(T.Units, [&](const UnitCommand &U) { return Run.Facts.file(U.File); });
  return !Old.NotThere.empty() || any_of(Old.Texts, [&](const auto &File) {
    if (!is_contained(Files, File.first) && (AllKnown || !isCode(File.first)))
      return false;
    return Run.Texts.get(File.first) != File.second;
  });
}

Error takeOldTexts(Trial &T, const Shown &Run, Tried &Out) {
  StringRef Rev = T.Options.Against;
  if (Rev.empty())
    return Error::success();
  const std::vector<std::string> Files = filesOf(T, Run);
  Expected<OldTexts> Old = oldTexts(Rev, realPath("."), Files);
  if (!Old)
    return Old.takeError();
  if (Out.Verified.NewTexts.empty() && !differs(*Old, Files, T, Run))
    return failure("--try-against: no file of the program has changed since {0}, and there is no "
                   "rewrite to try",
                   Rev);
  for (std::string &Line : tellOldTexts(*Old, Rev))
    Out.remark(std::move(Line));
  T.Before = std::move(Old->Texts);
  return Error::success();
}

/// Of the whole program, whichever sources were asked for.
Error tryIn(StringRef Folder, const RunOptions &Options, const Shown &Run, Tried &Out,
            Vetoes &Against, Planner Plan) {
  InputOptions All = Options.Input;
  if (!All.FixedFlags)
    All.Sources.clear();
  Expected<FoundUnits> Units = findUnits(All);
  if (!Units)
    return Units.takeError();
  Trial T{Options.Trial, Folder.str(), Units->Commands, {}, {}, {}};
  T.ShowsProgress = Options.Parse.Progress == ProgressKind::Live;
  for (const FunctionSummary &F : Run.Facts.functions())
    T.Known.push_back(F.Name);
  if (Error E = takeOldTexts(T, Run, Out))
    return E;
  ProcessesIn Processes(Folder.str());
  return Search(T, Processes, Run, Against, Plan).run(Out);
}

} // namespace

Tried tryPlan(const RunOptions &Options, const Shown &Run, VerifiedPlan Verified, Vetoes &Against,
              Planner Plan) {
  Tried Out{std::move(Verified)};
  if (Options.Trial.Command.empty())
    return Out;
  if (Out.Verified.NewTexts.empty() && Options.Trial.Against.empty()) {
    Out.remark("--try: there is no rewrite to try");
    return Out;
  }
  Tried Untried = Out;
  const auto Fail = [&](Error E) {
    Untried.Failed = toString(std::move(E));
    Untried.Report = TrialReport{Options.Trial.Command, "cannot", Untried.Failed};
    return std::move(Untried);
  };
  SmallString<128> Folder;
  if (std::error_code EC = sys::fs::createUniqueDirectory("coopify-try", Folder))
    return Fail(failure("--try: no folder for what is built: {0}", EC.message()));
  if (Error E = tryIn(Folder, Options, Run, Out, Against, Plan)) {
    sys::fs::remove_directories(Folder);
    return Fail(std::move(E));
  }
  return Out;
}

} // namespace coopify
