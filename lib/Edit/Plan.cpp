#include "Edit/Plan.h"

#include "Edit/Includes.h"
#include "Edit/PlanContext.h"
#include "Edit/Selection.h"
#include "Model/Output/WrittenNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

#include <map>
#include <set>

using namespace coopify;

namespace {

/// One try at a plan with the findings that are selected. Every try that fails
/// refuses a finding, so that tries come to an end.
class Attempt {
public:
  /// \p Against gets what is refused.
  Attempt(llvm::ArrayRef<Finding> Findings, std::vector<Outcome> Selected,
          const ProgramFacts &Facts, const PlanOptions &Options, Vetoes &Against,
          llvm::ArrayRef<const Rule *> Rules, const BodyIndex &Bodies)
      : Findings(Findings), Facts(Facts), Options(Options), Against(Against), Rules(Rules),
        Outcomes(std::move(Selected)), Names(Findings, Outcomes, Facts, Bodies, Options.Groups) {}

  /// nullopt: findings were refused.
  std::optional<EditPlan> run();

private:
  void render();
  void refuse(size_t Index, Refusal Why);
  void refuseUneditable();
  void refuseHiddenNames();
  bool refuseHidden(size_t Index, const Edit &E);
  void refuseRuntimeHeader();
  std::optional<Refusal> whyNotEdit(llvm::StringRef File, const Location &At) const;
  bool refuseIfUneditable(size_t Index, llvm::StringRef File);
  struct IncludedFirst {
    HeaderSet Needs;
    std::vector<std::string> For; ///< files
  };
  std::map<std::string, HeaderSet> needs() const;
  std::map<std::string, IncludedFirst> includedFirst() const;
  std::vector<Edit> includes() const;
  std::set<size_t> editorsOf(llvm::StringRef File) const;
  std::vector<HandleEdit> shared() const;
  void add(size_t Index);
  Refusal conflictWith(size_t Index, const Edit &Earlier) const;

  llvm::ArrayRef<Finding> Findings;
  const ProgramFacts &Facts;
  const PlanOptions &Options;
  Vetoes &Against;
  llvm::ArrayRef<const Rule *> Rules;
  std::vector<Outcome> Outcomes;
  PlanContext Names;
  std::vector<HandleEdit> Handles;
  EditSet Edits;
  bool Failed = false;
};

} // namespace

void Attempt::render() {
  for (auto [Index, F] : llvm::enumerate(Findings)) {
    auto Rule = llvm::find_if(Rules, [&](const auto *R) { return R->id() == F.Check; });
    if (!isSelected(Outcomes[Index]) || Rule == Rules.end())
      continue;
    const Rewrite &R = *F.Verdict.rewrite();
    Names.startFinding(Index);
    Applied Made = {
        (*Rule)->render(F.Where, R, Names), {}, std::get<Applied>(Outcomes[Index]).Because};
    for (const HandleRequest &Request : R.Handles)
      if (!Made.Edits.empty())
        Names.handle(Request, F.Where);
    Outcomes[Index] = std::move(Made);
  }
  Handles = Names.declarations(Outcomes);
  for (const HandleEdit &H : Handles)
    for (size_t Index : H.WantedBy)
      if (H.Edits.size() > 1)
        std::get<Applied>(Outcomes[Index]).Splits.push_back(H.Edits);
}

void Attempt::refuse(size_t Index, Refusal Why) {
  Against.try_emplace(Index, Why);
  Outcomes[Index] = Refused{std::move(Why)};
  Failed = true;
}

static bool isUnder(llvm::StringRef File, llvm::StringRef Root) {
  Root = Root.rtrim('/');
  return File == Root || (File.starts_with(Root) && File.substr(Root.size()).starts_with("/"));
}

static std::string rootAround(llvm::StringRef File, const llvm::StringSet<> &Roots) {
  std::string Outer; // the shortest one: the set has no order
  for (llvm::StringRef Root : Roots.keys())
    if (isUnder(File, Root) && (Outer.empty() || Root.size() < Outer.size()))
      Outer = Root.str();
  return Outer;
}

bool coopify::mayEdit(llvm::StringRef File, const ProgramFacts &Facts, const PlanOptions &Options) {
  return Facts.file(File) && rootAround(File, Options.ReadOnlyRoots).empty() &&
         rootAround(File, Options.VendoredRoots).empty();
}

bool coopify::isVendored(llvm::StringRef File, const PlanOptions &Options) {
  return !rootAround(File, Options.VendoredRoots).empty();
}

std::optional<Refusal> Attempt::whyNotEdit(llvm::StringRef File, const Location &At) const {
  const std::string Name = llvm::sys::path::filename(File).str();
  if (Facts.file(File) && Options.ReadOnlyRoots.contains(File))
    return Refusal{
        ReasonId::ReadOnly, "'" + Name + "' would have to change, and was not named as a source",
        At, "name '" + Name + "' as well, or name no source; if it was named, make it writable"};
  if (!Facts.file(File) || !rootAround(File, Options.ReadOnlyRoots).empty())
    return Refusal{ReasonId::ReadOnly, "'" + Name + "' is not a file to edit", At, ""};
  const std::string Folder = rootAround(File, Options.VendoredRoots);
  if (Folder.empty())
    return std::nullopt;
  return Refusal{ReasonId::Vendored,
                 "'" + Name + "' is code of another project, in '" +
                     llvm::sys::path::filename(Folder).str() + "'",
                 At, "change it there, or let coopify edit such files too with --vendored"};
}

bool Attempt::refuseIfUneditable(size_t Index, llvm::StringRef File) {
  if (!isSelected(Outcomes[Index]))
    return false;
  std::optional<Refusal> Why = whyNotEdit(File, Findings[Index].Where.Loc);
  if (Why)
    refuse(Index, std::move(*Why));
  return Why.has_value();
}

void Attempt::refuseUneditable() {
  for (size_t Index = 0; Index != Findings.size(); ++Index) {
    const std::vector<Edit> Edits = editsOf(Outcomes[Index]).vec(); // a refusal has none
    llvm::any_of(Edits, [&](const Edit &E) { return refuseIfUneditable(Index, E.Range.File); });
  }
  for (const HandleEdit &H : Handles)
    for (size_t Index : H.WantedBy)
      refuseIfUneditable(Index, H.Edits.front().Range.File);
}

/// The first name in \p Text that means something else in \p F than where it is declared.
static llvm::StringRef hiddenName(llvm::StringRef Text, const FunctionSummary &F) {
  auto InName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  while (!Text.empty()) {
    llvm::StringRef Name = Text.take_while(InName);
    if (!Name.empty() && llvm::is_contained(F.TakenNames, meansAnother(Name)))
      return Name;
    Text = Text.drop_front(std::max<size_t>(Name.size(), 1));
  }
  return "";
}

bool Attempt::refuseHidden(size_t Index, const Edit &E) {
  const Site &At = Findings[Index].Where;
  const FunctionSummary *F = isSelected(Outcomes[Index]) ? Facts.function(At.Function) : nullptr;
  llvm::StringRef Name = F ? hiddenName(E.Text, *F) : "";
  if (Name.empty())
    return false;
  refuse(Index, {ReasonId::Macro,
                 ("the program has a macro or declaration of its own named '" + Name +
                  "', which the rewrite would write")
                     .str(),
                 At.Loc, "rename it"});
  return true;
}

/// What is written means what it means in the header.
void Attempt::refuseHiddenNames() {
  for (size_t Index = 0; Index != Findings.size(); ++Index) {
    const std::vector<Edit> Edits = editsOf(Outcomes[Index]).vec(); // a refusal has none
    llvm::any_of(Edits, [&](const Edit &E) { return refuseHidden(Index, E); });
  }
  for (const HandleEdit &H : Handles)
    for (size_t Index : H.WantedBy)
      llvm::any_of(H.Edits, [&](const Edit &E) { return refuseHidden(Index, E); });
}

/// What the edits of each file need.
std::map<std::string, HeaderSet> Attempt::needs() const {
  std::map<std::string, HeaderSet> Files = Names.inPlace();
  auto Note = [&](const Edit &E) { Files[E.Range.File] |= E.Needs; };
  for (const Outcome &O : Outcomes)
    llvm::for_each(editsOf(O), Note);
  for (const HandleEdit &H : Handles)
    llvm::for_each(H.Edits, Note);
  return Files;
}

/// Main files that include what a header below needs, which it cannot include itself there.
std::map<std::string, Attempt::IncludedFirst> Attempt::includedFirst() const {
  std::map<std::string, IncludedFirst> Out;
  for (const auto &[Path, Needs] : needs())
    for (const std::string &Main : Facts.file(Path)->IncludeFirstIn)
      if (!whyNotEdit(Main, {})) {
        Out[Main].Needs |= Needs;
        Out[Main].For.push_back(Path);
      }
  return Out;
}

std::vector<Edit> Attempt::includes() const {
  std::vector<Edit> Out;
  const auto Keep = [&](std::optional<Edit> E) {
    if (E)
      Out.push_back(std::move(*E));
  };
  std::map<std::string, IncludedFirst> First = includedFirst();
  for (auto [Path, Needs] : needs()) {
    if (auto It = First.find(Path); It != First.end()) {
      Needs |= It->second.Needs;
      First.erase(It);
    }
    const FileFacts &File = *Facts.file(Path);
    const bool HostShared = File.IsHeader && Options.IsHostShared && Options.IsHostShared(Path);
    Keep(includeEdit(File, Names.firstUse(Path), HostShared, Options.Groups, Needs));
  }
  for (const auto &[Path, Wanted] : First)
    Keep(includeAlone(*Facts.file(Path), Options.Groups, Wanted.Needs));
  return Out;
}

/// The findings that change \p File.
std::set<size_t> Attempt::editorsOf(llvm::StringRef File) const {
  auto IsThere = [&](const Edit &E) { return E.Range.File == File; };
  std::set<size_t> Editors;
  for (auto [Index, O] : llvm::enumerate(Outcomes))
    if (llvm::any_of(editsOf(O), IsThere))
      Editors.insert(Index);
  for (const HandleEdit &H : Handles)
    if (llvm::any_of(H.Edits, IsThere))
      Editors.insert(H.WantedBy.begin(), H.WantedBy.end());
  return Editors;
}

std::vector<HandleEdit> Attempt::shared() const {
  std::vector<HandleEdit> All;
  std::map<std::string, IncludedFirst> First = includedFirst();
  for (const Edit &E : includes()) {
    std::set<size_t> Editors = editorsOf(E.Range.File);
    for (const std::string &File : First[E.Range.File].For)
      Editors.merge(editorsOf(File));
    All.push_back({{E}, std::move(Editors)});
  }
  llvm::append_range(All, Handles);
  return All;
}

Refusal Attempt::conflictWith(size_t Index, const Edit &Earlier) const {
  auto Owner = llvm::find_if(llvm::ArrayRef(Outcomes).take_front(Index), [&](const Outcome &O) {
    return llvm::is_contained(editsOf(O), Earlier);
  });
  const Location &At = Findings[Index].Where.Loc;
  if (Owner == Outcomes.data() + Index)
    return {ReasonId::EditConflict, "its edits would overlap each other", At, ""};
  const Site &Other = Findings[Owner - Outcomes.data()].Where;
  return {ReasonId::EditConflict, "its edit would overlap that of '" + Other.Name + "'", Other.Loc,
          ""};
}

void Attempt::add(size_t Index) {
  if (std::optional<Edit> Earlier = Edits.add(editsOf(Outcomes[Index])))
    refuse(Index, conflictWith(Index, *Earlier));
}

/// --groups=cuda: the output may name nothing of the runtime header.
void Attempt::refuseRuntimeHeader() {
  if (Options.Groups != GroupsChoice::Cuda)
    return;
  for (auto [Index, F] : llvm::enumerate(Findings))
    if (isSelected(Outcomes[Index]) && F.Verdict.rewrite()->needsRuntimeHeader())
      refuse(Index,
             {ReasonId::NeedsRuntimeHeader,
              "no tile fits here, and --groups=cuda rules out coopify::masked_warp", F.Where.Loc,
              "drop --groups=cuda and install the header with --install-runtime=<folder>"});
}

std::optional<EditPlan> Attempt::run() {
  refuseRuntimeHeader();
  render();
  refuseUneditable();
  refuseHiddenNames();
  if (Failed)
    return std::nullopt;
  // First what the findings build on: of insertions at one place the earlier
  // added comes first.
  std::vector<HandleEdit> Shared = shared();
  for (const HandleEdit &H : Shared)
    Edits.add(H.Edits);
  for (size_t Index = 0; Index != Findings.size(); ++Index) {
    add(Index);
    // Its partners' edits are in the way of others no more: start again.
    if (Failed && !Findings[Index].Verdict.Group.empty())
      break;
  }
  if (Failed)
    return std::nullopt;
  return EditPlan{std::move(Edits), std::move(Outcomes), std::move(Shared), Names.parameters()};
}

EditPlan coopify::planEdits(llvm::ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                            const PlanOptions &Options, const Vetoes &Against,
                            llvm::ArrayRef<const Rule *> Rules) {
  const BodyIndex Bodies(Facts);
  Vetoes Standing = Against; // and what the tries refuse
  while (true) {
    std::vector<Outcome> Selected = selectFindings(Findings, Facts, Options, Standing);
    if (std::optional<EditPlan> Plan =
            Attempt(Findings, std::move(Selected), Facts, Options, Standing, Rules, Bodies).run())
      return std::move(*Plan);
  }
}
