#include "Driver/Agree.h"

#include "Driver/Reports.h"
#include "Driver/Units/Units.h"
#include "Driver/Write/Git.h"
#include "Driver/Write/Interactive.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>
#include <fcntl.h>

using namespace llvm;

namespace coopify {

Error checkAnswers() {
  if (fcntl(fileno(stdout), F_GETFD) == -1)
    return createStringError("--interactive asks on standard output, which is closed");
  if (fcntl(fileno(stdin), F_GETFD) != -1)
    return Error::success();
  return createStringError("--interactive reads answers from standard input, which is closed; "
                           "--diff shows all rewrites, and --checks and --line-filter choose");
}

/// Without what ends it; nullopt: there is none.
static std::optional<std::string> lineOfStdin() {
  std::string Line;
  int C;
  while ((C = std::getc(stdin)) != EOF && C != '\n')
    Line += char(C);
  return C == EOF && Line.empty() ? std::nullopt : std::optional(Line);
}

/// What is to be written may be, as far as git says: answers to questions should not be in vain.
static bool canWrite(const VerifiedPlan &Verified, SourceTexts &Texts,
                     const OutputOptions &Output) {
  std::vector<std::string> Files;
  for (const auto &[Path, Text] : Verified.NewTexts)
    Files.push_back(Path);
  if (!Output.inPlace() || Output.AllowDirty)
    return true;
  Expected<GitState> State = gitState(Files);
  if (State)
    return State->Uncommitted.empty();
  consumeError(State.takeError());
  return false; // who writes says why
}

static std::set<size_t> madeIn(const VerifiedPlan &V) {
  std::set<size_t> Out;
  for (const auto &[I, O] : enumerate(V.Plan.Outcomes))
    if (!editsOf(O).empty())
      Out.insert(I);
  return Out;
}

VerifiedPlan planWithout(VerifiedPlan All, std::set<size_t> Not, WhyNot Why, Vetoes &Against,
                         Planner Plan) {
  const std::set<size_t> Before = madeIn(All);
  while (!Not.empty()) {
    for (size_t Index : Not)
      Against.emplace(Index, Why);
    All = Plan(Against);
    Not = madeIn(All);
    for (size_t Index : Before)
      Not.erase(Index);
  }
  return All;
}

VerifiedPlan planAgreed(const Shown &Run, Vetoes &Against, Planner Plan,
                        const OutputOptions &Output) {
  VerifiedPlan All = Plan(Against);
  if (!Output.Interactive || !canWrite(All, Run.Texts, Output))
    return All;
  raw_fd_ostream &OS = Output.programsReadStdout() ? errs() : outs();
  const ReportOptions Options{colorsFor(OS, Output), Output.Quiet,   Output.Verbose,
                              realPath("."),
                              /*World=*/"",          /*Remarks=*/{}, terminalOf(OS, Output)};
  auto Text = [&](StringRef Path) { return Run.Texts.get(Path); };
  const std::vector<Result> Results = Run.results(All.Plan);
  const Agreement Said = askEach(Results, EditsAlone(Run.Findings, All.Plan),
                                 {OS, lineOfStdin, Text, Output.PageOf, Options});
  if (!Said.Agreed.empty() || !Said.Declined.empty())
    OS << '\n';
  OS.flush();
  std::set<size_t> Declined = Said.Declined;
  if (OS.has_error()) // nobody has read the questions
    Declined.insert(Said.Agreed.begin(), Said.Agreed.end());
  return planWithout(std::move(All), std::move(Declined), WhyNot::Declined, Against, Plan);
}

std::string remarkOnAgreed(ArrayRef<Result> Results) {
  const size_t Made = count_if(Results, [](const Result &R) { return R.isApplied(); });
  const size_t Asked = Made + count_if(Results, [](const Result &R) {
                         const NotApplied *H = R.notApplied();
                         return H && H->Why == WhyNot::Declined && R.rewrite();
                       });
  return formatv("{0} of {1} {2} agreed to and made", Made, Asked,
                 Asked == 1 ? "rewrite was" : "rewrites were");
}

} // namespace coopify
