#include "Driver/Driver.h"

#include "Driver/Agree.h"
#include "Driver/ClangDatabase.h"
#include "Driver/EarlierRun.h"
#include "Driver/EmitNinja.h"
#include "Driver/Explain.h"
#include "Driver/ExtractFile.h"
#include "Driver/InputRemarks.h"
#include "Driver/Kept/KeptPasses.h"
#include "Driver/Reports.h"
#include "Driver/Scope/GrantComments.h"
#include "Driver/Scope/Scope.h"
#include "Driver/Stats.h"
#include "Driver/Try/TakeBack.h"
#include "Driver/Units/DependentUnits.h"
#include "Driver/Units/HeaderUsers.h"
#include "Driver/Units/KnownWorld.h"
#include "Driver/Units/NamedSources.h"
#include "Driver/Verify/GroupsOfUnits.h"
#include "Driver/Verify/Verify.h"
#include "Driver/Write/AddNolint.h"
#include "Driver/Write/Git.h"
#include "Driver/Write/OutputFile.h"
#include "Driver/Write/OutputsApart.h"
#include "Driver/Write/ReadOnlyFiles.h"
#include "Driver/Write/Suppress.h"
#include "Driver/Write/Vendored.h"
#include "Driver/Write/Write.h"
#include "Report/Paths.h"
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
  outs().flush(); // what was found comes first
  handleAllErrors(std::move(E), [](const ErrorInfoBase &Info) {
    WithColor::error(errs(), "coopify") << Info.message() << '\n';
  });
  return CouldNotDoItsJob;
}

/// Says which units are missing from the result.
void reportFailures(const ParsedProgram &Units) {
  for (const std::vector<std::string> &Lines : {Units.failures(), Units.unparsed()})
    for (const std::string &Line : Lines)
      WithColor::error(errs(), "coopify") << Line << '\n';
}

//===-- Input: units and what they show --------------------------------------===//

Expected<ParsedProgram> readUnits(const RunOptions &Options, SourceTexts &Texts) {
  if (Options.Input.Link)
    return readExtractFiles(Options.Input.Sources, Options.Parse, Texts);
  Expected<FoundUnits> Units = findUnits(Options.Input);
  if (!Units)
    return Units.takeError();
  if (Error E = settleEarlierRun(*Units, Options.Output))
    return std::move(E);
  if (Error E = Options.Output.ExtractFile.empty() ? selectReaders(*Units, Options.Parse)
                                                   : refuseHeaders(*Units, "--extract"))
    return std::move(E);
  Expected<ParsedProgram> Program = parseProgram(Units->Commands, Options.Parse, Texts);
  if (!Program)
    return Program;
  Program->Database = Units->Database;
  if (!Program->Database.empty() && !hasCuda(*Program))
    return noCudaIn(Program->Database, Units->Commands.size());
  if (!Options.Output.Quiet)
    remarkOnInput(errs(), Units->Commands, *Program);
  return Program;
}

Expected<ParsedProgram> readProgram(const RunOptions &Options, SourceTexts &Texts,
                                    ProgramCost &Cost) {
  ProcessStopwatch Time;
  Expected<ParsedProgram> Program = readUnits(Options, Texts);
  Cost.Read = Time();
  if (!Program)
    return Program;
  if (Error E = checkHeadersWhole(*Program))
    return std::move(E);
  if (Error E = checkOutputsApart(Options.Output, Options.Scope, *Program))
    return std::move(E);
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

PlanOptions planOptions(const RunOptions &Options, const ParsedProgram &Units, Readers &Others,
                        const ProgramFacts &Facts, ArrayRef<Finding> Findings,
                        const Grants &Granted) {
  PlanOptions Plan;
  Plan.ApplyAssumed = Options.ApplyAssumed;
  Plan.Granted = Granted;
  Plan.Groups = groupsThatCompile(Options, Units, Findings);
  for (StringRef Root : {"/usr/include", "/usr/lib", "/usr/local/include"})
    Plan.ReadOnlyRoots.insert(Root);
  if (!Units.ToolkitPath.empty())
    Plan.ReadOnlyRoots.insert(Units.ToolkitPath);
  if (!Options.Input.Vendored)
    Plan.VendoredRoots = vendoredFolders(Options.Input, Units, Facts);
  addReadOnlyFiles(Plan.ReadOnlyRoots, Units, Facts, writesInPlace(Options.Output));
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

Error writeInPlace(ArrayRef<FileChange> Changes, const ProgramFacts &Facts,
                   const OutputOptions &Output) {
  if (!Output.AllowDirty)
    if (Error E = checkUndo(Changes))
      return E;
  if (Error E = replaceFiles(Changes, foldersForJournal(Changes, Facts)))
    return joinErrors(std::move(E),
                      createStringError("nothing was written; --diff prints the rewrites, and "
                                        "--out-dir=<folder> writes changed copies"));
  return Error::success();
}

Error writeFixes(StringRef Path, const EditPlan &Plan) {
  const auto &Files = Plan.Edits.byFile();
  const std::string MainFile = Files.empty() ? std::string() : Files.begin()->first;
  return writeOutput(Path, [&](raw_ostream &OS) { return reportYAML(OS, Plan.Edits, MainFile); });
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
    return writeInPlace(*Changes, Facts, Output);
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
  textStream(Output) << Files << (Files == 1 ? " file " : " files ")
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
                     /*World=*/"", /*Remarks=*/{}, terminalOf(outs(), Output)});
  return NothingLeft;
}

/// --explain names its place, whatever else the run is about.
Expected<Vetoes> vetoes(const Shown &Run, Scope &About, const OutputOptions &Output) {
  Vetoes Against = suppressed(Run.Findings, Run.Texts);
  if (Output.Explain)
    return Against;
  if (Error E = About.writeBaseline(Run, Against))
    return std::move(E);
  if (Error E = About.narrow(Run, Against))
    return std::move(E);
  return Against;
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

/// A unit that could not be parsed is no reason to stop: --link reports it.
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

/// Where less was seen than there is, a comment may be for what was not.
static std::vector<std::string> filesSeenWhole(const Shown &Run) {
  StringSet<> Broken;
  for (const ParseNote &N : Run.Facts.notes())
    if (N.Kind == "parse-error")
      Broken.insert(N.Where.File);
  std::vector<std::string> Out;
  for (const FileFacts &File : Run.Facts.files())
    if (Run.Selected.contains(File.Path) && !Broken.contains(File.Path) &&
        (Run.Closed || !File.IsHeader))
      Out.push_back(File.Path);
  return Out;
}

static void remarkOnUnused(const Shown &Run, const Scope &About,
                           std::vector<std::string> &Remarks) {
  std::vector<std::string> Places =
      unusedComments(Run.Findings, filesSeenWhole(Run), About.checks(), Run.Texts);
  for (std::string &Place : Places)
    Place = displayPath(Place, realPath("."));
  if (!Places.empty())
    Remarks.push_back(
        formatv("warning: {0} which nothing is found: {1}",
                Places.size() == 1 ? "a NOLINT names a check of" : "NOLINTs name checks of",
                join(Places, ", ")));
}

/// What was told before is silenced now: true if that is all.
static Expected<bool> writeComments(ArrayRef<Result> Results, const Shown &Run,
                                    const PlanOptions &Plan, const OutputOptions &Output,
                                    std::vector<std::string> &Remarks) {
  const NolintComments Comments =
      nolintComments(Results, *Output.NolintBecause, Run.Texts,
                     [&](StringRef File) { return mayEdit(File, Run.Facts, Plan); });
  Expected<std::vector<FileChange>> Changes = changesOf(Comments.NewTexts, Run.Texts);
  if (!Changes)
    return Changes.takeError();
  if (!Changes->empty())
    if (Error E = writeInPlace(*Changes, Run.Facts, Output))
      return std::move(E);
  for (const Location &Where : Comments.NoRoom)
    WithColor::warning(errs(), "coopify")
        << Where.File << ':' << Where.Line
        << ": no comment was written: the file is not edited, a literal goes over the line, or it "
           "would keep a rewrite on the line from being made\n";
  Remarks.push_back(formatv("{0} {1} silenced in {2} {3}", Comments.Lines,
                            Comments.Lines == 1 ? "line" : "lines", Changes->size(),
                            Changes->size() == 1 ? "file" : "files"));
  return Comments.NoRoom.empty();
}

/// All that is left to do when it is known what becomes of each finding.
static ExitCode writeAndReport(const Shown &Run, const Tried &Made, const Scope &About,
                               const KnownWorld &Known, const PlanOptions &Plan,
                               ArrayRef<UnitGroups> Groups, const OutputOptions &Output) {
  const VerifiedPlan &Verified = Made.Verified;
  const std::vector<Result> All = Run.results(Verified.Plan);
  std::vector<Result> Results;
  copy_if(All, std::back_inserter(Results), [](const Result &R) { return !R.isHidden(); });
  if (Output.Explain)
    return explainPlace(Results, Run.Texts, Output);
  // What was found is worth knowing also where it cannot be written.
  Error NotWritten = Made.mayWrite()       ? write(Verified, Run.Facts, Run.Texts, Output)
                     : Made.Failed.empty() ? Error::success()
                                           : createStringError(Made.Failed);
  std::vector<std::string> Remarks = About.remarks(All);
  append_range(Remarks, Made.Remarks);
  remarkOnUnused(Run, About, Remarks);
  if (std::optional<std::string> Forgotten = remarkOnNotCompiled(Known, Plan))
    Remarks.push_back(std::move(*Forgotten));
  if (Output.Interactive && !NotWritten)
    Remarks.push_back(remarkOnAgreed(All));
  bool Silenced = false;
  if (Output.NolintBecause && Made.mayWrite()) {
    Expected<bool> Done = writeComments(Results, Run, Plan, Output, Remarks);
    if (!Done)
      NotWritten = joinErrors(std::move(NotWritten), Done.takeError());
    else
      Silenced = *Done;
  }
  const EditsAlone Edits(Run.Findings, Verified.Plan);
  const RunFindings Found{Results,
                          Edits,
                          Run.Facts,
                          Known.Text,
                          Output.Quiet ? Made.Faults : Remarks,
                          Made.Report ? &*Made.Report : nullptr,
                          Groups};
  if (Error E = joinErrors(writeReports(Found, Run.Texts, Output), std::move(NotWritten)))
    return giveUp(std::move(E));
  if (Made.mayWrite()) {
    reportWritten(Verified.Plan, Output);
    reportNextSteps(Found, About.newBaseline(), Run.Texts, Output);
  }

  if (About.keepsAll()) // what remains is known now
    return NothingLeft;
  const bool Written = Output.inPlace() || !Output.OutDir.empty();
  auto Remains = [&](const Result &R) {
    return remains(R, Written) && !(Silenced && wantsComment(R));
  };
  auto NeedsFlag = [](const UnitGroups &Unit) { return Unit.Compiles == false; };
  return any_of(Results, Remains) || any_of(Groups, NeedsFlag) || !Made.Agrees ? FindingsRemain
                                                                               : NothingLeft;
}

/// A grant for what is called otherwise, by now or by mistake, should not look like one in use.
static void reportUnused(const InputOptions &Input, const Grants &Granted,
                         ArrayRef<Finding> Findings, const ProgramFacts &Facts) {
  const bool Whole = Input.Sources.empty() || Input.Link;
  for (const ScopedGrant &Grant : Granted.unused(Findings, Facts, Whole))
    WithColor::warning(errs(), "coopify")
        << Grant.Place << ": grants " << Grant.Id
        << (Grant.Function.empty() ? "" : " for '" + Grant.Function + "'")
        << ", but no rewrite there rests on it; correct or remove it\n";
}

/// Those of the command line and of a file, and those beside the code.
static Grants grantsOf(const RunOptions &Options, const ProgramFacts &Facts, SourceTexts &Texts) {
  Grants Out = Options.Granted;
  GrantComments Said = grantsInComments(Facts, Texts);
  for (const std::string &Mistake : Said.Mistakes)
    WithColor::warning(errs(), "coopify") << Mistake << '\n';
  for (ScopedGrant &Grant : Said.Grants)
    Out.insert(std::move(Grant));
  return Out;
}

/// What can be checked before the program is read, which may take minutes.
static Expected<Scope> checkedScope(const RunOptions &Options) {
  if (Error E = checkOutputs(Options.Output, Options.Scope))
    return std::move(E);
  if (Error E = Options.Output.Interactive ? checkAnswers() : Error::success())
    return std::move(E);
  return Scope::read(Options);
}

static ExitCode analyse(const RunOptions &Options) {
  Expected<Scope> About = checkedScope(Options);
  if (!About)
    return giveUp(About.takeError());
  SourceTexts Texts;
  ProgramCost Cost;
  Expected<ParsedProgram> Units = readProgram(Options, Texts, Cost);
  if (!Units)
    return giveUp(Units.takeError());
  reportFailures(*Units);
  const bool LacksUnits = Units->lacksUnits();
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
  const Grants Granted = grantsOf(Options, Linked, Texts);
  const Decided Verdicts =
      decideWithHelpers(std::move(Linked), Options.Rules, Options.Helpers, Granted);
  const ProgramFacts &Facts = Verdicts.Facts;
  const std::vector<Finding> &Findings = Verdicts.Findings;
  for (const std::string &Line : unmatchedFences(Findings, Texts))
    WithColor::warning(errs(), "coopify") << Line << '\n';
  reportUnused(Options.Input, Granted, Findings, Facts);
  Cost.Decide = Time();
  const Shown Run = {Findings, Facts, Units->selectedFiles(), Texts,
                     Known.Outside != World::Open && Units->failures().empty()};
  Expected<Vetoes> Against = vetoes(Run, *About, Output);
  if (!Against)
    return giveUp(Against.takeError());
  Readers Others(Units->Others, Options.Parse);
  const PlanOptions Plan = planOptions(Options, *Units, Others, Facts, Findings, Granted);
  auto PlanWithout = [&](const Vetoes &Not) {
    return planVerified(Findings, Facts, Plan, Not,
                        {*Units, Others, Texts, Options.Parse.Jobs, Options.Parse.Kept.get()});
  };
  const Tried Made =
      tryPlan(Options, Run, planAgreed(Run, *Against, PlanWithout, Output), *Against, PlanWithout);
  Cost.Verify = Made.Verified.Seconds;
  Cost.VerifyParses = Made.Verified.Parses;
  Cost.Edit = Time() - Cost.Verify;
  Cost.Kept = Options.Parse.Kept ? Options.Parse.Kept->taken() : 0;
  if (Output.Stats)
    printStats(errs(), Units->Passes, Cost);
  const auto Groups = groupsOfUnits(Options, *Units, Run.Facts, Made.Verified.NewTexts);
  const ExitCode Code = writeAndReport(Run, Made, *About, Known, Plan, Groups, Output);
  return LacksUnits && !Output.Explain ? CouldNotDoItsJob : Code;
}

ExitCode run(const RunOptions &Options) {
  if (Options.Recover)
    return recoverOnly(Options.Input, Options.Output);
  if (!Options.Output.ClangDatabase.empty())
    return writeClangDatabase(Options);
  if (Options.Ninja.File.empty())
    return analyse(Options);
  Error E = emitNinja(Options);
  return E ? giveUp(std::move(E)) : NothingLeft;
}

} // namespace coopify
