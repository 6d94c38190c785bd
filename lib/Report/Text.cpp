#include "Model/Reasons/Assumptions.h"
#include "Model/Reasons/Reasons.h"
#include "Report/Lines.h"
#include "Report/Paths.h"
#include "Report/Quote.h"
#include "Report/Report.h"
#include "Report/Summary.h"
#include "Report/Told.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"

#include <set>

using namespace coopify;

namespace {

class Reporter {
public:
  Reporter(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results, FileTextFn Text,
           const ReportOptions &Options);
  void result(const Result &R);
  void explain(const Result &R, PageFn Page);

private:
  void message(llvm::HighlightColor Severity, const Location &Where, llvm::StringRef Text,
               llvm::StringRef Suffix = "");
  void note(const Location &Where, llvm::StringRef Text);
  void quote(const Location &Where, unsigned Length);
  void newLines(const Finding &F);
  void proof(const Finding &F);
  void obstacles(const Site &S);
  void assumptions(const Finding &F, const Rewrite &R);
  void rewrite(const Result &Of, const Rewrite &R);
  void refusal(const Finding &F, const Refusal &R);
  void macro(const Site &S);
  void left(const Finding &F, ReasonId Id);

  llvm::raw_ostream &OS;
  const Sources Files;
  const ReportOptions &Options;
  EditSet Edits;              ///< of all findings, to show a line as it will be
  std::set<Location> Staying; ///< steps, in functions that are rewritten otherwise
  std::set<std::pair<Location, std::string>> Noted; ///< under the current finding
};

} // namespace

Reporter::Reporter(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results, FileTextFn Text,
                   const ReportOptions &Options)
    : OS(OS), Files(Text), Options(Options) {
  for (const Location &Where : stepsThatStay(Results))
    Staying.insert(Where);
  for (const Result &R : Results)
    if (R.isApplied()) {
      for (const std::vector<Edit> &Split : std::get<Applied>(R.Became).Splits)
        Edits.add(Split);
      Edits.add(editsOf(R.Became));
    }
}

void Reporter::message(llvm::HighlightColor Severity, const Location &Where, llvm::StringRef Text,
                       llvm::StringRef Suffix) {
  const llvm::ColorMode Mode = Options.Color ? llvm::ColorMode::Enable : llvm::ColorMode::Disable;
  if (Where.valid())
    llvm::WithColor(OS, llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true, false, Mode)
        << displayPath(Where.File, Options.Root) << ':' << Where.Line << ':' << Where.Column
        << ": ";
  llvm::WithColor(OS, Severity, Mode)
      << (Severity == llvm::HighlightColor::Warning ? "warning: " : "note: ");
  llvm::WithColor(OS, llvm::raw_ostream::SAVEDCOLOR,
                  /*Bold=*/Severity == llvm::HighlightColor::Warning, false, Mode)
      << Text;
  OS << Suffix << '\n';
}

void Reporter::note(const Location &Where, llvm::StringRef Text) {
  if (Noted.emplace(Where, Text.str()).second)
    message(llvm::HighlightColor::Note, Where, Text);
}

void Reporter::quote(const Location &Where, unsigned Length) {
  const SourceFile &F = Files.of(Where.File);
  if (!Where.valid() || Where.Line > F.Lines.size())
    return;
  llvm::StringRef Line = F.line(Where.Line);
  llvm::StringRef Rest = Line.drop_front(std::min<size_t>(Where.Column - 1, Line.size()));
  if (Length == 0)
    Length = Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; }).size();
  printQuote(OS, Line, Where.Line, Where.Column, std::min<size_t>(Length, Rest.size()));
}

/// The line of the site with all the edits on it, those of nested sites too.
void Reporter::newLines(const Finding &F) {
  const Location &At = F.Where.Loc;
  auto Changed = Edits.byFile().find(At.File);
  const SourceFile &Source = Files.of(At.File);
  if (Changed == Edits.byFile().end() || !At.valid() || At.Line > Source.Lines.size())
    return;
  llvm::StringRef Line = Source.line(At.Line);
  const unsigned Begin = Line.data() - Source.Text.data();
  std::vector<Edit> Mine;
  for (Edit E : Changed->second) {
    if (E.Range.Begin < Begin || E.Range.End > Begin + Line.size())
      continue;
    E.Range.Begin -= Begin;
    E.Range.End -= Begin;
    Mine.push_back(E);
  }
  if (llvm::Expected<std::string> New = applyEdits(Line, Mine)) {
    if (*New != Line)
      for (llvm::StringRef NewLine : splitLines(*New))
        printNewLine(OS, withoutEnd(NewLine));
  } else {
    llvm::consumeError(New.takeError());
  }
}

void Reporter::proof(const Finding &F) {
  for (const ProofStep &Step : toldProof(F))
    note(Step.Where, Step.Text);
}

/// Each condition on the way that takes lanes away; a refusal itself names the worst.
void Reporter::obstacles(const Site &S) {
  auto Say = [&](const Uniformity &U) {
    if (U.UniformOver < warpWidth() && U.Why)
      note(U.Why->Where.valid() ? U.Why->Where : S.Loc, U.Why->Text);
  };
  for (const EnclosingCondition &At :
       S.Divided ? S.Divided->Conditions : std::vector<EnclosingCondition>())
    Say(At.Decides);
  Say(S.Conv.Active);
}

/// What each assumption says, and what of the program would make a fact of it.
void Reporter::assumptions(const Finding &F, const Rewrite &R) {
  for (const std::string &Id : R.Assumptions)
    if (const Assumption *Known = findAssumption(Id)) {
      note(F.Where.Loc, (Id + ": " + Known->Meaning).str());
      note(F.Where.Loc, ("settled by: " + Known->Settled).str());
    }
}

void Reporter::macro(const Site &S) {
  if ((S.Macro.Kind == MacroKind::Body || S.Macro.Kind == MacroKind::Mixed) &&
      S.Macro.Expansion.valid())
    note(S.Macro.Expansion, "in macro '" + S.Macro.Name + "', used here");
}

static std::string suffix(const Finding &F) { return " [coopify-" + F.Check + "]"; }

void Reporter::rewrite(const Result &Of, const Rewrite &R) {
  const Finding &F = Of.Found;
  message(llvm::HighlightColor::Warning, F.Where.Loc, headline(F) + "; " + rewriteText(Of, R),
          suffix(F));
  quote(F.Where.Loc, lengthOf(F.Where));
  if (Of.isApplied())
    newLines(F);
  macro(F.Where);
  if (const NotApplied *H = Of.notApplied(); H && H->Because)
    note(H->Because->At, "must change together with '" + H->Because->Name +
                             "' here, which is not rewritten (" + toString(reasonOf(H->Why)).str() +
                             ")");
  if (F.Verdict.Dear)
    note(F.Verdict.Dear->Where, F.Verdict.Dear->Text);
  if (Options.Verbose || R.Applies != Applicability::Safe)
    proof(F);
  if (Of.isNotApplied(WhyNot::Assumption)) {
    std::vector<std::string> Says;
    for (const std::string &Id : R.Assumptions)
      if (const Assumption *Known = findAssumption(Id))
        Says.push_back(Known->Meaning.str());
    note(F.Where.Loc, "help: if " + llvm::join(Says, ", and ") +
                          ", grant --assume=" + llvm::join(R.Assumptions, ","));
  }
}

void Reporter::refusal(const Finding &F, const Refusal &R) {
  message(llvm::HighlightColor::Warning, F.Where.Loc,
          headline(F) + "; not rewritten: " + toString(R.Reason).str(), suffix(F));
  quote(F.Where.Loc, lengthOf(F.Where));
  macro(F.Where);
  proof(F);
  const std::string Text = obstacleOf(R);
  const Location &Where = R.Where.valid() ? R.Where : F.Where.Loc;
  note(Where, Text);
  if (Where.File != F.Where.Loc.File || Where.Line != F.Where.Loc.Line)
    quote(Where, 0);
  if (Options.Verbose && (R.Reason == ReasonId::Divergent || R.Reason == ReasonId::Unproven))
    obstacles(F.Where);
  if (std::string Help = helpOf(R); !Help.empty())
    note(F.Where.Loc, "help: " + Help);
}

void Reporter::left(const Finding &F, ReasonId Id) {
  if (!Options.Verbose)
    return;
  message(llvm::HighlightColor::Note, F.Where.Loc,
          headline(F) + "; left as it is: " + reasonOf(Id).Meaning.str(), suffix(F));
}

void Reporter::result(const Result &R) {
  Noted.clear();
  if (const Leave *L = R.leave())
    return left(R.Found, *L->Note);
  if (R.isNotApplied(WhyNot::Comment))
    return left(R.Found, reasonOf(WhyNot::Comment));
  if (const Refusal *Why = R.refusal())
    refusal(R.Found, *Why);
  else
    rewrite(R, *R.rewrite());
  if (R.Found.Where.Kind == SiteKind::SharedSteps && Staying.count(R.Found.Where.Loc))
    note(R.Found.Where.Loc,
         warpLanes().OnlyCuda
             ? "the function is rewritten otherwise, so that it compiles for sm_70 and "
               "later; there these steps go wrong until they are mended"
             : "the function is rewritten otherwise, and these steps still count on lanes that go "
               "together");
}

/// The reason id whose page belongs to \p R; of a rewrite that is made, its check's.
static std::string pageOf(const Result &R) {
  if (const Refusal *Why = R.refusal())
    return toString(Why->Reason).str();
  if (const Leave *L = R.leave())
    return toString(*L->Note).str();
  return R.notApplied() ? toString(reasonOf(R.notApplied()->Why)).str() : R.Found.Check;
}

void Reporter::explain(const Result &R, PageFn Page) {
  result(R);
  if (const Rewrite *To = R.rewrite())
    assumptions(R.Found, *To);
  if (std::optional<llvm::StringRef> Text = Page(pageOf(R)))
    OS << '\n' << Text->rtrim() << '\n';
}

void coopify::reportExplanation(llvm::raw_ostream &OS, llvm::ArrayRef<Result> All,
                                llvm::ArrayRef<Result> Asked, FileTextFn Text, PageFn Page,
                                const ReportOptions &Options) {
  const bool Colors = OS.colors_enabled();
  OS.enable_colors(Options.Color);
  Reporter R(OS, All, Text, Options);
  for (auto [Index, One] : llvm::enumerate(Asked)) {
    if (Index != 0)
      OS << '\n';
    R.explain(One, Page);
  }
  OS.enable_colors(Colors);
}

void coopify::reportText(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results,
                         const ProgramFacts &Facts, FileTextFn Text, const ReportOptions &Options) {
  const bool Colors = OS.colors_enabled();
  OS.enable_colors(Options.Color);
  Reporter Reporter(OS, Results, Text, Options);
  for (const Result &R : Results)
    Reporter.result(R);
  OS.enable_colors(Colors);
  if (Options.Quiet)
    return;
  if (!Results.empty())
    OS << '\n';
  Summary S = summarize(Results);
  S.World = Options.World;
  S.Errors =
      llvm::any_of(Facts.notes(), [](const ParseNote &N) { return N.Kind == "parse-error"; });
  for (const Location &Where : stepsThatStay(Results))
    S.Partly.push_back(displayPath(Where.File, Options.Root) + ":" + std::to_string(Where.Line));
  printSummary(OS, S);
  printParseNotes(OS, notesToTell(Facts.notes(), Results));
  for (const std::string &Line : Options.Remarks)
    OS << Line << '\n';
}
