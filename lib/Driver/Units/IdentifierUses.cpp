//===- IdentifierUses.cpp - the names in a file that nobody parses -------------------===//
#include "Driver/Units/HeaderUsers.h"

#include "clang/Basic/CharInfo.h"
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

  FileNames run();

private:
  static LangOptions options() {
    LangOptions Options;
    Options.CPlusPlus = Options.CPlusPlus11 = Options.CPlusPlus17 = Options.CUDA = true;
    return Options;
  }
  void name(StringRef Id, unsigned Offset);
  void string(const Token &T, unsigned Offset);
  void punctuation(const Token &T);
  void directive(unsigned Offset);
  NameUse use(StringRef Name, unsigned Offset, bool Prototype);

  StringRef Text;
  const std::string &File;
  ArrayRef<std::string> Headers;
  bool IncludesHeader = false, InInclude = false;
  bool Launches = false, LooksUp = false;
  std::map<std::string, NameUse> Names, Prototypes, Strings;
  // Places come in order.
  unsigned Line = 1, LineBegin = 0, Counted = 0;
  // Of the declaration or statement so far.
  bool Device = false;
  unsigned Depth = 0;
  std::optional<NameUse> Last, Declared;
};

} // namespace

/// Of the CUDA libraries, that starts a kernel whose address it gets.
static bool isLaunch(StringRef Id) {
  return Id.starts_with("cudaLaunch") || Id.starts_with("cuLaunch") ||
         Id.starts_with("cudaGraphAddKernel") || Id.starts_with("cuGraphAddKernel");
}

static bool isLookup(StringRef Id) {
  static constexpr llvm::StringLiteral Lookups[] = {
#define LOOKUP(NAME, STRING) NAME,
#include "Model/KernelCalls.def"
  };
  return llvm::is_contained(Lookups, Id);
}

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
  Device |= Id == "__device__" || Id == "__global__";
  Launches |= isLaunch(Id);
  LooksUp |= isLookup(Id);
  Last = std::move(Use);
}

void NameScanner::string(const Token &T, unsigned Offset) {
  StringRef Name = StringRef(T.getLiteralData(), T.getLength()).trim("\"");
  if (isValidAsciiIdentifier(Name))
    Strings.try_emplace(Name.str(), use(Name, Offset, false));
}

/// "__device__ ... name(...)...;" outside of parentheses declares a function that
/// is defined elsewhere.
void NameScanner::punctuation(const Token &T) {
  Launches |= T.is(tok::lesslessless);
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

FileNames NameScanner::run() {
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
    else if (T.is(tok::string_literal))
      string(T, Offset);
    else
      punctuation(T);
  }
  if (LooksUp)
    Names.insert(Strings.begin(), Strings.end());
  std::vector<NameUse> Out;
  for (auto &[Name, Use] : Names) {
    auto It = Prototypes.find(Name);
    Use.Prototype = It != Prototypes.end();
    Use.Launches = !IncludesHeader && !Use.Prototype;
    if (IncludesHeader || Use.Prototype || Launches || LooksUp)
      Out.push_back(Use.Prototype ? It->second : std::move(Use));
  }
  return {std::move(Out), IncludesHeader};
}

FileNames namesIn(StringRef Text, const std::string &File, ArrayRef<std::string> Headers) {
  return NameScanner(Text, File, Headers).run();
}

} // namespace coopify
