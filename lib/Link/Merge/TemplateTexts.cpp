//===- TemplateTexts.cpp - what templates without an instance call --------------===//
#include "Link/Merge/Merge.h"
#include "Model/FunctionNames.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

using namespace coopify;

static const std::string &templateOf(const FunctionSummary &F) {
  return F.Pattern.empty() ? F.USR : F.Pattern;
}

namespace {

/// A call, and the pattern of what it may mean there.
using TextPlace = std::pair<Location, std::string>;

/// What the program's own functions show of templates.
struct Instances {
  std::map<std::string, std::string> Of; ///< by pattern: one with a body, if there is one
  std::set<std::string> WithBody;        ///< patterns
  std::set<Location> Calls;
  std::set<TextPlace> Meanings; ///< of those calls

  explicit Instances(const Program &P) {
    std::map<std::string, std::string> Patterns;
    for (const FunctionSummary &F : P.Functions) {
      Patterns[F.USR] = templateOf(F);
      if (F.HasBody && WithBody.insert(templateOf(F)).second)
        Of[templateOf(F)] = F.USR;
      Of.try_emplace(templateOf(F), F.USR);
    }
    for (const FunctionSummary &F : P.Functions)
      for (const CallEdge &E : F.Calls) {
        Calls.insert(E.Loc);
        Meanings.insert({E.Loc, Patterns[E.Callee]});
      }
  }
  /// One use of a macro may hold several calls.
  bool show(const CallEdge &E) const {
    return E.Macro.Kind == MacroKind::None ? Calls.count(E.Loc) : Meanings.count({E.Loc, E.Callee});
  }
};

/// What the texts of templates tell, and what they leave open.
class Texts {
public:
  Texts(const std::vector<TUSummary> &Units, const Program &P) : Units(Units), Shown(P) {}

  /// Those that add something.
  std::vector<FunctionSummary> functions() {
    std::map<std::string, std::vector<FunctionCopy>> ByUSR;
    for (const TUSummary &Unit : Units)
      for (const FunctionSummary &F : Unit.TemplateTexts)
        ByUSR[F.USR].push_back({&F, isDevicePass(Unit)});
    std::vector<FunctionSummary> All;
    std::set<std::string> Called;
    for (const auto &[USR, Copies] : ByUSR) {
      FunctionSummary &F = All.emplace_back(mergeFunction(Copies).F);
      keepUnshown(F);
      for (const CallEdge &E : F.Calls)
        Called.insert(E.Callee);
    }
    llvm::erase_if(All, [&](const FunctionSummary &F) {
      const bool Tells = !F.Calls.empty() || F.DirectBarrier || F.NamedBarrierAt.valid() ||
                         !F.DependentNames.empty() || !F.BareNames.empty() || Called.count(F.USR);
      const bool Leaves = !F.DependentNames.empty() || !F.BareNames.empty();
      return F.Calls.empty() && !Leaves && (Shown.WithBody.count(F.Pattern) || !Tells);
    });
    return All;
  }

  /// A call in a template counts as seen where some unit instantiates it, or its text tells of it.
  void findDependentCalls(Program &P) {
    leaveOpen(P);
    // Units that have no instance of it tell of its text alone.
    std::map<std::string, std::vector<Location>> UntoldOf;
    for (const auto &[L, Pattern] : Untold)
      if (!Shown.Calls.count(L))
        UntoldOf[Pattern].push_back(L);
    for (FunctionSummary &F : P.Functions) {
      auto Call = llvm::find_if(F.TemplateCalls, [&](const Location &L) {
        return !Shown.Calls.count(L) && OpenPlaces.count(L);
      });
      if (auto It = UntoldOf.find(templateOf(F)); It != UntoldOf.end())
        F.DependentCallAt = It->second.front();
      else if (Call != F.TemplateCalls.end())
        F.DependentCallAt = *Call;
      else if (auto It = ByNamespace.find(templateOf(F)); It != ByNamespace.end())
        F.DependentCallAt = It->second;
    }
    findNames(P);
  }

private:
  /// Of an instance's text what no instance runs: the arms of an `if constexpr`.
  void keepUnshown(FunctionSummary &F) const {
    if (Shown.WithBody.count(F.Pattern)) {
      F.DirectBarrier = false;
      for (std::vector<NameUse> *Names : {&F.DependentNames, &F.BareNames})
        llvm::erase_if(*Names, [](const NameUse &N) { return !N.MayBeLeftOut; });
    }
    llvm::erase_if(F.Calls, [&](const CallEdge &E) { return Shown.show(E); });
    for (auto [I, E] : llvm::enumerate(F.Calls)) {
      E.Id = I;
      if (auto It = Shown.Of.find(E.Callee); It != Shown.Of.end())
        E.Callee = It->second;
    }
  }

  /// Each unit has to tell of the places that it has: what others see is not what it looks up.
  void findUntold() {
    for (const TUSummary &Unit : Units) {
      std::set<TextPlace> Told;
      for (const FunctionSummary &F : Unit.TemplateTexts)
        for (const CallEdge &E : F.Calls)
          Told.insert({E.Loc, E.Callee});
      for (const auto *All : {&Unit.Functions, &Unit.TemplateTexts})
        for (const FunctionSummary &F : *All)
          for (const Location &L : F.TemplateCalls)
            if (!Told.count({L, templateOf(F)}))
              Untold.insert({L, templateOf(F)});
    }
  }

  /// Where a text's call may mean a function that nobody described, or one that only the namespaces
  /// of its arguments have.
  void leaveOpen(const Program &P) {
    findUntold();
    std::set<std::string> Known;
    std::map<std::string, std::vector<const FunctionSummary *>> Free; // by word
    for (const FunctionSummary &F : P.Functions)
      Known.insert(F.USR);
    for (const TUSummary &Unit : Units)
      for (const auto *All : {&Unit.Functions, &Unit.TemplateTexts})
        for (const FunctionSummary &F : *All)
          if (!isMemberUSR(templateOf(F)) && F.Kind != FunctionKind::Host && !F.InSystemHeader)
            Free[wordOf(F)].push_back(&F);
    std::map<Location, std::set<std::string>> Means; // patterns
    for (const TUSummary &Unit : Units)
      for (const FunctionSummary &F : Unit.TemplateTexts)
        for (const CallEdge &E : F.Calls)
          Means[E.Loc].insert(E.Callee);
    std::set<Location> Done;
    for (const FunctionSummary &F : P.Functions)
      for (const CallEdge &E : F.Calls) {
        if (F.TemplateText && !Known.count(E.Callee))
          OpenPlaces.insert(E.Loc);
        if (!F.TemplateText || !E.Open || !Done.insert(E.Loc).second)
          continue;
        const std::set<std::string> &Told = Means[E.Loc];
        for (const FunctionSummary *Other : Free[scopeAndWord(E.CalleeName).second.str()]) {
          // A specialization goes with its template.
          if (llvm::StringRef(Other->Name).ends_with(">") || Told.count(templateOf(*Other)) ||
              !mayTake(*Other, E))
            continue;
          OpenPlaces.insert(E.Loc);
          ByNamespace.try_emplace(templateOf(*Other), E.Loc);
        }
      }
  }

  /// As it is, or with a block in front of its arguments. Without Args their number is not known.
  static bool mayTake(const FunctionSummary &F, const CallEdge &E) {
    const unsigned Count = E.Args.size();
    auto Takes = [&](unsigned N) { return F.MinArgs <= N && N <= F.MaxArgs; };
    const bool Block = !F.Params.empty() && !llvm::StringRef(F.Params.front().Type).ends_with("*");
    return Count == 0 || Takes(Count) || (Block && Takes(Count + 1));
  }

  /// Other classes' count as well, since a using-declaration brings a base's; but not those of
  /// function objects, which are many.
  static std::string memberOf(const FunctionSummary &F) {
    const std::string Word = wordOf(F);
    return Word == "operator()" ? (scopeOfUSR(templateOf(F)) + " " + Word).str() : Word;
  }
  static std::string wordOf(const FunctionSummary &F) { return scopeAndWord(F.Name).second.str(); }

  /// By the word. A member of a type that is a parameter no longer compiles where it has got the
  /// block; but where there is another one of its name, the call might mean that.
  static void findNames(Program &P) {
    std::map<std::string, Location> Any, Bare;
    std::map<std::string, std::set<std::string>> Members; // patterns by scope and word
    for (const FunctionSummary &F : P.Functions) {
      for (const NameUse &N : F.DependentNames)
        Any.try_emplace(N.Name, N.Where);
      for (const NameUse &N : F.BareNames)
        Bare.try_emplace(N.Name, N.Where);
      if (isMemberUSR(templateOf(F)))
        Members[memberOf(F)].insert(templateOf(F));
    }
    for (FunctionSummary &F : P.Functions) {
      const std::string Word = wordOf(F);
      if (auto It = Any.find(F.Constructor ? UnknownConstructor : Word);
          It != Any.end() && !F.DependentCallAt.valid())
        F.DependentCallAt = It->second;
      if (auto It = Any.find(templateOf(F)); It != Any.end() && !F.DependentCallAt.valid())
        F.DependentCallAt = It->second; // of a class that is named
      if (auto It = Bare.find(Word); It != Bare.end() && !F.DependentCallAt.valid() &&
                                     isMemberUSR(templateOf(F)) &&
                                     (F.Overloaded || Members[memberOf(F)].size() > 1))
        F.DependentCallAt = It->second;
    }
  }

  const std::vector<TUSummary> &Units;
  const Instances Shown;
  std::set<TextPlace> Untold;
  std::set<Location> OpenPlaces;
  std::map<std::string, Location> ByNamespace; ///< patterns that such a place may mean as well
};

} // namespace

void coopify::addTemplateTexts(const std::vector<TUSummary> &Units, Program &P) {
  Texts All(Units, P);
  llvm::append_range(P.Functions, All.functions());
  All.findDependentCalls(P);
}
