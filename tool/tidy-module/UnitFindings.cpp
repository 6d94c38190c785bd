#include "UnitFindings.h"

#include "Analysis/Source/Builtins.h"
#include "OtherPasses.h"
#include "Program.h"

#include "Driver/Units/SourceTexts.h"
#include "Driver/Write/Suppress.h"
#include "Edit/Plan.h"
#include "Extract/Trials/Trials.h"
#include "Frontend/ToolkitFiles.h"
#include "Rules/Decide/Decide.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
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

/// Who makes each edit of a plan, but for the edits that are made \p Already.
using Makers = std::map<Edit, std::vector<unsigned>>;

Makers makersOf(const EditPlan &Plan, const EditList &Already) {
  Makers By;
  for (auto [I, O] : enumerate(Plan.Outcomes))
    for (const Edit &E : editsOf(O))
      By[E].push_back(I);
  for (const HandleEdit &H : Plan.Shared)
    for (const Edit &E : H.Edits)
      append_range(By[E], H.WantedBy);
  for (const Edit &E : Already)
    By.erase(E);
  return By;
}

/// Findings of which one cannot be changed without the others: they share an edit, stand or fall
/// together, or touch each other.
class Bundles {
public:
  Bundles(const EditPlan &Plan, const EditList &Already, ArrayRef<UnitFinding> Findings)
      : By(makersOf(Plan, Already)), Classes(Findings.size()) {
    std::map<std::string, unsigned> First;
    for (const auto &[E, All] : By)
      for (unsigned I : All) {
        Classes.join(All.front(), I);
        if (const std::string &Group = Findings[I].Found.Verdict.Group; !Group.empty())
          Classes.join(First.try_emplace(Group, I).first->second, I);
      }
    for (const auto &[File, Edits] : Plan.Edits.byFile())
      joinTouching(Edits);
  }

  /// The first finding of those that make \p E; nullopt: it is made already.
  std::optional<unsigned> leaderOf(const Edit &E) const {
    auto It = By.find(E);
    return It == By.end() ? std::nullopt : std::optional(Classes.findLeader(It->second.front()));
  }

private:
  void joinTouching(ArrayRef<Edit> Edits) {
    for (const auto &[A, B] : zip(Edits, Edits.drop_front()))
      if (A.Range.End == B.Range.Begin && By.count(A) && By.count(B))
        Classes.join(By.at(A).front(), By.at(B).front());
  }

  const Makers By;
  IntEqClasses Classes;
};

/// Each bundle's edits, but for those that are made \p Already, become the fix of its first
/// finding.
void offer(const EditPlan &Plan, const EditList &Already, MutableArrayRef<UnitFinding> Findings) {
  const Bundles Bundled(Plan, Already, Findings);
  std::map<unsigned, std::vector<Edit>> Fixes;
  for (const auto &[File, Edits] : Plan.Edits.byFile())
    for (const Edit &E : Edits)
      if (std::optional<unsigned> Leader = Bundled.leaderOf(E))
        Fixes[*Leader].push_back(E);
  for (auto [I, O] : enumerate(Plan.Outcomes))
    for (const Edit &E : editsOf(O))
      if (std::optional<unsigned> Leader = Bundled.leaderOf(E); Leader && *Leader != I)
        Findings[I].FixedWith = &Findings[*Leader].Found;
  for (auto &[I, Edits] : Fixes)
    Findings[I].Edits = joinTouching(Edits);
}

/// clang-tidy has found the toolkit by itself; its headers hold no sites.
void noteToolkit(const clang::SourceManager &SM) {
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    StringRef Path = It->first.getFileEntry().tryGetRealPathName();
    if (sys::path::filename(Path) == "cuda_runtime.h")
      addToolkitRoot(sys::path::parent_path(sys::path::parent_path(Path)));
    if (sys::path::filename(Path) == "hip_runtime.h") // ROCm's include/hip
      addToolkitRoot(sys::path::parent_path(sys::path::parent_path(sys::path::parent_path(Path))));
    if (sys::path::filename(Path).starts_with("coopify_"))
      addExportedHeaders(Path);
  }
}

bool isIn(const std::set<std::string> &Groups, const Finding &F) {
  return !F.Verdict.Group.empty() && Groups.contains(F.Verdict.Group);
}

/// Why nothing of this unit is sure; empty: it may be. Where errors are is not at hand here, and
/// what the parser gave up may be no function any more; a warning made an error takes nothing away.
std::string caveatOfAll(const clang::ASTContext &Context, const TUSummary &Unit) {
  if (Context.getDiagnostics().hasUncompilableErrorOccurred())
    return "can be rewritten, if the text that was given up for errors does not use it; 'coopify' "
           "reads that, too";
  if (std::optional<PassName> Name = namedForOnePass(Context.getSourceManager(), Unit))
    return "can be rewritten, as far as this pass shows: '" + Name->Name + "' stands in " +
           sys::path::filename(Name->File).str() + ":" + std::to_string(Name->Line) +
           "; 'coopify' reads the passes of all architectures and the host's, as nvcc does";
  return "";
}

} // namespace

/// Commands of --export-clang-database have -fgpu-rdc in any case, so that each launch parses; what
/// nvcc was told is a macro there.
static bool isRelocatable(clang::Preprocessor &PP) {
  return PP.getLangOpts().GPURelocatableDeviceCode &&
         (!PP.isMacroDefined("COOPIFY_EXPORTED") || PP.isMacroDefined("__CUDACC_RDC__"));
}

/// Groups that edit a file that is not this unit's alone to edit.
std::set<std::string> UnitFindings::groupsElsewhere(ArrayRef<Result> Results) const {
  std::set<std::string> Groups;
  for (const Result &R : Results)
    if (any_of(editsOf(R.Became), [&](const Edit &E) { return !isEditedHere(E.Range.File); }))
      Groups.insert(R.Found.Verdict.Group);
  Groups.erase("");
  return Groups;
}

/// What a rewrite rests on beside what was read.
std::string UnitFindings::caveatOf(const Result &Planned,
                                   const std::set<std::string> &Elsewhere) const {
  const Finding &F = Planned.Found;
  const Rewrite *R = Planned.rewrite();
  if (!R)
    return "";
  if (isIn(Elsewhere, F))
    return KnowsProgram ? "this changes together with files that this unit does not include; run "
                          "'coopify', which writes them all"
                        : "this changes together with code that other units see; run 'coopify', "
                          "which reads them all";
  // An overload may fit better with one more argument; here nothing is parsed again (record 12).
  if (F.Check == "hidden-block-barrier" && !F.Verdict.Group.empty())
    return "can be rewritten, if no other function of that name takes a block; 'coopify' compares "
           "what each call means";
  if (R->Applies != Applicability::Safe)
    return "can be rewritten, assuming " + join(R->Assumptions, ", ");
  if (F.Where.Loc.File != MainFile && !KnowsProgram)
    return "can be rewritten, as far as this unit shows; 'coopify' reads all that use the header";
  return OnlyHere;
}

UnitFindings::UnitFindings(clang::Preprocessor &PP)
    : PP(PP), Record(PreprocessorRecord::attach(PP)) {}

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

ArrayRef<UnitFinding> UnitFindings::get(clang::ASTContext &Context,
                                        function_ref<bool(const Location &)> IsShown) {
  if (!Done)
    compute(Context, IsShown);
  Done = true;
  return Findings;
}

/// What was extracted is of the disk's text; an editor, or an overlay, may show another one here.
static bool isAsOnDisk(const clang::SourceManager &SM, const TUSummary &Unit) {
  return all_of(Unit.Files, [&](const FileFacts &File) {
    const auto Entry = SM.getFileManager().getOptionalFileRef(File.Path);
    const clang::FileID ID = Entry ? SM.translateFile(*Entry) : clang::FileID();
    auto OnDisk = MemoryBuffer::getFile(File.Path);
    return ID.isInvalid() || (OnDisk && (*OnDisk)->getBuffer() == SM.getBufferData(ID));
  });
}

/// What the unit shows, or with CoopifyProgram what all units do, this one among them.
ProgramFacts UnitFindings::linkUnits(clang::ASTContext &Context, TUSummary Unit) {
  if (!ProgramFiles.empty() && !Context.getDiagnostics().hasUncompilableErrorOccurred() &&
      isAsOnDisk(Context.getSourceManager(), Unit))
    if (std::optional<ProgramFacts> All = linkProgram(ProgramFiles, Unit, Link)) {
      KnowsProgram = true;
      return std::move(*All);
    }
  OnlyHere = caveatOfAll(Context, Unit);
  std::vector<TUSummary> Units;
  Units.push_back(std::move(Unit));
  return link(std::move(Units), Link);
}

void UnitFindings::compute(clang::ASTContext &Context,
                           function_ref<bool(const Location &)> IsShown) {
  noteToolkit(Context.getSourceManager());
  WarpLanes Lanes{warpWidthOf(Context)};
  Lanes.Ports = Link.AuditWave64;
  WarpWidthScope Warp(Lanes);
  std::vector<const clang::FunctionDecl *> Unused;
  TUSummary Unit = extract(Context, *Record, {}, nullptr, {}, &Unused);
  addUntried(Context, Unused, Unit); // what clang-tidy shows a check can no longer be instantiated
  Unit.WarpWidth = warpWidth();
  Unit.RelocatableDevice = isRelocatable(PP);
  if (Context.getLangOpts().HIP)
    Unit.Pass = "gfx";
  MainFile = Unit.MainFile;
  for (const FileFacts &File : Unit.Files)
    FilesRead.insert(File.Path);
  const ProgramFacts Facts = linkUnits(Context, std::move(Unit));
  WarpWidthScope OfProgram(Facts.warps());
  Found = decideAll(Facts, Rules);
  refuseBesideQueries(Found, Facts);
  // clang-tidy drops diagnostics itself (NOLINT, --line-filter), but then their part of a common
  // edit would be gone, too.
  SourceTexts Texts;
  Vetoes Against = suppressed(Found, Texts);
  for (auto [I, F] : enumerate(Found))
    if (!IsShown(F.Where.Loc))
      Against.try_emplace(I, WhyNot::Comment);
  plan(Facts, std::move(Against));
}

void UnitFindings::plan(const ProgramFacts &Facts, Vetoes Against) {
  PlanOptions Options;
  Options.ApplyAssumed = true;
  if (!Facts.warps().OnlyCuda)
    Options.Groups = GroupsChoice::AlwaysBundled;
  const EditPlan Probe = planEdits(Found, Facts, Options, Against);
  const std::set<std::string> Elsewhere = groupsElsewhere(resultsOf(Found, Probe.Outcomes));
  for (auto [I, F] : enumerate(Found))
    if (isIn(Elsewhere, F) || !isRead(F.Where.Loc.File))
      Against.try_emplace(I, WhyNot::OneUnit);
  // One plan of all that may be offered, and one of what --fix may make.
  const EditPlan All = planEdits(Found, Facts, Options, Against);
  for (auto [I, R] : enumerate(resultsOf(Found, All.Outcomes))) {
    Findings.push_back({R.Found, R.Became, {}, nullptr, caveatOf(R, Elsewhere)});
    if (!Findings.back().Caveat.empty())
      Against.try_emplace(I, WhyNot::OneUnit);
  }
  PlanOptions OnlySafe;
  OnlySafe.Groups = Options.Groups;
  const EditPlan Safe = planEdits(Found, Facts, OnlySafe, Against);
  const EditList AllEdits = allOf(All), SafeEdits = allOf(Safe);

  for (auto [U, Alone] : zip_equal(Findings, Safe.Outcomes))
    if (!editsOf(Alone).empty())
      U.Became = Alone;
  offer(Safe, {}, Findings);
  // The fixes of the notes come on top of those of the warnings; that works
  // unless the one plan names things in another way than the other.
  if (std::includes(AllEdits.begin(), AllEdits.end(), SafeEdits.begin(), SafeEdits.end()))
    offer(All, SafeEdits, Findings);
}

} // namespace coopify
