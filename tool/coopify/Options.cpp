#include "Options.h"

#include "Archs.h"
#include "Cache.h"
#include "Checks.h"
#include "Completion.h"
#include "ManPage.h"
#include "OptionTable.h"
#include "Pages.h"
#include "Version.h"
#include "Words.h"

#include "Driver/Kept/CacheFolder.h"
#include "Driver/Kept/KeptPasses.h"
#include "Driver/Write/InstallRuntime.h"
#include "Model/Reasons/Assumptions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

cl::OptionCategory Category("coopify options");

enum class FixKind { No, Safe, Assumed };
enum class ColorKind { Auto, Always, Never };

using StringOpt = cl::opt<std::string>;
using StringList = cl::list<std::string>;
using BoolOpt = cl::opt<bool>;
using cl::cat;
using cl::desc;
using cl::value_desc;

std::string assumptionIds() {
  return join(map_range(allAssumptions(), [](const Assumption &A) { return A.Id.str(); }), ", ");
}

/// Options keep no copy of their help.
StringRef assumeHelp() {
  static const std::string Text =
      "Assumptions that you grant, see --explain=<assumption>: " + assumptionIds();
  return Text;
}

/// All flags. Made when the command line is parsed, after LLVM's own options
/// were taken away: one of those is called --color, too.
struct Flags {
  StringList Sources{cl::Positional, desc("<source>... [-- <flags>]"), cat(Category)};

  // Input.
  StringOpt Database{"p",
                     desc("Folder of the compile_commands.json, or that file; else the "
                          "nearest one above the working directory"),
                     value_desc("build"), cat(Category)};
  StringList Archs{
      "arch", cl::CommaSeparated,
      desc("Passes to parse: sm_XX, host; else those of the command line, and host. Others of the "
           "command line are read too where #if tells them apart"),
      value_desc("sm_XX[,host]"), cat(Category)};
  StringOpt MinArch{"min-arch",
                    desc("The oldest architecture that the output must run on, sm_30 or newer; "
                         "parsed for where the command line names none"),
                    value_desc("sm_XX"), cat(Category)};
  StringOpt CudaPath{"cuda-path",
                     desc("The CUDA toolkit whose headers are parsed; 'embedded': the headers "
                          "inside coopify, which are also used where no toolkit is found"),
                     value_desc("folder|embedded"), cat(Category)};
  StringOpt Cache{
      "cache",
      desc("Where what one run knows is kept for the next: precompiled CUDA headers, and what "
           "unchanged units showed; 'none': nowhere. Else the folder coopify in the user's cache, "
           "~/.cache as a rule"),
      value_desc("folder|none"), cat(Category)};
  BoolOpt NoCache{"no-cache", desc("The same as --cache=none"), cat(Category)};
  BoolOpt CacheInfo{"cache-info", desc("Say what is kept, and where"), cat(Category)};
  BoolOpt ClearCache{"clear-cache", desc("Remove what is kept"), cat(Category)};
  cl::opt<unsigned> Jobs{"j", cl::Prefix, desc("Units parsed at a time (all cores)"),
                         value_desc("N"), cat(Category)};
  cl::opt<double> TimeLimit{
      "timeout-per-file", cl::init(0),
      desc("Go on without a unit that takes more CPU seconds than this for one of its passes, and "
           "name it (no limit)"),
      value_desc("seconds"), cat(Category)};
  StringOpt Extract{"extract", desc("Write what the units show to a file, for --link"),
                    value_desc("out.json"), cat(Category)};
  StringOpt DepFile{"depfile",
                    desc("With --extract: write which files that is made of, for make and ninja"),
                    value_desc("file.d"), cat(Category)};
  BoolOpt Link{"link", desc("The sources are files that --extract wrote: decide over all of them"),
               cat(Category)};
  StringOpt ClangDatabase{
      "export-clang-database",
      desc("Write a compile_commands.json that clang, clang-tidy and clangd read, with the headers "
           "that it names beside it; nothing else is done"),
      value_desc("folder"), cat(Category)};
  StringOpt EmitNinja{"emit-ninja",
                      desc("Write the run as a build graph, which ninja then does: each unit is "
                           "extracted by itself, and all are linked"),
                      value_desc("build.ninja"), cat(Category)};

  BoolOpt WholeProgram{"whole-program",
                       desc("No code but what is read calls its functions, launches its kernels or "
                            "includes its files; else that is known only where all units of a "
                            "compile database are read"),
                       cat(Category)};

  BoolOpt Vendored{"vendored",
                   desc("Edit the code of other projects, too: what is in third_party, external, "
                        "vendor, deps and the like, or in a git repository that no unit is of"),
                   cat(Category)};

  // Decisions.
  StringOpt Checks{
      "checks", cl::init("*"),
      desc("Checks to run, as globs; a leading '-' excludes, the last match decides; '*' does not "
           "enable checks that are off by default. @required are those of what today's toolkits "
           "reject or today's GPUs go wrong with, @explicit those of what works and hides which "
           "threads it is for"),
      value_desc("globs"), cat(Category)};
  StringList Assume{"assume", cl::CommaSeparated, desc(assumeHelp()), value_desc("id,..."),
                    cat(Category)};
  BoolOpt LocalBlocks{"local-blocks",
                      desc("hidden-block-barrier: functions that cannot take a thread_block make "
                           "one for their own barriers, too, and not only for the functions that "
                           "they call; their callers still see none"),
                      cat(Category)};
  cl::opt<HelperForm> Helpers{
      "helpers",
      cl::init(HelperForm::Auto),
      desc("Where a helper gets the warp that it waits for: made inside of it (inside), passed by "
           "its callers (parameter), or auto: passed where callers that were not read stand "
           "against a group made inside; they no longer compile then, instead of going on in "
           "silence"),
      cl::values(clEnumValN(HelperForm::Auto, "auto", "inside where that is proven"),
                 clEnumValN(HelperForm::Inside, "inside", "made inside"),
                 clEnumValN(HelperForm::Parameter, "parameter", "passed from the kernel down")),
      value_desc("auto|inside|parameter"),
      cat(Category)};
  cl::opt<Accelerator> Target{
      "target",
      cl::init(Accelerator::Cuda),
      desc("What the output runs on, if not only on what the units are compiled for: hip or maca "
           "make CUDA code fit warps of 64 lanes as well, by tiles of 32 of the bundled groups; "
           "wave64 tells of what stays"),
      cl::values(clEnumValN(Accelerator::Cuda, "cuda", "NVIDIA's GPUs"),
                 clEnumValN(Accelerator::Hip, "hip", "AMD's GPUs, too"),
                 clEnumValN(Accelerator::Maca, "maca", "MXMACA, too")),
      value_desc("cuda|hip|maca"),
      cat(Category)};
  cl::opt<unsigned> WarpSize{
      "warp-size", cl::init(0),
      desc("Lanes of a warp in units that are compiled as HIP, where the architecture does not say "
           "it: 32 or 64"),
      value_desc("32|64"), cat(Category)};
  cl::opt<GroupsChoice> Groups{
      "groups",
      cl::init(GroupsChoice::Auto),
      desc("Whose cooperative groups the output names: cuda (<cooperative_groups.h>), bundled "
           "(<coopify/cooperative_groups.h>, see --install-runtime), or auto: the one that the "
           "file includes, else cuda. An existing alias cg is kept"),
      cl::values(clEnumValN(GroupsChoice::Auto, "auto", "as the file does, else cuda"),
                 clEnumValN(GroupsChoice::Cuda, "cuda", "<cooperative_groups.h>"),
                 clEnumValN(GroupsChoice::Bundled, "bundled", "<coopify/cooperative_groups.h>")),
      value_desc("auto|cuda|bundled"),
      cat(Category)};

  // Output.
  cl::opt<FixKind> Fix{
      "fix",
      cl::ValueOptional,
      cl::init(FixKind::No),
      desc("Write the proven rewrites to the files; with =assumed also those that rest on a "
           "printed assumption. With --diff, --out-dir or --export-fixes: there instead"),
      cl::values(clEnumValN(FixKind::Safe, "", ""), clEnumValN(FixKind::Safe, "safe", "proven"),
                 clEnumValN(FixKind::Assumed, "assumed", "proven, or under printed assumptions")),
      value_desc("safe|assumed"),
      cat(Category)};
  BoolOpt Diff{"diff", desc("Print the rewrites as a unified diff, findings go to stderr"),
               cat(Category)};
  StringOpt OutDir{"out-dir", desc("Write changed files below a folder, not over the sources"),
                   value_desc("folder"), cat(Category)};
  StringOpt ExportFixes{"export-fixes", desc("Write the rewrites for clang-apply-replacements"),
                        value_desc("file.yaml"), cat(Category)};
  BoolOpt AllowDirty{"allow-dirty", desc("Write over uncommitted changes"), cat(Category)};
  StringOpt JSON{"json", desc("Write the findings as JSON; - is stdout"), value_desc("file"),
                 cat(Category)};
  BoolOpt Quiet{"quiet", desc("Findings only, no summary"), cat(Category)};
  BoolOpt Verbose{"v", desc("Show the proofs of rewrites and all obstacles of refusals, too"),
                  cat(Category)};
  BoolOpt Stats{"stats", desc("Say on stderr what each parse and the analysis on top of it cost"),
                cat(Category)};
  BoolOpt Progress{"progress", desc("Say on stderr which unit was parsed"), cat(Category)};
  cl::opt<ColorKind> Color{
      "color",
      cl::ValueOptional,
      cl::init(ColorKind::Auto),
      desc("Use colors"),
      cl::values(clEnumValN(ColorKind::Auto, "auto", "on terminals, unless NO_COLOR is set"),
                 clEnumValN(ColorKind::Always, "always", "always; so does --color alone"),
                 clEnumValN(ColorKind::Never, "never", "never"),
                 clEnumValN(ColorKind::Always, "", "")),
      value_desc("auto|always|never"),
      cat(Category)};

  // The runtime.
  StringOpt InstallRuntime{"install-runtime",
                           desc("Write the headers of <coopify/cooperative_groups.h> below a "
                                "folder, to be compiled with -I<folder>; nothing else is done"),
                           value_desc("folder"), cat(Category)};
  BoolOpt Force{"force", desc("With --install-runtime: replace headers that were changed there"),
                cat(Category)};

  // Questions.
  BoolOpt ListChecks{"list-checks", desc("List the checks that --checks selects"), cat(Category)};
  StringOpt Explain{
      "explain",
      desc("Print the page of a check, of a reason or of an assumption; or analyse the "
           "sources and explain the findings at one place in full: the proof, or "
           "what stands in the way, and what would settle it"),
      value_desc("check|reason|assumption|file:line[:column]"), cat(Category)};
  // LLVM's would answer before --cuda-path is read.
  BoolOpt Version{"version",
                  desc("Print the version of coopify, of the LLVM in it and of the CUDA toolkit "
                       "whose headers would be parsed"),
                  cat(Category)};
  BoolOpt HelpMarkdown{"help-markdown", cl::Hidden, desc("Print these options as Markdown"),
                       cat(Category)};
  BoolOpt HelpMan{"help-man", cl::Hidden, desc("Print the manual page"), cat(Category)};
  cl::opt<Shell> HelpCompletion{"help-completion",
                                cl::Hidden,
                                cl::init(Shell::None),
                                desc("Print what completes the command line in a shell"),
                                cl::values(clEnumValN(Shell::Bash, "bash", "bash"),
                                           clEnumValN(Shell::Zsh, "zsh", "zsh"),
                                           clEnumValN(Shell::Fish, "fish", "fish")),
                                value_desc("bash|zsh|fish"),
                                cat(Category)};
};

ExitCode usageError(const Twine &Why) {
  WithColor::error(errs(), "coopify") << Why << '\n';
  return CouldNotDoItsJob;
}

/// libLLVM registers hundreds of options; of these only --help is meant for our
/// users, and the others would be taken silently.
void removeForeignOptions() {
  std::vector<cl::Option *> Foreign;
  for (auto &Entry : cl::getRegisteredOptions()) {
    if (Entry.first != "help")
      Foreign.push_back(Entry.second);
    else
      Entry.second->setDescription("Print the options");
  }
  for (cl::Option *O : Foreign)
    O->removeArgument();
}

Error checkAssumptions(const Flags &F) {
  for (const std::string &Id : F.Assume)
    if (!findAssumption(Id))
      return createStringError(
          formatv("--assume: '{0}' is none of {1}", Id, assumptionIds()).str());
  return Error::success();
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

Error checkCombination(const Flags &F) {
  const bool Writes = F.Fix != FixKind::No || F.Diff || !F.OutDir.empty() ||
                      !F.ExportFixes.empty() || !F.JSON.empty() || !F.Extract.empty();
  if (!F.Explain.empty() && Writes)
    return createStringError("--explain of a place only explains: --fix, --diff, --out-dir, "
                             "--export-fixes, --json and --extract exclude it");
  if (F.Link && F.Sources.empty())
    return createStringError("--link needs the files that --extract wrote");
  if (F.Link && !F.Extract.empty())
    return createStringError("--link and --extract exclude each other");
  if (!F.Extract.empty() && (F.Fix != FixKind::No || F.Diff || !F.OutDir.empty() ||
                             !F.ExportFixes.empty() || !F.JSON.empty()))
    return createStringError("--extract decides nothing: --fix, --diff, --out-dir, --export-fixes "
                             "and --json are for --link");
  if (!F.DepFile.empty() && F.Extract.empty())
    return createStringError("--depfile is for --extract");
  if (F.EmitNinja.getNumOccurrences() && (F.Link || !F.Extract.empty() || !F.Explain.empty()))
    return createStringError("--emit-ninja writes down a run over units: --link, --extract and "
                             "--explain exclude it");
  if (F.EmitNinja.getNumOccurrences() && (F.EmitNinja.empty() || F.EmitNinja == "-"))
    return createStringError("--emit-ninja needs a file");
  if (F.ClangDatabase.getNumOccurrences() &&
      (Writes || F.Link || F.EmitNinja.getNumOccurrences() || !F.Explain.empty()))
    return createStringError("--export-clang-database does nothing else: what writes, --link, "
                             "--emit-ninja and --explain exclude it");
  if (F.ClangDatabase.getNumOccurrences() && F.ClangDatabase.empty())
    return createStringError("--export-clang-database needs a folder");
  if (!(F.TimeLimit >= 0))
    return createStringError("--timeout-per-file is a number of seconds, 0 for no limit");
  if (F.Diff && !F.OutDir.empty())
    return createStringError("--diff and --out-dir exclude each other");
  return Error::success();
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

/// What fits warps of 32 lanes alone is to be told of CUDA code, too.
bool asksOtherWarps(const Flags &F) {
  return F.Target != Accelerator::Cuda || StringRef(F.Checks).contains("wave64");
}

ParseOptions parseOptions(const Flags &F) {
  ParseOptions Parse;
  Parse.Archs = {F.Archs.begin(), F.Archs.end()};
  Parse.MinArch = F.MinArch;
  Parse.WarpWidth = F.WarpSize;
  Parse.Ports = asksOtherWarps(F);
  Parse.CudaPath = F.CudaPath;
  Parse.Jobs = F.Jobs;
  Parse.TimeLimit = F.TimeLimit;
  Parse.Progress = F.Progress;
  const CacheStore Store = storeIn(cacheFolder(F.Cache, F.NoCache));
  Parse.Precompiled = std::make_shared<Preludes>(Store);
  if (const std::string Program = thisProgram(); Store.Load && !Program.empty())
    Parse.Kept = std::make_shared<KeptPasses>(Store, Program);
  return Parse;
}

OutputOptions outputOptions(const Flags &F) {
  OutputOptions Output;
  Output.Fix = F.Fix != FixKind::No;
  Output.Diff = F.Diff;
  Output.OutDir = F.OutDir;
  Output.FixesFile = F.ExportFixes;
  Output.JSONFile = F.JSON;
  Output.ExtractFile = F.Extract;
  Output.DepFile = F.DepFile;
  Output.ClangDatabase = F.ClangDatabase;
  Output.AllowDirty = F.AllowDirty;
  Output.Quiet = F.Quiet;
  Output.Verbose = F.Verbose;
  Output.Stats = F.Stats;
  Output.Explain = placeIn(F.Explain);
  Output.PageOf = [](StringRef Id) { return explain(Id, embeddedPages()); };
  if (F.Color != ColorKind::Auto)
    Output.Color = F.Color == ColorKind::Always;
  return Output;
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

ExitCode explainOrFail(StringRef Id) {
  std::optional<StringRef> Page = explain(Id, embeddedPages());
  if (!Page)
    return usageError("--explain: there is no check, no reason and no assumption '" + Id + "'");
  outs() << Page->rtrim() << '\n';
  return NothingLeft;
}

ExitCode installOrFail(const Flags &F) {
  if (F.InstallRuntime.empty())
    return usageError("--install-runtime needs a folder");
  if (!F.Sources.empty())
    return usageError("--install-runtime takes no sources");
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
  const ShownOptions Shown = shownOptions(Category);
  if (F.HelpMarkdown)
    printOptionTable(outs(), Shown);
  else if (F.HelpMan)
    printManPage(outs(), Shown);
  else
    printCompletion(outs(), Shown, F.HelpCompletion);
  return F.HelpMarkdown || F.HelpMan || F.HelpCompletion != Shell::None;
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

std::variant<RunOptions, ExitCode> answer(const Flags &F, ArrayRef<const char *> Words,
                                          std::optional<std::vector<std::string>> FixedFlags) {
  if (tellOfOptions(F))
    return NothingLeft;
  if (F.Version)
    return versionOrFail(F);
  if (!F.Explain.empty() && !placeIn(F.Explain))
    return explainOrFail(F.Explain);
  if (F.InstallRuntime.getNumOccurrences())
    return installOrFail(F);
  if (F.CacheInfo || F.ClearCache)
    return cacheOrFail(F);
  if (F.Force)
    return usageError("--force is for --install-runtime; for sources see --allow-dirty");
  Expected<std::vector<const Rule *>> Rules = selectRules(F.Checks, allRules());
  if (!Rules)
    return usageError(toString(Rules.takeError()));
  if (F.ListChecks)
    return listChecks(*Rules);
  const std::vector<std::string> Archs(F.Archs.begin(), F.Archs.end());
  if (Error E = checkArchs(Archs, F.MinArch, F.WarpSize))
    return usageError(toString(std::move(E)));
  for (auto Check : {checkAssumptions, checkCombination})
    if (Error E = Check(F))
      return usageError(toString(std::move(E)));
  if (Error E = checkClangHeaders())
    return usageError(toString(std::move(E)));
  RunOptions Run;
  if (!F.EmitNinja.empty())
    Run.Ninja = ninjaOptions(F.EmitNinja, Words, FixedFlags);
  Run.Input = inputOptions(F, std::move(FixedFlags));
  Run.Parse = parseOptions(F);
  Run.Output = outputOptions(F);
  Run.Rules = std::move(*Rules);
  Run.Granted.insert_range(F.Assume);
  Run.ApplyAssumed = F.Fix == FixKind::Assumed;
  Run.Link.LocalBlocks = F.LocalBlocks;
  if (F.Target.getNumOccurrences())
    Run.Target = F.Target;
  Run.Link.AuditWave64 = asksOtherWarps(F);
  Run.Helpers = F.Helpers;
  Run.Groups = F.Groups;
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
  const std::string More = helpsEnd();
  const cl::extrahelp AtTheEnd(More);
  Flags F;
  if (!cl::ParseCommandLineOptions(int(Words.size()), Words.data(),
                                   "Turns warp-synchronous CUDA into cooperative groups, with a "
                                   "proof or not at all.\n",
                                   &errs(), nullptr, nullptr, /*LongOptionsUseDoubleDash=*/true))
    return CouldNotDoItsJob;
  return answer(F, Words, std::move(FixedFlags));
}

} // namespace coopify
