//===- MacroMeanings.cpp ----------------------------------------------------===//

#include "Extract/MacroMeanings.h"

#include "Analysis/Source/SourceText.h"
#include "Frontend/TokenWatchers.h"
#include "Model/Output/VendorMacros.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace coopify {
namespace {

class MeaningRecorder : public PPCallbacks {
public:
  MeaningRecorder(CompilerInstance &CI, std::shared_ptr<MacroMeanings> Out)
      : PP(CI.getPreprocessor()), SM(PP.getSourceManager()), Text(CI.getASTContext()),
        Out(std::move(Out)) {
    addTokenWatcher(PP, [this](const Token &T) { plainWord(T); });
  }

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef Name, bool, CharSourceRange,
                          OptionalFileEntryRef, StringRef, StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!isOfPrelude(Hash))
      Included.insert(llvm::sys::path::filename(Name));
    if (std::exchange(Behind, Behind || Name == "cooperative_groups.h" ||
                                  Name.starts_with("cooperative_groups/")))
      return;
    while (Behind && Hash.isValid() && !Text.isUserFile(Hash))
      Hash = SM.getIncludeLoc(SM.getFileID(Hash));
    if (Behind && Hash.isValid())
      Out->Includer = Text.location(Hash).File;
  }
  void If(SourceLocation Loc, SourceRange, ConditionValueKind Value) override {
    condition(Loc, Value);
  }
  void Elif(SourceLocation Loc, SourceRange, ConditionValueKind Value, SourceLocation) override {
    if (Value != CVK_NotEvaluated)
      condition(Loc, Value);
  }
  void Ifdef(SourceLocation Loc, const Token &Name, const MacroDefinition &M) override {
    asked(Loc, Name, M);
  }
  void Ifndef(SourceLocation Loc, const Token &Name, const MacroDefinition &M) override {
    asked(Loc, Name, M);
  }
  void Elifdef(SourceLocation Loc, const Token &Name, const MacroDefinition &M) override {
    asked(Loc, Name, M);
  }
  void Elifndef(SourceLocation Loc, const Token &Name, const MacroDefinition &M) override {
    asked(Loc, Name, M);
  }
  void MacroDefined(const Token &Name, const MacroDirective *Defined) override {
    if (Behind && Defined && isVendors(Name.getIdentifierInfo()))
      DefinedBehind.insert(Defined->getMacroInfo());
  }
  void MacroExpands(const Token &Name, const MacroDefinition &Definition, SourceRange,
                    const MacroArgs *) override {
    if (const MacroInfo *Info = Definition.getMacroInfo(); Info && !Info->isBuiltinMacro())
      take(Name.getLocation(), Name.getIdentifierInfo()->getName(),
           answerOf(*Info, Name.getIdentifierInfo()));
  }

private:
  void condition(SourceLocation Loc, ConditionValueKind Value);
  void asked(SourceLocation Loc, const Token &Name, const MacroDefinition &M) {
    take(Loc, "", {"", 0, bool(M), mayBeBrought(Name.getIdentifierInfo())});
  }
  void take(SourceLocation Loc, StringRef Word, MacroAnswer Answer);
  MacroAnswer answerOf(const MacroInfo &Info, const IdentifierInfo *Name);
  uint64_t hashOf(const MacroInfo &Info);
  std::string spelled(const Token &T) const;
  bool isOfPrelude(SourceLocation At) const;
  bool isKnown(const IdentifierInfo *Name) const;

  /// A word of the code that is no macro.
  void plainWord(const Token &T) {
    if (T.is(tok::identifier) && mayBeBrought(T.getIdentifierInfo()))
      take(T.getLocation(), T.getIdentifierInfo()->getName(), {"", 0, 0, true});
  }
  bool mayBeBrought(const IdentifierInfo *Name) {
    return Behind && isVendors(Name) && !isKnown(Name);
  }
  bool isVendors(const IdentifierInfo *Name) {
    auto [It, New] = Vendors.try_emplace(Name, false);
    if (New)
      It->second = isVendorMacro(Name->getName());
    return It->second;
  }

  Preprocessor &PP;
  const SourceManager &SM;
  const SourceText Text;
  std::shared_ptr<MacroMeanings> Out;
  llvm::DenseMap<const IdentifierInfo *, bool> Vendors;
  llvm::DenseSet<const MacroInfo *> DefinedBehind;
  llvm::DenseMap<const MacroInfo *, uint64_t> Hashes;
  llvm::StringSet<> Included; ///< by what follows the prelude
  bool Behind = false;        ///< NVIDIA's header
};

/// What is included before the first line brings more than nvcc does there.
bool MeaningRecorder::isOfPrelude(SourceLocation At) const {
  while (At.isValid() && !SM.isLoadedSourceLocation(At) && !SM.isWrittenInBuiltinFile(At))
    At = SM.getIncludeLoc(SM.getFileID(At));
  return At.isValid();
}

/// It is a macro here to nvcc as well, whatever NVIDIA's header brings.
bool MeaningRecorder::isKnown(const IdentifierInfo *Name) const {
  const MacroInfo *Macro = PP.getMacroInfo(Name);
  if (!Macro || Macro->isBuiltinMacro())
    return Macro;
  if (!isOfPrelude(Macro->getDefinitionLoc()))
    return true;
  const std::string Header =
      llvm::sys::path::filename(SM.getFilename(Macro->getDefinitionLoc())).str();
  return Included.contains(Header) || Included.contains("c" + llvm::sys::path::stem(Header).str());
}

void MeaningRecorder::take(SourceLocation Loc, StringRef Word, MacroAnswer Answer) {
  if (!Text.isUserFile(SM.getSpellingLoc(Loc)))
    return;
  const Location At = Text.location(Loc);
  MacroPlace &Place = Out->Places[At.File][At.Offset];
  Place.Word = Word.str();
  Place.Line = At.Line;
  Place.Column = At.Column;
  Place.Direct |= Loc.isFileID();
  Place.Answers.insert(std::move(Answer));
}

/// Of a precompiled macro the literals alone have to be looked up.
std::string MeaningRecorder::spelled(const Token &T) const {
  if (const IdentifierInfo *Id = T.getIdentifierInfo())
    return Id->getName().str();
  const char *Punctuator = tok::getPunctuatorSpelling(T.getKind());
  return Punctuator ? Punctuator : PP.getSpelling(T);
}

/// Macros of one text are one, wherever they come from.
uint64_t MeaningRecorder::hashOf(const MacroInfo &Info) {
  auto [It, New] = Hashes.try_emplace(&Info, 0);
  if (!New)
    return It->second;
  std::string Body = Info.isFunctionLike() ? "(" : "";
  for (const IdentifierInfo *Parameter : Info.params())
    Body += (Parameter->getName() + ",").str();
  for (const Token &T : Info.tokens())
    Body += " " + spelled(T);
  return It->second = llvm::xxh3_64bits(Body);
}

MacroAnswer MeaningRecorder::answerOf(const MacroInfo &Info, const IdentifierInfo *Name) {
  MacroAnswer Out;
  const SourceLocation At = Info.getDefinitionLoc();
  const bool Users = Text.isUserFile(At);
  if (Users) {
    const Location Defined = Text.location(At);
    Out.File = Defined.File;
    Out.Offset = Defined.Offset;
  } else {
    Out.Hash = hashOf(Info);
  }
  Out.MayBeVendors = Behind && isVendors(Name) && (Users || SM.isWrittenInCommandLineFile(At)) &&
                     !DefinedBehind.contains(&Info);
  return Out;
}

void MeaningRecorder::condition(SourceLocation Loc, ConditionValueKind Value) {
  if (!Text.isUserFile(Loc))
    return;
  auto [File, Offset] = SM.getDecomposedLoc(Loc);
  StringRef Code = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), PP.getLangOpts(), Code.data(), Code.data() + Offset,
            Code.end());
  bool First = true, MayBeVendors = false;
  for (Token T; !Raw.LexFromRawLexer(T) && (First || !T.isAtStartOfLine()); First = false)
    if (const IdentifierInfo *Id =
            T.is(tok::raw_identifier) ? PP.getIdentifierInfo(T.getRawIdentifier()) : nullptr)
      MayBeVendors |= mayBeBrought(Id);
  take(Loc, "", {"", 0, uint64_t(Value), MayBeVendors});
}

} // namespace

std::unique_ptr<PPCallbacks> recordMacroMeanings(CompilerInstance &CI,
                                                 std::shared_ptr<MacroMeanings> Out) {
  return std::make_unique<MeaningRecorder>(CI, std::move(Out));
}

} // namespace coopify
