//===- Summary.h - the findings in numbers -----------------------*- C++ -*-===//
#ifndef COOPIFY_REPORT_SUMMARY_H
#define COOPIFY_REPORT_SUMMARY_H

#include "Edit/Outcome.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace coopify {

using Counts = std::map<std::string, unsigned>;

struct Summary {
  unsigned Sites = 0;
  std::string World;       ///< whether code that was not read counts
  bool Errors = false;     ///< of the parser: there may be more
  unsigned Safe = 0;       ///< rewrites with a proof
  unsigned Assumed = 0;    ///< rewrites under assumptions that were granted
  unsigned MaskedWarp = 0; ///< rewrites that need the runtime header's masked_warp
  unsigned Launches = 0;   ///< rewrites that need its launch_cooperative
  unsigned Explicit = 0;   ///< sites whose check is of that group
  Counts NotApplied;       ///< rewrites that were not made, by what holds them
  Counts Refused;          ///< by reason
  Counts Left;             ///< by note

  /// Assumptions to grant, and how many more sites that migrates; the best first.
  struct Gain {
    std::set<std::string> Assumptions;
    unsigned Sites = 0;
    bool operator==(const Gain &) const = default;
  };
  std::vector<Gain> Gains;

  /// Steps that still count on lockstep, in functions that are rewritten otherwise, as "f.cu:12".
  std::vector<std::string> Partly;

  unsigned notApplied() const;
  unsigned refused() const;
  unsigned left() const;
};

Summary summarize(llvm::ArrayRef<Result> Results);

/// Steps that count on lockstep and stay, in functions of which something else is rewritten: no
/// toolkit rejects what is left, and from sm_70 on it is wrong.
std::vector<Location> stepsThatStay(llvm::ArrayRef<Result> Results);

/// A few lines for the end of a report.
void printSummary(llvm::raw_ostream &OS, const Summary &S);

/// Those that are about what is done: not of a __LINE__ in a file that stays as it is.
std::vector<ParseNote> notesToTell(llvm::ArrayRef<ParseNote> Notes, llvm::ArrayRef<Result> Results);

/// What the parser had to do without: "2 missing headers: a.h, b.h".
void printParseNotes(llvm::raw_ostream &OS, llvm::ArrayRef<ParseNote> Notes);

} // namespace coopify

#endif // COOPIFY_REPORT_SUMMARY_H
