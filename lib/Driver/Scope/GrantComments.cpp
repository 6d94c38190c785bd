#include "Driver/Scope/GrantComments.h"

#include "Driver/Scope/RawTokens.h"
#include "Driver/Units/Units.h"
#include "Model/Reasons/Assumptions.h"
#include "Report/Paths.h"
#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral Marker = "coopify:", Verb = "assume";

/// What stands in a comment behind "coopify:".
struct Said {
  SmallVector<StringRef> Ids;
  StringRef Because;
  std::string Wrong; ///< else empty
};

/// "assume(a, b): why". The colon may be missing, "because" may be there.
Said read(StringRef Words) {
  Said Out;
  if (!Words.consume_front(Verb) || !Words.ltrim().starts_with("(") || !Words.contains(')')) {
    Out.Wrong = "'assume(<assumption>): <why it holds>' is expected behind 'coopify:'";
    return Out;
  }
  const auto [List, Rest] = Words.ltrim().drop_front().split(')');
  List.split(Out.Ids, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef &Id : Out.Ids)
    Id = Id.trim();
  Out.Because = Rest.ltrim(" \t:");
  for (StringRef Id : Out.Ids)
    if (!findAssumption(Id)) {
      std::vector<std::string> Known;
      for (const Assumption &A : allAssumptions())
        Known.push_back(A.Id.str());
      const std::string Meant = didYouMean(Id, Known);
      Out.Wrong = ("there is no assumption '" + Id + "'" +
                   (Meant.empty() ? "; docs/assumptions.md has them" : Meant))
                      .str();
    }
  if (Out.Wrong.empty() && Out.Ids.empty())
    Out.Wrong = "'assume' names no assumption";
  if (Out.Wrong.empty() && Out.Because.empty())
    Out.Wrong = "why it holds is missing, for who reads the report: 'assume(" +
                join(Out.Ids, ", ") + "): <why>'";
  return Out;
}

/// Of the words of \p Comment, those of its first line, and of it alone.
StringRef wordsIn(StringRef Comment) {
  Comment.consume_back("*/");
  return Comment.take_until([](char C) { return C == '\n' || C == '\r'; }).trim();
}

bool endsDeclarations(clang::tok::TokenKind Kind) {
  using namespace clang;
  return Kind == tok::semi || Kind == tok::l_brace || Kind == tok::r_brace;
}

class OfFile {
public:
  OfFile(StringRef Shown, const std::string &Text, ArrayRef<TextRange> Bodies)
      : Shown(Shown), Text(Text), Bodies(Bodies), Tokens(rawTokens(Text)) {}

  GrantComments take() {
    for (const RawToken &T : Tokens)
      if (T.Kind == clang::tok::comment)
        take(T);
    return std::move(Out);
  }

private:
  void take(const RawToken &Comment) {
    const StringRef Whole = StringRef(Text).slice(Comment.Begin, Comment.End);
    for (size_t At = Whole.find(Marker); At != StringRef::npos; At = Whole.find(Marker, At + 1)) {
      // Not in prose: "see coopify: assume(...)".
      const StringRef Before = Whole.take_front(At);
      if (Before.substr(Before.find_last_of("\r\n") + 1).ltrim("/*!< \t").empty())
        take(Comment, At, read(wordsIn(Whole.drop_front(At + Marker.size()))));
    }
  }

  void take(const RawToken &Comment, size_t At, const Said &Words) {
    const std::string Place = (Shown + ":" + Twine(lineOf(Comment.Begin + At))).str();
    const TextRange *Body = bodyFor(Comment);
    if (!Words.Wrong.empty())
      Out.Mistakes.push_back(Place + ": this grants nothing: " + Words.Wrong);
    else if (!Body)
      Out.Mistakes.push_back(
          Place + ": this grants nothing: it stands neither in a function nor directly above one");
    else
      for (StringRef Id : Words.Ids)
        Out.Grants.push_back({Id.str(), "", "", Words.Because.str(), Place, *Body});
  }

  unsigned lineOf(size_t Offset) const {
    return unsigned(StringRef(Text).take_front(Offset).count('\n')) + 1;
  }

  const TextRange *bodyFor(const RawToken &Comment) const {
    const TextRange *Innermost = nullptr;
    for (const TextRange &B : Bodies)
      if (B.Begin < Comment.Begin && Comment.End < B.End &&
          (!Innermost || Innermost->Begin < B.Begin))
        Innermost = &B;
    return Innermost ? Innermost : bodyBelow(Comment);
  }

  /// No declaration ends in between.
  const TextRange *bodyBelow(const RawToken &Comment) const {
    const auto Next = find_if(Tokens, [&](const RawToken &T) {
      return T.Begin >= Comment.End && endsDeclarations(T.Kind);
    });
    if (Next == Tokens.end())
      return nullptr;
    const auto *Body = find_if(Bodies, [&](const TextRange &B) { return B.Begin == Next->Begin; });
    return Body == Bodies.end() ? nullptr : Body;
  }

  const StringRef Shown;
  const std::string &Text;
  const ArrayRef<TextRange> Bodies;
  const std::vector<RawToken> Tokens;
  GrantComments Out;
};

std::map<std::string, std::vector<TextRange>> bodiesByFile(const ProgramFacts &Facts) {
  std::map<std::string, std::set<std::pair<size_t, size_t>>> Ranges;
  const auto Add = [&](const FunctionSummary &F) {
    if (F.HasBody && !F.BodyInMacro)
      Ranges[F.Body.File].insert({F.Body.Begin, F.Body.End});
  };
  for_each(Facts.functions(), Add);
  for (const FunctionSummary *Trial : Facts.trials())
    Add(*Trial);
  std::map<std::string, std::vector<TextRange>> Out;
  for (const auto &[File, All] : Ranges)
    for (const auto &[Begin, End] : All)
      Out[File].push_back({File, unsigned(Begin), unsigned(End)});
  return Out;
}

} // namespace

GrantComments grantsInText(StringRef Shown, const std::string &Text, ArrayRef<TextRange> Bodies) {
  return OfFile(Shown, Text, Bodies).take();
}

GrantComments grantsInComments(const ProgramFacts &Facts, SourceTexts &Texts) {
  std::map<std::string, std::vector<TextRange>> Bodies = bodiesByFile(Facts);
  const std::string Here = realPath(".");
  GrantComments Out;
  for (const FileFacts &File : Facts.files()) {
    const std::optional<std::string> Text = Texts.get(File.Path);
    if (!Text || !StringRef(*Text).contains(Marker))
      continue;
    GrantComments More = grantsInText(displayPath(File.Path, Here), *Text, Bodies[File.Path]);
    append_range(Out.Grants, More.Grants);
    append_range(Out.Mistakes, More.Mistakes);
  }
  return Out;
}

} // namespace coopify
