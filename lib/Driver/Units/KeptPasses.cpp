#include "Driver/Units/KeptPasses.h"

#include "Driver/Units/PassJSON.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"

#include <chrono>

using namespace llvm;

namespace coopify {
namespace {

constexpr int64_t FormatVersion = 1;

/// What is written within this time of the parse may be written again without another time: what
/// was read of it is compared then, as git does with its index.
constexpr std::chrono::seconds Racy(2);

void add(SHA256 &Hash, StringRef Text) {
  Hash.update(utostr(Text.size()) + ":");
  Hash.update(Text);
}

std::string keyFrom(StringRef Kind, SHA256 &Hash) {
  return (Kind + toHex(Hash.final(), /*LowerCase=*/true).substr(0, 32)).str();
}

json::Value encode(const FileStamp &S, bool IsRacy) {
  if (S.Directory)
    return json::Array{};
  json::Array Out{int64_t(S.Size), S.Modified, utohexstr(S.Device), utohexstr(S.Inode)};
  if (S.Hash)
    Out.push_back(utohexstr(*S.Hash));
  if (IsRacy)
    Out.push_back(true);
  return Out;
}

uint64_t hexAt(const json::Array &A, size_t I) {
  uint64_t N = 0;
  std::optional<StringRef> Text = I < A.size() ? A[I].getAsString() : std::nullopt;
  return Text && !Text->getAsInteger(16, N) ? N : 0;
}

/// The flag of encode().
bool isRacy(const json::Array &A) { return !A.empty() && A.back().getAsBoolean().value_or(false); }

FileStamp decode(const json::Array &A) {
  FileStamp S;
  S.Directory = A.empty();
  if (A.size() < 4)
    return S;
  S.Size = uint64_t(A[0].getAsInteger().value_or(0));
  S.Modified = A[1].getAsInteger().value_or(0);
  S.Device = hexAt(A, 2);
  S.Inode = hexAt(A, 3);
  if (A.size() > 4 && A[4].getAsString())
    S.Hash = hexAt(A, 4);
  return S;
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

std::string KeptPasses::keyOf(StringRef Kind, const Pass &P) const {
  SHA256 Hash;
  add(Hash, Maker);
  add(Hash, formatv("{0}", toJSON(P)).str());
  add(Hash, P.Ports ? "ports" : "");
  for (const std::string &Unread : P.Unread)
    add(Hash, Unread);
  for (const ParseNote &N : P.Notes)
    add(Hash, N.Kind + N.Text);
  add(Hash, P.AssumedArch + "," + P.OtherLanguage);
  // Of the environment those that clang looks at.
  for (StringRef Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SYSROOT",
                         "COMPILER_PATH", "GCC_EXEC_PREFIX"})
    add(Hash, sys::Process::GetEnv(Name).value_or(""));
  return keyFrom(Kind, Hash);
}

std::optional<FileStamp> KeptPasses::now(StringRef Path, bool WithHash) {
  {
    std::lock_guard Guard(Lock);
    auto It = Now.find(Path);
    if (It != Now.end() && (!WithHash || !It->second || It->second->Hash || It->second->Directory))
      return It->second;
  }
  std::optional<FileStamp> Found;
  if (auto Status = vfs::getRealFileSystem()->status(Path)) {
    Found = FileStamp::of(*Status);
    if (WithHash && !Found->Directory)
      if (auto Text = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false))
        Found->Hash = hashOfText((*Text)->getBuffer());
  }
  std::lock_guard Guard(Lock);
  return Now[Path] = Found;
}

bool KeptPasses::isAsFound(StringRef Path, const FileStamp &Was) {
  const std::optional<FileStamp> Is = now(Path, /*WithHash=*/false);
  if (!Is)
    return false;
  if (Was.isSameAs(*Is))
    return true;
  // Touched, or checked out anew.
  if (!Was.Hash || Is->Directory || Is->Size != Was.Size)
    return false;
  return now(Path, /*WithHash=*/true)->Hash == Was.Hash;
}

bool KeptPasses::isAsFound(const json::Object &O) {
  const json::Object *Files = O.getObject("Files");
  const json::Array *Missing = O.getArray("Missing");
  if (!Files || !Missing)
    return false;
  for (const json::Value &Path : *Missing)
    if (now(Path.getAsString().value_or(""), /*WithHash=*/false))
      return false;
  for (const auto &[Path, Stamp] : *Files) {
    const json::Array *A = Stamp.getAsArray();
    const FileStamp Was = A ? decode(*A) : FileStamp();
    if (!A || !isAsFound(Path, Was) ||
        (isRacy(*A) && (!Was.Hash || now(Path, /*WithHash=*/true)->Hash != Was.Hash)))
      return false;
  }
  return true;
}

/// nullopt: there is none, or it is not whole, or of another version.
static std::optional<json::Object> loadObject(const CacheStore &Store, StringRef Key,
                                              uint64_t *Digest = nullptr) {
  auto Bytes = Store.Load ? Store.Load(Key) : nullptr;
  Expected<json::Value> Value =
      Bytes ? json::parse(Bytes->getBuffer()) : Expected<json::Value>(createStringError("none"));
  if (!Value) {
    consumeError(Value.takeError());
    return std::nullopt;
  }
  json::Object *O = Value->getAsObject();
  if (!O || O->getInteger("Coopify") != FormatVersion)
    return std::nullopt;
  if (Digest)
    *Digest = hashOfText(Bytes->getBuffer());
  return std::move(*O);
}

bool KeptPasses::load(ParsedPass &P) {
  uint64_t Digest = 0;
  const std::optional<json::Object> O = loadObject(Store, keyOf("pass-", P.Command), &Digest);
  const json::Value *Kept = O ? O->get("Pass") : nullptr;
  if (!Kept || !isAsFound(*O))
    return false;
  ParsedPass Read;
  json::Path::Root Root;
  if (!passFromJSON(*Kept, Read, Root) || !takeOutcome(*O, Read) || !Read.Ran)
    return false;
  Read.Command = P.Command;
  Read.Selected = P.Selected;
  Read.Digest = utohexstr(Digest);
  P = std::move(Read);
  ++Taken;
  return true;
}

static bool isText(const ReadFiles &Read) {
  return all_of(Read.Found, [](const auto &Entry) { return json::isUTF8(Entry.first()); }) &&
         all_of(Read.Missing.keys(), [](StringRef Path) { return json::isUTF8(Path); });
}

static void writeRead(json::OStream &J, const ReadFiles &Read, sys::TimePoint<> Since) {
  const int64_t Recent = (Since - Racy).time_since_epoch().count();
  J.attribute("Coopify", FormatVersion);
  J.attributeObject("Files", [&] {
    for (const auto &Entry : Read.Found)
      J.attribute(Entry.first(), encode(Entry.second, Entry.second.Modified >= Recent));
  });
  J.attributeArray("Missing", [&] {
    for (StringRef Path : Read.Missing.keys())
      J.value(Path);
  });
}

void KeptPasses::save(ParsedPass &P, const ReadFiles &Read, sys::TimePoint<> Since) {
  if (!Store.Save || !P.Ran || !isText(Read))
    return;
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  J.object([&] {
    writeRead(J, Read, Since);
    for (auto &[Name, Value] : outcomeOf(P))
      J.attribute(Name, Value);
    J.attributeBegin("Pass");
    writePass(J, P);
    J.attributeEnd();
  });
  P.Digest = utohexstr(hashOfText(Text));
  Store.Save(keyOf("pass-", P.Command), Text);
}

std::optional<json::Value> KeptPasses::answer(StringRef Kind, const Pass &P) {
  const std::optional<json::Object> O = loadObject(Store, keyOf(Kind, P));
  const json::Value *Answer = O ? O->get("Answer") : nullptr;
  if (!Answer || !isAsFound(*O))
    return std::nullopt;
  return *Answer;
}

void KeptPasses::keep(StringRef Kind, const Pass &P, json::Value Answer, const ReadFiles &Read,
                      sys::TimePoint<> Since) {
  if (!Store.Save || !isText(Read))
    return;
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  J.object([&] {
    writeRead(J, Read, Since);
    J.attribute("Answer", std::move(Answer));
  });
  Store.Save(keyOf(Kind, P), Text);
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
  return O && isAsFound(*O);
}

void KeptPasses::saveClean(ArrayRef<std::string> Digests, const FileOverlay &Overlay,
                           const ReadFiles &Read, sys::TimePoint<> Since) {
  if (!Store.Save || !isText(Read))
    return;
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS);
  J.object([&] { writeRead(J, Read, Since); });
  Store.Save(keyOfClean(Maker, Digests, Overlay), Text);
}

} // namespace coopify
