//===- IdentifierUses.cpp - the names in a file that nobody parses -------------------===//
#include "Driver/Units/HeaderUsers.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace clang;

namespace coopify {
namespace {

/// Reads tokens, and knows of each which line it is on.
class NameScanner {
public:
  NameScanner(StringRef Text, const std::string &File, ArrayRef<std::string> Headers)
      : Text(Text), File(File), Headers(Headers) {}

  std::vector<NameUse> run();

private:
  static LangOptions options() {
    LangOptions Options;
    Options.CPlusPlus = Options.CPlusPlus11 = Options.CPlusPlus17 = true;
    return Options;
  }
  void name(StringRef Id, unsigned Offset);
  void punctuation(const Token &T);
  void directive(unsigned Offset);
  NameUse use(StringRef Name, unsigned Offset, bool Prototype);

  StringRef Text;
  const std::string &File;
  ArrayRef<std::string> Headers;
  bool IncludesHeader = false, InInclude = false;
  std::map<std::string, NameUse> Names, Prototypes;
  // Places come in order.
  unsigned Line = 1, LineBegin = 0, Counted = 0;
  // Of the declaration or statement so far.
  bool Device = false;
  unsigned Depth = 0;
  std::optional<NameUse> Last, Declared;
};

} // namespace

NameUse NameScanner::use(StringRef Name, unsigned Offset, bool Prototype) {
  for (; Counted < Offset; ++Counted)
    if (Text[Counted] == '\n') {
      ++Line;
      LineBegin = Counted + 1;
    }
  return {Name.str(), {File, Offset, Line, Offset - LineBegin + 1}, Prototype};
}

void NameScanner::name(StringRef Id, unsigned Offset) {
  NameUse Use = use(Id, Offset, false);
  Names.try_emplace(Use.Name, Use);
  Device |= Id == "__device__";
  Last = std::move(Use);
}

/// "__device__ ... name(...)...;" outside of parentheses declares a function that
/// is defined elsewhere.
void NameScanner::punctuation(const Token &T) {
  if (T.is(tok::l_paren)) {
    if (Depth++ == 0 && Device && Last && !Declared)
      Declared = Last;
  } else if (T.is(tok::r_paren)) {
    Depth -= Depth > 0;
  } else if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
    if (T.is(tok::semi) && Declared) {
      Declared->Prototype = true;
      Prototypes.try_emplace(Declared->Name, *Declared);
    }
    Device = false;
    Depth = 0;
    Declared.reset();
  }
  Last.reset();
}

/// "#include" of a header of the program, by the end of its path.
void NameScanner::directive(unsigned Offset) {
  StringRef Rest = Text.substr(Offset + 1).split('\n').first.ltrim();
  if (!Rest.consume_front("include"))
    return;
  InInclude = true;
  StringRef Named = Rest.ltrim().drop_front(std::min<size_t>(1, Rest.ltrim().size()));
  Named = Named.take_until([](char C) { return C == '"' || C == '>'; });
  while (Named.consume_front("../") || Named.consume_front("./")) {
  }
  IncludesHeader |= !Named.empty() && llvm::any_of(Headers, [&](StringRef Header) {
    return Header == Named ||
           (Header.ends_with(Named) &&
            llvm::sys::path::is_separator(Header.drop_back(Named.size()).back()));
  });
}

std::vector<NameUse> NameScanner::run() {
  const LangOptions Options = options();
  Lexer Lex(SourceLocation(), Options, Text.begin(), Text.begin(), Text.end());
  Token T;
  while (!Lex.LexFromRawLexer(T)) {
    unsigned Offset = unsigned(Lex.getCurrentBufferOffset() - T.getLength());
    InInclude &= !T.isAtStartOfLine();
    if (T.is(tok::hash) && T.isAtStartOfLine())
      directive(Offset);
    if (InInclude)
      continue; // <sum.cuh> does not name sum
    if (T.is(tok::raw_identifier))
      name(T.getRawIdentifier(), Offset);
    else
      punctuation(T);
  }
  std::vector<NameUse> Out;
  for (auto &[Name, Use] : IncludesHeader ? Names : Prototypes) {
    auto It = Prototypes.find(Name);
    Out.push_back(It == Prototypes.end() ? std::move(Use) : It->second);
  }
  return Out;
}

std::vector<NameUse> namesIn(StringRef Text, const std::string &File,
                             ArrayRef<std::string> Headers) {
  return NameScanner(Text, File, Headers).run();
}

} // namespace coopify
