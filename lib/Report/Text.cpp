#include "Model/Reasons/Assumptions.h"
#include "Model/Reasons/Reasons.h"
#include "Report/Lines.h"
#include "Report/Paths.h"
#include "Report/Quote.h"
#include "Report/Report.h"
#include "Report/Summary.h"
#include "Report/Terminal/TextFinding.h"
#include "Report/Told.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"

#include <set>

using namespace coopify;

namespace {

/// What is said of a finding, line by line.
class Teller {
public:
  Teller(llvm::ArrayRef<Result> Results, bool Verbose);
  /// nullopt: it is not worth a word.
  std::optional<TextFinding> tell(const Result &R);
  /// What each assumption says, and what of the program would make a fact of it.
  static void assumptions(const Result &Of, TextFinding &Out);

private:
  void note(const Location &Where, llvm::StringRef Text, bool Quoted = false);
  void proof(const Finding &F);
  void obstacles(const Site &S);
  void rewrite(const Result &Of, const Rewrite &R);
  void refusal(const Finding &F, const Refusal &R);
  void macro(const Site &S);
  void ownLine(const Finding &F, llvm::StringRef Said);

  const bool Verbose;
  std::set<Location> Staying; ///< steps, in functions that are rewritten otherwise
  TextFinding Now;
};

/// Prints findings as a compiler would.
class Printer {
public:
  Printer(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results, FileTextFn Text,
          const ReportOptions &Options);
  void finding(const Result &R, const TextFinding &Told);

private:
  void message(llvm::HighlightColor Severity, const Location &Where, llvm::StringRef Text,
               llvm::StringRef Suffix = "");
  void quote(const Location &Where, unsigned Length);
  void newLines(const Finding &F);

  llvm::raw_ostream &OS;
  const Sources Files;
  const ReportOptions &Options;
  EditSet Edits; ///< of all findings, to show a line as it will be
};

} // namespace

//===-- What is said -----------------------------------------------------------===//

Teller::Teller(llvm::ArrayRef<Result> Results, bool Verbose) : Verbose(Verbose) {
  for (const Location &Where : stepsThatStay(Results))
    Staying.insert(Where);
}

/// Each once.
void Teller::note(const Location &Where, llvm::StringRef Text, bool Quoted) {
  auto Is = [&](const TextNote &N) { return N.Where == Where && N.Text == Text; };
  if (auto Known = llvm::find_if(Now.Notes, Is); Known != Now.Notes.end())
    Known->Quoted |= Quoted;
  else
    Now.Notes.push_back({Where, Text.str(), Quoted});
}

void Teller::proof(const Finding &F) {
  for (const ProofStep &Step : toldProof(F))
    note(Step.Where, Step.Text);
}

/// Each condition on the way that takes lanes away; a refusal itself names the worst.
void Teller::obstacles(const Site &S) {
  auto Say = [&](const Uniformity &U) {
    if (U.UniformOver < warpWidth() && U.Why)
      note(U.Why->Where.valid() ? U.Why->Where : S.Loc, U.Why->Text);
  };
  for (const EnclosingCondition &At :
       S.Divided ? S.Divided->Conditions : std::vector<EnclosingCondition>())
    Say(At.Decides);
  Say(S.Conv.Active);
}

void Teller::assumptions(const Result &Of, TextFinding &Out) {
  const Rewrite *To = Of.rewrite();
  const Location &Where = Of.Found.Where.Loc;
  for (const std::string &Id : To ? To->Assumptions : std::vector<std::string>())
    if (const Assumption *Known = findAssumption(Id)) {
      Out.Notes.push_back({Where, (Id + ": " + Known->Meaning).str()});
      Out.Notes.push_back({Where, ("settled by: " + Known->Settled).str()});
    }
}

void Teller::macro(const Site &S) {
  if ((S.Macro.Kind == MacroKind::Body || S.Macro.Kind == MacroKind::Mixed) &&
      S.Macro.Expansion.valid())
    note(S.Macro.Expansion, "in macro '" + S.Macro.Name + "', used here");
}

void Teller::ownLine(const Finding &F, llvm::StringRef Said) {
  Now = {F.Where.Loc, headline(F) + "; " + Said.str(), {}};
}

void Teller::rewrite(const Result &Of, const Rewrite &R) {
  const Finding &F = Of.Found;
  ownLine(F, rewriteText(Of, R));
  macro(F.Where);
  if (const NotApplied *H = Of.notApplied(); H && H->Because)
    note(H->Because->At, "must change together with '" + H->Because->Name +
                             "' here, which is not rewritten (" + toString(reasonOf(H->Why)).str() +
                             ")");
  if (F.Verdict.Dear)
    note(F.Verdict.Dear->Where, F.Verdict.Dear->Text);
  if (Verbose || R.Applies != Applicability::Safe)
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

void Teller::refusal(const Finding &F, const Refusal &R) {
  ownLine(F, "not rewritten: " + toString(R.Reason).str());
  macro(F.Where);
  proof(F);
  const Location &Where = R.Where.valid() ? R.Where : F.Where.Loc;
  note(Where, obstacleOf(R), Where.File != F.Where.Loc.File || Where.Line != F.Where.Loc.Line);
  if (Verbose && (R.Reason == ReasonId::Divergent || R.Reason == ReasonId::Unproven))
    obstacles(F.Where);
  if (std::string Help = helpOf(R); !Help.empty())
    note(F.Where.Loc, "help: " + Help);
}

/// Why \p R is left as it is; nullopt: it is not.
static std::optional<ReasonId> whyLeft(const Result &R) {
  if (const Leave *L = R.leave())
    return *L->Note;
  return R.isNotApplied(WhyNot::Comment) ? std::optional(reasonOf(WhyNot::Comment)) : std::nullopt;
}

std::optional<TextFinding> Teller::tell(const Result &R) {
  if (std::optional<ReasonId> Why = whyLeft(R)) {
    ownLine(R.Found, "left as it is: " + reasonOf(*Why).Meaning.str());
    return Verbose ? std::optional(Now) : std::nullopt;
  }
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
  return Now;
}

//===-- How it is printed ------------------------------------------------------===//

Printer::Printer(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results, FileTextFn Text,
                 const ReportOptions &Options)
    : OS(OS), Files(Text), Options(Options) {
  for (const Result &R : Results)
    if (R.isApplied()) {
      for (const std::vector<Edit> &Split : std::get<Applied>(R.Became).Splits)
        Edits.add(Split);
      Edits.add(editsOf(R.Became));
    }
}

void Printer::message(llvm::HighlightColor Severity, const Location &Where, llvm::StringRef Text,
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

void Printer::quote(const Location &Where, unsigned Length) {
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
void Printer::newLines(const Finding &F) {
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

void Printer::finding(const Result &R, const TextFinding &Told) {
  const Finding &F = R.Found;
  const bool Left = whyLeft(R).has_value();
  message(Left ? llvm::HighlightColor::Note : llvm::HighlightColor::Warning, Told.Where,
          Told.Headline, " [coopify-" + F.Check + "]");
  if (Left)
    return;
  quote(F.Where.Loc, lengthOf(F.Where));
  if (R.isApplied())
    newLines(F);
  for (const TextNote &N : Told.Notes) {
    message(llvm::HighlightColor::Note, N.Where, N.Text);
    if (N.Quoted)
      quote(N.Where, 0);
  }
}

/// The reason id whose page belongs to \p R; of a rewrite that is made, its check's.
static std::string pageOf(const Result &R) {
  if (const Refusal *Why = R.refusal())
    return toString(Why->Reason).str();
  if (const Leave *L = R.leave())
    return toString(*L->Note).str();
  return R.notApplied() ? toString(reasonOf(R.notApplied()->Why)).str() : R.Found.Check;
}

void coopify::reportExplanation(llvm::raw_ostream &OS, llvm::ArrayRef<Result> All,
                                llvm::ArrayRef<Result> Asked, FileTextFn Text, PageFn Page,
                                const ReportOptions &Options) {
  const bool Colors = OS.colors_enabled();
  OS.enable_colors(Options.Color);
  Teller Says(All, Options.Verbose);
  Printer Prints(OS, All, Text, Options);
  for (auto [Index, One] : llvm::enumerate(Asked)) {
    if (Index != 0)
      OS << '\n';
    if (std::optional<TextFinding> Told = Says.tell(One)) {
      Teller::assumptions(One, *Told);
      Prints.finding(One, *Told);
    }
    if (std::optional<llvm::StringRef> Text = Page(pageOf(One))) {
      OS << '\n';
      printPage(OS, *Text, Options.ReadsPages);
    }
  }
  OS.enable_colors(Colors);
}

/// All findings, with less of what is the same for several. Returns what the summary says of that.
static std::string printFindings(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results,
                                 FileTextFn Text, const ReportOptions &Options) {
  Teller Says(Results, Options.Verbose);
  std::vector<const Result *> Shown;
  std::vector<TextFinding> Told;
  for (const Result &R : Results)
    if (std::optional<TextFinding> Lines = Says.tell(R)) {
      Shown.push_back(&R);
      Told.push_back(std::move(*Lines));
    }
  const bool All = Options.Verbose || Options.EachNote;
  const size_t Folded = All ? 0 : foldNotes(Told);
  const size_t Cut = All ? 0 : shortenNames(Told);
  Printer Prints(OS, Results, Text, Options);
  for (const auto &[R, Lines] : llvm::zip_equal(Shown, Told))
    Prints.finding(*R, Lines);
  return remarkOnFolding(Folded, Cut);
}

static void printTotals(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results,
                        const ProgramFacts &Facts, const ReportOptions &Options) {
  Summary S = summarize(Results);
  S.World = Options.World;
  S.Errors =
      llvm::any_of(Facts.notes(), [](const ParseNote &N) { return N.Kind == "parse-error"; });
  for (const Location &Where : stepsThatStay(Results))
    S.Partly.push_back(displayPath(Where.File, Options.Root) + ":" + std::to_string(Where.Line));
  printSummary(OS, S);
}

void coopify::reportText(llvm::raw_ostream &OS, llvm::ArrayRef<Result> Results,
                         const ProgramFacts &Facts, FileTextFn Text, const ReportOptions &Options) {
  const bool Colors = OS.colors_enabled();
  OS.enable_colors(Options.Color);
  const std::string Folding = printFindings(OS, Results, Text, Options);
  OS.enable_colors(Colors);
  if (!Options.Quiet) {
    if (!Results.empty())
      OS << '\n';
    printTotals(OS, Results, Facts, Options);
    OS << Folding;
    printParseNotes(OS, notesToTell(Facts.notes(), Results));
  }
  for (const std::string &Line : Options.Remarks)
    OS << Line << '\n';
}
