#include "Frontend/Preludes/EarlyHeaders.h"

#include "Frontend/TokenWatchers.h"
#include "Frontend/ToolkitFiles.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace coopify {
namespace {

constexpr StringLiteral EarlyFolder = "/early/";

/// "cooperative_groups.h", "cooperative_groups/reduce.h"
std::optional<GroupHeader> vendorHeader(StringRef Name) {
  const std::optional<GroupHeader> H = parseGroupHeader(Name);
  return H && earlyHeaders({*H}) == HeaderSet{*H} ? H : std::nullopt;
}

class Watch : public clang::PPCallbacks {
public:
  Watch(clang::Preprocessor &PP, HeaderSet Headers, std::shared_ptr<const StringSet<>> Words,
        bool &Fits)
      : Headers(Headers), Words(std::move(Words)), Fits(Fits) {
    Fits = false;
    addTokenWatcher(PP, [this](const clang::Token &T) { take(T); });
  }

  void MacroDefined(const clang::Token &Name, const clang::MacroDirective *) override {
    Changed.insert(Name.getIdentifierInfo());
  }
  void MacroUndefined(const clang::Token &Name, const clang::MacroDefinition &,
                      const clang::MacroDirective *) override {
    Changed.insert(Name.getIdentifierInfo());
  }
  void InclusionDirective(clang::SourceLocation, const clang::Token &, StringRef Name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef File, StringRef,
                          StringRef, const clang::Module *, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    const std::optional<GroupHeader> H = vendorHeader(Name);
    if (!H)
      return;
    Spoilt |= !File || !isSystemFile(File->getName()); // somebody else's of that name
    Spoilt |= !Seen.has(*H) && !atFileScope();         // in a namespace of the user's
    for (const clang::IdentifierInfo *Each : Changed)
      Spoilt |= Words->contains(Each->getName());
    Changed.clear();
    Seen |= HeaderSet{GroupHeader::Groups, *H}; // each brings that
  }
  void EndOfMainFile() override {
    HeaderSet Missing = Seen;
    Missing &= Headers;
    Fits = !Spoilt && Missing == Headers;
  }

private:
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

  const HeaderSet Headers;
  const std::shared_ptr<const StringSet<>> Words;
  bool &Fits;
  SmallPtrSet<const clang::IdentifierInfo *, 32> Changed; ///< macros, since the last of them
  HeaderSet Seen;
  bool Spoilt = false;
  int Depth = 0; ///< of braces
  bool BetweenDeclarations = true;
};

class WatchAction : public clang::WrapperFrontendAction {
public:
  WatchAction(std::unique_ptr<clang::FrontendAction> Action, HeaderSet Headers,
              std::shared_ptr<const StringSet<>> Words, bool &Fits)
      : clang::WrapperFrontendAction(std::move(Action)), Headers(Headers), Words(std::move(Words)),
        Fits(Fits) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &Compiler) override {
    clang::Preprocessor &PP = Compiler.getPreprocessor();
    PP.addPPCallbacks(std::make_unique<Watch>(PP, Headers, Words, Fits));
    return clang::WrapperFrontendAction::BeginSourceFileAction(Compiler);
  }

private:
  const HeaderSet Headers;
  const std::shared_ptr<const StringSet<>> Words;
  bool &Fits;
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
  Out.Early = Headers;
  Out.EarlyFile = earlyHeaderPath(Headers);
  Out.Args.insert(Out.Args.begin() + Out.OwnArgs, {"-include", Out.EarlyFile});
  Out.OwnArgs += 2;
  ++Out.PreludeHeaders;
  return Out;
}

StringSet<> wordsOfEarlyHeaders(const clang::SourceManager &SM) {
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

std::unique_ptr<clang::FrontendAction>
watchEarlyHeaders(std::unique_ptr<clang::FrontendAction> Action, HeaderSet Headers,
                  std::shared_ptr<const StringSet<>> Words, bool &Fits) {
  return std::make_unique<WatchAction>(std::move(Action), Headers, std::move(Words), Fits);
}

} // namespace coopify
