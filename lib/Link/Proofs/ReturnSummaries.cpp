//===- ReturnSummaries.cpp ----------------------------------------------------===//
#include "Link/Proofs/ReturnSummaries.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

ReturnSummaries::ReturnSummaries(const Program &P) : P(P), Closed(P.Functions.size()) {
  for (unsigned F = 0; F < P.Functions.size(); ++F)
    summarize(F);
}

static void addCalls(const Uniformity &U, std::vector<unsigned> &Ids) {
  for (const Atom &A : U.Atoms)
    if (A.Kind == AtomKind::CallUniform && !llvm::is_contained(Ids, A.Index))
      Ids.push_back(A.Index);
}

/// The callees whose results may have a part in what \p Function returns.
std::vector<unsigned> ReturnSummaries::dependsOn(unsigned Function) const {
  const FunctionSummary &F = P.Functions[Function];
  std::vector<unsigned> Ids, Callees;
  addCalls(F.Return, Ids);
  for (size_t I = 0; I < Ids.size(); ++I) {
    if (Ids[I] >= F.Calls.size())
      continue;
    const CallEdge &E = F.Calls[Ids[I]];
    addCalls(E.Conv.Active, Ids);
    for (const Uniformity &Arg : E.Args)
      addCalls(Arg, Ids);
    for (const PassedLaneAffine &Arg : E.LaneAffineArgs)
      if (Arg.Groups)
        addCalls(*Arg.Groups, Ids);
    for (const auto &Object : {E.Object, E.ObjectPlace})
      if (Object)
        addCalls(*Object, Ids);
    if (std::optional<unsigned> Callee = P.find(E.Callee))
      Callees.push_back(*Callee);
  }
  return Callees;
}

bool ReturnSummaries::dependsOnItself(unsigned Function) const {
  std::vector<unsigned> Work = dependsOn(Function);
  std::set<unsigned> Seen(Work.begin(), Work.end());
  while (!Work.empty() && !Seen.count(Function)) {
    unsigned F = Work.back();
    Work.pop_back();
    for (unsigned Next : dependsOn(F))
      if (Seen.insert(Next).second)
        Work.push_back(Next);
  }
  return Seen.count(Function);
}

void ReturnSummaries::summarize(unsigned Function) {
  if (Closed[Function])
    return;
  const FunctionSummary &F = P.Functions[Function];
  if (F.Return.Atoms.empty()) {
    Closed[Function] = F.Return;
  } else if (dependsOnItself(Function)) {
    Closed[Function] = divergent(ObstacleKind::Unknown,
                                 "'" + F.Name + "' returns what it computed recursively", F.Loc);
  } else {
    for (unsigned Callee : dependsOn(Function))
      summarize(Callee); // ends: nothing on the way depends on itself, or it is cut off above
    Closed[Function] = close(Function);
  }
}

/// Optimistic like Prover: an atom that is met again adds nothing.
Uniformity ReturnSummaries::close(unsigned Function) const {
  std::vector<Uniformity> Parts{P.Functions[Function].Return};
  std::set<Atom> Seen;
  Uniformity Out;
  for (size_t I = 0; I < Parts.size(); ++I) {
    Uniformity Part = std::move(Parts[I]);
    std::vector<Atom> Atoms = std::exchange(Part.Atoms, {});
    for (const Atom &A : Atoms)
      if (!Seen.insert(A).second)
        continue;
      else if (A.Kind == AtomKind::CallUniform)
        llvm::append_range(Parts, returned(Function, A.Index));
      else
        Part.Atoms.push_back(A);
    Out = meet(Out, Part);
  }
  return Out;
}

std::vector<Uniformity> ReturnSummaries::returned(unsigned Caller, unsigned Id) const {
  const FunctionSummary &F = P.Functions[Caller];
  if (Id >= F.Calls.size())
    return {divergent(ObstacleKind::Unknown, "a call in '" + F.Name + "' was not followed", F.Loc)};
  const CallEdge &E = F.Calls[Id];
  std::optional<unsigned> Callee = P.find(E.Callee);
  bool Known = Callee && P.Functions[*Callee].HasBody && !P.Functions[*Callee].Virtual &&
               !P.Ambiguous.contains(E.Callee);
  if (!Known)
    return {divergent(ObstacleKind::Unknown, "what '" + E.CalleeName + "' returns is not known",
                      E.Loc)};
  Uniformity Own = *Closed[*Callee];
  std::vector<Atom> Atoms = std::exchange(Own.Atoms, {});
  std::vector<Uniformity> Parts;
  for (const Atom &A : Atoms) {
    if (A.Kind == AtomKind::EntryConverged)
      Parts.push_back(E.Conv.Active);
    else if (A.Kind == AtomKind::ParamUniform || A.Kind == AtomKind::ParamLaneAffine)
      Parts.push_back(argument(E, A));
    else
      Own.Atoms.push_back(A); // of the block, which is the same for caller and callee
  }
  Parts.push_back(std::move(Own));
  return Parts;
}
