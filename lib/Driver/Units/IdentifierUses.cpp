//===- IdentifierUses.cpp - the names in a file that nobody parses -------------------===//
#include "Driver/Units/HeaderUsers.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace clang;

namespace coopify {
namespace {

/// Reads tokens, and knows of each which line it is on.
class NameScanner {
public:
  NameScanner(StringRef Text, const std::string &File) : Text(Text), File(File) {
    Out.File = File;
    LineBegins.push_back(0);
    for (size_t At = Text.find('\n'); At != StringRef::npos; At = Text.find('\n', At + 1))
      LineBegins.push_back(unsigned(At + 1));
  }

  FileScan run();

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
  NameUse use(StringRef Name, unsigned Offset, bool Prototype = false) const;

  /// A word and where it stands.
  struct Word {
    StringRef Id;
    unsigned Offset;
  };

  StringRef Text;
  const std::string &File;
  FileScan Out;
  llvm::StringMap<unsigned> Names; ///< where each stands first
  std::vector<unsigned> LineBegins;
  bool InInclude = false;
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
  // Of the declaration or statement so far.
  bool Device = false, Typed = false;
  unsigned Depth = 0;
  std::optional<Word> Last, Declared;
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

NameUse NameScanner::use(StringRef Name, unsigned Offset, bool Prototype) const {
  auto Next = llvm::upper_bound(LineBegins, Offset);
  const unsigned Line = unsigned(Next - LineBegins.begin());
  return {Name.str(), {File, Offset, Line, Offset - *std::prev(Next) + 1}, Prototype};
}

void NameScanner::name(StringRef Id, unsigned Offset) {
  Names.try_emplace(Id, Offset);
  Device |= Id == "__device__" || Id == "__global__";
  Out.Launches |= isLaunch(Id);
  Out.Plain.Host.LooksUp |= isLookup(Id);
  if (isCompiler(Id) && !Out.Plain.Compiles)
    Out.Plain.Compiles = use(Id, Offset).Where;
  Typed = Last && !isStatement(Last->Id); // "T name"
  Last = Word{Id, Offset};
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
    CodeAt = use("", Offset).Where;
  if (isValidAsciiIdentifier(Literal))
    Out.Strings.try_emplace(Literal, use(Literal, Offset));
}

void NameScanner::endOfString() {
  const StringRef Text = Code;
  if (Text.contains("__global__") || Text.contains("__device__") || Text.contains("#include"))
    Out.Plain.Code.push_back({Code, *CodeAt});
  Literal.clear();
  Code.clear();
  CodeAt.reset();
}

/// "__device__ ... name(...)...;" outside of parentheses declares a function that
/// is defined elsewhere; and so may "T name(...);".
void NameScanner::punctuation(const Token &T) {
  Out.Launches |= T.is(tok::lesslessless);
  if (T.is(tok::l_paren)) {
    if (Depth++ == 0 && (Device || Typed) && Last && !Declared)
      Declared = Last;
  } else if (T.is(tok::r_paren)) {
    Depth -= Depth > 0;
  } else if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace)) {
    if (T.is(tok::semi) && Declared && Device)
      Out.Prototypes.try_emplace(Declared->Id.str(),
                                 use(Declared->Id, Declared->Offset, /*Prototype=*/true));
    if (T.is(tok::semi) && Declared)
      Out.Plain.Host.Declared.insert(Declared->Id.str());
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

void NameScanner::include(unsigned Offset) {
  InInclude = true;
  StringRef Named = Text.substr(Offset).split('\n').first;
  Named = Named.drop_while([](char C) { return isAsciiIdentifierContinue(C); }).ltrim();
  const bool Written = Named.starts_with("\"") || Named.starts_with("<");
  Named = Named.drop_front(std::min<size_t>(1, Named.size()));
  Named = Named.take_until([](char C) { return C == '"' || C == '>'; });
  Out.Plain.Included.push_back(Written ? Named.str() : "");
  while (Named.consume_front("../") || Named.consume_front("./")) {
  }
  Out.Includes.push_back({Named.str(), Written, use("", Offset)});
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
    Out.Plain.Macros.define(*Macro, T.getRawIdentifier());
}

/// `__##x##__` may be any word that begins and ends so.
void NameScanner::endPaste() {
  if (Paste)
    Out.Plain.Macros.define(*Macro, *Paste + "##" + PasteEnd.str());
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

FileScan NameScanner::run() {
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
  for (const auto &[Name, Offset] : Names)
    Out.Names.push_back(use(Name, Offset));
  llvm::sort(Out.Names, [](const NameUse &A, const NameUse &B) { return A.Name < B.Name; });
  return std::move(Out);
}

FileScan scanNames(StringRef Text, const std::string &File) {
  return NameScanner(Text, File).run();
}

HeaderPaths::HeaderPaths(ArrayRef<std::string> Paths) {
  for (const std::string &Path : Paths)
    add(Path);
}

void HeaderPaths::add(const std::string &Path) {
  ByName[llvm::sys::path::filename(Path)].push_back(All.size());
  All.push_back(Path);
}

std::vector<std::string> HeaderPaths::meant(const FileScan::Include &I) const {
  if (!I.Written)
    return All;
  std::vector<std::string> Out;
  auto Same = ByName.find(llvm::sys::path::filename(I.Named));
  if (I.Named.empty() || Same == ByName.end())
    return Out;
  for (size_t Index : Same->second) {
    const StringRef Header = All[Index];
    if (Header == I.Named ||
        (Header.ends_with(I.Named) &&
         llvm::sys::path::is_separator(Header.drop_back(I.Named.size()).back())))
      Out.push_back(All[Index]);
  }
  return Out;
}

namespace {

/// What of a file may be another's.
class MeantNames {
public:
  MeantNames(const FileScan &Scan, const HeaderPaths &Headers, const NamesAround &Host)
      : Scan(Scan), Headers(Headers), Host(Host), Out(Scan.Plain) {}
  FileNames run();

private:
  void includes();
  bool mayBeMeant(const NameUse &Use, bool Prototype) const;

  const FileScan &Scan;
  const HeaderPaths &Headers;
  const NamesAround &Host;
  FileNames Out;
  std::optional<NameUse> First; ///< where one of the program's headers is included
};

} // namespace

void MeantNames::includes() {
  for (const FileScan::Include &I : Scan.Includes) {
    llvm::append_range(Out.OfProgram, Headers.meant(I));
    if (!Out.OfProgram.empty() && !First)
      First = I.At;
  }
  if (Host.BehindHeader && !First)
    First = NameUse{"", {Scan.File, 0, 1, 1}};
  Out.IncludesHeader = First.has_value();
}

bool MeantNames::mayBeMeant(const NameUse &Use, bool Prototype) const {
  return Out.IncludesHeader || Prototype || Scan.Launches || Out.Host.LooksUp ||
         Host.Declared.count(Use.Name) || (Host.LooksUp && Scan.Strings.count(Use.Name));
}

FileNames MeantNames::run() {
  includes();
  if (First)
    Out.Uses.push_back(*First);
  std::map<StringRef, const NameUse *> Names;
  for (const NameUse &Use : Scan.Names)
    Names.try_emplace(Use.Name, &Use);
  if (Out.Host.LooksUp || Host.LooksUp)
    for (const auto &[Name, Use] : Scan.Strings)
      Names.try_emplace(Name, &Use);
  for (const auto &[Name, Use] : Scan.Strings) {
    Out.Strings.push_back(Use);
    Out.Strings.back().Launches = true;
  }
  for (const auto &[Name, Use] : Names) {
    auto It = Scan.Prototypes.find(Name);
    const bool Prototype = It != Scan.Prototypes.end();
    if (!mayBeMeant(*Use, Prototype))
      continue;
    Out.Uses.push_back(Prototype ? It->second : *Use);
    if (!Prototype)
      Out.Uses.back().Launches = !Out.IncludesHeader;
  }
  return std::move(Out);
}

FileNames namesIn(const FileScan &Scan, const HeaderPaths &Headers, const NamesAround &Host) {
  return MeantNames(Scan, Headers, Host).run();
}

} // namespace coopify
