//===- Flags.h - the command line --------------------------------*- C++ -*-===//
//
// All flags are declared here and nowhere else.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_TOOL_FLAGS_H
#define COOPIFY_TOOL_FLAGS_H

#include "Completion.h"

#include "Driver/RunOptions.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace coopify {

/// What options are about. --help tells them so, in this order.
namespace Topics {
inline llvm::cl::OptionCategory Inputs("Inputs"), Checked("What is checked"),
    Written("What is written"), Reports("Reports"), Adoption("Adoption"),
    Speed("Speed and large programs"), About("About");
inline llvm::cl::OptionCategory *const All[] = {&Inputs,   &Checked, &Written, &Reports,
                                                &Adoption, &Speed,   &About};
} // namespace Topics

enum class FixKind { No, Safe, Assumed };
enum class ColorKind { Auto, Always, Never };

using StringOpt = llvm::cl::opt<std::string>;
using StringList = llvm::cl::list<std::string>;
using BoolOpt = llvm::cl::opt<bool>;

std::vector<std::string> assumptionNames();
/// The ids, with ", " between them.
std::string assumptionIds();
/// Options keep no copy of their help.
llvm::StringRef assumeHelp();

/// All flags. Made when the command line is parsed, after LLVM's own options
/// were taken away: some of those are called --color and --help, too.
struct Flags {
  StringList Sources{llvm::cl::Positional, llvm::cl::desc("<source>... [-- <flags>]"),
                     llvm::cl::cat(Topics::Inputs)};

  // Input.
  StringOpt Database{"p",
                     llvm::cl::desc("Folder of the compile_commands.json, or that file; else the "
                                    "nearest one above the working directory"),
                     llvm::cl::value_desc("build"), llvm::cl::cat(Topics::Inputs)};
  StringList Archs{"arch", llvm::cl::CommaSeparated,
                   llvm::cl::desc("Passes to parse: sm_XX, gfxXXX for HIP, host; else those of the "
                                  "command line, and host. Others of the "
                                  "command line are read too where #if tells them apart"),
                   llvm::cl::value_desc("sm_XX[,host]"), llvm::cl::cat(Topics::Inputs)};
  StringOpt MinArch{
      "min-arch",
      llvm::cl::desc("The oldest architecture that the output must run on, sm_30 or newer; "
                     "parsed for where the command line names none"),
      llvm::cl::value_desc("sm_XX"), llvm::cl::cat(Topics::Inputs)};
  StringList ExtraArgs{
      "extra-arg",
      llvm::cl::desc("A flag for the compiler, behind those that each unit's command has, also one "
                     "of a compile database; repeatable"),
      llvm::cl::value_desc("flag"), llvm::cl::cat(Topics::Inputs)};
  StringList ExtraArgsBefore{
      "extra-arg-before",
      llvm::cl::desc("The same, in front of the flags that each unit's command has"),
      llvm::cl::value_desc("flag"), llvm::cl::cat(Topics::Inputs)};
  StringOpt CudaPath{
      "cuda-path",
      llvm::cl::desc("The CUDA toolkit whose headers are parsed; 'embedded': the headers "
                     "inside coopify, which are also used where no toolkit is found"),
      llvm::cl::value_desc("folder|embedded"), llvm::cl::cat(Topics::Inputs)};
  StringOpt Cache{
      "cache",
      llvm::cl::desc(
          "Where what one run knows is kept for the next: precompiled CUDA headers, and what "
          "unchanged units showed; 'none': nowhere. Else the folder coopify in the user's cache, "
          "~/.cache as a rule"),
      llvm::cl::value_desc("folder|none"), llvm::cl::cat(Topics::Speed)};
  BoolOpt NoCache{"no-cache", llvm::cl::desc("The same as --cache=none"),
                  llvm::cl::cat(Topics::Speed)};
  BoolOpt CacheInfo{"cache-info", llvm::cl::desc("Say what is kept, and where"),
                    llvm::cl::cat(Topics::Speed)};
  BoolOpt ClearCache{"clear-cache", llvm::cl::desc("Remove what is kept"),
                     llvm::cl::cat(Topics::Speed)};
  llvm::cl::opt<unsigned> Jobs{"j", llvm::cl::Prefix,
                               llvm::cl::desc("Units parsed at a time; 0, the default: one for "
                                              "each core"),
                               llvm::cl::value_desc("N"), llvm::cl::cat(Topics::Speed)};
  llvm::cl::opt<double> TimeLimit{
      "timeout-per-file", llvm::cl::init(0),
      llvm::cl::desc(
          "Go on without a unit that takes more CPU seconds than this for one of its passes, and "
          "name it (no limit)"),
      llvm::cl::value_desc("seconds"), llvm::cl::cat(Topics::Speed)};
  StringOpt Extract{"extract", llvm::cl::desc("Write what the units show to a file, for --link"),
                    llvm::cl::value_desc("out.json"), llvm::cl::cat(Topics::Speed)};
  StringOpt DepFile{
      "depfile",
      llvm::cl::desc("With --extract: write which files that is made of, for make and ninja"),
      llvm::cl::value_desc("file.d"), llvm::cl::cat(Topics::Speed)};
  BoolOpt Link{
      "link", llvm::cl::desc("The sources are files that --extract wrote: decide over all of them"),
      llvm::cl::cat(Topics::Speed)};
  StringOpt ClangDatabase{
      "export-clang-database",
      llvm::cl::desc("Write a compile_commands.json that clang, clang-tidy and clangd read, with "
                     "the headers that it names beside it; nothing else is done"),
      llvm::cl::value_desc("folder"), llvm::cl::cat(Topics::Inputs)};
  StringOpt EmitNinja{
      "emit-ninja",
      llvm::cl::desc("Write the run as a build graph, which ninja then does: each unit is "
                     "extracted by itself, and all are linked"),
      llvm::cl::value_desc("build.ninja"), llvm::cl::cat(Topics::Speed)};

  BoolOpt WholeProgram{
      "whole-program",
      llvm::cl::desc("No code but what is read calls its functions, launches its kernels or "
                     "includes its files; else that is known only where all units of a "
                     "compile database are read"),
      llvm::cl::cat(Topics::Inputs)};

  BoolOpt Vendored{
      "vendored",
      llvm::cl::desc("Edit the code of other projects, too: what is in third_party, external, "
                     "vendor, deps and the like, or in a git repository that no unit is of"),
      llvm::cl::cat(Topics::Written)};

  StringOpt Config{
      "config",
      llvm::cl::desc("The file that sets options which the command line does not; else the nearest "
                     ".coopify.yaml above the working directory; 'none': none"),
      llvm::cl::value_desc("file|none"), llvm::cl::cat(Topics::Inputs)};
  BoolOpt DumpConfig{"dump-config",
                     llvm::cl::desc("Print the options of the run that are not the default, as a "
                                    "file for --config; nothing else is done"),
                     llvm::cl::cat(Topics::Inputs)};

  // Decisions.
  StringOpt Checks{
      "checks", llvm::cl::init("*"),
      llvm::cl::desc(
          "Checks to run, as globs; a leading '-' excludes, the last match decides. A glob that "
          "matches every check ('*') does not enable checks that are off by default, nor wave64 "
          "in CUDA code; one that names them ('lane-*', 'wave64') does. "
          "@required are those of what today's toolkits "
          "reject or today's GPUs go wrong with, @explicit those of what works and hides which "
          "threads it is for"),
      llvm::cl::value_desc("globs"), llvm::cl::cat(Topics::Checked)};
  StringList Assume{"assume", llvm::cl::CommaSeparated, llvm::cl::desc(assumeHelp()),
                    llvm::cl::value_desc("id,..."), llvm::cl::cat(Topics::Checked)};
  BoolOpt LocalBlocks{
      "local-blocks",
      llvm::cl::desc("hidden-block-barrier: functions that cannot take a thread_block make "
                     "one for their own barriers, too, and not only for the functions that "
                     "they call; their callers still see none"),
      llvm::cl::cat(Topics::Written)};
  llvm::cl::opt<HelperForm> Helpers{
      "helpers",
      llvm::cl::init(HelperForm::Auto),
      llvm::cl::desc(
          "Where a helper gets the warp that it waits for: made inside of it (inside), passed by "
          "its callers (parameter), or auto: passed where callers that were not read stand "
          "against a group made inside; they no longer compile then, instead of going on in "
          "silence"),
      llvm::cl::values(
          clEnumValN(HelperForm::Auto, "auto", "inside where that is proven"),
          clEnumValN(HelperForm::Inside, "inside", "made inside"),
          clEnumValN(HelperForm::Parameter, "parameter", "passed from the kernel down")),
      llvm::cl::value_desc("auto|inside|parameter"),
      llvm::cl::cat(Topics::Written)};
  llvm::cl::opt<Accelerator> Target{
      "target",
      llvm::cl::init(Accelerator::Cuda),
      llvm::cl::desc(
          "What the output runs on, if not only on what the units are compiled for: hip or maca "
          "make CUDA code fit warps of 64 lanes as well, by tiles of 32 of the bundled groups; "
          "wave64 tells of what stays"),
      llvm::cl::values(clEnumValN(Accelerator::Cuda, "cuda", "NVIDIA's GPUs"),
                       clEnumValN(Accelerator::Hip, "hip", "AMD's GPUs, too"),
                       clEnumValN(Accelerator::Maca, "maca", "MXMACA, too")),
      llvm::cl::value_desc("cuda|hip|maca"),
      llvm::cl::cat(Topics::Checked)};
  llvm::cl::opt<unsigned> WarpSize{
      "warp-size", llvm::cl::init(0),
      llvm::cl::desc(
          "Lanes of a warp in units that are compiled as HIP, where the architecture does not say "
          "it: 32 or 64"),
      llvm::cl::value_desc("32|64"), llvm::cl::cat(Topics::Inputs)};
  StringOpt Toolkit{
      "toolkit",
      llvm::cl::desc("The CUDA version that compiles the output, as 12.6; else the toolkit whose "
                     "headers are parsed, if one was found. It decides which groups compile with "
                     "the -std and the architectures of each unit"),
      llvm::cl::value_desc("version"), llvm::cl::cat(Topics::Written)};
  llvm::cl::opt<GroupsChoice> Groups{
      "groups",
      llvm::cl::init(GroupsChoice::Auto),
      llvm::cl::desc(
          "Whose cooperative groups the output names: cuda (<cooperative_groups.h>), bundled "
          "(<coopify/cooperative_groups.h>, see --install-runtime), or auto: the one that the "
          "file includes, else cuda, or bundled where a unit's -std is too old for cuda with the "
          "known toolkit. An existing alias cg is kept"),
      llvm::cl::values(
          clEnumValN(GroupsChoice::Auto, "auto", "as the file does, else the one that compiles"),
          clEnumValN(GroupsChoice::Cuda, "cuda", "<cooperative_groups.h>"),
          clEnumValN(GroupsChoice::Bundled, "bundled", "<coopify/cooperative_groups.h>")),
      llvm::cl::value_desc("auto|cuda|bundled"),
      llvm::cl::cat(Topics::Written)};

  // Which of the findings.
  StringOpt Baseline{
      "baseline",
      llvm::cl::desc("Neither tell nor write the findings that are in this file, see "
                     "--write-baseline"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Topics::Adoption)};
  StringOpt WriteBaseline{
      "write-baseline",
      llvm::cl::desc("Write down all findings, for --baseline; a line that moves stays known"),
      llvm::cl::value_desc("file"), llvm::cl::cat(Topics::Adoption)};

  StringOpt Since{
      "since",
      llvm::cl::desc("Neither tell nor write the findings on lines that are as they were in this "
                     "revision of git"),
      llvm::cl::value_desc("revision"), llvm::cl::cat(Topics::Adoption)};
  StringOpt LineFilter{
      "line-filter",
      llvm::cl::desc("Neither tell nor write the findings on other lines than these, as clang-tidy "
                     "takes them: [{\"name\": \"a.cu\", \"lines\": [[1, 3]]}]"),
      llvm::cl::value_desc("json"), llvm::cl::cat(Topics::Adoption)};

  // Output.
  llvm::cl::opt<FixKind> Fix{
      "fix",
      llvm::cl::ValueOptional,
      llvm::cl::init(FixKind::No),
      llvm::cl::desc(
          "Write the proven rewrites to the files; with =assumed also those that rest on a "
          "printed assumption. With --diff, --out-dir or --export-fixes: there instead"),
      llvm::cl::values(
          clEnumValN(FixKind::Safe, "", ""), clEnumValN(FixKind::Safe, "safe", "proven"),
          clEnumValN(FixKind::Assumed, "assumed", "proven, or under printed assumptions")),
      llvm::cl::value_desc("safe|assumed"),
      llvm::cl::cat(Topics::Written)};
  StringOpt Try{
      "try",
      llvm::cl::desc("Build the program on the SIMT machine before and after the rewrites, run the "
                     "command for both, and take back what makes it compute something else"),
      llvm::cl::value_desc("command"), llvm::cl::cat(Topics::Checked)};
  StringOpt TryAgainst{
      "try-against",
      llvm::cl::desc("With --try: before is what the files were in this revision of git, also "
                     "where nothing is to be rewritten"),
      llvm::cl::value_desc("revision"), llvm::cl::cat(Topics::Checked)};
  StringOpt TryStdin{"try-stdin",
                     llvm::cl::desc("With --try: the file that the command reads as its stdin"),
                     llvm::cl::value_desc("file"), llvm::cl::cat(Topics::Checked)};
  llvm::cl::opt<unsigned> TrySchedules{
      "try-schedules", llvm::cl::desc("With --try: under so many schedules that work against it"),
      llvm::cl::value_desc("N"), llvm::cl::init(20), llvm::cl::cat(Topics::Checked)};
  StringList TryLink{"try-link",
                     llvm::cl::desc("With --try: a flag for the linker, as -lm; repeatable"),
                     llvm::cl::value_desc("flag"), llvm::cl::cat(Topics::Checked)};
  BoolOpt Interactive{
      "interactive",
      llvm::cl::desc("With --fix: show each rewrite, with those that must be made together with "
                     "it, and write those that you say yes to; answers are read from stdin"),
      llvm::cl::cat(Topics::Written)};
  BoolOpt Diff{"diff",
               llvm::cl::desc("Print the rewrites as a unified diff, findings go to stderr"),
               llvm::cl::cat(Topics::Written)};
  StringOpt OutDir{"out-dir",
                   llvm::cl::desc("Write changed files below a folder, not over the sources"),
                   llvm::cl::value_desc("folder"), llvm::cl::cat(Topics::Written)};
  StringOpt ExportFixes{"export-fixes",
                        llvm::cl::desc("Write the rewrites for clang-apply-replacements"),
                        llvm::cl::value_desc("file.yaml"), llvm::cl::cat(Topics::Written)};
  BoolOpt AddNolint{"add-nolint",
                    llvm::cl::desc("Write a NOLINT comment at each finding that is told and that "
                                   "--fix would not rewrite; with --because"),
                    llvm::cl::cat(Topics::Adoption)};
  StringOpt Because{"because", llvm::cl::desc("What the comments of --add-nolint say"),
                    llvm::cl::value_desc("text"), llvm::cl::cat(Topics::Adoption)};
  BoolOpt Recover{
      "recover",
      llvm::cl::desc("Finish what an earlier run began that was killed while it replaced files; do "
                     "nothing else. The sources are files or folders of it"),
      llvm::cl::cat(Topics::Written)};
  BoolOpt AllowDirty{"allow-dirty", llvm::cl::desc("Write over uncommitted changes"),
                     llvm::cl::cat(Topics::Written)};
  StringOpt JSON{"json", llvm::cl::desc("Write the findings as JSON; - is stdout"),
                 llvm::cl::value_desc("file"), llvm::cl::cat(Topics::Reports)};
  StringOpt SARIF{"sarif", llvm::cl::desc("Write the findings as SARIF 2.1.0; - is stdout"),
                  llvm::cl::value_desc("file"), llvm::cl::cat(Topics::Reports)};
  StringOpt HTML{"html",
                 llvm::cl::desc("Write the findings as a page to read, in one file; - is stdout"),
                 llvm::cl::value_desc("file"), llvm::cl::cat(Topics::Reports)};
  llvm::cl::opt<Forge> Annotations{
      "annotations",
      llvm::cl::init(Forge::None),
      llvm::cl::desc(
          "Print the findings as a forge shows them beside a change: github (workflow commands) "
          "or gitlab (a Code Quality report); text goes to stderr"),
      llvm::cl::values(clEnumValN(Forge::GitHub, "github", "workflow commands"),
                       clEnumValN(Forge::GitLab, "gitlab", "Code Quality")),
      llvm::cl::value_desc("github|gitlab"),
      llvm::cl::cat(Topics::Reports)};
  BoolOpt Quiet{"quiet", llvm::cl::desc("Findings only, no summary"),
                llvm::cl::cat(Topics::Reports)};
  BoolOpt Verbose{"v",
                  llvm::cl::desc("Show the proofs of rewrites and all obstacles of refusals, too"),
                  llvm::cl::cat(Topics::Reports)};
  BoolOpt Stats{"stats",
                llvm::cl::desc("Say on stderr what each parse and the analysis on top of it cost"),
                llvm::cl::cat(Topics::Speed)};
  BoolOpt Progress{
      "progress",
      llvm::cl::desc("Say on stderr which unit was parsed, a line each; on a terminal one "
                     "line says how far the run is without it"),
      llvm::cl::cat(Topics::Speed)};
  llvm::cl::opt<ColorKind> Color{
      "color",
      llvm::cl::ValueOptional,
      llvm::cl::init(ColorKind::Auto),
      llvm::cl::desc("Use colors"),
      llvm::cl::values(clEnumValN(ColorKind::Auto, "auto", "on terminals, unless NO_COLOR is set"),
                       clEnumValN(ColorKind::Always, "always", "always; so does --color alone"),
                       clEnumValN(ColorKind::Never, "never", "never"),
                       clEnumValN(ColorKind::Always, "", "")),
      llvm::cl::value_desc("auto|always|never"),
      llvm::cl::cat(Topics::Reports)};

  // The runtime.
  StringOpt InstallRuntime{
      "install-runtime",
      llvm::cl::desc("Write the headers of <coopify/cooperative_groups.h> below a "
                     "folder, to be compiled with -I<folder>; nothing else is done"),
      llvm::cl::value_desc("folder"), llvm::cl::cat(Topics::Written)};
  BoolOpt Force{"force",
                llvm::cl::desc("With --install-runtime: replace headers that were changed there"),
                llvm::cl::cat(Topics::Written)};

  // Questions.
  BoolOpt ListChecks{"list-checks", llvm::cl::desc("List the checks that --checks selects"),
                     llvm::cl::cat(Topics::Checked)};
  StringOpt Explain{
      "explain",
      llvm::cl::desc(
          "Print the page of a check, of a reason, of an assumption, of the form of a "
          "rewrite (tile), of a verdict (safe) or of the check that reports a function "
          "of CUDA's (__shfl); or analyse the sources and explain the findings at one place "
          "in full: the proof, or "
          "what stands in the way, and what would settle it"),
      llvm::cl::value_desc("check|reason|assumption|form|verdict|function|file:line[:column]"),
      llvm::cl::cat(Topics::Reports)};
  // LLVM's has lines of any length.
  BoolOpt Help{"help", llvm::cl::desc("Print the options"), llvm::cl::cat(Topics::About)};
  BoolOpt HelpShort{"h", llvm::cl::Hidden, llvm::cl::desc("The same as --help"),
                    llvm::cl::cat(Topics::About)};
  // LLVM's would answer before --cuda-path is read.
  BoolOpt Version{
      "version",
      llvm::cl::desc("Print the version of coopify, of the LLVM in it and of the CUDA toolkit "
                     "whose headers would be parsed"),
      llvm::cl::cat(Topics::About)};
  // For tests that say what each finding says.
  BoolOpt EachNote{"each-note", llvm::cl::Hidden,
                   llvm::cl::desc("Tell what several findings share with each of them"),
                   llvm::cl::cat(Topics::Reports)};
  BoolOpt HelpMarkdown{"help-markdown", llvm::cl::Hidden,
                       llvm::cl::desc("Print these options as Markdown"),
                       llvm::cl::cat(Topics::About)};
  BoolOpt HelpMan{"help-man", llvm::cl::Hidden, llvm::cl::desc("Print the manual page"),
                  llvm::cl::cat(Topics::About)};
  llvm::cl::opt<Shell> HelpCompletion{
      "help-completion",
      llvm::cl::Hidden,
      llvm::cl::init(Shell::None),
      llvm::cl::desc("Print what completes the command line in a shell"),
      llvm::cl::values(clEnumValN(Shell::Bash, "bash", "bash"),
                       clEnumValN(Shell::Zsh, "zsh", "zsh"),
                       clEnumValN(Shell::Fish, "fish", "fish")),
      llvm::cl::value_desc("bash|zsh|fish"),
      llvm::cl::cat(Topics::About)};
};

/// What cannot be asked for, or not together.
llvm::Error checkFlags(const Flags &F);

} // namespace coopify

#endif // COOPIFY_TOOL_FLAGS_H
