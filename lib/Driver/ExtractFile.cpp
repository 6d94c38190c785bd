#include "Driver/ExtractFile.h"

#include "Driver/Kept/PassJSON.h"
#include "Driver/Write/OutputFile.h"
#include "Frontend/ToolkitFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

using namespace llvm;

namespace coopify {

namespace {

constexpr int64_t FormatVersion = 8;

/// All that the summaries are of, each once: also sources of which there is none, as they could not
/// be parsed.
std::set<std::string> filesOf(const ParsedProgram &Units) {
  std::set<std::string> Files;
  for (const ParsedPass &P : Units.Passes) {
    Files.insert(P.Command.File);
    Files.insert(P.Files.begin(), P.Files.end());
    Files.insert(P.MayRead.begin(), P.MayRead.end());
    for (const LibraryFile &F : P.Libraries)
      Files.insert(F.Path);
  }
  if (!Units.Database.empty())
    Files.insert(Units.Database);
  return Files;
}

json::Object hashesOf(const ParsedProgram &Units, SourceTexts &Texts) {
  json::Object Hashes;
  for (const std::string &File : filesOf(Units))
    if (std::optional<std::string> Text = Texts.get(File))
      Hashes[File] = utohexstr(SourceTexts::hash(*Text));
  return Hashes;
}

bool passesFromJSON(const json::Object &O, ParsedProgram &Units, json::Path Path) {
  const json::Array *Passes = O.getArray("Passes");
  if (!Passes) {
    Path.field("Passes").report("expected array");
    return false;
  }
  for (auto [I, V] : enumerate(*Passes))
    if (!passFromJSON(V, Units.Passes.emplace_back(), Path.field("Passes").index(I)))
      return false;
  return true;
}

/// What is kept of the passes, if it is kept here, says which edits are known to be clean.
void takeDigests(const json::Object &O, MutableArrayRef<ParsedPass> Passes) {
  const json::Array *Digests = O.getArray("Digests");
  if (Digests && Digests->size() == Passes.size())
    for (auto [Digest, P] : zip(*Digests, Passes))
      P.Digest = Digest.getAsString().value_or("").str();
}

/// Returns the first file, if any, that is there and is another than the one that was extracted.
std::string expectHashes(const json::Object &O, SourceTexts &Texts) {
  const json::Object *Hashes = O.getObject("Files");
  std::string Changed;
  for (const auto &[Path, Hash] : Hashes ? *Hashes : json::Object()) {
    uint64_t Value = 0;
    std::optional<StringRef> Text = Hash.getAsString();
    if (!Text || Text->getAsInteger(16, Value))
      continue;
    if (!Texts.expect(Path, Value) && Changed.empty())
      Changed = Path.str();
  }
  return Changed;
}

/// Which files are a toolkit's is known of the passes of this run.
void addToolkits(StringRef Path, ArrayRef<ParsedPass> Passes) {
  if (!Path.empty())
    addToolkitRoot(Path);
  for (const ParsedPass &P : Passes)
    for (size_t I = 1; I < P.Command.Args.size(); ++I)
      if (P.Command.Args[I - 1] == "-isystem")
        addToolkitHeaders(P.Command.Args[I]);
}

std::string wordsOf(const ExtraFlags &Extra) {
  std::vector<std::string> Words;
  for (const std::string &Flag : Extra.Before)
    Words.push_back("--extra-arg-before=" + Flag);
  for (const std::string &Flag : Extra.Behind)
    Words.push_back("--extra-arg=" + Flag);
  return Words.empty() ? "no --extra-arg" : join(Words, " ");
}

/// With other flags, the other units of a database would be other ones, too. Empty: they are the
/// same.
std::string otherFlags(const ExtraFlags &Then, const ExtraFlags &Now) {
  if (Then == Now)
    return "";
  return "it was extracted with " + wordsOf(Then) + ", and is linked with " + wordsOf(Now) +
         "; say the same to both";
}

Error readInto(ParsedProgram &Units, const std::string &Path, const ParseOptions &Options,
               SourceTexts &Texts) {
  auto Failure = [&](const Twine &Why) {
    return createStringError(formatv("cannot link '{0}': {1}", Path, Why.str()).str());
  };
  auto Buffer = MemoryBuffer::getFileOrSTDIN(Path);
  if (!Buffer)
    return Failure(Buffer.getError().message() + "; write it with --extract=" + Path);
  Expected<json::Value> Value = json::parse((*Buffer)->getBuffer());
  if (!Value)
    return Failure(toString(Value.takeError()) + "; --link reads what --extract wrote");
  const json::Object *O = Value->getAsObject();
  if (!O || O->getInteger("Coopify") != FormatVersion)
    return Failure("it was not written by --extract of this version of coopify");
  json::Path::Root Root;
  std::vector<Pass> Others;
  ExtraFlags Extra;
  const size_t Known = Units.Passes.size();
  json::ObjectMapper Fields(*Value, Root);
  if (!passesFromJSON(*O, Units, Root) || !Fields || !Fields.map("Others", Others) ||
      !Fields.map("Database", Units.Databases.emplace_back()) ||
      !Fields.map("ExtraBefore", Extra.Before) || !Fields.map("Extra", Extra.Behind))
    return Failure(toString(Root.getError()));
  if (const std::string Why = otherFlags(Extra, Options.Extra); !Why.empty())
    return Failure(Why);
  const auto New = MutableArrayRef(Units.Passes).drop_front(Known);
  takeDigests(*O, New);
  for (const ParsedPass &P : New)
    if (P.Command.Ports != Options.Ports)
      return Failure(Options.Ports
                         ? "--target and wave64 ask for more than was extracted; say them "
                           "to --extract, too"
                         : "it was extracted with --target or wave64; say them here, too");
  for (ParsedPass &P : New)
    P.Command.Precompiled = Options.Precompiled;
  for (Pass &P : Others)
    P.Precompiled = Options.Precompiled;
  append_range(Units.Others, std::move(Others));
  const std::string Toolkit = O->getString("Toolkit").value_or("").str();
  addToolkits(Toolkit == Units.ToolkitPath ? "" : Toolkit, New);
  Units.ToolkitPath = Toolkit;
  Units.ToolkitVersion = unsigned(O->getInteger("ToolkitVersion").value_or(0));
  const std::string Changed = expectHashes(*O, Texts);
  if (const std::string &Database = Units.Databases.back();
      !Database.empty() && !Texts.isAsExpected(Database))
    return Failure("'" + Database +
                   "', which tells of the other units, is not as it was; extract anew");
  if (!Changed.empty())
    return Failure("'" + Changed + "' was changed since; extract anew");
  return Error::success();
}

/// Of units that were extracted one by one each may have the others besides, and the same ones.
void dropKnownUnits(ParsedProgram &Units) {
  std::set<std::vector<std::string>> Extracted;
  std::set<std::pair<std::string, std::vector<std::string>>> Others;
  for (const ParsedPass &P : Units.Passes)
    Extracted.insert(commandOf(P.Command));
  erase_if(Units.Others, [&](const Pass &P) {
    std::vector<std::string> Command = commandOf(P);
    return Extracted.count(Command) || !Others.insert({P.Name, std::move(Command)}).second;
  });
}

/// What a run over the units themselves would have read there.
Error addDatabases(ParsedProgram &Units, const ParseOptions &Options) {
  const std::set<std::string> All(Units.Databases.begin(), Units.Databases.end());
  std::map<std::pair<std::string, std::string>, size_t> Order; // by file and folder of the command
  for (const std::string &Database : All) {
    if (Database.empty())
      continue;
    Expected<FoundUnits> Found = findUnits({Database, {}, std::nullopt});
    if (!Found)
      return Found.takeError();
    if (Error E = addOtherUnits(Units, Found->Commands, Options))
      return E;
    for (const UnitCommand &Unit : Found->Commands)
      Order.try_emplace({Unit.File, Unit.Directory}, Order.size());
  }
  // As a run over the units has them, in whatever order the files were named.
  const auto PlaceOf = [&](const ParsedPass &P) {
    auto It = Order.find({P.Command.File, P.Command.Directory});
    return It == Order.end() ? Order.size() : It->second;
  };
  llvm::stable_sort(Units.Passes, [&](const ParsedPass &A, const ParsedPass &B) {
    return PlaceOf(A) < PlaceOf(B);
  });
  if (All.size() == 1)
    Units.Database = *All.begin();
  return Error::success();
}

} // namespace

Error writeExtractFile(StringRef Path, const ParsedProgram &Units, SourceTexts &Texts) {
  // --link would look for another file.
  for (const std::string &File : filesOf(Units))
    if (!json::isUTF8(File))
      return createStringError("--extract: the name of '" + File +
                               "' is not UTF-8, which JSON has to be; a run without it can do it");
  return writeOutput(Path, [&](raw_ostream &OS) {
    json::OStream J(OS);
    J.object([&] {
      J.attribute("Coopify", FormatVersion);
      J.attribute("Toolkit", Units.ToolkitPath);
      J.attribute("ToolkitVersion", int64_t(Units.ToolkitVersion));
      J.attribute("Database", Units.Database);
      J.attribute("Others", Units.Database.empty() ? json::Array(Units.Others) : json::Array());
      J.attribute("ExtraBefore", json::Array(Units.Extra.Before));
      J.attribute("Extra", json::Array(Units.Extra.Behind));
      J.attribute("Files", hashesOf(Units, Texts));
      J.attributeArray("Digests", [&] {
        for (const ParsedPass &P : Units.Passes)
          J.value(P.Digest);
      });
      J.attributeArray("Passes", [&] {
        for (const ParsedPass &P : Units.Passes)
          writePass(J, P);
      });
    });
    OS << '\n';
    return Error::success();
  });
}

static std::string makeWord(StringRef Path) {
  std::string Out;
  for (char C : Path) {
    if (StringRef(" #\\").contains(C))
      Out += '\\';
    Out += C == '$' ? "$$" : std::string(1, C);
  }
  return Out;
}

Error writeDepFile(StringRef Path, StringRef Target, const ParsedProgram &Units) {
  return writeOutput(Path, [&](raw_ostream &OS) {
    OS << makeWord(Target) << ':';
    for (const std::string &File : filesOf(Units))
      OS << " \\\n  " << makeWord(File);
    OS << '\n';
    return Error::success();
  });
}

Expected<ParsedProgram> readExtractFiles(ArrayRef<std::string> Paths, const ParseOptions &Options,
                                         SourceTexts &Texts) {
  ParsedProgram Units;
  for (const std::string &Path : Paths)
    if (Error E = readInto(Units, Path, Options, Texts))
      return std::move(E);
  dropKnownUnits(Units);
  if (Error E = addDatabases(Units, Options))
    return std::move(E);
  return Units;
}

} // namespace coopify
