#include "Driver/Write/Suppress.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;

namespace coopify {
namespace {

bool anyGlobMatches(StringRef List, StringRef Id) {
  SmallVector<StringRef> Globs;
  List.split(Globs, ',');
  return any_of(Globs, [&](StringRef Glob) {
    Expected<GlobPattern> Pattern = GlobPattern::create(Glob.trim());
    if (Pattern)
      return Pattern->match(Id);
    consumeError(Pattern.takeError());
    return false;
  });
}

/// The line of \p Text that holds \p Offset, and the one before it.
std::pair<StringRef, StringRef> linesAt(StringRef Text, size_t Offset) {
  const size_t Begin = Text.rfind('\n', Offset) + 1; // npos + 1 is 0
  StringRef Line = Text.substr(Begin).take_until([](char C) { return C == '\n'; });
  if (Begin == 0)
    return {Line, ""};
  StringRef Before = Text.take_front(Begin - 1);
  return {Line, Before.substr(Before.rfind('\n') + 1)};
}

bool isSilenced(const Finding &F, SourceTexts &Texts) {
  const Location &Loc = F.Where.Loc;
  std::optional<std::string> Text = Texts.get(Loc.File);
  if (!Text || Loc.Offset > Text->size())
    return false;
  auto [Line, Before] = linesAt(*Text, Loc.Offset);
  return silences(Line, "NOLINT", F.Check) || silences(Before, "NOLINTNEXTLINE", F.Check);
}

} // namespace

bool silences(StringRef Line, StringRef Word, StringRef Check) {
  for (size_t At = Line.find(Word); At != StringRef::npos; At = Line.find(Word, At + 1)) {
    StringRef Rest = Line.drop_front(At + Word.size());
    const bool WholeWord = (At == 0 || !isAlnum(Line[At - 1])) &&
                           (Rest.empty() || !(isAlnum(Rest[0]) || Rest[0] == '_'));
    if (!WholeWord)
      continue;
    if (!Rest.consume_front("("))
      return true;
    if (anyGlobMatches(Rest.take_until([](char C) { return C == ')'; }),
                       ("coopify-" + Check).str()))
      return true;
  }
  return false;
}

Vetoes suppressed(ArrayRef<Finding> Findings, SourceTexts &Texts) {
  Vetoes Against;
  for (auto [Index, F] : enumerate(Findings))
    if (isSilenced(F, Texts))
      Against.emplace(Index, Hold::Comment);
  return Against;
}

} // namespace coopify
