//===- Directives.cpp -------------------------------------------------------===//

#include "Analysis/Source/Directives.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

#include <string>

using namespace clang;

namespace coopify {

namespace {
/// Tells of each directive its name, and of each identifier elsewhere.
class Scan {
public:
  using Visitor = llvm::function_ref<void(StringRef Word, bool Directive)>;
  static void run(StringRef Code, const LangOptions &Lang, Visitor Visit) {
    const std::string Copy = Code.str(); // with a 0 behind it
    Lexer Raw(SourceLocation(), Lang, Copy.data(), Copy.data(), Copy.data() + Copy.size());
    bool Hash = false;
    for (Token T;;) {
      Raw.LexFromRawLexer(T);
      if (Hash)
        Visit(T.is(tok::raw_identifier) ? T.getRawIdentifier() : StringRef(), true);
      else if (T.is(tok::raw_identifier))
        Visit(T.getRawIdentifier(), false);
      if (T.is(tok::eof))
        return;
      Hash = T.is(tok::hash) && T.isAtStartOfLine();
    }
  }
};
} // namespace

static bool opens(StringRef Word) { return llvm::is_contained({"if", "ifdef", "ifndef"}, Word); }

static bool divides(StringRef Word) {
  return llvm::is_contained({"else", "elif", "elifdef", "elifndef"}, Word);
}

bool hasDirective(StringRef Code, const LangOptions &Lang) {
  bool Found = false;
  Scan::run(Code, Lang, [&](StringRef, bool Directive) { Found |= Directive; });
  return Found;
}

bool hasConditional(StringRef Code, const LangOptions &Lang) {
  bool Found = false;
  Scan::run(Code, Lang, [&](StringRef Word, bool Directive) {
    Found |= Directive && (opens(Word) || divides(Word) || Word == "endif");
  });
  return Found;
}

bool leavesArm(StringRef Code, const LangOptions &Lang) {
  int Depth = 0;
  bool Left = false;
  Scan::run(Code, Lang, [&](StringRef Word, bool Directive) {
    if (!Directive)
      return;
    Left |= Depth == 0 && (divides(Word) || Word == "endif");
    Depth += opens(Word) ? 1 : Word == "endif" ? -1 : 0;
  });
  return Left;
}

bool endsInArm(StringRef Code, const LangOptions &Lang) {
  int Depth = 0;
  Scan::run(Code, Lang, [&](StringRef Word, bool Directive) {
    if (Directive)
      Depth += opens(Word) ? 1 : Word == "endif" ? -1 : 0;
  });
  return Depth > 0;
}

bool saidInArm(StringRef Code, StringRef Name, const LangOptions &Lang) {
  int Depth = 0;
  bool Found = false;
  Scan::run(Code, Lang, [&](StringRef Word, bool Directive) {
    Found |= !Directive && Depth > 0 && Word == Name;
    if (Directive)
      Depth += opens(Word) ? 1 : Word == "endif" ? -1 : 0;
  });
  return Found;
}

namespace {
/// What stands in front of a statement, behind the one before.
struct Ahead {
  enum Kind { Pragma, Opens, Divides, Closes, OtherDirective, Words } Is;
  size_t Begin; ///< of its line
  bool OwnLine;
  bool MacroLike = true; ///< Words: UNROLL, or UNROLL(4)
};

/// Collects them, from the beginning of a file on: only so comments and strings are known.
class AheadScan {
public:
  AheadScan(StringRef Code, const LangOptions &Lang) : Copy(Code.str()) {
    Lexer Raw(SourceLocation(), Lang, Copy.data(), Copy.data(), Copy.data() + Copy.size());
    bool InDirective = false, Hash = false;
    for (Token T;;) {
      Raw.LexFromRawLexer(T);
      if (T.is(tok::eof))
        return;
      InDirective &= !T.isAtStartOfLine();
      if (Hash && InDirective)
        Found.back().Is = directive(T.is(tok::raw_identifier) ? T.getRawIdentifier() : StringRef());
      Hash = T.is(tok::hash) && T.isAtStartOfLine();
      if (Hash)
        add(Ahead::OtherDirective, T);
      else if (!InDirective)
        word(T);
      InDirective |= Hash;
    }
  }
  llvm::SmallVector<Ahead, 4> Found;

private:
  static Ahead::Kind directive(StringRef Word) {
    return Word == "pragma"  ? Ahead::Pragma
           : Word == "endif" ? Ahead::Closes
           : opens(Word)     ? Ahead::Opens
           : divides(Word)   ? Ahead::Divides
                             : Ahead::OtherDirective;
  }
  void add(Ahead::Kind Is, const Token &T) {
    const size_t At = T.getLocation().getRawEncoding();
    const size_t Begin = StringRef(Copy).take_front(At).rfind('\n') + 1; // npos + 1 == 0
    Found.push_back({Is, Begin, StringRef(Copy).slice(Begin, At).trim().empty()});
  }
  void word(const Token &T) {
    const bool Brace = T.isOneOf(tok::l_brace, tok::r_brace); // an arm may hold one parenthesis
    if (Brace || (Parentheses == 0 && T.is(tok::semi))) {
      Parentheses = 0;
      return Found.clear();
    }
    if (Found.empty() || Found.back().Is != Ahead::Words) {
      add(Ahead::Words, T);
      AfterName = false;
    }
    // Names, each with what is in its parentheses.
    const bool Name = T.is(tok::raw_identifier) && !speaks(T.getRawIdentifier());
    Found.back().MacroLike &= Parentheses > 0 || Name || (AfterName && T.is(tok::l_paren));
    Parentheses += T.is(tok::l_paren) ? 1 : T.is(tok::r_paren) && Parentheses > 0 ? -1 : 0;
    AfterName = Name;
  }
  /// It begins a statement that goes on.
  static bool speaks(StringRef Word) {
    return llvm::is_contained(
        {"if", "else", "for", "while", "do", "switch", "case", "default", "return", "goto", "try"},
        Word);
  }

  const std::string Copy; // with a 0 behind it
  bool AfterName = false;
  int Parentheses = 0;
};
} // namespace

std::optional<size_t> beginWithPragmas(StringRef Code, size_t Offset, const LangOptions &Lang) {
  size_t Found = Offset;
  bool Open = false; // what goes with the statement is not behind Found
  int Depth = 0;
  const AheadScan Scanned(Code.take_front(Offset), Lang);
  for (const Ahead &A : llvm::reverse(Scanned.Found)) {
    Depth += A.Is == Ahead::Closes ? 1 : A.Is == Ahead::Opens ? -1 : 0;
    const bool Leaves = Depth < 0 || (Depth == 0 && A.Is == Ahead::Divides);
    if (Leaves || (A.Is == Ahead::Words && !A.MacroLike && Depth == 0))
      break;
    if (A.Is == Ahead::Words && !A.MacroLike)
      return std::nullopt;
    Open |= A.Is == Ahead::Pragma || A.Is == Ahead::Words;
    if (Depth > 0 || !Open)
      continue;
    if (!A.OwnLine)
      return std::nullopt;
    Found = A.Begin;
    Open = false;
  }
  return Open ? std::nullopt : std::optional(Found);
}

bool standsUnderAnArm(StringRef Code, size_t Offset, const LangOptions &Lang) {
  const StringRef Before = Code.take_front(Offset).rtrim();
  return !Before.empty() && !StringRef(";{}").contains(Before.back()) &&
         !beginWithPragmas(Code, Offset, Lang);
}

bool goesOnInAnArm(StringRef Code, size_t End, const LangOptions &Lang) {
  const std::string Copy = Code.drop_front(std::min(End, Code.size())).take_front(1 << 14).str();
  Lexer Raw(SourceLocation(), Lang, Copy.data(), Copy.data(), Copy.data() + Copy.size());
  bool InDirective = false, Any = false;
  for (Token T;;) {
    Raw.LexFromRawLexer(T);
    InDirective &= !T.isAtStartOfLine();
    InDirective |= T.is(tok::hash) && T.isAtStartOfLine();
    Any |= InDirective;
    if (!InDirective)
      return Any && T.is(tok::raw_identifier) && T.getRawIdentifier() == "else";
  }
}

} // namespace coopify
