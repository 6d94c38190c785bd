//===- Page.h - the parts of the HTML report ---------------------*- C++ -*-===//
//
//   FullReport  --reportHTML()-->  one page that needs nothing else
//
// The page's style and script are page.css and page.js, which the build embeds.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_REPORT_PAGE_PAGE_H
#define COOPIFY_REPORT_PAGE_PAGE_H

#include "Report/Page/Code.h"
#include "Report/Report.h"
#include "Report/Told.h"

#include <array>
#include <map>
#include <string>

namespace coopify {

llvm::StringRef pageStyle();
llvm::StringRef pageScript();

/// How many findings stand how.
struct StandingCounts {
  std::array<unsigned, std::size(AllStandings)> Of = {};

  void add(Standing S) { ++Of[static_cast<size_t>(S)]; }
  unsigned operator[](Standing S) const { return Of[static_cast<size_t>(S)]; }
  unsigned total() const;
};

/// The findings by what they have in common: the check, the file, the reason.
using CountsBy = std::map<std::string, StandingCounts>;

/// What a finding is filtered by, as its element says it.
struct FindingKeys {
  std::string Check, Verdict, Reason, File;
};
FindingKeys keysOf(const Result &R, llvm::StringRef Root);

/// The most first, then by name.
std::vector<std::pair<std::string, StandingCounts>> byCount(const CountsBy &Counts);

/// The numbers of a run, and what is left to do.
void writeOverview(llvm::raw_ostream &OS, const FullReport &Run);

/// What the parser had to do without.
void writeParseNotes(llvm::raw_ostream &OS, const FullReport &Run);

/// The filters, and each finding.
void writeFindings(llvm::raw_ostream &OS, const FullReport &Run);

} // namespace coopify

#endif // COOPIFY_REPORT_PAGE_PAGE_H
