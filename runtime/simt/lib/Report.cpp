//===- Report.cpp - findings as text -------------------------------------===//
#include "Symbols.h"

#include "simt/machine.h"

#include <iterator>

using namespace simt;

const char *simt::name(Kind K) {
  static const char *const Names[] = {
      "deadlock",
      "divergent collective",
      "bad mask",
      "bad width",
      "bad barrier",
      "race",
      "out of shared memory",
      "out of bounds",
      "use after free",
      "host pointer",
      "misaligned access",
      "uninitialised read",
      "bad free",
      "step bound",
      "call depth",
      "trap",
      "crash",
      "misuse",
  };
  static_assert(std::size(Names) == size_t(Kind::Misuse) + 1);
  return Names[size_t(K)];
}

std::string Finding::str() const {
  std::string Text = std::string(name(What)) + ": ";
  if (Memory)
    Text += variable(Memory) + ": ";
  Text += this->Text + "\n";
  for (const Place &P : Places)
    Text +=
        "  " + P.Who + (P.Address == Place::Unknown ? "" : " at " + sourceLine(P.Address)) + "\n";
  return Text;
}

bool Report::has(Kind K) const {
  for (const Finding &F : Findings)
    if (F.What == K)
      return true;
  return false;
}

std::string Report::str() const {
  std::vector<Symbol> Named;
  for (const Finding &F : Findings) {
    if (F.Memory)
      Named.push_back({true, F.Memory});
    for (const Finding::Place &P : F.Places)
      if (P.Address && P.Address != Finding::Place::Unknown)
        Named.push_back({false, P.Address});
  }
  findSymbols(Named);
  std::string Text;
  for (const Finding &F : Findings)
    Text += F.str();
  return Text + (Completed ? "completed" : "abandoned") + " after " + std::to_string(Steps) +
         " steps\n";
}
