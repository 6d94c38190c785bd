//===- Journal.cpp --------------------------------------------------------===//

#include "Driver/Write/Journal.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace coopify {

static constexpr StringLiteral Headline =
    "A run of coopify began to replace these files. 'coopify --recover' in this folder finishes it";
static constexpr StringLiteral EndOfList = "end of list", AllStaged = "all new texts are written";

/// A path may hold any other character, so that no escapes are needed.
static constexpr StringLiteral FieldEnd = StringLiteral::withInnerNUL("\0\n");

static Error failure(StringRef What, StringRef Path, StringRef Why) {
  return createStringError(formatv("cannot {0} '{1}': {2}", What, Path, Why).str());
}

std::string digestOf(StringRef Text) {
  return utohexstr(xxh3_64bits(Text), /*LowerCase=*/true, /*Width=*/16);
}

std::string journalText(ArrayRef<JournalEntry> Entries) {
  std::string Text;
  auto Field = [&](StringRef Value) { Text += (Value + FieldEnd).str(); };
  Field(Headline);
  for (const JournalEntry &E : Entries)
    for (const std::string &Value : {E.Path, E.Temp, E.Old, E.New})
      Field(Value);
  Field(EndOfList);
  return Text;
}

JournalState parseJournal(StringRef Text) {
  SmallVector<StringRef> Fields;
  Text.split(Fields, FieldEnd);
  constexpr size_t PerFile = 4;
  auto End = llvm::find(Fields, EndOfList);
  if (End == Fields.end() || End + 1 == Fields.end() || Fields.front() != Headline)
    return {};
  JournalState State;
  for (auto F = Fields.begin() + 1; F + PerFile <= End; F += PerFile)
    State.Entries.push_back({F[0].str(), F[1].str(), F[2].str(), F[3].str()});
  State.Staged = End[1] == AllStaged;
  return State;
}

static std::string journalIn(StringRef Folder) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, JournalName);
  return Path.str().str();
}

static Error append(int FD, StringRef Path, StringRef Text) {
  raw_fd_ostream OS(FD, /*shouldClose=*/false);
  OS << Text;
  OS.flush();
  if (!OS.has_error())
    return Error::success();
  const std::string Why = OS.error().message();
  OS.clear_error(); // or its destructor ends the program
  return failure("write", Path, Why);
}

static Error inUse(StringRef Path) {
  return createStringError(
      formatv(
          "another run of coopify is replacing files at the moment; wait for it, then run again "
          "('{0}')",
          Path)
          .str());
}

static bool isLockedByOther(int FD) {
  const std::error_code Code = sys::fs::tryLockFile(FD);
  return Code == std::errc::no_lock_available ||
         Code == std::errc::resource_unavailable_try_again || Code == std::errc::permission_denied;
}

Expected<Journal> Journal::create(StringRef Folder, ArrayRef<JournalEntry> Entries) {
  std::string Path = journalIn(Folder);
  int FD = -1;
  if (std::error_code Code =
          sys::fs::openFileForReadWrite(Path, FD, sys::fs::CD_CreateNew, sys::fs::OF_None))
    return Code == std::errc::file_exists ? inUse(Path) : failure("write", Path, Code.message());
  Journal Made(std::move(Path), FD);
  (void)sys::fs::tryLockFile(FD); // best effort: some file systems have no locks
  if (Error E = append(FD, Made.Path, journalText(Entries)))
    return joinErrors(std::move(E), Made.remove());
  return Made;
}

Expected<std::optional<Journal>> Journal::open(StringRef Folder) {
  std::string Path = journalIn(Folder);
  int FD = -1;
  std::error_code Code =
      sys::fs::openFileForReadWrite(Path, FD, sys::fs::CD_OpenExisting, sys::fs::OF_None);
  if (Code == std::errc::permission_denied || Code == std::errc::read_only_file_system)
    Code = sys::fs::openFileForRead(Path, FD);
  if (Code == std::errc::no_such_file_or_directory || Code == std::errc::not_a_directory)
    return std::nullopt;
  if (Code)
    return failure("read", Path, Code.message());
  Journal Found(std::move(Path), FD);
  if (isLockedByOther(FD))
    return inUse(Found.Path);
  return std::optional<Journal>(std::move(Found));
}

Journal::~Journal() {
  if (FD != -1)
    (void)sys::Process::SafelyCloseFileDescriptor(FD); // which unlocks it
}

Expected<JournalState> Journal::read() const {
  SmallString<0> Text;
  if (Error E = sys::fs::readNativeFileToEOF(sys::fs::convertFDToNativeFile(FD), Text))
    return failure("read", Path, toString(std::move(E)));
  return parseJournal(Text);
}

Error Journal::markStaged() { return append(FD, Path, (AllStaged + FieldEnd).str()); }

Error Journal::remove() {
  std::error_code Code = sys::fs::remove(Path);
  return Code ? failure("remove", Path, Code.message()) : Error::success();
}

} // namespace coopify
