#include "Driver/Scope/GrantComments.h"

#include "Driver/Scope/RawTokens.h"
#include "Driver/Units/Units.h"
#include "Model/Reasons/Assumptions.h"
#include "Report/Paths.h"
#include "Support/Nearest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <set>

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral Marker = "coopify:", Verb = "assume";

/// As it may be printed: a file may hold anything.
std::string printable(StringRef Text) {
  std::string Out = json::fixUTF8(Text);
  for (char &C : Out)
    if (static_cast<unsigned char>(C) < ' ' || C == '\x7f')
      C = '?';
  return Out;
}

/// "//", "/// ", "/** ", " * ": what a comment's line begins with. One that is in a comment itself
/// ("// // coopify:") is there no more.
bool beginsComment(StringRef Before) {
  Before = Before.trim();
  return is_contained({"", "//", "///", "//!", "//<", "/*", "/**", "/*!", "*"}, Before);
}

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
      if (beginsComment(Before.substr(Before.find_last_of("\r\n") + 1)))
        take(Comment, At, read(wordsIn(Whole.drop_front(At + Marker.size()))));
    }
  }

  void take(const RawToken &Comment, size_t At, const Said &Words) {
    const std::string Place = (Shown + ":" + Twine(lineOf(Comment.Begin + At))).str();
    std::string Wrong = printable(Words.Wrong);
    const TextRange *Body = Wrong.empty() ? bodyFor(Comment, Wrong) : nullptr;
    if (!Body)
      Out.Mistakes.push_back(Place + ": this grants nothing: " + Wrong);
    else
      for (StringRef Id : Words.Ids)
        Out.Grants.push_back({Id.str(), "", "", printable(Words.Because), Place, *Body});
  }

  unsigned lineOf(size_t Offset) const {
    return unsigned(StringRef(Text).take_front(Offset).count('\n')) + 1;
  }

  const TextRange *bodyFor(const RawToken &Comment, std::string &Wrong) const {
    const TextRange *Innermost = nullptr;
    for (const TextRange &B : Bodies)
      if (B.Begin < Comment.Begin && Comment.End < B.End &&
          (!Innermost || Innermost->Begin < B.Begin))
        Innermost = &B;
    if (!Innermost)
      return bodyBelow(Comment, Wrong);
    if (!isInDirective(Comment) && !isUnderIf(Comment, Innermost->Begin))
      return Innermost;
    Wrong = "it stands in or under a directive of the preprocessor";
    return nullptr;
  }

  /// What it is above has to be one function, from its first word on.
  const TextRange *bodyBelow(const RawToken &Comment, std::string &Wrong) const {
    Wrong = "it stands neither in a function nor directly above what is plainly one; in the "
            "function's body it always is for that";
    const RawToken *T = &Comment;
    if (!Comment.StartsLine || isInDirective(Comment))
      return nullptr;
    unsigned Depth = 0;
    bool TookParameters = false;
    const RawToken *Last = nullptr;
    for (++T; T != Tokens.data() + Tokens.size() && !endsDeclarations(T->Kind); ++T) {
      if (T->Kind == clang::tok::comment)
        continue;
      const bool IsLabel = T->Kind == clang::tok::colon && !TookParameters; // "public:"
      if ((T->Kind == clang::tok::hash && T->StartsLine) || IsLabel || mayBeMacro(*T))
        return nullptr;
      if (T->Kind == clang::tok::l_paren && Depth++ == 0 && !isOfAttribute(Last)) {
        if (TookParameters) // "DEFINE(x) int f(int v) {": that is another one's
          return nullptr;
        TookParameters = true;
      }
      Depth -= T->Kind == clang::tok::r_paren && Depth;
      Last = T;
    }
    const auto *Body =
        T == Tokens.data() + Tokens.size()
            ? Bodies.end()
            : find_if(Bodies, [&](const TextRange &B) { return B.Begin == T->Begin; });
    return Body == Bodies.end() ? nullptr : Body;
  }

  /// A word alone on its line, which may stand for a whole function; CUDA's own begin with "__".
  bool mayBeMacro(const RawToken &T) const {
    const RawToken *Next = &T + 1;
    const bool IsAlone = T.StartsLine && T.Kind == clang::tok::raw_identifier &&
                         (Next == Tokens.data() + Tokens.size() || Next->StartsLine);
    const StringRef Word = StringRef(Text).slice(T.Begin, T.End);
    return IsAlone && !Word.starts_with("__") &&
           !is_contained({"static", "inline", "constexpr", "extern", "virtual", "explicit",
                          "friend", "void", "int", "float", "double", "unsigned", "bool", "char",
                          "long", "short", "auto"},
                         Word);
  }

  /// Whether what the parenthesis behind \p Name holds is of an attribute or a type.
  bool isOfAttribute(const RawToken *Name) const {
    return Name &&
           is_contained({"__launch_bounds__", "__maxnreg__", "__cluster_dims__", "__block_size__",
                         "__attribute__", "__align__", "alignas", "__declspec", "noexcept",
                         "decltype", "throw", "requires", "operator", "sizeof"},
                        StringRef(Text).slice(Name->Begin, Name->End));
  }

  /// From a '#' to the end of its line, as it is continued.
  bool isInDirective(const RawToken &Comment) const {
    for (const RawToken *T = &Comment;; --T) {
      if (T->StartsLine)
        return T->Kind == clang::tok::hash;
      if (T == Tokens.data())
        return false;
    }
  }

  bool isUnderIf(const RawToken &Comment, size_t Begin) const {
    int Depth = 0;
    for (const auto [T, Next] : zip(Tokens, drop_begin(Tokens)))
      if (T.Begin >= Begin && T.Begin < Comment.Begin && T.Kind == clang::tok::hash &&
          T.StartsLine) {
        const StringRef Word = StringRef(Text).slice(Next.Begin, Next.End);
        Depth += Word.starts_with("if");
        Depth -= Word == "endif";
      }
    return Depth > 0;
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
