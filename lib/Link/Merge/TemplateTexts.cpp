//===- TemplateTexts.cpp - what templates without an instance call --------------===//
#include "Link/Merge/Merge.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace coopify;

namespace {

/// What the program's own functions show of templates.
struct Instances {
  std::map<std::string, const FunctionSummary *> Of; ///< by pattern: with a body, if one has it
  std::set<Location> Calls;

  explicit Instances(const Program &P) {
    for (const FunctionSummary &F : P.Functions) {
      const FunctionSummary *&Best = Of.try_emplace(F.Pattern, &F).first->second;
      if (!Best->HasBody && F.HasBody)
        Best = &F;
      for (const CallEdge &E : F.Calls)
        Calls.insert(E.Loc);
    }
  }
  bool hasBody(const std::string &Pattern) const {
    auto It = Of.find(Pattern);
    return It != Of.end() && It->second->HasBody;
  }
};

/// A call in a template's text, and the pattern of what it may mean there.
using Told = std::set<std::pair<Location, std::string>>;

} // namespace

static const std::string &patternOf(const FunctionSummary &F) {
  return F.Pattern.empty() ? F.USR : F.Pattern;
}

/// Of an instance's text what no instance runs: the arms of an `if constexpr`.
static void keepUnshown(FunctionSummary &F, const Instances &Shown) {
  F.DirectBarrier &= !Shown.hasBody(F.Pattern);
  llvm::erase_if(F.Calls, [&](const CallEdge &E) { return Shown.Calls.count(E.Loc) != 0; });
  for (auto [I, E] : llvm::enumerate(F.Calls)) {
    E.Id = I;
    if (auto It = Shown.Of.find(E.Callee); It != Shown.Of.end())
      E.Callee = It->second->USR;
  }
}

/// A call in a template counts as seen where some unit instantiates it, or its text tells of it.
static void findDependentCalls(Program &P, const std::set<Location> &Shown, const Told &Texts) {
  for (FunctionSummary &F : P.Functions) {
    auto Call = llvm::find_if(F.TemplateCalls, [&](const Location &L) {
      return !Shown.count(L) && !Texts.count({L, patternOf(F)});
    });
    if (Call != F.TemplateCalls.end())
      F.DependentCallAt = *Call;
  }
}

void coopify::addTemplateTexts(const std::vector<TUSummary> &Units, Program &P) {
  const Instances Shown(P);
  std::map<std::string, std::vector<FunctionCopy>> ByUSR;
  Told Texts;
  for (const TUSummary &Unit : Units)
    for (const FunctionSummary &F : Unit.TemplateTexts) {
      ByUSR[F.USR].push_back({&F, isDevicePass(Unit)});
      for (const CallEdge &E : F.Calls)
        Texts.insert({E.Loc, E.Callee});
    }
  std::vector<FunctionSummary> Added;
  for (const auto &[USR, Copies] : ByUSR) {
    FunctionSummary F = mergeFunction(Copies).F;
    keepUnshown(F, Shown);
    if (!F.Calls.empty() || !Shown.hasBody(F.Pattern))
      Added.push_back(std::move(F));
  }
  llvm::append_range(P.Functions, std::move(Added)); // what Shown.Of points at is gone
  findDependentCalls(P, Shown.Calls, Texts);
}
