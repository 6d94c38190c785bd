#include "Driver/Stats.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace coopify {

static std::string percent(double Part, double Whole) {
  return Whole > 0 ? formatv("{0:f1} %", 100 * Part / Whole).str() : "-";
}

void printStats(raw_ostream &OS, ArrayRef<ParsedPass> Passes, const ProgramCost &Cost) {
  double Parse = 0, Analysis = 0;
  for (const ParsedPass &P : Passes) {
    const PassCost &C = P.Cost;
    Parse += C.Parse;
    Analysis += C.Analysis;
    OS << formatv("stats: {0} ({1}): parse {2:f3} s, analysis {3:f3} s = {4}; {5} functions",
                  P.Command.File, P.Command.Name, C.Parse, C.Analysis, percent(C.Analysis, C.Parse),
                  C.Functions);
    if (C.Functions)
      OS << formatv(", the slowest '{0}' {1:f3} s, at most {2} steps", C.Slowest, C.SlowestSeconds,
                    C.MostSteps);
    OS << '\n';
  }
  const double OnTop = Analysis + Cost.Link + Cost.Decide + Cost.Edit;
  OS << formatv("stats: {0} passes: parse {1:f3} s; analysis {2:f3} s, link {3:f3} s, decide "
                "{4:f3} s, edit {5:f3} s = {6} of the parse\n",
                Passes.size(), Parse, Analysis, Cost.Link, Cost.Decide, Cost.Edit,
                percent(OnTop, Parse));
  OS << formatv("stats: all threads {0:f3} s: units {1:f3} s ({2} of {3} passes as kept), other "
                "units {4:f3} s, link, decide, edit {5:f3} s, verify {6:f3} s ({7} parses)\n",
                cpuSeconds(CLOCK_PROCESS_CPUTIME_ID), Cost.Read, Cost.Kept, Passes.size(),
                Cost.Others, Cost.Link + Cost.Decide + Cost.Edit, Cost.Verify, Cost.VerifyParses);
}

} // namespace coopify
