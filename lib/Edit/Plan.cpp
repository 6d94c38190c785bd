#include "Edit/Plan.h"

#include "Edit/Includes.h"
#include "Edit/PlanContext.h"
#include "Edit/Selection.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <set>

#include <map>

using namespace coopify;

namespace {

/// One try at a plan with the findings that are selected. Every try that fails
/// refuses a finding, so that tries come to an end.
class Attempt {
public:
  Attempt(std::vector<Finding> &Findings, const ProgramFacts &Facts, const PlanOptions &Options,
          llvm::ArrayRef<const Rule *> Rules, const BodyIndex &Bodies)
      : Findings(Findings), Facts(Facts), Options(Options), Rules(Rules),
        Names(Findings, Facts, Bodies, Options.Groups) {}

  /// nullopt: findings were refused.
  std::optional<EditPlan> run();

private:
  void render();
  void refuseUneditable();
  void refuseRuntimeHeader();
  bool mayEdit(llvm::StringRef File) const;
  bool refuseIfUneditable(size_t Index, llvm::StringRef File);
  std::vector<Edit> includes() const;
  void add(size_t Index);
  Refusal conflictWith(size_t Index, const Edit &Earlier) const;

  std::vector<Finding> &Findings;
  const ProgramFacts &Facts;
  const PlanOptions &Options;
  llvm::ArrayRef<const Rule *> Rules;
  PlanContext Names;
  std::vector<HandleEdit> Handles;
  EditPlan Plan;
  bool Failed = false;
};

} // namespace

void Attempt::render() {
  for (auto [Index, F] : llvm::enumerate(Findings)) {
    auto Rule = llvm::find_if(Rules, [&](const auto *R) { return R->id() == F.Check; });
    if (!isSelected(F) || Rule == Rules.end())
      continue;
    const Rewrite R = *F.Verdict.rewrite();
    Names.startFinding(Index);
    F.Edits = (*Rule)->render(F.Where, R, Names);
    for (const HandleRequest &Request : R.Handles)
      if (!F.Edits.empty())
        Names.handle(Request, F.Where);
  }
  Handles = Names.declarations();
  for (Finding &F : Findings)
    F.Splits.clear();
  for (const HandleEdit &H : Handles)
    for (size_t Index : H.WantedBy)
      if (H.Edits.size() > 1)
        Findings[Index].Splits.push_back(H.Edits);
}

static bool isUnder(llvm::StringRef File, llvm::StringRef Root) {
  Root = Root.rtrim('/');
  return File == Root || (File.starts_with(Root) && File.substr(Root.size()).starts_with("/"));
}

bool Attempt::mayEdit(llvm::StringRef File) const {
  return Facts.file(File) && llvm::none_of(Options.ReadOnlyRoots.keys(), [&](llvm::StringRef Root) {
           return isUnder(File, Root);
         });
}

bool Attempt::refuseIfUneditable(size_t Index, llvm::StringRef File) {
  Finding &F = Findings[Index];
  if (!isSelected(F) || mayEdit(File))
    return false;
  std::string Name = llvm::sys::path::filename(File).str();
  refuse(F, {ReasonId::ReadOnly, "'" + Name + "' is not a file to edit", F.Where.Loc, ""});
  return Failed = true;
}

void Attempt::refuseUneditable() {
  for (size_t Index = 0; Index != Findings.size(); ++Index) {
    std::vector<Edit> Edits = Findings[Index].Edits; // a refusal empties them
    llvm::any_of(Edits, [&](const Edit &E) { return refuseIfUneditable(Index, E.Range.File); });
  }
  for (const HandleEdit &H : Handles)
    for (size_t Index : H.WantedBy)
      refuseIfUneditable(Index, H.Edits.front().Range.File);
}

std::vector<Edit> Attempt::includes() const {
  std::map<std::string, HeaderSet> Files = Names.inPlace();
  auto Note = [&](const Edit &E) { Files[E.Range.File] |= E.Needs; };
  for (const Finding &F : Findings)
    llvm::for_each(F.Edits, Note);
  for (const HandleEdit &H : Handles)
    llvm::for_each(H.Edits, Note);
  std::vector<Edit> Out;
  for (const auto &[File, Needs] : Files)
    if (std::optional<Edit> E =
            includeEdit(*Facts.file(File), Names.firstUse(File), Options.HostShared.contains(File),
                        Options.Groups, Needs))
      Out.push_back(std::move(*E));
  return Out;
}

Refusal Attempt::conflictWith(size_t Index, const Edit &Earlier) const {
  auto Owner = llvm::find_if(llvm::ArrayRef(Findings).take_front(Index), [&](const Finding &F) {
    return llvm::is_contained(F.Edits, Earlier);
  });
  const Site &Where = Findings[Index].Where;
  if (Owner == Findings.data() + Index)
    return {ReasonId::EditConflict, "its edits would overlap each other", Where.Loc, ""};
  std::string Text = "its edit would overlap that of '" + Owner->Where.Name + "'";
  return {ReasonId::EditConflict, Text, Owner->Where.Loc, ""};
}

void Attempt::add(size_t Index) {
  Finding &F = Findings[Index];
  if (F.Edits.empty())
    return;
  if (std::optional<Edit> Earlier = Plan.Edits.add(F.Edits)) {
    refuse(F, conflictWith(Index, *Earlier));
    Failed = true;
    return;
  }
  F.Applied = true;
  for (const Edit &E : F.Edits)
    Plan.FindingsOfFile[E.Range.File].push_back(Index);
}

/// --groups=cuda: the output may name nothing of the runtime header.
void Attempt::refuseRuntimeHeader() {
  if (Options.Groups != GroupsChoice::Cuda)
    return;
  for (Finding &F : Findings)
    if (isSelected(F) && llvm::any_of(F.Verdict.rewrite()->Handles, [](const HandleRequest &H) {
          return H.needsRuntimeHeader();
        })) {
      refuse(F, {ReasonId::NeedsRuntimeHeader,
                 "no tile fits here, and --groups=cuda rules out coopify::masked_warp", F.Where.Loc,
                 "drop --groups=cuda and install the header with --install-runtime=<folder>"});
      Failed = true;
    }
}

std::optional<EditPlan> Attempt::run() {
  refuseRuntimeHeader();
  render();
  refuseUneditable();
  if (Failed)
    return std::nullopt;
  // First what the findings build on: of insertions at one place the earlier
  // added comes first.
  for (const Edit &E : includes())
    Plan.Edits.add(E);
  for (const HandleEdit &H : Handles)
    Plan.Edits.add(H.Edits);
  for (size_t Index = 0; Index != Findings.size(); ++Index) {
    add(Index);
    // Its partners' edits are in the way of others no more: start again.
    if (Failed && !Findings[Index].Verdict.Group.empty())
      break;
  }
  for (const HandleEdit &H : Handles)
    llvm::append_range(Plan.FindingsOfFile[H.Edits.front().Range.File], H.WantedBy);
  for (auto &[File, Indices] : Plan.FindingsOfFile) {
    llvm::sort(Indices);
    Indices.erase(llvm::unique(Indices), Indices.end());
  }
  return Failed ? std::nullopt : std::optional(std::move(Plan));
}

EditPlan coopify::planEdits(std::vector<Finding> &Findings, const ProgramFacts &Facts,
                            const PlanOptions &Options, llvm::ArrayRef<const Rule *> Rules) {
  const BodyIndex Bodies(Facts);
  while (true) {
    selectFindings(Findings, Options);
    if (std::optional<EditPlan> Plan = Attempt(Findings, Facts, Options, Rules, Bodies).run())
      return std::move(*Plan);
  }
}
