#include "Frontend/Preludes/EarlyHeaders.h"

#include "Frontend/TokenWatchers.h"
#include "Frontend/ToolkitFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclContextInternals.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral EarlyFolder = "/early/";

/// "cooperative_groups.h", "cooperative_groups/reduce.h"
std::optional<GroupHeader> vendorHeader(StringRef Name) {
  const std::optional<GroupHeader> H = parseGroupHeader(Name);
  return H && earlyHeaders({*H}) == HeaderSet{*H} ? H : std::nullopt;
}

/// A line of the user's.
StringRef lineAt(const clang::SourceManager &SM, clang::SourceLocation At) {
  const auto [File, Offset] = SM.getDecomposedExpansionLoc(At);
  return SM.getBufferData(File).drop_front(Offset).split('\n').first;
}

bool isUsers(const clang::SourceManager &SM, clang::SourceLocation At) {
  return At.isValid() && !isSystemFile(SM.getFilename(SM.getExpansionLoc(At)));
}

class Watch : public clang::PPCallbacks {
public:
  Watch(clang::Preprocessor &PP, HeaderSet Headers, std::shared_ptr<const EarlyWords> Words)
      : PP(PP), SM(PP.getSourceManager()), Headers(Headers), Words(std::move(Words)) {
    addTokenWatcher(PP, [this](const clang::Token &T) { take(T); });
  }

  void MacroDefined(const clang::Token &Name, const clang::MacroDirective *Now) override {
    const clang::MacroDirective *Before = Now->getPrevious();
    const auto Was = Before ? Before->getDefinition() : clang::MacroDirective::DefInfo();
    change(Name, Was && !Was.isUndefined() ? Was.getMacroInfo() : nullptr);
  }
  void MacroUndefined(const clang::Token &Name, const clang::MacroDefinition &Was,
                      const clang::MacroDirective *) override {
    change(Name, Was.getMacroInfo());
  }
  /// It may poison a name, or change what a declaration is.
  void PragmaDirective(clang::SourceLocation At, clang::PragmaIntroducerKind Kind) override {
    if (Seen != HeaderSet() || !isUsers(SM, At))
      return;
    StringRef What = At.isFileID() ? lineAt(SM, At) : "";
    What.consume_front("#");
    What = What.ltrim(" \t");
    What.consume_front("pragma");
    What = What.ltrim(" \t");
    Spoilt |=
        Kind != clang::PIK_HashPragma || (!What.starts_with("once") && !What.starts_with("unroll"));
  }
  void InclusionDirective(clang::SourceLocation Hash, const clang::Token &, StringRef Name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef File, StringRef,
                          StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    const std::optional<GroupHeader> H = vendorHeader(Name);
    if (!H)
      return;
    Spoilt |= !File || !isSystemFile(File->getName()); // somebody else's of that name
    Spoilt |= !Seen.has(*H) && !atFileScope();         // in a namespace of the user's
    Spoilt |=
        any_of(Changed, [&](const auto &Macro) { return isOther(Macro.first, Macro.second); });
    Changed.clear();
    if (Seen == HeaderSet())
      First = Hash;
    Seen |= HeaderSet{GroupHeader::Groups, *H}; // each brings that
  }

  /// When all has been parsed.
  bool fits(const clang::ASTContext &Context) {
    HeaderSet Missing = Seen;
    Missing &= Headers;
    return !Spoilt && Missing == Headers && !declaresWord(Context.getTranslationUnitDecl());
  }

private:
  /// What libraries have for their own use has names that are theirs ([lex.name]).
  void change(const clang::Token &Name, const clang::MacroInfo *Was) {
    const clang::IdentifierInfo *Id = Name.getIdentifierInfo();
    if (isUsers(SM, Name.getLocation()) ||
        !clang::isReservedInAllContexts(Id->isReserved(PP.getLangOpts())))
      Changed.try_emplace(Id, Was);
  }
  bool isOther(const clang::IdentifierInfo *Id, const clang::MacroInfo *Was) const {
    const clang::MacroInfo *Now = PP.getMacroInfo(Id);
    return Words->All.contains(Id->getName()) &&
           !(Now == Was || (Now && Was && Now->isIdenticalTo(*Was, PP, /*Syntactically=*/true)));
  }
  void take(const clang::Token &T) {
    if (T.isAnnotation())
      return;
    if (Seen == HeaderSet() && T.is(clang::tok::identifier) &&
        T.getIdentifierInfo()->isStr("cooperative_groups"))
      Spoilt = true;
    Depth += T.is(clang::tok::l_brace);
    Depth -= T.is(clang::tok::r_brace);
    BetweenDeclarations = T.isOneOf(clang::tok::semi, clang::tok::r_brace);
  }
  bool atFileScope() const { return Depth == 0 && BetweenDeclarations; }
  bool declaresWord(const clang::DeclContext *In) const;
  bool isWord(const clang::Decl *D) const;

  clang::Preprocessor &PP;
  const clang::SourceManager &SM;
  const HeaderSet Headers;
  const std::shared_ptr<const EarlyWords> Words;
  /// Macros that are defined or undefined since the last of them, as they were.
  DenseMap<const clang::IdentifierInfo *, const clang::MacroInfo *> Changed;
  HeaderSet Seen;
  clang::SourceLocation First; ///< where the first of them is included
  bool Spoilt = false;
  int Depth = 0; ///< of braces
  bool BetweenDeclarations = true;
};

} // namespace

/// It makes a word of the headers' text, looked up at file scope, mean something of the user's.
bool Watch::isWord(const clang::Decl *D) const {
  if (isa<clang::UsingDirectiveDecl>(D))
    return true;
  if (isa<clang::LinkageSpecDecl>(D))
    return declaresWord(cast<clang::DeclContext>(D));
  if (const auto *Space = dyn_cast<clang::NamespaceDecl>(D))
    if ((Space->isAnonymousNamespace() || Space->isInline()) && declaresWord(Space))
      return true;
  if (const auto *Enum = dyn_cast<clang::EnumDecl>(D); Enum && declaresWord(Enum))
    return true;
  const auto *Named = dyn_cast<clang::NamedDecl>(D);
  return Named && Words->AtFileScope.contains(Named->getDeclName().getAsString());
}

bool Watch::declaresWord(const clang::DeclContext *In) const {
  return any_of(In->noload_decls(), [&](const clang::Decl *D) {
    const clang::SourceLocation At = SM.getExpansionLoc(D->getLocation());
    return !D->isFromASTFile() && !D->isImplicit() && isUsers(SM, At) &&
           SM.isBeforeInTranslationUnit(At, First) && isWord(D);
  });
}

namespace {

class WatchAction : public clang::WrapperFrontendAction {
public:
  WatchAction(std::unique_ptr<clang::FrontendAction> Action, HeaderSet Headers,
              std::shared_ptr<const EarlyWords> Words, bool &Fits)
      : WrapperFrontendAction(std::move(Action)), Headers(Headers), Words(std::move(Words)),
        Fits(Fits) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &Compiler) override {
    Fits = false;
    auto Owned = std::make_unique<Watch>(Compiler.getPreprocessor(), Headers, Words);
    Watcher = Owned.get();
    Compiler.getPreprocessor().addPPCallbacks(std::move(Owned));
    return WrapperFrontendAction::BeginSourceFileAction(Compiler);
  }
  void EndSourceFile() override { // EndSourceFileAction() is asked of the wrapped one alone
    Fits = Watcher->fits(getCompilerInstance().getASTContext());
    WrapperFrontendAction::EndSourceFile();
  }

private:
  const HeaderSet Headers;
  const std::shared_ptr<const EarlyWords> Words;
  bool &Fits;
  Watch *Watcher = nullptr; ///< of the preprocessor
};

} // namespace

HeaderSet earlyHeaders(HeaderSet Wanted) {
  Wanted &= {GroupHeader::Groups, GroupHeader::Reduce, GroupHeader::Scan};
  return Wanted;
}

std::string earlyHeaderText(HeaderSet Headers) {
  std::string Text;
  for (GroupHeader H : AllGroupHeaders)
    if (Headers.has(H))
      Text += ("#include <" + pathOf(H) + ">\n").str();
  return Text;
}

/// Another one for each set: it is a part of the prelude's key.
static std::string earlyHeaderPath(HeaderSet Headers) {
  std::string Name;
  for (GroupHeader H : AllGroupHeaders)
    Name += Headers.has(H) ? '1' : '0';
  return (EmbeddedRoot + EarlyFolder + Name + ".h").str();
}

Pass withEarlyHeaders(const Pass &P, HeaderSet Headers) {
  Pass Out = P;
  Out.Below = std::make_shared<Pass>(P);
  Out.Early = Headers;
  Out.EarlyFile = earlyHeaderPath(Headers);
  Out.Args.insert(Out.Args.begin() + Out.OwnArgs, {"-include", Out.EarlyFile});
  Out.OwnArgs += 2;
  ++Out.PreludeHeaders;
  return Out;
}

static StringSet<> textOfEarlyHeaders(const clang::SourceManager &SM) {
  StringSet<> Words;
  bool Behind = false;
  clang::LangOptions Plain; // words are words
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() || !Entry.getFile().getContentCache().OrigEntry)
      continue;
    Behind |= Entry.getFile().getName().starts_with((EmbeddedRoot + EarlyFolder).str());
    if (!Behind)
      continue;
    const clang::SourceLocation Begin =
        clang::SourceLocation::getFromRawEncoding(Entry.getOffset());
    const StringRef Code = SM.getBufferData(SM.getFileID(Begin));
    clang::Lexer Raw(Begin, Plain, Code.begin(), Code.begin(), Code.end());
    for (clang::Token T; !Raw.LexFromRawLexer(T);)
      if (T.is(clang::tok::raw_identifier))
        Words.insert(T.getRawIdentifier());
  }
  return Words;
}

/// What macros make of them, too: `__forceinline__` stands for `always_inline`.
static void addMacros(clang::Preprocessor &PP, StringSet<> &Words) {
  std::vector<std::string> Waiting;
  for (StringRef Word : Words.keys())
    Waiting.push_back(Word.str());
  while (!Waiting.empty()) {
    const clang::MacroInfo *Macro = PP.getMacroInfo(PP.getIdentifierInfo(Waiting.back()));
    Waiting.pop_back();
    for (const clang::Token &T : Macro ? Macro->tokens() : ArrayRef<clang::Token>())
      if (const clang::IdentifierInfo *Id = T.getIdentifierInfo();
          Id && Words.insert(Id->getName()).second)
        Waiting.push_back(Id->getName().str());
  }
}

EarlyWords wordsOfEarlyHeaders(clang::ASTContext &Context, clang::Preprocessor &PP) {
  EarlyWords Words;
  Words.All = textOfEarlyHeaders(Context.getSourceManager());
  addMacros(PP, Words.All);
  clang::DeclContext *File = Context.getTranslationUnitDecl()->getPrimaryContext();
  // Each name that was declared there or looked for, found or not: of what is below in the prelude
  // clang has it there only then. Operators have no word.
  if (const clang::StoredDeclsMap *Names = File->getLookupPtr())
    for (const auto &[Name, Decls] : *Names)
      if (const clang::IdentifierInfo *Id = Name.getAsIdentifierInfo();
          !Id || Words.All.contains(Id->getName()))
        Words.AtFileScope.insert(Name.getAsString());
  return Words;
}

std::unique_ptr<clang::FrontendAction>
watchEarlyHeaders(std::unique_ptr<clang::FrontendAction> Action, HeaderSet Headers,
                  std::shared_ptr<const EarlyWords> Words, bool &Fits) {
  return std::make_unique<WatchAction>(std::move(Action), Headers, std::move(Words), Fits);
}

} // namespace coopify
