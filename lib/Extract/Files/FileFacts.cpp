//===- FileFacts.cpp -------------------------------------------------------===//

#include "Extract/Files/FileFacts.h"

#include "Analysis/Operations/Groups.h"
#include "Extract/Files/IncludePoint.h"
#include "Extract/Files/WordsOfIncludes.h"

#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <set>

using namespace clang;

namespace coopify {

namespace {
class FileWalk {
public:
  FileWalk(const ASTContext &Context, const SourceText &Text, const Recording &Record,
           const Collector &Found)
      : Context(Context), Text(Text), Record(Record), Found(Found) {}
  void files();
  std::vector<FileFacts> Out;
  std::vector<LibraryFile> Libraries;

private:
  void whatCgMeans(FileFacts &F) const;
  void recordSkipped();
  void file(const std::string &Path, FileID ID);

  const ASTContext &Context;
  const SourceText &Text;
  const Recording &Record;
  const Collector &Found;
  std::map<std::string, size_t> Inclusions; ///< how often each file is read
};
} // namespace

void FileWalk::whatCgMeans(FileFacts &F) const {
  F.CgTaken = Record.MacroCg || Found.HidesCg;
  for (const NamedDecl *D : Context.getTranslationUnitDecl()->lookup(&Context.Idents.get("cg"))) {
    const auto *Alias = dyn_cast<NamespaceAliasDecl>(D);
    if (Alias && isGroups(Alias->getNamespace()))
      F.CgMeans = Alias->getNamespace()->getNameAsString();
    else
      F.CgTaken = true;
  }
}

/// Device code is compiled there, if anywhere.
static bool isOfDeviceCode(StringRef Condition) {
  return Condition.contains("__CUDA") || Condition.contains("__NVCC__") ||
         Condition.contains("__HIP");
}

/// An arm of an #if that \p At stands in ends with more code behind it: not with the file, as an
/// include guard does.
static bool hasCodeBehindArm(StringRef Code, unsigned At, const LangOptions &Lang) {
  const std::string Text = Code.str(); // the lexer needs its end
  Lexer Raw(SourceLocation(), Lang, Text.data(), Text.data(), Text.data() + Text.size());
  std::vector<bool> Arms; // around the token: true if that is all that device code is in
  size_t Around = 0;      // so many of them are around At, too
  bool Left = false, Directive = false;
  for (Token T;;) {
    Raw.LexFromRawLexer(T);
    if (T.is(tok::eof))
      return false;
    const bool Before = size_t(Raw.getBufferLocation() - Text.data()) <= At;
    if (T.isAtStartOfLine())
      Directive = T.is(tok::hash);
    if (!Directive && !Before && Left)
      return true;
    if (!Directive || !T.isAtStartOfLine())
      continue;
    Raw.LexFromRawLexer(T);
    const StringRef Word = T.is(tok::raw_identifier) ? T.getRawIdentifier() : StringRef();
    const StringRef Rest = StringRef(Raw.getBufferLocation()).split('\n').first;
    if (Word == "if" || Word == "ifdef" || Word == "ifndef")
      Arms.push_back(isOfDeviceCode(Rest));
    else if (!Before && !Arms.empty() && (Word == "endif" || Word.starts_with("el")))
      Left |= Arms.size() <= Around && !Arms.back();
    if (Word == "endif" && !Arms.empty())
      Arms.pop_back();
    Around = Before ? Arms.size() : std::min(Around, Arms.size());
  }
}

/// `T& x` more often than `T &x`.
static bool writesAmpersandLeft(StringRef Code) {
  int Left = 0;
  for (size_t I = Code.find_first_of("&*", 2); I != StringRef::npos && I + 2 < Code.size();
       I = Code.find_first_of("&*", I + 1)) {
    auto InWord = [&](size_t At) { return llvm::isAlnum(Code[At]) || Code[At] == '_'; };
    auto EndsType = [&](size_t At) { return InWord(At) || Code[At] == '>'; };
    const StringRef Before = Code.take_front(I).rtrim();
    Left += EndsType(I - 1) && Code[I + 1] == ' ' && InWord(I + 2);
    Left -= Code[I - 1] == ' ' && EndsType(I - 2) && InWord(I + 1) && !Before.ends_with("return");
  }
  return Left > 0;
}

void FileWalk::file(const std::string &Path, FileID ID) {
  FileFacts F;
  F.Path = Path;
  bool Invalid = false;
  const SourceManager &SM = Context.getSourceManager();
  StringRef Code = SM.getBufferData(ID, &Invalid);
  if (Invalid)
    return;
  IncludePoint Point = findIncludePoint(Code, includesOfWords(SM, ID, Record.Words));
  F.Includes = Point.Includes;
  if (F.Includes.has(GroupHeader::Bundled))
    F.Includes |= {GroupHeader::MaskedWarp};
  F.CRLF = Point.CRLF;
  F.IncludePoint = {Path, Point.Offset, Point.Offset};
  F.NeedsBlankBefore = !Point.AfterInclude;
  auto [Before, After] = std::pair(Code.take_front(Point.Offset), Code.substr(Point.Offset));
  F.BlankBefore = Before == ByteOrderMark || Before.substr(Before.rtrim().size()).count('\n') > 1;
  F.BlankAfter = After.trim().empty() || After.ltrim(" \t\r").starts_with("\n");
  whatCgMeans(F);
  F.AmpersandLeft = writesAmpersandLeft(Code);
  F.IsHeader = ID != SM.getMainFileID();
  if (F.IsHeader && isBelowWords(SM, ID, Point.Offset, Record.Words))
    F.IncludeFirstIn.push_back(Text.path(SM.getMainFileID()));
  for (const NamespaceAliasDecl *A : Found.Aliases)
    if (Location At = Text.expansion(A->getLocation());
        At.File == Path && !hasCodeBehindArm(Code, At.Offset, Text.lang())) {
      F.Alias = A->getNameAsString();
      F.AliasOf = A->getNamespace()->getQualifiedNameAsString();
      F.AliasAt = At;
    }
  Out.push_back(std::move(F));
}

/// By all inclusions of each file. Where only some leave a text out, passes for the host and for a
/// device cannot be told to read the same: an empty range that no text has says so.
void FileWalk::recordSkipped() {
  const SourceManager &SM = Context.getSourceManager();
  std::map<std::string, std::map<SkippedText, std::set<FileID>>> Skipped;
  for (SourceRange R : Record.SkippedBranches)
    if (auto [File, Begin] = SM.getDecomposedExpansionLoc(R.getBegin()); File.isValid())
      Skipped[Text.path(File)][{Begin, SM.getDecomposedExpansionLoc(R.getEnd()).second}].insert(
          File);
  const unsigned Nowhere = ~0u - (Context.getLangOpts().CUDAIsDevice ? 1 : 0);
  auto Take = [&](const std::string &Path, std::vector<SkippedText> &Into) {
    bool Some = false;
    for (const auto &[Gone, By] : Skipped[Path])
      if (By.size() == Inclusions[Path])
        Into.push_back(Gone);
      else
        Some = true;
    if (Some)
      Into.push_back({Nowhere, Nowhere});
  };
  for (FileFacts &F : Out)
    Take(F.Path, F.Skipped);
  for (LibraryFile &F : Libraries)
    Take(F.Path, F.Skipped);
}

void FileWalk::files() {
  const SourceManager &SM = Context.getSourceManager();
  std::map<std::string, FileID> User;
  // Not SM.translateFile(), which looks through all of the includes for each file.
  for (unsigned I = 1; I < SM.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = SM.getLocalSLocEntry(I);
    if (!Entry.isFile() || !Entry.getFile().getContentCache().OrigEntry)
      continue;
    FileID ID = SM.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (ID.isInvalid() || (!Text.isUserFile(SM.getLocForStartOfFile(ID)) &&
                           !Text.isLibrary(SM.getLocForStartOfFile(ID))))
      continue;
    if (Text.isUserFile(SM.getLocForStartOfFile(ID)))
      User.try_emplace(Text.path(ID), ID);
    else if (!Inclusions.count(Text.path(ID)))
      Libraries.push_back({Text.path(ID), {}});
    ++Inclusions[Text.path(ID)];
  }
  for (const auto &[Path, ID] : User)
    if (!Path.empty())
      file(Path, ID);
  recordSkipped();
}

FilesOfUnit fileFacts(const ASTContext &Context, const SourceText &Text, const Recording &Record,
                      const Collector &Found) {
  FileWalk Walk(Context, Text, Record, Found);
  Walk.files();
  llvm::sort(Walk.Libraries, [](const auto &A, const auto &B) { return A.Path < B.Path; });
  return {std::move(Walk.Out), std::move(Walk.Libraries)};
}

} // namespace coopify
