//===- Report.cpp - findings as text -------------------------------------===//
#include "Symbols.h"

#include "simt/machine.h"

using namespace simt;

const char *simt::name(Kind K) {
  switch (K) {
  case Kind::Deadlock:
    return "deadlock";
  case Kind::DivergentCollective:
    return "divergent collective";
  case Kind::BadMask:
    return "bad mask";
  case Kind::BadWidth:
    return "bad width";
  case Kind::BadBarrier:
    return "bad barrier";
  case Kind::Race:
    return "race";
  case Kind::OutOfShared:
    return "out of shared memory";
  case Kind::StepBound:
    return "step bound";
  case Kind::CallDepth:
    return "call depth";
  case Kind::Trap:
    return "trap";
  case Kind::Crash:
    return "crash";
  case Kind::Misuse:
    return "misuse";
  }
  return "";
}

std::string Finding::str() const {
  std::string Text = std::string(name(What)) + ": ";
  if (Memory)
    Text += variable(Memory) + ": ";
  Text += this->Text + "\n";
  for (const Place &P : Places)
    Text += "  " + P.Who + " at " + sourceLine(P.Address) + "\n";
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
      if (P.Address)
        Named.push_back({false, P.Address});
  }
  findSymbols(Named);
  std::string Text;
  for (const Finding &F : Findings)
    Text += F.str();
  return Text + (Completed ? "completed" : "abandoned") + " after " + std::to_string(Steps) +
         " steps\n";
}
