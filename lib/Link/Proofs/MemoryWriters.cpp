//===- MemoryWriters.cpp ------------------------------------------------------===//
#include "Link/Proofs/MemoryWriters.h"
#include "Link/Proofs/Callers.h"

using namespace coopify;

MemoryWriters::MemoryWriters(const Program &P, const std::vector<bool> &UnknownCallers)
    : P(P), UnknownCallers(UnknownCallers) {}

static Obstacle mayWrite(std::string Text, const Location &Where) {
  return {ObstacleKind::MayChange, std::move(Text), Where};
}

std::optional<Obstacle> MemoryWriters::find(unsigned Memory, unsigned Function) const {
  for (unsigned F : ancestors(P, Function)) {
    const FunctionSummary &Of = P.Functions[F];
    std::optional<Obstacle> Why;
    if (Of.Trial)
      Why = mayWrite("a condition depends on memory that users of the template of '" + Of.Name +
                         "' may write: none was read",
                     Of.Loc);
    else if (Of.Kind == FunctionKind::Kernel)
      Why = ofKernel(Memory, F);
    else if (UnknownCallers[F])
      Why = mayWrite(
          "a condition depends on memory that kernels which were not read may write: they may "
          "call '" +
              Of.Name + "'",
          Of.Loc);
    if (Why)
      return Why;
  }
  return std::nullopt;
}

std::optional<Obstacle> MemoryWriters::ofKernel(unsigned Memory, unsigned Kernel) const {
  auto [It, New] = Found.try_emplace({Memory, Kernel});
  if (!New)
    return It->second;
  std::vector<unsigned> Work{Kernel};
  std::set<unsigned> Seen{Kernel};
  for (size_t I = 0; I < Work.size() && !It->second; ++I) {
    It->second = ofFunction(Memory, Work[I]);
    for (const CallEdge &E : P.Functions[Work[I]].Calls) {
      if (It->second || !P.runsOnDevice({Work[I], E.Id}))
        continue;
      It->second = ofCall(E);
      if (std::optional<unsigned> Callee = P.find(E.Callee); Callee && Seen.insert(*Callee).second)
        Work.push_back(*Callee);
    }
  }
  return It->second;
}

/// What it calls is known.
std::optional<Obstacle> MemoryWriters::ofCall(const CallEdge &E) const {
  std::optional<unsigned> Callee = P.find(E.Callee);
  if (E.Trivial) // what it writes, who calls it is said to write
    return std::nullopt;
  if (Callee && P.Functions[*Callee].HasBody && !P.Functions[*Callee].Virtual &&
      !P.Ambiguous.contains(E.Callee))
    return std::nullopt;
  std::string Who = E.CalleeName.empty() ? "a call by a pointer" : "'" + E.CalleeName + "'";
  return mayWrite("what " + Who + " does is not known (" + shortPlace(E.Loc) +
                      "): it may write what a condition depends on",
                  E.Loc);
}

std::optional<Obstacle> MemoryWriters::ofFunction(unsigned Memory, unsigned Function) const {
  const FunctionSummary &F = P.Functions[Function];
  if (F.HasParseError)
    return mayWrite("'" + F.Name + "' has an error: it may write what a condition depends on",
                    F.ParseErrorAt);
  for (const MemoryWrite &W : F.Writes)
    if (W.writes(Memory))
      return mayWrite("a condition depends on memory that '" + W.Text + "' may write (" +
                          shortPlace(W.Where) + ")",
                      W.Where);
  return std::nullopt;
}
