//===- LostNames.cpp ------------------------------------------------------===//

#include "Extract/Files/LostNames.h"

#include "Analysis/Source/SourceText.h"
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
              std::set<Location> &Known)
      : Text(Text), Broken(Broken), Known(Known) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseRecoveryExpr(RecoveryExpr *) override { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return add(E->getLocation()); }
  bool VisitMemberExpr(MemberExpr *E) override { return add(E->getMemberLoc()); }
  bool VisitNamedDecl(NamedDecl *D) override { return add(D->getLocation()); }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *E) override {
    return add(E->getMemberLoc());
  }
  bool VisitDependentScopeDeclRefExpr(DependentScopeDeclRefExpr *E) override {
    return add(E->getLocation());
  }
  /// In a function that is no template an overload is not resolved because of an error.
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) override { return lookup(E); }
  bool VisitUnresolvedMemberExpr(UnresolvedMemberExpr *E) override { return lookup(E); }

private:
  bool add(SourceLocation Loc) {
    if (Loc.isValid() && Text.isUserFile(Loc))
      Known.insert(Text.location(Loc));
    return true;
  }
  bool lookup(const OverloadExpr *E) {
    const Location At = Text.location(E->getNameLoc());
    const bool InError = llvm::any_of(Broken, [&](const TextRange &R) {
      return R.File == At.File && R.Begin <= At.Offset && At.Offset < R.End;
    });
    return InError || add(E->getNameLoc());
  }

  const SourceText &Text;
  const std::vector<TextRange> &Broken;
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

  void file(FileID ID);

private:
  bool isSkipped(FileID ID, unsigned Offset) const {
    auto It = Skipped.find(ID);
    return It != Skipped.end() && llvm::any_of(It->second, [&](auto Range) {
             return Range.first <= Offset && Offset < Range.second;
           });
  }
  void name(StringRef Name, SourceLocation At);
  Location errorBefore(const Location &At) const;

  const SourceText &Text;
  const SourceManager &SM;
  const std::vector<Location> &ErrorsAt;
  const llvm::StringSet<> &Names;
  const std::set<Location> &Known;
  TUSummary &Out;
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

void LostNames::name(StringRef Name, SourceLocation At) {
  const Location Loc = Text.location(At);
  if (Known.count(Loc))
    return;
  if (Names.contains(Name))
    Out.Lost.push_back({Name.str(), Loc});
  if (!isLegacyWarpName(Name))
    return;
  Site &S = Out.Sites.emplace_back();
  S.Name = Name.str();
  S.Kind = kindOfCall(Name).value_or(SiteKind::Asm);
  S.Loc = Loc;
  S.Callee = S.Range = Text.token(At);
  S.Preset = Refusal{ReasonId::ParseError, "the parser gave up the text around this for an error",
                     errorBefore(Loc), ""};
}

void LostNames::file(FileID ID) {
  StringRef Code = SM.getBufferData(ID);
  Lexer Raw(SM.getLocForStartOfFile(ID), Text.lang(), Code.data(), Code.data(), Code.end());
  Token Last, T;
  bool Directive = false;
  for (Last.startToken(); !Raw.LexFromRawLexer(T) && !T.is(tok::eof); Last = T) {
    if (T.isAtStartOfLine())
      Directive = T.is(tok::hash);
    if (Directive || !Last.is(tok::raw_identifier) ||
        !T.isOneOf(tok::l_paren, tok::less, tok::lesslessless))
      continue;
    if (StringRef Id = Last.getRawIdentifier();
        (Names.contains(Id) || isLegacyWarpName(Id)) &&
        !isSkipped(ID, SM.getFileOffset(Last.getLocation())))
      name(Id, Last.getLocation());
  }
}

void findLostNames(ASTContext &Context, const SourceText &Text, const Recording &Record,
                   const std::vector<Location> &ErrorsAt, const llvm::StringSet<> &Names,
                   TUSummary &Out) {
  if (ErrorsAt.empty())
    return;
  std::set<Location> Known;
  for (const Site &S : Out.Sites)
    Known.insert(S.Loc);
  std::vector<TextRange> Broken;
  for (const FunctionSummary &F : Out.Functions)
    if (F.HasParseError)
      Broken.push_back(F.Body);
  NamesOfTree(Text, Broken, Known).TraverseDecl(Context.getTranslationUnitDecl());
  LostNames Lost(Text, Record, ErrorsAt, Names, Known, Out);
  const SourceManager &SM = Text.manager();
  std::set<std::string> Done;
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() || !Entry.getFile().getContentCache().OrigEntry)
      continue;
    FileID ID = SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (ID.isValid() && Text.isUserFile(SM.getLocForStartOfFile(ID)) &&
        Done.insert(Text.path(ID)).second)
      Lost.file(ID);
  }
}

} // namespace coopify
