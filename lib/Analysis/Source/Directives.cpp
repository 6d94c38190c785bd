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

/// The beginning of the line that ends in front of \p Offset.
static size_t lineBefore(StringRef Code, size_t Offset) {
  return Code.take_front(Offset - 1).rfind('\n') + 1; // npos + 1 == 0
}

/// Where the lines in front of \p Offset begin that are blank, or comments as a whole.
static size_t behindComments(StringRef Code, size_t Offset) {
  while (Offset > 0) {
    size_t Begin = lineBefore(Code, Offset);
    if (StringRef Line = Code.slice(Begin, Offset).trim(); Line.ends_with("*/")) {
      const size_t Opens = Code.take_front(Offset).rfind("/*");
      Begin = Opens == StringRef::npos ? Offset : lineBefore(Code, Opens + 1);
      if (!Code.slice(Begin, Offset).trim().starts_with("/*"))
        return Offset;
    } else if (!Line.empty() && !Line.starts_with("//")) {
      return Offset;
    }
    Offset = Begin;
  }
  return Offset;
}

std::optional<size_t> beginWithPragmas(StringRef Code, size_t Offset) {
  size_t Found = Offset;
  bool Pragmas = false; // that are not behind Found
  for (int Depth = 0; (Offset = behindComments(Code, Offset)) > 0;) {
    const size_t Begin = lineBefore(Code, Offset);
    StringRef Line = Code.slice(Begin, Offset).trim();
    if (!Line.consume_front("#"))
      break;
    const StringRef Word = Line.ltrim().take_while(llvm::isAlpha);
    Pragmas |= Word == "pragma";
    Depth += Word == "endif" ? 1 : opens(Word) ? -1 : 0;
    if (Depth < 0 || (Depth == 0 && divides(Word)) ||
        !(Word == "pragma" || Word == "endif" || opens(Word) || divides(Word)))
      break;
    Offset = Begin;
    if (Depth == 0 && Pragmas) {
      Found = Begin;
      Pragmas = false;
    }
  }
  return Pragmas ? std::nullopt : std::optional(Found);
}

} // namespace coopify
