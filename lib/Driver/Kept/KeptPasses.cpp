#include "Driver/Kept/KeptPasses.h"

#include "Driver/Kept/PassJSON.h"
#include "Frontend/ToolkitFiles.h"
#include "Model/Stored/TUSummaryBytes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr int64_t EntryVersion = 2;

void add(SHA256 &Hash, StringRef Text) {
  Hash.update(utostr(Text.size()) + ":");
  Hash.update(Text);
}

std::string keyFrom(StringRef Kind, SHA256 &Hash) {
  return (Kind + toHex(Hash.final(), /*LowerCase=*/true).substr(0, 32)).str();
}

/// What was found beside the summary, which is what ParseOutcome says.
json::Object outcomeOf(const ParsedPass &P) {
  json::Array Archs;
  for (unsigned Arch : P.ArchsTested)
    Archs.push_back(int64_t(Arch));
  return json::Object{{"ArchsTested", std::move(Archs)},
                      {"SidesTested", P.SidesTested},
                      {"LanguageTested", P.LanguageTested}};
}

bool takeOutcome(const json::Object &O, ParsedPass &P) {
  const json::Array *Archs = O.getArray("ArchsTested");
  std::optional<bool> Sides = O.getBoolean("SidesTested"),
                      Language = O.getBoolean("LanguageTested");
  if (!Archs || !Sides || !Language)
    return false;
  for (const json::Value &Arch : *Archs)
    P.ArchsTested.insert(unsigned(Arch.getAsInteger().value_or(0)));
  P.SidesTested = *Sides;
  P.LanguageTested = *Language;
  return true;
}

} // namespace

KeptPasses::KeptPasses(CacheStore Store, std::string Maker)
    : Store(std::move(Store)), Maker(std::move(Maker)) {}

std::string KeptPasses::keyOf(StringRef Kind, const Pass &P, StringRef Beside) const {
  SHA256 Hash;
  add(Hash, Maker);
  add(Hash, Beside);
  add(Hash, formatv("{0}", toJSON(P)).str());
  add(Hash, P.Ports ? "ports" : "");
  for (const std::string &Unread : P.Unread)
    add(Hash, Unread);
  for (const ParseNote &N : P.Notes)
    add(Hash, N.Kind + N.Text);
  add(Hash, P.AssumedArch + "," + P.OtherLanguage);
  for (const std::string &Root : toolkitRoots()) // by all units of the run
    add(Hash, Root);
  // Of the environment those that clang looks at.
  for (StringRef Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SYSROOT",
                         "COMPILER_PATH", "GCC_EXEC_PREFIX", "SOURCE_DATE_EPOCH"})
    add(Hash, sys::Process::GetEnv(Name).value_or(""));
  return keyFrom(Kind, Hash);
}

namespace {
/// A line of JSON, and behind it the bytes of a summary, if it is of a pass.
struct Entry {
  std::unique_ptr<MemoryBuffer> Whole;
  StringRef Line, Summary; ///< of Whole
};
} // namespace

static Entry loadEntry(const CacheStore &Store, StringRef Key) {
  Entry Out;
  Out.Whole = Store.Load ? Store.Load(Key) : nullptr;
  if (Out.Whole)
    std::tie(Out.Line, Out.Summary) = Out.Whole->getBuffer().split('\n');
  return Out;
}

/// nullopt: there is none, or it is not whole, or of another version.
static std::optional<json::Object> objectOf(const Entry &Kept) {
  Expected<json::Value> Value = json::parse(Kept.Line);
  if (!Value) {
    consumeError(Value.takeError());
    return std::nullopt;
  }
  json::Object *O = Value->getAsObject();
  if (!O || O->getInteger("Coopify") != EntryVersion)
    return std::nullopt;
  return std::move(*O);
}

static std::optional<json::Object> loadObject(const CacheStore &Store, StringRef Key) {
  return objectOf(loadEntry(Store, Key));
}

static std::string digestOf(StringRef Text) { return utohexstr(hashOfText(Text)); }

bool KeptPasses::load(ParsedPass &P, StringRef Beside) {
  const Entry Found = loadEntry(Store, keyOf("pass-", P.Command, Beside));
  const std::optional<json::Object> O = objectOf(Found);
  const json::Value *Kept = O ? O->get("Pass") : nullptr;
  if (!Kept || !Disk.isAsRead(*O) || O->getString("Summary") != digestOf(Found.Summary))
    return false;
  ParsedPass Read;
  json::Path::Root Root;
  std::optional<TUSummary> Summary = parseBytes(Found.Summary);
  if (!Summary || !aboutFromJSON(*Kept, Read, Root) || !takeOutcome(*O, Read) || !Read.Ran)
    return false;
  takeSummary(Read, std::move(*Summary));
  const bool AsNvcc = Read.Command.AsNvcc; // as it was read in the end
  Read.Command = P.Command;
  Read.Command.AsNvcc = AsNvcc;
  Read.Selected = P.Selected;
  Read.OnlyHeaders = P.OnlyHeaders;
  Read.Digest = digestOf(Found.Whole->getBuffer());
  P = std::move(Read);
  return true;
}

/// \p More adds attributes. Nothing: what was read cannot be written down.
static std::optional<std::string> textOf(const ReadFiles &Read, sys::TimePoint<> Since,
                                         function_ref<void(json::OStream &)> More) {
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  bool Written = false;
  J.object([&] {
    J.attribute("Coopify", EntryVersion);
    Written = writeReads(J, Read, Since);
    if (Written)
      More(J);
  });
  return Written ? std::optional(std::move(Text)) : std::nullopt;
}

void KeptPasses::save(ParsedPass &P, const Pass &Asked, StringRef Beside, const ReadFiles &Read,
                      sys::TimePoint<> Since) {
  if (!Store.Save || !P.Ran)
    return;
  const std::string Summary = toBytes(P.Summary);
  std::optional<std::string> Text = textOf(Read, Since, [&](json::OStream &J) {
    for (auto &[Name, Value] : outcomeOf(P))
      J.attribute(Name, Value);
    J.attributeObject("Pass", [&] { writeAbout(J, P); });
    J.attribute("Summary", digestOf(Summary));
  });
  if (!Text)
    return;
  *Text += '\n' + Summary;
  P.Digest = digestOf(*Text);
  Store.Save(keyOf("pass-", Asked, Beside), *Text);
}

std::optional<json::Value> KeptPasses::answer(StringRef Kind, const Pass &P) {
  const std::optional<json::Object> O = loadObject(Store, keyOf(Kind, P));
  const json::Value *Answer = O ? O->get("Answer") : nullptr;
  if (!Answer || !Disk.isAsRead(*O))
    return std::nullopt;
  return *Answer;
}

void KeptPasses::keep(StringRef Kind, const Pass &P, json::Value Answer, const ReadFiles &Read,
                      sys::TimePoint<> Since) {
  if (!Store.Save)
    return;
  if (auto Text =
          textOf(Read, Since, [&](json::OStream &J) { J.attribute("Answer", std::move(Answer)); }))
    Store.Save(keyOf(Kind, P), *Text);
}

static std::string keyOfClean(StringRef Maker, ArrayRef<std::string> Digests,
                              const FileOverlay &Overlay) {
  SHA256 Hash;
  add(Hash, Maker);
  for (const std::string &Digest : Digests)
    add(Hash, Digest);
  for (const auto &[Path, Text] : Overlay) {
    add(Hash, Path);
    add(Hash, Text);
  }
  return keyFrom("clean-", Hash);
}

bool KeptPasses::isKnownClean(ArrayRef<std::string> Digests, const FileOverlay &Overlay) {
  const std::optional<json::Object> O = loadObject(Store, keyOfClean(Maker, Digests, Overlay));
  return O && Disk.isAsRead(*O);
}

void KeptPasses::saveClean(ArrayRef<std::string> Digests, const FileOverlay &Overlay,
                           const ReadFiles &Read, sys::TimePoint<> Since) {
  if (!Store.Save)
    return;
  if (auto Text = textOf(Read, Since, [](json::OStream &) {}))
    Store.Save(keyOfClean(Maker, Digests, Overlay), *Text);
}

} // namespace coopify
