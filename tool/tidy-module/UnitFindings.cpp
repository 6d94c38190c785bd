#include "UnitFindings.h"

#include "Driver/Units/SourceTexts.h"
#include "Driver/Write/Suppress.h"
#include "Edit/Plan.h"
#include "Frontend/ToolkitFiles.h"
#include "Rules/Decide.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

using namespace llvm;

namespace coopify {
namespace {

using EditList = std::set<Edit>;

EditList allOf(const EditPlan &Plan) {
  EditList All;
  for (const auto &[File, Edits] : Plan.Edits.byFile())
    All.insert(Edits.begin(), Edits.end());
  return All;
}

/// The \p Shared edits (includes, handles) belong to several findings, but
/// clang-tidy makes an edit as often as it is offered: the first finding below
/// carries it.
void shareOut(EditList Shared, MutableArrayRef<UnitFinding *> Findings) {
  for (const UnitFinding *U : Findings)
    for (const Edit &E : editsOf(U->Became))
      Shared.erase(E);
  for (const Edit &E : Shared) {
    auto IsBelow = [&](const Edit &Other) {
      return Other.Range.File == E.Range.File && Other.Range.Begin >= E.Range.Begin;
    };
    auto First = find_if(Findings,
                         [&](const UnitFinding *U) { return any_of(editsOf(U->Became), IsBelow); });
    if (First != Findings.end())
      (*First)->Edits.push_back(E);
  }
}

/// Changes that stand or fall together are one fix, that of their first one.
void gatherGroups(MutableArrayRef<UnitFinding *> Findings) {
  std::map<std::string, UnitFinding *> Leaders;
  for (UnitFinding *U : Findings) {
    const std::string &Group = U->Found.Verdict.Group;
    if (Group.empty())
      continue;
    auto [It, New] = Leaders.try_emplace(Group, U);
    if (New)
      continue;
    append_range(It->second->Edits, U->Edits);
    U->Edits.clear();
  }
}

/// Touching edits as one, so that deletions of several lines are seen as that.
std::vector<Edit> joinTouching(std::vector<Edit> Edits) {
  sort(Edits);
  std::vector<Edit> Joined;
  for (Edit &E : Edits) {
    Edit *Last = Joined.empty() ? nullptr : &Joined.back();
    if (!Last || Last->Range.File != E.Range.File || Last->Range.End != E.Range.Begin) {
      Joined.push_back(std::move(E));
      continue;
    }
    Last->Range.End = E.Range.End;
    Last->Text += E.Text;
  }
  return Joined;
}

/// One tier of findings, each with the edits that it offers.
void offer(EditList Edits, MutableArrayRef<UnitFinding *> Findings) {
  for (UnitFinding *U : Findings)
    U->Edits = editsOf(U->Became).vec();
  shareOut(std::move(Edits), Findings);
  gatherGroups(Findings);
  for (UnitFinding *U : Findings)
    U->Edits = joinTouching(std::move(U->Edits));
}

/// clang-tidy has found the toolkit by itself; its headers hold no sites.
void noteToolkit(const clang::SourceManager &SM) {
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    StringRef Path = It->first.getFileEntry().tryGetRealPathName();
    if (sys::path::filename(Path) == "cuda_runtime.h")
      addToolkitRoot(sys::path::parent_path(sys::path::parent_path(Path)));
  }
}

/// Groups that edit another file than the unit's own: other units read it, too.
std::set<std::string> groupsOutside(ArrayRef<Result> Results, StringRef MainFile) {
  std::set<std::string> Groups;
  for (const Result &R : Results)
    if (any_of(editsOf(R.Became), [&](const Edit &E) { return E.Range.File != MainFile; }))
      Groups.insert(R.Found.Verdict.Group);
  Groups.erase("");
  return Groups;
}

bool isIn(const std::set<std::string> &Groups, const Finding &F) {
  return !F.Verdict.Group.empty() && Groups.contains(F.Verdict.Group);
}

/// What a rewrite rests on beside this unit.
std::string caveatOf(const Result &Planned, const std::set<std::string> &Outside,
                     StringRef MainFile) {
  const Finding &F = Planned.Found;
  const Rewrite *R = Planned.rewrite();
  if (!R)
    return "";
  if (isIn(Outside, F))
    return "this changes together with code that other units see; run 'coopify', which reads "
           "them all";
  // An overload may fit better with one more argument; here nothing is parsed again (record 12).
  if (F.Check == "hidden-block-barrier" && !F.Verdict.Group.empty())
    return "can be rewritten, if no other function of that name takes a block; 'coopify' compares "
           "what each call means";
  if (R->Applies != Applicability::Safe)
    return "can be rewritten, assuming " + join(R->Assumptions, ", ");
  if (F.Where.Loc.File != MainFile)
    return "can be rewritten, as far as this unit shows; 'coopify' reads all that use the header";
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
  noteToolkit(Context.getSourceManager());
  std::vector<TUSummary> Units;
  // Errors are not at hand here, but a function that holds one shows it.
  Units.push_back(extract(Context, *Record, {}));
  const std::string MainFile = Units.front().MainFile;
  const ProgramFacts Facts = link(std::move(Units), Link);
  Found = decideAll(Facts, Rules);
  // clang-tidy drops suppressed diagnostics itself, but then their part of a
  // common edit would be gone, too.
  SourceTexts Texts;
  plan(Facts, MainFile, suppressed(Found, Texts));
}

void UnitFindings::plan(const ProgramFacts &Facts, const std::string &MainFile, Vetoes Against) {
  PlanOptions Options;
  Options.ApplyAssumed = true;
  const EditPlan Probe = planEdits(Found, Facts, Options, Against);
  const std::set<std::string> Outside = groupsOutside(resultsOf(Found, Probe.Outcomes), MainFile);
  for (auto [I, F] : enumerate(Found))
    if (isIn(Outside, F))
      Against.try_emplace(I, Hold::OneUnit);
  // One plan of all that may be offered, and one of what --fix may make.
  const EditPlan All = planEdits(Found, Facts, Options, Against);
  for (auto [I, R] : enumerate(resultsOf(Found, All.Outcomes))) {
    Findings.push_back({R.Found, R.Became, {}, caveatOf(R, Outside, MainFile)});
    if (!Findings.back().Caveat.empty())
      Against.try_emplace(I, Hold::OneUnit);
  }
  const EditPlan Safe = planEdits(Found, Facts, PlanOptions(), Against);
  const EditList AllEdits = allOf(All), SafeEdits = allOf(Safe);

  std::vector<UnitFinding *> Sure, Unsure;
  for (auto [U, Alone] : zip_equal(Findings, Safe.Outcomes)) {
    const bool IsSafe = !editsOf(Alone).empty();
    if (IsSafe)
      U.Became = Alone;
    if (U.result().isApplied())
      (IsSafe ? Sure : Unsure).push_back(&U);
  }
  offer(SafeEdits, Sure);
  // The fixes of the notes come on top of those of the warnings; that works
  // unless the one plan names things in another way than the other.
  if (!std::includes(AllEdits.begin(), AllEdits.end(), SafeEdits.begin(), SafeEdits.end()))
    return;
  EditList Rest;
  std::set_difference(AllEdits.begin(), AllEdits.end(), SafeEdits.begin(), SafeEdits.end(),
                      std::inserter(Rest, Rest.end()));
  offer(std::move(Rest), Unsure);
}

} // namespace coopify
