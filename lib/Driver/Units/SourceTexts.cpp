#include "Driver/Units/SourceTexts.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace coopify {
namespace {

std::optional<std::string> readFile(StringRef Path) {
  // A volatile file is read, not mapped: a mapped one would change under us.
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  if (!Buffer)
    return std::nullopt;
  return (*Buffer)->getBuffer().str();
}

} // namespace

SourceTexts::Entry &SourceTexts::load(StringRef Path) {
  Entry &E = Files[Path];
  if (std::exchange(E.Read, true))
    return E;
  E.Text = readFile(Path);
  E.Stale |= E.Hash && (!E.Text || hash(*E.Text) != *E.Hash);
  return E;
}

std::optional<std::string> SourceTexts::get(StringRef Path) {
  std::lock_guard<std::mutex> Guard(Lock);
  return load(Path).Text;
}

void SourceTexts::remember(StringRef Path, sys::TimePoint<> Since) {
  std::lock_guard<std::mutex> Guard(Lock);
  Entry &E = load(Path);
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) && Status.getLastModificationTime() > Since)
    E.Stale = true;
}

bool SourceTexts::expect(StringRef Path, uint64_t Hash) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (auto It = Files.find(Path); It != Files.end() && It->second.Hash == Hash)
    return !It->second.Stale;
  Entry &E = load(Path);
  const bool Same = E.Text && hash(*E.Text) == Hash, Gone = !E.Text;
  E.Stale |= !Same;
  E.Hash = Hash;
  E.Text.reset(); // headers apart, of all units of a program nobody wants most
  E.Read = false;
  return Gone || !E.Stale;
}

bool SourceTexts::isAsExpected(StringRef Path) {
  std::lock_guard<std::mutex> Guard(Lock);
  auto It = Files.find(Path);
  return It != Files.end() && It->second.Hash && !It->second.Stale;
}

bool SourceTexts::unchanged(StringRef Path) {
  std::lock_guard<std::mutex> Guard(Lock);
  const Entry &E = load(Path);
  return !E.Stale && E.Text && readFile(Path) == E.Text;
}

uint64_t SourceTexts::hash(StringRef Text) { return xxh3_64bits(Text); }

} // namespace coopify
