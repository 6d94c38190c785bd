#include "Frontend/TemplateKeywords.h"

#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace coopify {
namespace {

std::string fileOf(const clang::SourceManager &SM, clang::FileID File) {
  clang::OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  return Entry ? Entry->getName().str() : "";
}

bool isWord(char C) { return isAlnum(C) || C == '_'; }

/// Where the operator before the name at \p Name begins, if it is one.
std::optional<size_t> operatorBefore(StringRef Text, size_t Name) {
  StringRef Before = Text.take_front(Name).rtrim();
  for (StringRef Operator : {"::", "->", "."})
    if (Before.ends_with(Operator))
      return Before.size() - Operator.size();
  return std::nullopt;
}

/// Whether a name that ends at \p End is followed by what may be template arguments.
bool hasAngle(StringRef Text, size_t End) {
  StringRef Rest = Text.drop_front(End).ltrim();
  return Rest.starts_with("<") && !Rest.starts_with("<<") && !Rest.starts_with("<=");
}

/// All places of \p Word: clang may complain of the first of several only.
/// After "::" a template's arguments must come before it, so that std::min<T>
/// is not meant.
std::set<unsigned> placesOf(StringRef Text, StringRef Word) {
  std::set<unsigned> Places;
  for (size_t At = Text.find(Word); At != StringRef::npos; At = Text.find(Word, At + 1)) {
    std::optional<size_t> Operator = operatorBefore(Text, At);
    if (!Operator || !hasAngle(Text, At + Word.size()))
      continue;
    if (Text[*Operator] != ':' || Text.take_front(*Operator).rtrim().ends_with(">"))
      Places.insert(*Operator);
  }
  return Places;
}

class KeywordAction : public clang::WrapperFrontendAction {
public:
  KeywordAction(std::unique_ptr<clang::FrontendAction> Action, const TemplateKeywords &Places)
      : WrapperFrontendAction(std::move(Action)), Places(Places) {}

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &Compiler) override {
    clang::Preprocessor &PP = Compiler.getPreprocessor();
    PP.setTokenWatcher([this, &PP](const clang::Token &Token) {
      if (Token.isOneOf(clang::tok::coloncolon, clang::tok::period, clang::tok::arrow) &&
          isPlace(PP.getSourceManager(), Token.getLocation()))
        enterKeyword(PP, Token.getLocation());
    });
    return WrapperFrontendAction::BeginSourceFileAction(Compiler);
  }

private:
  bool isPlace(const clang::SourceManager &SM, clang::SourceLocation Loc) const {
    if (Loc.isMacroID())
      return false;
    auto [File, Offset] = SM.getDecomposedLoc(Loc);
    auto It = Places.find(fileOf(SM, File));
    return It != Places.end() && It->second.count(Offset);
  }

  static void enterKeyword(clang::Preprocessor &PP, clang::SourceLocation Loc) {
    auto Tokens = std::make_unique<clang::Token[]>(1);
    Tokens[0].startToken();
    Tokens[0].setKind(clang::tok::kw_template);
    Tokens[0].setIdentifierInfo(PP.getIdentifierInfo("template"));
    Tokens[0].setLocation(Loc);
    Tokens[0].setLength(0);
    PP.EnterTokenStream(std::move(Tokens), 1, /*DisableMacroExpansion=*/true,
                        /*IsReinject=*/true);
  }

  TemplateKeywords Places;
};

} // namespace

void findMissingKeyword(const clang::Diagnostic &Info, TemplateKeywords &Found) {
  if (!Info.hasSourceManager() || Info.getLocation().isMacroID())
    return;
  const clang::SourceManager &SM = Info.getSourceManager();
  auto [File, Begin] = SM.getDecomposedLoc(Info.getLocation());
  StringRef Text = SM.getBufferData(File);
  StringRef Word;
  switch (Info.getID()) {
  case clang::diag::err_template_kw_missing: { // "... name 'f'"
    SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    size_t At = Text.find(StringRef(Message).rsplit('\'').first.rsplit('\'').second, Begin);
    Word = At == StringRef::npos ? "" : Text.drop_front(At).take_while(isWord);
    break;
  }
  case clang::diag::err_ovl_unresolvable:
  case clang::diag::err_bound_member_function: { // a range ends with the name
    if (Info.getNumRanges() == 0 || Info.getRange(0).getEnd().isMacroID())
      return;
    Word = Text.drop_front(SM.getFileOffset(Info.getRange(0).getEnd())).take_while(isWord);
    break;
  }
  default:
    return;
  }
  std::set<unsigned> Places = Word.empty() ? std::set<unsigned>() : placesOf(Text, Word);
  if (!Places.empty())
    Found[fileOf(SM, File)].merge(Places);
}

std::unique_ptr<clang::FrontendAction>
withTemplateKeywords(std::unique_ptr<clang::FrontendAction> Action,
                     const TemplateKeywords &Places) {
  if (Places.empty())
    return Action;
  return std::make_unique<KeywordAction>(std::move(Action), Places);
}

} // namespace coopify
