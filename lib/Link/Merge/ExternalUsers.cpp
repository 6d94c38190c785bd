//===- ExternalUsers.cpp ----------------------------------------------------------===//
#include "Link/Merge/ExternalUsers.h"
#include "Model/FunctionNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace coopify;

static std::string fileName(llvm::StringRef Path) { return llvm::sys::path::filename(Path).str(); }

//===-- Of units that are not known as a whole --------------------------------------===//

/// A header that was not found may declare what the linker then finds.
static void addLost(const TUSummary &Unit, Program &Out) {
  for (const NameUse &Use : Unit.Lost) {
    if (!Use.Name.empty())
      Out.Lost[Use.Name].push_back(Use);
    for (const FunctionSummary &F : Unit.Functions)
      if (Use.Name.empty() && F.External &&
          (F.Kind == FunctionKind::Kernel || Unit.RelocatableDevice))
        Out.Lost[wordFor(F.Name)].push_back(Use);
  }
}

/// The passes of one command.
using CommandKey = std::pair<std::string, std::string>;
static CommandKey commandOf(const TUSummary &Unit) { return {Unit.MainFile, Unit.Command}; }

static std::optional<ProofStep> whyOpen(const TUSummary &Unit,
                                        const std::map<CommandKey, std::string> &FailedPasses) {
  if (!Unit.Open.empty()) {
    const NameUse &Use = Unit.Open.front();
    return ProofStep{Use.Where,
                     Use.Who + (Use.Name.empty()
                                    ? ", so the compiler may read other text: a macro or a flag "
                                      "may be missing"
                                    : " may define '" + Use.Name + "', for which this #if asks")};
  }
  auto Failed = FailedPasses.find(commandOf(Unit));
  if (Failed == FailedPasses.end())
    return std::nullopt;
  return ProofStep{{Unit.MainFile, 0, 1, 1},
                   fileName(Unit.MainFile) + " could not be parsed for " + Failed->second};
}

/// Where it is declared.
static std::set<std::string> filesOf(const FunctionSummary &F) {
  std::set<std::string> Out{F.Loc.File, F.BodyBegin.File};
  for (const FunctionDeclaration &D : F.Declarations)
    Out.insert(D.Loc.File);
  Out.erase("");
  return Out;
}

/// Its text may call them from other places; where it holds them itself known-units says so.
static void addOpenUsers(const TUSummary &Unit, Program &Out) {
  if (Unit.Open.empty())
    return;
  NameUse Use = Unit.Open.front();
  Use.Who =
      Use.Name.empty() ? "text that was not read for this error" : "text that this #if may choose";
  for (const FunctionSummary &F : Unit.Functions)
    for (const std::string &File : filesOf(F)) {
      auto [It, New] = Out.OpenUsers.try_emplace({wordFor(F.Name), File}, Use);
      if (!New && Use.Name.empty())
        It->second = Use;
    }
}

/// What text that was not read in some unit does with \p F, one that such a unit sees, or one of
/// its template or its overloads; null: no such unit sees it.
static const NameUse *openUse(const Program &P, const FunctionSummary &F) {
  const NameUse *Found = nullptr;
  for (const std::string &File : filesOf(F))
    if (auto It = P.OpenUsers.find({wordFor(F.Name), File});
        It != P.OpenUsers.end() && (!Found || It->second.Name.empty()))
      Found = &It->second;
  return Found;
}

static void addOpenFiles(const std::vector<TUSummary> &Units, Program &Out) {
  std::map<CommandKey, std::string> FailedPasses;
  for (const TUSummary &Unit : Units)
    if (Unit.Unread)
      FailedPasses.try_emplace(commandOf(Unit), Unit.Pass);
  for (const TUSummary &Unit : Units)
    if (std::optional<ProofStep> Why = Unit.Unread ? std::nullopt : whyOpen(Unit, FailedPasses))
      for (const FileFacts &F : Unit.Files)
        if (std::vector<ProofStep> &All = Out.Open[F.Path]; !llvm::is_contained(All, *Why))
          All.push_back(*Why);
}

void coopify::collectExternalUsers(const std::vector<TUSummary> &Units, Program &Out) {
  for (const TUSummary &Unit : Units) {
    for (const TextRange &Text : Unit.HostVisibleRanges)
      Out.HostVisibleRanges.push_back({Text, Unit.MainFile});
    for (const NameUse &Use : Unit.Names) {
      Out.Unread[Use.Name].push_back(Use);
      if (isPasted(Use.Name))
        Out.UnreadPasted.insert(Use.Name);
    }
    for (const std::string &Header : Unit.Compiles)
      Out.UnreadReaders[Header].push_back(Unit.MainFile);
    addLost(Unit, Out);
    addOpenUsers(Unit, Out);
    for (const FileFacts &F : Unit.Files)
      if (F.IsHeader)
        Out.Shared.insert(F.Path);
    if (Unit.Unread && !llvm::is_contained(Out.FailedUnits, Unit.MainFile))
      Out.FailedUnits.push_back(Unit.MainFile);
    Out.AllShared |= Unit.Unread && Unit.Compiles.empty();
  }
  // A main file is shared, too, where one that nobody reads includes it.
  for (const auto &[File, Readers] : Out.UnreadReaders)
    Out.Shared.insert(File);
  addOpenFiles(Units, Out);
}

/// Another unit may have its text.
static bool isShared(const Program &P, const std::string &File) {
  return P.AllShared || P.Shared.count(File);
}

static const FunctionDeclaration *inHeader(const Program &P, const FunctionSummary &F) {
  for (const FunctionDeclaration &D : F.Declarations)
    if (isShared(P, D.Loc.File))
      return &D;
  return nullptr;
}

static std::string declared(const FunctionSummary &F, const FunctionDeclaration &D) {
  return "'" + F.Name + "' is declared in " + shortPlace(D.Loc);
}

/// Semantics D: to g++ cooperative_groups::thread_block is an unknown name.
static std::optional<Refusal> refusedForHost(const Program &P, const FunctionSummary &F) {
  for (const FunctionDeclaration &D : F.Declarations)
    for (const auto &[Text, Unit] : P.HostVisibleRanges)
      if (D.ParamsBegin.File == Text.File && Text.Begin <= D.ParamsBegin.Begin &&
          D.ParamsBegin.Begin < Text.End)
        return Refusal{ReasonId::HostUnit,
                       declared(F, D) + ", which " + fileName(Unit) +
                           " includes too: a compiler for the host alone knows no thread_block",
                       D.Loc, "put the declaration between #ifdef __CUDACC__ and #endif"};
  return std::nullopt;
}

/// Called without its name: by operators, conversions, definitions of objects, a loop over a range.
static bool isCalledSilently(const FunctionSummary &F) {
  const llvm::StringRef Word = scopeAndWord(F.Name).second;
  return Word.starts_with("operator") || F.Constructor || F.Destructor || Word == "begin" ||
         Word == "end";
}

/// Where files that nobody parses may mean \p F: by its word, by words that a macro pastes
/// together, or by none.
static std::vector<const NameUse *> unreadUses(const Program &P, const FunctionSummary &F) {
  std::vector<const NameUse *> Out;
  std::vector<std::string> Words{wordFor(F.Name), ""};
  for (const std::string &Pasted : P.UnreadPasted)
    if (mayBePasted(Pasted, Words.front()))
      Words.push_back(Pasted);
  for (const std::string &Word : Words)
    if (auto Uses = P.Unread.find(Word);
        Uses != P.Unread.end() && (!Word.empty() || isCalledSilently(F)))
      for (const NameUse &Use : Uses->second)
        Out.push_back(&Use);
  return Out;
}

/// A file that is there and that no unit reads may be the missing unit.
static std::optional<Refusal> refusedForUnread(const Program &P, const FunctionSummary &F) {
  const FunctionDeclaration *D = inHeader(P, F);
  if (P.Outside == World::Declared)
    return std::nullopt;
  for (const NameUse *At : unreadUses(P, F)) {
    const NameUse &Use = *At;
    if (Use.Launches || (!D && !(Use.Prototype && F.External)))
      continue;
    const std::string Here = D ? declared(F, *D) : "'" + F.Name + "' is declared here";
    if (!Use.Who.empty())
      return Refusal{ReasonId::ExternalCallers, Use.Who + " may call '" + F.Name + "'", Use.Where,
                     "make that text a unit that coopify can read"};
    return Refusal{ReasonId::ExternalCallers,
                   Here + (D ? ", and " : ", in ") + fileName(Use.Where.File) +
                       (!D                   ? ", which no unit of the program reads"
                        : isPasted(Use.Name) ? ", which no unit of the program reads, may make "
                                               "that name here by ##"
                                             : ", which no unit of the program reads, uses that "
                                               "name here"),
                   Use.Where, "give coopify the unit that reads " + fileName(Use.Where.File)};
  }
  return std::nullopt;
}

static std::string usedBy(const FunctionSummary &F, const std::string &Who) {
  return Who + (F.Kind == FunctionKind::Kernel ? " may launch '" : " may call '") + F.Name + "'";
}

/// Nothing at all is known of a header that was not found, of text that a wrong directive chooses,
/// and of a unit that failed, so they may call what they could see.
static std::optional<Refusal> refusedForFailed(const Program &P, const FunctionSummary &F) {
  if (auto Lost = P.Lost.find(wordFor(F.Name)); Lost != P.Lost.end())
    for (const NameUse &Use : Lost->second)
      if (!Use.Who.empty())
        return Refusal{ReasonId::ExternalCallers, Use.Who + " may call '" + F.Name + "'", Use.Where,
                       "give its folder with -I, or generate it first"};
  // Of what is no template a call in such text is in a function that is not edited.
  if (auto Lost = P.Lost.find(wordFor(F.Name)); F.TemplateText && Lost != P.Lost.end())
    return Refusal{ReasonId::ExternalCallers, usedBy(F, "text that was not understood, here,"),
                   Lost->second.front().Where, "make that text compile with clang, then run again"};
  if (const NameUse *Open = openUse(P, F); Open && Open->Name.empty())
    return Refusal{ReasonId::ExternalCallers, Open->Who + " may call '" + F.Name + "'", Open->Where,
                   "mend it, or give the macro or the flag that is missing"};
  const FunctionDeclaration *D = P.FailedUnits.empty() ? nullptr : inHeader(P, F);
  if (!D)
    return std::nullopt;
  return Refusal{ReasonId::ExternalCallers,
                 declared(F, *D) + ", and " + fileName(P.FailedUnits.front()) +
                     ", which could not be parsed, may call it",
                 D->Loc,
                 "make all units of the compile database readable, or take out those "
                 "that are no longer built"};
}

//===-- Who else may call it or launch it -------------------------------------------===//

/// Names in strings are those that the linker sees: mangled, unless extern "C".
static const NameUse *lookedUp(const Program &P, const FunctionSummary &F) {
  for (auto It = P.Unread.lower_bound("_Z"); It != P.Unread.end(); ++It) {
    if (!llvm::StringRef(It->first).starts_with("_Z"))
      break;
    if (It->second.front().Launches && isLinkerName(F, It->first))
      return &It->second.front();
  }
  return nullptr;
}

static const NameUse *namedOutside(const Program &P, const FunctionSummary &F) {
  const bool Kernel = F.Kind == FunctionKind::Kernel;
  const bool Header = inHeader(P, F) != nullptr;
  for (const NameUse *Use : unreadUses(P, F))
    if ((Header && !Use->Launches) || (F.External && (Use->Prototype || (Kernel && Use->Launches))))
      return Use;
  return Kernel && F.External ? lookedUp(P, F) : nullptr;
}

/// In text that the parser gave up, in a header that was not found, behind an #if that nobody can
/// answer.
static const NameUse *usedInUnit(const Program &P, const FunctionSummary &F) {
  const std::string Word = wordFor(F.Name);
  if (auto Lost = P.Lost.find(Word); Lost != P.Lost.end())
    return &Lost->second.front();
  return P.Open.count(F.BodyBegin.File) ? nullptr : openUse(P, F);
}

bool coopify::isNamedInLostText(const Program &P, const FunctionSummary &F) {
  llvm::StringRef Class = scopeAndWord(F.Name).first.split('<').first;
  Class = Class.substr(Class.rfind(':') + 1);
  return P.Lost.count(wordFor(F.Name)) || P.Lost.count(Class.str());
}

std::optional<ProofStep> coopify::usedUnseen(const Program &P, const FunctionSummary &F) {
  if (const NameUse *Use = usedInUnit(P, F))
    return ProofStep{
        Use->Where, usedBy(F, Use->Who.empty() ? "text that was not understood, here," : Use->Who)};
  const FunctionDeclaration *D = inHeader(P, F);
  if (!D && !F.External)
    return std::nullopt;
  if (!P.FailedUnits.empty())
    return ProofStep{F.Loc,
                     usedBy(F, fileName(P.FailedUnits.front()) + ", which could not be parsed,")};
  if (P.Outside == World::Declared)
    return std::nullopt;
  if (const NameUse *Use = namedOutside(P, F)) {
    const char *How =
        Use->Launches ? ", which was not read as CUDA," : ", which no unit of the program reads,";
    return ProofStep{Use->Where,
                     usedBy(F, Use->Who.empty() ? fileName(Use->Where.File) + How : Use->Who)};
  }
  if (P.Outside == World::Closed)
    return std::nullopt;
  return ProofStep{D ? D->Loc : F.Loc,
                   usedBy(F, "units that were not read") + (D ? ": it is in a header" : "")};
}

std::optional<Refusal> coopify::usedInText(const Program &P, const FunctionSummary &F) {
  if (const NameUse *Use = usedInUnit(P, F))
    return Refusal{ReasonId::ExternalCallers,
                   usedBy(F, Use->Who.empty() ? "text that was not understood, here," : Use->Who),
                   Use->Where, "make that text a unit that coopify can read"};
  if (P.FailedUnits.empty() || (!inHeader(P, F) && !F.External))
    return std::nullopt;
  return Refusal{ReasonId::ExternalCallers,
                 usedBy(F, fileName(P.FailedUnits.front()) + ", which could not be parsed,"), F.Loc,
                 "make the file compile with clang, then run again"};
}

static ProofStep mayInclude(const Location &Where, const std::string &Who) {
  return {Where, Who + " may include " + fileName(Where.File) +
                     ", with other macros and template arguments"};
}

std::optional<ProofStep> coopify::compiledUnseen(const Program &P, const Location &Where) {
  if (auto Open = P.Open.find(Where.File); Open != P.Open.end())
    return Open->second.front();
  if (!isShared(P, Where.File))
    return std::nullopt;
  if (!P.FailedUnits.empty())
    return mayInclude(Where, fileName(P.FailedUnits.front()) + ", which could not be parsed,");
  if (P.Outside == World::Declared)
    return std::nullopt;
  if (auto Readers = P.UnreadReaders.find(Where.File); Readers != P.UnreadReaders.end())
    return mayInclude(Where,
                      fileName(Readers->second.front()) + ", which no unit of the program reads,");
  if (P.Outside == World::Closed)
    return std::nullopt;
  return mayInclude(Where, "units that were not read");
}

//===-- Who else knows its parameters ------------------------------------------------===//

std::optional<Refusal> coopify::refusedOutside(const Program &P, const FunctionClass &C) {
  for (unsigned M : C.Members) {
    const FunctionSummary &F = P.Functions[M];
    if (F.Lambda)
      continue;
    if (std::optional<Refusal> R = refusedForHost(P, F))
      return R;
    if (std::optional<Refusal> R = refusedForUnread(P, F))
      return R;
    if (std::optional<Refusal> R = refusedForFailed(P, F))
      return R;
  }
  return std::nullopt;
}
