#include "Report/Page/Markup.h"
#include "Report/Page/Page.h"
#include "Report/Summary.h"

#include "Model/Reasons/Assumptions.h"
#include "Model/Reasons/Reasons.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace coopify;

namespace {

/// The first part of the page.
class Overview {
public:
  Overview(llvm::raw_ostream &OS, const FullReport &Run);
  void write();

private:
  void tiles();
  void bar();
  void effort();
  void effortRow(unsigned Sites, llvm::StringRef Filter, llvm::StringRef Id, llvm::StringRef Means,
                 llvm::StringRef Help);
  void table(llvm::StringRef Title, llvm::StringRef Column, llvm::StringRef Filter,
             const CountsBy &Counts);

  llvm::raw_ostream &OS;
  const FullReport &Run;
  StandingCounts All;
  CountsBy Checks, Files, Reasons;
};

} // namespace

Overview::Overview(llvm::raw_ostream &OS, const FullReport &Run) : OS(OS), Run(Run) {
  for (const Result &R : Run.Results) {
    const FindingKeys Keys = keysOf(R, Run.Root);
    const Standing Stands = standingOf(R);
    All.add(Stands);
    Checks[Keys.Check].add(Stands);
    Files[Keys.File].add(Stands);
    if (!Keys.Reason.empty())
      Reasons[Keys.Reason].add(Stands);
  }
}

static llvm::StringRef meaningOf(Standing S) {
  switch (S) {
  case Standing::Safe:
    return "rewritten with a proof";
  case Standing::Assumed:
    return "proven, if an assumption holds";
  case Standing::Refused:
    return "nothing is changed there";
  case Standing::Suppressed:
    return "kept by a comment";
  case Standing::Left:
    return "nothing to do";
  }
  llvm_unreachable("each has its words");
}

void Overview::tiles() {
  OS << "<ul class=\"tiles\">\n<li class=\"all\"><b>" << All.total() << "</b> <span>"
     << (All.total() == 1 ? "site" : "sites") << "</span> <small>found</small></li>\n";
  for (Standing S : AllStandings)
    OS << "<li class=\"" << toString(S) << (All[S] == 0 ? " none" : "") << "\"><b>" << All[S]
       << "</b> <span>" << toString(S) << "</span> <small>" << meaningOf(S) << "</small></li>\n";
  OS << "</ul>\n";
}

/// Drawn, as the page's policy allows no style of single elements.
void Overview::bar() {
  if (All.total() == 0)
    return;
  OS << "<svg class=\"bar\" viewBox=\"0 0 1000 8\" preserveAspectRatio=\"none\" "
        "aria-hidden=\"true\">";
  unsigned Done = 0;
  for (Standing S : AllStandings) {
    const unsigned Begin = Done * 1000 / All.total();
    Done += All[S];
    const unsigned End = Done * 1000 / All.total();
    if (Begin != End)
      OS << "<rect class=\"" << toString(S) << "\" x=\"" << Begin << "\" width=\"" << End - Begin
         << "\" height=\"8\"/>";
  }
  OS << "</svg>\n";
}

/// A cell that filters the findings when it is clicked.
static void nameCell(llvm::raw_ostream &OS, llvm::StringRef Filter, llvm::StringRef Name) {
  OS << "<th scope=\"row\"><a href=\"#findings\" data-filter=\"" << Filter << "\" data-value=\""
     << Shown{Name} << "\">";
  // Where a long name may be cut.
  for (llvm::StringRef Rest = Name; !Rest.empty();) {
    const size_t End = std::min(Rest.find_first_of("/_"), Rest.size() - 1) + 1;
    OS << Shown{Rest.take_front(End)} << "<wbr>";
    Rest = Rest.drop_front(End);
  }
  OS << "</a></th>";
}

/// "--assume=a,b": may be cut behind a comma.
static void wordsCell(llvm::raw_ostream &OS, llvm::StringRef Words) {
  OS << "<th scope=\"row\"><code>";
  while (!Words.empty()) {
    const size_t End = std::min(Words.find(','), Words.size() - 1) + 1;
    OS << "<span>" << Shown{Words.take_front(End)} << "</span><wbr>";
    Words = Words.drop_front(End);
  }
  OS << "</code></th>";
}

void Overview::effortRow(unsigned Sites, llvm::StringRef Filter, llvm::StringRef Id,
                         llvm::StringRef Means, llvm::StringRef Help) {
  OS << "<tr><td class=\"count\">" << Sites << "</td>";
  if (Filter.empty())
    wordsCell(OS, Id);
  else
    nameCell(OS, Filter, Id);
  OS << "<td>" << Prose{Means} << "</td><td>" << Prose{Help} << "</td></tr>\n";
}

/// What is left: reasons by how many sites each holds, and assumptions that nobody granted.
void Overview::effort() {
  CountsBy Left;
  for (const auto &[Id, Counts] : Reasons)
    if (Counts[Standing::Refused] != 0)
      for (unsigned I = 0; I != Counts[Standing::Refused]; ++I)
        Left[Id].add(Standing::Refused);
  const std::vector<Summary::Gain> Gains = summarize(Run.Results).Gains;
  if (Left.empty() && Gains.empty())
    return;
  OS << "<section>\n<h2>What is left to do</h2>\n<div class=\"wide\"><table class=\"effort\">\n"
     << "<thead><tr><th class=\"count\">Sites</th><th>Held by</th><th>Which means</th>"
     << "<th>What to do</th></tr></thead>\n<tbody>\n";
  for (const auto &[Id, Counts] : byCount(Left)) {
    const Reason &Known = reasonOf(*parseReasonId(Id));
    effortRow(Counts.total(), "reason", Id, Known.Meaning, Known.Help);
  }
  for (const Summary::Gain &G : Gains) {
    std::vector<std::string> Means, Help;
    for (const std::string &Id : G.Assumptions)
      if (const Assumption *Known = findAssumption(Id)) {
        Means.push_back(Known->Meaning.str());
        Help.push_back(Known->Help.str());
      }
    effortRow(G.Sites, "", "--assume=" + llvm::join(G.Assumptions, ","), llvm::join(Means, "; "),
              llvm::join(Help, "; "));
  }
  OS << "</tbody></table></div>\n</section>\n";
}

void Overview::table(llvm::StringRef Title, llvm::StringRef Column, llvm::StringRef Filter,
                     const CountsBy &Counts) {
  if (Counts.empty())
    return;
  OS << "<section>\n<h2>" << Title << "</h2>\n<div class=\"wide\"><table class=\"counts\">\n"
     << "<thead><tr><th>" << Column << "</th>";
  // A column of zeros says no more than the numbers above.
  const auto Found = llvm::make_filter_range(AllStandings, [&](Standing S) { return All[S] != 0; });
  for (Standing S : Found)
    OS << "<th class=\"count\">" << toString(S) << "</th>";
  OS << "<th class=\"count\">all</th></tr></thead>\n<tbody>\n";
  for (const auto &[Name, Of] : byCount(Counts)) {
    OS << "<tr>";
    nameCell(OS, Filter, Name);
    for (Standing S : Found)
      OS << "<td class=\"count " << (Of[S] == 0 ? "none" : toString(S)) << "\">" << Of[S]
         << "</td>";
    OS << "<td class=\"count\">" << Of.total() << "</td></tr>\n";
  }
  OS << "</tbody></table></div>\n</section>\n";
}

void Overview::write() {
  OS << "<section aria-label=\"Summary\">\n";
  tiles();
  bar();
  OS << "</section>\n";
  effort();
  OS << "<div class=\"columns\">\n";
  table("By check", "Check", "check", Checks);
  table("By reason", "Reason", "reason", Reasons);
  table("By file", "File", "file", Files);
  OS << "</div>\n";
}

void coopify::writeOverview(llvm::raw_ostream &OS, const FullReport &Run) {
  Overview(OS, Run).write();
}
