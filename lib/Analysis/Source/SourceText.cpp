//===- SourceText.cpp -----------------------------------------------------===//

#include "Analysis/Source/SourceText.h"

#include "Frontend/ToolkitFiles.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace coopify {

SourceText::SourceText(const ASTContext &Context)
    : SM(Context.getSourceManager()), LO(Context.getLangOpts()) {}

/// The file's name on disk; "" for what is no file.
static std::string realPathOf(const SourceManager &SM, FileID File) {
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry)
    return "";
  llvm::SmallString<256> Real;
  std::string Name = Entry->getName().str();
  if (llvm::sys::fs::real_path(Name, Real)) { // in memory only
    Real = Entry->getFileEntry().tryGetRealPathName();
    if (Real.empty())
      Real = Name;
  }
  return std::string(Real);
}

SourceText::FileFacts &SourceText::facts(FileID File) const {
  std::unique_ptr<FileFacts> &Facts = Files[File];
  if (!Facts) {
    Facts = std::make_unique<FileFacts>(FileFacts{realPathOf(SM, File), std::nullopt});
    ByPath.try_emplace(Facts->Path, File);
  }
  return *Facts;
}

const std::string &SourceText::path(FileID File) const { return facts(File).Path; }

bool SourceText::isToolkitFile(FileID File) const {
  FileFacts &Facts = facts(File);
  if (!Facts.IsToolkit)
    Facts.IsToolkit = coopify::isToolkitFile(Facts.Path);
  return *Facts.IsToolkit;
}

bool SourceText::isToolkitFile(const FunctionDecl *F) const {
  SourceLocation Loc = SM.getFileLoc(F->getCanonicalDecl()->getLocation());
  return Loc.isValid() && isToolkitFile(SM.getFileID(Loc));
}

bool SourceText::isToolkitFile(SourceLocation Loc) const {
  return Loc.isValid() && isToolkitFile(SM.getFileID(SM.getFileLoc(Loc)));
}

static Location decompose(const SourceText &Text, const SourceManager &SM, SourceLocation File) {
  auto [ID, Offset] = SM.getDecomposedLoc(File);
  Location L;
  L.File = Text.path(ID);
  if (L.File.empty())
    return {};
  L.Offset = Offset;
  L.Line = SM.getLineNumber(ID, Offset);
  L.Column = SM.getColumnNumber(ID, Offset);
  return L;
}

Location SourceText::location(SourceLocation Loc) const {
  return Loc.isValid() ? decompose(*this, SM, SM.getSpellingLoc(Loc)) : Location{};
}

Location SourceText::expansion(SourceLocation Loc) const {
  return Loc.isValid() ? decompose(*this, SM, SM.getFileLoc(Loc)) : Location{};
}

/// The macro whose body token \p Loc is, following arguments outwards: in
/// `#define OUTER(x) F(x)`, an x written by the user belongs to no body.
static SourceLocation bodyOf(const SourceManager &SM, SourceLocation Loc) {
  while (Loc.isMacroID() && SM.isMacroArgExpansion(Loc))
    Loc = SM.getImmediateSpellingLoc(Loc);
  return Loc;
}

MacroUse SourceText::macroUse(SourceLocation Begin, SourceLocation End) const {
  MacroUse Use;
  SmallString<32> Spelled;
  if (!Begin.isMacroID() && !End.isMacroID())
    return Use;
  SourceLocation B = bodyOf(SM, Begin), E = bodyOf(SM, End);
  Use.Expansion = expansion(Begin);
  SourceLocation Named = B.isMacroID() ? B : Begin.isMacroID() ? Begin : End;
  // A pasted token names the parameter that it came from: the macro is the one that is used.
  Use.Name = SM.isWrittenInScratchSpace(SM.getSpellingLoc(Named))
                 ? Lexer::getSpelling(SM.getExpansionLoc(Named), Spelled, SM, LO).str()
                 : Lexer::getImmediateMacroName(Named, SM, LO).str();
  if (!B.isMacroID() && !E.isMacroID()) {
    Use.Kind = MacroKind::Argument;
    return Use;
  }
  Use.Kind = MacroKind::Mixed;
  if (!B.isMacroID() || !E.isMacroID() || SM.getFileID(B) != SM.getFileID(E))
    return Use;
  // Pasted and stringised tokens are spelled in scratch space, in no file.
  Location DB = location(B), DE = location(E);
  if (!DB.valid() || DB.File != DE.File || SM.isWrittenInScratchSpace(SM.getSpellingLoc(B)) ||
      SM.isWrittenInScratchSpace(SM.getSpellingLoc(E)))
    return Use;
  Use.Kind = MacroKind::Body;
  Use.Definition = DB;
  return Use;
}

TextRange SourceText::range(SourceRange R) const {
  if (R.isInvalid())
    return {};
  SourceLocation B = bodyOf(SM, R.getBegin()), E = bodyOf(SM, R.getEnd());
  if (B.isMacroID() != E.isMacroID() || (B.isMacroID() && SM.getFileID(B) != SM.getFileID(E)))
    return {};
  Location From = location(B), To = location(E);
  if (!From.valid() || From.File != To.File)
    return {};
  unsigned Length = Lexer::MeasureTokenLength(SM.getSpellingLoc(E), SM, LO);
  if (To.Offset + Length < From.Offset)
    return {};
  return {From.File, From.Offset, To.Offset + Length};
}

TextRange SourceText::fileRange(SourceRange R) const {
  CharSourceRange File = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R), SM, LO);
  if (File.isInvalid())
    return {};
  Location From = location(File.getBegin());
  unsigned End = SM.getFileOffset(File.getEnd());
  return From.valid() && End >= From.Offset ? TextRange{From.File, From.Offset, End} : TextRange{};
}

SourceLocation SourceText::beginOfUse(SourceLocation Loc) const {
  SourceLocation Begin;
  if (!Loc.isMacroID())
    return Loc;
  return Lexer::isAtStartOfMacroExpansion(Loc, SM, LO, &Begin) ? Begin : SourceLocation();
}

/// The semicolon behind the token \p Loc of a macro's body, if one stands there.
static SourceLocation ownSemicolon(const SourceManager &SM, const LangOptions &LO,
                                   SourceLocation Loc) {
  if (SM.isMacroArgExpansion(Loc))
    return Loc;
  SourceLocation Spelled = SM.getSpellingLoc(Loc);
  std::optional<Token> Next = Lexer::findNextToken(Spelled, SM, LO);
  if (!Next || Next->isNot(tok::semi))
    return Loc;
  SourceLocation Semicolon =
      Loc.getLocWithOffset(SM.getFileOffset(Next->getLocation()) - SM.getFileOffset(Spelled));
  return SM.getFileID(Semicolon) == SM.getFileID(Loc) ? Semicolon : Loc;
}

SourceLocation SourceText::endOfUse(SourceLocation Loc) const {
  SourceLocation End;
  if (!Loc.isMacroID())
    return Loc;
  for (SourceLocation Last : {Loc, ownSemicolon(SM, LO, Loc)})
    if (Lexer::isAtEndOfMacroExpansion(Last, SM, LO, &End))
      return End;
  return {};
}

TextRange SourceText::token(SourceLocation Loc) const { return range({Loc, Loc}); }

TextRange SourceText::before(SourceLocation Loc) const {
  TextRange R = token(Loc);
  R.End = R.Begin;
  return R;
}

TextRange SourceText::after(SourceLocation Loc) const {
  TextRange R = token(Loc);
  R.Begin = R.End;
  return R;
}

static std::string squeeze(StringRef S, unsigned Limit) {
  std::string Out;
  for (char C : S) {
    bool Space = isspace(static_cast<unsigned char>(C));
    if (Space && (Out.empty() || Out.back() == ' '))
      continue;
    Out += Space ? ' ' : C;
  }
  if (Out.size() > Limit)
    Out = Out.substr(0, Limit - 3) + "...";
  return Out;
}

std::string SourceText::text(SourceRange R, unsigned Limit) const {
  CharSourceRange File = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(R), SM, LO);
  if (File.isInvalid())
    File = CharSourceRange::getTokenRange(SM.getSpellingLoc(R.getBegin()),
                                          SM.getSpellingLoc(R.getEnd()));
  return squeeze(Lexer::getSourceText(File, SM, LO), Limit);
}

/// Places come from path(), so the file is known; translateFile() would look through
/// all that was included.
StringRef SourceText::code(StringRef Path) const {
  auto It = Path.empty() ? ByPath.end() : ByPath.find(Path);
  bool Invalid = It == ByPath.end();
  StringRef Buffer = Invalid ? "" : SM.getBufferData(It->second, &Invalid);
  return Invalid ? "" : Buffer;
}

const std::set<std::string> &SourceText::identifiers(const TextRange &R) const {
  auto [It, New] = Identifiers.try_emplace(R);
  if (!New)
    return It->second;
  std::string Code = spelled(R);
  Lexer Raw(SourceLocation(), LO, Code.data(), Code.data(), Code.data() + Code.size());
  for (Token T;;) {
    Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      return It->second;
    if (T.is(tok::raw_identifier))
      It->second.insert(T.getRawIdentifier().str());
  }
}

std::set<unsigned> SourceText::mentions(const TextRange &R, StringRef Name) const {
  std::set<unsigned> Found;
  const std::string Code = spelled(R);
  Lexer Raw(SourceLocation(), LO, Code.data(), Code.data(), Code.data() + Code.size());
  tok::TokenKind Last = tok::unknown;
  for (Token T; !Raw.LexFromRawLexer(T) && !T.is(tok::eof); Last = T.getKind())
    if (T.is(tok::raw_identifier) && T.getRawIdentifier() == Name && Last != tok::period &&
        Last != tok::arrow)
      Found.insert(R.Begin + (T.getRawIdentifier().data() - Code.data()));
  return Found;
}

std::string SourceText::spelled(const TextRange &R) const {
  StringRef Buffer = code(R.File);
  return R.End > Buffer.size() ? "" : Buffer.slice(R.Begin, R.End).str();
}

bool SourceText::isUserFile(SourceLocation Loc) const {
  if (Loc.isInvalid())
    return false;
  SourceLocation File = SM.getFileLoc(Loc);
  if (SM.isInSystemHeader(File) || SM.isWrittenInBuiltinFile(File) ||
      SM.isWrittenInCommandLineFile(File))
    return false;
  FileID ID = SM.getFileID(File);
  return !path(ID).empty() && !isToolkitFile(ID);
}

bool SourceText::isLibrary(SourceLocation Loc) const {
  const SourceLocation File = SM.getFileLoc(Loc);
  return SM.isInSystemHeader(File) && !path(SM.getFileID(File)).empty() &&
         !isSystemFile(path(SM.getFileID(File)));
}

/// A header that is merely -isystem counts only for what it leaves to be
/// linked: header-only libraries hide collectives in bodies.
bool SourceText::isToolkit(const FunctionDecl *F) const {
  if (F->getBuiltinID() != 0)
    return true;
  SourceLocation Loc = SM.getFileLoc(F->getCanonicalDecl()->getLocation());
  if (Loc.isInvalid() || SM.isWrittenInBuiltinFile(Loc))
    return true;
  return isToolkitFile(SM.getFileID(Loc)) ||
         (SM.isInSystemHeader(Loc) && (!F->hasBody() || F->isExternC()));
}

void forEachWord(StringRef Text, llvm::function_ref<void(StringRef)> Then) {
  while (!Text.empty()) {
    Text = Text.drop_until([](char C) { return isAsciiIdentifierContinue(C); });
    const StringRef Word = Text.take_while([](char C) { return isAsciiIdentifierContinue(C); });
    if (!Word.empty())
      Then(Word);
    Text = Text.drop_front(Word.size());
  }
}

} // namespace coopify
