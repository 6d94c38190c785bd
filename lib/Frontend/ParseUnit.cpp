#include "Frontend/ParseUnit.h"

#include "Frontend/Preludes/EarlyHeaders.h"
#include "Frontend/Preludes/LeadHeaders.h"
#include "Frontend/Preludes/Preludes.h"
#include "Frontend/Preludes/ReadFiles.h"
#include "Frontend/RunGuarded.h"
#include "Frontend/SourceFixes.h"
#include "Frontend/TemplateKeywords.h"
#include "Frontend/TokenWatchers.h"
#include "Frontend/ToolkitFiles.h"
#include "Model/Output/VendorWords.h"
#include "Support/TimeLimit.h"

#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral OptionalHeader = "coopify_optional.h";
constexpr StringLiteral SwitchOff = "COOPIFY_NO_";
/// Each retry switches off at least one of a few dozen overloads, or reads another
/// name as a template's; a unit that needs more than this many rounds has another problem.
constexpr unsigned MaxAttempts = 6;

/// Diagnostics outlive their consumer: an action may wrap or replace it.
struct Collected {
  std::vector<ParseError> Errors;
  std::vector<ParseNote> Notes;
  std::set<std::string> Collisions; ///< COOPIFY_NO_... to define
  TemplateKeywords Keywords;
  std::string CutOff; ///< where the parser went no further: why
  bool StalePrelude = false;
};

/// What an attempt's errors say of how to parse the unit better.
struct Lessons {
  std::set<std::string> SwitchedOff; ///< COOPIFY_NO_... to define
  TemplateKeywords Keywords;
  bool StalePrelude = false; ///< the precompiled one is of other headers
  bool operator==(const Lessons &) const = default;
  void add(const Collected &Found) {
    SwitchedOff.insert(Found.Collisions.begin(), Found.Collisions.end());
    for (const auto &[File, Places] : Found.Keywords)
      Keywords[File].insert(Places.begin(), Places.end());
    StalePrelude |= Found.StalePrelude;
  }
};

/// Errors by their place in a user's file.
class Collector : public clang::DiagnosticConsumer {
public:
  Collector(Collected &Out, StringRef Directory) : Out(Out), Directory(Directory.str()) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    if (Level >= clang::DiagnosticsEngine::Error)
      error(Info, Text);
    else if (Level == clang::DiagnosticsEngine::Note)
      note(Info, Text);
  }

private:
  void error(const clang::Diagnostic &Info, StringRef Text) {
    if (isOfPrecompiled(Info.getID())) {
      Out.StalePrelude = true;
      return;
    }
    LastError = nullptr;
    if (isOfLibrarysHost(Info))
      return;
    if (Info.getID() == clang::diag::err_bracket_depth_exceeded && Out.CutOff.empty())
      Out.CutOff = Text.str(); // the parser leaves the rest of the unit out
    MayCollide = isCollision(Info.getID());
    Ambiguous.clear();
    UserCandidate = false;
    AmbiguousCall = Info.getID() == clang::diag::err_ovl_ambiguous_call;
    findMissingKeyword(Info, Out.Keywords);
    Location Where = place(Info);
    if (Info.getID() == clang::diag::err_pp_file_not_found) {
      Out.Notes.push_back({"missing-header", Text.str(), Where});
      return;
    }
    Out.Errors.push_back({Where, Text.str(), useOf(Info, Where)});
    LastError = Where.valid() && !isSystemFile(Where.File) ? nullptr : &Out.Errors.back();
  }

  /// A note may show the user's part in an error inside a toolkit header, or
  /// which of our optional overloads a user's function collides with.
  void note(const clang::Diagnostic &Info, StringRef Text) {
    Location Where = place(Info);
    bool User = Where.valid() && !isSystemFile(Where.File);
    if (User && !Out.Errors.empty() &&
        (Text.starts_with("candidate ") || Info.getID() == clang::diag::note_callee_decl))
      Out.Errors.back().Candidates.push_back(Where);
    if (LastError && User) {
      LastError->Where = Where;
      LastError = nullptr;
    }
    std::string Switch = switchAt(Info);
    if (MayCollide && !Switch.empty())
      Out.Collisions.insert(Switch);
    if (!AmbiguousCall)
      return;
    UserCandidate |= User;
    if (isLateOverload(Switch))
      Ambiguous.insert(Switch);
    if (UserCandidate)
      Out.Collisions.insert(Ambiguous.begin(), Ambiguous.end());
  }

  /// Of CUDA 6.5 and 9.0: code from before may have `double __shfl(double, int)`
  /// of its own, ambiguous with ours. The int and float ones always were there.
  static bool isLateOverload(StringRef Switch) {
    return Switch.ends_with("_DOUBLE") || Switch.ends_with("_LONG");
  }

  /// clang's reader of precompiled headers has no other file to complain of.
  static bool isOfPrecompiled(unsigned ID) {
    return ID >= clang::diag::DIAG_START_SERIALIZATION && ID < clang::diag::DIAG_START_LEX;
  }

  /// A constexpr function of a library that calls one of the host's: to nvcc that is none of the
  /// device's, and of a precompiled function clang does not say it.
  bool isOfLibrarysHost(const clang::Diagnostic &Info) const {
    if (Info.getID() != clang::diag::err_ref_bad_target || !Info.hasSourceManager())
      return false;
    const clang::SourceManager &SM = Info.getSourceManager();
    const Location Where = locate(SM, SM.getExpansionLoc(Info.getLocation()));
    return Where.valid() && isSystemFile(Where.File);
  }

  static bool isCollision(unsigned ID) {
    switch (ID) {
    case clang::diag::err_redefinition:
    case clang::diag::err_redefinition_different_kind:
    case clang::diag::err_static_non_static:
    case clang::diag::err_ovl_diff_return_type:
    case clang::diag::err_param_default_argument_redefinition:
    case clang::diag::err_cuda_ovl_target:
    case clang::diag::err_conflicting_types:
    case clang::diag::err_different_language_linkage:
      return true;
    default:
      return false;
    }
  }

  /// The COOPIFY_NO_ macro of the block in coopify_optional.h that \p Info
  /// points into: the nearest #ifndef above.
  std::string switchAt(const clang::Diagnostic &Info) const {
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return "";
    const clang::SourceManager &SM = Info.getSourceManager();
    clang::SourceLocation Loc = SM.getExpansionLoc(Info.getLocation());
    if (sys::path::filename(SM.getFilename(Loc)) != OptionalHeader)
      return "";
    auto [File, Offset] = SM.getDecomposedLoc(Loc);
    StringRef Before = SM.getBufferData(File).take_front(Offset);
    size_t At = Before.rfind(("#ifndef " + SwitchOff).str());
    if (At == StringRef::npos)
      return "";
    return Before.drop_front(At + 8).split('\n').first.trim().str();
  }

  Location place(const clang::Diagnostic &Info) const {
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return {};
    const clang::SourceManager &SM = Info.getSourceManager();
    Location Spelled = locate(SM, SM.getSpellingLoc(Info.getLocation()));
    if (Spelled.valid() && !isSystemFile(Spelled.File))
      return Spelled;
    return locate(SM, SM.getExpansionLoc(Info.getLocation()));
  }

  /// Where the macro is used whose body holds \p Where.
  Location useOf(const clang::Diagnostic &Info, const Location &Where) const {
    if (!Where.valid() || !Info.getLocation().isMacroID())
      return {};
    const clang::SourceManager &SM = Info.getSourceManager();
    Location Use = locate(SM, SM.getExpansionLoc(Info.getLocation()));
    return Use == Where ? Location() : Use;
  }

  Location locate(const clang::SourceManager &SM, clang::SourceLocation Loc) const {
    auto [File, Offset] = SM.getDecomposedLoc(Loc);
    clang::OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
    if (!Entry) // <scratch space>, <command line>
      return {};
    SmallString<256> Path(Entry->getFileEntry().tryGetRealPathName());
    if (Path.empty())
      Path = Entry->getName();
    if (!sys::path::is_absolute(Path))
      Path = (Directory + "/" + Path).str();
    return {std::string(Path), Offset, SM.getSpellingLineNumber(Loc),
            SM.getSpellingColumnNumber(Loc)};
  }

  Collected &Out;
  std::string Directory;
  ParseError *LastError = nullptr; ///< of a toolkit's file, until a note names the user's
  bool MayCollide = false;
  bool AmbiguousCall = false;
  bool UserCandidate = false;
  std::set<std::string> Ambiguous;
};

/// "#ifdef max", "#error ...": our groups' header uses few of the words of NVIDIA's.
std::string vendorWords() {
  std::string Out = "#pragma GCC system_header\n";
  for (StringRef Word : VendorWords)
    Out += ("#ifdef " + Word + "\n#error '" + Word +
            "' is a macro here, and NVIDIA's cooperative_groups.h uses that word\n#endif\n")
               .str();
  return Out;
}

/// The layers of files, bottom up: disk, \p Memory (the embedded headers, what replaces
/// files on disk, a precompiled prelude) and the repairs.
IntrusiveRefCntPtr<TolerantFileSystem>
makeFileSystem(const Pass &P, const FileOverlay &Overlay,
               const IntrusiveRefCntPtr<vfs::InMemoryFileSystem> &Memory, ReadFiles *Read) {
  // Its own working directory: several units are parsed at once.
  IntrusiveRefCntPtr<vfs::FileSystem> Disk(vfs::createPhysicalFileSystem().release());
  if (Read)
    Disk = recordReads(std::move(Disk), *Read);
  auto Layers = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(Disk);
  for (const EmbeddedFile &File : embeddedFiles())
    Memory->addFile(EmbeddedRoot + "/" + File.Path, 0, MemoryBuffer::getMemBuffer(File.Text));
  static const std::string Words = vendorWords();
  Memory->addFile(EmbeddedRoot + "/cuda/coopify_words.h", 0, MemoryBuffer::getMemBuffer(Words));
  Memory->addFile(EmbeddedRoot + "/prelude.cu", 0, MemoryBuffer::getMemBuffer(""));
  if (!P.EarlyFile.empty())
    Memory->addFile(P.EarlyFile, 0, MemoryBuffer::getMemBufferCopy(earlyHeaderText(P.Early)));
  if (hasLeadHeaders(P))
    Memory->addFile(P.LeadFile, 0, MemoryBuffer::getMemBufferCopy(P.LeadText));
  for (const EmbeddedFile &File : runtimeFiles())
    Memory->addFile(EmbeddedRoot + "/runtime/" + File.Path, 0,
                    MemoryBuffer::getMemBuffer(File.Text));
  for (const auto &[Path, Text] : Overlay)
    Memory->addFile(Path, 0, MemoryBuffer::getMemBuffer(Text, Path));
  Layers->pushOverlay(Memory);
  StringSet<> Replaced;
  for (const auto &[Path, Text] : Overlay)
    Replaced.insert(Path);
  auto Tolerant = makeIntrusiveRefCnt<TolerantFileSystem>(
      Layers, P.AsNvcc ? std::optional(P.Host) : std::nullopt, std::move(Replaced));
  Tolerant->setCurrentWorkingDirectory(P.Directory);
  return Tolerant;
}

/// Why \p P's file cannot be parsed at all; empty when it can. Asks for it by the name by which
/// clang opens it: of "gone/../x.cu" there is x.cu alone.
std::string whyUnreadable(const Pass &P, vfs::FileSystem &FS) {
  const std::string &Named = P.Args.empty() ? P.File : P.Args.back();
  ErrorOr<vfs::Status> Status = FS.status(Named);
  if (!Status)
    return "cannot read " + Named + ": " + Status.getError().message();
  if (Status->isDirectory())
    return P.File + " is a directory";
  auto Buffer = FS.getBufferForFile(Named);
  if (!Buffer)
    return "cannot read " + Named + ": " + Buffer.getError().message();
  // clang's offsets are 32 bits, and source files hold no NUL.
  if ((*Buffer)->getBufferSize() > std::numeric_limits<int32_t>::max())
    return P.File + " is too large to be a source file";
  if ((*Buffer)->getBuffer().take_front(4096).contains('\0'))
    return P.File + " is not a text file";
  return "";
}

/// Each some hundred tokens are a place to leave at.
class WatchTime : public clang::WrapperFrontendAction {
public:
  using WrapperFrontendAction::WrapperFrontendAction;

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &Compiler) override {
    addTokenWatcher(Compiler.getPreprocessor(), [Count = 0u](const clang::Token &) mutable {
      if (++Count % 256 == 0)
        TimeLimitScope::check();
    });
    return WrapperFrontendAction::BeginSourceFileAction(Compiler);
  }
};

std::unique_ptr<clang::FrontendAction> watchTime(std::unique_ptr<clang::FrontendAction> Action) {
  return std::make_unique<WatchTime>(std::move(Action));
}

class Attempt {
public:
  Attempt(const Pass &P, const FileOverlay &Overlay, const Lessons &Known, ReadFiles *Read)
      : P(P), Read(Read), FS(makeFileSystem(P, Overlay, Memory, Read)), Args(P.Args),
        Keywords(Known.Keywords),
        Precompiled(Known.SwitchedOff.empty() && !Known.StalePrelude ? P.Precompiled : nullptr) {
    size_t BeforeFile = Args.size() - std::min<size_t>(Args.size(), 2); // "-- file"
    for (const std::string &Macro : Known.SwitchedOff)
      Args.insert(Args.begin() + BeforeFile, "-D" + Macro);
  }

  /// Parses; false with the reason in WhyNot when there is nothing to parse.
  bool run(function_ref<std::unique_ptr<clang::FrontendAction>()> MakeAction) {
    WhyNot = whyUnreadable(P, *FS);
    if (!WhyNot.empty())
      return false;
    std::shared_ptr<clang::CompilerInvocation> Invocation = makeInvocation();
    if (!Invocation) {
      WhyNot = "clang's driver refuses the command line" + firstError();
      return false;
    }
    takePrelude(*Invocation); // takes its time for others, too
    const auto Leave = [this] {
      OverTime = true;
      leaveGuarded();
    };
    const TimeLimitScope Limit(P.TimeLimit, Leave);
    if (Read && Prelude.Missing)
      for (StringRef Path : Prelude.Missing->keys())
        Read->Missing.insert(Path);
    if (P.Early != HeaderSet() && !Prelude.Code)
      return false; // in front of the unit they are not where it has them
    // The driver expects one unit a process, which would keep every AST of a run.
    Invocation->getFrontendOpts().DisableFree = false;
    Invocation->getCodeGenOpts().DisableFree = false;
    clang::CompilerInstance Compiler(std::move(Invocation));
    Compiler.setVerboseOutputStream(nulls());
    Compiler.setVirtualFileSystem(FS);
    Compiler.createDiagnostics(new Collector(Found, P.Directory), /*ShouldOwnClient=*/true);
    // Go on after a missing header (libclang's KeepGoing).
    Compiler.getDiagnostics().setFatalsAsError(true);
    Compiler.createFileManager();
    std::unique_ptr<clang::FrontendAction> Action = withTemplateKeywords(MakeAction(), Keywords);
    if (Prelude.Words)
      Action = watchEarlyHeaders(std::move(Action), P.Early, Prelude.Words, EarlyFits);
    if (P.TimeLimit > 0)
      Action = watchTime(std::move(Action));
    Compiler.ExecuteAction(*Action);
    if (Found.StalePrelude && Precompiled)
      Precompiled->forget(Prelude);
    return true;
  }

  Collected Found;
  std::string WhyNot;
  bool EarlyFits = false;
  bool OverTime = false;
  std::map<std::string, unsigned> fixes() const { return FS->fixes(); }
  std::set<unsigned> archsTested() const { return FS->archsTested(); }
  bool sidesTested() const { return FS->sidesTested(); }
  bool languageTested() const { return FS->languageTested(); }
  bool askedForCompiler() const { return FS->askedForCompiler(); }

private:
  /// Of what the unit begins with there may be none: then it begins as any other one.
  void takePrelude(clang::CompilerInvocation &Invocation) {
    const Pass *Of = &P;
    if (Precompiled)
      Prelude = Precompiled->get(*Of, Invocation, FS);
    if (!Prelude.Code && P.Early == HeaderSet() && hasLeadHeaders(P)) {
      dropLast(Invocation, *Of);
      Of = P.Below.get();
      if (Precompiled)
        Prelude = Precompiled->get(*Of, Invocation, FS);
    }
    if (Prelude.Code)
      beginWith(Invocation, *Of, Prelude, *Memory);
  }

  std::shared_ptr<clang::CompilerInvocation> makeInvocation() {
    std::vector<const char *> Words;
    for (const std::string &Arg : Args)
      Words.push_back(Arg.c_str());
    // Its complaints are not the unit's: the invocation is made as far as it goes.
    clang::DiagnosticOptions Options;
    clang::CreateInvocationOptions How;
    How.Diags = clang::CompilerInstance::createDiagnostics(
        *FS, Options, new Collector(DriverFound, P.Directory), /*ShouldOwnClient=*/true);
    How.VFS = FS;
    How.RecoverOnError = true;
    return clang::createInvocation(Words, std::move(How));
  }

  std::string firstError() const {
    return DriverFound.Errors.empty() ? "" : ": " + DriverFound.Errors.front().Text;
  }

  const Pass &P;
  ReadFiles *const Read;
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Memory =
      makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  IntrusiveRefCntPtr<TolerantFileSystem> FS;
  std::vector<std::string> Args;
  TemplateKeywords Keywords;
  std::shared_ptr<Preludes> Precompiled;
  Preludes::Prelude Prelude; ///< lives as long as what reads it
  Collected DriverFound;
};

void addFixNotes(std::vector<ParseNote> &Notes, std::map<std::string, unsigned> Fixes,
                 const TemplateKeywords &Keywords) {
  for (const auto &[File, Places] : Keywords)
    Fixes[File] += Places.size();
  for (const auto &[File, Count] : Fixes) {
    std::string Text =
        (sys::path::filename(File) + " (" + Twine(Count) + (Count == 1 ? " place)" : " places)"))
            .str();
    Notes.push_back({"source-fix", std::move(Text), {File, 0, 1, 1}});
  }
}

ParseOutcome parseGuarded(const Pass &P, const FileOverlay &Overlay,
                          function_ref<std::unique_ptr<clang::FrontendAction>()> MakeAction,
                          Lessons &Known, ReadFiles *Read = nullptr) {
  ParseOutcome Outcome;
  // Leaked after a crash: its destructors cannot be trusted then.
  auto *Try = new Attempt(P, Overlay, Known, Read);
  if (!runGuarded([&] { Outcome.Ran = Try->run(MakeAction); })) {
    Outcome.Ran = false;
    Outcome.OverTime = Try->OverTime;
    Outcome.WhyNot = Try->OverTime ? formatv("it took longer than {0} s, which --timeout-per-file "
                                             "allows for each pass",
                                             P.TimeLimit)
                                         .str()
                                   : "clang crashed on it";
    return Outcome;
  }
  Outcome.WhyNot = Try->WhyNot;
  if (Outcome.Ran && !Try->Found.CutOff.empty()) {
    Outcome.Ran = false;
    Outcome.WhyNot = "clang leaves out the rest of it: " + Try->Found.CutOff;
  }
  Outcome.AskedForCompiler = Try->askedForCompiler();
  Outcome.ArchsTested = Try->archsTested();
  Outcome.SidesTested = Try->sidesTested();
  Outcome.LanguageTested = Try->languageTested();
  Outcome.Errors = std::move(Try->Found.Errors);
  Outcome.Notes = std::move(Try->Found.Notes);
  Outcome.Early = Try->EarlyFits;
  addFixNotes(Outcome.Notes, Try->fixes(), Known.Keywords);
  Known.add(Try->Found);
  delete Try;
  return Outcome;
}

} // namespace

/// What is parsed of the unit's own file.
static std::string textOf(const Pass &P, const FileOverlay &Overlay) {
  if (auto It = Overlay.find(P.File); It != Overlay.end())
    return It->second;
  auto Buffer = MemoryBuffer::getFile(P.File);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

ParseOutcome parseUnit(const Pass &P, const FileOverlay &Overlay,
                       function_ref<std::unique_ptr<clang::FrontendAction>()> MakeAction,
                       HeaderSet Early, ReadFiles *Read) {
  const Pass Led = P.Precompiled ? withLeadHeaders(P, textOf(P, Overlay)) : P;
  if (Early != HeaderSet() && P.Precompiled)
    for (const Pass *Of : {&Led, &P}) {
      Lessons Known;
      ParseOutcome Outcome =
          parseGuarded(withEarlyHeaders(*Of, Early), Overlay, MakeAction, Known, Read);
      if (Outcome.Early && Known == Lessons())
        return Outcome;
      if (Outcome.Ran || !hasLeadHeaders(Led))
        break;
    }
  Lessons Known;
  for (unsigned Number = 1;; ++Number) {
    const Lessons Before = Known;
    ParseOutcome Outcome = parseGuarded(Led, Overlay, MakeAction, Known, Read);
    if (Known != Before && Number < MaxAttempts)
      continue;
    for (StringRef Macro : Known.SwitchedOff)
      Outcome.Notes.push_back({"user-overload", Macro.drop_front(SwitchOff.size()).lower(), {}});
    return Outcome;
  }
}

} // namespace coopify
