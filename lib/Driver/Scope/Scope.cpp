#include "Driver/Scope/Scope.h"

#include "Driver/Units/Units.h"
#include "Report/Sources.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

std::string folderOf(StringRef Path) {
  StringRef Folder = sys::path::parent_path(Path);
  return realPath(Folder.empty() ? "." : Folder);
}

/// What a baseline may have: there is something to do or to know, and no comment says that it is.
std::vector<size_t> findingsForBaseline(const Shown &Run, const Vetoes &Silenced) {
  std::vector<size_t> Out;
  for (auto [Index, F] : enumerate(Run.Findings))
    if (!F.Verdict.leave() && Run.holds(F) && !Silenced.count(Index))
      Out.push_back(Index);
  return Out;
}

FindingsByKey keysIn(StringRef File, const Shown &Run, const Vetoes &Silenced) {
  return keysOf(Run.Findings, findingsForBaseline(Run, Silenced), Run.Facts, Run.Texts,
                folderOf(File));
}

/// The main files: headers may be of other projects.
std::vector<std::string> sourcesOf(const Shown &Run) {
  std::vector<std::string> Out;
  for (const FileFacts &File : Run.Facts.files())
    if (!File.IsHeader && Run.Selected.contains(File.Path))
      Out.push_back(File.Path);
  return Out;
}

/// Of the operation, and of all statements of a pattern.
std::vector<LineRange> linesOf(const Site &S, const Sources &Files) {
  std::vector<LineRange> Out = {{S.Loc.Line, S.Loc.Line}};
  const SourceFile &File = Files.of(S.Loc.File);
  auto Add = [&](const TextRange &R) {
    if (R.valid() && R.File == S.Loc.File)
      Out.push_back(
          {File.placeOf(R.Begin).Line, File.placeOf(R.End > R.Begin ? R.End - 1 : R.End).Line});
  };
  Add(S.Range);
  for (const PatternPart &Part : S.Parts)
    Add(Part.Range);
  return Out;
}

std::string counted(size_t Count, StringRef One, StringRef Many) {
  return formatv("{0} {1}", Count, Count == 1 ? One : Many);
}

} // namespace

bool Shown::holds(const Finding &F) const {
  const bool OfLibrary =
      (F.Where.Kind == SiteKind::Shuffle || F.Where.Kind == SiteKind::Vote) && F.Where.Preset &&
      F.Where.Preset->Reason == ReasonId::SystemHeader; // no file of the user's (StrayMentions.cpp)
  return OfLibrary || Selected.contains(F.Where.Loc.File);
}

Expected<Scope> Scope::read(const RunOptions &Options) {
  Scope Out;
  Out.Asked = Options.Scope;
  for (const Rule *R : Options.Rules)
    Out.Checks.insert(R->id());
  if (!Out.Asked.LineFilter.empty()) {
    Expected<LineFilter> Filter = LineFilter::parse(Out.Asked.LineFilter);
    if (!Filter)
      return Filter.takeError();
    Out.Filter = std::move(*Filter);
  }
  if (Out.Asked.Baseline.empty())
    return Out;
  Expected<Baseline> Known = Baseline::read(Out.Asked.Baseline);
  if (!Known)
    return Known.takeError();
  Out.Known = std::move(*Known);
  return Out;
}

std::vector<Result> Shown::results(const EditPlan &Plan) const {
  std::vector<Result> Out;
  copy_if(resultsOf(Findings, Plan.Outcomes), std::back_inserter(Out),
          [&](const Result &R) { return !R.isSubsumed() && holds(R.Found); });
  return Out;
}

Error Scope::narrow(const Shown &Run, Vetoes &Against) {
  if (!Asked.Baseline.empty())
    narrowToNew(Run, Against);
  return narrowToLines(Run, Against);
}

void Scope::narrowToNew(const Shown &Run, Vetoes &Against) {
  const FindingsByKey Found = keysIn(Asked.Baseline, Run, Against);
  const std::string Folder = folderOf(Asked.Baseline);
  for (const auto &[Key, Count] : Known.counts()) {
    auto It = Found.find(Key);
    ArrayRef<size_t> Same = It == Found.end() ? ArrayRef<size_t>() : ArrayRef(It->second);
    for (size_t Index : Same.take_front(Count))
      Against.emplace(Index, WhyNot::Baseline);
    // Of what this run did not look at, nothing is known.
    SmallString<256> Path(Folder);
    sys::path::append(Path, Key.File);
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    if (Checks.contains(Key.Check) && (Run.Selected.contains(Path) || !sys::fs::exists(Path)))
      Gone += Count - std::min<size_t>(Count, Same.size());
  }
}

Error Scope::narrowToLines(const Shown &Run, Vetoes &Against) const {
  ChangedLines Changed;
  if (!Asked.Since.empty()) {
    Expected<ChangedLines> Found = ChangedLines::since(Asked.Since, sourcesOf(Run));
    if (!Found)
      return Found.takeError();
    Changed = std::move(*Found);
  }
  auto Text = [&](StringRef Path) { return Run.Texts.get(Path); };
  const Sources Files(Text);
  for (auto [Index, F] : enumerate(Run.Findings)) {
    const std::vector<LineRange> Lines = linesOf(F.Where, Files);
    if ((!Asked.Since.empty() && !Changed.holds(F.Where.Loc.File, Lines)) ||
        (!Asked.LineFilter.empty() && !Filter.holds(F.Where.Loc.File, Lines)))
      Against.emplace(Index, WhyNot::Lines);
  }
  return Error::success();
}

Error Scope::writeBaseline(const Shown &Run, const Vetoes &Silenced) {
  if (Asked.NewBaseline.empty())
    return Error::success();
  const Baseline New(keysIn(Asked.NewBaseline, Run, Silenced));
  Written = New.size();
  return New.write(Asked.NewBaseline);
}

std::vector<std::string> Scope::remarks(ArrayRef<Result> All) const {
  std::vector<std::string> Out;
  const size_t Silenced =
      count_if(All, [](const Result &R) { return R.isNotApplied(WhyNot::Comment); });
  if (Silenced != 0)
    Out.push_back(counted(Silenced, "finding is suppressed by a NOLINT comment",
                          "findings are suppressed by NOLINT comments"));
  const size_t Hidden =
      count_if(All, [](const Result &R) { return R.isNotApplied(WhyNot::Baseline); });
  if (Hidden != 0)
    Out.push_back(counted(Hidden, "finding is in the baseline", "findings are in the baseline"));
  if (Gone != 0)
    Out.push_back(counted(Gone,
                          "entry of the baseline is no longer found; --write-baseline drops it",
                          "entries of the baseline are no longer found; --write-baseline drops "
                          "them"));
  const size_t Outside =
      count_if(All, [](const Result &R) { return R.isNotApplied(WhyNot::Lines) && !R.leave(); });
  if (Outside != 0)
    Out.push_back(
        counted(Outside, "finding is on other lines than ", "findings are on other lines than ") +
        (Asked.Since.empty()        ? "those of --line-filter"
         : Asked.LineFilter.empty() ? "those that changed since " + Asked.Since
                                    : "those of --line-filter that changed since " + Asked.Since));
  if (!Asked.NewBaseline.empty())
    Out.push_back(counted(Written, "finding written to ", "findings written to ") +
                  Asked.NewBaseline);
  return Out;
}

} // namespace coopify
