#include "Driver/Verify/OverloadChanges.h"

#include "Driver/Verify/EditedPlaces.h"

#include "Model/FunctionNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace coopify {
namespace {

/// The findings that give a parameter to a function, by where it is declared.
std::map<Location, size_t> editedFunctions(ArrayRef<Result> Results) {
  std::map<Location, size_t> Out;
  for (auto [I, R] : enumerate(Results))
    if (R.isApplied() && isSignature(R.Found.Where.Kind))
      Out.emplace(placeKey(R.Found.Where.Loc.File, R.Found.Where.Loc.Offset), I);
  return Out;
}

BrokenUnit stray(const CallTarget &Call) {
  BrokenUnit Out;
  Out.Error.Where = Call.Args;
  Out.Error.Text = "with the edit, this call would mean another function '" + Call.Name + "'";
  Out.Error.Means = Call.Declared.empty() ? Call.Loc : Call.Declared.front();
  return Out;
}

} // namespace

OverloadChanges::OverloadChanges(const ProgramFacts &Facts) {
  for (const FunctionSummary &F : Facts.functions())
    for (const CallEdge &E : F.Calls) {
      const FunctionSummary *Callee = Facts.function(E.Callee);
      const StringRef Name = scopeAndWord(Callee ? Callee->Name : E.CalleeName).second;
      Meaning &M = Before[{placeKey(E.Loc.File, E.Loc.Offset), Name.str()}];
      M.Unknown |= !Callee || Callee->Declarations.empty();
      if (Callee)
        for (const FunctionDeclaration &D : Callee->Declarations)
          M.Declared.insert(placeKey(D.Loc.File, D.Loc.Offset));
    }
}

/// By whatever name: that of a lambda is not written where it is called.
bool OverloadChanges::meantAt(const Location &Call, const Location &Declared) const {
  for (auto It = Before.lower_bound({Call, ""}); It != Before.end() && It->first.first == Call;
       ++It)
    if (It->second.Declared.contains(Declared))
      return true;
  return false;
}

std::vector<BrokenUnit> OverloadChanges::brokenUnits(ArrayRef<CallTarget> Now, const EditPlan &Plan,
                                                     ArrayRef<Finding> Findings) const {
  std::vector<BrokenUnit> Out;
  const EditedPlaces Old(Plan.Edits);
  const std::map<Location, size_t> Edited = editedFunctions(resultsOf(Findings, Plan.Outcomes));
  for (const CallTarget &Call : Now) {
    std::optional<Location> At = Old.before(Call.Loc);
    auto Known = At ? Before.find({*At, Call.Name}) : Before.end();
    bool MayBeNew = Known == Before.end() || Known->second.Unknown, AsBefore = false;
    BrokenUnit Stray = stray(Call);
    auto Blame = [&](const Location &Function) {
      if (auto Culprits = Edited.find(Function); Culprits != Edited.end())
        Stray.Culprits.insert(Culprits->second);
    };
    for (const Location &D : Call.Declared)
      if (std::optional<Location> Declared = Old.before(D)) {
        Blame(*Declared);
        AsBefore |= At && meantAt(*At, *Declared);
      }
    // Only a call that got an argument can have lost its meaning; instances may differ in others.
    bool MayBeLost = !MayBeNew && !Old.before(Call.Args);
    if (AsBefore || (!MayBeLost && Stray.Culprits.empty()))
      continue;
    if (Known != Before.end())
      for_each(Known->second.Declared, Blame);
    Out.push_back(std::move(Stray));
  }
  return Out;
}

} // namespace coopify
