#include "Words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace coopify {

WrittenOption writtenOption(ArrayRef<const char *> &Rest) {
  WrittenOption Out;
  StringRef Word = Rest.front();
  Rest = Rest.drop_front();
  Out.Words = {Word.str()};
  if (!Word.consume_front("-"))
    return Out;
  Word.consume_front("-");
  std::tie(Out.Name, Out.Value) = Word.split('=');
  const auto &All = cl::getRegisteredOptions();
  auto Found = All.find(Out.Name);
  if (Found == All.end()) // "-j4"
    std::tie(Out.Name, Out.Value) = std::pair(Word.take_front(1), Word.drop_front(1));
  else if (!Word.contains('=') && !Rest.empty() &&
           Found->second->getValueExpectedFlag() == cl::ValueRequired) {
    Out.Value = Rest.front();
    Out.Words.push_back(Out.Value.str());
    Rest = Rest.drop_front();
  }
  return Out;
}

namespace {

/// A unit's summary depends on these options alone: on --checks only if that selects a check which
/// looks for more in each unit (\p ChecksDecide).
bool decidesWhatUnitsShow(const WrittenOption &O, bool ChecksDecide) {
  static constexpr StringLiteral Names[] = {
      "p",     "arch",     "min-arch", "extra-arg", "extra-arg-before", "cuda-path",
      "cache", "no-cache", "target",   "warp-size", "timeout-per-file"};
  return is_contained(Names, O.Name) || (ChecksDecide && O.Name == "checks");
}

/// The program decides over what the units have shown with all options but these.
bool isForUnitsAlone(const WrittenOption &O) {
  static constexpr StringLiteral Names[] = {"p", "progress", "emit-ninja"};
  return O.Name.empty() || is_contained(Names, O.Name);
}

} // namespace

NinjaOptions ninjaOptions(StringRef File, ArrayRef<const char *> Words,
                          const std::optional<std::vector<std::string>> &FixedFlags,
                          const Config &From, bool ChecksDecide) {
  static const int Anchor = 0;
  const std::string Program = sys::fs::getMainExecutable(Words.front(), const_cast<int *>(&Anchor));
  NinjaOptions Out;
  Out.File = File.str();
  Out.ConfigFile = From.Path;
  // What another unit of the program is granted is no reason to extract this one again: that has
  // the words which are for it, and no file.
  Out.Extract = {Program, "--config=none"};
  Out.Link = Out.Again = {Program, "--config=" + (From.Path.empty() ? "none" : From.Path)};
  // Those of the command line are in the value that the file's have become.
  const bool ChecksOfFile =
      any_of(From.Taken, [](const auto &Taken) { return Taken.first == "checks"; });
  for (const auto &[Name, Value] : From.Taken) {
    const bool Short = Name.size() == 1; // -p
    const WrittenOption O = {Name, Value,
                             Short ? std::vector{"-" + Name, Value}
                                   : std::vector{"--" + Name + "=" + Value}};
    if (decidesWhatUnitsShow(O, ChecksDecide))
      append_range(Out.Extract, O.Words);
  }
  for (ArrayRef<const char *> Rest = Words.drop_front(); !Rest.empty();) {
    const WrittenOption O = writtenOption(Rest);
    if (O.Name == "config")
      continue;
    append_range(Out.Again, O.Words);
    if (decidesWhatUnitsShow(O, ChecksDecide) && !(ChecksOfFile && O.Name == "checks"))
      append_range(Out.Extract, O.Words);
    if (!isForUnitsAlone(O))
      append_range(Out.Link, O.Words);
  }
  if (FixedFlags) {
    Out.Again.push_back("--");
    append_range(Out.Again, *FixedFlags);
  }
  return Out;
}

/// Another command names its own.
static bool saysWhatIsDone(const WrittenOption &O) {
  static constexpr StringLiteral Names[] = {
      "fix",     "interactive", "diff",     "out-dir",     "export-fixes",
      "json",    "sarif",       "html",     "quiet",       "annotations",
      "v",       "stats",       "progress", "color",       "write-baseline",
      "explain", "add-nolint",  "because",  "allow-dirty", "recover"};
  return is_contained(Names, O.Name);
}

CommandAgain commandAgain(ArrayRef<const char *> Words,
                          const std::optional<std::vector<std::string>> &FixedFlags) {
  CommandAgain Out;
  Out.Words = {Words.front()};
  for (ArrayRef<const char *> Rest = Words.drop_front(); !Rest.empty();) {
    const WrittenOption O = writtenOption(Rest);
    if (!saysWhatIsDone(O))
      append_range(O.Name.starts_with("try") ? Out.Trial : Out.Words, O.Words);
  }
  if (FixedFlags) {
    Out.Flags = {"--"};
    append_range(Out.Flags, *FixedFlags);
  }
  return Out;
}

} // namespace coopify
