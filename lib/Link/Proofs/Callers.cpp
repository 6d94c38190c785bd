//===- Callers.cpp ------------------------------------------------------------===//
#include "Link/Proofs/Callers.h"
#include "Link/Merge/ExternalUsers.h"
#include "Model/FunctionNames.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace coopify;

/// Marks what functions that are marked call, over calls that lanes run.
static void spreadToCallees(const Program &P, std::vector<bool> &Marked) {
  std::vector<unsigned> Work;
  for (unsigned F = 0; F < P.Functions.size(); ++F)
    if (Marked[F])
      Work.push_back(F);
  while (!Work.empty()) {
    unsigned Caller = Work.back();
    Work.pop_back();
    for (const CallEdge &E : P.Functions[Caller].Calls) {
      std::optional<unsigned> Callee = P.find(E.Callee);
      if (!Callee || Marked[*Callee] || !P.runsOnDevice({Caller, E.Id}))
        continue;
      Marked[*Callee] = true;
      Work.push_back(*Callee);
    }
  }
}

static bool isKernel(const FunctionSummary &F) { return F.Kind == FunctionKind::Kernel; }

/// Seen from the function itself, whoever else calls it.
static bool mayBeCalledUnseen(const Program &P, const FunctionSummary &F) {
  // Of a kernel LaunchesOf has the places that name it otherwise than in a launch.
  const bool ByValue = !isKernel(F) && (F.AddressTaken || F.Virtual);
  return ByValue || P.Ambiguous.contains(F.USR) || usedUnseen(P, F);
}

/// What instances of templates call of which text that the parser gave up may tell, where only
/// their names are known.
static std::vector<unsigned> calledByLostInstances(const Program &P) {
  std::vector<unsigned> Work, Called;
  std::vector<bool> Seen(P.Functions.size());
  if (P.Lost.empty())
    return {};
  for (auto [I, F] : llvm::enumerate(P.Functions))
    if ((F.TemplateText || (!F.Pattern.empty() && F.Pattern != F.USR)) && isNamedInLostText(P, F))
      Work.push_back(unsigned(I));
  std::set<std::string> Words;
  while (!Work.empty()) {
    const FunctionSummary &F = P.Functions[Work.back()];
    Work.pop_back();
    for (const CallEdge &E : F.Calls)
      if (std::optional<unsigned> Callee = P.find(E.Callee); Callee && !Seen[*Callee]) {
        Seen[*Callee] = true;
        (P.Functions[*Callee].TemplateText ? Work : Called).push_back(*Callee);
      }
    for (const std::vector<NameUse> *Names : {&F.DependentNames, &F.BareNames})
      for (const NameUse &N : *Names)
        Words.insert(N.Name);
  }
  for (auto [I, F] : llvm::enumerate(P.Functions))
    if (Words.count(wordFor(F.Name)))
      Called.push_back(unsigned(I));
  return Called;
}

std::vector<bool> coopify::findUnknownCallers(const Program &P) {
  std::vector<bool> Unknown, Reached;
  for (auto [I, F] : llvm::enumerate(P.Functions)) {
    // A trial is no user that is there: it shows of nobody that all callers are known.
    bool Called = llvm::any_of(
        P.Callers[I], [&](CallRef C) { return P.runsOnDevice(C) && !P.Functions[C.Caller].Trial; });
    Unknown.push_back(F.Trial || mayBeCalledUnseen(P, F) || (!isKernel(F) && !Called));
    Reached.push_back(!F.Trial && (Unknown.back() || isKernel(F)));
  }
  for (unsigned F : calledByLostInstances(P))
    Unknown[F] = Reached[F] = true;
  spreadToCallees(P, Reached);
  for (size_t I = 0; I < Unknown.size(); ++I)
    if (!Reached[I])
      Unknown[I] = true;
  return Unknown;
}

std::vector<bool> coopify::findEarlierExits(const Program &P,
                                            const std::vector<bool> &UnknownCallers) {
  std::vector<bool> Exited;
  for (auto [I, F] : llvm::enumerate(P.Functions))
    Exited.push_back(!isKernel(F) &&
                     (UnknownCallers[I] || llvm::any_of(P.Callers[I], [&](CallRef C) {
                        return P.runsOnDevice(C) && P.edge(C).Conv.Exits;
                      })));
  spreadToCallees(P, Exited);
  return Exited;
}

std::vector<unsigned> coopify::ancestors(const Program &P, unsigned Function) {
  std::vector<unsigned> Found{Function};
  std::vector<bool> Seen(P.Functions.size());
  Seen[Function] = true;
  for (size_t I = 0; I < Found.size(); ++I)
    for (CallRef C : P.Callers[Found[I]])
      if (P.runsOnDevice(C) && !Seen[C.Caller]) {
        Seen[C.Caller] = true;
        Found.push_back(C.Caller);
      }
  return Found;
}
