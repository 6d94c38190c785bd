//===- LostNames.cpp ------------------------------------------------------===//

#include "Extract/Files/LostNames.h"

#include "Analysis/Source/SourceText.h"
#include "Extract/Files/MacroWords.h"
#include "Extract/SiteBuilder.h"
#include "Model/WarpIntrinsics.h"

#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

#include <set>

using namespace clang;

namespace coopify {

namespace {

/// Where the AST has a name. Inside of an error it is no call that anybody follows.
class NamesOfTree : public DynamicRecursiveASTVisitor {
public:
  NamesOfTree(const SourceText &Text, const std::vector<TextRange> &Broken,
              const std::vector<TextRange> &GivenUp, const llvm::StringSet<> &Names,
              std::set<Location> &Known)
      : Text(Text), Broken(Broken), GivenUp(GivenUp), Names(Names), Known(Known) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseRecoveryExpr(RecoveryExpr *) override { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return add(E->getLocation(), E->getDecl()->getDeclName());
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    return add(E->getMemberLoc(), E->getMemberDecl()->getDeclName());
  }
  bool TraverseConstructorInitializer(CXXCtorInitializer *I) override {
    add(I->getSourceLocation());
    return DynamicRecursiveASTVisitor::TraverseConstructorInitializer(I);
  }
  bool VisitDesignatedInitExpr(DesignatedInitExpr *E) override {
    for (const DesignatedInitExpr::Designator &D : E->designators())
      if (D.isFieldDesignator())
        add(D.getFieldLoc());
    return true;
  }
  bool VisitTypeLoc(TypeLoc T) override {
    if (auto Tag = T.getAs<TagTypeLoc>())
      return add(Tag.getNameLoc(), Tag.getDecl()->getDeclName());
    if (auto Template = T.getAs<TemplateSpecializationTypeLoc>())
      return add(Template.getTemplateNameLoc());
    return true;
  }
  bool VisitNamedDecl(NamedDecl *D) override { return add(D->getLocation()); }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) override {
    return add(E->getMemberLoc(), E->getMember());
  }
  bool VisitDependentScopeDeclRefExpr(DependentScopeDeclRefExpr *E) override {
    return add(E->getLocation(), E->getDeclName());
  }
  /// In a function that is no template an overload is not resolved because of an error.
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) override { return lookup(E); }
  bool VisitUnresolvedMemberExpr(UnresolvedMemberExpr *E) override { return lookup(E); }

private:
  bool add(SourceLocation Loc, DeclarationName Name = {}) {
    if (Loc.isInvalid() || !Text.isUserFile(Loc) || isIn(GivenUp, Text.location(Loc)))
      return true;
    Known.insert(Text.location(Loc));
    if (Name.isIdentifier() && Name.getAsIdentifierInfo() && Names.contains(Name.getAsString()))
      addMacros(Loc);
    return true;
  }
  /// Where a name comes from a macro's body, the macro's uses are understood, too.
  void addMacros(SourceLocation Loc) {
    const SourceManager &SM = Text.manager();
    for (; Loc.isMacroID(); Loc = SM.getImmediateMacroCallerLoc(Loc))
      Known.insert(Text.location(SM.getSpellingLoc(Loc)));
    Known.insert(Text.location(Loc));
  }
  bool lookup(const OverloadExpr *E) {
    return isIn(Broken, Text.location(E->getNameLoc())) || add(E->getNameLoc(), E->getName());
  }
  static bool isIn(const std::vector<TextRange> &Ranges, const Location &At) {
    return llvm::any_of(Ranges, [&](const TextRange &R) {
      return R.valid() && R.File == At.File && R.Begin <= At.Offset && At.Offset < R.End;
    });
  }

  const SourceText &Text;
  const std::vector<TextRange> &Broken, &GivenUp;
  const llvm::StringSet<> &Names;
  std::set<Location> &Known;
};

/// Reads the tokens of a file that are no directive and in no branch that was skipped.
class LostNames {
public:
  LostNames(const SourceText &Text, const Recording &Record, const std::vector<Location> &ErrorsAt,
            const llvm::StringSet<> &Names, const std::set<Location> &Known, TUSummary &Out)
      : Text(Text), SM(Text.manager()), ErrorsAt(ErrorsAt), Names(Names), Known(Known), Out(Out) {
    for (SourceRange Range : Record.SkippedBranches)
      if (!Range.getBegin().isMacroID())
        Skipped[SM.getFileID(Range.getBegin())].push_back(
            {SM.getFileOffset(Range.getBegin()), SM.getFileOffset(Range.getEnd())});
  }

  void macros(FileID ID);
  void file(FileID ID);

private:
  bool isSkipped(FileID ID, unsigned Offset) const {
    auto It = Skipped.find(ID);
    return It != Skipped.end() && llvm::any_of(It->second, [&](auto Range) {
             return Range.first <= Offset && Offset < Range.second;
           });
  }
  void name(StringRef Name, SourceLocation At);
  void legacy(StringRef Name, SourceLocation At);
  Location errorBefore(const Location &At) const;

  const SourceText &Text;
  const SourceManager &SM;
  const std::vector<Location> &ErrorsAt;
  const llvm::StringSet<> &Names;
  const std::set<Location> &Known;
  TUSummary &Out;
  MacroWords Macros;                               ///< also those of the command line
  std::set<std::pair<std::string, Location>> Told; ///< a file may be included twice
  llvm::StringSet<> Foreign;
  std::map<FileID, std::vector<std::pair<unsigned, unsigned>>> Skipped;
};

} // namespace

/// That which most likely made the parser give up.
Location LostNames::errorBefore(const Location &At) const {
  Location Best = ErrorsAt.front();
  for (const Location &E : ErrorsAt)
    if (E.File == At.File && E.Offset <= At.Offset && (Best.File != At.File || Best < E))
      Best = E;
  return Best;
}

/// Any use: it may be handed on as well as called. A name that is none of the unit's may be of a
/// header that it reads where its #include leads somewhere.
void LostNames::name(StringRef Word, SourceLocation At) {
  const Location Loc = Text.location(At);
  if (Known.count(Loc))
    return;
  for (const std::string &Name : Macros.meant(Word))
    if (!Names.contains(Name)) {
      if (Foreign.insert(Name).second)
        Out.Names.push_back({Name, Loc, false, false, "text that was not understood, here,"});
    } else if (Told.insert({Name, Loc}).second) {
      Out.Lost.push_back({Name, Loc});
    }
}

void LostNames::legacy(StringRef Name, SourceLocation At) {
  const Location Loc = Text.location(At);
  if (Known.count(Loc) || !Told.insert({Name.str(), Loc}).second)
    return;
  Site &S = Out.Sites.emplace_back();
  S.Name = Name.str();
  S.Kind = kindOfCall(Name).value_or(SiteKind::Asm);
  S.Loc = Loc;
  S.Callee = S.Range = Text.token(At);
  S.Preset = Refusal{ReasonId::ParseError, "the parser gave up the text around this for an error",
                     errorBefore(Loc), ""};
}

/// The words of "#define NAME ...": its parameters are among them, and mean too much at worst.
void LostNames::macros(FileID ID) {
  StringRef Code = SM.getBufferData(ID);
  Lexer Raw(SM.getLocForStartOfFile(ID), Text.lang(), Code.data(), Code.data(), Code.end());
  Token T;
  StringRef Macro;
  unsigned Place = 3; // in its line; a directive's first is 0
  for (; !Raw.LexFromRawLexer(T) && !T.is(tok::eof); ++Place) {
    if (T.isAtStartOfLine()) {
      Place = T.is(tok::hash) ? 0 : 3;
      Macro = "";
    }
    if (!T.is(tok::raw_identifier))
      continue;
    if (Place == 1 && T.getRawIdentifier() == "define")
      Macro = "?";
    else if (Place == 2 && !Macro.empty())
      Macro = T.getRawIdentifier();
    else if (!Macro.empty())
      Macros.define(Macro, T.getRawIdentifier());
  }
}

void LostNames::file(FileID ID) {
  StringRef Code = SM.getBufferData(ID);
  Lexer Raw(SM.getLocForStartOfFile(ID), Text.lang(), Code.data(), Code.data(), Code.end());
  Token Last, T;
  bool Directive = false, End = false;
  for (Last.startToken(); !End; Last = T) {
    End = Raw.LexFromRawLexer(T) || T.is(tok::eof);
    const bool InDirective = Directive;
    if (T.isAtStartOfLine())
      Directive = T.is(tok::hash);
    if (InDirective || !Last.is(tok::raw_identifier) ||
        isSkipped(ID, SM.getFileOffset(Last.getLocation())))
      continue;
    const StringRef Id = Last.getRawIdentifier();
    name(Id, Last.getLocation());
    if (isLegacyWarpName(Id) && T.isOneOf(tok::l_paren, tok::less, tok::lesslessless))
      legacy(Id, Last.getLocation());
  }
}

void findLostNames(ASTContext &Context, const SourceText &Text, const Recording &Record,
                   const std::vector<Location> &ErrorsAt, const std::vector<TextRange> &GivenUp,
                   const llvm::StringSet<> &Names, TUSummary &Out) {
  if (ErrorsAt.empty())
    return;
  std::set<Location> Known;
  for (const Site &S : Out.Sites)
    Known.insert(S.Loc);
  std::vector<TextRange> Broken;
  for (const FunctionSummary &F : Out.Functions)
    if (F.HasParseError)
      Broken.push_back(F.Body);
  NamesOfTree(Text, Broken, GivenUp, Names, Known).TraverseDecl(Context.getTranslationUnitDecl());
  LostNames Lost(Text, Record, ErrorsAt, Names, Known, Out);
  const SourceManager &SM = Text.manager();
  std::vector<FileID> Files; // each inclusion: what #if leaves out of one, another may have
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    FileID ID = SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (ID.isInvalid())
      continue;
    const bool IsFile = Entry.getFile().getContentCache().OrigEntry.has_value();
    if (IsFile && !Text.isUserFile(SM.getLocForStartOfFile(ID)))
      continue;
    Lost.macros(ID);
    if (IsFile)
      Files.push_back(ID);
  }
  for (FileID ID : Files)
    Lost.file(ID);
}

} // namespace coopify
