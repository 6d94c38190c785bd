#include "Report/Page/Markup.h"
#include "Report/Page/Page.h"
#include "Report/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace coopify;

namespace {

/// The second part of the page.
class FindingList {
public:
  FindingList(llvm::raw_ostream &OS, const FullReport &Run);
  void write();

private:
  void toolbar();
  void choice(llvm::StringRef Filter, llvm::StringRef Label, const CountsBy &Counts);
  void finding(const Result &R, size_t Number);
  void title(const Result &R, size_t Number);
  void remarks(const Result &R);
  void remark(const Remark &M, const Location &Of, bool Labelled);
  void partners(const Result &R);
  void place(const Location &Where);

  llvm::raw_ostream &OS;
  const FullReport &Run;
  const Sources Files;
  PageCode Code;
  std::map<size_t, size_t> Numbers; ///< of each finding its number in the page
};

} // namespace

FindingList::FindingList(llvm::raw_ostream &OS, const FullReport &Run)
    : OS(OS), Run(Run), Files(Run.Text), Code(OS, Run, Files) {
  for (const auto &[Number, R] : llvm::enumerate(Run.Results))
    Numbers[Run.Edits.indexOf(R.Found)] = Number + 1;
}

//===-- Filters ----------------------------------------------------------------===//

void FindingList::choice(llvm::StringRef Filter, llvm::StringRef Label, const CountsBy &Counts) {
  OS << "<label><span>" << Label << "</span><select data-filter=\"" << Filter
     << "\"><option value=\"\">all</option>";
  for (const auto &[Name, Of] : byCount(Counts))
    OS << "<option value=\"" << Shown{Name} << "\">" << Shown{Name} << " (" << Of.total()
       << ")</option>";
  OS << "</select></label>\n";
}

/// Hidden until the script is there, which makes it work.
void FindingList::toolbar() {
  CountsBy Checks, Verdicts, Reasons, Paths;
  for (const Result &R : Run.Results) {
    const FindingKeys Keys = keysOf(R, Run.Root);
    const Standing Stands = standingOf(R);
    Checks[Keys.Check].add(Stands);
    Verdicts[Keys.Verdict].add(Stands);
    if (!Keys.Reason.empty())
      Reasons[Keys.Reason].add(Stands);
    Paths[Keys.File].add(Stands);
  }
  OS << "<form class=\"toolbar\" role=\"search\" hidden>\n";
  choice("verdict", "Verdict", Verdicts);
  choice("check", "Check", Checks);
  choice("reason", "Reason", Reasons);
  choice("file", "File", Paths);
  OS << "<label class=\"search\"><span>Search</span><input type=\"search\" id=\"search\" "
        "placeholder=\"file, text, code\" autocomplete=\"off\"></label>\n"
        "<output aria-live=\"polite\"></output>\n"
        "<div class=\"buttons\"><button type=\"reset\">Reset</button>"
        "<button type=\"button\" data-step=\"-1\" aria-label=\"Previous finding\">&#8593;</button>"
        "<button type=\"button\" data-step=\"1\" aria-label=\"Next finding\">&#8595;</button>"
        "<button type=\"button\" data-help aria-label=\"Keys\">?</button></div>\n</form>\n";
}

//===-- One finding ------------------------------------------------------------===//

void FindingList::place(const Location &Where) {
  OS << "<span class=\"place\">" << Shown{displayPath(Where.File, Run.Root)} << ':' << Where.Line
     << ':' << Where.Column << "</span>";
}

void FindingList::title(const Result &R, size_t Number) {
  const FindingKeys Keys = keysOf(R, Run.Root);
  OS << "<header><a class=\"anchor\" href=\"#f" << Number << "\">";
  place(R.Found.Where.Loc);
  OS << "</a> <span class=\"verdict " << Keys.Verdict << "\">" << Keys.Verdict
     << "</span> <span class=\"check\">" << Shown{Keys.Check} << "</span></header>\n<h3>"
     << Prose{headline(R.Found)} << "</h3>\n<p class=\"said\">" << Prose{saidOf(R)} << "</p>\n";
}

static llvm::StringRef labelOf(Remark::KindTy Kind) {
  switch (Kind) {
  case Remark::Proof:
    return "Proof";
  case Remark::Obstacle:
    return "In the way";
  case Remark::Note:
    return "Note";
  case Remark::Help:
    return "What to do";
  }
  llvm_unreachable("each has its label");
}

/// Its line is shown unless that is the finding's own.
void FindingList::remark(const Remark &M, const Location &Of, bool Labelled) {
  OS << "<dt>" << (Labelled ? labelOf(M.Kind) : "") << "</dt><dd><p>" << Prose{M.Text};
  const bool Elsewhere = M.Where.File != Of.File || M.Where.Line != Of.Line;
  if (Elsewhere && M.Kind != Remark::Help) {
    OS << ' ';
    place(M.Where);
    OS << "</p>\n";
    Code.line(M.Where);
  } else {
    OS << "</p>";
  }
  OS << "</dd>\n";
}

/// Proofs of what is safe are long, and few want to read them.
void FindingList::remarks(const Result &R) {
  const std::vector<Remark> All = remarksOn(R);
  if (All.empty())
    return;
  const bool Folded = standingOf(R) == Standing::Safe || standingOf(R) == Standing::Left;
  if (Folded)
    OS << "<details><summary>" << (R.rewrite() ? "Why it is right" : "What was found") << " ("
       << All.size() << (All.size() == 1 ? " step" : " steps") << ")</summary>\n";
  OS << "<dl class=\"remarks\">\n";
  for (const auto &[Index, M] : llvm::enumerate(All))
    remark(M, R.Found.Where.Loc, Index == 0 || All[Index - 1].Kind != M.Kind);
  OS << "</dl>\n" << (Folded ? "</details>\n" : "");
}

/// The findings that are rewritten with it, or not at all.
void FindingList::partners(const Result &R) {
  constexpr size_t Most = 12;
  std::vector<size_t> With;
  for (size_t Index : Run.Edits.of(R.Found).With)
    if (auto It = Numbers.find(Index); It != Numbers.end())
      With.push_back(It->second);
  if (With.empty())
    return;
  OS << "<p class=\"with\">Changes together with ";
  llvm::interleaveComma(llvm::ArrayRef(With).take_front(Most), OS, [&](size_t Number) {
    const Location &At = Run.Results[Number - 1].Found.Where.Loc;
    OS << "<a href=\"#f" << Number << "\">" << Shown{displayPath(At.File, Run.Root)} << ':'
       << At.Line << "</a>";
  });
  if (With.size() > Most)
    OS << " and " << With.size() - Most << " more";
  OS << "</p>\n";
}

void FindingList::finding(const Result &R, size_t Number) {
  const FindingKeys Keys = keysOf(R, Run.Root);
  OS << "<article id=\"f" << Number << "\" tabindex=\"-1\" data-check=\"" << Shown{Keys.Check}
     << "\" data-verdict=\"" << Keys.Verdict << "\" data-reason=\"" << Keys.Reason
     << "\" data-file=\"" << Shown{Keys.File} << "\">\n";
  title(R, Number);
  if (R.isApplied())
    Code.beforeAndAfter(R);
  else
    Code.quote(R.Found.Where);
  remarks(R);
  partners(R);
  OS << "</article>\n";
}

void FindingList::write() {
  OS << "<section id=\"findings\">\n<h2>Findings</h2>\n";
  if (Run.Results.empty())
    OS << "<p>No sites were found.</p>\n";
  else
    toolbar();
  for (const auto &[Number, R] : llvm::enumerate(Run.Results))
    finding(R, Number + 1);
  OS << "<p class=\"nothing\" hidden>No finding fits these filters.</p>\n</section>\n";
}

void coopify::writeFindings(llvm::raw_ostream &OS, const FullReport &Run) {
  FindingList(OS, Run).write();
}
