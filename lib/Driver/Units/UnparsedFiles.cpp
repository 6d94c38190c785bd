#include "Driver/Units/UnparsedFiles.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr uint64_t LargestSource = 64 << 20;

std::unique_ptr<MemoryBuffer> textOf(const std::string &File) {
  uint64_t Size = 0;
  if (sys::fs::file_size(File, Size) || Size > LargestSource)
    return nullptr;
  auto Buffer = MemoryBuffer::getFile(File);
  return Buffer ? std::move(*Buffer) : nullptr;
}

} // namespace

const FileScan &ScannedFiles::of(const std::string &File) {
  auto [It, New] = Known.try_emplace(File);
  if (New)
    if (auto Buffer = textOf(File))
      It->second = scanNames(Buffer->getBuffer(), File);
  return It->second;
}

namespace {

/// What \p File includes by a path that leads there from its own folder, whatever it is called.
std::vector<std::string> includedBeside(const std::string &File, const FileNames &Names) {
  std::vector<std::string> Out;
  for (const std::string &Include : Names.Included)
    if (std::string Path = realPath(Include, sys::path::parent_path(File));
        !Include.empty() && sys::fs::is_regular_file(Path))
      Out.push_back(std::move(Path));
  return Out;
}

/// The names in files that are not parsed, as far as each may mean the program's.
class UnparsedFiles {
public:
  UnparsedFiles(const Paths &Files, const Paths &Program, const NamesAround &Host,
                ScannedFiles &Scanned)
      : Program(Program), Host(Host), Scanned(Scanned),
        Headers(std::vector<std::string>(Program.begin(), Program.end())), All(Files) {}

  /// Also of what they include, whatever that is called.
  NamesByFile read() {
    do
      Changed = false;
    while (readEach());
    return std::move(Out);
  }

private:
  bool readEach() {
    for (const std::string &File : Paths(All)) {
      NamesAround Around = Host;
      Around.BehindHeader = Behind.count(File) != 0;
      const bool Reader = Out[File].IncludesHeader;
      Out[File] = Scanned.names(File, Headers, Around);
      if (Out[File].IncludesHeader && !Reader) {
        Headers.add(File);
        Changed = true;
      }
      for (const std::string &Path : includedBeside(File, Out[File]))
        if (!Program.count(Path)) {
          Changed |= All.insert(Path).second;
          if (Out[File].IncludesHeader)
            Changed |= Behind.insert(Path).second;
        }
    }
    return Changed;
  }

  const Paths &Program;
  const NamesAround &Host;
  ScannedFiles &Scanned;
  HeaderPaths Headers; ///< and what includes one
  Paths All, Behind;
  NamesByFile Out;
  bool Changed = false;
};

} // namespace

NamesByFile namesOf(const Paths &Files, const Paths &Program, const NamesAround &Host,
                    ScannedFiles &Scanned) {
  return UnparsedFiles(Files, Program, Host, Scanned).read();
}

NamesByFile textsOf(const Paths &Program, ScannedFiles &Scanned) {
  const HeaderPaths Files(std::vector<std::string>(Program.begin(), Program.end()));
  NamesByFile Out;
  for (const std::string &File : Program)
    Out[File] = Scanned.names(File, Files, {});
  return Out;
}

void addMacroWords(FileNames &Names, const MacroWords &Macros) {
  std::map<std::string, NameUse> Held;
  for (const NameUse &Use : Names.Uses)
    if (Macros.isMacro(Use.Name))
      for (const std::string &Word : Macros.meant(Use.Name)) {
        NameUse Also = Use;
        Also.Name = Word;
        Held.try_emplace(Word, std::move(Also));
      }
  for (const NameUse &Use : Names.Uses)
    Held.erase(Use.Name);
  for (auto &[Word, Use] : Held)
    Names.Uses.push_back(std::move(Use));
}

std::vector<std::string> compiledBy(const std::string &File, const NamesByFile &Unread,
                                    const NamesByFile &Texts) {
  Paths Seen, Found;
  std::vector<std::string> Waiting{File};
  while (!Waiting.empty()) {
    const std::string Next = std::move(Waiting.back());
    Waiting.pop_back();
    for (const auto *All : {&Unread, &Texts})
      if (auto It = All->find(Next); It != All->end())
        for (const std::string &Header : It->second.OfProgram)
          if (Seen.insert(Header).second)
            Waiting.push_back(Header);
  }
  for (const std::string &Header : Seen)
    if (Texts.count(Header))
      Found.insert(Header);
  return {Found.begin(), Found.end()};
}

NamesAround hostNames(const Paths &Files, const NamesByFile &Texts, ScannedFiles &Scanned) {
  NamesAround Out;
  for (const std::string &File : Files) {
    const NamesAround &Host = Scanned.of(File).Plain.Host;
    Out.Declared.insert(Host.Declared.begin(), Host.Declared.end());
    Out.LooksUp |= Host.LooksUp;
  }
  for (const auto &[File, Text] : Texts)
    Out.Declared.insert(Text.Host.Declared.begin(), Text.Host.Declared.end());
  return Out;
}

} // namespace coopify
