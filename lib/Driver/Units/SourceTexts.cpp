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
  auto [It, New] = Files.try_emplace(Path);
  if (New)
    It->second.Text = readFile(Path);
  return It->second;
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

void SourceTexts::expect(StringRef Path, uint64_t Hash) {
  std::lock_guard<std::mutex> Guard(Lock);
  Entry &E = load(Path);
  if (!E.Text || hash(*E.Text) != Hash)
    E.Stale = true;
}

bool SourceTexts::unchanged(StringRef Path) {
  std::lock_guard<std::mutex> Guard(Lock);
  const Entry &E = load(Path);
  return !E.Stale && E.Text && readFile(Path) == E.Text;
}

uint64_t SourceTexts::hash(StringRef Text) { return xxh3_64bits(Text); }

} // namespace coopify
