#include "Driver/Write/AddNolint.h"

#include "Driver/Scope/RawTokens.h"
#include "Report/Lines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>
#include <tuple>

using namespace llvm;

namespace coopify {
namespace {

constexpr size_t LongLine = 120;

/// A file into which comments are written, from its beginning to its end.
class Commented {
public:
  Commented(const std::string &Text, StringRef Because)
      : Text(Text), Because(Because), Lines(splitLines(Text)), Tokens(rawTokens(Text)) {}

  bool silence(unsigned Number, ArrayRef<std::string> Checks);
  std::string text() const;

private:
  StringRef line(unsigned Number) const { return withoutEnd(Lines[Number - 1]); }
  size_t beginOf(unsigned Number) const { return Lines[Number - 1].data() - Text.data(); }
  bool goesOn(unsigned Number) const {
    return Number >= 1 && Number <= Lines.size() && line(Number).rtrim().ends_with("\\");
  }
  /// A literal or a comment begins before \p Offset and ends behind it.
  bool isInside(size_t Offset) const {
    return any_of(Tokens, [&](const RawToken &T) { return T.Begin < Offset && Offset < T.End; });
  }
  StringRef endOfLine(unsigned Number) const {
    return Lines[Number - 1].ends_with("\r\n") ? "\r\n" : "\n";
  }
  std::string words(StringRef Word, ArrayRef<std::string> Checks) const;
  bool above(unsigned Number, const std::string &Words);
  void atEnd(unsigned Number, const Twine &Comment) {
    Insertions[beginOf(Number) + line(Number).size()] += Comment.str();
  }

  const std::string &Text;
  StringRef Because;
  std::vector<StringRef> Lines;
  std::vector<RawToken> Tokens;
  std::map<size_t, std::string> Insertions;
};

std::string Commented::words(StringRef Word, ArrayRef<std::string> Checks) const {
  const auto Named = map_range(Checks, [](const std::string &C) { return "coopify-" + C; });
  return (Word + "(" + join(Named, ",") + "): " + Because).str();
}

bool Commented::above(unsigned Number, const std::string &Words) {
  if (isInside(beginOf(Number)))
    return false;
  const bool InDirective = goesOn(Number - 1);
  // A line between it and what it is for would end what such a comment says.
  const bool Taken = Number > 1 && line(Number - 1).contains("NOLINTNEXTLINE");
  if (Taken && InDirective)
    Insertions[beginOf(Number - 1) + line(Number - 1).rtrim().size() - 1] += "/* " + Words + " */ ";
  else if (Taken)
    atEnd(Number - 1, " // " + Words);
  else {
    StringRef Indent = line(Number).take_while([](char C) { return C == ' ' || C == '\t'; });
    Insertions[beginOf(Number)] +=
        (Indent + (InDirective ? "/* " + Words + " */ \\" : "// " + Words) + endOfLine(Number))
            .str();
  }
  return true;
}

bool Commented::silence(unsigned Number, ArrayRef<std::string> Checks) {
  if (Number == 0 || Number > Lines.size())
    return false;
  const std::string Comment = " // " + words("NOLINT", Checks);
  const bool HasEnd = !goesOn(Number) && !isInside(beginOf(Number) + Lines[Number - 1].size());
  if (HasEnd && line(Number).size() + Comment.size() <= LongLine) {
    atEnd(Number, Comment);
    return true;
  }
  if (above(Number, words("NOLINTNEXTLINE", Checks)))
    return true;
  if (HasEnd) // long is better than nothing
    atEnd(Number, Comment);
  return HasEnd;
}

std::string Commented::text() const {
  std::string Out;
  size_t At = 0;
  for (const auto &[Offset, Comment] : Insertions) {
    Out.append(Text, At, Offset - At);
    Out += Comment;
    At = Offset;
  }
  return Out.append(Text, At, std::string::npos);
}

} // namespace

bool wantsComment(const Result &R) {
  return !R.leave() && !R.isSubsumed() && !R.isHidden() && !R.isNotApplied(WhyNot::Comment) &&
         !std::holds_alternative<Applied>(R.Became);
}

bool sameTokens(const std::string &A, const std::string &B) {
  auto Code = [](const std::string &Text) {
    std::vector<std::tuple<StringRef, clang::tok::TokenKind, bool>> Out;
    for (const RawToken &T : rawTokens(Text))
      if (T.Kind != clang::tok::comment)
        Out.emplace_back(StringRef(Text).slice(T.Begin, T.End), T.Kind, T.StartsLine);
    return Out;
  };
  return Code(A) == Code(B);
}

std::string withComments(const std::string &Text,
                         const std::map<unsigned, std::vector<std::string>> &Checks,
                         StringRef Because, std::vector<unsigned> &NoRoom) {
  Commented File(Text, Because);
  for (const auto &[Line, OfLine] : Checks)
    if (!File.silence(Line, OfLine))
      NoRoom.push_back(Line);
  return File.text();
}

NolintComments nolintComments(ArrayRef<Result> Told, StringRef Because, SourceTexts &Texts,
                              function_ref<bool(StringRef)> MayEdit) {
  NolintComments Out;
  std::map<std::string, std::map<unsigned, std::set<std::string>>> Wanted;
  // A comment would keep it from being made.
  std::set<std::tuple<std::string, unsigned, std::string>> Rewritten;
  for (const Result &R : Told)
    if (R.isApplied())
      Rewritten.insert({R.Found.Where.Loc.File, R.Found.Where.Loc.Line, R.Found.Check});
  for (const Result &R : Told)
    if (wantsComment(R)) {
      const Location &At = R.Found.Where.Loc;
      if (MayEdit(At.File) && !Rewritten.count({At.File, At.Line, R.Found.Check}))
        Wanted[At.File][At.Line].insert(R.Found.Check);
      else
        Out.NoRoom.push_back(At);
    }
  for (const auto &[File, OfFile] : Wanted) {
    const std::string Old = Texts.get(File).value_or("");
    std::map<unsigned, std::vector<std::string>> Checks;
    for (const auto &[Line, OfLine] : OfFile)
      Checks[Line] = {OfLine.begin(), OfLine.end()};
    std::vector<unsigned> NoRoom;
    std::string New = withComments(Old, Checks, Because, NoRoom);
    if (!sameTokens(Old, New)) { // never seen
      New = Old;
      NoRoom.clear();
      for (const auto &[Line, OfLine] : Checks)
        NoRoom.push_back(Line);
    }
    for (unsigned Line : NoRoom)
      Out.NoRoom.push_back({File, 0, Line, 1});
    Out.Lines += Checks.size() - NoRoom.size();
    if (New != Old)
      Out.NewTexts.emplace(File, std::move(New));
  }
  return Out;
}

} // namespace coopify
