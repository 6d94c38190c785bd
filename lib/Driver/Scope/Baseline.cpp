#include "Driver/Scope/Baseline.h"

#include "Driver/Write/OutputFile.h"
#include "Model/FunctionNames.h"
#include "Report/Paths.h"
#include "Report/Sources.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral VersionField = "coopify-baseline";
constexpr int64_t FormatVersion = 1; ///< grows when old files would be read wrongly

Error notRead(StringRef Path, const Twine &Why) {
  return createStringError("the baseline '" + Path + "' cannot be read: " + Why);
}

std::string text(const json::Object &Entry, StringRef Field) {
  return Entry.getString(Field).value_or("").str();
}

/// The texts of entries, and how often each is there; false: it is no such entry.
bool addEntry(std::map<BaselineKey, unsigned> &Counts, const json::Value &Value) {
  const json::Object *Entry = Value.getAsObject();
  if (!Entry)
    return false;
  const BaselineKey Key = {text(*Entry, "file"), text(*Entry, "check"), text(*Entry, "function"),
                           text(*Entry, "line")};
  const int64_t Count = Entry->getInteger("count").value_or(1);
  if (Key.File.empty() || Key.Check.empty() || Count < 1 || !Entry->getString("line"))
    return false;
  Counts[Key] += Count;
  return true;
}

void printEntry(raw_ostream &OS, const BaselineKey &Key, unsigned Count) {
  json::OStream J(OS);
  J.object([&] {
    J.attribute("file", Key.File);
    J.attribute("check", Key.Check);
    J.attribute("function", Key.Function);
    J.attribute("line", Key.Line);
    if (Count != 1)
      J.attribute("count", Count);
  });
}

} // namespace

/// "f(float, int)", and of a lambda the function around it: of what is called alike, and of the
/// specialisations of a template, each is one of its own.
static std::string nameOf(const FunctionSummary &F, const ProgramFacts &Facts) {
  const bool Instance = !F.Pattern.empty() && F.Pattern != F.USR;
  std::string Name = Instance ? withoutTemplateArguments(F.Name) : F.Name;
  if (F.Lambda)
    for (const FunctionSummary &Outer : Facts.functions())
      if (Outer.Body.File == F.Body.File && Outer.Body.Begin < F.Body.Begin &&
          F.Body.End <= Outer.Body.End)
        Name = withoutTemplateArguments(Outer.Name) + "::" + Name;
  if (Instance)
    return Name;
  // Without the group that a rewrite puts in front.
  std::vector<StringRef> Types;
  for (const Parameter &P : F.Params)
    if (!StringRef(P.Type).contains("thread_block"))
      Types.push_back(P.Type);
  return Name + "(" + join(Types, ", ") + ")";
}

FindingsByKey keysOf(ArrayRef<Finding> Findings, ArrayRef<size_t> Indices,
                     const ProgramFacts &Facts, SourceTexts &Texts, StringRef Folder) {
  auto Text = [&](StringRef Path) { return Texts.get(Path); };
  const Sources Files(Text);
  FindingsByKey Out;
  for (size_t Index : Indices) {
    const Site &S = Findings[Index].Where;
    const FunctionSummary *In = Facts.function(S.Function);
    Out[{json::fixUTF8(relativePath(S.Loc.File, Folder)), Findings[Index].Check,
         In ? json::fixUTF8(nameOf(*In, Facts)) : "",
         json::fixUTF8(Files.of(S.Loc.File).line(S.Loc.Line).trim())}]
        .push_back(Index);
  }
  for (auto &[Key, Same] : Out)
    stable_sort(Same, [&](size_t A, size_t B) {
      return Findings[A].Where.Loc.Offset < Findings[B].Where.Loc.Offset;
    });
  return Out;
}

Baseline::Baseline(const FindingsByKey &Found) {
  for (const auto &[Key, Same] : Found)
    Counts[Key] = Same.size();
}

size_t Baseline::size() const {
  size_t Sum = 0;
  for (const auto &[Key, Count] : Counts)
    Sum += Count;
  return Sum;
}

Expected<Baseline> Baseline::read(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return notRead(Path, Buffer.getError().message() + "; --write-baseline=" + Path + " makes it");
  Expected<json::Value> Parsed = json::parse((*Buffer)->getBuffer());
  if (!Parsed)
    return notRead(Path, toString(Parsed.takeError()));
  const json::Object *Top = Parsed->getAsObject();
  const std::optional<int64_t> Version = Top ? Top->getInteger(VersionField) : std::nullopt;
  if (!Version)
    return notRead(Path, "it is none that --write-baseline wrote");
  if (*Version != FormatVersion)
    return notRead(Path, formatv("it has version {0}, and this coopify reads {1}; write it anew "
                                 "with --write-baseline",
                                 *Version, FormatVersion)
                             .str());
  const json::Array *Entries = Top->getArray("findings");
  if (!Entries)
    return notRead(Path, "it has no findings");
  Baseline Out;
  for (const auto &[Index, Entry] : enumerate(*Entries))
    if (!addEntry(Out.Counts, Entry))
      return notRead(Path, formatv("entry {0} of its findings is none", Index + 1).str());
  return Out;
}

/// A line for each, so that versions of it can be compared and merged.
Error Baseline::write(StringRef Path) const {
  return writeOutput(Path, [&](raw_ostream &OS) {
    OS << "{\"" << VersionField << "\": " << FormatVersion << ",\n \"findings\": [";
    const char *Separator = "\n  ";
    for (const auto &[Key, Count] : Counts) {
      OS << std::exchange(Separator, ",\n  ");
      printEntry(OS, Key, Count);
    }
    OS << "\n ]}\n";
    return Error::success();
  });
}

} // namespace coopify
