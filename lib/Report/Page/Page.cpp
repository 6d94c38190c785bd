#include "Report/Page/Page.h"

#include "Report/Page/Markup.h"
#include "Report/Paths.h"
#include "Report/Summary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <tuple>

using namespace coopify;

unsigned StandingCounts::total() const {
  unsigned Sum = 0;
  for (unsigned Count : Of)
    Sum += Count;
  return Sum;
}

FindingKeys coopify::keysOf(const Result &R, llvm::StringRef Root) {
  const std::optional<ReasonId> Why = reasonOf(R);
  return {R.Found.Check, toString(standingOf(R)).str(), Why ? toString(*Why).str() : "",
          displayPath(R.Found.Where.Loc.File, Root)};
}

std::vector<std::pair<std::string, StandingCounts>> coopify::byCount(const CountsBy &Counts) {
  std::vector<std::pair<std::string, StandingCounts>> Out(Counts.begin(), Counts.end());
  llvm::sort(Out, [](const auto &A, const auto &B) {
    return std::tuple(B.second.total(), A.first) < std::tuple(A.second.total(), B.first);
  });
  return Out;
}

void coopify::writeParseNotes(llvm::raw_ostream &OS, const FullReport &Run) {
  std::string Text;
  llvm::raw_string_ostream Said(Text);
  printParseNotes(Said, notesToTell(Run.Facts.notes(), Run.Results));
  if (Text.empty())
    return;
  OS << "<section>\n<h2>What the parser had to do without</h2>\n<ul class=\"plain\">\n";
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    const auto [Line, After] = Rest.split('\n');
    OS << "<li>" << Prose{Line} << "</li>\n";
    Rest = After;
  }
  OS << "</ul>\n</section>\n";
}

/// Which flags have to change before the result compiles.
static void writeGroups(llvm::raw_ostream &OS, llvm::ArrayRef<UnitGroups> Groups) {
  const std::vector<std::string> Lines = linesOf(Groups, /*OnlyDefinite=*/false);
  if (Lines.empty())
    return;
  OS << "<section>\n<h2>Flags of the build</h2>\n<ul class=\"plain\">\n";
  for (const std::string &Line : Lines)
    OS << "<li>" << Prose{Line} << "</li>\n";
  OS << "</ul>\n</section>\n";
}

/// The page loads nothing, and runs no script but its own, whatever a source holds.
static void writeHead(llvm::raw_ostream &OS, llvm::StringRef Name) {
  OS << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
     << "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
     << policyHash(pageStyle()) << "; script-src " << policyHash(pageScript())
     << "; base-uri 'none'; form-action 'none'\">\n"
     << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
     << "<meta name=\"color-scheme\" content=\"light dark\">\n<title>coopify: " << Shown{Name}
     << "</title>\n<style>" << pageStyle() << "</style>\n</head>\n";
}

/// Made when "?" is pressed; it is no part of the page for who reads it from top to bottom.
static void writeHelp(llvm::raw_ostream &OS) {
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> Keys[] = {
      {"j", "next finding"},
      {"k", "previous finding"},
      {"/", "search"},
      {"o", "open or close what is folded"},
      {"r", "reset the filters"},
      {"?", "this help"},
      {"Esc", "leave the search, close this help"}};
  OS << "<dialog id=\"help\" aria-labelledby=\"help-title\">\n<h2 "
        "id=\"help-title\">Keys</h2>\n<dl>\n";
  for (const auto &[Key, Does] : Keys)
    OS << "<dt><kbd>" << Key << "</kbd></dt><dd>" << Does << "</dd>\n";
  OS << "</dl>\n<form method=\"dialog\"><button>Close</button></form>\n</dialog>\n";
}

void coopify::reportHTML(llvm::raw_ostream &OS, const FullReport &Run) {
  const std::string Name = llvm::sys::path::filename(Run.Root).str();
  writeHead(OS, Name);
  OS << "<body>\n<a class=\"skip\" href=\"#findings\">To the findings</a>\n<header>\n"
     << "<p class=\"brand\">coopify " << Shown{Run.Version} << "</p>\n<h1>" << Shown{Name}
     << "</h1>\n";
  if (!Run.World.empty())
    OS << "<p class=\"world\">World " << Prose{Run.World} << "</p>\n";
  OS << "</header>\n<main>\n";
  writeOverview(OS, Run);
  writeGroups(OS, Run.Groups);
  writeParseNotes(OS, Run);
  writeFindings(OS, Run);
  OS << "</main>\n";
  writeHelp(OS);
  OS << "<script>" << pageScript() << "</script>\n</body>\n</html>\n";
}
