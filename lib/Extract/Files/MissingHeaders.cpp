//===- MissingHeaders.cpp ---------------------------------------------------===//

#include "Extract/Files/MissingHeaders.h"

#include "Extract/FunctionSummaries.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace clang;

namespace coopify {

namespace {

/// Says of each #if which names it asks for that are no macros.
class MissingRecorder : public PPCallbacks {
public:
  MissingRecorder(Preprocessor &PP, std::shared_ptr<Recording> Out)
      : PP(PP), SM(PP.getSourceManager()), Out(std::move(Out)) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef Name, bool, CharSourceRange,
                          OptionalFileEntryRef File, StringRef, StringRef, const clang::Module *,
                          bool, SrcMgr::CharacteristicKind) override {
    if (!File && !SM.isInSystemHeader(Hash))
      Out->Missing.push_back({Name.str(), Hash});
  }
  void If(SourceLocation Loc, SourceRange, ConditionValueKind) override { condition(Loc); }
  void Elif(SourceLocation Loc, SourceRange, ConditionValueKind Value, SourceLocation) override {
    if (Value != CVK_NotEvaluated)
      condition(Loc);
  }
  void Ifdef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    asks(Name.getIdentifierInfo(), Loc);
  }
  void Elifdef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    asks(Name.getIdentifierInfo(), Loc);
  }
  void Ifndef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    asks(Name.getIdentifierInfo(), Loc);
  }
  void Elifndef(SourceLocation Loc, const Token &Name, const MacroDefinition &) override {
    asks(Name.getIdentifierInfo(), Loc);
  }
  /// An include guard asks whether its own file was read.
  void FileChanged(SourceLocation, FileChangeReason Why, SrcMgr::CharacteristicKind,
                   FileID Left) override {
    OptionalFileEntryRef File = Why == ExitFile && !Out->Asked.empty()
                                    ? SM.getFileEntryRefForID(Left)
                                    : OptionalFileEntryRef();
    const IdentifierInfo *Guard =
        File ? PP.getHeaderSearchInfo().getFileInfo(*File).getControllingMacro(
                   PP.getExternalSource())
             : nullptr;
    if (Guard)
      llvm::erase_if(Out->Asked, [&](const Recording::Named &Asked) {
        return SM.getFileID(Asked.At) == Left && Asked.Name == Guard->getName();
      });
  }

private:
  bool matters(SourceLocation Loc) const {
    return !Out->Missing.empty() && Loc.isFileID() && !SM.isInSystemHeader(Loc);
  }
  void condition(SourceLocation Loc);
  void asks(const IdentifierInfo *Name, SourceLocation Loc);

  Preprocessor &PP;
  const SourceManager &SM;
  std::shared_ptr<Recording> Out;
};

} // namespace

/// Names of compilers and systems ([lex.name]): no header of a program's defines them.
static bool isReserved(StringRef Name) {
  return Name.contains("__") ||
         (Name.size() > 1 && Name[0] == '_' && Name[1] >= 'A' && Name[1] <= 'Z');
}

/// Itself, or a macro that its body holds.
void MissingRecorder::asks(const IdentifierInfo *Name, SourceLocation Loc) {
  if (!Name || !matters(Loc))
    return;
  std::vector<const IdentifierInfo *> Waiting{Name};
  std::set<const IdentifierInfo *> Seen;
  while (!Waiting.empty()) {
    const IdentifierInfo *Next = Waiting.back();
    Waiting.pop_back();
    if (!Seen.insert(Next).second || Next->isKeyword(PP.getLangOpts()) ||
        isReserved(Next->getName()))
      continue;
    const MacroInfo *Macro = PP.getMacroInfo(Next);
    if (!Macro) {
      Out->Asked.push_back({Next->getName().str(), Loc});
      continue;
    }
    for (const Token &T : Macro->tokens())
      if (const IdentifierInfo *Held = T.getIdentifierInfo();
          Held && !llvm::is_contained(Macro->params(), Held))
        Waiting.push_back(Held);
  }
}

/// The words behind "#if", but of __has_include(...) and its kin.
void MissingRecorder::condition(SourceLocation Loc) {
  if (!matters(Loc))
    return;
  auto [File, Offset] = SM.getDecomposedLoc(Loc);
  StringRef Code = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), PP.getLangOpts(), Code.data(), Code.data() + Offset,
            Code.end());
  Token T;
  unsigned Depth = 0;
  bool First = true, Has = false;
  for (; !Raw.LexFromRawLexer(T) && (First || !T.isAtStartOfLine()); First = false) {
    Depth += Has && T.is(tok::l_paren);
    Depth -= Depth > 0 && T.is(tok::r_paren);
    Has &= Depth > 0;
    if (First || !T.is(tok::raw_identifier) || Has)
      continue;
    const StringRef Word = T.getRawIdentifier();
    Has = Word.starts_with("__has_");
    Depth = 0;
    if (!Has && Word != "defined")
      asks(PP.getIdentifierInfo(Word), Loc);
    if (Has)
      Raw.LexFromRawLexer(T), Depth = T.is(tok::l_paren);
  }
}

std::unique_ptr<PPCallbacks> recordMissingHeaders(Preprocessor &PP,
                                                  std::shared_ptr<Recording> Out) {
  return std::make_unique<MissingRecorder>(PP, std::move(Out));
}

//===-- What that means -------------------------------------------------------===//

namespace {
struct Library {
  llvm::StringLiteral Path, Macros;
};
} // namespace

static constexpr Library Libraries[] = {
#define LIBRARY(PATH, MACROS) {PATH, MACROS},
#include "Extract/Files/LibraryHeaders.def"
};

static const Library *libraryOf(StringRef Header) {
  const auto *Found =
      llvm::find_if(Libraries, [&](const Library &L) { return Header.starts_with(L.Path); });
  return Found == std::end(Libraries) ? nullptr : Found;
}

bool isLibraryHeader(StringRef Name) { return libraryOf(Name) != nullptr; }

/// As the callers write it (FunctionNames.h, wordFor).
static std::string wordOf(const FunctionDecl *F) {
  if (F->getIdentifier() || isa<CXXDestructorDecl>(F))
    return F->getNameAsString();
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  return M ? M->getParent()->getNameAsString() : F->getNameAsString();
}

/// By a name that is there already. One that it declares itself is another unit's business.
static bool mayCall(const Recording::Named &Header, const FunctionDecl *F,
                    const SourceManager &SM) {
  return SM.isBeforeInTranslationUnit(SM.getExpansionLoc(F->getCanonicalDecl()->getLocation()),
                                      Header.At);
}

static bool mayDefine(const Recording::Named &Header, StringRef Macro) {
  const Library *L = libraryOf(Header.Name);
  return !L || Macro.starts_with_insensitive(L->Macros);
}

static std::string notFound(const Recording::Named &Header) {
  return "'" + Header.Name + "', which was not found,";
}

void findMissingHeaders(const Recording &Record, const SourceText &Text,
                        ArrayRef<const FunctionDecl *> Functions, TUSummary &Out) {
  std::set<std::pair<std::string, std::string>> Told;
  for (const Recording::Named &Header : Record.Missing) {
    if (libraryOf(Header.Name) || !Text.isUserFile(Header.At))
      continue;
    auto Add = [&](const std::string &Word) {
      if (Told.insert({Header.Name, Word}).second)
        Out.Lost.push_back({Word, Text.location(Header.At), false, false, notFound(Header)});
    };
    Add(""); // what has external linkage: Link knows
    for (const FunctionDecl *F : Functions)
      if (Text.isUserFile(F->getLocation()) && mayCall(Header, F, Text.manager()))
        Add(wordOf(F));
  }
  for (const Recording::Named &Asked : Record.Asked)
    for (const Recording::Named &Header : Record.Missing)
      if (Text.isUserFile(Asked.At) && mayDefine(Header, Asked.Name) &&
          Text.manager().isBeforeInTranslationUnit(Header.At, Asked.At)) {
        Out.Open.push_back({Asked.Name, Text.location(Asked.At), false, false, notFound(Header)});
        break;
      }
}

} // namespace coopify
