#include "Driver/Write/Suppress.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/GlobPattern.h"

#include <map>
#include <optional>
#include <set>

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

/// A word of a comment, with the checks that it names.
struct Directive {
  StringRef Word;
  size_t At;
  std::optional<StringRef> Checks; ///< nullopt: all

  bool means(StringRef Check) const {
    return !Checks || anyGlobMatches(*Checks, ("coopify-" + Check).str());
  }
};

std::vector<Directive> directives(StringRef Text, StringRef Word) {
  std::vector<Directive> Out;
  for (size_t At = Text.find(Word); At != StringRef::npos; At = Text.find(Word, At + 1)) {
    StringRef Rest = Text.drop_front(At + Word.size());
    const bool WholeWord = (At == 0 || !isAlnum(Text[At - 1])) &&
                           (Rest.empty() || !(isAlnum(Rest[0]) || Rest[0] == '_'));
    if (!WholeWord)
      continue;
    std::optional<StringRef> Checks;
    if (Rest.consume_front("("))
      Checks = Rest.take_until([](char C) { return C == ')' || C == '\n'; }).trim();
    Out.push_back({Word, At, Checks});
  }
  return Out;
}

struct Fence {
  Directive Begin;
  size_t End;
};

struct Fences {
  std::vector<Fence> Closed;
  std::vector<Directive> Unmatched;
};

/// As clang-tidy pairs them: an end closes the innermost beginning if both name the same checks.
Fences fencesIn(StringRef Text) {
  std::vector<Directive> Words = directives(Text, "NOLINTBEGIN"), Open;
  append_range(Words, directives(Text, "NOLINTEND"));
  sort(Words, [](const Directive &A, const Directive &B) { return A.At < B.At; });
  Fences Out;
  for (const Directive &D : Words)
    if (D.Word == "NOLINTBEGIN") {
      Open.push_back(D);
    } else if (!Open.empty() && Open.back().Checks == D.Checks) {
      Out.Closed.push_back({Open.back(), D.At});
      Open.pop_back();
    } else {
      Out.Unmatched.push_back(D);
    }
  append_range(Out.Unmatched, Open);
  return Out;
}

/// The files of findings, each read once.
class Comments {
public:
  explicit Comments(SourceTexts &Texts) : Texts(Texts) {}

  struct OfFile {
    std::string Text;
    Fences Fenced; ///< refers to Text
  };
  const OfFile &of(const std::string &File) {
    auto [It, New] = Known.try_emplace(File);
    if (New) {
      It->second.Text = Texts.get(File).value_or("");
      It->second.Fenced = fencesIn(It->second.Text);
    }
    return It->second;
  }

  bool silence(const Finding &F) {
    const OfFile &In = of(F.Where.Loc.File);
    if (silencedAt(In, F.Where.Loc.Offset, F.Check))
      return true;
    // One of several statements asks for all: they are rewritten together.
    return any_of(F.Where.Parts, [&](const PatternPart &P) {
      return P.Range.File == F.Where.Loc.File && silencedAt(In, P.Range.Begin, F.Check);
    });
  }

private:
  static bool silencedAt(const OfFile &In, size_t At, StringRef Check) {
    if (At > In.Text.size())
      return false;
    auto [Line, Before] = linesAt(In.Text, At);
    return silences(Line, "NOLINT", Check) || silences(Before, "NOLINTNEXTLINE", Check) ||
           any_of(In.Fenced.Closed, [&](const Fence &Around) {
             return Around.Begin.At <= At && At < Around.End && Around.Begin.means(Check);
           });
  }

  SourceTexts &Texts;
  std::map<std::string, OfFile> Known;
};

std::string missing(const std::string &File, StringRef Text, const Directive &D) {
  const bool Begins = D.Word == "NOLINTBEGIN";
  const std::string Checks = D.Checks ? ("(" + *D.Checks + ")").str() : "";
  return formatv("{0}:{1}: '{2}{3}' silences nothing: no '{4}{3}' {5} it", File,
                 Text.take_front(D.At).count('\n') + 1, D.Word, Checks,
                 Begins ? "NOLINTEND" : "NOLINTBEGIN", Begins ? "follows" : "is before");
}

/// Where findings are, by line from 0: also where the statements of a pattern are, and what is left
/// as it is, as a comment may speak of that.
class Places {
public:
  Places(ArrayRef<Finding> Findings, StringRef File, StringRef Text) {
    for (const Finding &F : Findings) {
      auto Add = [&](const TextRange &R) {
        if (R.File == File)
          Lines[F.Check].insert(lineOf(Text, R.Begin));
      };
      if (F.Where.Loc.File == File)
        Lines[F.Check].insert(lineOf(Text, F.Where.Loc.Offset));
      for (const PatternPart &P : F.Where.Parts)
        Add(P.Range);
    }
  }
  static size_t lineOf(StringRef Text, size_t Offset) {
    return Text.take_front(Offset).count('\n');
  }
  bool any(StringRef Check, size_t First, size_t Last) const {
    auto Of = Lines.find(Check);
    if (Of == Lines.end())
      return false;
    auto At = Of->second.lower_bound(First);
    return At != Of->second.end() && *At <= Last;
  }

private:
  std::map<std::string, std::set<size_t>, std::less<>> Lines;
};

/// The checks of \p D that are named in full and are among \p Checks.
std::vector<StringRef> checksNamed(const Directive &D, const StringSet<> &Checks) {
  SmallVector<StringRef> Globs;
  D.Checks.value_or("").split(Globs, ',');
  std::vector<StringRef> Out;
  for (StringRef Glob : Globs)
    if (Glob = Glob.trim(); Glob.consume_front("coopify-") && Checks.contains(Glob))
      Out.push_back(Glob);
  return Out;
}

} // namespace

std::vector<std::string> unusedComments(ArrayRef<Finding> Findings, ArrayRef<std::string> Files,
                                        const StringSet<> &Checks, SourceTexts &Texts) {
  std::vector<std::string> Out;
  for (const std::string &File : Files) {
    const std::string Text = Texts.get(File).value_or("");
    if (!StringRef(Text).contains("NOLINT"))
      continue;
    const Places Found(Findings, File, Text);
    std::set<size_t> Unused;
    auto Look = [&](const Directive &D, size_t First, size_t Last) {
      for (StringRef Check : checksNamed(D, Checks))
        if (!Found.any(Check, First, Last))
          Unused.insert(Places::lineOf(Text, D.At));
    };
    for (const Directive &D : directives(Text, "NOLINT"))
      Look(D, Places::lineOf(Text, D.At), Places::lineOf(Text, D.At));
    for (const Directive &D : directives(Text, "NOLINTNEXTLINE"))
      Look(D, Places::lineOf(Text, D.At) + 1, Places::lineOf(Text, D.At) + 1);
    for (const Fence &F : fencesIn(Text).Closed)
      Look(F.Begin, Places::lineOf(Text, F.Begin.At), Places::lineOf(Text, F.End));
    for (size_t Line : Unused)
      Out.push_back(formatv("{0}:{1}", File, Line + 1));
  }
  return Out;
}

bool silences(StringRef Line, StringRef Word, StringRef Check) {
  return any_of(directives(Line, Word), [&](const Directive &D) { return D.means(Check); });
}

Vetoes suppressed(ArrayRef<Finding> Findings, SourceTexts &Texts) {
  Vetoes Against;
  Comments Read(Texts);
  for (auto [Index, F] : enumerate(Findings))
    if (Read.silence(F))
      Against.emplace(Index, WhyNot::Comment);
  return Against;
}

std::vector<std::string> unmatchedFences(ArrayRef<Finding> Findings, SourceTexts &Texts) {
  Comments Read(Texts);
  std::set<std::string> Files;
  for (const Finding &F : Findings)
    Files.insert(F.Where.Loc.File);
  std::vector<std::string> Out;
  for (const std::string &File : Files) {
    const Comments::OfFile &In = Read.of(File);
    for (const Directive &D : In.Fenced.Unmatched)
      if (any_of(Findings,
                 [&](const Finding &F) { return F.Where.Loc.File == File && D.means(F.Check); }))
        Out.push_back(missing(File, In.Text, D));
  }
  return Out;
}

} // namespace coopify
