#include "Driver/Units/ParsedProgram.h"

#include "Driver/Kept/KeptPasses.h"
#include "Driver/Parallel.h"
#include "Driver/Units/Progress.h"
#include "Extract/Extract.h"
#include "Model/FunctionNames.h"
#include "Model/NoteKinds.h"
#include "Report/Paths.h"

#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <set>

using namespace llvm;

namespace coopify {

std::vector<std::string> commandOf(const Pass &P) {
  std::vector<std::string> Key = {P.File, P.Directory};
  append_range(Key, ArrayRef(P.Args).drop_front(std::min(P.OwnArgs, P.Args.size())));
  return Key;
}

namespace {

std::optional<std::string> readTextFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return std::nullopt;
  return (*Buffer)->getBuffer().str();
}

std::vector<Pass> passesOf(const UnitCommand &Unit, const Toolkit &Kit,
                           const ParseOptions &Options) {
  auto Read = [&](StringRef Path) { return readTextFile(realPath(Path, Unit.Directory)); };
  ClangCommand Command = translateCommand(
      Unit.CommandLine, Read, [](StringRef Name) { return sys::Process::GetEnv(Name); },
      Options.Extra);
  if (Command.Archs.empty() && !Options.MinArch.empty())
    Command.Archs = {Options.MinArch};
  return expandPasses(
      Command, Unit.File, Unit.Directory, Kit,
      {Options.Archs, Options.Precompiled, Options.Ports, Options.WarpWidth, Unit.Named});
}

bool isCuda(const Pass &P) { return P.Name != "c++"; }

std::string keyOf(const Pass &P) {
  return utohexstr(xxh3_64bits(join(commandOf(P), StringRef("\0", 1))));
}

bool isHost(const Pass &P) { return P.Name == "host"; }

/// The parse's own notes go where the site's notes are counted.
void addNotes(ParsedPass &Parsed, const ParseOutcome &Outcome) {
  append_range(Parsed.Summary.Notes, Parsed.Command.Notes);
  append_range(Parsed.Summary.Notes, Outcome.Notes);
  for (const std::string &Flag : Parsed.Command.Unread)
    Parsed.Summary.Open.push_back({"",
                                   {Parsed.Summary.MainFile, 0, 1, 1},
                                   false,
                                   false,
                                   "what '" + Flag + "' of the command brings was not read"});
  if (!Parsed.ArchsTested.empty() && !Parsed.Command.AssumedArch.empty() && !isHost(Parsed.Command))
    Parsed.Summary.Notes.push_back(
        {"assumed-arch",
         formatv("{0} ({1}: {2})", sys::path::filename(Parsed.Command.File),
                 Parsed.Command.AssumedArch, Parsed.Command.Name)
             .str(),
         {}});
  if (Parsed.LanguageTested && !Parsed.Command.OtherLanguage.empty())
    Parsed.Summary.Notes.push_back(
        {"assumed-language", sys::path::filename(Parsed.Command.File).str(), {}});
  // The first of each file: the others mostly follow from it, and it names the file.
  StringSet<> Told;
  for (const ParseError &E : Parsed.Errors) {
    StringRef File = E.Where.valid() ? StringRef(E.Where.File) : StringRef(Parsed.Command.File);
    if (Told.insert(File).second)
      Parsed.Summary.Notes.push_back(
          {"parse-error",
           formatv("{0}:{1}: {2}", sys::path::filename(File), E.Where.Line, E.Text).str(),
           E.Where});
  }
}

/// Of the unit's passes, which are parsed one after the other; those of devices first.
using UnitPasses = std::vector<ParsedPass *>;

/// What devices' passes of \p Unit have found that \p Parsed may take.
BodyFacts factsFor(const ParsedPass &Parsed, const UnitPasses &Unit) {
  BodyFacts Facts;
  Facts.Keep = Parsed.Bodies.get();
  if (isHost(Parsed.Command))
    for (const ParsedPass *P : Unit)
      if (P->Ran && P->Errors.empty() && P->Bodies && P->Command.AsNvcc == Parsed.Command.AsNvcc &&
          P->Command.WarpWidth == Parsed.Command.WarpWidth)
        Facts.Known.push_back(P->Bodies.get());
  return Facts;
}

/// What is kept of \p Parsed is for these devices' passes beside it; nullopt: one of them is not
/// kept.
std::optional<std::string> besideIt(const ParsedPass &Parsed, const UnitPasses &Unit) {
  std::string Digests;
  if (isHost(Parsed.Command))
    for (const ParsedPass *P : Unit) {
      if (P->Ran && !isHost(P->Command) && P->Digest.empty())
        return std::nullopt;
      if (P->Ran && !isHost(P->Command))
        Digests += P->Digest + " ";
    }
  return Digests;
}

ParseOutcome parseInto(ParsedPass &Parsed, const UnitPasses &Unit, ReadFiles &Read) {
  auto Make = [&] {
    Parsed.Summary = TUSummary();
    Parsed.Cost = PassCost();
    Parsed.Calls.emplace();
    if (Parsed.Bodies)
      *Parsed.Bodies = KnownBodies();
    return makeExtractAction(Parsed.Summary, Parsed.Cost, *Parsed.Calls, factsFor(Parsed, Unit));
  };
  ParseOutcome Outcome = parseUnit(Parsed.Command, {}, Make, {}, &Read);
  Parsed.Ran = Outcome.Ran;
  Parsed.WhyNot = Outcome.WhyNot;
  Parsed.OverTime = Outcome.OverTime;
  if (Parsed.Ran && Parsed.Summary.Unread) { // parsed, but not followed
    Outcome.Ran = Parsed.Ran = false;
    Parsed.WhyNot = Parsed.Summary.Notes.front().Text;
  }
  return Outcome;
}

/// As nvcc reads it, if that is what compiles it; but what only nvcc understands is no code to
/// clang, and the other arm of an #if may say the same in plainer words.
ParseOutcome parseAsCompiled(ParsedPass &Parsed, const UnitPasses &Unit, ReadFiles &Read) {
  ParseOutcome Outcome = parseInto(Parsed, Unit, Read);
  if (!Outcome.AskedForCompiler || (Outcome.Ran && Outcome.Errors.empty()))
    return Outcome;
  ParsedPass Plain = Parsed;
  Plain.Command.AsNvcc = false;
  if (Plain.Bodies)
    Plain.Bodies = std::make_shared<KnownBodies>();
  ParseOutcome Other = parseInto(Plain, Unit, Read);
  if (!Other.Ran || (Outcome.Ran && Other.Errors.size() >= Outcome.Errors.size()))
    return Outcome;
  // Read is not what is compiled: any arm of nvcc's may be another one.
  for (const ParseError &E : ArrayRef(Outcome.Errors).take_front(1))
    Plain.Summary.Open.push_back({"", E.Where, false, false,
                                  "the text that nvcc compiles has an error here (" + E.Text +
                                      "), and other arms of #if were read"});
  Parsed = std::move(Plain);
  return Other;
}

/// What is made of a unit without host code is loaded by a program that names it in a string or a
/// file; with -rdc it may be linked with other code first.
void addUsersOfModule(TUSummary &Unit) {
  for (const FunctionSummary &F : Unit.Functions)
    if (F.Kind == FunctionKind::Kernel && F.HasBody) {
      LaunchSite &L = Unit.Launches.emplace_back();
      L.Kernel = F.USR;
      L.Loc = F.Loc;
      L.Unseen = "is compiled without host code";
    } else if (F.External && Unit.RelocatableDevice) {
      Unit.Names.push_back({wordFor(F.Name), F.Loc, /*Prototype=*/true, /*Launches=*/false,
                            "code that is linked with this module"});
    }
}

/// What follows of the summary.
void takeFiles(ParsedPass &Parsed, SourceTexts &Texts, sys::TimePoint<> Since) {
  Parsed.Files.clear();
  Parsed.Skipped.clear();
  Parsed.Libraries = Parsed.Summary.Libraries;
  for (const FileFacts &File : Parsed.Summary.Files) {
    Parsed.Files.push_back(File.Path);
    Parsed.Skipped.push_back(File.Skipped);
    Texts.remember(File.Path, Since);
  }
}

void parseAndExtract(ParsedPass &Parsed, const UnitPasses &Unit, KeptPasses *Kept,
                     SourceTexts &Texts) {
  const auto Since = std::chrono::system_clock::now();
  const std::optional<std::string> Beside = besideIt(Parsed, Unit);
  if (!Beside)
    Kept = nullptr;
  if (Error E = checkReadableText(Parsed.Command.File)) {
    Parsed.WhyNot = toString(std::move(E));
    Parsed.NoSource = true;
    return;
  }
  WarpLanes Lanes{Parsed.Command.WarpWidth};
  Lanes.Ports = Parsed.Command.Ports;
  WarpWidthScope Warp(Lanes);
  ReadFiles Read;
  const Pass Asked = Parsed.Command;
  ParseOutcome Outcome = parseAsCompiled(Parsed, Unit, Read);
  if (!Parsed.Ran)
    return;
  Parsed.Errors = std::move(Outcome.Errors);
  Parsed.ArchsTested = std::move(Outcome.ArchsTested);
  Parsed.SidesTested = Outcome.SidesTested;
  Parsed.LanguageTested = Outcome.LanguageTested;
  Parsed.Summary.MainFile = Parsed.Command.File;
  Parsed.Summary.Pass = Parsed.Command.Name;
  Parsed.Summary.WarpWidth = Parsed.Command.WarpWidth;
  Parsed.Summary.Command = keyOf(Parsed.Command);
  Parsed.Summary.RelocatableDevice = Parsed.Command.RelocatableDevice;
  if (Parsed.Command.DeviceOnly)
    addUsersOfModule(Parsed.Summary);
  addNotes(Parsed, Outcome);
  takeFiles(Parsed, Texts, Since);
  if (Kept)
    Kept->save(Parsed, Asked, *Beside, Read, Since);
}

/// All of them or none: what one is to take of the others must not depend on what is kept.
bool takeKept(const UnitPasses &Unit, KeptPasses &Kept, SourceTexts &Texts) {
  const auto Since = std::chrono::system_clock::now();
  std::vector<ParsedPass> Loaded;
  UnitPasses Before;
  for (const ParsedPass *P : Unit)
    Loaded.push_back(*P);
  for (ParsedPass &P : Loaded) {
    const std::optional<std::string> Beside = besideIt(P, Before);
    if (!Beside || !Kept.load(P, *Beside))
      return false;
    Before.push_back(&P);
  }
  for (auto [P, Own] : zip(Unit, Loaded)) {
    *P = std::move(Own);
    takeFiles(*P, Texts, Since);
  }
  Kept.countTaken(unsigned(Unit.size()));
  return true;
}

std::vector<UnitPasses> byUnit(MutableArrayRef<ParsedPass> Passes) {
  std::vector<UnitPasses> Units;
  std::map<std::vector<std::string>, size_t> Known;
  for (ParsedPass &P : Passes) {
    auto [It, New] = Known.try_emplace(commandOf(P.Command), Units.size());
    if (New)
      Units.emplace_back();
    Units[It->second].push_back(&P);
  }
  for (UnitPasses &Unit : Units)
    std::stable_partition(Unit.begin(), Unit.end(),
                          [](const ParsedPass *P) { return !isHost(P->Command); });
  return Units;
}

void parseUnitPasses(const UnitPasses &Unit, const ParseOptions &Options, SourceTexts &Texts,
                     Progress &Told) {
  Told.unitBegins(Unit.front()->Command.File);
  const bool Known = Options.Kept && takeKept(Unit, *Options.Kept, Texts);
  const bool ForHost = isHost(Unit.back()->Command);
  for (ParsedPass *P : Unit) {
    if (Known) {
      Told.passDone(P->Command);
      continue;
    }
    if (ForHost && !isHost(P->Command))
      P->Bodies = std::make_shared<KnownBodies>();
    P->Command.TimeLimit = Options.TimeLimit; // not where it is parsed for a question
    parseAndExtract(*P, Unit, Options.Kept.get(), Texts);
    P->Command.TimeLimit = 0;
    Told.passDone(P->Command);
  }
  for (ParsedPass *P : Unit)
    P->Bodies.reset();
  Told.unitDone(Unit.front()->Command.File);
}

void parseEach(MutableArrayRef<ParsedPass> Passes, const ParseOptions &Options,
               SourceTexts &Texts) {
  const std::vector<UnitPasses> Units = byUnit(Passes);
  Progress Told(Options.Progress, Units.size(), Passes.size());
  forEachInParallel(Options.Jobs, Units.size(),
                    [&](size_t I) { parseUnitPasses(Units[I], Options, Texts, Told); });
}

/// What \p P leaves out and what it reads tells apart: architectures, languages, and the side that
/// --arch does not name.
std::vector<Pass> toldApart(const ParsedPass &P) {
  std::vector<Pass> Out;
  if (std::optional<Pass> Side = P.SidesTested ? otherSide(P.Command) : std::nullopt)
    Out.push_back(std::move(*Side));
  if (std::optional<Pass> Other = P.LanguageTested ? inOtherLanguage(P.Command) : std::nullopt)
    Out.push_back(std::move(*Other));
  if (!isHost(P.Command))
    for (unsigned Arch : archsToldApart(P.Command, P.ArchsTested))
      Out.push_back(forArch(P.Command, Arch));
  return Out;
}

/// Of the commands of \p Passes, those that nobody named.
std::vector<ParsedPass> passesForOthers(ArrayRef<ParsedPass> Passes) {
  std::vector<ParsedPass> Out;
  std::set<std::pair<std::vector<std::string>, bool>> Sides;
  std::set<std::tuple<std::vector<std::string>, std::string, std::string>> Known;
  for (const ParsedPass &P : Passes) {
    Sides.insert({commandOf(P.Command), isHost(P.Command)});
    Known.insert({commandOf(P.Command), P.Command.Name, P.Command.OtherLanguage});
  }
  for (const ParsedPass &P : Passes)
    for (Pass &Command : toldApart(P)) {
      const bool OtherSide = isHost(Command) != isHost(P.Command);
      if (OtherSide && !Sides.insert({commandOf(Command), isHost(Command)}).second)
        continue;
      ParsedPass More;
      More.Command = std::move(Command);
      More.Selected = P.Selected;
      More.OnlyHeaders = P.OnlyHeaders;
      if (Known.insert({commandOf(More.Command), More.Command.Name, More.Command.OtherLanguage})
              .second)
        Out.push_back(std::move(More));
    }
  return Out;
}

} // namespace

void parsePasses(std::vector<ParsedPass> &Passes, size_t First, const ParseOptions &Options,
                 SourceTexts &Texts) {
  for (size_t Next = First; Next < Passes.size();) {
    parseEach(MutableArrayRef(Passes).drop_front(Next), Options, Texts);
    Next = Passes.size();
    for (ParsedPass &More : passesForOthers(ArrayRef(Passes).drop_front(First)))
      Passes.push_back(std::move(More));
  }
}

bool ParsedPass::reads(StringRef File) const { return is_contained(Files, File); }

std::vector<TUSummary> ParsedProgram::takeSummaries() {
  std::vector<TUSummary> Summaries;
  for (ParsedPass &P : Passes) {
    if (!P.Ran) {
      P.Summary = TUSummary();
      P.Summary.MainFile = P.Command.File;
      P.Summary.Pass = P.Command.Name;
      P.Summary.Command = keyOf(P.Command);
      P.Summary.Unread = true;
      P.Summary.Compiles = P.MayRead;
    }
    Summaries.push_back(std::exchange(P.Summary, {}));
  }
  append_range(Summaries, std::exchange(HeaderUsers, {}));
  return Summaries;
}

std::vector<std::string> ParsedProgram::failures() const {
  std::vector<std::string> Lines;
  for (const ParsedPass &P : Passes) {
    if (P.Ran)
      continue;
    StringRef Why = P.WhyNot.empty() ? "the parser gave no reason" : StringRef(P.WhyNot);
    // Passes that fail for one reason are one line.
    if (std::string Line = formatv("{0} was not analysed: {1}", P.Command.File, Why);
        !is_contained(Lines, Line))
      Lines.push_back(std::move(Line));
  }
  return Lines;
}

StringSet<> ParsedProgram::selectedFiles() const {
  StringSet<> Files;
  for (const ParsedPass &P : Passes)
    if (P.Selected)
      Files.insert_range(P.OnlyHeaders.empty() ? P.Files : P.OnlyHeaders);
  return Files;
}

/// The note that nothing of a pass could be parsed; nullptr: something was, or it did not run.
static const ParseNote *whyNothingParsed(const ParsedPass &P) {
  if (!P.Ran)
    return nullptr;
  const auto Found =
      find_if(P.Summary.Notes, [](const ParseNote &N) { return N.Kind == NothingParsed; });
  return Found == P.Summary.Notes.end() ? nullptr : &*Found;
}

std::vector<std::string> ParsedProgram::unparsed() const {
  StringSet<> Parsed;
  for (const ParsedPass &P : Passes)
    if (P.Ran && !whyNothingParsed(P))
      Parsed.insert(P.Command.File);
  std::vector<std::string> Lines;
  for (const ParsedPass &P : Passes) {
    const ParseNote *Why = whyNothingParsed(P);
    if (!P.Selected || !Why || Parsed.contains(P.Command.File))
      continue;
    if (std::string Line = formatv("nothing in '{0}' could be parsed ({1}); fix the error, or the "
                                   "flags of its command",
                                   displayPath(P.Command.File, realPath(".")), Why->Text);
        !is_contained(Lines, Line))
      Lines.push_back(std::move(Line));
  }
  return Lines;
}

bool ParsedProgram::lacksUnits() const {
  return !unparsed().empty() ||
         any_of(Passes, [](const ParsedPass &P) { return P.Selected && P.NoSource; });
}

bool ParsedProgram::nothingRan() const {
  return none_of(Passes,
                 [](const ParsedPass &P) { return P.Selected && P.Ran && !whyNothingParsed(P); });
}

Expected<std::vector<std::vector<Pass>>> passesOfUnits(ArrayRef<UnitCommand> Units,
                                                       const ParseOptions &Options) {
  Expected<Toolkit> Kit = findToolkit(Options.CudaPath);
  if (!Kit)
    return Kit.takeError();
  std::vector<std::vector<Pass>> Out;
  for (const UnitCommand &Unit : Units)
    Out.push_back(passesOf(Unit, *Kit, Options));
  return Out;
}

Error addOtherUnits(ParsedProgram &Program, ArrayRef<UnitCommand> Units, ParseOptions Options) {
  Options.CudaPath = Program.ToolkitPath.empty() ? "embedded" : Program.ToolkitPath;
  Expected<Toolkit> Kit = findToolkit(Options.CudaPath);
  if (!Kit)
    return Kit.takeError();
  std::set<std::vector<std::string>> Extracted;
  for (const ParsedPass &P : Program.Passes)
    Extracted.insert(commandOf(P.Command));
  for (const UnitCommand &Unit : Units)
    for (Pass &P : passesOf(Unit, *Kit, Options))
      if (!Extracted.count(commandOf(P)))
        Program.Others.push_back(std::move(P));
  return Error::success();
}

Expected<ParsedProgram> parseProgram(ArrayRef<UnitCommand> Units, const ParseOptions &Options,
                                     SourceTexts &Texts) {
  Expected<Toolkit> Kit = findToolkit(Options.CudaPath);
  if (!Kit)
    return Kit.takeError();
  ParsedProgram Result;
  Result.ToolkitPath = Kit->Path;
  Result.ToolkitVersion = Kit->embedded() ? 0 : Kit->Version;
  Result.Extra = Options.Extra;
  for (const UnitCommand &Unit : Units)
    for (Pass &P : passesOf(Unit, *Kit, Options))
      if (Unit.Selected && isCuda(P)) {
        ParsedPass &Parsed = Result.Passes.emplace_back();
        Parsed.Command = std::move(P);
        Parsed.OnlyHeaders = Unit.OnlyHeaders;
      } else {
        Result.Others.push_back(std::move(P));
      }
  parsePasses(Result.Passes, 0, Options, Texts);
  return Result;
}

} // namespace coopify
