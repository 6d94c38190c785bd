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
  NameScanner(StringRef Text, const std::string &File, ArrayRef<std::string> Headers,
              const NamesAround &Host)
      : Text(Text), File(File), Headers(Headers), Host(Host) {}

  FileNames run();

private:
  static LangOptions options() {
    LangOptions Options;
    Options.CPlusPlus = Options.CPlusPlus11 = Options.CPlusPlus17 = Options.CUDA = true;
    return Options;
  }
  void word(StringRef Id, unsigned Offset);
  void name(StringRef Id, unsigned Offset);
  void string(const Token &T, unsigned Offset);
  void endOfString();
  void punctuation(const Token &T);
  void include(unsigned Offset);
  void define(const Token &T);
  void endPaste();
  std::vector<NameUse> uses();
  NameUse use(StringRef Name, unsigned Offset, bool Prototype);

  StringRef Text;
  const std::string &File;
  ArrayRef<std::string> Headers;
  const NamesAround &Host;
  FileNames Out;
  bool InInclude = false, Launches = false;
  std::map<std::string, NameUse> Names, Prototypes, Strings;
  std::optional<NameUse> Include; ///< the first that is of the program
  unsigned InDirective = 0;       ///< how many of its tokens there were; 0: no directive
  std::optional<StringRef> Macro; ///< that is defined here; "": its name comes
  std::set<StringRef> Parameters; ///< of that macro
  bool AfterName = false, InParameters = false;
  std::optional<std::string> Paste; ///< with what the words begin that are pasted together here
  StringRef PasteBegin, PasteEnd;
  bool Pasting = false; ///< behind a ##
  std::string Literal;  ///< the string literals right before
  std::string Code;     ///< what the program has for them
  std::optional<Location> CodeAt;
  // Places come in order.
  unsigned Line = 1, LineBegin = 0, Counted = 0;
  // Of the declaration or statement so far.
  bool Device = false, Typed = false;
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

static bool isCompiler(StringRef Id) {
  static constexpr llvm::StringLiteral Compilers[] = {
#define COMPILER(NAME) NAME,
#include "Model/KernelCalls.def"
  };
  return llvm::is_contained(Compilers, Id);
}

/// What the program has for the characters of a literal that is not raw.
static std::string unescaped(StringRef Text) {
  std::string Out;
  for (size_t I = 0; I < Text.size(); ++I) {
    const bool Escape = Text[I] == '\\' && I + 1 < Text.size();
    if (Escape && Text[I + 1] == '\n') { // a line that goes on
      ++I;
      continue;
    }
    const char C = Escape ? Text[++I] : Text[I];
    Out += Escape && (C == 'n' || C == 'r') ? '\n' : Escape && C == 't' ? ' ' : C;
  }
  return Out;
}

/// A word before another one that is no type.
static bool isStatement(StringRef Id) {
  static constexpr llvm::StringLiteral Words[] = {"return", "else",   "new",       "throw",
                                                  "case",   "delete", "co_return", "co_await"};
  return llvm::is_contained(Words, Id);
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
  Out.Host.LooksUp |= isLookup(Id);
  if (isCompiler(Id) && !Out.Compiles)
    Out.Compiles = Use.Where;
  Typed = Last && !isStatement(Last->Name); // "T name"
  Last = std::move(Use);
}

/// The content, of a raw one too; with those right before.
void NameScanner::string(const Token &T, unsigned Offset) {
  StringRef Content = StringRef(T.getLiteralData(), T.getLength());
  const bool Raw = Content.split('"').first.ends_with("R");
  Content = Content.split('"').second.drop_back(1);
  if (Raw)
    Content = Content.split('(').second.rsplit(')').first;
  Literal += Content;
  Code += Raw ? Content.str() : unescaped(Content);
  if (!CodeAt)
    CodeAt = use("", Offset, false).Where;
  if (isValidAsciiIdentifier(Literal))
    Strings.try_emplace(Literal, use(Literal, Offset, false));
}

void NameScanner::endOfString() {
  const StringRef Text = Code;
  if (Text.contains("__global__") || Text.contains("__device__") || Text.contains("#include"))
    Out.Code.push_back({Code, *CodeAt});
  Literal.clear();
  Code.clear();
  CodeAt.reset();
}

/// "__device__ ... name(...)...;" outside of parentheses declares a function that
/// is defined elsewhere; and so may "T name(...);".
void NameScanner::punctuation(const Token &T) {
  Launches |= T.is(tok::lesslessless);
  if (T.is(tok::l_paren)) {
    if (Depth++ == 0 && (Device || Typed) && Last && !Declared)
      Declared = Last;
  } else if (T.is(tok::r_paren)) {
    Depth -= Depth > 0;
  } else if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
    if (T.is(tok::semi) && Declared && Device) {
      Declared->Prototype = true;
      Prototypes.try_emplace(Declared->Name, *Declared);
    }
    if (T.is(tok::semi) && Declared)
      Out.Host.Declared.insert(Declared->Name);
    Device = false;
    Depth = 0;
    Declared.reset();
  }
  // "T *name", "S<int> name"
  if (T.isOneOf(tok::star, tok::amp, tok::ampamp, tok::greater) && Last)
    return;
  Last.reset();
  Typed = false;
}

/// Of a header of the program, by the end of its path. One that a macro names may be any.
void NameScanner::include(unsigned Offset) {
  InInclude = true;
  StringRef Named = Text.substr(Offset).split('\n').first;
  Named = Named.drop_while([](char C) { return isAsciiIdentifierContinue(C); }).ltrim();
  const bool Written = Named.starts_with("\"") || Named.starts_with("<");
  Named = Named.drop_front(std::min<size_t>(1, Named.size()));
  Named = Named.take_until([](char C) { return C == '"' || C == '>'; });
  Out.Included.push_back(Written ? Named.str() : "");
  while (Named.consume_front("../") || Named.consume_front("./")) {
  }
  for (StringRef Header : Headers)
    if (!Written || (!Named.empty() &&
                     (Header == Named ||
                      (Header.ends_with(Named) &&
                       llvm::sys::path::is_separator(Header.drop_back(Named.size()).back())))))
      Out.OfProgram.push_back(Header.str());
  if (!Out.OfProgram.empty() && !Include)
    Include = use("", Offset, false);
}

/// The words of "#define NAME ...", and what pasted ones begin and end with (isPasted).
void NameScanner::define(const Token &T) {
  const bool Named = !Macro->empty(), Word = T.is(tok::raw_identifier);
  if (!Named && Word) {
    Macro = T.getRawIdentifier();
    Parameters = {"__VA_ARGS__", "__VA_OPT__"};
    InParameters = false;
    AfterName = true;
    return;
  }
  if (AfterName)
    InParameters = T.is(tok::l_paren) && !T.hasLeadingSpace();
  AfterName = false;
  if (InParameters && Word)
    Parameters.insert(T.getRawIdentifier());
  InParameters &= !T.is(tok::r_paren);
  const bool Pastes = T.is(tok::hashhash);
  if (!Pastes && Paste && Pasting) // the right side
    PasteEnd = Word && !Parameters.count(T.getRawIdentifier()) ? T.getRawIdentifier() : "";
  else if (!Pastes)
    endPaste();
  if (Pastes && !Paste)
    Paste = PasteBegin.str();
  Pasting = Pastes;
  PasteBegin = Word && !Parameters.count(T.getRawIdentifier()) ? T.getRawIdentifier() : "";
  if (Word)
    Out.Macros.define(*Macro, T.getRawIdentifier());
}

/// `__##x##__` may be any word that begins and ends so.
void NameScanner::endPaste() {
  if (Paste)
    Out.Macros.define(*Macro, *Paste + "##" + PasteEnd.str());
  Paste.reset();
  PasteEnd = "";
}

/// In a directive the second token says what it is.
void NameScanner::word(StringRef Id, unsigned Offset) {
  if (InDirective == 2 && (Id == "include" || Id == "include_next" || Id == "import"))
    return include(Offset);
  if (InDirective == 2 && Id == "define")
    Macro = "";
  name(Id, Offset);
}

std::vector<NameUse> NameScanner::uses() {
  if (Out.Host.LooksUp || Host.LooksUp)
    Names.insert(Strings.begin(), Strings.end());
  for (auto &[Name, Use] : Strings) {
    Use.Launches = true;
    Out.Strings.push_back(Use);
  }
  std::vector<NameUse> Found;
  if (Include)
    Found.push_back(*Include);
  for (auto &[Name, Use] : Names) {
    auto It = Prototypes.find(Name);
    Use.Prototype = It != Prototypes.end();
    Use.Launches = !Out.IncludesHeader && !Use.Prototype;
    if (Out.IncludesHeader || Use.Prototype || Launches || Out.Host.LooksUp ||
        Host.Declared.count(Name) || (Host.LooksUp && Strings.count(Name)))
      Found.push_back(Use.Prototype ? It->second : std::move(Use));
  }
  return Found;
}

FileNames NameScanner::run() {
  const LangOptions Options = options();
  Lexer Lex(SourceLocation(), Options, Text.begin(), Text.begin(), Text.end());
  Token T;
  while (!Lex.LexFromRawLexer(T)) {
    unsigned Offset = unsigned(Lex.getCurrentBufferOffset() - T.getLength());
    if (T.isAtStartOfLine()) {
      InDirective = 0;
      InInclude = false;
      endPaste();
      Macro.reset();
    }
    if (InDirective || (T.is(tok::hash) && T.isAtStartOfLine()))
      ++InDirective;
    if (InInclude)
      continue; // <sum.cuh> does not name sum
    if (Macro)
      define(T);
    if (!isStringLiteral(T.getKind()) && CodeAt)
      endOfString();
    if (T.is(tok::raw_identifier))
      word(T.getRawIdentifier(), Offset);
    else if (isStringLiteral(T.getKind()))
      string(T, Offset);
    else
      punctuation(T);
  }
  if (CodeAt)
    endOfString();
  if (Host.BehindHeader && !Include)
    Include = NameUse{"", {File, 0, 1, 1}};
  Out.IncludesHeader = Include.has_value();
  Out.Uses = uses();
  return std::move(Out);
}

FileNames namesIn(StringRef Text, const std::string &File, ArrayRef<std::string> Headers,
                  const NamesAround &Host) {
  return NameScanner(Text, File, Headers, Host).run();
}

} // namespace coopify
