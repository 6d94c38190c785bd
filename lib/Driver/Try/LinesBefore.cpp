#include "Driver/Try/LinesBefore.h"

#include "Driver/Verify/RollBack.h"
#include "Report/Paths.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace coopify {

/// The bytes [Begin, End) of a line, without what ends it.
static std::pair<unsigned, unsigned> bytesOf(unsigned Line, StringRef Text) {
  size_t Begin = 0;
  for (unsigned Passed = 1; Passed < Line && Begin < Text.size(); ++Passed) {
    const size_t End = Text.find('\n', Begin);
    Begin = End == StringRef::npos ? Text.size() : End + 1;
  }
  return {unsigned(Begin), unsigned(std::min(Text.find('\n', Begin), Text.size()))};
}

LineBefore lineBefore(unsigned Line, StringRef Now, ArrayRef<Edit> Edits, StringRef Before) {
  const auto [Begin, End] = bytesOf(Line, Now);
  StringRef Text = Now.slice(Begin, End);
  const unsigned First = End - unsigned(Text.ltrim().size());
  LineBefore Out;
  long Shift = 0;
  for (const Edit &E : Edits) {
    const long From = long(E.Range.Begin) + Shift, To = From + long(E.Text.size());
    Out.IsRewritten |= From == To ? From >= long(Begin) && From <= long(End)
                                  : From < long(End) && To > long(Begin);
    // The break before its first word, or the one behind it, is the edit's.
    if (From <= long(First) && To > long(First))
      Out.IsNew |= From < long(Begin) || To > long(End);
    Shift += long(E.Text.size()) - long(E.Range.length());
  }
  Location At;
  At.Offset = First;
  Out.Line = placeBefore(At, Edits, Before).Line;
  return Out;
}

/// As one of the compilers may have seen it.
std::string LinesBefore::pathOf(StringRef File) const {
  for (const UnitCommand &Unit : Units)
    if (std::string Path = realPath(File, Unit.Directory); Made.NewTexts.count(Path))
      return Path;
  return realPath(File);
}

std::optional<LineBefore> LinesBefore::at(const TriedPlace &At) const {
  const std::string Path = pathOf(At.File);
  const auto New = Made.NewTexts.find(Path);
  const auto Edits = Made.Plan.Edits.byFile().find(Path);
  if (New == Made.NewTexts.end() || Edits == Made.Plan.Edits.byFile().end())
    return std::nullopt;
  return lineBefore(At.Line, New->second, Edits->second, Texts.get(Path).value_or(""));
}

std::string LinesBefore::told(const TriedPlace &At) const {
  const std::string Name = displayPath(pathOf(At.File), realPath("."));
  const std::optional<LineBefore> Line = at(At);
  if (!Line)
    return formatv("{0}:{1}", Name, At.Line);
  return formatv("{0}:{1}{2}", Name, Line->Line,
                 Line->IsNew ? formatv(" (line {0} as rewritten)", At.Line).str() : "");
}

/// "  thread 1 at a.cu:7": what is before the place, and that. nullopt: the line has none.
static std::optional<std::pair<StringRef, TriedPlace>> placeAtEnd(StringRef Line) {
  constexpr StringLiteral Before = " at ";
  const size_t At = Line.rfind(Before);
  if (At == StringRef::npos)
    return std::nullopt;
  auto [File, Digits] = Line.drop_front(At + Before.size()).rsplit(':');
  TriedPlace Out{File.str(), 0};
  if (File.empty() || Digits.getAsInteger(10, Out.Line))
    return std::nullopt;
  return std::pair(Line.take_front(At + Before.size()), Out);
}

std::vector<TriedPlace> placesIn(StringRef Text) {
  std::vector<TriedPlace> Out;
  for (StringRef Line : split(Text, '\n'))
    if (auto Found = placeAtEnd(Line))
      Out.push_back(Found->second);
  return Out;
}

std::string LinesBefore::told(StringRef Text) const {
  std::vector<std::string> Out;
  for (StringRef Line : split(Text, '\n'))
    if (auto Found = placeAtEnd(Line))
      Out.push_back((Found->first + told(Found->second)).str());
    else
      Out.push_back(Line.str());
  return join(Out, "\n");
}

} // namespace coopify
