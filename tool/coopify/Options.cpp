#include "Options.h"

#include "Archs.h"
#include "Cache.h"
#include "Checks.h"
#include "CompletedValue.h"
#include "Completion.h"
#include "Config/Config.h"
#include "ExplainedNames.h"
#include "Flags.h"
#include "Help/Help.h"
#include "ManPage.h"
#include "Mistakes.h"
#include "OptionTable.h"
#include "Pages.h"
#include "Version.h"
#include "Words.h"

#include "Driver/Kept/CacheFolder.h"
#include "Driver/Kept/KeptPasses.h"
#include "Driver/Reports.h"
#include "Driver/Write/InstallRuntime.h"
#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

ExitCode usageError(const Twine &Why) {
  WithColor::error(errs(), "coopify") << Why << '\n';
  return CouldNotDoItsJob;
}

/// libLLVM registers hundreds of options, which would be taken silently.
void removeForeignOptions() {
  std::vector<cl::Option *> Foreign;
  for (auto &Entry : cl::getRegisteredOptions())
    Foreign.push_back(Entry.second);
  for (cl::Option *O : Foreign)
    O->removeArgument();
}

/// "a.cu:12" or "a.cu:12:7"; nullopt for the name of a page.
std::optional<AskedPlace> placeIn(StringRef Text) {
  AskedPlace Place;
  unsigned Number = 0;
  auto TakeNumber = [&](StringRef &Rest) {
    auto [Before, Digits] = Rest.rsplit(':');
    if (Before.empty() || Digits.getAsInteger(10, Number) || Number == 0)
      return false;
    Rest = Before;
    return true;
  };
  if (!TakeNumber(Text))
    return std::nullopt;
  Place.Line = Number;
  if (TakeNumber(Text)) {
    Place.Column = Place.Line;
    Place.Line = Number;
  }
  Place.File = Text.str();
  return Place;
}

InputOptions inputOptions(const Flags &F, std::optional<std::vector<std::string>> FixedFlags) {
  InputOptions Input;
  Input.Database = F.Database;
  Input.Sources = {F.Sources.begin(), F.Sources.end()};
  Input.FixedFlags = std::move(FixedFlags);
  if (Input.FixedFlags && Input.Sources.empty() && placeIn(F.Explain))
    Input.Sources = {placeIn(F.Explain)->File};
  Input.Link = F.Link;
  Input.WholeProgram = F.WholeProgram;
  Input.Vendored = F.Vendored;
  return Input;
}

/// Code that fits only warps of 32 lanes is reported in CUDA code, too.
bool auditsOtherWarps(const Flags &F, const SelectedRules &Selected) {
  return F.Target != Accelerator::Cuda || Selected.names(&LinkOptions::AuditWave64);
}

ProgressKind progressKind(const Flags &F) {
  if (F.Progress)
    return ProgressKind::Lines;
  const std::optional<std::string> Terminal = sys::Process::GetEnv("TERM");
  const bool Live = !F.Quiet && errs().is_displayed() && Terminal && *Terminal != "dumb";
  return Live ? ProgressKind::Live : ProgressKind::None;
}

ParseOptions parseOptions(const Flags &F, bool OtherWarps) {
  ParseOptions Parse;
  Parse.Archs = {F.Archs.begin(), F.Archs.end()};
  Parse.MinArch = F.MinArch;
  Parse.WarpWidth = F.WarpSize;
  Parse.Ports = OtherWarps;
  Parse.CudaPath = F.CudaPath;
  Parse.Extra = {{F.ExtraArgsBefore.begin(), F.ExtraArgsBefore.end()},
                 {F.ExtraArgs.begin(), F.ExtraArgs.end()}};
  Parse.Jobs = F.Jobs;
  Parse.TimeLimit = F.TimeLimit;
  Parse.Progress = progressKind(F);
  const CacheStore Store = storeIn(cacheFolder(F.Cache, F.NoCache));
  Parse.Precompiled = std::make_shared<Preludes>(Store);
  if (const std::string Program = thisProgram(); Store.Load && !Program.empty())
    Parse.Kept = std::make_shared<KeptPasses>(Store, Program);
  return Parse;
}

OutputOptions outputOptions(const Flags &F, CommandAgain Again) {
  OutputOptions Output;
  Output.Again = std::move(Again);
  Output.Again.Assumed = F.Fix == FixKind::Assumed;
  Output.Fix = F.Fix != FixKind::No;
  Output.Interactive = F.Interactive;
  Output.Diff = F.Diff;
  Output.OutDir = F.OutDir;
  Output.FixesFile = F.ExportFixes;
  Output.JSONFile = F.JSON;
  Output.SARIFFile = F.SARIF;
  Output.HTMLFile = F.HTML;
  Output.Annotations = F.Annotations;
  Output.Version = COOPIFY_VERSION;
  Output.DocsURI = COOPIFY_DOCS_URI;
  Output.ExtractFile = F.Extract;
  Output.DepFile = F.DepFile;
  Output.ClangDatabase = F.ClangDatabase;
  if (F.AddNolint)
    Output.NolintBecause = F.Because;
  Output.AllowDirty = F.AllowDirty;
  Output.Quiet = F.Quiet;
  Output.Verbose = F.Verbose;
  Output.EachNote = F.EachNote;
  Output.Stats = F.Stats;
  Output.Explain = placeIn(F.Explain);
  Output.PageOf = [](StringRef Id) { return explain(Id, embeddedPages()); };
  if (F.Color != ColorKind::Auto)
    Output.Color = F.Color == ColorKind::Always;
  return Output;
}

ScopeOptions scopeOptions(const Flags &F) {
  ScopeOptions Scope;
  Scope.Baseline = F.Baseline;
  Scope.NewBaseline = F.WriteBaseline;
  Scope.Since = F.Since;
  Scope.LineFilter = F.LineFilter;
  return Scope;
}

TrialOptions trialOptions(const Flags &F) {
  TrialOptions Trial;
  Trial.Command = F.Try;
  Trial.Against = F.TryAgainst;
  Trial.Stdin = F.TryStdin;
  Trial.Schedules = F.TrySchedules;
  Trial.Link.assign(F.TryLink.begin(), F.TryLink.end());
  return Trial;
}

ExitCode listChecks(ArrayRef<const Rule *> Rules) {
  size_t Width = 0;
  for (const Rule *R : Rules)
    Width = std::max(Width, R->id().size());
  for (const Rule *R : Rules)
    outs() << left_justify(R->id(), Width) << "  @" << toString(R->group()) << "  " << R->summary()
           << '\n';
  // Nobody finds them otherwise; not among what a script reads.
  std::string Others;
  for (const Rule *R : allRules())
    if (!R->onByDefault() && !is_contained(Rules, R))
      Others += (Others.empty() ? "" : ", ") + R->id().str();
  if (!Others.empty())
    errs() << "off unless --checks names them, as in --checks=*,"
           << StringRef(Others).split(',').first << ": " << Others << "\n";
  return NothingLeft;
}

std::string otherPages(const Flags &F, StringRef Id) {
  const std::vector<std::string> Pages = completedValue(F.Explain).Words;
  const std::string Meant = didYouMean(Id, Pages);
  return Meant.empty() ? "; --list-checks has the checks, docs/reasons.md, docs/assumptions.md, "
                         "docs/forms.md and docs/verdicts.md the others; a place is <file>:<line>"
                       : Meant;
}

ExitCode explainOrFail(const Flags &F, StringRef Id) {
  const std::vector<StringRef> Checks = checksOf(Id);
  std::optional<StringRef> Page = explain(Checks.empty() ? Id : Checks.front(), embeddedPages());
  if (!Page && sys::fs::is_regular_file(Id))
    return usageError("--explain: '" + Id +
                      "' is a file; name a line of it, as in --explain=" + Id + ":1");
  if (!Page)
    return usageError("--explain: there is no check, reason, assumption, form or verdict '" + Id +
                      "'" + otherPages(F, Id));
  if (!Checks.empty())
    outs() << formatv(
        "'{0}' is reported by {1} {2}{3}\n\n", Id, Checks.size() == 1 ? "the check" : "the checks",
        join(Checks, ", "),
        Checks.size() == 1 ? "." : formatv("; this is the page of {0}.", Checks.front()).str());
  OutputOptions Output;
  if (F.Color != ColorKind::Auto)
    Output.Color = F.Color == ColorKind::Always;
  printPage(outs(), *Page, terminalOf(outs(), Output));
  return NothingLeft;
}

ExitCode installOrFail(const Flags &F) {
  if (F.InstallRuntime.empty())
    return usageError("--install-runtime needs a folder");
  if (!F.Sources.empty())
    return usageError("--install-runtime takes no sources");
  if (sys::fs::is_regular_file(F.InstallRuntime))
    return usageError("--install-runtime: '" + F.InstallRuntime + "' is a file; name a folder");
  Expected<InstalledRuntime> Done = installRuntime(F.InstallRuntime, runtimeFiles(), F.Force);
  if (!Done)
    return usageError("--install-runtime: " + toString(Done.takeError()));
  outs() << formatv("coopify " COOPIFY_VERSION " runtime in {0}/coopify: {1} headers new, "
                    "{2} replaced, {3} unchanged, {4} removed; compile with -I{0}\n",
                    F.InstallRuntime, Done->New, Done->Replaced, Done->Unchanged, Done->Removed);
  return NothingLeft;
}

/// False: it was not asked for.
bool tellOfOptions(const Flags &F) {
  const ShownOptions Shown = shownOptions(Topics::All);
  if (F.Help || F.HelpShort)
    printHelp(outs(), Topics::All);
  else if (F.HelpMarkdown)
    printOptionTable(outs(), Shown);
  else if (F.HelpMan)
    printManPage(outs(), Shown);
  else
    printCompletion(outs(), Shown, F.HelpCompletion);
  return F.Help || F.HelpShort || F.HelpMarkdown || F.HelpMan || F.HelpCompletion != Shell::None;
}

ExitCode versionOrFail(const Flags &F) {
  if (Error E = printVersion(outs(), F.CudaPath))
    return usageError("--cuda-path: " + toString(std::move(E)));
  return NothingLeft;
}

ExitCode cacheOrFail(const Flags &F) {
  Expected<std::string> Line = tellOfCache(cacheFolder(F.Cache, F.NoCache), F.ClearCache);
  if (!Line)
    return usageError("--clear-cache: " + toString(Line.takeError()));
  outs() << *Line << '\n';
  return NothingLeft;
}

std::variant<RunOptions, ExitCode> answer(Flags &F, ArrayRef<const char *> Words,
                                          std::optional<std::vector<std::string>> FixedFlags) {
  if (tellOfOptions(F))
    return NothingLeft;
  if (!F.Explain.empty() && !placeIn(F.Explain))
    return explainOrFail(F, F.Explain);
  Expected<Config> File = takeConfig(F);
  if (!File)
    return usageError(toString(File.takeError()));
  if (F.Version)
    return versionOrFail(F);
  if (F.InstallRuntime.getNumOccurrences())
    return installOrFail(F);
  if (F.CacheInfo || F.ClearCache)
    return cacheOrFail(F);
  if (F.Force)
    return usageError("--force is for --install-runtime; for sources see --allow-dirty");
  Expected<SelectedRules> Selected = selectRules(F.Checks, allRules());
  if (!Selected)
    return usageError(toString(Selected.takeError()));
  if (F.ListChecks)
    return listChecks(Selected->Rules);
  if (!File->Path.empty() && !F.Config.getNumOccurrences() && !F.Quiet)
    WithColor::note(errs(), "coopify")
        << "options of '" << File->Path << "' count, too; --config=none leaves them out\n";
  const std::vector<std::string> Archs(F.Archs.begin(), F.Archs.end());
  if (Error E = checkArchs(Archs, F.MinArch, F.WarpSize))
    return usageError(toString(std::move(E)));
  if (Error E = checkFlags(F))
    return usageError(toString(std::move(E)));
  if (F.Link && FixedFlags && !FixedFlags->empty())
    return usageError("--link takes no flags behind --: units have those that they were extracted "
                      "with; the other ones of a compile database get those of --extra-arg");
  if (F.DumpConfig) {
    dumpConfig(outs(), F, *File);
    return NothingLeft;
  }
  if (Error E = checkClangHeaders())
    return usageError(toString(std::move(E)));
  RunOptions Run;
  const bool OtherWarps = auditsOtherWarps(F, *Selected);
  if (!F.EmitNinja.empty())
    Run.Ninja = ninjaOptions(F.EmitNinja, Words, FixedFlags, *File,
                             Selected->names(&LinkOptions::AuditWave64));
  Run.Recover = F.Recover;
  Run.Output = outputOptions(F, commandAgain(Words, FixedFlags));
  Run.Input = inputOptions(F, std::move(FixedFlags));
  Run.Parse = parseOptions(F, OtherWarps);
  Run.Scope = scopeOptions(F);
  Run.Trial = trialOptions(F);
  Run.Rules = std::move(Selected->Rules);
  for (const std::string &Id : F.Assume)
    Run.Granted.insert(Id);
  for (ScopedGrant &Grant : File->Grants)
    Run.Granted.insert(std::move(Grant));
  Run.ApplyAssumed = F.Fix == FixKind::Assumed;
  Run.Link.LocalBlocks = F.LocalBlocks;
  if (F.Target.getNumOccurrences())
    Run.Target = F.Target;
  Run.Link.AuditWave64 = OtherWarps;
  Run.Helpers = F.Helpers;
  Run.Groups = F.Groups;
  Run.Toolkit = cantFail(toolkitVersion(F.Toolkit)); // checkFlags
  return Run;
}

} // namespace

std::variant<RunOptions, ExitCode> parseCommandLine(int Argc, const char *const *Argv) {
  // What follows "--" is the compiler's; cl would take it for sources.
  const char *const *End = Argv + Argc;
  const char *const *Dashes = std::find(Argv, End, StringRef("--"));
  std::optional<std::vector<std::string>> FixedFlags;
  if (Dashes != End)
    FixedFlags.emplace(Dashes + 1, End);
  // Here, as --emit-ninja has to see what they say.
  BumpPtrAllocator Texts;
  SmallVector<const char *> Words(Argv, Dashes);
  cl::ExpansionContext Files(Texts, cl::TokenizeGNUCommandLine);
  if (Error E = Files.expandResponseFiles(Words))
    return usageError(toString(std::move(E)));
  removeForeignOptions();
  Flags F;
  if (Error E = checkWords(Words))
    return usageError(toString(std::move(E)));
  if (Error E = checkFlagsOfCompiler(FixedFlags.value_or(std::vector<std::string>())))
    return usageError(toString(std::move(E)));
  if (!cl::ParseCommandLineOptions(int(Words.size()), Words.data(),
                                   /*Overview=*/"", &errs(), nullptr, nullptr,
                                   /*LongOptionsUseDoubleDash=*/true))
    return CouldNotDoItsJob;
  return answer(F, Words, std::move(FixedFlags));
}

} // namespace coopify
