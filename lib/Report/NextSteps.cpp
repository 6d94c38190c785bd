#include "Report/NextSteps.h"

#include "Support/ShellWord.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace coopify;

//===-- From results to numbers -----------------------------------------------===//

static void count(const Result &R, bool Required, RunEnd &End) {
  const Rewrite *To = R.notApplied() ? nullptr : R.rewrite();
  const bool IsSafe = To && To->Applies == Applicability::Safe;
  End.Rewrites += To != nullptr;
  if (Required)
    ++(IsSafe ? End.Proven : To ? End.Accepted : End.Undecided);
}

static void await(const Result &R, RunEnd &End) {
  if (!R.notApplied() || R.notApplied()->Why != WhyNot::Assumption)
    return;
  ++End.Awaiting;
  if (const Rewrite *To = R.rewrite())
    End.Assumptions.insert(To->Assumptions.begin(), To->Assumptions.end());
}

RunEnd coopify::runEnd(llvm::ArrayRef<Result> Results) {
  RunEnd End;
  End.OnlyCuda = warpLanes().OnlyCuda;
  std::vector<Location> Others;
  for (const Result &R : Results) {
    if (R.leave() || R.isNotApplied(WhyNot::Comment))
      continue;
    const bool Required = groupOfCheck(R.Found.Check) == RuleGroup::Required;
    count(R, Required, End);
    await(R, End);
    if (R.notApplied() || !R.rewrite())
      (Required ? End.Open : Others).push_back(R.Found.Where.Loc);
  }
  llvm::append_range(End.Open, Others);
  return End;
}

//===-- From numbers to lines -------------------------------------------------===//

namespace {

/// A command, or a sentence without a comment.
struct Step {
  std::string Line, Comment = {};
};

class Steps {
public:
  Steps(const RunEnd &End, llvm::ArrayRef<std::string> Places, const CommandAgain &Command)
      : End(End), Places(Places), Command(Command) {}

  std::vector<std::string> lines() &&;

private:
  bool writes() const {
    return End.Did == RunEnd::Action::Fix || End.Did == RunEnd::Action::Copies;
  }
  std::string required(unsigned Count) const;
  void sumUp();
  void leaves();
  void written();
  void rewrites();
  void assumptions();
  void open();
  void add(llvm::ArrayRef<std::string> Options, std::string Comment, bool Explains = false);

  const RunEnd &End;
  llvm::ArrayRef<std::string> Places;
  const CommandAgain &Command;
  std::vector<std::string> Sums;
  std::vector<Step> All;
};

} // namespace

static std::string sites(size_t Count) {
  return (llvm::Twine(Count) + (Count == 1 ? " site" : " sites")).str();
}

static std::string theRewrites(unsigned Count) {
  return Count == 1 ? "the rewrite" : "the " + std::to_string(Count) + " rewrites";
}

/// "coopify -p build --fix", whole even if it is long: it is there to be pasted.
static std::string commandLine(llvm::ArrayRef<std::string> Words,
                               llvm::ArrayRef<std::string> Action,
                               llvm::ArrayRef<std::string> Flags) {
  const std::string Program = shellWord(Words.front()), Does = shellWords(Action);
  const std::string Options = shellWords(Words.drop_front()), After = shellWords(Flags);
  return Program + (Options.empty() ? "" : " ") + Options + " " + Does +
         (After.empty() ? "" : " " + After);
}

/// The words without the options that \p Options gives anew, as --baseline=<file>.
static std::vector<std::string> withoutGivenAnew(std::vector<std::string> Words,
                                                 llvm::ArrayRef<std::string> Options) {
  for (llvm::StringRef Option : Options)
    if (Option.contains('='))
      llvm::erase_if(Words, [Name = Option.split('=').first](llvm::StringRef Word) {
        return Word.split('=').first == Name;
      });
  return Words;
}

void Steps::add(llvm::ArrayRef<std::string> Options, std::string Comment, bool Explains) {
  std::vector<std::string> Words = withoutGivenAnew(Command.Words, Options);
  if (!Explains)
    llvm::append_range(Words, Command.Trial);
  All.push_back({commandLine(Words, Options, Command.Flags), std::move(Comment)});
}

/// AMD's toolkits reject none of it.
std::string Steps::required(unsigned Count) const {
  return sites(Count) + (!End.OnlyCuda ? " of required checks"
                         : writes()    ? " that must change for today's toolkits or GPUs"
                                       : " must change for today's toolkits or GPUs");
}

void Steps::sumUp() {
  const unsigned Required = End.Proven + End.Accepted + End.Undecided;
  if (Required == 0)
    return;
  std::vector<std::string> Parts;
  auto Part = [&](unsigned Count, llvm::StringRef Text) {
    if (Count != 0)
      Parts.push_back((llvm::Twine(Count) + Text).str());
  };
  Part(End.Proven, " proven");
  Part(End.Accepted, " under accepted assumptions");
  Part(End.Undecided, End.Undecided == 1 ? " needs a decision" : " need a decision");
  Sums.push_back(required(Required) + ": " + llvm::join(Parts, ", "));
}

void Steps::leaves() {
  constexpr size_t Shown = 3;
  std::vector<std::string> Parts;
  llvm::ArrayRef<std::string> Required = Places.take_front(End.Undecided);
  if (!Required.empty()) {
    std::string Listed = llvm::join(Required.take_front(Shown), ", ");
    if (Required.size() > Shown)
      Listed += " and " + std::to_string(Required.size() - Shown) + " more";
    Parts.push_back(required(End.Undecided) + " (" + Listed + ")");
  }
  if (const size_t Works = Places.size() - Required.size())
    Parts.push_back(sites(Works) +
                    (Works == 1 ? " that works as it is" : " that work as they are"));
  if (!Parts.empty())
    Sums.push_back("left: " + llvm::join(Parts, ", "));
}

void Steps::written() {
  if (End.Did == RunEnd::Action::Comments)
    All.push_back({"read and commit the comments"});
  else if (End.Did == RunEnd::Action::Baseline)
    add({"--baseline=" + End.Written}, "report only the findings that are new");
  else if (writes() && End.Rewrites != 0)
    All.push_back({End.Did == RunEnd::Action::Fix ? "build, run your tests and commit the changes"
                                                  : "compare the files in '" + End.Written +
                                                        "' with yours, build and test them"});
}

void Steps::rewrites() {
  if (writes() || End.Rewrites == 0)
    return;
  const bool Known = End.Did == RunEnd::Action::Diff;
  if (!Known)
    add({"--diff"}, "show " + theRewrites(End.Rewrites));
  add({Command.Assumed ? "--fix=assumed" : "--fix"}, Known ? "write " + theRewrites(End.Rewrites)
                                                     : End.Rewrites == 1 ? "write it"
                                                                         : "write them");
}

/// Before that, the rewrites with a proof are to be written.
void Steps::assumptions() {
  if (End.Awaiting == 0 || (!writes() && End.Rewrites != 0))
    return;
  std::set<std::string> Granted(End.Assumptions.begin(), End.Assumptions.end());
  for (llvm::StringRef Word : Command.Words)
    if (Word.consume_front("--assume="))
      for (llvm::StringRef Id : llvm::split(Word, ','))
        Granted.insert(Id.str());
  add({"--assume=" + llvm::join(Granted, ","), "--diff"},
      "show " + theRewrites(End.Awaiting) + " under these assumptions");
  if (End.Rewrites == 0)
    add({"--fix=assumed"},
        "write " + std::string(End.Awaiting == 1 ? "it" : "them") + ", if the assumptions hold");
}

void Steps::open() {
  if (Places.empty())
    return;
  std::string Why = "see why the site is not rewritten";
  if (Places.size() > 1)
    Why += " (1 of " + std::to_string(Places.size()) + ")";
  add({"--explain=" + Places.front()}, Why, /*Explains=*/true);
}

std::vector<std::string> Steps::lines() && {
  const bool Judges = End.Did != RunEnd::Action::Comments && End.Did != RunEnd::Action::Baseline;
  if (Judges)
    writes() ? leaves() : sumUp();
  written();
  if (End.Did != RunEnd::Action::Baseline)
    rewrites();
  if (Judges) {
    assumptions();
    open();
  }
  size_t Width = 0;
  for (const Step &S : All)
    Width = std::max(Width, S.Comment.empty() ? 0 : S.Line.size());
  for (const Step &S : All) {
    std::string Line = (All.front().Line == S.Line ? "next: " : "      ") + S.Line;
    if (!S.Comment.empty())
      Line += std::string(Width - S.Line.size(), ' ') + "  # " + S.Comment;
    Sums.push_back(std::move(Line));
  }
  return std::move(Sums);
}

std::vector<std::string> coopify::nextSteps(const RunEnd &End,
                                            llvm::ArrayRef<std::string> OpenPlaces,
                                            const CommandAgain &Command) {
  return Steps(End, OpenPlaces, Command).lines();
}
