#include "Driver/Driver.h"

#include "Driver/ClangDatabase.h"
#include "Driver/EmitNinja.h"
#include "Driver/Explain.h"
#include "Driver/ExtractFile.h"
#include "Driver/Kept/KeptPasses.h"
#include "Driver/Reports.h"
#include "Driver/Stats.h"
#include "Driver/Units/DependentUnits.h"
#include "Driver/Units/HeaderUsers.h"
#include "Driver/Units/KnownWorld.h"
#include "Driver/Units/NamedSources.h"
#include "Driver/Verify/Verify.h"
#include "Driver/Write/Git.h"
#include "Driver/Write/Suppress.h"
#include "Driver/Write/Vendored.h"
#include "Driver/Write/Write.h"
#include "Report/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

ExitCode giveUp(Error E) {
  handleAllErrors(std::move(E), [](const ErrorInfoBase &Info) {
    WithColor::error(errs(), "coopify") << Info.message() << '\n';
  });
  return CouldNotDoItsJob;
}

/// Says which units are missing from the result.
void reportFailures(const ParsedProgram &Units) {
  const std::vector<std::string> Failures = Units.failures();
  for (const std::string &Line : Failures)
    WithColor::error(errs(), "coopify") << Line << '\n';
}

//===-- Input: units and what they show --------------------------------------===//

/// What is not an error, but not what everybody expects.
void remarkOnInput(ArrayRef<UnitCommand> Units, const ParsedProgram &Program) {
  if (any_of(Units, [](const UnitCommand &U) { return U.NoFlags; }))
    WithColor::note(errs(), "coopify")
        << "no compile_commands.json here or above: parsed without flags; give them after --\n";
  if (Program.Passes.empty())
    WithColor::note(errs(), "coopify")
        << (Units.size() == 1
                ? "the unit is not CUDA: nothing to do\n"
                : formatv("none of the {0} units is CUDA: nothing to do\n", Units.size()).str());
  for (const UnitCommand &U : Units)
    if (StringRef(U.File).ends_with(".cup"))
      WithColor::warning(errs(), "coopify")
          << U.File << " is preprocessed and was not read: name the source that it was made of\n";
}

Expected<ParsedProgram> readUnits(const RunOptions &Options, SourceTexts &Texts) {
  if (Options.Input.Link)
    return readExtractFiles(Options.Input.Sources, Options.Parse, Texts);
  Expected<FoundUnits> Units = findUnits(Options.Input);
  if (!Units)
    return Units.takeError();
  if (Error E = Options.Output.ExtractFile.empty() ? selectReaders(*Units, Options.Parse)
                                                   : refuseHeaders(*Units, "--extract"))
    return std::move(E);
  Expected<ParsedProgram> Program = parseProgram(Units->Commands, Options.Parse, Texts);
  if (!Program)
    return Program;
  Program->Database = Units->Database;
  if (!Options.Output.Quiet)
    remarkOnInput(Units->Commands, *Program);
  return Program;
}

Expected<ParsedProgram> readProgram(const RunOptions &Options, SourceTexts &Texts,
                                    ProgramCost &Cost) {
  ProcessStopwatch Time;
  Expected<ParsedProgram> Program = readUnits(Options, Texts);
  Cost.Read = Time();
  if (!Program)
    return Program;
  if (!Options.Output.ExtractFile.empty()) {
    addFilesOfFailed(*Program, Options.Parse);
    return Program;
  }
  addDependentUnits(*Program, Options.Parse, Texts, Options.Input.WholeProgram);
  addHeaderUsers(*Program, Options.Parse, Options.Input.WholeProgram);
  Cost.Others = Time();
  return Program;
}

//===-- Edits: which are wanted, and where they go ---------------------------===//

/// Files of units that were not asked for; and where the result goes over the
/// file itself, those that cannot be written.
void addReadOnlyFiles(StringSet<> &Roots, const ParsedProgram &Units, const ProgramFacts &Facts,
                      bool InPlace) {
  const StringSet<> Selected = Units.selectedFiles();
  for (const FileFacts &File : Facts.files())
    if (!Selected.contains(File.Path) || (InPlace && !isWritable(File.Path)))
      Roots.insert(File.Path);
}

PlanOptions planOptions(const RunOptions &Options, const ParsedProgram &Units, Readers &Others,
                        const ProgramFacts &Facts) {
  PlanOptions Plan;
  Plan.ApplyAssumed = Options.ApplyAssumed;
  Plan.Granted = Options.Granted;
  Plan.Groups = warpLanes().writesCudaOnly() ? Options.Groups : GroupsChoice::AlwaysBundled;
  for (StringRef Root : {"/usr/include", "/usr/lib", "/usr/local/include"})
    Plan.ReadOnlyRoots.insert(Root);
  if (!Units.ToolkitPath.empty())
    Plan.ReadOnlyRoots.insert(Units.ToolkitPath);
  if (!Options.Input.Vendored)
    Plan.VendoredRoots = vendoredFolders(Options.Input, Units, Facts);
  addReadOnlyFiles(Plan.ReadOnlyRoots, Units, Facts, Options.Output.inPlace());
  Plan.IsHostShared = [&](StringRef Header) {
    return any_of(Others.of(Header.str()),
                  [&](const auto &Reader) { return Units.Others[Reader.first].Name == "c++"; });
  };
  return Plan;
}

Expected<std::vector<FileChange>> changesOf(const FileOverlay &NewTexts, SourceTexts &Texts) {
  std::vector<FileChange> Changes;
  for (const auto &[Path, New] : NewTexts) {
    if (!Texts.unchanged(Path))
      return createStringError(
          formatv("'{0}' was changed while it was analysed; run coopify again", Path).str());
    std::string Old = Texts.get(Path).value_or("");
    if (Old != New)
      Changes.push_back({Path, std::move(Old), New});
  }
  return Changes;
}

/// Edits that cannot be taken back are not made over the user's own changes.
Error checkUndo(ArrayRef<FileChange> Changes) {
  std::vector<std::string> Files;
  for (const FileChange &Change : Changes)
    Files.push_back(Change.Path);
  Expected<GitState> State = gitState(Files);
  if (!State)
    return joinErrors(State.takeError(), createStringError("nothing was written; --allow-dirty "
                                                           "writes without asking git"));
  if (!State->Uncommitted.empty())
    return createStringError(
        formatv("uncommitted changes in {0}; nothing was written. Commit them first, or write over "
                "them with --allow-dirty",
                join(State->Uncommitted, ", "))
            .str());
  if (!State->Untracked.empty())
    WithColor::note(errs(), "coopify")
        << State->Untracked.front() << (State->Untracked.size() > 1 ? " and others are" : " is")
        << " not under git: there is no undo. --out-dir=<folder> writes copies instead\n";
  return Error::success();
}

Error writeInPlace(ArrayRef<FileChange> Changes, const OutputOptions &Output) {
  if (!Output.AllowDirty)
    if (Error E = checkUndo(Changes))
      return E;
  if (Error E = replaceFiles(Changes))
    return joinErrors(std::move(E), createStringError("nothing was written"));
  return Error::success();
}

Error writeFixes(StringRef Path, const EditPlan &Plan) {
  const auto &Files = Plan.Edits.byFile();
  const std::string MainFile = Files.empty() ? std::string() : Files.begin()->first;
  return writeToOutput(Path, [&](raw_ostream &OS) { return reportYAML(OS, Plan.Edits, MainFile); });
}

Error write(const VerifiedPlan &Verified, const ProgramFacts &Facts, SourceTexts &Texts,
            const OutputOptions &Output) {
  if (!Output.FixesFile.empty())
    if (Error E = writeFixes(Output.FixesFile, Verified.Plan))
      return E;
  if (!Output.inPlace() && Output.OutDir.empty())
    return Error::success();
  Expected<std::vector<FileChange>> Changes = changesOf(Verified.NewTexts, Texts);
  if (!Changes || Changes->empty())
    return Changes.takeError();
  if (Output.inPlace())
    return writeInPlace(*Changes, Output);
  auto IsSource = [&](StringRef Path) {
    return Facts.file(Path) || any_of(*Changes, [&](const auto &C) { return C.Path == Path; });
  };
  return writeCopies(*Changes, Output.OutDir, commonRoot(*Changes, realPath(".")), IsSource);
}

//===-- Report ---------------------------------------------------------------===//

void reportWritten(const EditPlan &Plan, const OutputOptions &Output) {
  const size_t Files = Plan.Edits.byFile().size();
  if (Output.Quiet || (!Output.inPlace() && Output.OutDir.empty()))
    return;
  outs() << Files << (Files == 1 ? " file " : " files ")
         << (Output.inPlace() ? "changed" : "written to " + Output.OutDir) << '\n';
}

/// Answers --explain=FILE:LINE.
ExitCode explainPlace(ArrayRef<Result> Results, SourceTexts &Texts, const OutputOptions &Output) {
  Expected<std::vector<Result>> Asked = resultsAt(*Output.Explain, Results);
  if (!Asked)
    return giveUp(Asked.takeError());
  reportExplanation(outs(), Results, *Asked, [&](StringRef Path) { return Texts.get(Path); },
                    Output.PageOf,
                    {colorsFor(outs(), Output), Output.Quiet, /*Verbose=*/true, realPath("."),
                     /*World=*/""});
  return NothingLeft;
}

/// A legacy call in a header of -isystem, which is no file of the user's (StrayMentions.cpp).
bool isOfLibrary(const Finding &F) {
  return (F.Where.Kind == SiteKind::Shuffle || F.Where.Kind == SiteKind::Vote) && F.Where.Preset &&
         F.Where.Preset->Reason == ReasonId::SystemHeader;
}

/// Of units that were asked for, without those that others replace.
std::vector<Result> resultsToShow(ArrayRef<Finding> Findings, const EditPlan &Plan,
                                  const ParsedProgram &Units) {
  std::vector<Result> Out;
  const StringSet<> Selected = Units.selectedFiles();
  for (const Result &R : resultsOf(Findings, Plan.Outcomes))
    if (!R.isSubsumed() && (Selected.contains(R.Found.Where.Loc.File) || isOfLibrary(R.Found)))
      Out.push_back(R);
  return Out;
}

bool remains(const Result &R, bool Written) {
  // A partner of a suppressed finding was not itself suppressed.
  if (R.isNotApplied(WhyNot::Comment) || R.leave())
    return false;
  return !R.isApplied() || !Written;
}

} // namespace

/// What is read, with the target that is written for.
static Expected<WarpLanes> lanesOfOutput(WarpLanes Read, const RunOptions &Options) {
  const Accelerator Target = Options.Target.value_or(Accelerator::Cuda);
  if (!Read.OnlyCuda && Options.Target == Accelerator::Cuda)
    return createStringError(
        "--target=cuda: units for AMD's GPUs or MXMACA are read, and what they "
        "say of their warps is kept");
  Read.Ports = Read.OnlyCuda && Target != Accelerator::Cuda;
  if (!Read.writesCudaOnly() && Options.Groups == GroupsChoice::Cuda)
    return createStringError("--groups=cuda: AMD's GPUs and MXMACA have no "
                             "<cooperative_groups.h>; --groups=bundled is for all");
  return Read;
}

/// A unit that could not be parsed is no reason to stop: the program without it is to be linked,
/// and --link tells of it.
static ExitCode writeExtracted(const OutputOptions &Output, const ParsedProgram &Units,
                               SourceTexts &Texts) {
  if (Error E = writeExtractFile(Output.ExtractFile, Units, Texts))
    return giveUp(std::move(E));
  if (!Output.DepFile.empty())
    if (Error E = writeDepFile(Output.DepFile, Output.ExtractFile, Units))
      return giveUp(std::move(E));
  return NothingLeft;
}

static ExitCode writeClangDatabase(const RunOptions &Options) {
  const std::string &Folder = Options.Output.ClangDatabase;
  Expected<unsigned> Commands = exportClangDatabase(Folder, Options);
  if (!Commands)
    return giveUp(Commands.takeError());
  if (!Options.Output.Quiet)
    outs() << *Commands << (*Commands == 1 ? " command" : " commands") << " in " << Folder
           << "/compile_commands.json, for clang-tidy -p " << Folder << '\n';
  return NothingLeft;
}

/// A grant for what is called otherwise, by now or by mistake, should not look like one in use.
static void reportUnused(const RunOptions &Options, ArrayRef<Finding> Findings,
                         const ProgramFacts &Facts) {
  const bool Whole = Options.Input.Sources.empty() || Options.Input.Link;
  for (const ScopedGrant &Grant : Options.Granted.unused(Findings, Facts, Whole))
    WithColor::warning(errs(), "coopify")
        << Grant.Place << ": grants " << Grant.Id
        << (Grant.Function.empty() ? "" : " for '" + Grant.Function + "'")
        << ", but no rewrite there rests on it; correct or remove it\n";
}

static ExitCode analyse(const RunOptions &Options) {
  SourceTexts Texts;
  ProgramCost Cost;
  Expected<ParsedProgram> Units = readProgram(Options, Texts, Cost);
  if (!Units)
    return giveUp(Units.takeError());
  reportFailures(*Units);
  const OutputOptions &Output = Options.Output;
  if (!Output.ExtractFile.empty())
    return writeExtracted(Output, *Units, Texts);
  if (Units->nothingRan() && !Units->Passes.empty())
    return CouldNotDoItsJob;

  ProcessStopwatch Time;
  const KnownWorld Known = knownWorld(Options.Input, *Units);
  LinkOptions Link = Options.Link;
  Link.Outside = Known.Outside;
  ProgramFacts Linked = link(Units->takeSummaries(), Link);
  Expected<WarpLanes> Lanes = lanesOfOutput(Linked.warps(), Options);
  if (!Lanes)
    return giveUp(Lanes.takeError());
  WarpWidthScope Warp(*Lanes);
  Cost.Link = Time();
  const Decided Verdicts =
      decideWithHelpers(std::move(Linked), Options.Rules, Options.Helpers, Options.Granted);
  const ProgramFacts &Facts = Verdicts.Facts;
  const std::vector<Finding> &Findings = Verdicts.Findings;
  for (const std::string &Line : unmatchedFences(Findings, Texts))
    WithColor::warning(errs(), "coopify") << Line << '\n';
  reportUnused(Options, Findings, Facts);
  Cost.Decide = Time();
  Readers Others(Units->Others, Options.Parse);
  const VerifiedPlan Verified = planVerified(
      Findings, Facts, planOptions(Options, *Units, Others, Facts), suppressed(Findings, Texts),
      {*Units, Others, Texts, Options.Parse.Jobs, Options.Parse.Kept.get()});
  const EditPlan &Plan = Verified.Plan;
  Cost.Verify = Verified.Seconds;
  Cost.VerifyParses = Verified.Parses;
  Cost.Edit = Time() - Cost.Verify;
  Cost.Kept = Options.Parse.Kept ? Options.Parse.Kept->taken() : 0;
  if (Output.Stats)
    printStats(errs(), Units->Passes, Cost);
  const std::vector<Result> Results = resultsToShow(Findings, Plan, *Units);
  if (Output.Explain)
    return explainPlace(Results, Texts, Output);
  if (Error E = write(Verified, Facts, Texts, Output))
    return giveUp(std::move(E));
  const EditsAlone Edits(Findings, Plan);
  if (Error E = writeReports({Results, Edits, Facts, Known.Text}, Texts, Output))
    return giveUp(std::move(E));
  reportWritten(Plan, Output);

  const bool Written = Output.inPlace() || !Output.OutDir.empty();
  return any_of(Results, [&](const Result &R) { return remains(R, Written); }) ? FindingsRemain
                                                                               : NothingLeft;
}

ExitCode run(const RunOptions &Options) {
  if (!Options.Output.ClangDatabase.empty())
    return writeClangDatabase(Options);
  if (Options.Ninja.File.empty())
    return analyse(Options);
  Error E = emitNinja(Options);
  return E ? giveUp(std::move(E)) : NothingLeft;
}

} // namespace coopify
