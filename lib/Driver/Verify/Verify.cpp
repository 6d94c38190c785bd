#include "Driver/Verify/Verify.h"

#include "Driver/Kept/KeptPasses.h"
#include "Driver/Parallel.h"
#include "Driver/Verify/MacroChanges.h"
#include "Driver/Verify/OverloadChanges.h"
#include "Driver/Verify/RollBack.h"
#include "Driver/Verify/VanishedCalls.h"
#include "Frontend/Preludes/EarlyHeaders.h"

#include "clang/Frontend/FrontendActions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

/// A parse to repeat: one of the program's, or that of another unit which
/// reads an edited header.
struct Check {
  const Pass *Command;
  std::vector<std::string> Files;
  std::optional<std::vector<ParseError>> Before; ///< parsed when first needed
  /// What the edited files were when this last brought no new error.
  FileOverlay CleanWith = {};
  const CallMeanings *Calls = nullptr; ///< what its calls meant before; nullptr: not known
  bool OfProgram = false;
  std::optional<CallMeanings> Parsed = {}; ///< when first needed
  std::optional<bool> IsWrongGuess = {};   ///< when first needed
  std::string Digest = {};                 ///< ParsedPass::Digest
  bool DeviceReadsSame = false;            ///< a host's, of text that a device's pass reads as well
  ReadFiles Read = {};                     ///< by the last parse of edited text
  unsigned Parses = 0;
};

ParseOutcome parseWith(const Pass &P, const FileOverlay &Overlay) {
  return parseUnit(P, Overlay, [] { return std::make_unique<clang::SyntaxOnlyAction>(); });
}

FileOverlay restrictTo(const FileOverlay &Overlay, ArrayRef<std::string> Files) {
  FileOverlay Own;
  for (const std::string &File : Files)
    if (auto It = Overlay.find(File); It != Overlay.end())
      Own.insert(*It);
  return Own;
}

/// A parse that dies only with the edits is an error at the unit's first line.
std::vector<ParseError> errorsOf(const Pass &P, ParseOutcome Outcome) {
  if (!Outcome.Ran)
    Outcome.Errors.push_back({{P.File, 0, 1, 1}, Outcome.WhyNot});
  return std::move(Outcome.Errors);
}

/// What is looked at to find edits that change what calls mean.
struct Attempt {
  const FileOverlay &Overlay;
  const EditPlan &Plan;
  ArrayRef<Finding> Findings;
  const OverloadChanges &Before;
  const StringSet<> &HostEdited; ///< files with an edit in code that the host runs
};

const CallMeanings &meaningsBefore(Check &C) {
  if (C.Calls)
    return *C.Calls;
  if (!C.Parsed) {
    std::vector<CallTarget> Calls;
    auto Macros = std::make_shared<MacroMeanings>();
    parseUnit(*C.Command, {}, [&] { return makeCallTargetsAction(Calls, Macros); });
    C.Parsed = meaningsOf(Calls);
    C.Parsed->Macros = std::move(*Macros);
  }
  return *C.Parsed;
}

std::vector<BrokenUnit> changedCalls(Check &C, ArrayRef<CallTarget> Now, const Attempt &Try) {
  std::vector<BrokenUnit> Changed = Try.Before.brokenUnits(Now, Try.Plan, Try.Findings);
  // Code of a function that is no longer called is left out too: this round takes the cause back.
  if (Changed.empty())
    Changed = vanishedCalls(meaningsBefore(C), Now, Try.Plan, Try.Findings, C.Files);
  for (BrokenUnit &Stray : Changed)
    Stray.Files = C.Files;
  return Changed;
}

/// The source compiles with other flags, or has fewer errors: it is not compiled with these.
bool isWrongGuess(Check &C) {
  if (C.Command->OtherGuess.empty())
    return false;
  if (!C.IsWrongGuess) {
    Pass Other = *C.Command;
    Other.Args = C.Command->OtherGuess;
    C.IsWrongGuess = errorsOf(Other, parseWith(Other, {})).size() < C.Before->size();
  }
  return *C.IsWrongGuess;
}

/// What the edited files include of NVIDIA's groups.
HeaderSet groupsOf(const FileOverlay &Overlay) {
  HeaderSet Out;
  for (const auto &[Path, Text] : Overlay)
    for (GroupHeader H : AllGroupHeaders)
      if (StringRef(Text).contains(("#include <" + pathOf(H) + ">").str()))
        Out |= {H};
  return earlyHeaders(Out);
}

/// What \p Try breaks in the unit; \p Early becomes whether that is from ParseOutcome::Early.
std::vector<BrokenUnit> parseOnce(Check &C, const Attempt &Try, bool &Early) {
  // All of the overlay, not Own: an edited file may include another one now.
  std::vector<CallTarget> Calls;
  auto Macros = std::make_shared<MacroMeanings>();
  ParseOutcome Outcome = parseUnit(
      *C.Command, Try.Overlay, [&] { return makeCallTargetsAction(Calls, Macros); },
      Early ? groupsOf(Try.Overlay) : HeaderSet(), &C.Read);
  ++C.Parses;
  Early = Outcome.Early;
  std::vector<BrokenUnit> Broken;
  if (Outcome.Ran)
    Broken = macroChanges(meaningsBefore(C).Macros, *Macros, Try.Plan);
  for (BrokenUnit &Changed : Broken)
    Changed.Files = C.Files;
  if (!Broken.empty()) // errors may follow from it
    return Broken;
  std::vector<ParseError> Now = errorsOf(*C.Command, std::move(Outcome));
  for (ParseError &E : newErrors(*C.Before, Now)) {
    if (!C.OfProgram)
      E.Text += (", as " + sys::path::filename(C.Command->File) + " is compiled").str();
    Broken.push_back({std::move(E), C.Files});
  }
  if (Broken.empty() && C.OfProgram) // of code with errors little is known
    Broken = changedCalls(C, Calls, Try);
  return Broken;
}

std::vector<BrokenUnit> parseAgain(Check &C, const Attempt &Try) {
  if (!C.Before)
    C.Before = errorsOf(*C.Command, parseWith(*C.Command, {}));
  bool Early = true;
  C.Read = {};
  std::vector<BrokenUnit> Broken = parseOnce(C, Try, Early);
  if (!Early || Broken.empty())
    return Broken;
  Early = false; // it may come of their being there too early
  return parseOnce(C, Try, Early);
}

bool isOfHost(const FunctionSummary &F) {
  return F.Kind == FunctionKind::Host || F.Kind == FunctionKind::HostDevice;
}

/// The files in which code that the host runs is edited.
StringSet<> hostEdited(const EditPlan &Plan, const ProgramFacts &Facts) {
  StringSet<> Out;
  for (const FunctionSummary &F : Facts.functions()) {
    auto Edits = Plan.Edits.byFile().find(F.Body.File);
    if (isOfHost(F) && F.HasBody && Edits != Plan.Edits.byFile().end() &&
        any_of(Edits->second, [&](const Edit &E) {
          return F.Body.Begin <= E.Range.Begin && E.Range.End <= F.Body.End;
        }))
      Out.insert(F.Body.File);
  }
  return Out;
}

std::vector<BrokenUnit> run(Check &C, const Attempt &Try) {
  FileOverlay Own = restrictTo(Try.Overlay, C.Files);
  if (Own == C.CleanWith)
    return {};
  if (C.DeviceReadsSame &&
      none_of(C.Files, [&](const std::string &File) { return Try.HostEdited.contains(File); }))
    return {}; // what is wrong with it is wrong in the device's pass
  std::vector<BrokenUnit> Broken = parseAgain(C, Try);
  if (!Broken.empty() && isWrongGuess(C))
    Broken.clear();
  if (Broken.empty())
    C.CleanWith = std::move(Own);
  return Broken;
}

std::vector<BrokenUnit> runAll(std::vector<Check> &Checks, const Attempt &Try, unsigned Jobs) {
  std::vector<std::vector<BrokenUnit>> Slots(Checks.size());
  forEachInParallel(Jobs, Checks.size(), [&](size_t I) { Slots[I] = run(Checks[I], Try); });
  std::vector<BrokenUnit> Broken;
  for (std::vector<BrokenUnit> &Slot : Slots)
    append_range(Broken, std::move(Slot));
  return Broken;
}

std::vector<std::string> editedHeaders(const EditPlan &Plan, const ProgramFacts &Facts) {
  std::vector<std::string> Headers;
  for (const auto &[Path, Edits] : Plan.Edits.byFile())
    if (const FileFacts *File = Facts.file(Path); !File || File->IsHeader)
      Headers.push_back(Path);
  return Headers;
}

/// A pass for the device of the same command reads the same text as the host's \p P, each #if as
/// that has it, and neither has an error. \p OfFile are the passes over its main file.
bool isReadByDevice(const ParsedPass &P, ArrayRef<const ParsedPass *> OfFile) {
  auto Users = [](const Pass &Of) { return ArrayRef(Of.Args).drop_front(Of.OwnArgs); };
  return P.Command.Name == "host" && P.Errors.empty() && any_of(OfFile, [&](const ParsedPass *D) {
           return D->Ran && D->Errors.empty() && D->Command.Name != "host" &&
                  D->Command.Directory == P.Command.Directory &&
                  D->Command.AsNvcc == P.Command.AsNvcc && Users(D->Command) == Users(P.Command) &&
                  D->Files == P.Files && D->Skipped == P.Skipped && D->Libraries == P.Libraries;
         });
}

/// The program's passes that ran, and the other units that read \p Headers.
std::vector<Check> checksFor(const ParsedProgram &Units,
                             const std::map<size_t, std::vector<std::string>> &HeaderReaders) {
  std::vector<Check> Checks;
  StringMap<std::vector<const ParsedPass *>> ByFile;
  for (const ParsedPass &P : Units.Passes)
    ByFile[P.Command.File].push_back(&P);
  for (const ParsedPass &P : Units.Passes)
    if (P.Ran)
      Checks.push_back({&P.Command,
                        P.Files,
                        P.Errors,
                        {},
                        P.Calls ? &*P.Calls : nullptr,
                        /*OfProgram=*/true,
                        {},
                        {},
                        P.Digest,
                        isReadByDevice(P, ByFile[P.Command.File])});
  for (const auto &[Index, Headers] : HeaderReaders)
    Checks.push_back({&Units.Others[Index], Headers, std::nullopt, {}});
  return Checks;
}

/// Nearest first; after some rounds without success, more and more at once.
BlameReach reachOfRound(unsigned Round) {
  constexpr unsigned RoundsPerReach = 4;
  return BlameReach(std::min(Round / RoundsPerReach, unsigned(BlameReach::Program)));
}

/// Where the user finds it: not in the text that was never written.
Location inUserText(const Location &Now, const EditPlan &Plan, SourceTexts &Texts) {
  auto Edited = Plan.Edits.byFile().find(Now.File);
  std::optional<std::string> Text = Texts.get(Now.File);
  return Edited != Plan.Edits.byFile().end() && Text ? placeBefore(Now, Edited->second, *Text)
                                                     : Now;
}

ParseError inUserText(ParseError Error, const EditPlan &Plan, SourceTexts &Texts) {
  Error.Where = inUserText(Error.Where, Plan, Texts);
  if (Error.Means.valid()) {
    Error.Means = inUserText(Error.Means, Plan, Texts);
    Error.Text +=
        (" (" + sys::path::filename(Error.Means.File) + ":" + Twine(Error.Means.Line) + ")").str();
  }
  return Error;
}

/// Has \p Against refuse what broke; returns it, one finding of each group that stands or falls
/// together.
std::set<size_t> takeBackAll(ArrayRef<Finding> Findings, ArrayRef<BrokenUnit> Broken,
                             BlameReach Reach, const EditPlan &Plan, const ProgramFacts &Facts,
                             SourceTexts &Texts, Vetoes &Against) {
  std::map<size_t, const ParseError *> Culprits;
  for (const BrokenUnit &Unit : Broken)
    for (size_t Index : blame(Unit, Reach, Findings, Plan, Facts))
      Culprits.try_emplace(Index, &Unit.Error);
  std::set<size_t> TakenBack;
  for (const auto &[Index, Error] : Culprits) {
    if (!Against.contains(Index))
      TakenBack.insert(Index);
    rollBack(Findings, Index, inUserText(*Error, Plan, Texts), Against);
  }
  return TakenBack;
}

/// What one round refused stays so in the next: its file may not be among those that are checked.
void keepRefusals(const EditPlan &Plan, Vetoes &Against) {
  for (auto [Index, O] : enumerate(Plan.Outcomes))
    if (const Refused *R = std::get_if<Refused>(&O); R && !R->Because)
      Against.try_emplace(Index, R->Why);
}

/// The edited files' new text.
FileOverlay overlayOf(const EditSet &Edits, SourceTexts &Texts) {
  FileOverlay Overlay;
  for (const auto &[Path, FileEdits] : Edits.byFile()) {
    std::optional<std::string> Text = Texts.get(Path);
    Expected<std::string> Edited = applyEdits(Text.value_or(""), FileEdits);
    if (Edited)
      Overlay.emplace(Path, std::move(*Edited));
    else
      consumeError(Edited.takeError()); // the file shrank since; Write refuses it
  }
  return Overlay;
}

/// By what each pass is known; empty: one of them is not, or another unit reads what is edited.
std::vector<std::string> digestsOf(ArrayRef<Check> Checks) {
  std::vector<std::string> Out;
  for (const Check &C : Checks)
    if (C.OfProgram && !C.Digest.empty())
      Out.push_back(C.Digest);
  return Out.size() == Checks.size() ? Out : std::vector<std::string>();
}

void keepClean(KeptPasses &Kept, ArrayRef<std::string> Digests, ArrayRef<Check> Checks,
               const FileOverlay &Overlay, sys::TimePoint<> Since) {
  ReadFiles All;
  for (const Check &C : Checks)
    All.add(C.Read);
  Kept.saveClean(Digests, Overlay, All, Since);
}

/// Takes findings back until what is left compiles, and then gives back those that it compiles
/// with.
class Verification {
public:
  Verification(ArrayRef<Finding> Findings, const ProgramFacts &Facts, const PlanOptions &Options,
               const Reparse &Again)
      : Findings(Findings), Facts(Facts), Options(Options), Again(Again), Meant(Facts) {}

  VerifiedPlan run(Vetoes Against);

private:
  bool compiles(const EditPlan &Plan, const FileOverlay &Overlay);
  bool takeBack(VerifiedPlan &Out, Vetoes &Against);
  void giveBack(ArrayRef<size_t> Suspects, bool AllFailed, VerifiedPlan &Out, Vetoes &Against);
  bool tryWith(ArrayRef<size_t> Suspects, VerifiedPlan &Out, Vetoes &Against);

  ArrayRef<Finding> Findings;
  const ProgramFacts &Facts;
  const PlanOptions &Options;
  const Reparse &Again;
  const OverloadChanges Meant;
  std::vector<Check> Checks;
  std::vector<BrokenUnit> Broken;
  Vetoes Given;                  ///< that are not of errors
  std::vector<size_t> TakenBack; ///< one finding of each group
  unsigned Trials = 0;
};

bool Verification::compiles(const EditPlan &Plan, const FileOverlay &Overlay) {
  const StringSet<> Host = hostEdited(Plan, Facts);
  Broken = runAll(Checks, {Overlay, Plan, Findings, Meant, Host}, Again.Jobs);
  return Broken.empty();
}

/// False: the edits that no finding makes alone break something.
bool Verification::takeBack(VerifiedPlan &Out, Vetoes &Against) {
  const auto Since = std::chrono::system_clock::now();
  const auto Digests = Again.Kept ? digestsOf(Checks) : std::vector<std::string>();
  for (unsigned Round = 0; !Out.Plan.Edits.empty(); ++Round) {
    FileOverlay Overlay = overlayOf(Out.Plan.Edits, Again.Texts);
    const bool Known = !Digests.empty() && Again.Kept->isKnownClean(Digests, Overlay);
    if (Known || compiles(Out.Plan, Overlay)) {
      if (!Known && Round == 0 && !Digests.empty())
        keepClean(*Again.Kept, Digests, Checks, Overlay, Since);
      Out.NewTexts = std::move(Overlay);
      return true;
    }
    keepRefusals(Out.Plan, Against);
    const std::set<size_t> Culprits =
        takeBackAll(Findings, Broken, reachOfRound(Round), Out.Plan, Facts, Again.Texts, Against);
    if (Culprits.empty()) {
      Out.Plan.Edits = {}; // edits of nobody that break something: write none
      return false;
    }
    append_range(TakenBack, Culprits);
    Out.Plan = planEdits(Findings, Facts, Options, Against);
  }
  return true;
}

/// Becomes the plan, if it compiles.
bool Verification::tryWith(ArrayRef<size_t> Suspects, VerifiedPlan &Out, Vetoes &Against) {
  ++Trials;
  Vetoes Fewer = Against;
  for (size_t Index : Suspects)
    for (size_t I : groupOf(Index, Findings))
      if (!Given.contains(I))
        Fewer.erase(I);
  EditPlan Plan = planEdits(Findings, Facts, Options, Fewer);
  FileOverlay Overlay = overlayOf(Plan.Edits, Again.Texts);
  if (!compiles(Plan, Overlay))
    return false;
  Against = std::move(Fewer);
  Out.Plan = std::move(Plan);
  Out.NewTexts = std::move(Overlay);
  return true;
}

/// An error shows a place, and not which edit is its cause: all but the causes come back, half by
/// half. \p AllFailed: it is known not to compile with all of them.
void Verification::giveBack(ArrayRef<size_t> Suspects, bool AllFailed, VerifiedPlan &Out,
                            Vetoes &Against) {
  constexpr unsigned MaxTrials = 200;
  if (Suspects.empty() || Trials >= MaxTrials || (!AllFailed && tryWith(Suspects, Out, Against)) ||
      Suspects.size() == 1)
    return;
  const size_t Half = Suspects.size() / 2;
  giveBack(Suspects.take_front(Half), /*AllFailed=*/false, Out, Against);
  const bool AllBack =
      none_of(Suspects.take_front(Half), [&](size_t Index) { return Against.contains(Index); });
  giveBack(Suspects.drop_front(Half), /*AllFailed=*/AllBack, Out, Against);
}

VerifiedPlan Verification::run(Vetoes Against) {
  Given = Against;
  VerifiedPlan Out = {planEdits(Findings, Facts, Options, Against), {}};
  Checks = checksFor(Again.Units, Again.Others.of(editedHeaders(Out.Plan, Facts)));
  ProcessStopwatch Time;
  if (takeBack(Out, Against) && TakenBack.size() > 1)
    giveBack(TakenBack, /*AllFailed=*/true, Out, Against);
  Out.Seconds = Time();
  for (const Check &C : Checks)
    Out.Parses += C.Parses;
  return Out;
}

} // namespace

VerifiedPlan planVerified(ArrayRef<Finding> Findings, const ProgramFacts &Facts,
                          const PlanOptions &Options, Vetoes Against, const Reparse &Again) {
  return Verification(Findings, Facts, Options, Again).run(std::move(Against));
}

} // namespace coopify
