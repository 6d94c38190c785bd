//===- BarrierSites.cpp - the places that the closure changes -----------------===//
#include "Link/Barriers/GroupClosure.h"
#include "Model/FunctionNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace coopify;

static Site signatureSite(SiteKind Kind, const FunctionSummary &F, const Location &Loc,
                          const TextRange &At) {
  Site S;
  S.Kind = Kind;
  S.Name = F.Name;
  S.Loc = Loc;
  S.Range = At;
  S.Function = S.Subject = F.USR;
  return S;
}

/// One per declaration: instances of a template and several units share them.
static void addSignatures(SiteKind Kind, const Program &P, const FunctionClass &C,
                          std::vector<Site> &Out) {
  std::set<TextRange> Done;
  for (unsigned M : C.Members)
    for (const FunctionDeclaration &D : P.Functions[M].Declarations) {
      if (!Done.insert(D.ParamsBegin).second)
        continue;
      Site S = signatureSite(Kind, P.Functions[M], D.Loc, D.ParamsBegin);
      if (D.VoidParams.valid())
        S.Parts.push_back({"void", D.VoidParams, "void"});
      else if (D.HasParams)
        S.Parts.push_back({"has-params", {}, D.Break});
      Out.push_back(std::move(S));
    }
}

static void addCalls(SiteKind Kind, const Program &P, const FunctionClass &C,
                     std::vector<Site> &Out) {
  for (CallRef Call : C.Callers) {
    const CallEdge &E = P.edge(Call);
    Site S;
    S.Kind = Kind;
    S.Name = E.CalleeName;
    S.Loc = E.Loc;
    S.Range = E.ArgsBegin;
    S.Function = P.Functions[Call.Caller].USR;
    S.Subject = E.Callee;
    S.Conv = E.Conv;
    S.Macro = E.Macro;
    if (E.HasArgs)
      S.Parts.push_back({"has-args", {}, E.Break});
    Out.push_back(std::move(S));
  }
}

/// One for all instances, at the definition.
static void addRefusal(const Program &P, const FunctionClass &C, const Refusal &Why,
                       std::vector<Site> &Out) {
  auto Member = llvm::find_if(C.Members, [&](unsigned M) { return P.Functions[M].HasBody; });
  const FunctionSummary &F = P.Functions[Member == C.Members.end() ? C.Members.front() : *Member];
  TextRange At;
  for (const FunctionDeclaration &D : F.Declarations)
    if (D.Loc == F.Loc || !At.valid())
      At = D.ParamsBegin;
  Site S = signatureSite(SiteKind::Signature, F, F.Loc, At);
  S.Preset = Why;
  Out.push_back(std::move(S));
}

std::vector<Site> coopify::barrierSites(const Program &P, const GroupClosure &Closure) {
  std::vector<Site> Out;
  for (const FunctionClass &C : Closure.classes().Classes) {
    const GroupParameter &B = Closure.of(C.Members.front());
    if (B.Kind == GroupParameter::Parameter) {
      addSignatures(SiteKind::Signature, P, C, Out);
      addCalls(SiteKind::Call, P, C, Out);
    } else if (B.Kind == GroupParameter::Refused) {
      addRefusal(P, C, *B.Why, Out);
    }
  }
  return Out;
}

std::vector<Site> coopify::warpSites(const Program &P, const GroupClosure &Closure) {
  std::vector<Site> Out;
  for (const FunctionClass &C : Closure.classes().Classes)
    if (Closure.of(C.Members.front()).Kind == GroupParameter::Parameter) {
      addSignatures(SiteKind::WarpSignature, P, C, Out);
      addCalls(SiteKind::WarpCall, P, C, Out);
    }
  return Out;
}

static bool isOfCallers(const Uniformity &U) {
  return llvm::any_of(U.Atoms, [](const Atom &A) {
    return A.Kind == AtomKind::EntryConverged || A.Kind == AtomKind::ParamUniform ||
           A.Kind == AtomKind::ParamLaneAffine;
  });
}

/// The functions in which something is right only if callers bring whole groups, or equal values.
static std::vector<bool> restingOnCallers(const Program &P) {
  std::vector<bool> Rests(P.Functions.size());
  llvm::SmallVector<unsigned> Work;
  auto Add = [&](unsigned F) {
    if (!Rests[F])
      Work.push_back(F);
    Rests[F] = true;
  };
  for (const Site &S : P.Sites)
    if (std::optional<unsigned> F = P.find(S.Function);
        F && !S.NotASite && !S.Preset && isOfCallers(S.Conv.Active))
      Add(*F);
  while (!Work.empty())
    for (CallRef C : P.Callers[Work.pop_back_val()])
      if (isOfCallers(P.edge(C).Conv.Active))
        Add(C.Caller);
  return Rests;
}

void coopify::dropInactiveCalls(const Program &P, const GroupClosure &Closure,
                                std::vector<Site> &Sites) {
  llvm::StringSet<> Changed, Waiting;
  std::set<Location> Compiled;
  const std::vector<bool> Rests = restingOnCallers(P);
  for (auto [I, F] : llvm::enumerate(P.Functions)) {
    if (Closure.of(I).Kind == GroupParameter::Parameter)
      Changed.insert(wordFor(F.Name));
    if (Rests[I])
      Waiting.insert(wordFor(F.Name));
    for (const CallEdge &E : F.Calls)
      Compiled.insert(E.Loc);
    for (const FunctionDeclaration &D : F.Declarations)
      Compiled.insert(D.Loc);
  }
  llvm::erase_if(Sites, [&](const Site &S) {
    return S.Kind == SiteKind::Call && S.NotASite &&
           ((!Changed.contains(S.Name) && !Waiting.contains(S.Name)) || Compiled.count(S.Loc));
  });
  for (Site &S : Sites)
    if (S.Kind == SiteKind::Call && S.NotASite && !Changed.contains(S.Name))
      S.Parts.push_back({"counts-on-callers", {}, ""});
}
