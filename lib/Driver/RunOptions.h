//===- RunOptions.h - what a run was asked to do -----------------*- C++ -*-===//
//
// Plain data: the flags that fill it in live in tool/coopify/Flags.h.
//
//===----------------------------------------------------------------------===//
#ifndef COOPIFY_DRIVER_RUNOPTIONS_H
#define COOPIFY_DRIVER_RUNOPTIONS_H

#include "Edit/Includes.h"
#include "Frontend/NvccArguments.h"
#include "Link/ProgramFacts.h"
#include "Report/NextSteps.h"
#include "Rules/Decide/WarpHelpers.h"
#include "Rules/Grants.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coopify {

class KeptPasses;
class Preludes;

/// Where the units come from.
struct InputOptions {
  std::string Database; ///< -p: a folder or file; empty: the nearest one
  std::vector<std::string> Sources;
  /// What followed "--"; set, no compile database is read.
  std::optional<std::vector<std::string>> FixedFlags;
  bool Link = false;         ///< Sources are files that --extract wrote
  bool WholeProgram = false; ///< --whole-program: nothing else uses what is read
  bool Vendored = false;     ///< --vendored: the code of other projects is edited, too
};

/// Of the reading of units, on stderr.
enum class ProgressKind {
  None,
  Lines, ///< --progress: one for each pass
  Live,  ///< one that changes, for who looks at a terminal
};

struct ParseOptions {
  std::vector<std::string> Archs; ///< --arch=
  std::string MinArch;            ///< "sm_60"; for commands that name no arch
  std::string CudaPath;
  ExtraFlags Extra;       ///< --extra-arg-before=, --extra-arg=
  bool Ports = false;     ///< see Pass: --target=, or wave64 is named
  unsigned WarpWidth = 0; ///< --warp-size=; 0: as the target has it
  unsigned Jobs = 0;      ///< 0: one per hardware thread
  double TimeLimit = 0;   ///< --timeout-per-file=; see Pass
  ProgressKind Progress = ProgressKind::None;
  std::shared_ptr<Preludes> Precompiled = nullptr; ///< nullptr: each pass parses the headers
  std::shared_ptr<KeptPasses> Kept = nullptr;      ///< nullptr: each pass is parsed
};

/// --explain=FILE:LINE[:COLUMN]
struct AskedPlace {
  std::string File; ///< as the user wrote it
  unsigned Line = 0;
  unsigned Column = 0; ///< 0: the whole line
};

/// --annotations=: a forge that reads them on stdout.
enum class Forge { None, GitHub, GitLab };

/// Where the edits go. In place only if no other place is named.
struct OutputOptions {
  bool Fix = false;
  bool Interactive = false; ///< each rewrite is asked for
  bool Diff = false;
  std::string OutDir;
  std::string FixesFile; ///< --export-fixes
  std::string JSONFile;
  std::string SARIFFile;
  std::string HTMLFile;
  Forge Annotations = Forge::None;
  std::string ExtractFile;
  std::string ClangDatabase; ///< --export-clang-database: the folder
  std::string DepFile;       ///< with ExtractFile: what was read, for make and ninja
  /// --add-nolint, and --because=: what the comments say.
  std::optional<std::string> NolintBecause;
  bool AllowDirty = false;
  bool Quiet = false;
  bool Verbose = false;
  bool EachNote = false; ///< see ReportOptions
  bool Stats = false;
  std::optional<bool> Color; ///< nullopt: as the terminal is
  std::optional<AskedPlace> Explain;
  std::function<std::optional<llvm::StringRef>(llvm::StringRef)> PageOf; ///< of checks and reasons
  std::string Version, DocsURI; ///< of coopify; see FullReport
  CommandAgain Again;

  /// The reports that are files, or stdout for "-".
  std::vector<std::string> reportFiles() const {
    std::vector<std::string> Out = {JSONFile, SARIFFile, HTMLFile, FixesFile};
    std::erase(Out, "");
    return Out;
  }
  /// Nothing else goes there then.
  bool programsReadStdout() const {
    return Diff || Annotations != Forge::None || llvm::is_contained(reportFiles(), "-");
  }
  bool inPlace() const { return Fix && !Diff && OutDir.empty() && FixesFile.empty(); }
};

/// Which findings a run is about, of all that there are.
struct ScopeOptions {
  std::string Baseline;    ///< --baseline=: not those in this file
  std::string NewBaseline; ///< --write-baseline=: all are written there
  std::string Since;       ///< --since=: those on lines that changed since this revision of git
  std::string LineFilter;  ///< --line-filter=: those on these lines
};

/// --emit-ninja: the run as commands, in words of the command line with the program in front.
struct NinjaOptions {
  std::string File;                 ///< empty: the run is done, and not written down
  std::string ConfigFile;           ///< that says something of the run, too; empty: none does
  std::vector<std::string> Extract; ///< with what decides what a unit shows
  std::vector<std::string> Link;    ///< with what is done with that
  std::vector<std::string> Again;   ///< all of it, which writes File
};

/// --try: the program is run on the SIMT machine before and after.
struct TrialOptions {
  std::string Command; ///< empty: it is not
  std::string Against; ///< --try-against=: before is what it was in that revision of git
  std::string Stdin;   ///< --try-stdin=: empty: nothing
  unsigned Schedules = 20;
  std::vector<std::string> Link; ///< --try-link=: for the linker
};

struct RunOptions {
  bool Recover = false; ///< --recover: finish what an earlier run left half done, and no more
  InputOptions Input;
  ParseOptions Parse;
  OutputOptions Output;
  ScopeOptions Scope;
  std::vector<const Rule *> Rules;
  Grants Granted;            ///< --assume=
  bool ApplyAssumed = false; ///< --fix=assumed
  LinkOptions Link;
  std::optional<Accelerator> Target; ///< --target=; nullopt: what the units are compiled for
  HelperForm Helpers = HelperForm::Auto;
  GroupsChoice Groups = GroupsChoice::Auto;
  unsigned Toolkit =
      0; ///< --toolkit=: compiles the output, as CUDA_VERSION; 0: the one that is parsed
  NinjaOptions Ninja;
  TrialOptions Trial;
};

/// What the process says to its caller.
enum ExitCode { NothingLeft = 0, FindingsRemain = 1, CouldNotDoItsJob = 2 };

} // namespace coopify

#endif // COOPIFY_DRIVER_RUNOPTIONS_H
