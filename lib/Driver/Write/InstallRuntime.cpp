#include "Driver/Write/InstallRuntime.h"

#include "Driver/Write/Write.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

#include <map>
#include <optional>

using namespace llvm;

namespace coopify {
namespace {

constexpr llvm::StringLiteral ChecksumFile = "coopify/SHA256SUMS";

using Checksums = std::map<std::string, std::string>; ///< of files, by path below the folder

std::string checksum(StringRef Text) {
  return toHex(SHA256::hash(arrayRefFromStringRef(Text)), /*LowerCase=*/true);
}

std::string inFolder(StringRef Folder, StringRef Path) {
  SmallString<256> Whole(Folder);
  sys::path::append(Whole, Path);
  return std::string(Whole);
}

/// The text of a file, nullopt where there is none; an error where something
/// is in its way or it cannot be read.
Expected<std::optional<std::string>> textIfThere(const std::string &Path) {
  sys::fs::file_status Status;
  std::error_code Code = sys::fs::status(Path, Status);
  if (Code == std::errc::no_such_file_or_directory)
    return std::nullopt;
  if (!Code && Status.type() != sys::fs::file_type::regular_file)
    return createStringError(formatv("'{0}' is in the way: it is no file", Path).str());
  auto Buffer = Code ? Code : MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError(
        formatv("cannot read '{0}': {1}", Path, Buffer.getError().message()).str());
  return (*Buffer)->getBuffer().str();
}

/// "<64 digits>  <path>" per line; of a list that somebody edited, the lines
/// that still read so and name a file of ours.
Checksums parseChecksums(StringRef Text) {
  Checksums Sums;
  for (StringRef Line : split(Text, '\n')) {
    auto [Sum, Path] = Line.split("  ");
    if (Path.starts_with("coopify/") && !Path.contains(".."))
      Sums[Path.str()] = Sum.str();
  }
  return Sums;
}

std::string checksumText(ArrayRef<EmbeddedFile> Files) {
  Checksums Sums;
  for (const EmbeddedFile &File : Files)
    Sums[File.Path.str()] = checksum(File.Text);
  std::string Text;
  for (const auto &[Path, Sum] : Sums)
    Text += Sum + "  " + Path + "\n";
  return Text;
}

class Installation {
public:
  Installation(StringRef Folder, bool Force) : Folder(Folder), Force(Force) {}

  Expected<InstalledRuntime> run(ArrayRef<EmbeddedFile> Files) {
    Expected<std::optional<std::string>> List = textIfThere(inFolder(Folder, ChecksumFile));
    if (!List)
      return List.takeError();
    Before = parseChecksums(List->value_or(""));
    for (const EmbeddedFile &File : Files)
      if (Error E = add(File))
        return E;
    if (!Changed.empty())
      return createStringError(whyNot());
    findStale(Files);
    addChange(ChecksumFile, *List, checksumText(Files));
    if (Error E = write())
      return E;
    return Out;
  }

private:
  Error add(const EmbeddedFile &File) {
    Expected<std::optional<std::string>> Old = textIfThere(inFolder(Folder, File.Path));
    if (!Old)
      return Old.takeError();
    if (*Old == File.Text.str()) {
      ++Out.Unchanged;
      return Error::success();
    }
    if (*Old && !Force && !isOurs(File.Path, **Old))
      Changed.push_back(File.Path.str());
    ++(*Old ? Out.Replaced : Out.New);
    addChange(File.Path, *Old, File.Text);
    return Error::success();
  }

  bool isOurs(StringRef Path, StringRef Text) const {
    auto It = Before.find(Path.str());
    return It != Before.end() && It->second == checksum(Text);
  }

  void addChange(StringRef Path, const std::optional<std::string> &Old, StringRef New) {
    if (Old != New.str())
      Changes.push_back({inFolder(Folder, Path), Old.value_or(""), New.str(), !Old});
  }

  std::string whyNot() const {
    return formatv("{0} in '{1}' {2} not what coopify installed, nothing was written; "
                   "--force replaces {3}",
                   join(Changed, ", "), Folder, Changed.size() == 1 ? "is" : "are",
                   Changed.size() == 1 ? "it" : "them");
  }

  /// A header that this version has no more would hide that its names are gone.
  void findStale(ArrayRef<EmbeddedFile> Files) {
    for (const auto &[Path, Sum] : Before) {
      if (any_of(Files, [&Path = Path](const EmbeddedFile &F) { return F.Path == Path; }))
        continue;
      Expected<std::optional<std::string>> Text = textIfThere(inFolder(Folder, Path));
      if (!Text)
        consumeError(Text.takeError()); // not ours any more, whatever it is
      else if (*Text && isOurs(Path, **Text))
        Stale.push_back(inFolder(Folder, Path));
    }
  }

  Error write() {
    if (Error E = makeFolders(Changes))
      return E;
    if (Error E = replaceFiles(Changes))
      return E;
    for (const std::string &Path : Stale)
      Out.Removed += !sys::fs::remove(Path);
    return Error::success();
  }

  const StringRef Folder;
  const bool Force;
  Checksums Before; ///< as an earlier run left the files
  std::vector<FileChange> Changes;
  std::vector<std::string> Changed; ///< by the user
  std::vector<std::string> Stale;
  InstalledRuntime Out;
};

} // namespace

Expected<InstalledRuntime> installRuntime(StringRef Folder, ArrayRef<EmbeddedFile> Files,
                                          bool Force) {
  SmallString<256> Absolute(Folder);
  if (std::error_code Code = sys::fs::make_absolute(Absolute))
    return createStringError(Code, "no working directory");
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/false);
  return Installation(Absolute, Force).run(Files);
}

} // namespace coopify
