#include "Driver/Try/Reach.h"

#include "Report/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace coopify {
namespace {

using Names = std::set<std::string>;
using CallersOf = std::map<std::string, Names>;

/// Who can come to what, by USR.
CallersOf callersIn(const ProgramFacts &Facts) {
  CallersOf Out;
  for (const FunctionSummary &F : Facts.functions())
    for (const CallEdge &Call : F.Calls)
      Out[Call.Callee].insert(F.USR);
  return Out;
}

/// \p From and all that come there; not through those of which \p Ends is true.
Names reachedFrom(const Names &From, const CallersOf &Callers,
                  function_ref<bool(const std::string &)> Ends) {
  Names Reached;
  std::vector<std::string> Work(From.begin(), From.end());
  while (!Work.empty()) {
    const std::string USR = std::move(Work.back());
    Work.pop_back();
    if (!Reached.insert(USR).second || Ends(USR))
      continue;
    if (auto It = Callers.find(USR); It != Callers.end())
      append_range(Work, It->second);
  }
  return Reached;
}

bool nowhere(const std::string &) { return false; }

} // namespace

std::string bareName(StringRef Kernel) {
  Kernel.consume_front("void ");
  std::string Text = Kernel.str(), Out;
  constexpr StringLiteral Anonymous = "(anonymous namespace)";
  for (size_t At; (At = Text.find(Anonymous)) != std::string::npos;)
    Text.replace(At, Anonymous.size(), "{}");
  int Depth = 0;
  for (char C : Text) {
    if (C == '(' && Depth == 0)
      break;
    Depth += (C == '<') - (C == '>');
    if (Depth == 0 && C != '>')
      Out += C;
  }
  return Out;
}

std::vector<std::string> unfinishedKernels(ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                                           const EditPlan &Plan) {
  Names From;
  for (const Result &R : resultsOf(Findings, Plan.Outcomes))
    if (!R.isApplied() && !R.leave() && !R.isSubsumed())
      From.insert(R.Found.Where.Function);
  std::vector<std::string> Out;
  for (const std::string &USR : reachedFrom(From, callersIn(Facts), nowhere))
    if (const FunctionSummary *F = Facts.function(USR))
      Out.push_back(F->Name);
  return Out;
}

std::vector<size_t> appliedIn(const EditPlan &Plan) {
  std::vector<size_t> Out;
  for (const auto &[I, O] : enumerate(Plan.Outcomes))
    if (!editsOf(O).empty())
      Out.push_back(I);
  return Out;
}

Reach::Reach(ArrayRef<Finding> Findings, const ProgramFacts &Facts)
    : Findings(Findings), Facts(Facts), Callers(callersIn(Facts)) {
  for (const FunctionSummary &F : Facts.functions())
    Instances[F.Pattern].insert(F.USR);
  for (const Finding &F : Findings)
    Functions[F.Where.Loc].insert(F.Where.Function);
}

std::set<size_t> Reach::rewritesOf(StringRef Kernel, const EditPlan &Plan) const {
  const std::string Wanted = bareName(Kernel);
  std::set<size_t> Out;
  for (size_t Index : appliedIn(Plan))
    for (const std::string &USR :
         reachedFrom(Functions.at(Findings[Index].Where.Loc), Callers, nowhere))
      if (const FunctionSummary *F = Facts.function(USR);
          F && F->Kind == FunctionKind::Kernel && bareName(F->Name) == Wanted)
        Out.insert(Index);
  return Out;
}

/// A text stands for all instances of its template; who calls by a pointer is not known.
bool Reach::mayRun(size_t Index, const Names &Launched) const {
  Names From = Functions.at(Findings[Index].Where.Loc);
  for (const std::string &USR : Names(From))
    if (const FunctionSummary *F = Facts.function(USR)) {
      if (F->Kind == FunctionKind::Host)
        return true; // no launch is needed
      if (auto It = Instances.find(F->Pattern); It != Instances.end())
        From.insert(It->second.begin(), It->second.end());
    }
  const auto IsKernel = [&](const std::string &USR) {
    const FunctionSummary *F = Facts.function(USR);
    return F && F->Kind == FunctionKind::Kernel;
  };
  return any_of(reachedFrom(From, Callers, IsKernel), [&](const std::string &USR) {
    const FunctionSummary *F = Facts.function(USR);
    if (!F || F->Kind == FunctionKind::Kernel)
      return !F || Launched.count(bareName(F->Name)) != 0;
    return F->AddressTaken || F->Virtual;
  });
}

std::vector<std::string> Reach::notRun(ArrayRef<std::string> Launched, const EditPlan &Plan,
                                       StringRef Root) const {
  Names Ran, Told;
  for (const std::string &Name : Launched)
    Ran.insert(bareName(Name));
  std::vector<std::string> Out;
  for (size_t Index : appliedIn(Plan)) {
    const Site &Where = Findings[Index].Where;
    const FunctionSummary *F = Facts.function(Where.Function);
    if (!F || mayRun(Index, Ran) || !Told.insert(F->Pattern).second)
      continue;
    Out.push_back(formatv("{0} ({1}:{2})", bareName(F->Name), displayPath(Where.Loc.File, Root),
                          Where.Loc.Line));
  }
  return Out;
}

} // namespace coopify
