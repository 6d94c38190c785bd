#include "UnitFindings.h"

#include "Driver/SourceTexts.h"
#include "Driver/Suppress.h"
#include "Edit/Plan.h"
#include "Rules/Decide.h"

#include "clang/AST/ASTContext.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace coopify {
namespace {

/// The edits of \p Plan that belong to no finding alone, each given to the
/// first finding below it: clang-tidy makes an edit as often as it is offered.
void shareOut(const EditPlan &Plan, std::vector<UnitFinding> &Findings) {
  std::set<Edit> Owned;
  for (const UnitFinding &U : Findings)
    Owned.insert(U.Edits.begin(), U.Edits.end());
  for (const auto &[File, Edits] : Plan.Edits.byFile())
    for (const Edit &E : Edits) {
      if (Owned.contains(E))
        continue;
      auto IsBelow = [&](const Edit &Other) {
        return Other.Range.File == File && Other.Range.Begin >= E.Range.Begin;
      };
      auto First = find_if(Findings, [&](const UnitFinding &U) {
        return U.Found.Applied && any_of(U.Found.Edits, IsBelow);
      });
      if (First != Findings.end())
        First->Edits.push_back(E);
    }
}

/// Changes that stand or fall together are one fix, that of their first one.
void gatherGroups(std::vector<UnitFinding> &Findings) {
  std::map<std::string, UnitFinding *> Leaders;
  for (UnitFinding &U : Findings) {
    const std::string &Group = U.Found.Verdict.Group;
    if (Group.empty() || !U.Found.Applied)
      continue;
    auto [It, New] = Leaders.try_emplace(Group, &U);
    if (New)
      continue;
    append_range(It->second->Edits, U.Edits);
    U.Edits.clear();
  }
}

/// Assumptions, and what other units may say of a header's code.
std::string caveatOf(const UnitFinding &U, StringRef MainFile) {
  if (const Rewrite *R = U.Found.Verdict.rewrite(); R && R->Applies == Applicability::Assumed)
    return "assuming " + join(R->Assumptions, ", ");
  if (any_of(U.Edits, [&](const Edit &E) { return E.Range.File != MainFile; }))
    return "as far as this unit shows; others may use the header in another way, 'coopify' reads "
           "them all";
  return "";
}

} // namespace

UnitFindings::UnitFindings(clang::Preprocessor &PP) : Record(PreprocessorRecord::attach(PP)) {}

std::shared_ptr<UnitFindings> UnitFindings::of(clang::Preprocessor &PP) {
  // clang-tidy makes the checks anew for each unit and parses one at a time.
  static std::map<clang::Preprocessor *, std::weak_ptr<UnitFindings>> Live;
  std::shared_ptr<UnitFindings> Unit = Live[&PP].lock();
  if (!Unit) {
    Live.clear();
    Live[&PP] = Unit = std::make_shared<UnitFindings>(PP);
  }
  return Unit;
}

ArrayRef<UnitFinding> UnitFindings::get(clang::ASTContext &Context) {
  if (!Done)
    compute(Context);
  Done = true;
  return Findings;
}

void UnitFindings::compute(clang::ASTContext &Context) {
  std::vector<TUSummary> Units;
  // Errors are not at hand here, but a function that holds one shows it.
  Units.push_back(extract(Context, *Record, {}));
  const std::string MainFile = Units.front().MainFile;
  const ProgramFacts Facts = link(std::move(Units));
  std::vector<Finding> Found = decideAll(Facts, Rules);
  // clang-tidy drops suppressed diagnostics itself, but then their part of a
  // common edit would be gone, too.
  SourceTexts Texts;
  suppress(Found, Texts);
  PlanOptions Options;
  Options.ApplyAssumed = true; // offered in a note
  const EditPlan Plan = planEdits(Found, Facts, Options);
  for (Finding &F : Found) {
    std::vector<Edit> Edits = F.Applied ? F.Edits : std::vector<Edit>();
    Findings.push_back({std::move(F), std::move(Edits), ""});
  }
  shareOut(Plan, Findings);
  gatherGroups(Findings);
  for (UnitFinding &U : Findings)
    U.Caveat = caveatOf(U, MainFile);
}

} // namespace coopify
