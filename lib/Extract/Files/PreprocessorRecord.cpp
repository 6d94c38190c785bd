//===- PreprocessorRecord.cpp ---------------------------------------------===//

#include "Extract/Files/PreprocessorRecord.h"

#include "Extract/Files/LiteralMap.h"
#include "Extract/Files/MissingHeaders.h"
#include "Model/Output/VendorWords.h"
#include "Model/Output/WrittenNames.h"
#include "Model/WarpIntrinsics.h"

#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace coopify {

PreprocessorRecord::~PreprocessorRecord() = default;

/// A site may begin with it.
static bool matters(const Token &T) {
  if (const IdentifierInfo *Id = T.getIdentifierInfo()) {
    StringRef Name = Id->getName(); // sync-intrinsic has those that are migrated
    return isLegacyWarpName(Name) || Name == "__syncwarp" ||
           (Name.starts_with("__") && Name.ends_with("_sync"));
  }
  // Literals of precompiled macros lost their text; they are the toolkit's.
  return tok::isStringLiteral(T.getKind()) && T.getLiteralData() &&
         warpOpInLiteral({T.getLiteralData(), T.getLength()});
}

/// A macro's body that holds it may be edited.
static bool mayBeEdited(const Token &T) {
  const IdentifierInfo *Id = T.getIdentifierInfo();
  return matters(T) || (Id && Id->getName().starts_with("__syncthreads"));
}

/// "block", "warp2": as the edits name what they declare.
static bool mayBeDeclared(StringRef Id) {
  static constexpr llvm::StringLiteral Names[] = {
#define DECLARED_NAME(NAME) #NAME,
#include "Model/Output/WrittenNames.def"
  };
  return llvm::is_contained(Names, Id.rtrim("0123456789_"));
}

static bool mayBeWritten(StringRef Id) {
  static constexpr llvm::StringLiteral Names[] = {
#define WRITTEN_NAME(NAME) #NAME,
#include "Model/Output/WrittenNames.def"
  };
  return llvm::is_contained(Names, Id);
}

/// All for which takeName() does something; of those with a number the first hundred.
static std::vector<std::string> namesThatMatter() {
  std::vector<std::string> Names = {
      "cg",
#define WRITTEN_NAME(NAME) #NAME,
#define DECLARED_NAME(NAME) #NAME,
#include "Model/Output/WrittenNames.def"
  };
  for (const llvm::StringRef Base : {
#define DECLARED_NAME(NAME) #NAME,
#include "Model/Output/WrittenNames.def"
       })
    for (unsigned Number = 0; Number != 100; ++Number)
      Names.push_back((Base + llvm::Twine(Number)).str());
  return Names;
}

namespace {
class Recorder : public PPCallbacks {
public:
  Recorder(Preprocessor &PP, std::shared_ptr<Recording> Out) : PP(PP), Out(std::move(Out)) {}

  void If(SourceLocation Loc, SourceRange, ConditionValueKind) override { Open.push_back(Loc); }
  void Ifdef(SourceLocation Loc, const Token &, const MacroDefinition &) override {
    Open.push_back(Loc);
  }
  void Ifndef(SourceLocation Loc, const Token &, const MacroDefinition &) override {
    Open.push_back(Loc);
  }
  void Endif(SourceLocation Loc, SourceLocation) override {
    if (Open.empty())
      return;
    Out->Chains.push_back({Open.back(), Loc});
    Open.pop_back();
  }
  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    Out->SkippedBranches.push_back(Range);
    takeNamesOfBranch(Range);
  }
  void MacroDefined(const Token &Name, const MacroDirective *Defined) override {
    recordCalls(Defined ? Defined->getMacroInfo() : nullptr);
    takeName(Name.getIdentifierInfo()->getName());
    if (isVendorWord(Name.getIdentifierInfo()->getName()) &&
        !PP.getSourceManager().isInSystemHeader(Name.getLocation()))
      Out->Words.push_back(Name.getLocation());
    takeNamesOfBody(Defined ? Defined->getMacroInfo() : nullptr);
  }
  /// A precompiled prelude's macros were defined before anybody listened. To ask for all of them
  /// takes a tenth of a small unit's time.
  void EndOfMainFile() override {
    if (!PP.getExternalSource())
      return;
    static const std::vector<std::string> Names = namesThatMatter();
    for (const std::string &Name : Names)
      if (PP.isMacroDefined(Name))
        takeName(Name);
  }
  void MacroExpands(const Token &Name, const MacroDefinition &Definition, SourceRange Range,
                    const MacroArgs *) override {
    const MacroInfo *Info = Definition.getMacroInfo();
    if (Info && Info->isBuiltinMacro() && Name.getLocation().isFileID() &&
        Name.getIdentifierInfo()->isStr("__LINE__"))
      Out->Lines.push_back(Name.getLocation());
    if (!Info || Info->isBuiltinMacro())
      return;
    Out->Used.insert(Info);
    for (const Token &T : Info->tokens())
      if (matters(T))
        Out->Expansions.push_back(
            {Name.getIdentifierInfo()->getName().str(), T.getLocation(), Range.getBegin()});
  }

private:
  void takeName(StringRef Id) {
    Out->MacroCg |= Id == "cg";
    if (mayBeDeclared(Id))
      Out->HandleMacros.insert(Id.str());
    if (mayBeWritten(Id))
      Out->HandleMacros.insert(meansAnother(Id));
  }

  /// Macros of other configurations.
  void takeNamesOfBranch(SourceRange Range) {
    const SourceManager &SM = PP.getSourceManager();
    if (SM.isInSystemHeader(Range.getBegin()) ||
        !SM.isWrittenInSameFile(Range.getBegin(), Range.getEnd()))
      return;
    llvm::SmallVector<StringRef> Lines;
    Lexer::getSourceText(CharSourceRange::getCharRange(Range), SM, PP.getLangOpts())
        .split(Lines, '\n');
    for (StringRef Line : Lines) {
      Line = Line.ltrim();
      if (!Line.consume_front("#"))
        continue;
      Line = Line.ltrim();
      if (Line.consume_front("define"))
        takeName(Line.ltrim().take_while([](char C) { return llvm::isAlnum(C) || C == '_'; }));
    }
  }

  /// What it names, a declaration of the edits would hide: types, members and labels, too.
  void takeNamesOfBody(const MacroInfo *Macro) {
    if (!Macro || PP.getSourceManager().isInSystemHeader(Macro->getDefinitionLoc()))
      return;
    for (const Token &T : Macro->tokens())
      if (const IdentifierInfo *Id = T.getIdentifierInfo(); Id && mayBeDeclared(Id->getName()))
        Out->HandleMacros.insert(Id->getName().str());
    // Where the body is edited, an argument would stand for the name that is written.
    if (llvm::any_of(Macro->tokens(), mayBeEdited))
      for (const IdentifierInfo *Parameter : Macro->params())
        takeName(Parameter->getName());
  }

  void recordCalls(const MacroInfo *Macro) {
    if (!Macro || Macro->isBuiltinMacro() ||
        PP.getSourceManager().isInSystemHeader(Macro->getDefinitionLoc()))
      return;
    const Token *Last = nullptr;
    for (const Token &T : Macro->tokens()) {
      const IdentifierInfo *Id = Last ? Last->getIdentifierInfo() : nullptr;
      if (Id && T.isOneOf(tok::l_paren, tok::less))
        Out->BodyCalls.push_back({Id->getName().str(), Last->getLocation(), Macro});
      Last = &T;
    }
  }

  Preprocessor &PP;
  std::shared_ptr<Recording> Out;
  std::vector<SourceLocation> Open;
};
} // namespace

std::shared_ptr<PreprocessorRecord> PreprocessorRecord::attach(Preprocessor &PP) {
  auto Out = std::make_shared<Recording>();
  PP.addPPCallbacks(std::make_unique<Recorder>(PP, Out));
  PP.addPPCallbacks(recordMissingHeaders(PP, Out));
  return Out;
}

} // namespace coopify
