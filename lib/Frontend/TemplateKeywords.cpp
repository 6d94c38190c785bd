#include "Frontend/TemplateKeywords.h"

#include "Frontend/TokenWatchers.h"

#include "clang/Basic/CharInfo.h"
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

constexpr StringLiteral WordCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

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

/// The word that ends where the operator at \p Operator begins; ">" after arguments.
StringRef qualifier(StringRef Text, size_t Operator) {
  StringRef Before = Text.take_front(Operator).rtrim();
  if (Before.ends_with(">"))
    return ">";
  return Before.take_back(Before.size() - Before.rtrim(WordCharacters).size());
}

/// All places of the name at \p Name that are written alike: clang may complain of
/// the first of several only. std::min<T> is not Own<T>::min<T>.
std::set<unsigned> placesLike(StringRef Text, size_t Name) {
  std::set<unsigned> Places;
  StringRef Word =
      Text.drop_front(Name).take_while([](char C) { return clang::isAsciiIdentifierContinue(C); });
  std::optional<size_t> First = operatorBefore(Text, Name);
  if (Word.empty() || !First)
    return Places;
  for (size_t At = Text.find(Word); At != StringRef::npos; At = Text.find(Word, At + 1)) {
    std::optional<size_t> Operator = operatorBefore(Text, At);
    if (Operator && Text[*Operator] == Text[*First] && hasAngle(Text, At + Word.size()) &&
        qualifier(Text, *Operator) == qualifier(Text, *First))
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
    addTokenWatcher(PP, [this, &PP](const clang::Token &Token) {
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
  size_t Name = StringRef::npos;
  switch (Info.getID()) {
  case clang::diag::err_template_kw_missing: { // "... name 'f'"
    SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    Name = Text.find(StringRef(Message).rsplit('\'').first.rsplit('\'').second, Begin);
    break;
  }
  case clang::diag::err_ovl_unresolvable:
  case clang::diag::err_bound_member_function: { // a range ends with the name
    if (Info.getNumRanges() == 0 || Info.getRange(0).getEnd().isMacroID())
      return;
    Name = SM.getFileOffset(Info.getRange(0).getEnd());
    break;
  }
  default:
    return;
  }
  if (Name >= Text.size())
    return;
  std::set<unsigned> Places = placesLike(Text, Name);
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
